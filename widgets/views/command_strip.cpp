// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/command_strip.h"

#include "common/fonts.h"
#include "common/icons.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>

namespace dumpscope::gui {

CommandStrip::CommandStrip(QWidget* parent)
    : QToolBar(parent)
    , m_line(new QLineEdit(this))
{
    setObjectName(QStringLiteral("command"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_line->setReadOnly(true);
    m_line->setFont(monospaceFont());
    addWidget(m_line);
    m_copy = addAction(
        icon("copy"), QString(), this, [this] { QGuiApplication::clipboard()->setText(m_line->text()); });
    m_close = addAction(icon("close"), QString(), this, &QWidget::hide);
    retranslate();
    hide();
}

void CommandStrip::setCommand(const QString& line)
{
    m_line->setText(line);
    m_line->setCursorPosition(0);
}

QString CommandStrip::command() const
{
    return m_line->text();
}

void CommandStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QToolBar::changeEvent(event);
}

void CommandStrip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QToolBar::keyPressEvent(event);
}

void CommandStrip::retranslate()
{
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy this command line"));
    m_close->setToolTip(tr("Close"));
    m_line->setAccessibleName(tr("Command line for what is on screen"));
    m_line->setPlaceholderText(tr("Nothing on screen that a command could print"));
}

} // namespace dumpscope::gui
