// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproducer_kind.h"

namespace dumpscope::core {

std::string msprobeFramework(const DumpIndex& index)
{
    for (const FileProperty& property : index.properties()) {
        if (property.key == "msprobe.framework")
            return property.value;
    }
    return {};
}

Result<void> checkPositions(const std::vector<RecordedArgument>& arguments)
{
    std::size_t next = 0;
    for (const RecordedArgument& argument : arguments) {
        if (argument.io != Io::Input)
            continue;
        const std::string& position = argument.path.front();
        if (position == std::to_string(next))
            ++next;
        else if (next == 0 || position != std::to_string(next - 1))
            return fail(Code::Unsupported, phrase("argument %1 of the operator was not recorded", next));
    }
    return {};
}

} // namespace dumpscope::core
