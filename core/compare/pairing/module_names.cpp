// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/module_names.h"

#include "compare/pairing/msprobe_names.h"
#include "compare/pairing/name_stem.h"

namespace dumpscope::core {

std::optional<ModuleName> moduleName(std::string_view name)
{
    if (name.find('/') != std::string_view::npos)
        return std::nullopt;
    const NameStem stem = stemOf(name);
    if (const auto parts = splitMsprobeStem(stem.stem)) {
        if (!parts->isModule || parts->path.empty())
            return std::nullopt;
        return ModuleName {std::string(parts->path),
            std::string(parts->direction) + '.' + std::to_string(stem.number < 0 ? 0 : stem.number)};
    }
    return ModuleName {std::string(name), "forward.0"};
}

std::optional<ExportedName> exportedName(std::string_view name)
{
    const auto last = name.rfind('/');
    if (!name.starts_with('/') || last == 0 || last + 1 == name.size())
        return std::nullopt;
    ExportedName exported {std::string(name.substr(1, last - 1)), name.substr(last + 1)};
    for (char& c : exported.path) {
        if (c == '/')
            c = '.';
    }
    return exported;
}

} // namespace dumpscope::core
