// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/index_linker.h"

#include "base/text.h"
#include "model/operator_name_match.h"
#include "readers/mindspore/mindspore_scope.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// Sanitised forms of names, each computed once.
class SanitisedNames {
public:
    explicit SanitisedNames(StringPool& strings)
        : m_strings(strings)
    {
    }
    StringId of(StringId name)
    {
        if (name.value() >= m_known.size())
            m_known.resize(std::max<std::size_t>(m_strings.size(), name.value() + std::size_t {1}));
        if (!m_known[name.value()].isValid()) {
            const StringId sanitised = m_strings.intern(sanitisedScope(m_strings.text(name)));
            m_known[name.value()] = sanitised;
        }
        return m_known[name.value()];
    }

private:
    StringPool& m_strings;
    std::vector<StringId> m_known;
};

/// What makes two rows the same tensor of the same folder, apart from the time.
struct SameTensorKey {
    FolderId folder;
    StringId opType, opName;
    Io io;
    std::int32_t slot;

    bool operator==(const SameTensorKey&) const = default;
};

struct SameTensorHash {
    std::size_t operator()(const SameTensorKey& key) const
    {
        std::uint64_t hash = mixedHash(key.folder.value(), key.opName.value());
        hash = mixedHash(hash, key.opType.value());
        return mixedHash(hash,
            (std::uint64_t {static_cast<std::uint8_t>(key.io)} << 32) | static_cast<std::uint32_t>(key.slot));
    }
};

} // namespace

void takeRecordedType(TensorRow& tensor, const TensorRow& statistic)
{
    if (tensor.state != TensorState::Unreadable)
        return;
    if (tensor.dtype == DType::Unknown)
        tensor.dtype = statistic.dtype;
    if (!tensor.shape.isValid())
        tensor.shape = statistic.shape;
}

void mergeStatisticRows(IndexParts& parts)
{
    if (parts.statisticTables.empty())
        return;
    std::vector<std::uint8_t> hasTensors(parts.folders.size(), 0);
    bool any = false;
    for (const TensorRow& row : parts.tensors) {
        if (row.statisticRow == TensorRow::kNone) {
            hasTensors[row.folder.value()] = 1;
            any = true;
        }
    }
    if (!any)
        return;

    SanitisedNames sanitised(parts.strings);
    const auto keyOf = [&](const TensorRow& row) {
        return SameTensorKey {row.folder, row.opType, sanitised.of(row.opNameRaw), row.io, row.slot};
    };
    struct Candidates {
        std::vector<std::uint32_t> tensors, statistics;
    };
    std::unordered_map<SameTensorKey, Candidates, SameTensorHash> groups;
    for (std::uint32_t i = 0; i < parts.tensors.size(); ++i) {
        const TensorRow& row = parts.tensors[i];
        const bool isTied = row.statisticRow != TensorRow::kNone && row.state != TensorState::StatisticsOnly;
        if (!hasTensors[row.folder.value()] || isTied)
            continue;
        Candidates& group = groups[keyOf(row)];
        (row.statisticRow == TensorRow::kNone ? group.tensors : group.statistics).push_back(i);
    }

    std::vector<bool> absorbed(parts.tensors.size(), false);
    const auto attach = [&](std::uint32_t tensor, std::uint32_t statistic) {
        TensorRow& row = parts.tensors[tensor];
        const TensorRow& from = parts.tensors[statistic];
        row.statisticRow = from.statisticRow;
        row.statisticTable = from.statisticTable;
        takeRecordedType(row, from);
        // A statistics file of newer releases spells the full name with '/'.
        if (parts.strings.text(from.opName).find('/') != std::string_view::npos)
            row.opName = from.opName;
        absorbed[statistic] = true;
    };
    const auto byTime = [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(parts.tensors[a].timestamp, a) < std::tie(parts.tensors[b].timestamp, b);
    };
    for (auto& [key, group] : groups) {
        if (group.tensors.empty() || group.statistics.empty())
            continue;
        std::sort(group.tensors.begin(), group.tensors.end(), byTime);
        std::sort(group.statistics.begin(), group.statistics.end(), byTime);
        std::vector<std::uint32_t> restTensors;
        std::vector<bool> used(group.statistics.size(), false);
        for (const std::uint32_t tensor : group.tensors) {
            bool found = false;
            for (std::size_t s = 0; s < group.statistics.size() && !found; ++s) {
                if (!used[s]
                    && parts.tensors[group.statistics[s]].timestamp == parts.tensors[tensor].timestamp) {
                    attach(tensor, group.statistics[s]);
                    used[s] = found = true;
                }
            }
            if (!found)
                restTensors.push_back(tensor);
        }
        std::size_t next = 0;
        for (const std::uint32_t tensor : restTensors) {
            while (next < used.size() && used[next])
                ++next;
            if (next == used.size())
                break;
            attach(tensor, group.statistics[next]);
            used[next] = true;
        }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
        if (!absorbed[i])
            parts.tensors[kept++] = parts.tensors[i];
    }
    parts.tensors.resize(kept);
}

