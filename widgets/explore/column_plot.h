// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCPAbstractItem;
class QCPGraph;

namespace dumpscope::gui {

class Plot;

/// One number per row of a table over the order of the rows. The line breaks at rows without a finite
/// number; those with NaN or infinities are hatched. A click chooses the row.
class ColumnPlot : public QWidget {
    Q_OBJECT
public:
    struct Point {
        std::uint32_t source = 0;
        double x = 0;
        double y = 0;                       ///< NaN: nothing is drawn
        std::optional<NonFinite> nonFinite; ///< hatched instead
    };
    struct Series {
        QString name;                    ///< axis title
        QString order;                   ///< of the x axis
        std::vector<Point> points;       ///< x ascending
        std::optional<std::size_t> born; ///< point where NaN or infinities are born
        QString bornWords;
    };
    explicit ColumnPlot(QWidget* parent = nullptr);

    void setSeries(Series series);
    [[nodiscard]] const Series& series() const { return m_series; }
    void setLogarithmic(bool on);
    [[nodiscard]] bool isLogarithmic() const { return m_isLogarithmic; }
    /// Whether a logarithmic axis shows more: no value below zero, several decades. Zeros are gaps there.
    [[nodiscard]] bool suggestsLogarithmic() const;
    void setCurrent(std::optional<std::uint32_t> source);

signals:
    void rowChosen(quint32 source);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    friend class PlotMarks;
    void applyTheme();
    void rescale();
    [[nodiscard]] std::optional<std::size_t> nearest(double x) const;

    Plot* m_plot;
    QCPGraph* m_graph;
    Series m_series;
    std::optional<std::size_t> m_current;
    bool m_isLogarithmic = false;
};

} // namespace dumpscope::gui
