// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_run.h"

#include <QWidget>

namespace dumpscope::gui {

/// Title of a state of contract `capture` by its place: "Self-test", "Connect", …
[[nodiscard]] QString captureStepTitle(int step);
/// "0.4 s", "1:02 min"
[[nodiscard]] QString stepTime(qint64 ms);

/// The states of a capture in a row, joined by a line: what is done, what runs, what is still to come, each
/// with its time (docs/window.md 3.4).
class StateRow : public QWidget {
    Q_OBJECT
public:
    explicit StateRow(const CaptureRun& run, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// The same in words, for those who hear it.
    [[nodiscard]] QString words() const;
    void refresh();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString timeOf(int step) const;

    const CaptureRun& m_run;
};

} // namespace dumpscope::gui
