// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace dumpscope::gui {

/// The arguments of `dumpscope` (contract, window). Parsed before the application object exists,
/// because the platform and the scale must be known by then.
struct CommandLine {
    QStringList paths;
    QString screenshot; ///< file to write; empty: an ordinary window
    std::optional<QSize> size;
    std::optional<double> scale; ///< device pixels per pixel; nothing: the desktop's
    QString theme;               ///< light, dark; empty: the user's
    QString language;            ///< en, zh_CN; empty: the user's
    QString arrangement;         ///< explore, compare, graph, capture
    QString workspace;           ///< text of one, as "Copy window as command" gives it
    QString tab, select;
    QStringList actions;
    bool noCache = false; ///< kept indexes are neither used nor written
    bool fresh = false;   ///< ignore preferences and the state of the last session
    /// What to print and the exit code, when there is nothing to open (help, version, wrong usage).
    QString message;
    std::optional<int> exitCode;

    [[nodiscard]] static CommandLine parse(const QStringList& arguments);
};

/// This program, the libraries it uses, and the platforms it could show a window on.
[[nodiscard]] QString versionText();

} // namespace dumpscope::gui
