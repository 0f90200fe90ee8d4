// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing_file.h"

#include <re2/set.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What one family of programs (Megatron, vLLM, …) calls the parameters and modules of a language model, each
/// with the common name: that of Hugging Face. docs/pairing.md describes the file.
class NameTable {
public:
    struct Name {
        NamePattern pattern;
        std::string common;              ///< template
        std::optional<NamePattern> when; ///< holds where a name of the same side matches
    };
    /// A tensor that holds several of the common names one after the other.
    struct Fused {
        NamePattern pattern;
        std::string common;             ///< template
        std::vector<std::string> parts; ///< templates
        std::string rows;               ///< in which order it holds them; a name, not a sentence
    };

    std::string family;
    std::vector<Name> names;
    std::vector<Fused> fused;

    /// Errors: Code::BadSyntax with key path, row and column; Code::Limit.
    [[nodiscard]] static Result<NameTable> parse(std::string_view text, const std::string& path);
    /// Those of resources/names. Made once.
    [[nodiscard]] static std::span<const std::shared_ptr<const NameTable>> builtin();
};

/// Without what wraps a model for training (`module.`, `_orig_mod.`, `_fsdp_wrapped_module.`, …), and the
/// root that dumpers begin paths with: `root.` of msit, the class of the model of the debugger of Hugging
/// Face.
[[nodiscard]] std::string withoutWrappers(std::string_view path);

/// Reads names by several tables; the first that knows a name wins, fused ones first. Thread-safe once made.
class NameTables {
public:
    using Tables = std::vector<std::shared_ptr<const NameTable>>;
    /// Names whose condition does not hold on a side.
    using Idle = std::vector<const NameTable::Name*>;

    struct Reading {
        std::string common;             ///< the name itself where no table knows it
        std::string_view family;        ///< empty: no table
        std::vector<std::string> parts; ///< of a tensor that holds several
        std::string_view rows;
    };

    explicit NameTables(Tables tables);
    NameTables(const NameTables&) = delete;
    NameTables& operator=(const NameTables&) = delete;
    ~NameTables();

    /// `paths`: all names of the side, without wrappers.
    [[nodiscard]] Idle idleFor(std::span<const std::string> paths) const;
    [[nodiscard]] Reading read(std::string_view path, const Idle& idle) const;

private:
    struct Entry {
        const NameTable* table;
        const NameTable::Name* name;   ///< null: it is the other
        const NameTable::Fused* fused; ///< null: it is the other
    };
    Tables m_tables;
    std::vector<Entry> m_entries;
    std::unique_ptr<re2::RE2::Set> m_patterns; ///< of the entries, in one pass over a name
};

} // namespace dumpscope::core
