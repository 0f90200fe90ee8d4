// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/command_strip.h"

#include "common/fonts.h"
#include "common/icons.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QToolButton>

namespace dumpscope::gui {

CommandStrip::CommandStrip(QWidget* parent)
    : QFrame(parent)
    , m_line(new QLineEdit(this))
    , m_copy(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    setFrameShape(QFrame::StyledPanel);
    m_line->setReadOnly(true);
    m_line->setFont(monospaceFont());
    m_copy->setIcon(icon("copy"));
    m_close->setIcon(icon("close"));
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (QToolButton* button : {m_copy, m_close})
        button->setAutoRaise(true);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 3, 4, 3);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_copy);
    layout->addWidget(m_close);
    connect(m_copy, &QToolButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(m_line->text()); });
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
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
    QFrame::changeEvent(event);
}

void CommandStrip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

void CommandStrip::retranslate()
{
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy this command line"));
    m_close->setToolTip(tr("Close"));
    m_line->setAccessibleName(tr("Command line for what is on screen"));
    m_line->setPlaceholderText(tr("Nothing on screen that a command could print"));
    m_copy->setAccessibleName(m_copy->toolTip());
    m_close->setAccessibleName(m_close->toolTip());
}

QString shellQuoted(const QString& text)
{
    static const QRegularExpression kPlain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    if (kPlain.match(text).hasMatch())
        return text;
    QString quoted = text;
    quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

} // namespace dumpscope::gui
