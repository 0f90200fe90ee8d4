// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/cut_names.h"

#include "compare/layout/assembly.h"
#include "compare/measuring/pair_alignment.h"
#include "model/tensor_store.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace dumpscope::core {

namespace {

/// Calls of functions are counted, so that a cut run's number stands for another call than golden's.
bool isCounted(std::string_view opName)
{
    const auto entry = parseMsprobeEntry(opName);
    return entry && entry->kind != MsprobeEntryName::Kind::Module;
}

bool isReadInteger(const TensorRow& row)
{
    constexpr std::uint64_t kLargest = 64U << 20U; // bytes: masks of long sequences are larger
    return !isFloating(row.dtype) && row.state == TensorState::Ok && row.bytes <= kLargest;
}

/// A tensor and those that stand where it does on other ranks.
std::vector<TensorId> onAllRanks(const DumpIndex& index, TensorId like)
{
    const auto placeOf = [&](TensorId id) {
        const TensorRow& row = index.tensor(id);
        return std::tuple(index.factsOf(id).step, row.occurrence, row.io, row.slot, row.entry);
    };
    std::vector<TensorId> all;
    for (const TensorId id : index.tensorsOfOperator(index.tensor(like).opName)) {
        if (placeOf(id) == placeOf(like))
            all.push_back(id);
    }
    return all;
}

struct Recorded {
    double norm = 0, mean = 0;
};

/// Of a tensor without values.
std::optional<Recorded> recordedAlone(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    const TensorRow& row = index.tensor(id);
    if (row.state != TensorState::StatisticsOnly || row.statisticRow == TensorRow::kNone
        || !isFloating(row.dtype))
        return std::nullopt;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    const auto norm = table.value(Field::L2Norm, row.statisticRow);
    const auto mean = table.value(Field::Mean, row.statisticRow);
    return norm && mean ? std::optional(Recorded {*norm, *mean}) : std::nullopt;
}

/// Whether golden is the sum of such terms, as far as statistics tell.
bool isSumOf(const std::vector<Recorded>& terms, const Recorded& golden, double count)
{
    constexpr double kRounding = 2e-6, kOther = 1e-4; // of the size of elements; of norms
    const auto isOther = [](double norm, double than) { return std::fabs(norm - than) > kOther * than; };
    double mean = 0, norms = 0, largest = golden.norm;
    for (const Recorded& term : terms) {
        mean += term.mean;
        norms += term.norm;
        largest = std::max(largest, term.norm);
        const bool isFirst = &term == &terms.front();
        if (!isOther(term.norm, golden.norm) || (!isFirst && !isOther(term.norm, terms.front().norm)))
            return false;
    }
    return norms >= golden.norm && std::fabs(mean - golden.mean) <= kRounding * largest / std::sqrt(count);
}

} // namespace

bool isOfNames(const TensorPair& pair)
{
    return pair.origin == PairOrigin::Exact || pair.origin == PairOrigin::Normalised
        || pair.origin == PairOrigin::Mapping || pair.origin == PairOrigin::Manual;
}

