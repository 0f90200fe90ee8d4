// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/command_strip.h"

#include "common/fonts.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "common/widget_changes.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

namespace dumpscope::gui {

CommandStrip::CommandStrip(QWidget* parent)
    : QToolBar(parent)
    , m_line(new QLineEdit(this))
    , m_gap(new QLabel(this))
{
    setObjectName(QStringLiteral("command"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_line->setFont(monospaceFont());
    addWidget(m_line);
    m_gap->setTextFormat(Qt::PlainText);
    m_gap->setMargin(scaled(kSmall));
    m_gapPlace = addWidget(m_gap);
    m_save = addAction(icon("save"), QString(), this, &CommandStrip::saveRequested);
    m_copy = addAction(
        icon("copy"), QString(), this, [this] { QGuiApplication::clipboard()->setText(m_line->text()); });
    const auto reopen = [this] {
        m_line->setModified(false);
        emit reopenRequested(m_line->text());
    };
    m_reopen = addAction(icon("open"), QString(), this, reopen);
    connect(m_line, &QLineEdit::returnPressed, this, reopen);
    m_close = addAction(icon("close"), QString(), this, &QWidget::hide);
    setGap({});
    keepTranslated(this, &CommandStrip::retranslate);
    hide();
}

void CommandStrip::setCommand(const QString& line)
{
    if (m_line->isModified() && m_line->hasFocus())
        return;
    m_line->setText(line);
    m_line->setCursorPosition(0);
}

void CommandStrip::setGap(const QString& sentence)
{
    m_gap->setText(sentence);
    m_gapPlace->setVisible(!sentence.isEmpty());
    m_save->setVisible(!sentence.isEmpty());
}

QString CommandStrip::command() const
{
    return m_line->text();
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
    m_save->setText(tr("Save…"));
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy this command line"));
    m_reopen->setText(tr("Reopen"));
    m_reopen->setToolTip(tr("Show what this command line is about"));
    m_close->setToolTip(tr("Close"));
    m_line->setAccessibleName(tr("Command line for what is on screen"));
    m_line->setPlaceholderText(tr("Nothing on screen that a command could print"));
}

} // namespace dumpscope::gui
