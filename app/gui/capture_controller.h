// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "services.h"

namespace dumpscope::gui {

class MainWindow;

/// Captures in the window: their actions, where they are shown, and what happens to them when it closes.
class CaptureController : public QObject {
    Q_OBJECT
public:
    CaptureController(Services& services, MainWindow& window, QObject* parent = nullptr);

protected:
    /// Asks before the window closes over a capture, or over a configuration that was not saved.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addActions();
    void captureMore();
    void showDump(OpenedRoot* root, const TensorRef& first);
    void askToStop();

    Services& m_services;
    MainWindow& m_window;
    bool m_closesAfterwards = false;
    bool m_losesConfiguration = false; ///< the user has agreed
};

} // namespace dumpscope::gui
