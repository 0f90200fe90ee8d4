// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "explore/column_plot.h"
#include "models/statistic_list_model.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace dumpscope::gui {

/// A column of the rows that a table of statistics shows, over execution order or step. A click chooses
/// the row.
class StatisticsPlot : public QWidget {
    Q_OBJECT
public:
    StatisticsPlot(TaskRunner& tasks, StatisticListModel& model, QWidget* parent = nullptr);

    [[nodiscard]] QString column() const;
    void setColumn(const QString& key);
    [[nodiscard]] bool isOverSteps() const;
    void setOverSteps(bool on);
    /// Draws again what the model shows now; nothing while hidden.
    void refresh();
    void setCurrent(std::int64_t source);
    [[nodiscard]] bool isSettled() const { return !m_request.task() || m_request.task()->isOver(); }

signals:
    void rowChosen(quint32 source);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void retranslate();
    void draw(ColumnPlot::Series series);

    TaskRunner& m_tasks;
    StatisticListModel& m_model;
    QComboBox *m_column, *m_order;
    QToolButton* m_logarithmic;
    QLabel* m_hint;
    ColumnPlot* m_plot;
    LatestOnly m_request;
    std::int64_t m_current = -1;
};

} // namespace dumpscope::gui
