// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "documents/annotations.h"

#include <QJsonObject>

namespace dumpscope::gui {

/// What the user works on as a text file (`*.dumpscope`): indented JSON with sorted keys and paths
/// relative to itself, so that it can be shared and compared line by line. Saving what was loaded gives
/// the same bytes; keys of newer versions are kept. A value type.
struct Workspace {
    struct Root {
        QString path; ///< absolute
        OpenedRoot::Side side = OpenedRoot::Side::None;
        core::RawOptions raw = {};
        bool operator==(const Root&) const = default;
    };
    QList<Root> roots;
    QString arrangement;
    QString selectedRoot, selectedTensor; ///< path and contract id
    QList<qint64> element;                ///< probed index
    struct Pin {
        QString root, tensor; ///< as the selected ones
        bool operator==(const Pin&) const = default;
    };
    QMap<QString, Pin> pinned; ///< by panel id
    QJsonArray annotations;    ///< Annotations::save
    QJsonArray comparisons;    ///< setupJson with absolute paths; the one in front first
    QJsonObject views;         ///< Panel::saveView by panel id
    QJsonObject unknown;       ///< keys this version does not know

    [[nodiscard]] QByteArray toBytes(const QDir& folder) const;
    /// Code::BadSyntax with the place for anything that is not a workspace.
    [[nodiscard]] static core::Result<Workspace> fromBytes(const QByteArray& bytes, const QString& file);

    /// Writes a sibling and renames it.
    [[nodiscard]] core::Result<void> save(const QString& file) const;
    [[nodiscard]] static core::Result<Workspace> load(const QString& file);
};

} // namespace dumpscope::gui
