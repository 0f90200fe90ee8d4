// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "graph/edge_stubs.h"
#include "graph/graph_picture.h"
#include "graph/node_colours.h"
#include "graph/shown_graph.h"

#include <QFont>
#include <QPainterPath>
#include <QRectF>

#include <optional>

class QPainter;

namespace dumpscope::gui {

inline constexpr double kPaleness = 0.28; ///< opacity of nodes and lines that are not followed

/// What of a graph is drawn at which size (docs/window.md 8.8).
enum class Detail : std::uint8_t { Blocks, Types, Names, Everything };
[[nodiscard]] Detail detailAt(double zoom);

/// Paints a picture of a graph, whole scopes that are out of sight left out. Lives for one painting.
class GraphPainter {
public:
    struct Look {
        double zoom = 1;
        bool hasEdgeValues = true;
        std::uint32_t current = core::ScopeTree::kNone; ///< place
        bool hasFocus = false;
        /// By place: what is followed; the rest is pale. Null: nothing is followed.
        const std::vector<bool>* followed = nullptr;
        NodeColours colours = NodeColours::Verdicts;
        const EdgeStubs* stubs = nullptr; ///< null: every edge is drawn whole
        const EdgeStub* stub = nullptr;   ///< of those the one that was stepped to
        bool isScrolled = false;          ///< titles of scopes stay in sight
    };
    GraphPainter(const ShownGraph& shown, const core::GraphPicture& picture, const Theme& theme, Look look);

    /// `painter` is in pixels of the picture at 100 % and scaled by `zoom`; `seen` in the same.
    void paint(QPainter& painter, const QRectF& seen);
    /// Blocks only, for the overview map.
    void paintBlocks(QPainter& painter, double scale);

    /// Where the title of an unfolded scope stands; above `top` are those of the scopes around.
    [[nodiscard]] QRectF headerOf(std::uint32_t place, const QRectF& seen, double top) const;
    /// The scope whose title was moved to `point` to stay in sight; kNone elsewhere.
    [[nodiscard]] std::uint32_t movedTitleAt(const QPointF& point, const QRectF& seen) const;
    /// Where labels of edges were painted.
    [[nodiscard]] const std::vector<QRectF>& labels() const { return m_labels; }

    [[nodiscard]] static QRectF rectOf(const core::GraphPicture::Place& place);
    /// "to relu1 +2".
    [[nodiscard]] static QString stubText(
        const ShownGraph& shown, const core::GraphPicture& picture, const EdgeStub& stub);
    /// "float32 [2,6]"; empty when it is not known.
    [[nodiscard]] static QString typeText(
        const core::Graph& graph, core::NodeId producer, std::uint32_t slot);

private:
    /// `top`: above it are titles of the scopes around.
    void paintLevel(QPainter& painter, std::uint32_t place, const QRectF& seen, double top);
    [[nodiscard]] std::uint32_t movedTitleIn(
        std::uint32_t place, const QPointF& point, const QRectF& seen, double top) const;
    /// What a title covers that was moved.
    [[nodiscard]] static QRectF titleBand(const core::GraphPicture::Place& place, const QRectF& header);
    void paintFrame(QPainter& painter, std::uint32_t place);
    void paintHeader(QPainter& painter, std::uint32_t place, QRectF header);
    [[nodiscard]] QColor frameFill(const core::GraphPicture::Place& place) const;
    [[nodiscard]] bool isOrder(const core::GraphPicture::Line& line) const;
    void paintPlace(QPainter& painter, std::uint32_t place);
    void paintBlock(QPainter& painter, std::uint32_t place);
    void paintNode(QPainter& painter, std::uint32_t place);
    void paintScope(QPainter& painter, std::uint32_t place);
    void paintBox(QPainter& painter, const QRectF& rect, double radius, const QColor& fill,
        const QColor& line, Qt::PenStyle style = Qt::SolidLine);
    void paintStrip(QPainter& painter, const QRectF& rect, double radius, const NodeMark& mark);
    /// Ink of what is written into a box.
    struct Inks {
        QColor first, second, note;
    };
    void paintTexts(QPainter& painter, const QRectF& room, const QString& first, const QString& second,
        const QString& note, const Inks& inks, double lessBelow = 0);
    /// The share of the total duration as a colour; none where it is not asked for or not known.
    [[nodiscard]] std::optional<QColor> heatOf(const core::ScopeTree::Item& item) const;
    [[nodiscard]] Inks inksOn(const std::optional<QColor>& heat, const QColor& note) const;
    /// What the operator does, as a quiet colour; that of the base where its type says nothing.
    [[nodiscard]] QColor categoryFill(const core::GraphNode& node) const;
    /// "12.5 µs", where nodes are coloured by it.
    [[nodiscard]] QString durationNote(const core::ScopeTree::Item& item) const;
    [[nodiscard]] QColor blockColor(const core::ScopeTree::Item& item) const;
    void paintLine(QPainter& painter, const core::GraphPicture::Line& line, const QRectF& seen);
    void paintLabels(QPainter& painter, const QRectF& seen);
    void paintStubs(QPainter& painter, const QRectF& seen);
    [[nodiscard]] bool hasStubs() const
    {
        return m_look.stubs && !m_look.followed && m_detail >= Detail::Names;
    }
    void paintArrow(QPainter& painter, const QPointF& end, QPointF along, const QColor& color);
    [[nodiscard]] QString labelOf(const core::GraphPicture::Line& line) const;
    [[nodiscard]] QColor colorOf(State state) const;
    [[nodiscard]] State stateOf(const core::ScopeTree::Item& item) const;
    [[nodiscard]] const NodeMark& markOf(core::NodeId node) const;
    [[nodiscard]] bool isPale(std::uint32_t place) const;
    [[nodiscard]] bool touchesCurrent(const core::GraphPicture::Line& line) const;

    const ShownGraph& m_shown;
    const core::GraphPicture& m_picture;
    const Theme& m_theme;
    Look m_look;
    Detail m_detail;
    QFont m_font, m_bold, m_small, m_mono;
    std::vector<const core::GraphPicture::Line*> m_labelled; ///< lines on screen
    std::vector<QRectF> m_taken, m_labels;                   ///< what labels keep off; those that are painted
};

} // namespace dumpscope::gui