Result<std::set<std::pair<TensorId, TensorId>>> integersByName(const std::vector<TensorPair>& byName,
    const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task)
{
    std::map<TensorId, std::vector<TensorId>> targetsOfGolden;
    for (const TensorPair& pair : byName) {
        const TensorRow &own = target.index->tensor(pair.target), &other = golden.index->tensor(pair.golden);
        if (isReadInteger(own) && isReadInteger(other) && own.dtype == other.dtype && isOfNames(pair)
            && std::ranges::equal(target.index->shape(own.shape), golden.index->shape(other.shape)))
            targetsOfGolden[pair.golden].push_back(pair.target);
    }
    const TensorStore ours(target.index), theirs(golden.index);
    using Values = std::optional<std::vector<float>>;
    const auto read = [&](const TensorStore& store, TensorId id) -> Result<Values> {
        auto values = valuesOf(store, id, task);
        if (!values && values.error().code == Code::Cancelled)
            return fail(values.error());
        return values ? Values(std::move(*values)) : Values();
    };
    const bool isGoldenWhole = golden.index->ranks().size() <= 1;
    std::set<std::pair<TensorId, TensorId>> right;
    for (const auto& [id, targets] : targetsOfGolden) {
        TRY_VOID(task.checkStop());
        TRY_ASSIGN(const auto wanted, read(theirs, id));
        TRY_ASSIGN(const auto first, read(ours, targets.front()));
        if (!wanted || !first)
            continue;
        const StringId name = target.index->tensor(targets.front()).opName;
        bool areAlike = isGoldenWhole && !isCounted(target.index->text(name));
        std::vector<TensorId> same;
        for (const TensorId one : targets) {
            TRY_ASSIGN(const auto values, read(ours, one));
            if (values == wanted)
                same.push_back(one);
        }
        for (const TensorId one : areAlike ? onAllRanks(*target.index, targets.front()) : same) {
            TRY_ASSIGN(const auto values, read(ours, one));
            areAlike = areAlike && values == first;
        }
        for (const TensorId one : areAlike ? targets : same)
            right.emplace(one, id);
    }
    return right;
}

std::set<std::pair<TensorId, TensorId>> termsByStatistics(
    const std::vector<TensorPair>& byName, const ComparisonSide& target, const ComparisonSide& golden)
{
    std::map<TensorId, std::vector<TensorId>> targetsOfGolden;
    for (const TensorPair& pair : byName) {
        const auto own = target.index->shape(target.index->tensor(pair.target).shape);
        const auto other = golden.index->shape(golden.index->tensor(pair.golden).shape);
        if (isOfNames(pair) && std::ranges::equal(own, other))
            targetsOfGolden[pair.golden].push_back(pair.target);
    }
    std::set<std::pair<TensorId, TensorId>> found;
    for (const auto& [id, targets] : targetsOfGolden) {
        const auto whole = recordedAlone(*golden.index, id);
        const std::vector<TensorId> all = onAllRanks(*target.index, targets.front());
        std::vector<Recorded> terms;
        for (const TensorId one : all) {
            if (const auto term = recordedAlone(*target.index, one))
                terms.push_back(*term);
        }
        double count = 1;
        for (const std::int64_t extent : golden.index->shape(golden.index->tensor(id).shape))
            count *= static_cast<double>(extent);
        if (!whole || terms.size() < 2 || terms.size() != all.size() || !(count > 0)
            || !isSumOf(terms, *whole, count))
            continue;
        for (const TensorId one : all)
            found.emplace(one, id);
    }
    return found;
}

std::set<TensorId> sharesOfGradients(const ComparisonSide& target)
{
    using GradientPlace
        = std::tuple<std::optional<std::int64_t>, StringId, std::uint32_t, std::int32_t, StringId>;
    const DumpIndex& index = *target.index;
    std::map<GradientPlace, std::vector<TensorId>> places;
    for (const TensorId id : target.tensors()) {
        const TensorRow& row = index.tensor(id);
        if (row.io == Io::Gradient && row.statisticRow != TensorRow::kNone)
            places[{index.factsOf(id).step, row.opName, row.occurrence, row.slot, row.entry}].push_back(id);
    }
    // Shares that cancel have one norm.
    const auto recorded = [&](TensorId id) {
        using Field = StatisticTable::Field;
        const TensorRow& row = index.tensor(id);
        const StatisticTable& table = *index.statisticTables()[row.statisticTable];
        return std::tuple(table.value(Field::L2Norm, row.statisticRow),
            table.value(Field::Max, row.statisticRow), table.value(Field::Min, row.statisticRow));
    };
    std::set<TensorId> shares;
    for (const auto& [place, ids] : places) {
        const auto first = recorded(ids.front());
        if (std::ranges::any_of(ids, [&](TensorId id) { return recorded(id) != first; }))
            shares.insert(ids.begin(), ids.end());
    }
    return shares;
}

} // namespace dumpscope::core
