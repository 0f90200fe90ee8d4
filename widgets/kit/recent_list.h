// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"

#include <QDateTime>
#include <QListView>

class QStandardItemModel;

namespace dumpscope::gui {

/// Something that was open before.
struct RecentEntry {
    QStringList paths; ///< one, or target and golden
    QString facts;     ///< "73 fail, first at fc1-Dense/BiasAdd-op0"; may be empty
    State state = State::None;
    bool isReachable = true;
    QDateTime when;
};

/// What was open before, two lines each: what it was, and what came of it.
class RecentList : public QListView {
    Q_OBJECT
public:
    explicit RecentList(QWidget* parent = nullptr);

    /// Newest first; the first nine have the keys of the recent ones where `showsKeys`.
    void setEntries(const QList<RecentEntry>& entries, bool showsKeys = true);
    /// Only those with `text` in their paths, facts or verdict.
    void setFilter(const QString& text);

signals:
    /// By a click or a key.
    void chosen(const QStringList& paths);

private:
    void fill();

    QList<RecentEntry> m_entries;
    bool m_showsKeys = true;
    QString m_filter;
    QStandardItemModel* m_model;
};

} // namespace dumpscope::gui
