// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/transposed_inputs.h"

#include "compare/elements/significand.h"
#include "compare/suspects/operator_nature.h"
#include "model/tensor_store.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::int64_t kLeastExtent = 8; // fewer elements may be alike by chance
constexpr std::uint64_t kSamples = 64;
constexpr double kFar = 0.1; // relative to the larger element

/// The extent of a square matrix with values; absent for other tensors.
std::optional<std::int64_t> squareExtent(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    if ((row.io != Io::Input && row.io != Io::Argument) || row.state != TensorState::Ok
        || !row.shape.isValid() || isDeviceFormat(row.format))
        return std::nullopt;
    const auto& shape = index.shape(row.shape);
    if (shape.size() != 2 || shape[0] != shape[1] || shape[0] < kLeastExtent)
        return std::nullopt;
    return shape[0];
}

bool multiplies(const DumpIndex& index, TensorId id)
{
    const StringId type = index.tensor(id).opType;
    return type.isValid() && operatorNature(index.text(type)) == OperatorNature::Bilinear;
}

class Elements {
public:
    static std::optional<Elements> open(const TensorStore& store, TensorId id, TaskContext& task)
    {
        Diagnostics unreported; // whoever measures the pair reports them
        TaskContext own {task.stop, task.progress, unreported, task.arena};
        Result<TensorView> view = store.open(id, own);
        if (!view)
            return std::nullopt;
        Result<ElementStream> stream = ElementStream::make(std::move(*view), Order::Logical);
        if (!stream)
            return std::nullopt;
        return Elements(std::move(*stream));
    }
    [[nodiscard]] double at(std::uint64_t place)
    {
        double value = 0;
        toDouble(m_stream.read(place, 1, m_scratch), &value);
        return value;
    }
    [[nodiscard]] const ElementStream& stream() const { return m_stream; }
    [[nodiscard]] bool isWhole() const { return m_stream.view().bytes.check().has_value(); }

private:
    explicit Elements(ElementStream stream)
        : m_stream(std::move(stream))
    {
    }
    ElementStream m_stream;
    ElementStream::Scratch m_scratch;
};

/// Whether golden has the target's elements across and not in their own order.
bool areAcross(Elements& target, Elements& golden, std::uint64_t extent)
{
    const int bits
        = std::min(significandBits(target.stream().dtype()), significandBits(golden.stream().dtype()));
    if (bits == 0 || target.stream().count() != extent * extent || golden.stream().count() != extent * extent)
        return false;
    struct Sample {
        double target, across, along;
    };
    std::vector<Sample> samples;
    for (std::uint64_t i = 0; i < kSamples; ++i) {
        const std::uint64_t row = i * extent / kSamples, column = (row + 1 + i * 7 % (extent - 1)) % extent;
        samples.push_back({target.at(row * extent + column), golden.at(column * extent + row),
            golden.at(row * extent + column)});
    }
    // A few may be wrong for another reason, and are judged where they belong.
    const double rounding = std::ldexp(1, 1 - bits);
    const auto isEqual = [&](const Sample& sample) {
        return std::abs(sample.target - sample.across) <= rounding * std::abs(sample.target);
    };
    const auto isFar = [&](const Sample& sample) {
        const double larger = std::max(std::abs(sample.target), std::abs(sample.along));
        return std::abs(sample.target - sample.along) > kFar * larger;
    };
    return target.isWhole() && golden.isWhole()
        && 8 * std::ranges::count_if(samples, isEqual) >= 7 * static_cast<std::ptrdiff_t>(kSamples)
        && 4 * std::ranges::count_if(samples, isFar) >= static_cast<std::ptrdiff_t>(kSamples);
}

/// Whether both give the same but for noise: the sampled difference is small beside golden's elements.
bool areAlike(Elements& target, Elements& golden)
{
    constexpr double kMost = 0.25; // of golden's squares; a product with a matrix across is off by about 2
    const std::uint64_t count = golden.stream().count();
    if (count == 0 || target.stream().count() != count)
        return false;
    double off = 0, size = 0;
    for (std::uint64_t i = 0; i < std::min(count, kSamples); ++i) {
        const std::uint64_t place = i * count / std::min(count, kSamples);
        const double value = golden.at(place), difference = target.at(place) - value;
        off += difference * difference;
        size += value * value;
    }
    return target.isWhole() && golden.isWhole() && off <= kMost * size;
}

/// Outputs of the operators of the target.
class OutputPairs {
public:
    OutputPairs(const Pairing& pairing, const DumpIndex& index)
        : m_index(index)
    {
        for (const TensorPair& pair : pairing.pairs) {
            if (index.tensor(pair.target).io == Io::Output)
                m_pairs.emplace(operatorOf(pair.target), &pair);
        }
    }
    /// Null: none is compared.
    [[nodiscard]] const TensorPair* of(TensorId input) const
    {
        const auto found = m_pairs.find(operatorOf(input));
        return found == m_pairs.end() ? nullptr : found->second;
    }

private:
    using Operator = std::tuple<const FolderFacts*, StringId, std::uint32_t>;
    [[nodiscard]] Operator operatorOf(TensorId id) const
    {
        const TensorRow& row = m_index.tensor(id);
        return {&m_index.factsOf(id), row.opName, row.occurrence};
    }

    const DumpIndex& m_index;
    std::map<Operator, const TensorPair*> m_pairs;
};

} // namespace

Result<void> hintAtTransposedInputs(
    Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden, TaskContext& task)
{
    const TensorStore targets(target.index), goldens(golden.index);
    const auto hint = std::make_shared<AlignmentHint>();
    hint->targetAxes = "MN";
    hint->goldenAxes = "NM";
    hint->isByValues = true;
    std::optional<OutputPairs> outputs; // made when one is asked for
    const auto givesTheSame = [&](const TensorPair& pair) {
        if (!outputs)
            outputs.emplace(pairing, *target.index);
        const TensorPair* const output = outputs->of(pair.target);
        auto a = output ? Elements::open(targets, output->target, task) : std::nullopt;
        auto b = output ? Elements::open(goldens, output->golden, task) : std::nullopt;
        return a && b && areAlike(*a, *b);
    };
    for (TensorPair& pair : pairing.pairs) {
        TRY_VOID(task.checkStop());
        const auto extent = squareExtent(*target.index, pair.target);
        if (pair.hint || !extent || extent != squareExtent(*golden.index, pair.golden)
            || (!multiplies(*target.index, pair.target) && !multiplies(*golden.index, pair.golden)))
            continue;
        auto a = Elements::open(targets, pair.target, task);
        auto b = Elements::open(goldens, pair.golden, task);
        if (a && b && areAcross(*a, *b, static_cast<std::uint64_t>(*extent)) && givesTheSame(pair))
            pair.hint = hint;
    }
    return {};
}

} // namespace dumpscope::core
