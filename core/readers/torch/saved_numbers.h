// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

struct Pickle;

/// Beginning of the key of a property (`FileContents::properties`) that is a number beside the tensors.
inline constexpr std::string_view kSavedNumber = "number.";

/// Numbers that were saved beside the tensors of a file: `optimizer.param_groups.0.lr`, `iteration`,
/// attributes of an `argparse.Namespace`. What other objects hold is not looked into, and long lists are no
/// settings.
struct SavedNumbers {
    struct One {
        std::string path; ///< from the root, parts joined by '.'
        std::string text; ///< as Python prints it: `0.001`, `True`
    };
    std::vector<One> numbers; ///< in the order of the file
    std::size_t leftOut = 0;  ///< beyond the most that are kept
};
[[nodiscard]] SavedNumbers savedNumbers(const Pickle& pickle);

} // namespace dumpscope::core
