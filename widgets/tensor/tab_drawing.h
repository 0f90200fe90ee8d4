// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/numpy_text.h"
#include "tensor/value_writer.h"

#include "base/task.h"

#include <QRect>
#include <QString>

#include <functional>

class QPainter;

namespace dumpscope::gui {

/// What a tab draws itself, to be kept: a picture at any size, and the numbers behind it.
struct TabDrawing {
    QString title; ///< what it shows, in words; stands below the picture
    /// In the light theme, whatever the window's is. GUI thread.
    std::function<void(QPainter&, const QRect&)> paint;
    /// All numbers, also those that share a pixel: a line of names, then one for each, parted by the
    /// character. Any thread.
    std::function<core::Result<void>(char separator, const core::TextSink&, core::TaskContext&)> write;
    QString command; ///< `dumpscope-cli` line that prints the same numbers; empty: there is none
    NumpyText numpy; ///< of the numbers; empty: there is none
};

} // namespace dumpscope::gui
