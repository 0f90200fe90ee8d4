// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/tensor_lookup.h"

#include "base/text.h"
#include "compare/pairing/pairing_file.h"

#include <algorithm>

namespace dumpscope::core {

TensorLookup::TensorLookup(const DumpIndex& index, const std::vector<TensorId>& tensors)
    : m_index(index)
    , m_tensors(tensors)
{
    for (const TensorId id : tensors) {
        const TensorRow& row = index.tensor(id);
        if (row.opNameRaw != row.opName)
            m_raw.emplace_back(row.opNameRaw, id);
    }
    std::ranges::sort(m_raw);
}

/// Ids begin with the path of a file; most names do not.
bool TensorLookup::mayBeId(std::string_view name) const
{
    if (name.find('%') != std::string_view::npos)
        return true; // bytes of the path may be spelt differently
    // Every '#' may separate the file from what is in it.
    for (std::size_t end = name.size(); end > 0 && end != std::string_view::npos;
         end = name.rfind('#', end - 1)) {
        const std::string_view path = name.substr(0, end);
        const StringId file = m_index.findString(path.substr(path.rfind('/') + 1));
        for (std::uint32_t f = 0; file.isValid() && f < m_index.fileCount(); ++f) {
            if (m_index.file(FileId(f)).name == file)
                return true;
        }
    }
    return false;
}

const std::vector<TensorId>* TensorLookup::byId(std::string_view name)
{
    if (!m_byId) {
        if (!mayBeId(name))
            return nullptr;
        m_byId.emplace();
        for (const TensorId id : m_tensors) {
            (*m_byId)[m_index.tensorId(id)].push_back(id);
            if (const auto older = m_index.olderId(id))
                (*m_byId)[*older].push_back(id);
        }
    }
    const auto found = m_byId->find(std::string(name));
    return found == m_byId->end() ? nullptr : &found->second;
}

std::vector<TensorId> TensorLookup::ofOperator(std::string_view name) const
{
    std::vector<TensorId> hits;
    const StringId text = m_index.findString(name);
    if (!text.isValid())
        return hits;
    for (const TensorId id : m_index.tensorsOfOperator(text)) {
        if (std::ranges::binary_search(m_tensors, id))
            hits.push_back(id);
    }
    const auto recordedName = &std::pair<StringId, TensorId>::first;
    for (auto it = std::ranges::lower_bound(m_raw, text, {}, recordedName);
         it != m_raw.end() && it->first == text; ++it)
        hits.push_back(it->second);
    std::ranges::sort(hits);
    return hits;
}

std::vector<TensorId> TensorLookup::find(std::string_view name)
{
    if (const auto* const found = byId(name))
        return *found;
    if (std::vector<TensorId> found = ofOperator(name); !found.empty())
        return found;
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
    if (!io)
        return {};
    std::vector<TensorId> hits;
    for (const TensorId id : ofOperator(op.substr(0, colon))) {
        const TensorRow& row = m_index.tensor(id);
        if (row.io == *io && (!slot || row.slot == *slot))
            hits.push_back(id);
    }
    return hits;
}

std::vector<TensorId> TensorLookup::findPattern(std::string_view pattern)
{
    std::vector<TensorId> hits = find(pattern);
    const Result<NamePattern> compiled = NamePattern::make(pattern);
    if (!hits.empty() || !compiled)
        return hits;
    std::unordered_map<std::uint32_t, bool> matched; ///< each name is asked once
    const auto matches = [&](StringId name) {
        const auto [known, isNew] = matched.try_emplace(name.value(), false);
        if (isNew)
            known->second = !compiled->match(m_index.text(name)).empty();
        return known->second;
    };
    for (const TensorId id : m_tensors) {
        const TensorRow& row = m_index.tensor(id);
        if (matches(row.opName) || (row.opNameRaw != row.opName && matches(row.opNameRaw)))
            hits.push_back(id);
    }
    return hits;
}

} // namespace dumpscope::core
