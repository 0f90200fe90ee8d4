// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/neighbourhood_view.h"

#include "common/fonts.h"
#include "common/name_elision.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QAbstractButton>
#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kLeastWidth = 132, kMostWidth = 220;
constexpr qreal kNodeRadius = 5;

/// An operator or parameter: glyph, name, and below where it is and what is wrong with it.
class NodeCard : public QAbstractButton {
public:
    NodeCard(Neighbourhood::Part part, bool isCentre, QWidget* parent)
        : QAbstractButton(parent)
        , m_part(std::move(part))
        , m_isCentre(isCentre)
    {
        setText(m_part.name);
        setAccessibleName(QStringList {m_part.name, m_part.place, m_part.word, m_part.note, m_part.type}.join(
            QStringLiteral(", ")));
        setToolTip(QStringList {m_part.path, m_part.type, m_part.word, m_part.note}
                       .filter(QRegularExpression(QStringLiteral(".")))
                       .join(QLatin1Char('\n')));
        setCursor(m_part.tensor.isValid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
    [[nodiscard]] const Neighbourhood::Part& part() const { return m_part; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = Theme::of(this);
        const bool isOwn = isOwnFailure(m_part.state);
        const bool isAccent = m_isCentre || hasFocus();
        const qreal line = m_isCentre ? 2.4 : isAccent ? 2 : 1;
        painter.setPen(QPen(theme.color(isAccent ? Token::Accent : Token::AxisLine), line));
        painter.setBrush(theme.color(isOwn ? Token::FailFill : underMouse() ? Token::Hover : Token::Base));
        painter.drawRoundedRect(
            QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), kNodeRadius, kNodeRadius);
        const int side = scaled(16);
        int left = kLarge;
        if (m_part.state != State::None) {
            paintStateGlyph(painter, m_part.state, QRectF(left, (height() - side) / 2.0, side, side), theme);
            left += side + kMedium;
        }
        const QRect room = rect().adjusted(left, kSmall, -kLarge, -kSmall);
        QFont bold = font();
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(theme.color(Token::Text));
        painter.drawText(
            room, Qt::AlignTop | Qt::AlignLeft, elidedName(m_part.name, QFontMetrics(bold), room.width()));
        painter.setFont(secondaryFont());
        painter.setPen(theme.color(Token::Secondary));
        painter.drawText(room, Qt::AlignBottom | Qt::AlignLeft, secondLine(room.width()));
    }

private:
    /// As much as fits; the number before all else.
    [[nodiscard]] QString secondLine(int width) const
    {
        const QFontMetrics metrics(secondaryFont());
        const auto joined = [](QStringList texts) {
            texts.removeAll(QString());
            return texts.join(QStringLiteral(" · "));
        };
        const QString all = joined({m_part.place, m_part.word, m_part.note});
        if (metrics.horizontalAdvance(all) <= width)
            return all;
        const QString said = joined({m_part.word, m_part.note});
        const QString text = said.isEmpty() ? m_part.place : said;
        return metrics.horizontalAdvance(text) <= width || m_part.note.isEmpty()
            ? cutName(text, metrics, width)
            : m_part.note;
    }

    Neighbourhood::Part m_part;
    bool m_isCentre;
};

/// Of the tensor between a card and the chosen one.
Token inkOf(const Neighbourhood::Part& part, Token whereNothingFails)
{
    return part.isBad() ? stateToken(part.between) : whereNothingFails;
}

} // namespace

/// The cards in rows, and the edges behind them.
class NeighbourhoodView::Canvas : public QWidget {
public:
    explicit Canvas(NeighbourhoodView* view)
        : QWidget(view)
        , m_view(view)
    {
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
    }

    void show(Neighbourhood around)
    {
        m_around = std::move(around);
        for (NodeCard* card : m_inputs + m_outputs + QList<NodeCard*> {m_centre}) {
            if (card)
                card->deleteLater(); // it may be the one that was clicked
            if (card)
                card->hide();
        }
        m_inputs.clear();
        m_outputs.clear();
        for (const Neighbourhood::Part& part : m_around.inputs)
            m_inputs.append(card(part, false));
        m_centre = card(m_around.centre, true);
        for (const Neighbourhood::Part& part : m_around.outputs)
            m_outputs.append(card(part, false));
        arrange(m_view->viewport()->width());
        m_view->ensureWidgetVisible(m_centre, 0, m_view->viewport()->height() / 2);
    }

