// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/mark_legend.h"

#include <QStringList>
#include <QWidget>

namespace dumpscope::gui {

class GraphCanvas;

/// What the marks and tints of the graphs above it mean, in as many lines as that takes; gone where there are
/// none.
class LegendBar : public QWidget {
    Q_OBJECT
public:
    /// The canvases outlive it.
    explicit LegendBar(QList<GraphCanvas*> canvases, QWidget* parent = nullptr);
    [[nodiscard]] const MarkLegend::Rows& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<core::OperatorCategory>& categories() const { return m_categories; }

    [[nodiscard]] int heightForWidth(int room) const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    /// Where each row stands, wrapped into the width.
    [[nodiscard]] std::vector<QRect> places(int room) const;

    QList<GraphCanvas*> m_canvases;
    MarkLegend::Rows m_rows;
    std::vector<core::OperatorCategory> m_categories;
    QStringList m_words; ///< of both
};

} // namespace dumpscope::gui
