// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace dumpscope::gui {

/// What the colours of a graph's nodes tell.
enum class NodeColours : std::uint8_t {
    None,      ///< nothing: as the graph alone has them
    Verdicts,  ///< verdicts, NaN, infinities and overflow
    Durations, ///< the share of the total duration
};

} // namespace dumpscope::gui
