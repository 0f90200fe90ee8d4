// SPDX-License-Identifier: GPL-3.0-or-later
#include "action_tips.h"

#include "common/plain_text.h"

#include <QAbstractButton>
#include <QApplication>
#include <QHelpEvent>
#include <QToolTip>

namespace dumpscope::gui {

ActionTips::ActionTips(const ActionRegistry& actions)
    : m_actions(actions)
{
    qApp->installEventFilter(this);
}

bool ActionTips::eventFilter(QObject* watched, QEvent* event)
{
    auto* const button = event->type() == QEvent::ToolTip ? qobject_cast<QAbstractButton*>(watched) : nullptr;
    const QAction* const action
        = button ? m_actions.action(button->property("action").toByteArray()) : nullptr;
    const QString keys = action ? action->shortcut().toString(QKeySequence::NativeText) : QString();
    if (keys.isEmpty() || button->toolTip().isEmpty())
        return false;
    const auto* const help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(),
        tipText(button->toolTip() + QStringLiteral(" (") + keys + QLatin1Char(')')), button);
    return true;
}

} // namespace dumpscope::gui
