// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>

namespace dumpscope::core {

/// A number with its noun, where it may be 1: `counted(steps, Form<1>("%1 step"), Form<1>("%1 steps"))`.
[[nodiscard]] inline Message counted(std::size_t count, const Form<1>& one, const Form<1>& many)
{
    return phraseOf(count == 1 ? one : many, count);
}

[[nodiscard]] inline Message countedFiles(std::size_t files)
{
    return counted(files, Form<1>("%1 file"), Form<1>("%1 files"));
}

[[nodiscard]] inline Message countedTensors(std::size_t tensors)
{
    return counted(tensors, Form<1>("%1 tensor"), Form<1>("%1 tensors"));
}

[[nodiscard]] inline Message countedSteps(std::size_t steps)
{
    return counted(steps, Form<1>("%1 step"), Form<1>("%1 steps"));
}

} // namespace dumpscope::core
