// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace dumpscope::core {

struct Pickle;

/// Functions and classes that a pickle names and that are no part of tensors, each once, sorted. None was
/// imported or run (docs/formats/llm-era.md 7.1).
struct ForeignGlobals {
    std::vector<std::string> names;     ///< "argparse.Namespace"; at most 200
    std::vector<std::string> dangerous; ///< those of `names` that could do anything: "os.system"
};
[[nodiscard]] ForeignGlobals foreignGlobals(const Pickle& pickle);

} // namespace dumpscope::core
