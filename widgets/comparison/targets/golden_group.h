// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparisons.h"

#include <QStringList>

namespace dumpscope::gui {

/// The comparisons that share the golden side of the one in front and have rows, in the order they were
/// opened, and what their targets are called. Empty where nothing is in front.
struct GoldenGroup {
    QList<QPointer<ComparisonDocument>> documents;
    std::vector<std::shared_ptr<const core::PairTable>> tables;
    QStringList titles;
};
[[nodiscard]] GoldenGroup goldenGroupOf(const Comparisons& comparisons);

} // namespace dumpscope::gui
