// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// How the ranks of one run share the work, as far as its own dump shows it. Nothing is guessed: an axis has
/// a name only when something recorded tells which one it is.
struct RunLayout {
    using Ranks = std::vector<std::int64_t>;
    struct Group {
        Ranks ranks;
        std::map<std::string, std::size_t> calls; ///< number of calls of all ranks by kind
    };
    struct Axis {
        std::string_view name;     ///< tp, pp, vpp, dp, cp, ep; empty: not known which
        std::size_t size = 0;      ///< ranks of a group; of vpp stages of a rank
        std::vector<Ranks> groups; ///< each in order of the coordinate; empty: which ranks is not recorded
        std::vector<Message> evidence;
    };
    /// A tensor that ranks hold equal elsewhere, and here do not.
    struct Disagreement {
        TensorId tensor; ///< on the first of `others`
        Ranks ranks;     ///< that were compared
        Ranks others;    ///< that differ from the first of `ranks`
        Message reason;  ///< why they should agree
    };

    Ranks ranks;
    std::vector<Axis> axes;
    std::vector<Group> groups; ///< process groups of the collectives, ascending
    std::vector<Disagreement> disagreements;
    std::vector<Message> unknown; ///< what is not known, and why

    /// Place of a rank on an axis; nothing where the axis has no group of it.
    [[nodiscard]] static std::optional<std::size_t> coordinate(const Axis& axis, std::int64_t rank);
};

/// Reads the first step. Tensors are compared by their statistics and, where these agree, by their bytes; how
/// much is read is bounded. Errors: Code::Cancelled.
[[nodiscard]] Result<RunLayout> findRunLayout(
    const std::shared_ptr<const DumpIndex>& index, TaskContext& task);

} // namespace dumpscope::core
