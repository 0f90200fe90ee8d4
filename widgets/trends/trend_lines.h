// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/value_scale.h"
#include "trend/trend_figures.h"

#include <QPointF>
#include <QWidget>

#include <optional>
#include <vector>

namespace dumpscope::gui {

/// One figure of one row over the steps: a line a rank, and the same row of other runs dashed. NaN and
/// infinities are marks at the upper edge. A click chooses a step.
class TrendLines : public QWidget {
    Q_OBJECT
public:
    struct Point {
        double step = 0, value = 0; ///< the value may be NaN or infinite
    };
    struct Line {
        QString name;
        std::vector<Point> points = {}; ///< by ascending step
        bool isOther = false;           ///< of another run
        bool isChosen = false;
    };
    struct Content {
        QString title; ///< of the row and figure
        std::vector<Line> lines = {};
        ScaleKind scale = ScaleKind::Linear;
        std::optional<double> step = {}; ///< that is chosen
    };
    explicit TrendLines(QWidget* parent);
    void setContent(Content content);
    [[nodiscard]] const Content& content() const { return m_content; }
    /// What stands there while there is no line.
    [[nodiscard]] static QString emptyText();

signals:
    void stepChosen(double step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QRectF room() const;
    /// As wide as the numbers of the scale.
    void measureScale();
    [[nodiscard]] std::vector<ValueScale::Tick> ticks() const;
    [[nodiscard]] double xOf(double step) const;
    [[nodiscard]] double yOf(double value) const;
    void paintAxes(QPainter& painter) const;
    void paintLine(QPainter& painter, const Line& line) const;
    void paintNames(QPainter& painter) const;
    [[nodiscard]] QColor colourOf(const Line& line) const;

    Content m_content;
    ValueScale m_scale;
    double m_first = 0, m_last = 1; ///< steps
    int m_scaleWidth = 0;
    bool m_hasNumbers = false;
};

/// The lines of a row of a cube, one a rank.
[[nodiscard]] std::vector<TrendLines::Line> trendLinesOf(const core::TrendCube& cube,
    const core::TrendColumn& figure, std::size_t row, std::optional<std::size_t> chosenRank,
    const QString& run);

} // namespace dumpscope::gui
