// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dumpscope::gui {

// Numbers in prose and counts; values of data come from core (docs/window.md 9).

/// `1 605 632`, grouped by thin spaces.
[[nodiscard]] QString groupedNumber(qint64 number);
/// `6.4 MiB`, as core writes it.
[[nodiscard]] QString byteSize(quint64 bytes);
/// `12 ms`, `4 s`, `2 min`, `1 h`.
[[nodiscard]] QString duration(qint64 ms);

} // namespace dumpscope::gui
