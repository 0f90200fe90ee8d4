// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/tensor_lookup.h"

#include "base/text.h"
#include "compare/pairing/pairing_file.h"

#include <algorithm>

namespace dumpscope::core {

TensorLookup::TensorLookup(const DumpIndex& index, const std::vector<TensorId>& tensors)
    : m_index(index)
{
    m_byId.reserve(tensors.size());
    for (const TensorId id : tensors) {
        const TensorRow& row = index.tensor(id);
        m_byId[index.tensorId(id)].push_back(id);
        m_byOperator[index.text(row.opName)].push_back(id);
        if (row.opNameRaw != row.opName)
            m_byOperator[index.text(row.opNameRaw)].push_back(id);
    }
}

std::vector<TensorId> TensorLookup::find(std::string_view name) const
{
    if (const auto found = m_byId.find(std::string(name)); found != m_byId.end())
        return found->second;
    if (const auto found = m_byOperator.find(name); found != m_byOperator.end())
        return found->second;
    // `op:io:slot` or `op:io`.
    std::string_view op = name;
    std::optional<std::int64_t> slot;
    auto colon = op.rfind(':');
    if (colon != std::string_view::npos && isDigits(op.substr(colon + 1))) {
        slot = parseInt(op.substr(colon + 1));
        op = op.substr(0, colon);
        colon = op.rfind(':');
    }
    if (colon == std::string_view::npos)
        return {};
    const auto io = ioFromWord(op.substr(colon + 1));
    const auto found = m_byOperator.find(op.substr(0, colon));
    if (!io || found == m_byOperator.end())
        return {};
    std::vector<TensorId> hits;
    for (const TensorId id : found->second) {
        const TensorRow& row = m_index.tensor(id);
        if (row.io == *io && (!slot || row.slot == *slot))
            hits.push_back(id);
    }
    return hits;
}

std::vector<TensorId> TensorLookup::findPattern(std::string_view pattern) const
{
    std::vector<TensorId> hits = find(pattern);
    const Result<NamePattern> compiled = NamePattern::make(pattern);
    if (!hits.empty() || !compiled)
        return hits;
    for (const auto& [name, ids] : m_byOperator) {
        if (!compiled->match(name).empty())
            hits.insert(hits.end(), ids.begin(), ids.end());
    }
    std::ranges::sort(hits);
    hits.erase(std::unique(hits.begin(), hits.end()), hits.end());
    return hits;
}

} // namespace dumpscope::core
