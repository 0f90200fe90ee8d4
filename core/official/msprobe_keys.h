// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/msprobe_mapping.h"
#include "official/msprobe_document.h"

#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Keys by which msprobe matches lines of both sides, in the order of the lines (docs/formats/comparison.md
/// 3.4, docs/formats/msprobe-dump.md 12). Without mappings: the line's name, backward calls counted in order.
/// Of several kinds of mapping one is applied: API before class before tensors; layers become tensors.
struct MsprobeKeys {
    std::vector<std::string> target;
    std::vector<std::string> golden;
    bool isByTensor = false; ///< types may differ
};
[[nodiscard]] MsprobeKeys msprobeKeys(
    const MsprobeDocument& target, const MsprobeDocument& golden, std::span<const MsprobeMapping> mappings);

/// Golden names of the target's tensors by the modules around them (`-lm`); a name without partner maps
/// to `N/A`. Empty unless both sides have stacks and parents.
[[nodiscard]] std::map<std::string, std::string, std::less<>> msprobeLayerNames(
    const MsprobeDocument& target, const MsprobeDocument& golden, const MsprobeMapping& mapping);

} // namespace dumpscope::core
