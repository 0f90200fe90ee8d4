// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparison_document.h"
#include "difference/opened_pair.h"

#include <QPointer>
#include <QWidget>

class QLabel;

namespace dumpscope::gui {

class HeatmapView;

/// Target minus golden of one pair as a small picture: the plane of the element that is farthest off,
/// symmetric about zero. GUI thread; reads in tasks, the newest wins.
class DifferenceMap : public QWidget {
    Q_OBJECT
public:
    DifferenceMap(TaskRunner& tasks, QWidget* parent = nullptr);

    /// Row of the comparison's table; null or a row that is not there shows nothing and hides.
    void showPair(ComparisonDocument* comparison, std::optional<std::size_t> row, const QString& port);
    [[nodiscard]] bool isSettled() const { return !m_reading.task() || m_reading.task()->isOver(); }
    [[nodiscard]] HeatmapView* view() const { return m_view; }

signals:
    void opened(); ///< double click: show it large

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void take(std::shared_ptr<const PlaneData> plane, const QString& note);
    void colour();

    TaskRunner& m_tasks;
    QLabel *m_title, *m_note;
    HeatmapView* m_view;
    QPointer<ComparisonDocument> m_comparison;
    TensorRef m_target, m_golden;
    LatestOnly m_reading;
};

} // namespace dumpscope::gui
