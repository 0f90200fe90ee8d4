// SPDX-License-Identifier: GPL-3.0-or-later
#include "window_tool_bar.h"

#include "arrangement.h"
#include "chrome/go_to_field.h"
#include "common/actions.h"
#include "common/app_style.h"
#include "common/spacing.h"

#include <QActionGroup>
#include <QToolButton>

namespace dumpscope::gui {

namespace {

constexpr auto kIcon = Qt::ToolButtonIconOnly, kWithText = Qt::ToolButtonTextBesideIcon;

} // namespace

WindowToolBar::WindowToolBar(ActionRegistry& actions, QWidget* parent)
    : QToolBar(parent)
    , m_actions(actions)
{
    setObjectName(QStringLiteral("toolbar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setToolButtonStyle(kWithText);
    add("go.back", kIcon);
    add("go.forward", kIcon);
    m_open = add("file.open", kWithText);
    add("file.save", kIcon);
    addSeparator();
    auto* const choice = new QActionGroup(this);
    for (const Arrangement& arrangement : arrangements()) {
        QAction* const action = actions.action(arrangement.action);
        action->setCheckable(true);
        action->setChecked(qstrcmp(arrangement.id, "explore") == 0);
        choice->addAction(action);
        markAsSegment(*add(arrangement.action, kWithText));
    }
    addSeparator();
    m_divergence = add("go.first_divergence", kWithText);
    add("go.previous_failing", kIcon);
    add("go.next_failing", kIcon);

    auto* const spacer = new QWidget(this);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(spacer);
    m_goTo = new GoToField(this);
    connect(m_goTo, &GoToField::clicked, this, [this] { m_actions.trigger("go.palette"); });
    addWidget(m_goTo);
    add("tools.command", kIcon);
    add("edit.preferences", kIcon);
}

QToolButton* WindowToolBar::add(const char* action, Qt::ToolButtonStyle style)
{
    addAction(m_actions.action(action));
    auto* const button = qobject_cast<QToolButton*>(widgetForAction(m_actions.action(action)));
    button->setToolButtonStyle(style);
    button->setObjectName(QLatin1String(action));
    return button;
}

void WindowToolBar::fitInto(int width)
{
    const int texts = scaled(1300), field = scaled(1150), iconOnly = scaled(1000);
    m_divergence->setToolButtonStyle(width < iconOnly ? kIcon : kWithText);
    m_open->setToolButtonStyle(width < texts ? kIcon : kWithText);
    m_goTo->setRoom(width < iconOnly ? GoToField::Room::Icon
            : width < field          ? GoToField::Room::Narrow
                                     : GoToField::Room::Full);
}

void WindowToolBar::retranslate()
{
    setWindowTitle(tr("Toolbar"));
    const QString keys = m_actions.action("go.palette")->shortcut().toString(QKeySequence::NativeText);
    m_goTo->setWords(tr("Go to tensor, operator or action"), keys);
}

} // namespace dumpscope::gui
