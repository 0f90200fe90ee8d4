// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QCustomPlot's header uses Qt's `foreach`, which the project is built without, but not its tests.
#pragma push_macro("foreach")
#undef foreach
#define foreach(variable, container) for (variable : container)
#include "async/due_timer.h"

#include <qcustomplot.h>
#pragma pop_macro("foreach")

namespace dumpscope::gui {

/// A plot that draws nothing while it has no room: QCustomPlot would paint into a pixmap of no size and
/// complain.
class Plot : public QCustomPlot {
public:
    explicit Plot(QWidget* parent = nullptr);
    /// Background, axes and grid in the colours and sizes of the window (docs/window.md 8).
    void applyTheme();
    /// Once for all that asks by then, when what is on screen already has been painted.
    void replotSoon() { m_soon.start(); }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        if (!event->size().isEmpty())
            QCustomPlot::resizeEvent(event);
    }

private:
    DueTimer m_soon;
};

} // namespace dumpscope::gui
