// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace dumpscope::gui {

/// Where the docks stand when an arrangement is opened for the first time or reset; window design 2
/// and 3. Panels that do not exist are passed over.
struct ArrangementSlot {
    const char* panel;
    /// How it joins what is already there.
    enum class Join : unsigned char { First, RightOf, Below, TabOf } join;
    const char* neighbour; ///< panel id; null for First
    int share;             ///< of the neighbour's extent that the panel takes, percent; 0 for tabs
};

struct Arrangement {
    const char* id;     ///< of the contract: explore, compare, graph, capture
    const char* action; ///< "view.explore"
    std::span<const ArrangementSlot> places;
};

[[nodiscard]] std::span<const Arrangement> arrangements();
[[nodiscard]] const Arrangement* findArrangement(const char* id);

} // namespace dumpscope::gui