TensorWrites numberOccurrences(IndexParts& parts)
{
    std::vector<TensorRow>& rows = parts.tensors;
    const auto identity = [&](const TensorRow& row) {
        return std::tuple(
            row.folder, row.opName, row.opType, row.entry, row.io, row.slot, row.context, row.thread);
    };
    const auto hashOf = [&](std::uint32_t i) {
        const TensorRow& row = rows[i];
        std::uint64_t hash = mixedHash(row.folder.value(), row.opName.value());
        hash = mixedHash(hash, (std::uint64_t {row.opType.value()} << 32) | row.entry.value());
        hash = mixedHash(hash,
            (std::uint64_t {static_cast<std::uint8_t>(row.io)} << 32) | static_cast<std::uint32_t>(row.slot));
        return mixedHash(hash, (std::uint64_t {row.context} << 32) | row.thread);
    };
    struct Seen {
        std::uint64_t timestamp = 0; ///< of the last row, and its place: a pair of them has room to spare
        std::uint32_t place = 0;
        bool inOrder = true;
    };
    // Not all writers record the time; some number what they write.
    const auto timeOf = [](const TensorRow& row) {
        return std::pair(row.timestamp, row.execIndex == TensorRow::kNone ? 0U : row.execIndex);
    };
    std::vector<Seen> seen; ///< per tensor
    bool inOrder = true;
    TensorWrites tensors;
    const auto number = [&](std::uint32_t i, std::uint32_t tensor) {
        TensorRow& row = rows[i];
        if (tensor == seen.size()) {
            seen.emplace_back();
            tensors.count.push_back(0);
        }
        if (row.fixedOccurrence) {
            ++tensors.count[tensor];
            return;
        }
        if (row.io == Io::Unknown && row.execIndex == TensorRow::kNone) {
            tensors.count[tensor] = 1;
            return;
        }
        Seen& of = seen[tensor];
        const auto time = timeOf(row);
        of.inOrder = of.inOrder && std::pair(of.timestamp, of.place) <= time;
        std::tie(of.timestamp, of.place) = time;
        inOrder = inOrder && of.inOrder;
        row.occurrence = tensors.count[tensor]++;
    };
    tensors.groups = groupRows(
        static_cast<std::uint32_t>(rows.size()), hashOf,
        [&](std::uint32_t a, std::uint32_t b) { return identity(rows[a]) == identity(rows[b]); }, number);
    const std::vector<std::uint32_t>& groupOf = tensors.groups.groupOf;
    if (inOrder)
        return tensors;
    std::vector<std::uint32_t> turned;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        if (!seen[groupOf[i]].inOrder && !rows[i].fixedOccurrence)
            turned.push_back(i);
    }
    std::ranges::sort(turned, [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(groupOf[a], timeOf(rows[a]), a) < std::tuple(groupOf[b], timeOf(rows[b]), b);
    });
    for (std::size_t i = 0; i < turned.size(); ++i) {
        const bool isFirst = i == 0 || groupOf[turned[i]] != groupOf[turned[i - 1]];
        rows[turned[i]].occurrence = isFirst ? 0 : rows[turned[i - 1]].occurrence + 1;
    }
    return tensors;
}

namespace {

struct OrderMatch {
    std::uint32_t execIndex = TensorRow::kNone;
    StringId fullName;
};

std::unordered_map<StringId, OrderMatch> matchNames(
    const std::vector<std::string>& order, const std::vector<StringId>& dumped, StringPool& strings)
{
    // The pool grows below, so the names are copied first.
    std::vector<std::string> texts;
    texts.reserve(dumped.size());
    for (const StringId id : dumped)
        texts.emplace_back(strings.text(id));
    const OperatorNameMatcher matcher({order.begin(), order.end()});
    const std::vector<std::string_view> names(texts.begin(), texts.end());
    const std::vector<NameMatch> found = matcher.match(names);
    std::unordered_map<StringId, OrderMatch> matches;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const NameMatch& match = found[i];
        const bool byNumber = match.samePath != NameMatch::kNone;
        if (match.rule != NameRule::None && !byNumber) {
            matches[dumped[i]] = {match.index, strings.intern(order[match.index])};
        } else if (byNumber) {
            // Only the path is recovered: the number in the file name is the dump's own.
            const std::string path(withoutOpNumber(order[match.samePath]));
            const std::string number = texts[i].substr(withoutOpNumber(texts[i]).size());
            matches[dumped[i]] = {match.index, strings.intern(path + number)};
        }
    }
    return matches;
}

} // namespace

void applyExecutionOrders(IndexParts& parts)
{
    for (const DumpIndex::PlacedOrder& placed : parts.orders) {
        if (placed.order.global || placed.order.operators.empty())
            continue;
        const FolderFacts& orderFacts = parts.folders[parts.files[placed.file.value()].folder.value()].facts;
        std::vector<std::uint32_t> rows;
        std::vector<StringId> names;
        for (std::uint32_t i = 0; i < parts.tensors.size(); ++i) {
            const TensorRow& row = parts.tensors[i];
            const FolderFacts& facts = parts.folders[row.folder.value()].facts;
            if (facts.rank != orderFacts.rank || facts.graphId != placed.order.graphId
                || row.opName.value() == 0)
                continue;
            rows.push_back(i);
            names.push_back(row.opName);
        }
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        const auto matches = matchNames(placed.order.operators, names, parts.strings);
        for (const std::uint32_t i : rows) {
            TensorRow& row = parts.tensors[i];
            const auto match = matches.find(row.opName);
            if (match == matches.end())
                continue;
            row.execIndex = match->second.execIndex;
            row.opName = match->second.fullName;
        }
    }
}

} // namespace dumpscope::core
