// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "heatmap/colour_map.h"
#include "heatmap/value_scale.h"
#include "tensor/dtype.h"
#include "tensor/histogram.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace dumpscope::gui {

/// A histogram whose bars have the colours of their values, NaN and infinities apart at the right, and
/// two handles at the ends of the colour range.
class HistogramPlot : public QWidget {
    Q_OBJECT
public:
    explicit HistogramPlot(QWidget* parent = nullptr);

    /// Null while there is none.
    void setHistogram(std::shared_ptr<const core::Histogram> histogram, core::DType dtype);
    void setColours(const ColourMap& map, const ValueScale& scale);
    void setLogCount(bool log);
    /// A sentence instead of the histogram; empty: none.
    void setMessage(const QString& sentence);
    /// What is counted, below the axis.
    void setCaption(const QString& caption);

    /// What is shown, without handles, as large as the widget; in the colours of its palette.
    void paintBars(QPainter& painter) const;

    [[nodiscard]] QSize sizeHint() const override { return {360, 196}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 100}; }

signals:
    /// While a handle is dragged.
    void rangeDragged(double low, double high);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Layout {
        QRectF bars, apart;
    };
    [[nodiscard]] Layout layoutNow() const;
    [[nodiscard]] ValueScale axis() const;
    [[nodiscard]] double barHeight(std::uint64_t count, double room) const;
    [[nodiscard]] double handleX(bool high) const;
    [[nodiscard]] QString onlySentence() const;
    [[nodiscard]] bool paintSentence(QPainter& painter) const;
    void paintAxes(QPainter& painter, const Layout& layout) const;
    void paintBars(QPainter& painter, const Layout& layout) const;
    void paintApart(QPainter& painter, const Layout& layout) const;
    void paintHandles(QPainter& painter, const Layout& layout) const;

    std::shared_ptr<const core::Histogram> m_histogram;
    core::DType m_dtype = core::DType::Float64;
    const ColourMap* m_map;
    ValueScale m_scale;
    QString m_caption, m_message;
    bool m_isLog = true;
    std::uint64_t m_most = 1;      ///< largest count of a bar
    std::optional<bool> m_dragged; ///< the high handle?
};

} // namespace dumpscope::gui
