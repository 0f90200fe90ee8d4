// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QLabel;
class QLineEdit;

namespace dumpscope::gui {

/// The `dumpscope-cli` line for what is on screen, ready to be copied; another one typed or pasted there is
/// reopened. Hidden until asked for.
class CommandStrip : public QToolBar {
    Q_OBJECT
public:
    explicit CommandStrip(QWidget* parent = nullptr);
    /// Nothing while somebody writes another line.
    void setCommand(const QString& line);
    /// What the line leaves out; empty: nothing. "Save…" is offered beside it.
    void setGap(const QString& sentence);
    [[nodiscard]] QString command() const;

signals:
    void reopenRequested(const QString& line);
    void saveRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void retranslate();

    QLineEdit* m_line;
    QLabel* m_gap;
    QAction *m_gapPlace, *m_save;
    QAction *m_copy, *m_reopen;
    QAction* m_close;
};

} // namespace dumpscope::gui
