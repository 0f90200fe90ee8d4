// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/source_view.h"

#include "common/fonts.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {
constexpr int kGlyph = 14;
} // namespace

/// Left: numbers and glyphs; right: counts.
class SourceMargin : public QWidget {
public:
    SourceMargin(SourceView& view, bool isLeft)
        : QWidget(&view)
        , m_view(view)
        , m_isLeft(isLeft)
    {
        setAttribute(Qt::WA_OpaquePaintEvent);
    }

    [[nodiscard]] int neededWidth() const
    {
        const QFontMetrics metrics(textFont());
        if (m_isLeft) {
            const int last
                = m_view.m_numbers.empty() ? m_view.document()->blockCount() : m_view.m_numbers.back();
            return kLarge + metrics.horizontalAdvance(QString::number(last)) + kMedium + scaled(kGlyph)
                + kMedium;
        }
        int most = 0;
        for (const auto& [line, mark] : m_view.m_marks)
            most = std::max(most, mark.operators);
        return most == 0 ? 0 : metrics.horizontalAdvance(groupedNumber(most)) + 2 * kLarge;
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const Theme& theme = Theme::of(this);
        QPainter painter(this);
        painter.fillRect(event->rect(), theme.color(m_isLeft ? Token::Alternate : Token::Base));
        painter.setFont(textFont());
        for (QTextBlock block = m_view.firstVisibleBlock(); block.isValid(); block = block.next()) {
            const QRectF place = m_view.blockBoundingGeometry(block).translated(m_view.contentOffset());
            if (place.top() > height())
                break;
            const QRectF row(0, place.top(), width(), place.height());
            const int number = m_view.numberOf(block);
            if (number == m_view.m_shown)
                painter.fillRect(row, theme.color(Token::Selection));
            paintRow(painter, row, number, theme);
        }
    }
    void mousePressEvent(QMouseEvent* event) override { m_view.chooseAt(event->position().y()); }
    bool event(QEvent* event) override
    {
        if (event->type() != QEvent::ToolTip)
            return QWidget::event(event);
        auto* const help = static_cast<QHelpEvent*>(event);
        const QTextBlock block = m_view.blockAt(help->pos().y());
        QToolTip::showText(
            help->globalPos(), block.isValid() ? m_view.words(m_view.numberOf(block)) : QString(), this);
        return true;
    }

private:
    [[nodiscard]] QFont textFont() const { return m_isLeft ? m_view.font() : secondaryFont(); }

    void paintRow(QPainter& painter, const QRectF& row, int number, const Theme& theme) const
    {
        const SourceMark& mark = m_view.markOf(number);
        painter.setPen(theme.color(number == m_view.m_shown ? Token::Text : Token::Secondary));
        if (!m_isLeft) {
            if (mark.operators > 0)
                painter.drawText(row.adjusted(0, 0, -kLarge, 0), Qt::AlignRight | Qt::AlignVCenter,
                    groupedNumber(mark.operators));
            return;
        }
        const int glyph = scaled(kGlyph);
        const QRectF place(row.right() - kMedium - glyph, row.center().y() - glyph / 2.0, glyph, glyph);
        painter.drawText(QRectF(0, row.top(), place.left() - kMedium, row.height()),
            Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
        if (mark.state != State::None)
            paintStateGlyph(painter, mark.state, place, theme);
    }

    SourceView& m_view;
    bool m_isLeft;
};

SourceView::SourceView(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_left(new SourceMargin(*this, true))
    , m_right(new SourceMargin(*this, false))
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(monospaceFont());
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect&, int) {
        m_left->update();
        m_right->update();
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this,
        [this] { setAccessibleDescription(words(numberOf(textCursor().block()))); });
    arrange();
}

void SourceView::setSource(const QString& text, std::vector<int> numbers)
{
    if (text == toPlainText() && numbers == m_numbers)
        return;
    m_numbers = std::move(numbers);
    m_shown = 0;
    setPlainText(text);
    arrange();
    highlight();
}

