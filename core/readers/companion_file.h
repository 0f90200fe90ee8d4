// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dumpscope::core {

/// Whether a file that no reader knows is one that people keep beside dumps: a read-me, a licence, a program,
/// a picture, a list of ignored files; or that a
/// writer of dumps leaves beside them without tensors in it. `name` is without folder. Nothing is wrong with
/// a dump because of it.
[[nodiscard]] bool isCompanionFile(std::string_view name);

} // namespace dumpscope::core
