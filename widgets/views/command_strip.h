// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QLineEdit;

namespace dumpscope::gui {

/// The `dumpscope-cli` line for what is on screen, ready to be copied. Hidden until asked for.
class CommandStrip : public QToolBar {
    Q_OBJECT
public:
    explicit CommandStrip(QWidget* parent = nullptr);
    void setCommand(const QString& line);
    [[nodiscard]] QString command() const;

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void retranslate();

    QLineEdit* m_line;
    QAction* m_copy;
    QAction* m_close;
};

} // namespace dumpscope::gui
