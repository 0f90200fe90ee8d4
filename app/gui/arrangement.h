// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace dumpscope::gui {

/// Where the docks stand when an arrangement is opened for the first time or reset; docs/window.md 2
/// and 3. Panels that do not exist are passed over. Tabs come last: Qt does not split a dock that has tabs.
struct ArrangementSlot {
    const char* panel;
    /// How it joins what is already there. RightOrTab: at the right, in a narrow window behind it.
    enum class Join : unsigned char { First, RightOf, Below, TabOf, RightOrTab } join;
    const char* neighbour; ///< panel id; null for First
    int share;             ///< of the neighbour's extent that the panel takes, percent; 0 for tabs
    /// Stands in the column at the side that becomes one dock of tabs in a narrow window
    /// (docs/window.md 3.5).
    bool isAtSide = false;
};

struct Arrangement {
    const char* id;        ///< of the contract: explore, compare, graph, capture
    const char* action;    ///< "view.explore"
    const char* essential; ///< the panel without which there is no point in it
    const char* largest;   ///< panels that have no place in it open beside this one
    std::span<const ArrangementSlot> places;
    bool needsDump = true; ///< while nothing is open the start page stands in its place
};

[[nodiscard]] std::span<const Arrangement> arrangements();
[[nodiscard]] const Arrangement* findArrangement(const char* id);

} // namespace dumpscope::gui
