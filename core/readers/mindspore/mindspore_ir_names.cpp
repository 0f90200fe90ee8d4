// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_ir_names.h"

#include "readers/mindspore/mindspore_ir_line.h"

namespace dumpscope::core {

Result<IrNames> surveyIrNames(std::string_view text, const TaskContext& task)
{
    constexpr std::string_view kMark = "\nsubgraph @";
    constexpr std::size_t kBytesPerCheck = std::size_t {1} << 20U;
    IrNames names;
    std::size_t looked = 0;
    for (auto at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, at + 1)) {
        const std::string_view rest = text.substr(at + 1);
        IrSubgraphLine header;
        if (parseIrSubgraph(rest.substr(0, rest.find('\n')), header) && names.graphs.size() < kMaxIrGraphs) {
            const auto number = static_cast<std::uint32_t>(names.graphs.size());
            if (!names.graphs.emplace(header.name, number).second)
                continue;
            for (const auto& [parameter, name] : header.parameters)
                names.parameters.emplace(parameter, number);
        }
        if (at - looked > kBytesPerCheck) {
            looked = at;
            TRY_VOID(task.checkStop());
        }
    }
    return names;
}

} // namespace dumpscope::core
