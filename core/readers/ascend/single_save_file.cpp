// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/single_save_file.h"

#include "base/text.h"

namespace dumpscope::core {

std::optional<SavedPlace> placeOfSaved(std::string_view stem, std::string_view key)
{
    constexpr std::size_t kMostDigits = 9;
    if (key.empty() || !stem.starts_with(key))
        return std::nullopt;
    const std::string_view rest = stem.substr(key.size());
    if (rest.empty())
        return SavedPlace {stem, 0};
    if (!rest.starts_with('.') || rest.size() == 1)
        return std::nullopt;
    const std::string_view member = rest.substr(1);
    if (isDigits(member) && member.size() <= kMostDigits)
        return SavedPlace {stem.substr(0, key.size()), static_cast<std::int32_t>(*parseInt(member))};
    return SavedPlace {stem, 0};
}

} // namespace dumpscope::core
