// SPDX-License-Identifier: GPL-3.0-or-later
// data_dump.json from one release to another, and between the host's and the device's own dump
// (docs/formats/mindspore-dump.md 0, 1.1, 1.2).
#include "config/json_edit.h"
#include "config/mindspore_config.h"
#include "config/mindspore_conversion.h"
#include "config/mindspore_iteration.h"
#include "config/mindspore_releases.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::string_view kCommonSettings = "common_dump_settings", kE2eSettings = "e2e_dump_settings",
                           kAsyncSettings = "async_dump_settings";

using Mode = MindsporeTarget::Mode;

std::string nameOf(ConfigRelease release)
{
    return std::to_string(release.major) + '.' + std::to_string(release.minor);
}

class GenerationRewriter {
public:
    GenerationRewriter(const ConfigView& view, const MindsporeTarget& to, JsonValue defaults)
        : m_document(view.document())
        , m_defaults(std::move(defaults))
        , m_config(view.config())
        , m_from(view.release())
        , m_to(to.release)
        , m_wasAsync(wasAsync(view))
        , m_isAsync(to.mode == Mode::AsBefore ? m_wasAsync : to.mode == Mode::Async)
    {
    }

    Result<ConfigDraft> run()
    {
        for (const std::string_view section : {kCommonSettings, kE2eSettings, kAsyncSettings}) {
            const JsonValue* value = memberOf(m_document, section);
            if (value != nullptr && !value->isObject())
                return fail(Code::BadSyntax, phrase("%1 is no object", section));
        }
        if (memberOf(m_document, kCommonSettings) == nullptr)
            return fail(Code::BadSyntax, phrase("there are no common_dump_settings in it"));
        moveDebugMode();
        rewriteIteration();
        rewriteEngine();
        rewriteModes();
        rewriteKernels();
        rewriteStatistics();
        dropUnread();
        addRequired();
        m_draft.text = prettyJson(m_document);
        return std::move(m_draft);
    }

private:
    static bool wasAsync(const ConfigView& view)
    {
        return view.release() < k13
            ? view.flag("async_dump_settings.enable") && !view.flag("e2e_dump_settings.enable")
            : isMindsporeAsync(view);
    }

    JsonValue& common() { return *memberOf(m_document, kCommonSettings); }

    void report(std::string_view section, std::string_view key, Message message)
    {
        m_draft.lost.push_back(
            {std::string(section) + (key.empty() ? "" : "." + std::string(key)), std::move(message)});
    }

    std::int64_t number(JsonValue& object, std::string_view key)
    {
        const JsonValue* value = memberOf(object, key);
        return value != nullptr && value->kind == JsonValue::Kind::Number ? value->integer().value_or(0) : 0;
    }

    /// Up to 1.2 it stands in the settings of the asynchronous dump.
    void moveDebugMode()
    {
        if ((m_from < k13) == (m_to < k13))
            return;
        if (m_to < k13) {
            m_debugMode = number(common(), "op_debug_mode");
            removeMember(common(), "op_debug_mode");
            return;
        }
        JsonValue* section = memberOf(m_document, kAsyncSettings);
        const std::int64_t mode = section != nullptr ? number(*section, "op_debug_mode") : 0;
        const JsonValue* e2e = memberOf(m_document, kE2eSettings);
        const JsonValue* e2eOn = e2e != nullptr ? e2e->find("enable") : nullptr;
        if (!m_wasAsync && (e2eOn == nullptr || !e2eOn->boolean))
            report(kAsyncSettings, "enable",
                phrase("both dumps were off; from 1.3 on one of them is always on"));
        setMember(common(), "op_debug_mode",
            jsonNumber(static_cast<std::uint64_t>(std::max<std::int64_t>(mode, 0))));
        removeMember(m_document, kAsyncSettings);
    }

    void rewriteIteration()
    {
        JsonValue* value = memberOf(common(), "iteration");
        if (value == nullptr)
            return;
        if (m_to >= k13 && value->kind == JsonValue::Kind::Number) {
            *value = jsonText(value->text == "0" && !m_wasAsync ? "all" : value->text);
        } else if (m_to < k13 && value->isString()) {
            const std::string text = value->text;
            const auto ranges = mindsporeIterations(text);
            const std::uint64_t first = text == "all" || ranges.empty() ? 0 : ranges.front().first;
            *value = jsonNumber(first);
            if (text == "all" && m_isAsync)
                report(kCommonSettings, "iteration",
                    phrase("this release takes one number: only iteration %1 is captured", 0));
            else if (text != "all" && first == 0 && !m_isAsync)
                report(kCommonSettings, "iteration", phrase("0 stands for every iteration in this release"));
            else if (text != "all" && text != std::to_string(first))
                report(kCommonSettings, "iteration",
                    phrase("this release takes one number: only iteration %1 is captured", first));
        }
    }

