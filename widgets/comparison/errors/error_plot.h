// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/errors/error_series.h"

#include <QWidget>

#include <optional>

namespace dumpscope::gui {

class Plot;

/// Error over execution order (docs/window.md 4): verdict glyphs, what was inherited and what was added,
/// limits, scopes, the first divergence. Exact equality has a band of its own below the axis, what is not
/// finite one above it. Wheel zooms, drag pans, double click fits; Left and Right walk through the points.
class ErrorPlot : public QWidget {
    Q_OBJECT
public:
    explicit ErrorPlot(QWidget* parent = nullptr);

    void setSeries(std::shared_ptr<const ErrorSeries> series);
    [[nodiscard]] const ErrorSeries& series() const { return *m_series; }
    /// `place`: the rank and step that are drawn; empty where there is one of each.
    void setTitles(const QString& metric, const QString& divergence, const QString& place = {});
    /// Row of the pair table; ringed.
    void setCurrent(std::optional<std::uint32_t> row);
    void showColumns(bool on);
    void showBands(bool on);
    /// Tooltip of a point, asked for when it is needed.
    void setDescription(std::function<QString(std::uint32_t row)> describe)
    {
        m_describe = std::move(describe);
    }
    void fit();
    [[nodiscard]] QPixmap picture() const;
    /// Point within reach of a place in the widget.
    [[nodiscard]] std::optional<std::size_t> pointAt(const QPointF& place) const;
    [[nodiscard]] QPointF placeOf(std::size_t point) const;
    /// What pairs are called that a logarithmic axis has no place for, as their metric is zero.
    [[nodiscard]] QString zeroWord() const
    {
        return m_series->areZerosEqual ? tr("equal") : QStringLiteral("0");
    }

signals:
    void rowChosen(quint32 row);
    void rowOpened(quint32 row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void replot();
    friend class ErrorPlotItem;
    void applyTheme();
    void setRanges();
    [[nodiscard]] double pixelOf(const ErrorSeries::Point& point) const;

    Plot* m_plot;
    std::shared_ptr<const ErrorSeries> m_series = std::make_shared<const ErrorSeries>();
    std::function<QString(std::uint32_t)> m_describe;
    QString m_divergenceWords;
    std::optional<std::size_t> m_current;
    QPointF m_pressed;
    QRect m_ticksFor; ///< place of the axes
    bool m_hasColumns = true, m_hasBands = true;
};

} // namespace dumpscope::gui
