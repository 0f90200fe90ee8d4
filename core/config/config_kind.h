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
    std::string framework = {}; ///< "PyTorch" or "MindSpore", for kinds that serve both; empty: unknown
    std::vector<std::pair<std::string, std::string>> environment = {}; ///< of that program, as far as known
};

/// One problem of a configuration. Reports have them in the order in which the runtime would find them.
struct ConfigProblem {
    Severity severity = Severity::Error;
    std::string code; ///< the runtime's own where it has one ("EP0003"), else a word of Dumpscope ("ignored")
    std::string key;  ///< "dump.dump_list[0].layer", empty for the whole file
    std::uint64_t line = 0, column = 0; ///< from 1; 0 where there is no place
    Message message;
    Message fix; ///< empty where none is known
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
    /// How surely this is one of its files, 0 to 100.
    [[nodiscard]] virtual int recognises(const ConfigText& config) const = 0;
    [[nodiscard]] virtual ConfigReport check(const ConfigText& config) const = 0;
    /// One sentence per element: what will be captured and where it will be. For a valid configuration.
    [[nodiscard]] virtual std::vector<Message> explain(const ConfigText& config) const = 0;
    /// A new configuration with these settings. Errors: Code::Usage for an unknown key or a wrong value.
    [[nodiscard]] virtual Result<std::string> create(const ConfigSettings& settings) const = 0;

    // What follows is for kinds that support conversions and forms; others keep the defaults.
    /// What a configuration requests. For a configuration that can be parsed.
    [[nodiscard]] virtual DumpRequest request(const ConfigText& config) const;
    /// A configuration of the newest generation with the same request. Errors: Code::Unsupported where the
    /// kind cannot be written.
    [[nodiscard]] virtual Result<ConfigDraft> write(const DumpRequest& request) const;
    /// The same request for another generation of this kind: a release, or a word of the kind's own. Errors:
    /// Code::Usage for an unknown generation, those of parsing.
    [[nodiscard]] virtual Result<ConfigDraft> rewrite(
        const ConfigText& config, std::string_view generation) const;

    /// Every setting of the kind, with its value where it is set. A text that cannot be parsed counts as an
    /// empty configuration.
    [[nodiscard]] virtual std::vector<ConfigField> form(const ConfigText& config) const;
    /// The text with one field (ConfigField::path) set to `json`, or removed; the rest stays byte for byte.
    /// Errors: those of parsing.
    [[nodiscard]] virtual Result<std::string> withValue(
        const ConfigText& config, std::string_view path, const std::optional<std::string>& json) const;
    /// The line, of a shell or of the program, that makes a program read the file; empty if there is none.
    [[nodiscard]] virtual std::string usage(const std::string& file) const;
};

/// Converts a configuration to another kind (docs/configurations.md). `generation`: of the new one; empty:
/// the newest. Errors: Code::Unsupported where it captures nothing or the kind cannot be written; Code::Usage
/// for the generation.
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
