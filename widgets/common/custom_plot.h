// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QCustomPlot's header uses Qt's `foreach`, which the project is built without.
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef foreach
