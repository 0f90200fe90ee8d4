// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/log_window.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "documents/session_log.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace dumpscope::gui {

LogWindow::LogWindow(const SessionLog& log, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Log"));
    setProperty("help", QStringLiteral("problems"));
    auto* const text = new QPlainTextEdit(this);
    text->setReadOnly(true);
    text->setFont(monospaceFont());
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFrameShape(QFrame::NoFrame);
    text->setMaximumBlockCount(static_cast<int>(SessionLog::kMost));
    text->setAccessibleName(windowTitle());
    text->setPlainText(log.lines().join(u'\n'));
    text->moveCursor(QTextCursor::End);
    connect(&log, &SessionLog::added, text, &QPlainTextEdit::appendPlainText);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(text);
    resize(scaled(820), scaled(480));
}

} // namespace dumpscope::gui
