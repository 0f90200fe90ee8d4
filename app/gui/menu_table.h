// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace dumpscope::gui {

/// The menu bar as data (docs/window.md 5): ids of actions; "-" is a separator, ">Title" starts a
/// submenu that ends at "<", "*recent", "*docks" are lists the window fills in.
struct MenuInfo {
    const char* title; ///< English, context "Menus"
    std::span<const char* const> entries;
};

[[nodiscard]] std::span<const MenuInfo> menuTable();

} // namespace dumpscope::gui
