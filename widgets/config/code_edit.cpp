// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/code_edit.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>

namespace dumpscope::gui {

/// Line numbers left of the text; those of lines with a mark are in its colour.
class CodeEdit::Margin : public QWidget {
public:
    explicit Margin(CodeEdit* edit)
        : QWidget(edit)
        , m_edit(edit)
    {
    }

protected:
    void paintEvent(QPaintEvent* event) override { m_edit->paintMargin(event); }

private:
    CodeEdit* m_edit;
};

class CodeEdit::Highlighter : public QSyntaxHighlighter {
public:
    Highlighter(CodeEdit* edit)
        : QSyntaxHighlighter(edit->document())
        , m_edit(edit)
    {
    }
    void setLanguage(Language language)
    {
        m_language = language;
        rehighlight();
    }

protected:
    void highlightBlock(const QString& text) override
    {
        static const QRegularExpression kWords(QStringLiteral(
            R"re((?<text>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)(?<colon>\s*:)?|(?<note>#.*)|(?<number>-?\b\d[\w.]*)|(?<word>\b(?:true|false|null|True|False|None)\b))re"));
        const Theme& theme = Theme::of(m_edit);
        auto matches = kWords.globalMatch(text);
        while (matches.hasNext()) {
            const auto match = matches.next();
            const auto paint = [&](const char* group, Token token) {
                if (const QString name = QString::fromLatin1(group); match.capturedStart(name) >= 0)
                    setFormat(static_cast<int>(match.capturedStart(name)),
                        static_cast<int>(match.capturedLength(name)), theme.color(token));
            };
            const bool isKey
                = m_language == Language::Json && match.capturedLength(QStringLiteral("colon")) > 0;
            paint("text", isKey ? Token::Accent : Token::Pass);
            paint("number", Token::Target);
            paint("word", Token::Target);
            if (m_language == Language::Python)
                paint("note", Token::Dim);
        }
    }

private:
    CodeEdit* m_edit;
    Language m_language = Language::Json;
};

CodeEdit::CodeEdit(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_margin(new Margin(this))
    , m_highlighter(new Highlighter(this))
{
    setFont(monospaceFont());
    setLineWrapMode(NoWrap);
    setFrameShape(NoFrame);
    setTabChangesFocus(true); // the keyboard gets out again; indents are blanks
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEdit::layOut);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        if (dy != 0)
            m_margin->scroll(0, dy);
        else
            m_margin->update(0, rect.y(), m_margin->width(), rect.height());
    });
    layOut();
}

void CodeEdit::setLanguage(Language language)
{
    m_highlighter->setLanguage(language);
}

void CodeEdit::replaceText(const QString& text)
{
    const QString before = toPlainText();
    if (before == text)
        return;
    const auto same = [](auto a, auto aEnd, auto b, auto bEnd) {
        return static_cast<int>(std::mismatch(a, aEnd, b, bEnd).first - a);
    };
    const int head = same(before.begin(), before.end(), text.begin(), text.end());
    const int most = static_cast<int>(std::min(before.size(), text.size())) - head;
    const int tail = std::min(most, same(before.rbegin(), before.rend(), text.rbegin(), text.rend()));
    QTextCursor cursor(document());
    cursor.setPosition(head);
    cursor.setPosition(static_cast<int>(before.size()) - tail, QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(head, text.size() - head - tail));
}

void CodeEdit::setMarks(std::vector<Mark> marks)
{
    m_marks = std::move(marks);
    underline();
    m_margin->update();
}

QTextCursor CodeEdit::cursorAt(int line, int column) const
{
    const QTextBlock block = document()->findBlockByNumber(std::max(0, line - 1));
    QTextCursor cursor(block.isValid() ? block : document()->lastBlock());
    const QByteArray bytes = cursor.block().text().toUtf8();
    const auto before = QString::fromUtf8(bytes.left(std::max(0, column - 1))).size();
    cursor.setPosition(cursor.block().position() + static_cast<int>(before));
    return cursor;
}

