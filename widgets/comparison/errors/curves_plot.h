// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/errors/curves_picture.h"

#include <QPixmap>
#include <QWidget>

#include <memory>
#include <optional>

namespace dumpscope::gui {

/// A small chart per statistic or metric below each other, with a line per target and one of golden, over the
/// same order of execution. Above them a row of verdict marks per target. Wheel zooms, drag pans, double
/// click fits; a click chooses, Left and Right walk through the tensors.
class CurvesPlot : public QWidget {
    Q_OBJECT
public:
    explicit CurvesPlot(QWidget* parent = nullptr);

    /// `names` of the targets; `place` says what rank and step are drawn, empty where there is one of each.
    void setCurves(std::shared_ptr<const core::RunCurves> curves, QStringList names, const QString& place);
    [[nodiscard]] const core::RunCurves& curves() const { return *m_content.curves; }
    void setLogarithmic(bool on);
    [[nodiscard]] const core::CurveScale& scale(std::size_t chart) const { return m_content.scales[chart]; }
    void setCurrent(std::optional<std::size_t> place);
    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }
    void fit();
    [[nodiscard]] const CurvesPicture& picture() const { return m_picture; }
    /// The operator, then what every run has there: of the chart, verdicts where it is none.
    /// In the tip long names are cut in their middle.
    [[nodiscard]] QString describe(
        std::size_t place, std::optional<std::size_t> chart, bool isTip = false) const;

signals:
    void placeChosen(quint32 place);
    void placeOpened(quint32 place);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Everything but the cross-hair has to be drawn again.
    void redraw();
    void setRange(double from, double to);

    CurvesPicture::Content m_content;
    double m_from = -0.5, m_to = 0.5; ///< places in sight
    CurvesPicture m_picture;
    QPixmap m_pixmap; ///< of the picture; null: to be drawn
    std::optional<std::size_t> m_current, m_hovered;
    QPointF m_pressed;
    double m_pressedFrom = 0;
    bool m_isLogarithmic = true, m_isDragging = false;
};

} // namespace dumpscope::gui
