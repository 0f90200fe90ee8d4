// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"

#include <QString>

namespace dumpscope::gui {

/// That no tensor was found in a dump that was read without one, and why; empty for all others.
[[nodiscard]] QString noTensorsWords(const OpenedRoot& root);

} // namespace dumpscope::gui
