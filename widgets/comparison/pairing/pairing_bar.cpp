// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_bar.h"

#include "common/actions.h"
#include "common/icons.h"
#include "common/spacing.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace dumpscope::gui {

PairingBar::PairingBar(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_show(new QButtonGroup(this))
{
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(scaledMargins(kLarge, kSmall, kSmall, kSmall));
    layout->setSpacing(scaled(kSmall));
    const auto button = [&](const char* action, bool withText) {
        auto* const made = new QToolButton(this);
        made->setAutoRaise(true);
        made->setDefaultAction(actions.action(action));
        made->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        layout->addWidget(made);
    };
    button("edit.undo", false);
    button("edit.redo", false);
    for (const char* action : {"pairing.pair", "pairing.unpair", "pairing.new_rule", "pairing.assembly"})
        button(action, true);
    layout->addStretch(1);
    for (int i = 0; i < 4; ++i) {
        auto* const choice = new QToolButton(this);
        choice->setAutoRaise(true);
        choice->setCheckable(true);
        choice->setChecked(i == 0);
        m_show->addButton(choice, i);
        layout->addWidget(choice);
    }
    layout->addStretch(1);
    button("pairing.save", true);
    connect(m_show, &QButtonGroup::idClicked, this,
        [this](int id) { emit showRequested(static_cast<PairingView::Show>(id)); });
    retranslate();
}

void PairingBar::retranslate()
{
    const QString names[] = {tr("All"), tr("Unpaired"), tr("Suggestions"), tr("By hand")};
    for (int i = 0; i < 4; ++i)
        m_show->button(i)->setText(names[i]);
}

void PairingBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace dumpscope::gui
