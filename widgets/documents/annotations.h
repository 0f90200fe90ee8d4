// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"

#include <QDir>
#include <QJsonArray>

#include <utility>
#include <vector>

namespace dumpscope::gui {

/// Notes and bookmarks on tensors, by the path of the root and the contract id, so that they survive
/// a rescan and stay when the root is closed. GUI thread.
class Annotations : public QObject {
    Q_OBJECT
public:
    struct Item {
        QString root;   ///< absolute path
        QString tensor; ///< contract id
        QString note;   ///< empty: only a bookmark
        bool isBookmark = false;
    };
    using QObject::QObject;

    [[nodiscard]] const QList<Item>& items() const { return m_items; }
    [[nodiscard]] QString note(const TensorRef& tensor) const;
    /// Of all tensors of a root that are still there.
    [[nodiscard]] std::vector<std::pair<core::TensorId, QString>> notesOf(const OpenedRoot& root) const;
    [[nodiscard]] bool isBookmark(const TensorRef& tensor) const;
    /// An empty text removes the note.
    void setNote(const TensorRef& tensor, const QString& text);
    void toggleBookmark(const TensorRef& tensor);

    /// Paths relative to `folder` where they lie below it.
    [[nodiscard]] QJsonArray save(const QDir& folder) const;
    void load(const QJsonArray& items, const QDir& folder);

signals:
    void changed();

private:
    [[nodiscard]] const Item* find(const TensorRef& tensor) const;
    Item& obtain(const TensorRef& tensor);
    void dropEmpty();

    QList<Item> m_items;
};

/// `path` as a workspace in `folder` writes it: relative where that stays below or beside it.
[[nodiscard]] QString portablePath(const QString& path, const QDir& folder);

} // namespace dumpscope::gui