void CodeEdit::goTo(int line, int column)
{
    setTextCursor(cursorAt(line, column));
    centerCursor();
    setFocus(Qt::OtherFocusReason);
}

void CodeEdit::underline()
{
    const Theme& theme = Theme::of(this);
    QList<QTextEdit::ExtraSelection> selections;
    for (const Mark& mark : m_marks) {
        if (mark.line <= 0 || mark.severity == core::Severity::Hint)
            continue;
        QTextEdit::ExtraSelection selection;
        selection.cursor = cursorAt(mark.line, mark.column);
        const QString rest = selection.cursor.block().text().mid(selection.cursor.positionInBlock());
        static const QRegularExpression kValue(
            QStringLiteral(R"re(^(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,\]})]+|.))re"));
        const auto length = static_cast<int>(std::max<qsizetype>(kValue.match(rest).capturedLength(), 1));
        if (rest.isEmpty()) // behind the end: the line itself
            selection.cursor.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
        else
            selection.cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor, length);
        selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        selection.format.setUnderlineColor(
            theme.color(mark.severity == core::Severity::Error ? Token::Fail : Token::Warn));
        selections.append(selection);
    }
    setExtraSelections(selections);
}

QString CodeEdit::tipAt(const QTextCursor& cursor) const
{
    QStringList tips;
    for (const Mark& mark : m_marks) {
        if (mark.line == cursor.blockNumber() + 1)
            tips.append(mark.tip);
    }
    return tips.join(QLatin1Char('\n'));
}

bool CodeEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        const QString tip = tipAt(cursorForPosition(viewport()->mapFromGlobal(help->globalPos())));
        if (tip.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), tip, this);
        return true;
    }
    return QPlainTextEdit::event(event);
}

void CodeEdit::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_highlighter->rehighlight();
        underline();
    } else if (event->type() == QEvent::FontChange) {
        layOut();
    }
}

/// A new line begins below the last one.
void CodeEdit::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        && event->modifiers() == Qt::NoModifier) {
        static const QRegularExpression kIndent(QStringLiteral("^[ ]*"));
        const QString line = textCursor().block().text().left(textCursor().positionInBlock());
        QString indent = kIndent.match(line).captured();
        if (line.endsWith(QLatin1Char('{')) || line.endsWith(QLatin1Char('['))
            || line.endsWith(QLatin1Char('(')))
            indent += QStringLiteral("  ");
        textCursor().insertText(QLatin1Char('\n') + indent);
        ensureCursorVisible();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void CodeEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    layOut();
}

int CodeEdit::marginWidth() const
{
    const auto digits = QString::number(std::max(10, blockCount())).size();
    return fontMetrics().horizontalAdvance(QString(digits, QLatin1Char('9'))) + 2 * kMedium;
}

void CodeEdit::layOut()
{
    setViewportMargins(marginWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_margin->setGeometry(inside.left(), inside.top(), marginWidth(), inside.height());
}

void CodeEdit::paintMargin(QPaintEvent* event)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(m_margin);
    painter.fillRect(event->rect(), theme.color(Token::Alternate));
    painter.setFont(font());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > event->rect().bottom())
            break;
        Token colour = Token::Dim;
        for (const Mark& mark : m_marks) {
            if (mark.line == block.blockNumber() + 1 && mark.severity != core::Severity::Hint
                && colour != Token::Fail)
                colour = mark.severity == core::Severity::Error ? Token::Fail : Token::Warn;
        }
        painter.setPen(theme.color(colour));
        painter.drawText(QRectF(0, place.top(), m_margin->width() - kMedium, fontMetrics().height()),
            Qt::AlignRight | Qt::AlignVCenter, QString::number(block.blockNumber() + 1));
    }
}

} // namespace dumpscope::gui
