// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/captured_kind.h"

#include "readers/msprobe/msprobe_name.h"

#include <cstddef>

namespace dumpscope::core {

bool capturesKindOf(const DumpIndex& index, std::string_view opName)
{
    const auto wanted = parseMsprobeEntry(opName);
    if (!wanted)
        return true;
    const bool isApi = wanted->kind == MsprobeEntryName::Kind::Api;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const StringId name = index.tensor(TensorId(i)).opName;
        const auto entry = name.isValid() ? parseMsprobeEntry(index.text(name)) : std::nullopt;
        if (entry && (entry->kind == MsprobeEntryName::Kind::Api) == isApi)
            return true;
    }
    return false;
}

} // namespace dumpscope::core
