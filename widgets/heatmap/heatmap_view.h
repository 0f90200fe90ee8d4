// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/due_timer.h"
#include "common/theme.h"
#include "heatmap/heatmap_frame.h"
#include "heatmap/plane_bands.h"
#include "heatmap/plane_renderer.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

namespace dumpscope::gui {

/// A plane as a picture: square cells that end on device pixels, axes, colour bar, crosshair, zoom.
/// Knows nothing of tensors; asks for finer tiles and for the texts of cells when they become visible.
class HeatmapView : public QWidget {
    Q_OBJECT
public:
    using Cell = std::pair<std::uint64_t, std::uint64_t>; ///< row, column
    /// Text of a cell in view; empty where it is not known (yet).
    using CellText = std::function<QString(std::uint64_t row, std::uint64_t column)>;

    explicit HeatmapView(QWidget* parent = nullptr);

    /// Null shows nothing. Zoom and place are kept while the size of the plane is the same.
    void setPlane(std::shared_ptr<const PlaneData> plane);
    void setDetail(std::shared_ptr<const PlaneTile> detail);
    void setColours(const ColourMap& map, const ValueScale& scale);
    void setAxisTitles(const QString& rows, const QString& columns);
    void setCellText(CellText text);
    /// What cells without an element of their own are called; "padding" unless it is set.
    void setPaddingWord(const QString& word) { m_paddingWord = word; }
    void setProbe(std::optional<Cell> cell, const QString& value);
    /// A thin ring around the cell that the mouse points at in another view.
    void setPointed(std::optional<Cell> cell);
    [[nodiscard]] const std::optional<Cell>& pointed() const { return m_pointed; }
    /// What rows or columns belong together; without bands there is no strip.
    void setBands(PlaneBands bands);
    [[nodiscard]] const PlaneBands& bands() const { return m_bands; }
    /// Small pictures beside something else have no axis titles.
    void setCompact(bool compact);

    [[nodiscard]] const std::shared_ptr<const PlaneData>& plane() const { return m_plane; }
    [[nodiscard]] std::optional<Cell> probe() const { return m_probe; }
    /// What a screen reader says of the probed cell.
    [[nodiscard]] QString spokenCell() const;
    /// The cells that are drawn in view: elements, or blocks of them where they share pixels.
    struct VisibleCells {
        std::uint64_t firstRow = 0, firstColumn = 0;   ///< elements
        std::uint64_t blockRows = 1, blockColumns = 1; ///< elements of a cell
        int rows = 0, columns = 0;                     ///< cells

        bool operator==(const VisibleCells&) const = default;
        [[nodiscard]] QString rowName(int row) const; ///< "row 20", "rows 16 to 23"
        [[nodiscard]] QString columnName(int column) const;
        /// Column and row of the cell an element lies in; (-1, -1) outside.
        [[nodiscard]] QPoint place(const Cell& element) const;
    };
    [[nodiscard]] VisibleCells visibleCells() const;
    /// "row 20, column 13, 1.0839844"
    [[nodiscard]] QString spokenCell(const VisibleCells& cells, int row, int column) const;
    [[nodiscard]] QRect cellPlace(const VisibleCells& cells, int row, int column) const;
    /// Column and row of the visible cell there; (-1, -1) beside the plane.
    [[nodiscard]] QPoint cellUnder(const QPoint& position) const;
    [[nodiscard]] core::PlaneWindow visibleWindow() const;
    /// Rectangle dragged with Shift or extended by keys.
    [[nodiscard]] const std::optional<core::PlaneWindow>& region() const { return m_region; }
    void setRegion(std::optional<core::PlaneWindow> region);

    /// What part of the plane is on screen, for views side by side; meaningful for widgets of one size.
    struct Viewport {
        bool isFitted = true;
        bool isFilled = false; ///< cells are as wide and as high as there is room, not square
        double stepX = 1, stepY = 1;
        QPointF offset;
    };
    [[nodiscard]] Viewport viewport() const { return {m_isFitted, m_isFilled, m_stepX, m_stepY, m_offset}; }
    void setViewport(const Viewport& viewport);

    void zoomBy(double factor);
    void zoomBy(double factor, const QPointF& around);
    void fit();
    /// All of the plane in all of the room: cells need not be square.
    void fill();
    void oneToOne();
    /// Scrolls as little as needed.
    void reveal(const Cell& cell);

    /// The whole widget with axes and colour bar; any size.
    void paint(QPainter& painter, const QSize& size, const Theme& theme, qreal devicePixelRatio);

    [[nodiscard]] QSize sizeHint() const override { return {480, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

signals:
    void probed(std::uint64_t row, std::uint64_t column);
    void moved(std::int64_t rows, std::int64_t columns);
    void hovered(std::uint64_t row, std::uint64_t column);
    void detailWanted(
        const dumpscope::core::PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns);
    void textsWanted(const dumpscope::core::PlaneWindow& window);
    void regionChanged();
    /// The user zoomed or moved the plane.
    void viewportMoved();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// Where things are in a picture of some size, in device-independent pixels.
    struct Layout {
        QRectF area;  ///< what the plane may use
        QRectF plane; ///< what of it shows cells
        QRectF bar;
    };
    [[nodiscard]] Layout layoutFor(const QSize& size) const;
    [[nodiscard]] double fittingStep(const QSizeF& area, bool vertical) const;
    [[nodiscard]] QPointF origin(const Layout& layout) const;
    [[nodiscard]] std::optional<Cell> cellAt(const QPointF& position) const;
    [[nodiscard]] QRectF cellRect(const Layout& layout, const Cell& cell) const;
    /// What is drawn of the window: the detail where it covers all of it.
    [[nodiscard]] const PlaneTile& tileFor(const core::PlaneWindow& seen) const;
    void clampOffset();
    void viewChanged();
    void askForMore();
    void announceProbe(bool moved);
    void extendRegion(std::int64_t rows, std::int64_t columns);

    void paintPlane(QPainter& painter, const Layout& layout, qreal devicePixelRatio);
    void paintCells(QPainter& painter, const Layout& layout);
    void paintCellTexts(QPainter& painter, const Layout& layout, const core::PlaneWindow& seen);
    void paintProbe(QPainter& painter, const Layout& layout, const Theme& theme);
    void paintCross(QPainter& painter, const Layout& layout, const QRectF& ring, const QPointF& middle,
        double opacity) const;
    void paintPointed(QPainter& painter, const Layout& layout);
    [[nodiscard]] HeatmapFrame frame(const Layout& layout) const;

    std::shared_ptr<const PlaneData> m_plane;
    std::shared_ptr<const PlaneTile> m_detail;
    PlaneColours m_colours;
    QString m_rowTitle, m_columnTitle, m_probeValue;
    CellText m_cellText;
    QString m_paddingWord;
    PlaneBands m_bands;
    std::optional<Cell> m_probe, m_pointed;
    std::optional<core::PlaneWindow> m_region;
    bool m_isFitted = true, m_isFilled = false, m_isCompact = false;
    double m_stepX = 1, m_stepY = 1; ///< pixels per element
    QPointF m_offset;                ///< of element (0, 0) in the area, when not fitted
    DueTimer m_asking;

    QImage m_image; ///< of the plane as painted last
    PlaneMapping m_imageMapping;
    bool m_imageIsStale = true;

    enum class Drag : std::uint8_t { None, Press, Pan, Region };
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    std::optional<Cell> m_regionFrom;
};

} // namespace dumpscope::gui