    /// Who writes: the host, kernel by kernel, or the device itself.
    void rewriteEngine()
    {
        if (m_isAsync && m_to >= k26) {
            m_isAsync = false;
            report(kE2eSettings, "enable",
                phrase("the device's own dump left with 2.6: the host writes behind the running stream"));
            setHost(false);
        } else if (m_isAsync) {
            if (const JsonValue* e2e = memberOf(m_document, kE2eSettings)) {
                for (const auto& [key, value] : std::vector(e2e->members)) {
                    if (key != "enable" && key != "trans_flag")
                        report(kE2eSettings, key, phrase("the asynchronous dump does not read it"));
                }
            }
            removeMember(m_document, kE2eSettings);
        } else {
            const JsonValue* e2e = memberOf(m_document, kE2eSettings);
            const JsonValue* on = e2e != nullptr ? e2e->find("enable") : nullptr;
            const bool isOn = on == nullptr ? m_wasAsync || m_from < k24 : on->boolean;
            if (!isOn && m_to < k24)
                report(kE2eSettings, "enable",
                    phrase("this release writes behind the running stream in no way: it waits"));
            setHost(isOn || m_to < k24);
        }
        if (!m_isAsync && memberOf(common(), "file_format") != nullptr) {
            if (memberOf(common(), "file_format")->text != "npy")
                report(kCommonSettings, "file_format", phrase("the host writes .npy files"));
            removeMember(common(), "file_format");
        }
        if (m_to >= k13)
            return;
        JsonValue section = jsonObject();
        setMember(section, "enable", jsonFlag(m_isAsync));
        setMember(section, "op_debug_mode", jsonNumber(debugModeOfAsync()));
        setMember(m_document, kAsyncSettings, std::move(section));
        if (m_isAsync)
            setHost(false);
    }

    std::uint64_t debugModeOfAsync()
    {
        if (m_debugMode >= 0 && m_debugMode <= 3)
            return static_cast<std::uint64_t>(m_debugMode);
        report(kCommonSettings, "op_debug_mode", phrase("exceptions cannot be captured by this release"));
        return 0;
    }

    void setHost(bool isOn)
    {
        JsonValue* e2e = memberOf(m_document, kE2eSettings);
        if (e2e == nullptr) {
            setMember(m_document, kE2eSettings, jsonObject());
            e2e = memberOf(m_document, kE2eSettings);
        }
        setMember(*e2e, "enable", jsonFlag(isOn));
        if (e2e->find("trans_flag") == nullptr)
            setMember(*e2e, "trans_flag", jsonFlag(true));
    }

    void rewriteModes()
    {
        const std::int64_t mode = number(common(), "op_debug_mode");
        const bool isThree = m_to >= k24 || (m_to >= k23 && !m_isAsync);
        if ((mode == 1 || mode == 2) && isThree) {
            setMember(common(), "op_debug_mode", jsonNumber(3));
            report(kCommonSettings, "op_debug_mode",
                phrase("overflows of AI Cores and of atomic additions are one mode now: 3"));
        } else if (mode == 4 && m_to < k23 && m_to >= k13) {
            setMember(common(), "op_debug_mode", jsonNumber(0));
            report(kCommonSettings, "op_debug_mode",
                phrase("exceptions cannot be captured by this release: everything is captured"));
        }
        if (number(common(), "op_debug_mode") != 3 && memberOf(common(), "overflow_number") != nullptr) {
            removeMember(common(), "overflow_number");
            report(kCommonSettings, "overflow_number", phrase("it is for op_debug_mode 3 only"));
        }
        if (number(common(), "dump_mode") != 2)
            return;
        if (m_to < k16 || (m_isAsync && m_to >= k23 && m_to < k24)) {
            setMember(common(), "dump_mode", jsonNumber(0));
            report(kCommonSettings, "dump_mode",
                phrase("set_dump() does nothing here: every operator is captured"));
        }
    }

    void rewriteKernels()
    {
        JsonValue* kernels = memberOf(common(), "kernels");
        if (kernels == nullptr || !kernels->isArray() || number(common(), "dump_mode") != 1)
            return;
        const bool wasEmpty = kernels->items.empty();
        std::erase_if(kernels->items, [this](const JsonValue& item) {
            std::string kernel = item.text;
            std::erase_if(kernel, [](char c) { return c == ' ' || c == '"'; });
            const bool isPattern = isMindsporePattern(kernel);
            const bool isLost = isPattern ? m_to < k23 : m_to < k110 && isMindsporeOperatorType(kernel);
            if (isLost)
                report(kCommonSettings, "kernels",
                    isPattern
                        ? phrase("\"%1\" is left out: this release knows no patterns", printable(item.text))
                        : phrase("\"%1\" is left out: this release knows no operator types",
                            printable(item.text)));
            return isLost;
        });
        if (wasEmpty && m_from >= k25 && m_to < k25)
            setMember(common(), "dump_mode", jsonNumber(0)); // where an empty list matches nothing
        else if (wasEmpty && m_from < k25 && m_to >= k25)
            report(kCommonSettings, "kernels",
                phrase("an empty list matched nothing; now it matches every operator"));
        else if (!wasEmpty && kernels->items.empty())
            report(kCommonSettings, "kernels", phrase("no operator is left in the list: name some"));
    }

