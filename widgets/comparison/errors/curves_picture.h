// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "compare/tables/curve_scale.h"
#include "compare/tables/run_curves.h"

#include <QCoreApplication>
#include <QPen>
#include <QRectF>
#include <QStringList>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace dumpscope::gui {

/// What `CurvesPlot` shows of its curves: where everything stands, and how it is drawn.
class CurvesPicture {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::CurvesPlot)
public:
    struct Content {
        std::shared_ptr<const core::RunCurves> curves = std::make_shared<const core::RunCurves>();
        QStringList names; ///< of the targets
        QString place;     ///< rank and step that are drawn; empty where there is one of each
        std::vector<core::CurveScale> scales; ///< by chart
    };
    /// `from` and `to`: places in sight.
    CurvesPicture(Content content, const QSizeF& size, double from, double to, const Theme& theme);

    void paint(QPainter& painter) const;
    [[nodiscard]] double xOf(double place) const;
    [[nodiscard]] std::optional<std::size_t> placeAt(const QPointF& point) const;
    [[nodiscard]] std::optional<std::size_t> chartAt(const QPointF& point) const;
    /// From the verdicts to the last chart.
    [[nodiscard]] QRectF area() const;
    /// Of a target, or golden.
    [[nodiscard]] QString nameOf(std::optional<std::size_t> target) const;

private:
    void layOut();
    [[nodiscard]] double yOf(std::size_t chart, double value) const;
    [[nodiscard]] QRectF edgeOf(std::size_t chart, bool isTop) const;
    [[nodiscard]] bool hasMarks(std::size_t chart, bool isTop) const;
    [[nodiscard]] QPen penOf(std::optional<std::size_t> target) const;
    [[nodiscard]] QString titleOf(std::size_t chart) const;
    [[nodiscard]] QString kindOf(std::size_t chart) const;
    void paintName(QPainter& painter, std::size_t chart) const;
    void paintVerdicts(QPainter& painter) const;
    void paintAxis(QPainter& painter, std::size_t chart) const;
    void paintPlaces(QPainter& painter) const;
    /// Position in the order of execution, of the place itself where that is not known.
    [[nodiscard]] std::uint32_t numberAt(std::size_t place) const;
    [[nodiscard]] std::vector<std::size_t> numberedPlaces(double width) const;
    void paintCurve(QPainter& painter, std::size_t chart, std::optional<std::size_t> target) const;
    void paintDense(
        QPainter& painter, std::size_t chart, const core::RunCurves::Curve& curve, double rim) const;
    void paintMarks(QPainter& painter, std::size_t chart, const core::RunCurves::Curve& curve) const;
    void paintLegend(QPainter& painter) const;

    Content m_content;
    QSizeF m_size;
    double m_from, m_to;
    const Theme* m_theme;
    std::vector<QRectF> m_charts; ///< where their numbers are
    std::vector<std::pair<bool, bool>>
        m_marked; ///< charts that need room for marks at the top, at the bottom
    QRectF m_verdicts, m_legend;
};

} // namespace dumpscope::gui