void SourceView::setMarks(std::map<int, SourceMark> marks)
{
    m_marks = std::move(marks);
    arrange();
    m_left->update();
    m_right->update();
    setAccessibleDescription(words(numberOf(textCursor().block())));
}

void SourceView::showLine(int number)
{
    m_shown = number;
    const auto at = std::ranges::lower_bound(m_numbers, number);
    const int row = m_numbers.empty() ? number - 1 : static_cast<int>(at - m_numbers.begin());
    const QTextBlock block = document()->findBlockByNumber(std::clamp(row, 0, blockCount() - 1));
    const bool isVisible
        = blockAt(blockBoundingGeometry(block).translated(contentOffset()).center().y()) == block
        && blockBoundingGeometry(block).translated(contentOffset()).bottom() <= viewport()->height();
    const int left = horizontalScrollBar()->value();
    setTextCursor(QTextCursor(block));
    horizontalScrollBar()->setValue(left);
    if (!isVisible)
        verticalScrollBar()->setValue(std::max(
            0, block.blockNumber() - viewport()->height() / std::max(1, fontMetrics().lineSpacing()) / 3));
    highlight();
}

QString SourceView::words(int number) const
{
    const SourceMark& mark = markOf(number);
    if (mark.operators == 0)
        return {};
    QStringList parts;
    if (mark.state != State::None)
        parts += stateWord(mark.state);
    parts += tr("%n operators", nullptr, mark.operators);
    parts += tr("%n tensors", nullptr, mark.tensors);
    return tr("Line %1: %2").arg(number).arg(parts.join(tr(", ")));
}

int SourceView::numberOf(const QTextBlock& block) const
{
    const auto row = static_cast<std::size_t>(std::max(0, block.blockNumber()));
    if (m_numbers.empty())
        return static_cast<int>(row) + 1;
    return row < m_numbers.size() ? m_numbers[row] : 0;
}

const SourceMark& SourceView::markOf(int number) const
{
    static const SourceMark kNothing;
    const auto found = m_marks.find(number);
    return found == m_marks.end() ? kNothing : found->second;
}

void SourceView::arrange()
{
    const int left = m_left->neededWidth(), right = m_right->neededWidth();
    setViewportMargins(left, 0, right, 0);
    const QRect inner = viewport()->geometry();
    m_left->setGeometry(inner.left() - left, inner.top(), left, inner.height());
    m_right->setGeometry(inner.right() + 1, inner.top(), right, inner.height());
}

void SourceView::highlight()
{
    QTextEdit::ExtraSelection mark;
    mark.cursor = textCursor();
    mark.cursor.clearSelection();
    mark.format.setBackground(Theme::of(this).color(Token::Selection));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    setExtraSelections(m_shown > 0 ? QList {mark} : QList<QTextEdit::ExtraSelection>());
    m_left->update();
    m_right->update();
}

void SourceView::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    arrange();
}

void SourceView::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        highlight();
    else if (event->type() == QEvent::FontChange)
        arrange();
}

void SourceView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        emit lineChosen(numberOf(textCursor().block()));
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void SourceView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    QPlainTextEdit::mousePressEvent(event);
}

void SourceView::mouseReleaseEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    const bool isClick = (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance();
    if (isClick && event->button() == Qt::LeftButton && !textCursor().hasSelection())
        chooseAt(event->position().y());
}

bool SourceView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QPlainTextEdit::viewportEvent(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const QTextBlock block = blockAt(help->pos().y());
    QToolTip::showText(help->globalPos(), block.isValid() ? words(numberOf(block)) : QString(), viewport());
    return true;
}

QTextBlock SourceView::blockAt(double y) const
{
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (y < place.top())
            break;
        if (y < place.bottom())
            return block;
    }
    return {};
}

void SourceView::chooseAt(double y)
{
    if (const QTextBlock block = blockAt(y); block.isValid())
        emit lineChosen(numberOf(block));
}

} // namespace dumpscope::gui