    void rewriteStatistics()
    {
        const JsonValue* saved = memberOf(common(), "saved_data");
        const bool hasStatistics = saved != nullptr && (saved->text == "statistic" || saved->text == "full");
        const bool isHost = m_config.device == "CPU" || m_config.device == "GPU";
        if (hasStatistics && m_to >= k16 && m_to < k23 && !m_isAsync && !isHost) {
            setMember(common(), "saved_data", jsonText("tensor"));
            report(kCommonSettings, "saved_data",
                phrase("the synchronous dump of this release writes no statistics: whole tensors are kept"));
        } else if (hasStatistics && m_isAsync && m_to >= k16) {
            setMember(common(), "file_format", jsonText("npy"));
        }
        JsonValue* list = memberOf(common(), "statistic_category");
        if (list == nullptr || m_to >= k28)
            return;
        std::erase_if(list->items, [this](JsonValue& item) {
            if (item.text == "hash:md5")
                item.text = "md5";
            const bool isLost = item.text == "hash" || item.text == "hash:sha1";
            if (isLost)
                report(kCommonSettings, "statistic_category",
                    phrase("\"%1\" is not known to this release", item.text));
            return isLost;
        });
    }

    /// Keys that other releases read, by the table of keys.
    void dropUnread()
    {
        for (const ConfigSection& section : mindsporeConfigSections()) {
            JsonValue* object = section.name.empty() ? nullptr : memberOf(m_document, section.name);
            if (object == nullptr)
                continue;
            for (const auto& [key, value] : std::vector(object->members)) {
                bool isListed = false, isRead = false;
                for (const ConfigKey& row : section.keys) {
                    isListed = isListed || row.name == key;
                    isRead = isRead || (row.name == key && row.since <= m_to && m_to < row.until);
                }
                if (!isListed || isRead)
                    continue;
                removeMember(*object, key);
                report(section.name, key, phrase("release %1 does not read it", nameOf(m_to)));
            }
        }
    }

    void addRequired()
    {
        const ConfigText text {{}, {}, ".", nameOf(m_to), m_config.device};
        for (const ConfigSection& section : mindsporeConfigSections()) {
            JsonValue* object = section.name.empty() ? nullptr : memberOf(m_document, section.name);
            const JsonValue* usual = section.name.empty() ? nullptr : m_defaults.find(section.name);
            if (object == nullptr || usual == nullptr)
                continue;
            for (const ConfigKey& row : section.keys) {
                const ConfigView view(m_document, text, m_to);
                const bool isMissing = row.presence == Presence::Required && row.since <= m_to
                    && m_to < row.until && object->find(row.name) == nullptr
                    && (row.applies == nullptr || row.applies(view));
                if (const JsonValue* value = usual->find(row.name); isMissing && value != nullptr)
                    setMember(*object, row.name, *value);
            }
        }
    }

    JsonValue m_document, m_defaults;
    const ConfigText& m_config;
    ConfigRelease m_from, m_to;
    bool m_wasAsync, m_isAsync;
    std::int64_t m_debugMode = 0;
    ConfigDraft m_draft;
};

} // namespace

Result<MindsporeTarget> parseMindsporeTarget(std::string_view text, ConfigRelease otherwise)
{
    MindsporeTarget generation {otherwise, Mode::AsBefore};
    std::string_view number = text;
    for (const auto& [word, mode] : {std::pair("async", Mode::Async), std::pair("sync", Mode::Sync)}) {
        const std::string_view suffix(word);
        if (text == suffix
            || (text.ends_with(suffix) && text.substr(0, text.size() - suffix.size()).ends_with('-'))) {
            generation.mode = mode;
            number = text.substr(0, text.size() - std::min(text.size(), suffix.size() + 1));
            break;
        }
    }
    const auto release = parseConfigRelease(number);
    if (!number.empty() && !release)
        return fail(Code::Usage,
            phrase("a generation of data_dump.json is a release with or without -sync or -async (2.4, "
                   "1.6-async), "
                   "not \"%1\"",
                printable(text)));
    if (release)
        generation.release = *release;
    return generation;
}

Result<ConfigDraft> rewriteMindsporeConfig(
    const ConfigView& view, const MindsporeTarget& to, std::string_view defaults)
{
    TRY_ASSIGN(JsonValue usual, parseJson(defaults));
    return GenerationRewriter(view, to, std::move(usual)).run();
}

} // namespace dumpscope::core
