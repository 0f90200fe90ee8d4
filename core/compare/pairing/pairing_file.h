// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "compare/layout/said_assembly.h"
#include "records/tensor_record.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace dumpscope::core {

/// A glob (`*` and `?`, case-sensitive, over the whole name) or `/regular expression/` over the whole
/// name. Each `*` of a glob is a group like `(…)` of an expression.
class NamePattern {
public:
    NamePattern();
    ~NamePattern();
    NamePattern(NamePattern&&) noexcept;
    NamePattern& operator=(NamePattern&&) noexcept;

    /// Errors: Code::BadSyntax for a wrong expression, Code::Limit for a long one.
    [[nodiscard]] static Result<NamePattern> make(std::string_view text);
    [[nodiscard]] int groups() const;
    /// The regular expression; the same for a glob and an expression that mean the same.
    [[nodiscard]] const std::string& text() const;
    /// Texts of the whole match and of the groups; empty if the name does not match.
    [[nodiscard]] std::vector<std::string_view> match(std::string_view name) const;

private:
    std::unique_ptr<re2::RE2> m_expression;
};

/// Replaces `$0`…`$9` in golden's name by what the pattern's groups matched, `$$` by a dollar sign.
[[nodiscard]] std::string fillTemplate(std::string_view text, const std::vector<std::string_view>& groups);

/// The pairing file of docs/contract.md 6.
struct PairingFile {
    struct Rule {
        NamePattern target;
        std::string golden; ///< template
        std::optional<Io> io;
        std::map<std::int32_t, std::int32_t> goldenSlots; ///< by that of target; empty: the same
        std::string targetAxes, goldenAxes;               ///< AlignmentHint; empty: equal axes
        std::optional<SaidAssembly> assembly;             ///< names of parts are templates
        std::uint64_t row = 0;                            ///< line of the file, from 1
    };
    struct Pair {
        std::string target, golden;
        Message note; ///< empty: none
        std::optional<SaidAssembly> assembly;
        std::uint64_t row = 0;
    };
    /// Tensors to stay without partner: id, operator or pattern; on which sides.
    struct Unpaired {
        std::string name;
        Message note; ///< empty: none
        bool target = true, golden = true;
        std::uint64_t row = 0;
    };
    std::vector<Rule> rules;
    std::vector<Pair> pairs;
    std::vector<Unpaired> unpaired;

    /// Errors: Code::BadSyntax with key path, row and column; Code::Limit.
    [[nodiscard]] static Result<PairingFile> parse(std::string_view text, const std::string& path);
};

} // namespace dumpscope::core
