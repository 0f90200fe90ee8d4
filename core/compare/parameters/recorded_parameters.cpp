// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/recorded_parameters.h"

#include "compare/elements/significand.h"
#include "compare/layout/assembly.h"
#include "compare/layout/recorded_operators.h"
#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dumpscope::core {

namespace {

std::optional<RecordedParameter> recordedOf(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    const TensorRow& row = index.tensor(id);
    const int bits = significandBits(row.dtype);
    if (row.statisticRow == TensorRow::kNone || !row.shape.isValid() || bits <= 0)
        return std::nullopt;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    const auto mean = table.value(Field::Mean, row.statisticRow);
    const auto norm = table.value(Field::L2Norm, row.statisticRow);
    if (!mean || !norm || !std::isfinite(*mean) || !std::isfinite(*norm))
        return std::nullopt;
    const auto finite = [&](Field field) {
        const auto value = table.value(field, row.statisticRow);
        return value && std::isfinite(*value) ? value : std::nullopt;
    };
    double count = 1;
    for (const std::int64_t extent : index.shape(row.shape))
        count *= static_cast<double>(extent);
    return RecordedParameter {*mean, *norm, std::ldexp(1.0, -bits), std::max(count, 1.0),
        index.shape(row.shape).size() <= 1, finite(Field::Max), finite(Field::Min)};
}

/// Of all that its ranks have where they have a part each: that moves otherwise than the whole.
std::optional<RecordedParameter> recordedOfTarget(const PairTable& pairs, std::size_t row)
{
    const TensorPair& pair = pairs.row(row).pair;
    const DumpIndex& index = *pairs.target().index;
    auto made = recordedOf(index, pair.target);
    if (!made || !isOfParts(pair))
        return made;
    const auto whole = isTargetPutTogether(pair) ? composedFigures(index, targetsOf(pair)) : std::nullopt;
    if (!whole)
        return std::nullopt;
    made->mean = whole->mean;
    made->norm = whole->norm;
    made->count = whole->count;
    made->max = whole->max;
    made->min = whole->min;
    return made;
}

} // namespace

RecordedParameters recordedParameters(const PairTable& pairs)
{
    const DumpIndex& index = *pairs.target().index;
    RecordedParameters found;
    std::map<std::optional<std::int64_t>, ParameterPairs> given; // to operators
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorId id = pairs.row(row).pair.target;
        const TensorRow& tensor = index.tensor(id);
        const std::string_view type
            = tensor.opType.isValid() ? index.text(tensor.opType) : std::string_view();
        const bool isParameter = tensor.io == Io::Parameter;
        const bool isGradient
            = tensor.opName.isValid() && isInGradientList(index.text(tensor.opName), tensor.io);
        if (!tensor.opName.isValid()
            || !(isParameter || isGradient || (tensor.io == Io::Input && isTrainedInput(type, tensor.slot))))
            continue;
        const auto target = recordedOfTarget(pairs, row);
        const auto golden = recordedOf(*pairs.golden().index, pairs.row(row).pair.golden);
        if (!target || !golden || target->count != golden->count)
            continue;
        const FolderFacts& facts = index.factsOf(id);
        const ParameterKey key {
            facts.rank, index.text(tensor.opName), tensor.occurrence, tensor.io, tensor.slot};
        (isGradient           ? found.gradients
                : isParameter ? found.steps
                              : given)[facts.step]
            .try_emplace(key, ParameterPair {row, *target, *golden});
    }
    if (found.steps.empty())
        found.steps = std::move(given);
    return found;
}

bool isTrainedParameter(const PairTable& pairs, std::size_t row)
{
    const DumpIndex& index = *pairs.target().index;
    const TensorRow& tensor = index.tensor(pairs.row(row).pair.target);
    return tensor.io == Io::Parameter
        || (tensor.io == Io::Input && tensor.opType.isValid()
            && isTrainedInput(index.text(tensor.opType), tensor.slot));
}

bool isInGradientList(std::string_view opName, Io io)
{
    return (io == Io::Output || io == Io::Gradient)
        && opName.find(".parameters_grad") != std::string_view::npos;
}

} // namespace dumpscope::core
