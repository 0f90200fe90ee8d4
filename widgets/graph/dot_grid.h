// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QPointF>
#include <QSize>

class QPainter;

namespace dumpscope::gui {

/// The dots behind a picture that is scrolled; `scrolled` in pixels of the screen, as is `size`.
void paintDotGrid(QPainter& painter, const QPointF& scrolled, const QSize& size, const Theme& theme);

} // namespace dumpscope::gui
