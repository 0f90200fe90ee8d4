// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_counts.h"

#include "common/numbers.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "comparison/pairing/pairing_picture.h"

#include <QHBoxLayout>
#include <QLabel>

namespace dumpscope::gui {

namespace {

void colour(QLabel* label, Token token)
{
    QPalette colours = label->parentWidget()->palette();
    colours.setColor(QPalette::WindowText, Theme::of(label->parentWidget()).color(token));
    label->setPalette(colours);
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
    recolour();
    onChange(this, {QEvent::PaletteChange}, [this] { recolour(); });
}

void PairingCounts::recolour()
{
    colour(m_targets, Token::Target);
    colour(m_links, m_isSaying ? Token::Accent : Token::Secondary);
    colour(m_goldens, Token::Golden);
}

void PairingCounts::setPicture(const PairingPicture& picture)
{
    const auto number = [](std::size_t count) { return groupedNumber(static_cast<qint64>(count)); };
    m_targets->setText(tr("Target operators  %1 of %2 paired")
                           .arg(number(picture.pairedTargets), number(picture.target.size())));
    m_linked = tr("Links: %1").arg(number(picture.links.size()));
    m_links->setText(m_linked);
    m_isSaying = false;
    colour(m_links, Token::Secondary);
    m_goldens->setText(tr("%1 of %2 paired  Golden operators")
                           .arg(number(picture.pairedGoldens), number(picture.golden.size())));
}

void PairingCounts::say(const QString& sentence)
{
    m_isSaying = !sentence.isEmpty();
    m_links->setText(m_isSaying ? sentence : m_linked);
    colour(m_links, m_isSaying ? Token::Accent : Token::Secondary);
}

} // namespace dumpscope::gui
