// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/status_boxes.h"

#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "models/overflow_model.h"

#include <QPainter>

#include <algorithm>
#include <bit>

namespace dumpscope::gui {

namespace {
constexpr int kPerLine = 16, kSide = 22, kLeastSide = 15, kGap = 3, kNumbers = 14;
}

StatusBoxes::StatusBoxes(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void StatusBoxes::setStatus(const core::OverflowBlock& block, std::size_t word)
{
    m_word = word < block.status().size() ? block.status()[word] : 0;
    const auto width = static_cast<int>(std::bit_width(m_word));
    m_bits = std::max(kPerLine, (width + kPerLine - 1) / kPerLine * kPerLine);
    m_meanings.clear();
    for (const core::OverflowBit& bit : block.bits()) {
        if (bit.word != word)
            continue;
        const auto bitsOfField = static_cast<int>(std::popcount(bit.mask));
        const QString place = bitsOfField > 1
            ? tr("bits %1–%2 = %3").arg(bit.bit).arg(bit.bit + bitsOfField - 1).arg(bit.value)
            : tr("bit %1").arg(bit.bit);
        const QString meaning = bit.name == "unknown" ? tr("unknown bit") : coreWords(bit.meaning);
        m_meanings.append(place + QStringLiteral(": ") + meaning);
    }
    setAccessibleName(tr("Status %1").arg(statusText(m_word)));
    setAccessibleDescription(m_meanings.join(QStringLiteral("; ")));
    setToolTip(m_meanings.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

void StatusBoxes::clear()
{
    m_word = 0;
    m_bits = kPerLine;
    m_meanings.clear();
    update();
}

int StatusBoxes::boxSide() const
{
    return std::clamp(width() / kPerLine - scaled(kGap), scaled(kLeastSide), scaled(kSide));
}

int StatusBoxes::lineHeight() const
{
    return boxSide() + scaled(kNumbers) + scaled(kSmall);
}

QSize StatusBoxes::sizeHint() const
{
    return {kPerLine * scaled(kSide + kGap), m_bits / kPerLine * lineHeight()};
}

QSize StatusBoxes::minimumSizeHint() const
{
    return {kPerLine * scaled(kLeastSide + kGap), sizeHint().height()};
}

void StatusBoxes::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont digits = monospaceFont();
    QFont bold = digits;
    bold.setBold(true);
    QFont numbers = monospaceFont(secondaryFont());
    for (int bit = 0; bit < m_bits; ++bit) {
        const int place = m_bits - 1 - bit;
        const QRectF box((place % kPerLine) * (boxSide() + scaled(kGap)) + 0.5,
            place / kPerLine * lineHeight() + 0.5, boxSide() - 1, boxSide() - 1);
        const bool on = isSet(bit);
        painter.setPen(QPen(theme.color(on ? Token::Fail : Token::Border), on ? 1.5 : 1));
        painter.setBrush(theme.color(on ? Token::FailFill : Token::Base));
        painter.drawRoundedRect(box, 3, 3);
        painter.setFont(on ? bold : digits);
        painter.setPen(theme.color(on ? Token::Fail : Token::Dim));
        painter.drawText(box, Qt::AlignCenter, on ? QStringLiteral("1") : QStringLiteral("0"));
        painter.setFont(numbers);
        painter.setPen(theme.color(Token::Secondary));
        painter.drawText(QRectF(box.left(), box.bottom() + 1, box.width(), scaled(kNumbers)), Qt::AlignCenter,
            QString::number(bit));
    }
}

} // namespace dumpscope::gui
