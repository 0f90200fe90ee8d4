// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "main_window.h"

#include <QTimer>

namespace dumpscope::gui {

/// What the command line asks of the open window (arrangement, tensor, tab, actions): each is done once
/// nothing moves any more. With `--screenshot` the window is saved then and the program ends, with the exit
/// codes of the contract: 0, 2 for an unknown tab, tensor or action, 3 when nothing could be read, 4 when the
/// picture cannot be written. Without it the window stays and says what could not be done.
class StartupActions : public QObject {
    Q_OBJECT
public:
    StartupActions(Services& services, MainWindow& window, CommandLine line, QObject* parent = nullptr);

    /// What the command line opens cannot be read, known before its tasks begin: there is no picture of it.
    void giveUp(const core::Error& why);

private:
    [[nodiscard]] bool isPicture() const { return !m_line.screenshot.isEmpty(); }
    void step();
    [[nodiscard]] bool selectTensor();
    [[nodiscard]] QPixmap picture() const;
    void save();
    void refuse(const QString& why, int code);

    Services& m_services;
    MainWindow& m_window;
    CommandLine m_line;
    QTimer m_timer;
    QString m_unreadable; ///< why, where something that shall be seen is
    int m_quiet = 0;
    bool m_arranged = false, m_selected = false;
};

} // namespace dumpscope::gui
