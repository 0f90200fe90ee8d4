// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/nan_arguments.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

NanArguments::Process NanArguments::processOf(FolderId folder) const
{
    const FolderFacts& facts = m_index.folder(folder).facts;
    return {facts.run, facts.rank, facts.process, facts.step};
}

std::optional<std::string_view> NanArguments::lastOf(FolderId folder, std::span<const ExecutedCall> calls)
{
    if (!m_names) {
        m_names.emplace();
        for (std::size_t i = 0; i < m_index.statisticTables().size(); ++i) {
            const StatisticTable& table = *m_index.statisticTables()[i];
            for (const StatisticTable::Scalar& scalar : table.scalars) {
                const auto number = parseDouble(table.strings.text(scalar.value));
                if (number && std::isnan(*number) && scalar.io != Io::Output)
                    (*m_names)[processOf(m_index.file(m_index.statisticFile(i)).folder)].insert(
                        table.strings.text(scalar.opName));
            }
        }
    }
    const auto names = m_names->find(processOf(folder));
    if (names == m_names->end())
        return std::nullopt;
    const auto found = std::find_if(calls.rbegin(), calls.rend(),
        [&](const ExecutedCall& call) { return names->second.contains(call.name); });
    return found == calls.rend() ? std::nullopt : std::optional(found->name);
}

} // namespace dumpscope::core
