// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace dumpscope::gui {

class ActionRegistry;

/// The keys of all actions as a file to keep and to share: JSON,
/// `{"version":1,"keys":{"file.open":["Ctrl+O"],…}}`, in portable spelling.
[[nodiscard]] QByteArray keymapText(const ActionRegistry& actions);

/// Whether a text is a file of keys, if not necessarily a sound one.
[[nodiscard]] bool isKeymap(const QByteArray& text);

struct KeymapImport {
    QString refusal;     ///< why nothing was changed; empty when all of it was taken
    QStringList unknown; ///< ids of no action here, passed over
    int changed = 0;     ///< actions that have other keys now
};
/// Gives actions the keys of such a file; those it does not name get their usual ones. Nothing changes when
/// the file is damaged, a key cannot be understood, or two actions would have the same key.
[[nodiscard]] KeymapImport importKeymap(const QByteArray& text, ActionRegistry& actions);

} // namespace dumpscope::gui
