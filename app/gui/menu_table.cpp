// SPDX-License-Identifier: GPL-3.0-or-later
#include "menu_table.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

constexpr const char* kFile[] = {"file.open", "file.open_remote", "file.compare", "file.add_golden",
    QT_TRANSLATE_NOOP("Menus", ">Recent"), "*recent", "<", "-", "file.save", "file.save_as", "-",
    "file.export", "file.report", "file.export_bundle", "file.reproducer", "-", "file.close", "file.quit"};
constexpr const char* kEdit[]
    = {"edit.undo", "edit.redo", "-", "edit.copy", "edit.copy_names", "edit.copy_csv", "edit.copy_numpy",
        "edit.select_all", "-", "edit.note", "edit.bookmark", "-", "edit.preferences"};
constexpr const char* kView[] = {"view.explore", "view.compare", "view.graph", "view.capture", "-",
    QT_TRANSLATE_NOOP("Menus", ">Docks"), "*docks", "<", "view.maximise_panel", "view.full_screen",
    "view.reset_layout", "-", QT_TRANSLATE_NOOP("Menus", ">Theme"), "view.theme_system", "view.theme_light",
    "view.theme_dark", "<", QT_TRANSLATE_NOOP("Menus", ">Language"), "view.language_en",
    "view.language_zh_CN", "<", QT_TRANSLATE_NOOP("Menus", ">Zoom"), "view.font_larger", "view.font_smaller",
    "view.font_reset", "<", "-", "plane.layout_storage"};
constexpr const char* kGo[] = {"go.back", "go.forward", "-", "go.palette", "go.tensor", "go.index", "go.row",
    "go.filter", "-", "go.first_divergence", "go.next_suspect", "go.next_failing", "go.previous_failing", "-",
    "go.next_hit", "go.previous_hit", "go.next_nonfinite", "go.previous_nonfinite", "plane.next_extreme",
    "plane.previous_extreme", "-", "item.reveal_tree", "item.reveal_table", "item.reveal_graph"};
constexpr const char* kCompareMenu[] = {"file.compare", "compare.repeat", "compare.swap_sides",
    "compare.truth", "compare.no_truth", "-", "compare.limits", "compare.pairing", "-",
    "compare.counterfactual", "compare.again", "compare.stop", "compare.resume", "compare.close"};
constexpr const char* kGraphMenu[] = {"graph.follow_inputs", "graph.follow_outputs", "graph.focus_hops", "-",
    "graph.fold", "graph.unfold_all", "graph.fold_all", "-", "graph.verdicts", "graph.durations",
    "graph.edge_values", "graph.helpers", "graph.overview_map", "graph.both", "-", "graph.zoom_in",
    "graph.zoom_out", "graph.fit", "-", "graph.export"};
constexpr const char* kCaptureMenu[] = {"capture.new_profile", "capture.open_profile", "capture.save_profile",
    "-", "capture.start", "capture.stop", "capture.golden", "capture.more", "-", "capture.self_test"};
constexpr const char* kTools[]
    = {"tools.statistics", "tools.scan_nonfinite", "tools.rescan", "tools.continue", "tools.convert", "-",
        "view.tasks", "tools.command", "tools.copy_window", "tools.log", "tools.copy_report"};
constexpr const char* kHelp[] = {"help.context", "help.workflow", "help.metrics", "help.formats",
    "help.shortcuts", "help.command_line", "-", "help.about"};

constexpr MenuInfo kMenus[] = {
    {QT_TRANSLATE_NOOP("Menus", "&File"), kFile},
    {QT_TRANSLATE_NOOP("Menus", "&Edit"), kEdit},
    {QT_TRANSLATE_NOOP("Menus", "&View"), kView},
    {QT_TRANSLATE_NOOP("Menus", "&Go"), kGo},
    {QT_TRANSLATE_NOOP("Menus", "&Compare"), kCompareMenu},
    {QT_TRANSLATE_NOOP("Menus", "G&raph"), kGraphMenu},
    {QT_TRANSLATE_NOOP("Menus", "Ca&pture"), kCaptureMenu},
    {QT_TRANSLATE_NOOP("Menus", "&Tools"), kTools},
    {QT_TRANSLATE_NOOP("Menus", "&Help"), kHelp},
};

} // namespace

std::span<const MenuInfo> menuTable()
{
    return kMenus;
}

} // namespace dumpscope::gui
