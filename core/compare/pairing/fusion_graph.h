// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "tensor/memory_format.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// An output of an original operator.
struct FusionOrigin {
    std::string name;       ///< empty: there is none
    std::int64_t index = 0; ///< of the output
    MemoryFormat format = MemoryFormat::Unspecified;
    std::optional<Shape> shape;
};

struct FusionInput {
    std::size_t producer = 0; ///< position in FusionGraph::operators
    std::int64_t index = 0;   ///< output of the producer
};

struct FusionOperator {
    std::string name, type;
    std::int64_t id = 0;
    std::optional<std::int64_t> l1Group;               ///< operators of one L1 fusion
    bool isMultiOp = false;                            ///< part of a many-to-many group
    std::vector<std::optional<FusionInput>> inputs;    ///< control edges left out; absent: unknown producer
    std::optional<std::vector<std::string>> originals; ///< absent: its own original
    std::vector<FusionOrigin> outputs;
};

/// A GE fusion rule file (an offline model as JSON): the original of each tensor
/// (docs/formats/comparison.md 3.3). Immutable; thread-safe.
class FusionGraph {
public:
    /// Errors: Code::BadSyntax with key path, row and column; Code::Truncated, Code::Limit.
    [[nodiscard]] static Result<FusionGraph> parse(std::string_view text, const std::string& path);

    [[nodiscard]] const std::vector<FusionOperator>& operators() const { return m_operators; }
    /// By name as spelt in dump files (dumpSpelling); null if there is none.
    [[nodiscard]] const FusionOperator* find(std::string_view name) const;
    /// Original of output `slot`; for Cast and TransData that of their producer.
    [[nodiscard]] FusionOrigin originOfOutput(const FusionOperator& op, std::int64_t slot) const;
    /// Original output that feeds input `slot`, back over Cast and TransData.
    [[nodiscard]] FusionOrigin originOfInput(const FusionOperator& op, std::int64_t slot) const;
    /// Operator and output that carry an original output, nothing if none does; for models compiled without
    /// fusion.
    [[nodiscard]] std::optional<std::pair<const FusionOperator*, std::int64_t>> bearerOf(
        const FusionOrigin& origin) const;
    /// Whether it is between AscendQuant and AscendDequant, where values have another scale than the
    /// original's.
    [[nodiscard]] bool isQuantised(const FusionOperator& op) const;

private:
    void link();

    std::vector<FusionOperator> m_operators;
    std::vector<bool> m_quantised;
    std::map<std::string, std::size_t, std::less<>> m_byName;
};

/// `/`, `.` and blanks become `_`, as in names of dump files (docs/formats/comparison.md 3.1).
[[nodiscard]] std::string dumpSpelling(std::string_view operatorName);

} // namespace dumpscope::core
