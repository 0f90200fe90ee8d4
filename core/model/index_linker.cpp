// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/index_linker.h"

#include "base/text.h"
#include "model/operator_name_match.h"
#include "readers/mindspore_scope.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace dumpscope::core {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15ULL + (hash << 6) + (hash >> 2);
    return hash * 0xBF58476D1CE4E5B9ULL;
}

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
        std::uint64_t hash = mix(key.folder.value(), key.opName.value());
        hash = mix(hash, key.opType.value());
        return mix(hash,
            (std::uint64_t {static_cast<std::uint8_t>(key.io)} << 32) | static_cast<std::uint32_t>(key.slot));
    }
};

} // namespace

void mergeStatisticRows(IndexParts& parts)
{
    if (parts.statisticTables.empty())
        return;
    std::vector<std::uint8_t> hasTensors(parts.folders.size(), 0);
    for (const TensorRow& row : parts.tensors) {
        if (row.statisticRow == TensorRow::kNone)
            hasTensors[parts.files[row.file.value()].folder.value()] = 1;
    }

    SanitisedNames sanitised(parts.strings);
    const auto keyOf = [&](const TensorRow& row) {
        return SameTensorKey {
            parts.files[row.file.value()].folder, row.opType, sanitised.of(row.opNameRaw), row.io, row.slot};
    };
    struct Candidates {
        std::vector<std::uint32_t> tensors, statistics;
    };
    std::unordered_map<SameTensorKey, Candidates, SameTensorHash> groups;
    for (std::uint32_t i = 0; i < parts.tensors.size(); ++i) {
        const TensorRow& row = parts.tensors[i];
        if (!hasTensors[parts.files[row.file.value()].folder.value()])
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

void numberOccurrences(IndexParts& parts)
{
    const auto identity = [&](std::uint32_t i) {
        const TensorRow& row = parts.tensors[i];
        return std::tuple(parts.files[row.file.value()].folder, row.opName, row.opType, row.entry, row.io,
            row.slot, row.context, row.thread);
    };
    // Repeats are rare, so rows are first grouped by a hash and compared only where hashes meet.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> hashed;
    hashed.reserve(parts.tensors.size());
    for (std::uint32_t i = 0; i < parts.tensors.size(); ++i) {
        const TensorRow& row = parts.tensors[i];
        if (row.io == Io::Unknown)
            continue;
        std::uint64_t hash = mix(parts.files[row.file.value()].folder.value(), row.opName.value());
        hash = mix(hash, (std::uint64_t {row.opType.value()} << 32) | row.entry.value());
        hash = mix(hash,
            (std::uint64_t {static_cast<std::uint8_t>(row.io)} << 32) | static_cast<std::uint32_t>(row.slot));
        hashed.emplace_back(mix(hash, (std::uint64_t {row.context} << 32) | row.thread), i);
    }
    std::ranges::sort(hashed);
    std::vector<std::uint32_t> group;
    for (std::size_t begin = 0; begin < hashed.size();) {
        std::size_t end = begin + 1;
        while (end < hashed.size() && hashed[end].first == hashed[begin].first)
            ++end;
        if (end - begin > 1) {
            group.clear();
            for (std::size_t i = begin; i < end; ++i)
                group.push_back(hashed[i].second);
            std::ranges::sort(group, [&](std::uint32_t a, std::uint32_t b) {
                const auto left = identity(a);
                const auto right = identity(b);
                if (left != right)
                    return left < right;
                return std::tie(parts.tensors[a].timestamp, a) < std::tie(parts.tensors[b].timestamp, b);
            });
            for (std::size_t i = 1; i < group.size(); ++i) {
                if (identity(group[i]) == identity(group[i - 1]))
                    parts.tensors[group[i]].occurrence = parts.tensors[group[i - 1]].occurrence + 1;
            }
        }
        begin = end;
    }
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
            const FolderFacts& facts = parts.folders[parts.files[row.file.value()].folder.value()].facts;
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

namespace {

/// Place of each text in natural order; equal texts share an id already.
std::vector<std::uint32_t> naturalRanks(const StringPool& strings, const std::vector<StringId>& used)
{
    std::vector<StringId> sorted = used;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::sort(sorted.begin(), sorted.end(),
        [&](StringId a, StringId b) { return naturalCompare(strings.text(a), strings.text(b)) < 0; });
    std::vector<std::uint32_t> ranks(strings.size(), 0);
    for (std::size_t i = 0; i < sorted.size(); ++i)
        ranks[sorted[i].value()] = static_cast<std::uint32_t>(i);
    return ranks;
}

/// A folder of tensors stands where the folder above it does, so that both sort as one.
std::string_view orderPath(const IndexParts& parts, const FolderRow& folder)
{
    std::string_view path = parts.strings.text(folder.path);
    if (folder.facts.belongsToParent) {
        const std::size_t slash = path.rfind('/');
        path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    }
    return path;
}

/// Per row: when the row's operator was first written in the row's turn of a loop, so that inputs and
/// outputs of one turn stay together.
std::vector<std::uint64_t> firstTimes(const IndexParts& parts)
{
    std::unordered_map<SameTensorKey, std::uint32_t, SameTensorHash> operators;
    std::vector<std::vector<std::uint64_t>> turns; ///< operator -> turn -> time
    std::vector<std::uint32_t> operatorOf(parts.tensors.size());
    for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
        const TensorRow& row = parts.tensors[i];
        const SameTensorKey key {
            parts.files[row.file.value()].folder, row.opType, row.opName, Io::Unknown, 0};
        const auto number = static_cast<std::uint32_t>(turns.size());
        operatorOf[i] = operators.try_emplace(key, number).first->second;
        if (operatorOf[i] == number)
            turns.emplace_back();
        std::vector<std::uint64_t>& times = turns[operatorOf[i]];
        if (row.occurrence >= times.size())
            times.resize(row.occurrence + std::size_t {1}, std::numeric_limits<std::uint64_t>::max());
        times[row.occurrence] = std::min(times[row.occurrence], row.timestamp);
    }
    std::vector<std::uint64_t> result(parts.tensors.size());
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = turns[operatorOf[i]][parts.tensors[i].occurrence];
    return result;
}

} // namespace

std::vector<std::uint32_t> folderOrder(const IndexParts& parts)
{
    std::vector<std::uint32_t> order(parts.folders.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto number = [](const std::optional<std::int64_t>& value) { return value.value_or(-1); };
    const auto isBefore = [&](std::uint32_t a, std::uint32_t b) {
        const FolderRow& left = parts.folders[a];
        const FolderRow& right = parts.folders[b];
        if (const auto c = naturalCompare(left.facts.run, right.facts.run); c != 0)
            return c < 0;
        const auto key = [&](const FolderFacts& f) { return std::tuple(number(f.rank), number(f.deviceId)); };
        if (key(left.facts) != key(right.facts))
            return key(left.facts) < key(right.facts);
        if (const auto c = naturalCompare(left.facts.model, right.facts.model); c != 0)
            return c < 0;
        const auto graph = [&](const FolderFacts& f) {
            return std::tuple(number(f.modelId), number(f.graphId), number(f.step));
        };
        if (graph(left.facts) != graph(right.facts))
            return graph(left.facts) < graph(right.facts);
        return naturalCompare(orderPath(parts, left), orderPath(parts, right)) < 0;
    };
    std::sort(order.begin(), order.end(), isBefore);
    std::vector<std::uint32_t> ranks(order.size());
    for (std::uint32_t i = 1; i < order.size(); ++i)
        ranks[order[i]] = ranks[order[i - 1]] + (isBefore(order[i - 1], order[i]) ? 1 : 0);
    return ranks;
}

std::vector<std::uint32_t> contractOrder(const IndexParts& parts)
{
    struct Key {
        std::uint32_t folder, execIndex;
        std::uint64_t time; ///< first write of the operator in this turn
        std::uint32_t name, occurrence;
        std::uint8_t io;
        std::int32_t slot;
        std::uint32_t file, ordinal;
        std::uint32_t row;
        auto operator<=>(const Key&) const = default;
    };
    const std::vector<std::uint32_t> folders = folderOrder(parts);
    std::vector<StringId> used;
    used.reserve(parts.tensors.size());
    for (const TensorRow& row : parts.tensors)
        used.push_back(row.opName);
    const std::vector<std::uint32_t> names = naturalRanks(parts.strings, used);

    const std::vector<std::uint64_t> times = firstTimes(parts);
    std::vector<Key> keys(parts.tensors.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
        const TensorRow& row = parts.tensors[i];
        keys[i] = {folders[parts.files[row.file.value()].folder.value()], row.execIndex, times[i],
            names[row.opName.value()], row.occurrence, static_cast<std::uint8_t>(row.io), row.slot,
            row.file.value(), row.ordinal, i};
    }
    if (!std::ranges::is_sorted(keys))
        std::ranges::sort(keys);
    std::vector<std::uint32_t> order(keys.size());
    std::ranges::transform(keys, order.begin(), &Key::row);
    return order;
}

} // namespace dumpscope::core
