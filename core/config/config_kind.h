// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"
#include "config/config_form.h"
#include "config/dump_request.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// A configuration file and where its relative paths start.
struct ConfigText {
    std::string text;
    std::string file = {};    ///< for messages
    std::string folder = "."; ///< working directory of the program that will read it
    std::string release
        = {}; ///< of that program, "2.4"; empty: the newest, or the one the file is written for
    std::string device = {};    ///< "CPU", "GPU", "Ascend…"; empty: unknown
    std::string framework = {}; ///< "PyTorch" or "MindSpore", for what serves both; empty: unknown
    std::vector<std::pair<std::string, std::string>> environment = {}; ///< of that program, as far as known
};

/// One thing to say about a configuration, in the order in which the runtime would come to it.
struct ConfigProblem {
    Severity severity = Severity::Error;
    std::string code; ///< the runtime's own where it has one ("EP0003"), else one of ours ("ignored")
    std::string key;  ///< "dump.dump_list[0].layer", empty for the whole file
    std::uint64_t line = 0, column = 0; ///< from 1; 0 where there is no place
    Message message;
    Message fix; ///< empty where we know none
};

struct ConfigReport {
    bool valid = false;               ///< the runtime accepts it
    std::vector<std::string> enabled; ///< words of the contract: "model-dump", "overflow", …
    int returnCode = 0;               ///< the runtime's
    std::vector<ConfigProblem> problems;
};

using ConfigSettings = std::vector<std::pair<std::string, std::string>>; ///< key path and value as typed

/// What one kind of dump configuration means. A file `foo_config_kind.cpp` defines
/// `void register_foo_config_kind(ConfigKinds&)`. Thread-safe.
class ConfigKind {
public:
    virtual ~ConfigKind() = default;
    [[nodiscard]] virtual std::string_view id() const = 0; ///< "acl"
    [[nodiscard]] virtual std::string_view title() const = 0;
    /// How sure it is that this is one of its files, 0 to 100.
    [[nodiscard]] virtual int recognises(const ConfigText& config) const = 0;
    [[nodiscard]] virtual ConfigReport check(const ConfigText& config) const = 0;
    /// One sentence per line: what will be captured and where it will lie. Of a valid configuration.
    [[nodiscard]] virtual std::vector<Message> explain(const ConfigText& config) const = 0;
    /// A new configuration with these settings. Fails with Code::Usage on a key or value it does not have.
    [[nodiscard]] virtual Result<std::string> create(const ConfigSettings& settings) const = 0;

    // What follows is for kinds that take part in conversions and forms; the others keep what is here.

    /// What it asks for. Of a configuration that can be parsed.
    [[nodiscard]] virtual DumpRequest request(const ConfigText& config) const;
    /// A configuration of the newest generation that asks for the same. Fails with Code::Unsupported.
    [[nodiscard]] virtual Result<ConfigDraft> write(const DumpRequest& request) const;
    /// The same request for another generation of this kind: a release, or a word of the kind's own. Fails
    /// with Code::Usage on a generation it does not know, or as parsing does.
    [[nodiscard]] virtual Result<ConfigDraft> rewrite(
        const ConfigText& config, std::string_view generation) const;

    /// Every setting there is, with its value where it has one. Of a text that cannot be parsed: of an empty
    /// configuration.
    [[nodiscard]] virtual std::vector<ConfigField> form(const ConfigText& config) const;
    /// The text with one field (ConfigField::path) written as `json`, or taken out; the rest as it is typed.
    /// Fails where the text cannot be parsed.
    [[nodiscard]] virtual Result<std::string> withValue(
        const ConfigText& config, std::string_view path, const std::optional<std::string>& json) const;
    /// The line that makes a program read the file: of a shell, or of the program; empty if there is none.
    [[nodiscard]] virtual std::string usage(const std::string& file) const;
};

/// The configuration in another kind's words (docs/configurations.md). `generation`: of the new one; empty:
/// the newest.
[[nodiscard]] Result<ConfigDraft> convertConfig(
    const ConfigKind& from, const ConfigText& config, const ConfigKind& to, std::string_view generation = {});

class ConfigKinds {
public:
    void add(std::unique_ptr<ConfigKind> kind) { m_kinds.push_back(std::move(kind)); }
    [[nodiscard]] const std::vector<std::unique_ptr<ConfigKind>>& kinds() const { return m_kinds; }
    [[nodiscard]] const ConfigKind* find(std::string_view id) const;
    /// The kind that recognises the file best; null if none does.
    [[nodiscard]] const ConfigKind* recognise(const ConfigText& config) const;

private:
    std::vector<std::unique_ptr<ConfigKind>> m_kinds;
};

/// Generated: calls every register_* function.
void registerConfigKinds(ConfigKinds& registry);

} // namespace dumpscope::core
