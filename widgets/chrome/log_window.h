// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace dumpscope::gui {

class SessionLog;

/// The log as text that can be copied; follows while it is open.
class LogWindow : public QDialog {
    Q_OBJECT
public:
    explicit LogWindow(const SessionLog& log, QWidget* parent = nullptr);
};

} // namespace dumpscope::gui
