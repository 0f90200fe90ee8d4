// SPDX-License-Identifier: GPL-3.0-or-later
#include "panel_dock.h"

#include "common/icon_label.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"

#include <QCloseEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace dumpscope::gui {

PanelDock::PanelDock(const PanelInfo& info, Panel* panel, QWidget* parent)
    : QDockWidget(parent)
    , m_info(info)
    , m_panel(panel)
    , m_title(new QWidget(this))
    , m_noTitle(new QWidget(this))
    , m_icon(new IconLabel(icon(info.icon), 16, m_title))
    , m_label(new QLabel(m_title))
    , m_maximise(new QToolButton(m_title))
    , m_close(new QToolButton(m_title))
{
    setObjectName(QLatin1String(info.id));
    setProperty("help", QLatin1String(info.id));
    setWidget(panel);
    setAllowedAreas(Qt::AllDockWidgetAreas);

    QFont bold = font();
    bold.setBold(true);
    m_label->setFont(bold);
    m_label->setObjectName(QStringLiteral("dock-title"));
    for (QToolButton* button : {m_maximise, m_close})
        button->setAutoRaise(true);
    m_maximise->setProperty("action", QByteArray("view.maximise_panel"));
    m_maximise->setIcon(icon("maximise"));
    m_close->setIcon(icon("close"));
    connect(m_maximise, &QToolButton::clicked, this, &PanelDock::maximiseRequested);
    connect(m_close, &QToolButton::clicked, this, &QDockWidget::close);

    auto* const layout = new QHBoxLayout(m_title);
    layout->setContentsMargins(scaledMargins(8, 0, 2, 0));
    layout->setSpacing(scaled(6));
    layout->addWidget(m_icon);
    layout->addWidget(m_label);
    layout->addStretch();
    for (QAction* action : panel->titleActions()) {
        auto* const button = new QToolButton(m_title);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        layout->addWidget(button);
    }
    layout->addWidget(m_maximise);
    layout->addWidget(m_close);
    m_title->setAutoFillBackground(true);
    m_title->installEventFilter(this);
    m_noTitle->setFixedHeight(0);
    setTitleBarWidget(m_title);

    connect(panel, &Panel::titleChanged, this, &PanelDock::retranslate);
    retranslate();
}

void PanelDock::setTabbed(bool tabbed)
{
    QWidget* const wanted = tabbed ? m_noTitle : m_title;
    if (titleBarWidget() == wanted)
        return;
    titleBarWidget()->hide();
    setTitleBarWidget(wanted);
    wanted->show();
}

void PanelDock::retranslate()
{
    const int count = m_panel->badge();
    const QString title
        = count > 0 ? m_panel->title() + QLatin1Char(' ') + groupedNumber(count) : m_panel->title();
    setWindowTitle(menuText(title)); // of its tab and of its line in the menu
    m_label->setText(title);
    m_maximise->setToolTip(tr("Maximise panel"));
    m_close->setToolTip(tr("Close panel"));
    m_maximise->setAccessibleName(m_maximise->toolTip());
    m_close->setAccessibleName(m_close->toolTip());
    m_panel->setAccessibleName(m_panel->title());
}

void PanelDock::closeEvent(QCloseEvent* event)
{
    QDockWidget::closeEvent(event);
    emit closed();
}

bool PanelDock::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_title && event->type() == QEvent::MouseButtonDblClick && !isFloating()) {
        emit maximiseRequested();
        return true;
    }
    return QDockWidget::eventFilter(watched, event);
}

QByteArray PanelDock::keyAction() const
{
    constexpr std::array<QByteArrayView, 9> kNumbered
        = {"dumps", "tensors", "tensor-view", "statistics", "overflow", "problems", "why", "graph", "source"};
    const auto found = std::find(kNumbered.begin(), kNumbered.end(), QByteArrayView(m_info.id));
    return "view.dock."
        + (found == kNumbered.end() ? QByteArray(m_info.id)
                                    : QByteArray::number(found - kNumbered.begin() + 1));
}

PanelDock* findDock(const QList<PanelDock*>& docks, QByteArrayView panel)
{
    const auto found = std::find_if(docks.begin(), docks.end(),
        [panel](const PanelDock* dock) { return panel == QByteArrayView(dock->info().id); });
    return found == docks.end() ? nullptr : *found;
}

} // namespace dumpscope::gui
