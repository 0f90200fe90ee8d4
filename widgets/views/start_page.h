// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"

#include <QDateTime>
#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace dumpscope::gui {

class ActionRegistry;
class DropArea;
class ActionCard;

/// Something that was open before.
struct RecentEntry {
    QStringList paths; ///< one, or target and golden
    QString facts;     ///< "73 fail, first at fc1-Dense/BiasAdd-op0"; may be empty
    State state = State::None;
    bool isReachable = true;
    QDateTime when;
};

/// What the window shows while nothing is open.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(ActionRegistry& actions, QWidget* parent = nullptr);
    /// Newest first.
    void setRecent(const QList<RecentEntry>& entries);

signals:
    void openRequested(const QStringList& paths);
    /// Target first.
    void compareRequested(const QStringList& paths);
    void sampleRequested();
    /// "workflow", "metrics", "formats", "filter", "command-line"
    void helpRequested(const QString& topic);

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* createHead();
    [[nodiscard]] QWidget* createCards();
    [[nodiscard]] QWidget* createRecent();
    [[nodiscard]] QWidget* createSide();
    void retranslate();
    void showKeys();
    void filterRecent();
    void openRecent(const QModelIndex& index);

    ActionRegistry& m_actions;
    QList<RecentEntry> m_recent;
    DropArea* m_drop;
    QLabel *m_name, *m_purpose, *m_recentTitle, *m_recentEmpty, *m_keysTitle, *m_learnTitle;
    QList<ActionCard*> m_cards;
    QLineEdit* m_filter;
    QListView* m_list;
    QStandardItemModel* m_model;
    QList<QPair<QLabel*, QLabel*>> m_keys;
    QList<QLabel*> m_links;
};

} // namespace dumpscope::gui
