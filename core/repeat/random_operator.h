// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dumpscope::core {

/// Whether an operator of this type draws random numbers, so that equal inputs give equal outputs only where
/// its generator is in the same state: `Dropout`, `normal_`, `multinomial`.
[[nodiscard]] bool drawsRandomNumbers(std::string_view type);

} // namespace dumpscope::core