    void arrange(int width)
    {
        if (!m_centre)
            return;
        const QFontMetrics small(secondaryFont());
        m_cardHeight = QFontMetrics(font()).height() + small.height() + 2 * kSmall + kTiny;
        m_labelHeight = QFontMetrics(monospaceFont(secondaryFont())).height();
        m_columns = std::max(1, (width - kLarge) / (scaled(kLeastWidth) + kLarge));
        m_cardWidth = std::min(scaled(kMostWidth), (width - kLarge) / m_columns - kLarge);
        const int gap = m_labelHeight + kHuge;
        int y = kVast + (m_around.moreInputs > 0 ? m_labelHeight : 0);
        y = placeRows(m_inputs, y, width, true);
        if (!m_inputs.isEmpty())
            y += gap - kLarge;
        const int centre = std::max(m_cardWidth, std::min(scaled(kMostWidth), width - 2 * kLarge));
        m_centre->setGeometry((width - centre) / 2, y, centre, m_cardHeight);
        y += m_cardHeight;
        if (!m_outputs.isEmpty())
            y = placeRows(m_outputs, y + gap - kLarge, width, false);
        y += kVast + (m_around.moreOutputs > 0 ? m_labelHeight : 0);
        const int spare = std::max(0, m_view->viewport()->height() - y) / 2;
        for (NodeCard* card : m_inputs + m_outputs + QList<NodeCard*> {m_centre})
            card->move(card->x(), card->y() + spare);
        setFixedHeight(y + 2 * spare);
        setFixedWidth(width);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (!m_centre)
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const int reach = m_cardHeight + m_labelHeight + kHuge + kLarge;
        for (const NodeCard* card : m_inputs) {
            if (m_centre->y() - card->y() > reach)
                paintAround(painter, *card, true);
            else
                paintEdge(painter, *card, *m_centre, card->part());
        }
        for (const NodeCard* card : m_outputs) {
            if (card->y() - m_centre->y() > reach)
                paintAround(painter, *card, false);
            else
                paintEdge(painter, *m_centre, *card, card->part());
        }
        for (const NodeCard* card : m_inputs)
            paintLabel(painter, *card, card->geometry().bottom() + kTiny);
        for (const NodeCard* card : m_outputs)
            paintLabel(painter, *card, card->y() - m_labelHeight - kMedium);
        painter.setFont(secondaryFont());
        painter.setPen(Theme::of(this).color(Token::Secondary));
        const auto more = [&](std::size_t count, int y) {
            if (count > 0)
                painter.drawText(QRect(0, y, width(), m_labelHeight), Qt::AlignCenter,
                    NeighbourhoodView::tr("and %1 more").arg(groupedNumber(static_cast<qint64>(count))));
        };
        more(m_around.moreInputs, kSmall);
        more(m_around.moreOutputs, height() - m_labelHeight - kSmall);
    }
    void mouseDoubleClickEvent(QMouseEvent*) override { emit m_view->opened(); }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::MouseButtonDblClick) {
            emit m_view->opened();
            return true;
        }
        return QWidget::eventFilter(watched, event);
    }

