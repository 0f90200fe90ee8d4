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
/// Microseconds since 1970 as `2026-03-01 10:11:12.000012 UTC`; what is no time of our days, counted from the
/// start of a machine say, as `12 345 µs`.
[[nodiscard]] QString momentText(quint64 microseconds);

} // namespace dumpscope::gui
