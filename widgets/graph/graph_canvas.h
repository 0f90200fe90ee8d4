// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/mark_legend.h"
#include "graph/node_colours.h"
#include "graph/overview_map.h"
#include "graph/picture_maker.h"
#include "graph/picture_view.h"
#include "graph/picture_walk.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace dumpscope::gui {

/// The graph as a picture that can be panned, zoomed, folded and walked through. Asks for a new layout
/// whenever something is folded or unfolded and keeps what was clicked where it is. GUI thread.
class GraphCanvas : public QWidget {
    Q_OBJECT
public:
    using Item = core::ScopeTree::Item;

    GraphCanvas(ShownGraph& shown, TaskRunner& tasks, std::shared_ptr<LevelLayouter> layouter,
        QWidget* parent = nullptr);

    /// Null until the first layout is there.
    [[nodiscard]] const std::shared_ptr<const core::GraphPicture>& picture() const { return m_picture; }
    [[nodiscard]] bool isLayingOut() const { return m_maker.isRunning(); }
    /// The view changes with the picture or the size; nobody moved it.
    [[nodiscard]] bool isAdapting() const { return m_isAdapting; }
    [[nodiscard]] PictureView& view() { return m_view; }
    [[nodiscard]] const PictureView& view() const { return m_view; }
    /// The view of the picture that is being laid out; of this one when none is.
    void showNext(const PictureView::Place& place);
    /// All of the picture that is being laid out; of this one when none is.
    void fitNext();
    /// What is chosen stays where it is, else the middle.
    void zoomBy(double factor);
    /// Scrolls as little as needed; what was out of sight comes to one third.
    void ensureVisible(const Item& item);
    /// Unfolded up to the item, in the picture that comes if need be.
    void ensureUnfoldedVisible(const Item& item);
    void setEdgeValues(bool on);
    [[nodiscard]] bool hasEdgeValues() const { return m_hasEdgeValues; }
    void setColours(NodeColours wanted);
    /// As wanted; verdicts instead of durations where the graph has none.
    [[nodiscard]] NodeColours colours() const;
    [[nodiscard]] bool wantsDurations() const { return m_colours == NodeColours::Durations; }
    void setMapVisible(bool on);
    [[nodiscard]] bool isMapVisible() const { return m_hasMap; }

    using Direction = FlowDirection;
    /// Everything the chosen node depends on, or that depends on it, stands out.
    void followFlow(Direction direction);
    [[nodiscard]] Direction followed() const { return m_direction; }

    /// Unfolds or folds the chosen scope; of a node the scope it is in.
    void toggleFold();
    /// Along an edge of what is chosen; false when there is none.
    bool walk(Direction direction);
    /// To what is beside it; the names of far edges come after what they belong to.
    void step(int by);
    /// Goes along the far edge that was stepped to, folds or unfolds a scope, opens a node.
    void openCurrent();

    [[nodiscard]] const ShownGraph& shown() const { return m_shown; }
    [[nodiscard]] MarkLegend& legend() { return m_legend; }
    /// The whole picture at 100 %; `painter` has its origin at the corner.
    void paintAll(QPainter& painter, const Theme& theme) const;
    [[nodiscard]] QSize wholeSize() const;

    // For screen readers: what is seen, in reading order.
    [[nodiscard]] const std::vector<std::uint32_t>& reading() const { return m_reading; }
    [[nodiscard]] QString spoken(std::uint32_t place) const;
    [[nodiscard]] QString spokenCurrent() const;
    [[nodiscard]] QRect screenRect(std::uint32_t place) const; ///< in the widget
    [[nodiscard]] std::uint32_t movedTitleUnder(const QPointF& position) const;
    [[nodiscard]] std::uint32_t placeUnder(const QPointF& position) const; ///< kNone beside everything
    [[nodiscard]] std::uint32_t currentPlace() const;
    /// Far edges end in these; a click on one goes to its other end.
    [[nodiscard]] const EdgeStubs& stubs() const { return m_stubs; }
    [[nodiscard]] const EdgeStub* stubUnder(const QPointF& position) const;
    /// The one that was stepped to; null: none, the chosen node itself.
    [[nodiscard]] const EdgeStub* currentStub() const;
    [[nodiscard]] QRect stubRect(const EdgeStub& stub) const; ///< in the widget

    [[nodiscard]] QSize sizeHint() const override { return {640, 480}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

signals:
    void viewChanged();   ///< zoom or place
    void legendChanged(); ///< other marks or colours, or none are shown
    void pictureChanged();
    void opened(quint32 node); ///< double click or Return
    void menuRequested(const QPoint& globalPos);
    void leftFocus(); ///< Escape with nothing followed

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void restart();
    void take(const std::shared_ptr<const core::GraphPicture>& picture);
    void updateFollowed();
    void announce();
    void showMarks();
    [[nodiscard]] QRectF mapRect() const; ///< empty: none is shown
    void moveByMap(const QPointF& position);
    void chooseAndShow(const Item& item);
    void ensureVisible(const QRectF& rect);
    [[nodiscard]] bool hasStubs() const;
    void stepToStub(std::optional<std::size_t> stub);

    ShownGraph& m_shown;
    PictureMaker m_maker;
    std::shared_ptr<const core::GraphPicture> m_picture;
    EdgeStubs m_stubs;
    std::optional<std::size_t> m_stub; ///< of m_stubs: stepped to
    std::vector<std::uint32_t> m_reading;

    PictureView m_view;
    bool m_isAdapting = false;
    bool m_isFresh = true;        ///< nothing of this graph was shown before
    std::optional<Item> m_anchor; ///< what must stay where it is
    std::optional<Item> m_wanted; ///< to be seen once it is laid out
    bool m_fitsNext = false;      ///< all of it is to be seen once it is laid out
    bool m_hasEdgeValues = true, m_hasMap = true;
    NodeColours m_colours = NodeColours::Verdicts;
    Direction m_direction = Direction::Nowhere;
    std::vector<bool> m_followed; ///< by place
    OverviewMap m_map;
    MarkLegend m_legend;

    enum class Drag : std::uint8_t { None, Press, Pan, Map };
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
};

} // namespace dumpscope::gui