private:
    NodeCard* card(const Neighbourhood::Part& part, bool isCentre)
    {
        auto* const made = new NodeCard(part, isCentre, this);
        made->installEventFilter(this);
        connect(made, &QAbstractButton::clicked, m_view, [this, tensor = part.tensor] {
            if (tensor.isValid())
                emit m_view->chosen(tensor);
        });
        made->show();
        return made;
    }

    /// The nearest row to the chosen one is the full one.
    int placeRows(const QList<NodeCard*>& cards, int y, int width, bool isAbove) const
    {
        const auto count = static_cast<int>(cards.size());
        const int rest = count % m_columns;
        for (int first = 0; first < count;) {
            const bool isShort = rest != 0 && (isAbove ? first == 0 : count - first <= rest);
            const int inRow = isShort ? rest : m_columns;
            int x = (width - inRow * m_cardWidth - (inRow - 1) * kLarge) / 2;
            for (int i = first; i < first + inRow; ++i, x += m_cardWidth + kLarge)
                cards[i]->setGeometry(x, y, m_cardWidth, m_cardHeight);
            first += inRow;
            y += m_cardHeight + m_labelHeight + kLarge;
        }
        return count == 0 ? y : y - m_labelHeight - kLarge + kLarge;
    }

    void paintEdge(
        QPainter& painter, const QWidget& from, const QWidget& to, const Neighbourhood::Part& part) const
    {
        const QColor colour = Theme::of(this).color(inkOf(part, Token::AxisLine));
        const QPointF start(from.geometry().center().x() + 0.5, from.geometry().bottom() + 1);
        const QPointF end(to.geometry().center().x() + 0.5, to.y());
        const QPointF bend(0, (end.y() - start.y()) / 2);
        constexpr qreal kArrow = 6;
        QPainterPath path(start);
        path.cubicTo(start + bend, end - bend, end - QPointF(0, kArrow));
        painter.setPen(QPen(colour, part.isBad() ? 2 : 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(
            QPolygonF {{end, end + QPointF(-kArrow / 2, -kArrow), end + QPointF(kArrow / 2, -kArrow)}});
    }

    /// From and to rows farther away along the border, so that nothing seems to go through what is between.
    void paintAround(QPainter& painter, const NodeCard& card, bool isInput) const
    {
        const QColor colour = Theme::of(this).color(inkOf(card.part(), Token::AxisLine));
        const bool isLeft = card.geometry().center().x() <= width() / 2;
        const auto sideOf = [isLeft](const QWidget& box) {
            return QPointF(isLeft ? box.x() : box.geometry().right() + 1, box.geometry().center().y() + 0.5);
        };
        const double border = isLeft ? kTiny + 0.5 : width() - kTiny - 0.5;
        const QPointF far = sideOf(card), near = sideOf(*m_centre), end = isInput ? near : far;
        painter.setPen(QPen(colour, card.part().isBad() ? 2 : 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF {{far, {border, far.y()}, {border, near.y()}, near}});
        constexpr qreal kArrow = 6;
        const qreal back = isLeft ? -kArrow : kArrow;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(
            QPolygonF {{end, end + QPointF(back, -kArrow / 2), end + QPointF(back, kArrow / 2)}});
    }

    /// The tensor between; all of it or nothing.
    void paintLabel(QPainter& painter, const NodeCard& card, int y) const
    {
        painter.setFont(monospaceFont(secondaryFont()));
        const int needed = painter.fontMetrics().horizontalAdvance(card.part().type) + 2 * kTiny;
        if (card.part().type.isEmpty() || needed > card.width())
            return;
        const Theme& theme = Theme::of(this);
        QRect place(0, y, needed, m_labelHeight);
        place.moveCenter({card.geometry().center().x(), place.center().y()});
        painter.fillRect(place, theme.color(Token::Base));
        painter.setPen(theme.color(inkOf(card.part(), Token::Secondary)));
        painter.drawText(place, Qt::AlignCenter, card.part().type);
    }

    NeighbourhoodView* m_view;
    Neighbourhood m_around;
    QList<NodeCard*> m_inputs, m_outputs;
    NodeCard* m_centre = nullptr;
    int m_columns = 1, m_cardWidth = 0, m_cardHeight = 0, m_labelHeight = 0;
};

NeighbourhoodView::NeighbourhoodView(QWidget* parent)
    : QScrollArea(parent)
    , m_canvas(new Canvas(this))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(m_canvas);
    setBackgroundRole(QPalette::Base);
    viewport()->setBackgroundRole(QPalette::Base);
}

void NeighbourhoodView::setNeighbourhood(Neighbourhood around)
{
    m_canvas->show(std::move(around));
}

void NeighbourhoodView::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    m_canvas->arrange(viewport()->width());
}

void NeighbourhoodView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        m_canvas->arrange(viewport()->width());
}

} // namespace dumpscope::gui
