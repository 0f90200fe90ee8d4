// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/kept_indexes.h"

#include <memory>

namespace dumpscope::cli {

/// The kept indexes of the user of this process; null where there is no place for them.
[[nodiscard]] std::shared_ptr<const core::KeptIndexes> keptCache();
/// The same for opening dumps; null also where the user wants none.
[[nodiscard]] std::shared_ptr<const core::KeptIndexes> usedCache(bool noCache);

} // namespace dumpscope::cli
