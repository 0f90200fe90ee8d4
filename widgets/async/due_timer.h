// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

namespace dumpscope::gui {

/// A timer before something that will be seen: what is shown is not final while one runs. GUI thread.
class DueTimer : public QTimer {
    Q_OBJECT
public:
    explicit DueTimer(QObject* parent = nullptr);
    DueTimer(const DueTimer&) = delete;
    DueTimer& operator=(const DueTimer&) = delete;
    ~DueTimer() override;

    /// Whether one of them all runs.
    [[nodiscard]] static bool isAnyActive();
};

} // namespace dumpscope::gui
