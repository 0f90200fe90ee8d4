// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dtype.h"
#include "tensor/fact_table.h"
#include "tensor/statistics.h"

namespace dumpscope::gui {

/// Statistics as names of the contract and shortest round-trip numbers; counts of NaN and infinities
/// are alarming where there are any. `all`: every column, else those worth a place beside a picture.
[[nodiscard]] QList<FactTable::Fact> statisticFacts(
    const core::Statistics& statistics, core::DType dtype, bool all);

} // namespace dumpscope::gui
