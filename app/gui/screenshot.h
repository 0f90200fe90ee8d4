// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "main_window.h"

#include <QTimer>

namespace dumpscope::gui {

/// `--screenshot`: waits until nothing moves any more, does what the command line asks for, waits
/// again, saves the window and ends the program. Exit codes of the contract: 0, 2 for an unknown tab,
/// tensor or action, 3 when nothing could be read, 4 when the picture cannot be written.
class Screenshot : public QObject {
    Q_OBJECT
public:
    Screenshot(Services& services, MainWindow& window, CommandLine line, QObject* parent = nullptr);

private:
    void step();
    [[nodiscard]] bool selectTensor();
    [[nodiscard]] QPixmap picture() const;
    void save();
    void refuse(const QString& why, int code);

    Services& m_services;
    MainWindow& m_window;
    CommandLine m_line;
    QTimer m_timer;
    int m_quiet = 0;
    bool m_arranged = false, m_selected = false;
};

} // namespace dumpscope::gui
