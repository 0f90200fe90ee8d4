// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/dump_request.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A usual way to capture, for every kind of configuration.
struct DumpPreset {
    std::string_view id; ///< "statistics", "tensors", …
    Form<0> title;
    bool wantsOperators = false; ///< restricted to chosen operators
    DumpRequest::Trigger trigger = DumpRequest::Trigger::Always;
    bool tensors = true, statistics = false;
    /// So many steps before the one that fails as well: only for what is captured next, which knows that one.
    std::uint64_t stepsBefore = 0;
};
/// In the order in which a fault is narrowed down.
[[nodiscard]] std::span<const DumpPreset> dumpPresets();
[[nodiscard]] const DumpPreset& dumpPreset(std::string_view id); ///< one of them
/// The preset with folder, steps and devices of `before`.
[[nodiscard]] DumpRequest presetRequest(
    const DumpPreset& preset, const DumpRequest& before, std::vector<std::string> operators);

} // namespace dumpscope::core
