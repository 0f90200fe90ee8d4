// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/results/results_bar.h"

#include "common/actions.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/spacing.h"
#include "metrics/metric_registry.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace dumpscope::gui {

namespace {

constexpr int kShortTexts = 900; ///< narrower bars show glyphs and numbers only

} // namespace

ResultsBar::ResultsBar(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_chips(new VerdictChips(this))
    , m_title(new QLabel(this))
    , m_profile(new QComboBox(this))
{
    m_title->setFont(secondaryFont());
    const auto metrics = core::builtinMetrics();
    for (const auto& profile : metrics->profiles())
        m_profile->addItem(fromCore(profile->id()));
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(scaledMargins(kLarge, kSmall, kSmall, kSmall));
    layout->setSpacing(scaled(kMedium));
    layout->addWidget(m_chips);
    layout->addStretch(1);
    layout->addWidget(m_title);
    layout->addWidget(m_profile);
    for (const char* action : {"compare.limits", "compare.pairing", "file.report"}) {
        auto* const button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setDefaultAction(actions.action(action));
        layout->addWidget(button);
        m_buttons.push_back(button);
    }
    connect(m_profile, &QComboBox::activated, this, [this] { emit profileChosen(m_profile->currentText()); });
    retranslate();
}

void ResultsBar::setProfile(const std::optional<QString>& profile)
{
    m_profile->setEnabled(profile.has_value());
    if (profile)
        m_profile->setCurrentText(*profile);
}

void ResultsBar::retranslate()
{
    m_title->setText(tr("Profile"));
    m_profile->setAccessibleName(tr("Definitions of the metrics"));
    m_profile->setToolTip(tr("Definitions of the metrics: Dumpscope's, or those of an official tool"));
}

void ResultsBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ResultsBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isShort = width() < scaled(kShortTexts);
    m_chips->setShort(isShort);
    m_title->setVisible(!isShort);
    for (QToolButton* button : m_buttons)
        button->setToolButtonStyle(isShort ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

} // namespace dumpscope::gui
