// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing_counts.h"

#include "common/numbers.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "comparison/pairing_picture.h"

#include <QHBoxLayout>
#include <QLabel>

namespace dumpscope::gui {

namespace {

void write(QLabel* label, Token token, const QString& text)
{
    QPalette colours = label->parentWidget()->palette();
    colours.setColor(QPalette::WindowText, Theme::of(label->parentWidget()).color(token));
    label->setPalette(colours);
    label->setText(text);
}

} // namespace

PairingCounts::PairingCounts(QWidget* parent)
    : QWidget(parent)
    , m_targets(new QLabel(this))
    , m_links(new QLabel(this))
    , m_goldens(new QLabel(this))
{
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(scaledMargins(kWide, kTiny, kWide, kTiny));
    layout->addWidget(m_targets);
    layout->addStretch(1);
    layout->addWidget(m_links);
    layout->addStretch(1);
    layout->addWidget(m_goldens);
}

void PairingCounts::setPicture(const PairingPicture& picture)
{
    const auto number = [](std::size_t count) { return groupedNumber(static_cast<qint64>(count)); };
    write(m_targets, Token::Target,
        tr("Target operators  %1 of %2 paired")
            .arg(number(picture.pairedTargets), number(picture.target.size())));
    m_linked = tr("Links: %1").arg(number(picture.links.size()));
    write(m_links, Token::Secondary, m_linked);
    write(m_goldens, Token::Golden,
        tr("%1 of %2 paired  Golden operators")
            .arg(number(picture.pairedGoldens), number(picture.golden.size())));
}

void PairingCounts::say(const QString& sentence)
{
    write(m_links, sentence.isEmpty() ? Token::Secondary : Token::Accent,
        sentence.isEmpty() ? m_linked : sentence);
}

} // namespace dumpscope::gui
