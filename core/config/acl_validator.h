// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/acl_config.h"
#include "io/json_reader.h"

#include <span>

namespace dumpscope::core {

/// "a list", "a number", … for messages.
[[nodiscard]] Message jsonKindWord(const JsonValue& value);

/// The rules of one `dump` object in the runtime's order (docs/formats/ascendcl-capture.md 1.4). Refers to
/// its arguments; `run` writes findings and configuration into `check`.
class AclValidator {
public:
    AclValidator(const JsonValue& dump, const std::string& folder, AclCheck& check)
        : m_dump(dump)
        , m_folder(folder)
        , m_check(check)
        , m_config(check.config)
    {
    }
    void run();

private:
    void error(
        std::string_view code, std::string key, std::uint64_t offset, Message message, Message fix = {})
    {
        m_check.findings.push_back({Severity::Error, std::string(code), "dump." + std::move(key), offset,
            std::move(message), std::move(fix)});
    }
    void remark(Severity severity, std::string_view code, const std::string& key, std::uint64_t offset,
        Message message, Message fix = {})
    {
        m_check.findings.push_back({severity, std::string(code), key.empty() ? "dump" : "dump." + key, offset,
            std::move(message), std::move(fix)});
    }
    /// The text of a key; nothing when it is absent or no text.
    [[nodiscard]] const JsonValue* text(std::string_view key) const
    {
        const JsonValue* value = m_dump.find(key);
        return value != nullptr && value->isString() ? value : nullptr;
    }
    [[nodiscard]] bool is(std::string_view key, std::string_view word) const
    {
        const JsonValue* value = text(key);
        return value != nullptr && value->text == word;
    }
    [[nodiscard]] std::uint64_t offsetOf(std::string_view key) const
    {
        const JsonValue* value = m_dump.find(key);
        return value != nullptr ? value->offset : m_dump.offset;
    }

    bool expectArray(const JsonValue& value, const std::string& key);
    bool expectText(const JsonValue& value, const std::string& key);
    void checkTextList(const JsonValue& item, std::string_view key, const std::string& place);
    void checkObjectList(const JsonValue& item, std::string_view key, const std::string& place,
        std::span<const std::string_view> texts);
    void checkTypes();
    void checkItemTypes(const JsonValue& item, const std::string& place);
    void checkWords();
    void checkKernelData();
    void checkStatisticWords();
    void checkScene();
    void checkPath();
    void checkItem(const JsonValue& item, const std::string& place);
    void readBlacklist(const JsonValue& item, std::string_view key, const std::string& place,
        std::vector<AclBlacklisted>& blacklist);
    void readRanges(const JsonValue& item, const std::string& place, AclDumpItem& read);
    void checkSteps();
    void applyWords();
    void remarkIgnored(const Message& why, std::span<const std::string_view> keys);
    void remarkUnknown();
    void remarkNothing();

    const JsonValue& m_dump;
    const std::string& m_folder;
    AclCheck& m_check;
    AclDumpConfig& m_config;
};

} // namespace dumpscope::core
