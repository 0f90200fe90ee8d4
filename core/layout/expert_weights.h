// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dumpscope::core {

/// Whether a module is part of an expert that one rank of several may hold alone, by a word of its path, as
/// in `mlp.experts.3.fc1` or `mlp.experts.local_experts.0`. Shared experts, which all ranks hold, are none.
[[nodiscard]] bool isOfExpert(std::string_view opName);

} // namespace dumpscope::core
