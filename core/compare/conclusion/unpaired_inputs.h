// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace dumpscope::core {

/// Operators with an input, parameter or argument that only one side has.
class UnpairedInputs {
public:
    UnpairedInputs(const PairTable& pairs, const std::vector<UnpairedTensor>& unpairedTarget,
        const std::vector<UnpairedTensor>& unpairedGolden);

    /// Whether the operator of a row, on either side, is one of them.
    [[nodiscard]] bool has(const PairTable& pairs, std::size_t row) const;

private:
    using Number = std::optional<std::int64_t>;
    using Call = std::tuple<std::uint64_t, std::uint32_t, Number, Number>; ///< name, occurrence, rank, step
    static Call callOf(const DumpIndex& index, TensorId id);

    std::set<Call> m_target, m_golden;
};

} // namespace dumpscope::core
