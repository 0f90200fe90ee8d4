// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/sentence_list.h"

#include "common/fonts.h"
#include "common/icons.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "kit/wrapped_label.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr auto kSelectable = Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard
    | Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard;

/// The glyph of a state, or a small i.
class Mark : public QWidget {
public:
    Mark(State state, QWidget* parent)
        : QWidget(parent)
        , m_state(state)
    {
        setFixedSize(scaled(14), scaled(18));
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const int side = scaled(13);
        const QRect place(0, (height() - side) / 2, side, side);
        if (m_state == State::None)
            icon("info", Token::Accent).paint(&painter, place);
        else
            paintStateGlyph(painter, m_state, place, Theme::of(this));
    }

private:
    State m_state;
};

} // namespace

SentenceList::SentenceList(QWidget* parent)
    : QScrollArea(parent)
    , m_page(new QWidget(this))
    , m_heading(new WrappedLabel(m_page))
    , m_caption(new WrappedLabel(m_page))
    , m_command(new WrappedLabel(m_page))
    , m_lines(new QVBoxLayout)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_page->setBackgroundRole(QPalette::Base);
    m_page->setAutoFillBackground(true);
    setWidget(m_page);
    auto* const layout = new QVBoxLayout(m_page);
    layout->setContentsMargins(scaledMargins(kWide, kLarge, kWide, kLarge));
    layout->setSpacing(scaled(kMedium));
    for (QLabel* label : {m_heading, m_caption, m_command}) {
        label->setTextInteractionFlags(kSelectable);
        label->setTextFormat(Qt::PlainText);
        label->setFocusPolicy(Qt::NoFocus);
    }
    layout->addWidget(m_heading);
    m_lines->setSpacing(scaled(kMedium));
    layout->addLayout(m_lines);
    layout->addWidget(m_caption);
    layout->addWidget(m_command);
    layout->addStretch(1);
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    m_command->setMargin(kMedium);
    m_command->setBackgroundRole(QPalette::AlternateBase);
    m_command->setAutoFillBackground(true);
    QEvent fonts(QEvent::FontChange);
    changeEvent(&fonts);
}

void SentenceList::setHeading(const QString& heading)
{
    m_heading->setText(breakable(heading));
    m_heading->setVisible(!heading.isEmpty());
}

void SentenceList::fitHeight(int most)
{
    const int needed = m_page->heightForWidth(std::max(viewport()->width(), 1));
    setFixedHeight(std::clamp(needed, scaled(kTiny), most));
}

void SentenceList::setSentences(std::vector<Sentence> sentences)
{
    const bool looksSame
        = std::ranges::equal(sentences, m_sentences, [](const Sentence& a, const Sentence& b) {
              return a.state == b.state && a.text == b.text && a.link == b.link;
          });
    m_sentences = std::move(sentences);
    if (!looksSame)
        rebuild();
}

void SentenceList::setCommand(const QString& caption, const QString& command)
{
    m_caption->setText(caption);
    m_command->setText(breakable(command));
    m_caption->setVisible(!command.isEmpty());
    m_command->setVisible(!command.isEmpty());
}

void SentenceList::rebuild()
{
    while (QLayoutItem* const item = m_lines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (std::size_t i = 0; i < m_sentences.size(); ++i) {
        const Sentence& sentence = m_sentences[i];
        auto* const line = new QWidget(m_page);
        auto* const layout = new QHBoxLayout(line);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(scaled(kLarge));
        layout->addWidget(new Mark(sentence.state, line), 0, Qt::AlignTop);
        QString html = breakable(sentence.text).toHtmlEscaped();
        if (!sentence.link.isEmpty())
            html += QStringLiteral(" <a href=\"%1\">%2</a>").arg(i).arg(sentence.link.toHtmlEscaped());
        auto* const text = new WrappedLabel(line);
        makeRich(*text);
        text->setText(html);
        text->setTextInteractionFlags(kSelectable);
        text->setFocusPolicy(sentence.link.isEmpty() ? Qt::NoFocus : Qt::StrongFocus);
        text->setAccessibleName(sentence.text);
        connect(text, &QLabel::linkActivated, this, [this](const QString& link) {
            const std::size_t at = link.toUInt();
            if (at < m_sentences.size() && m_sentences[at].action)
                m_sentences[at].action();
        });
        layout->addWidget(text, 1);
        m_lines->addWidget(line);
        line->show(); // a layout counts what is shown, and shows its own only later
    }
    // Painted before it is laid out, the new lines would stand in the heights of those before.
    m_page->layout()->activate();
    QCoreApplication::sendPostedEvents(viewport(), QEvent::LayoutRequest);
}

QString SentenceList::plainText() const
{
    QStringList lines {m_heading->text()};
    for (const Sentence& sentence : m_sentences)
        lines.append(sentence.text);
    lines.append(m_command->text());
    return lines.join(QLatin1Char('\n')).remove(QChar(0x200B));
}

void SentenceList::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    QFont bold = font();
    bold.setBold(true);
    m_heading->setFont(bold);
    m_command->setFont(monospaceFont(secondaryFont()));
}

} // namespace dumpscope::gui
