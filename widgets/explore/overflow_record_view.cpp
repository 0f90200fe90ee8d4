// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/overflow_record_view.h"
#include "common/core_text.h"

#include "base/text.h"
#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "explore/status_boxes.h"
#include "kit/cut_label.h"

#include <QGridLayout>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

QString hex(std::uint64_t value)
{
    return QStringLiteral("0x") + QString::number(value, 16);
}

/// "AI Core, block 3, task 12, stream 1, step 1": only what is known.
QString whereWords(const OverflowItem& item, const core::OverflowBlock* lead)
{
    QStringList words;
    if (lead) {
        words.append(overflowUnitName(lead->unit));
        for (const auto& [field, word] : {std::pair {"block_idx", OverflowRecordView::tr("block %1")},
                 std::pair {"block_id", OverflowRecordView::tr("block %1")},
                 std::pair {"core_id", OverflowRecordView::tr("core %1")},
                 std::pair {"task_id", OverflowRecordView::tr("task %1")},
                 std::pair {"stream_id", OverflowRecordView::tr("stream %1")}}) {
            if (const auto value = lead->applicable(field))
                words.append(word.arg(*value));
        }
    }
    if (item.facts().step)
        words.append(OverflowRecordView::tr("step %1").arg(*item.facts().step));
    if (item.facts().rank)
        words.append(OverflowRecordView::tr("rank %1").arg(*item.facts().rank));
    return words.join(OverflowRecordView::tr(", "));
}

} // namespace

OverflowRecordView::OverflowRecordView(QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Overflow record"));
    clear();
}

void OverflowRecordView::clear()
{
    m_text.clear();
    m_page = new QWidget;
    m_page->setBackgroundRole(QPalette::Base);
    m_page->setAutoFillBackground(true);
    auto* const layout = new QVBoxLayout(m_page);
    layout->setContentsMargins(scaledMargins(kWide, kLarge, kWide, kLarge));
    layout->setSpacing(scaled(kSmall));
    setWidget(m_page);
}

QString OverflowRecordView::text() const
{
    return m_text.join(QLatin1Char('\n'));
}

void OverflowRecordView::setItem(const OverflowItem& item)
{
    clear();
    auto* const layout = static_cast<QVBoxLayout*>(m_page->layout());
    const auto say = [&](const QString& words, bool isBold, Token colour) {
        auto* const label = new QLabel(words, m_page);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        QFont font = label->font();
        font.setBold(isBold);
        label->setFont(font);
        QPalette colours = label->palette();
        colours.setColor(QPalette::WindowText, Theme::of(this).color(colour));
        label->setPalette(colours);
        layout->addWidget(label);
        m_text.append(words);
    };
    const core::OverflowRecord& record = item.get().record;
    const core::OverflowBlock* const lead = item.lead();
    const QString name = item.opName();
    const auto bits = lead ? lead->bits() : std::vector<core::OverflowBit>();
    QString what = record.blocks.empty() ? tr("A record that is not understood")
        : !record.isOverflow()           ? tr("No overflow is reported")
        : bits.empty()                   ? tr("Overflow")
        : bits.front().name == "unknown" ? tr("Overflow with an unknown bit")
                                         : coreWords(bits.front().meaning);
    if (!what.isEmpty())
        what[0] = what[0].toUpper();
    say(name.isEmpty() ? what : tr("%1 in %2").arg(what, shownName(name)), true, Token::Text);
    say(whereWords(item, lead), false, Token::Secondary);
    for (const core::OverflowProblem& problem : record.problems)
        say(tr("This record is damaged: %1. The fields read so far are shown.")
                .arg(coreWords(problem.message)),
            false, Token::Fail);
    for (const core::OverflowOperator& named : item.get().operators) {
        if (!named.note.empty())
            say(coreWords(named.note), false, Token::Warn);
    }
    for (const core::OverflowBlock* block : record.setBlocks())
        addBlock(*block);
    if (record.setBlocks().empty() && lead)
        addBlock(*lead);
    if (item.get().timestamp != 0)
        addField(tr("time"), momentText(item.get().timestamp));
    addField(tr("file"), fromCore(core::printable(item.root->index()->filePath(item.get().file))));
    layout->addStretch(1);
}

void OverflowRecordView::addBlock(const core::OverflowBlock& block)
{
    auto* const layout = static_cast<QVBoxLayout*>(m_page->layout());
    for (std::size_t word = 0; word < block.status().size(); ++word) {
        addField(block.status().size() > 1 ? tr("status %1").arg(word) : tr("status"),
            overflowUnitName(block.unit) + QLatin1Char(' ') + statusText(block.status()[word]));
        auto* const boxes = new StatusBoxes(m_page);
        boxes->setStatus(block, word);
        layout->addWidget(boxes);
        for (const QString& meaning : boxes->meanings()) {
            const qsizetype colon = meaning.indexOf(QLatin1Char(':'));
            addField(meaning.left(colon), meaning.mid(colon + 2), false);
        }
    }
    for (const core::OverflowField& field : block.fields) {
        if (field.name == "status")
            continue;
        QStringList values;
        for (std::size_t i = 0; i < field.count; ++i)
            values.append(field.isHex ? hex(field.values[i]) : QString::number(field.values[i]));
        addField(fromCore(field.name), values.join(QLatin1Char(' ')));
    }
}

void OverflowRecordView::addField(const QString& name, const QString& value, bool isMono)
{
    auto* const line = new QWidget(m_page);
    auto* const layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* const key = new QLabel(name, line);
    key->setFixedWidth(scaled(90));
    QPalette colours = key->palette();
    colours.setColor(QPalette::WindowText, Theme::of(this).color(Token::Secondary));
    key->setPalette(colours);
    const bool isPath = isMono && value.contains(QLatin1Char('/'));
    // A path gives way, so that the bits beside it need no scroll bar.
    QLabel* const text = isPath ? new CutLabel(line, CutLabel::Of::Name) : new QLabel(line);
    text->setText(value);
    if (isPath) {
        text->setToolTip(tipText(value));
        text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    text->setWordWrap(!isMono);
    text->setTextInteractionFlags(isPath ? Qt::NoTextInteraction : Qt::TextSelectableByMouse);
    if (isMono)
        text->setFont(monospaceFont());
    layout->addWidget(key, 0, Qt::AlignTop);
    layout->addWidget(text, 1);
    static_cast<QVBoxLayout*>(m_page->layout())->addWidget(line);
    m_text.append(name + QLatin1Char(' ') + value);
}

} // namespace dumpscope::gui
