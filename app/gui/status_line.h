// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

class QLabel;
class QStatusBar;
class QToolButton;

namespace dumpscope::gui {

struct Services;
class TaskStrip;

/// What the status bar says: the element under the mouse, the selected tensor, how many rows are shown and
/// selected, what is running, how many problems there are.
class StatusLine : public QObject {
    Q_OBJECT
public:
    /// What of the window is to be seen.
    struct Sight {
        bool isComparing = false;   ///< pairs are looked at, not tensors
        bool hasTensorRows = false; ///< tables of tensors are in front
    };
    StatusLine(QStatusBar& bar, Services& services, std::function<Sight()> sight);

    void update();
    /// A sentence for a few seconds, also to screen readers.
    void say(const QString& sentence);
    /// The list of what is running.
    void openTasks();

signals:
    void problemsRequested();

private:
    void updateTensor();
    void updateRows();
    void updateFirst();

    QStatusBar& m_bar;
    Services& m_services;
    std::function<Sight()> m_sight;
    QLabel *m_probe, *m_facts, *m_counts, *m_hidden;
    QToolButton *m_first, *m_problems;
    TaskStrip* m_tasks;
};

} // namespace dumpscope::gui
