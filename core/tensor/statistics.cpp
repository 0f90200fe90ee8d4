// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/statistics.h"

#include "tensor/element_values.h"
#include "tensor/moments.h"
#include "tensor/statistics_kernel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace dumpscope::core {
namespace {

using kernel::Element;
using kernel::kSubBlock;
using kernel::Lanes;
using kernel::Scan;

/// The smallest or largest finite element so far.
struct Extreme {
    std::int64_t key = 0; ///< of the element itself for integers, of its float64 value otherwise
    double value = 0;
    std::uint64_t index = 0;
};

/// Results of consecutive elements.
struct Partial {
    std::uint64_t count = 0, finite = 0;
    std::uint64_t zero = 0, negative = 0, nan = 0, posInf = 0, negInf = 0, subnormal = 0;
    std::optional<Extreme> min, max;
    std::optional<std::uint64_t> firstNonFinite;
    Moments moments;

    void merge(const Partial& later);
};

void Partial::merge(const Partial& later)
{
    count += later.count;
    finite += later.finite;
    zero += later.zero;
    negative += later.negative;
    nan += later.nan;
    posInf += later.posInf;
    negInf += later.negInf;
    subnormal += later.subnormal;
    // Only a strictly better one replaces the earlier: the first hit is reported.
    if (later.min && (!min || later.min->key < min->key))
        min = later.min;
    if (later.max && (!max || later.max->key > max->key))
        max = later.max;
    if (!firstNonFinite)
        firstNonFinite = later.firstNonFinite;
    moments.merge(later.moments);
}

/// A run of at most kSubBlock elements that the loops can work on.
struct CountedRun {
    Element element = Element::Float64;
    const std::byte* data = nullptr;
    std::size_t count = 0;
    std::uint64_t first = 0; ///< flat index of the first element
    bool isInteger = false;
};

/// The key by which extremes of different runs are compared.
std::int64_t commonKey(const CountedRun& run, std::int64_t key)
{
    return run.isInteger ? key : kernel::keyOf(valueOfKey(run.element, key));
}

/// Adds elements of one type to partial results with one set of loops.
class Accumulation {
public:
    Accumulation(const kernel::Kernels& kernels, DType dtype)
        : m_kernels(kernels)
        , m_element(kernelElement(dtype))
        , m_isInteger(m_element && !isFloating(dtype))
        , m_minNormal(std::bit_cast<std::int64_t>(smallestNormal(dtype)))
    {
    }

    [[nodiscard]] Partial block(const ElementChunk& chunk) const;

private:
    void addRun(const ElementChunk& chunk, Partial& into) const;
    void addFinite(const CountedRun& run, const Scan& scan, Partial& into) const;
    [[nodiscard]] Extreme extreme(const CountedRun& run, std::int64_t key) const;
    [[nodiscard]] Moments moments(const CountedRun& run, std::uint64_t finite, const Scan& scan) const;

