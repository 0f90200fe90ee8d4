// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/parameter_name.h"

#include "readers/msprobe/msprobe_name.h"

namespace dumpscope::core {

std::string parameterName(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    if ((row.io != Io::Parameter && row.io != Io::Gradient) || !row.entry.isValid())
        return {};
    const auto module = parseMsprobeEntry(index.text(row.opName));
    if (!module || module->path.empty())
        return {};
    std::string_view name = index.text(row.entry);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos)
        return {};
    return std::string(module->path) + '.' + std::string(name.substr(dot + 1));
}

} // namespace dumpscope::core