    const kernel::Kernels& m_kernels;
    std::optional<Element> m_element;
    bool m_isInteger;
    std::int64_t m_minNormal;
};

Partial Accumulation::block(const ElementChunk& chunk) const
{
    Partial result;
    for (std::uint64_t done = 0; done < chunk.count; done += kSubBlock)
        addRun(subChunk(chunk, done, std::min<std::uint64_t>(kSubBlock, chunk.count - done)), result);
    return result;
}

void Accumulation::addRun(const ElementChunk& chunk, Partial& into) const
{
    const auto count = static_cast<std::size_t>(chunk.count);
    into.count += count;
    if (m_element) {
        const CountedRun run {*m_element, chunk.data, count, chunk.first, m_isInteger};
        Scan scan;
        m_kernels.scan(run.element, run.data, count, scan);
        if (allFinite(run.element, scan))
            return addFinite(run, scan, into);
    }
    std::array<double, kSubBlock> values;
    if (m_element)
        m_kernels.decode(*m_element, chunk.data, count, values.data());
    else
        toMagnitudes(chunk, values.data());
    const CountedRun run {
        Element::Float64, reinterpret_cast<const std::byte*>(values.data()), count, chunk.first, false};
    Scan scan;
    m_kernels.scanFinite(run.data, count, m_minNormal, scan);
    if (scan.nan + scan.posInf + scan.negInf > 0 && !into.firstNonFinite) {
        std::size_t at = 0;
        while (std::isfinite(values[at]))
            ++at;
        into.firstNonFinite = chunk.first + at;
    }
    addFinite(run, scan, into);
}

void Accumulation::addFinite(const CountedRun& run, const Scan& scan, Partial& into) const
{
    const std::uint64_t finite = run.count - scan.nan - scan.posInf - scan.negInf;
    into.finite += finite;
    into.zero += scan.zero;
    into.negative += scan.negative;
    into.subnormal += scan.subnormal;
    into.nan += scan.nan;
    into.posInf += scan.posInf;
    into.negInf += scan.negInf;
    if (finite == 0)
        return;
    const std::int64_t lowKey = commonKey(run, scan.minKey);
    if (!into.min || lowKey < into.min->key)
        into.min = extreme(run, scan.minKey);
    const std::int64_t highKey = commonKey(run, scan.maxKey);
    if (!into.max || highKey > into.max->key)
        into.max = extreme(run, scan.maxKey);
    into.moments.merge(moments(run, finite, scan));
}

Extreme Accumulation::extreme(const CountedRun& run, std::int64_t key) const
{
    const std::size_t at = m_kernels.find(run.element, run.data, run.count, key);
    const double value = valueAt(run.element, run.data + at * elementBytes(run.element));
    return {commonKey(run, key), value, run.first + at};
}

Moments Accumulation::moments(const CountedRun& run, std::uint64_t finite, const Scan& scan) const
{
    Moments result;
    result.count = finite;
    result.magnitude = Magnitude::Ordinary;
    if (run.element == Element::Float64) {
        const double low = valueOfKey(run.element, scan.minKey);
        const double high = valueOfKey(run.element, scan.maxKey);
        result.magnitude = magnitudeOf(std::max(std::fabs(low), std::fabs(high)));
    }
    const double scale = scaleOf(result.magnitude);
    Lanes sum {};
    Lanes squares {};
    m_kernels.sums(run.element, run.data, run.count, scale, sum, squares);
    result.sum.high = kernel::totalOf(sum);
    result.squares.high = kernel::totalOf(squares);
    const auto n = static_cast<double>(finite);
    const double centre = result.sum.high / n;
    if (isSmallInteger(run.element)) {
        // All of it fits 2^53: one pass is exact.
        const double spread = n * result.squares.high - result.sum.high * result.sum.high;
        result.deviations.high = spread / n;
    } else if (result.sum.high * centre <= 0.5 * result.squares.high) {
        // The mean is small beside the values: the difference loses one bit at most.
        result.deviations.high = result.squares.high - result.sum.high * centre;
    } else {
        Lanes deviations {};
        m_kernels.deviations(run.element, run.data, run.count, scale, centre, deviations);
        result.deviations.high = kernel::totalOf(deviations);
    }
    return result;
}

} // namespace

namespace {

/// 64-bit integers by their keys (Extreme).
void addExact(DType dtype, const Extreme& min, const Extreme& max, Statistics& into)
{
    if (dtype != DType::Int64 && dtype != DType::UInt64)
        return;
    constexpr std::uint64_t kFlipped = std::uint64_t {1} << 63U;
    const auto integer = [dtype](std::int64_t key) {
        return dtype == DType::Int64 ? WideInteger {key}
                                     : WideInteger {static_cast<std::uint64_t>(key) ^ kFlipped};
    };
    into.exactMin = ifRounded(integer(min.key));
    into.exactMax = ifRounded(integer(max.key));
    into.exactAbsMax = ifRounded(std::max(-integer(min.key), integer(max.key)));
}

} // namespace

struct StatisticsAccumulator::State {
    Partial partial;
    DType dtype = DType::Unknown;

    void add(const ElementChunk& chunk, const kernel::Kernels& kernels)
    {
        dtype = chunk.dtype;
        const Accumulation accumulation(kernels, chunk.dtype);
        for (std::uint64_t done = 0; done < chunk.count; done += kStatisticsBlock) {
            const std::uint64_t count = std::min(kStatisticsBlock, chunk.count - done);
            partial.merge(accumulation.block(subChunk(chunk, done, count)));
        }
    }
};

StatisticsAccumulator::StatisticsAccumulator()
    : m_state(std::make_unique<State>())
{
}
StatisticsAccumulator::~StatisticsAccumulator() = default;
StatisticsAccumulator::StatisticsAccumulator(StatisticsAccumulator&&) noexcept = default;
StatisticsAccumulator& StatisticsAccumulator::operator=(StatisticsAccumulator&&) noexcept = default;

void StatisticsAccumulator::add(const ElementChunk& chunk)
{
    m_state->add(chunk, kernel::vectorKernels());
}

void StatisticsAccumulator::addScalar(const ElementChunk& chunk)
{
    m_state->add(chunk, kernel::scalarKernels());
}

void StatisticsAccumulator::merge(StatisticsAccumulator&& later)
{
    m_state->partial.merge(later.m_state->partial);
    if (m_state->dtype == DType::Unknown)
        m_state->dtype = later.m_state->dtype;
}

Statistics StatisticsAccumulator::finish() const
{
    const Partial& partial = m_state->partial;
    Statistics result;
    result.count = partial.count;
    result.finiteCount = partial.finite;
    result.zeroCount = partial.zero;
    result.negativeCount = partial.negative;
    result.positiveCount = partial.finite - partial.zero - partial.negative;
    result.nanCount = partial.nan;
    result.posInfCount = partial.posInf;
    result.negInfCount = partial.negInf;
    result.subnormalCount = partial.subnormal;
    result.firstNonFiniteIndex = partial.firstNonFinite;
    if (!partial.min || !partial.max)
        return result;
    const double min = partial.min->value;
    const double max = partial.max->value;
    result.min = min;
    result.max = max;
    result.minIndex = partial.min->index;
    result.maxIndex = partial.max->index;
    addExact(m_state->dtype, *partial.min, *partial.max, result);
    result.absMax = std::max(std::fabs(min), std::fabs(max));
    // Rounding must not move the mean out of the data.
    result.mean = std::clamp(partial.moments.mean(), min, max);
    result.std = partial.min->key == partial.max->key ? 0.0 : partial.moments.standardDeviation();
    result.l2norm = partial.moments.l2Norm();
    return result;
}

namespace {

/// A view that has every stored element of an expanded one once, and how often that one has it.
struct Unexpanded {
    TensorView view;
    std::uint64_t times = 1;
};

/// The first of the elements of an axis of stride 0 stands for all of them.
Unexpanded unexpanded(const TensorView& view)
{
    Unexpanded result {view, 1};
    if (view.strides.size() != view.shape.size() || view.storage.storageShape != view.shape
        || view.isRearranged())
        return result;
    for (std::size_t i = 0; i < view.shape.size(); ++i) {
        if (view.strides[i] != 0 || view.shape[i] < 2)
            continue;
        result.times *= static_cast<std::uint64_t>(view.shape[i]);
        result.view.shape[i] = result.view.storage.storageShape[i] = 1;
    }
    return result;
}

/// Position in C order of the expanded tensor of an element of the other one; repeated axes are at 0.
std::uint64_t expandedIndex(std::uint64_t index, const Shape& once, const Shape& expanded)
{
    std::uint64_t result = 0, step = 1;
    for (std::size_t i = once.size(); i-- > 0;) {
        const auto size = static_cast<std::uint64_t>(once[i]);
        result += index % size * step;
        index /= size;
        step *= static_cast<std::uint64_t>(expanded[i]);
    }
    return result;
}

/// Counts and sums are those of one copy times their number; which copy is first does not change the order of
/// the others.
Statistics repeated(Statistics once, const Unexpanded& from, const Shape& shape)
{
    for (std::uint64_t* count : {&once.count, &once.finiteCount, &once.zeroCount, &once.negativeCount,
             &once.positiveCount, &once.nanCount, &once.posInfCount, &once.negInfCount, &once.subnormalCount})
        *count *= from.times;
    if (once.l2norm)
        *once.l2norm *= std::sqrt(static_cast<double>(from.times));
    for (std::optional<std::uint64_t>* index : {&once.minIndex, &once.maxIndex, &once.firstNonFiniteIndex}) {
        if (*index)
            *index = expandedIndex(**index, from.view.shape, shape);
    }
    return once;
}

} // namespace

Result<Statistics> computeStatistics(const TensorView& view, TaskContext& task)
{
    if (const Unexpanded once = unexpanded(view); once.times > 1 && elementCount(view.shape)) {
        TRY_ASSIGN(Statistics statistics, computeStatistics(once.view, task));
        return repeated(statistics, once, view.shape);
    }
    if (!dtypeInfo(view.dtype).hasValues)
        return fail(Code::Unsupported, phrase("elements of type %1 have no values", dtypeName(view.dtype)));
    TRY_ASSIGN(const ElementStream elements, ElementStream::make(view, Order::Logical));
    const ElementStream stream = elements.forPass();

    // About 1 MiB per piece, so that stopping is quick. A piece keeps its blocks apart: merging them
    // one by one gives the same bits for any size of pieces.
    using Blocks = std::vector<StatisticsAccumulator>;
    const std::uint64_t count = stream.count();
    const std::uint64_t blockBytes = kStatisticsBlock * unpackedBytes(view.dtype);
    const auto grain = static_cast<std::size_t>(std::max<std::uint64_t>(1, (1U << 20U) / blockBytes));
    const auto blocks = static_cast<std::size_t>(count / kStatisticsBlock + (count % kStatisticsBlock != 0));
    StatisticsAccumulator whole;
    TRY_VOID(parallelMapReduce<Blocks>(
        task.arena, blocks, grain, task.stop,
        [&stream, count](std::size_t begin, std::size_t end) -> Result<Blocks> {
            Blocks result(end - begin);
            ElementStream::Scratch& scratch = ElementStream::Scratch::ofThread();
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = i * kStatisticsBlock;
                result[i - begin].add(stream.read(first, std::min(kStatisticsBlock, count - first), scratch));
            }
            return result;
        },
        [&whole](Blocks&& pieces) -> Result<void> {
            for (StatisticsAccumulator& piece : pieces)
                whole.merge(std::move(piece));
            return {};
        }));
    TRY_VOID(view.bytes.check());
    return whole.finish();
}

} // namespace dumpscope::core
