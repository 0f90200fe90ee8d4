// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/pair_folding.h"

#include "metrics/complex_parts.h"
#include "metrics/error_details.h"
#include "metrics/exact_integer.h"
#include "metrics/pair_kernel.h"
#include "metrics/stream_pair.h"
#include "metrics/type_limits.h"
#include "metrics/ulp.h"
#include "tensor/element_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace dumpscope::core {
namespace {

using kernel::kPairRun;
using kernel::PairKernels;

bool isWide(DType dtype)
{
    return dtype == DType::Float64 || dtype == DType::Complex128;
}

double largestMagnitude(std::span<const double> values, double largest)
{
    for (const double value : values)
        largest = std::max(largest, std::fabs(value));
    return largest;
}

/// What consecutive elements contribute.
struct BlockFold {
    PairFold fold;
    StatisticsAccumulator target, golden;
    WorstElements worst;
    ErrorMap map;
    ErrorCounts counts;
};

/// How the pair is folded; shared by all threads.
class Folding {
public:
    Folding(const StreamPair& pair, const FoldRequest& request, std::uint64_t count,
        const std::atomic<double>& worstThreshold)
        : m_pair(pair)
        , m_request(request)
        , m_count(count)
        , m_worstThreshold(worstThreshold)
        , m_meter(pair.targetType(), pair.goldenType())
        , m_finite(isInteger(pair.targetType()) && isInteger(pair.goldenType()))
        , m_exactIntegers(m_finite
              && std::max(dtypeInfo(pair.targetType()).bits, dtypeInfo(pair.goldenType()).bits) == 64)
        , m_isLongBesideFloat(isLongBesideFloat(pair.targetType(), pair.goldenType()))
        , m_complex(isComplex(pair.targetType()) || isComplex(pair.goldenType()))
        , m_wide(isWide(pair.targetType()) || isWide(pair.goldenType()))
        , m_setsMasksAside(request.setsMasksAside && !m_finite && !m_complex)
    {
    }

    [[nodiscard]] BlockFold block(std::uint64_t first, std::uint64_t count);

private:
    friend class RunFolding;

    const StreamPair& m_pair;
    const FoldRequest& m_request;
    std::uint64_t m_count;
    const std::atomic<double>& m_worstThreshold; ///< errors below need not be kept
    UlpMeter m_meter;
    bool m_finite; ///< no element can be NaN or infinite
    bool m_exactIntegers;
    bool m_isLongBesideFloat;
    bool m_complex;
    bool m_wide; ///< sums may need a scale
    bool m_setsMasksAside;
};

/// Folds the elements of one block, run by run.
class RunFolding {
public:
    RunFolding(const Folding& folding, BlockFold& into)
        : m_folding(folding)
        , m_request(folding.m_request)
        , m_into(into)
    {
    }
    void add(const ElementChunk& target, const ElementChunk& golden);

private:
    void decode(const ElementChunk& target, const ElementChunk& golden);
    void decodeComplex(const ElementChunk& target, const ElementChunk& golden);
    void sortOutNonFinite();
    [[nodiscard]] bool agrees(std::size_t i) const;
    void addCompared(const ComparedRun& run);
    void addSums(const ComparedRun& run, double& maxAbsolute);
    void addRelative(const ComparedRun& run);
    void addUlps(const ComparedRun& run);
    /// Distance of the i-th element in representable numbers.
    [[nodiscard]] double ulpOf(const ComparedRun& run, std::size_t i) const;
    void addBits(const ElementChunk& target, const ElementChunk& golden);
    /// 64-bit integers of the element at a flat index, and their difference, where float64 rounds them.
    void addExact(std::uint64_t index, WorstElement& into) const;

    const Folding& m_folding;
    const FoldRequest& m_request;
    BlockFold& m_into;
    const PairKernels& m_kernels = kernel::vectorPairKernels();
    ElementChunk m_target, m_golden; ///< that are being added
    std::size_t m_count = 0;
    std::uint64_t m_first = 0;
    std::size_t m_places = 0; ///< how many of m_place are used; 0: all positions
    std::array<double, kPairRun> m_x, m_y, m_d;
    std::array<std::uint16_t, kPairRun> m_place;
    /// Real and imaginary parts in turn.
    std::vector<double> m_parts, m_goldenParts;
};

void RunFolding::decodeComplex(const ElementChunk& target, const ElementChunk& golden)
{
    m_parts = partsOf(target);
    m_goldenParts = partsOf(golden);
    for (std::size_t i = 0; i < m_count; ++i)
        m_d[i] = std::hypot(
            m_parts[2 * i] - m_goldenParts[2 * i], m_parts[2 * i + 1] - m_goldenParts[2 * i + 1]);
}

void RunFolding::decode(const ElementChunk& target, const ElementChunk& golden)
{
    m_target = target;
    m_golden = golden;
    m_count = static_cast<std::size_t>(target.count);
    m_first = target.first;
    m_places = 0;
    toMagnitudes(target, m_x.data());
    toMagnitudes(golden, m_y.data());
    if (m_folding.m_complex) {
        decodeComplex(target, golden);
    } else if (m_folding.m_exactIntegers) {
        for (std::size_t i = 0; i < m_count; ++i)
            m_d[i] = static_cast<double>(integerDifference(target, golden, i));
    } else if (m_folding.m_isLongBesideFloat) {
        for (std::size_t i = 0; i < m_count; ++i)
            m_d[i] = longDifference(target, m_x[i], golden, m_y[i], i);
    } else {
        m_kernels.subtract(m_x.data(), m_y.data(), m_count, m_d.data());
    }
}

bool RunFolding::agrees(std::size_t i) const
{
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    if (m_folding.m_complex)
        return same(m_parts[2 * i], m_goldenParts[2 * i])
            && same(m_parts[2 * i + 1], m_goldenParts[2 * i + 1]);
    return same(m_x[i], m_y[i]);
}

/// Masks of two types are finite and as far apart as numbers can be; they mean the same.
bool isMaskOfTwoTypes(double x, double y)
{
    const auto isLowest = [](double number) {
        return std::ranges::any_of(kTypeLimits, [&](double limit) { return number == -limit; });
    };
    return x != y && isLowest(x) && isLowest(y);
}

/// Less than the difference of any two of kTypeLimits.
constexpr double kApart = 0x1p119;

/// Counts what is not finite or masked and moves the compared elements together.
void RunFolding::sortOutNonFinite()
{
    PairFold& fold = m_into.fold;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_count; ++i) {
        const double x = m_x[i];
        const double y = m_y[i];
        if (m_folding.m_setsMasksAside && isMaskOfTwoTypes(x, y)) {
            ++fold.masked;
            continue;
        }
        if (std::isfinite(x) && std::isfinite(y)) {
            if (m_folding.m_complex) {
                std::copy_n(m_parts.begin() + static_cast<std::ptrdiff_t>(2 * i), 2,
                    m_parts.begin() + static_cast<std::ptrdiff_t>(2 * kept));
                std::copy_n(m_goldenParts.begin() + static_cast<std::ptrdiff_t>(2 * i), 2,
                    m_goldenParts.begin() + static_cast<std::ptrdiff_t>(2 * kept));
            }
            m_x[kept] = x;
            m_y[kept] = y;
            m_d[kept] = m_d[i];
            m_place[kept++] = static_cast<std::uint16_t>(i);
            continue;
        }
        fold.nanTarget += std::isnan(x);
        fold.nanGolden += std::isnan(y);
        fold.infTarget += std::isinf(x);
        fold.infGolden += std::isinf(y);
        if (agrees(i)) {
            ++fold.agreeing;
            continue;
        }
        const std::uint64_t index = m_first + i;
        ++fold.conflicts;
        ++fold.mismatches;
        if (!fold.firstConflict)
            fold.firstConflict = index;
        WorstElement element;
        element.index = index;
        element.target = x;
        element.golden = y;
        addExact(index, element);
        m_into.worst.addConflict(element);
        m_into.map.addConflict(index);
        if (m_request.histogram)
            m_into.counts.addConflict();
    }
    m_places = kept;
    m_count = kept;
}

void RunFolding::addSums(const ComparedRun& run, double& maxAbsolute)
{
    const FoldGroups& groups = m_request.groups;
    const bool wantsErrors = groups.has(FoldGroup::Errors) || m_request.top > 0;
    const bool wantsProducts = groups.has(FoldGroup::Products);
    if (!wantsErrors && !wantsProducts)
        return;
    PairFold::Sums sums;
    sums.magnitude = Magnitude::Ordinary;
    if (m_folding.m_wide)
        sums.magnitude
            = magnitudeOf(largestMagnitude(run.d, largestMagnitude(run.y, largestMagnitude(run.x, 0))));
    const double scale = scaleOf(sums.magnitude);
    if (wantsErrors) {
        kernel::ErrorSums errors;
        m_kernels.errors(run.d.data(), run.d.size(), scale, errors);
        sums.d.high = kernel::totalOf(errors.d);
        sums.absolute.high = kernel::totalOf(errors.absolute);
        sums.dd.high = kernel::totalOf(errors.dd);
        maxAbsolute = errors.maxAbsolute;
        LargestElement& largest = m_into.fold.maxAbsolute;
        if (maxAbsolute > largest.value) {
            std::size_t at = 0;
            while (std::fabs(run.d[at]) != maxAbsolute)
                ++at;
            largest = {maxAbsolute, run.indexOf(at)};
        }
    }
    if (wantsProducts) {
        kernel::ProductSums products;
        // The parts of complex numbers are a real vector of twice the length with the same products.
        if (m_folding.m_complex)
            m_kernels.products(m_parts.data(), m_goldenParts.data(), 2 * m_count, scale, products);
        else
            m_kernels.products(run.x.data(), run.y.data(), m_count, scale, products);
        sums.xx.high = kernel::totalOf(products.xx);
        sums.yy.high = kernel::totalOf(products.yy);
        sums.xy.high = kernel::totalOf(products.xy);
    }
    m_into.fold.sums.merge(sums);
}

void RunFolding::addRelative(const ComparedRun& run)
{
    kernel::RelativeSums sums;
    m_kernels.relative(run.d.data(), run.y.data(), m_count, sums);
    PairFold& fold = m_into.fold;
    fold.relativeSum.add(kernel::totalOf(sums.relative));
    fold.goldenZeros += sums.zeros;
    fold.lostRelative += sums.lost;
    fold.withinThousandth += sums.thousandth;
    fold.withinFiveThousandths += sums.fiveThousandths;
    if (sums.maxRelative <= fold.maxRelative.value)
        return;
    std::size_t at = 0;
    while (run.y[at] == 0 || std::fabs(run.d[at]) / std::fabs(run.y[at]) != sums.maxRelative)
        ++at;
    fold.maxRelative = {sums.maxRelative, run.indexOf(at)};
}

double RunFolding::ulpOf(const ComparedRun& run, std::size_t i) const
{
    const UlpMeter& meter = m_folding.m_meter;
    if (m_folding.m_complex)
        return meter.complexDistance(&m_parts[2 * i], &m_goldenParts[2 * i]);
    if (m_folding.m_exactIntegers)
        return std::fabs(run.d[i]);
    return run.d[i] != 0 ? meter.distance(run.x[i], run.y[i]) : 0;
}

void RunFolding::addUlps(const ComparedRun& run)
{
    const UlpMeter& meter = m_folding.m_meter;
    PairFold& fold = m_into.fold;
    if (isShortFloat(meter.type()) && !m_folding.m_complex) {
        kernel::UlpSums sums;
        m_kernels.ulps(meter.type(), run.x.data(), run.y.data(), m_count, sums);
        fold.ulpMax = std::max(fold.ulpMax, sums.max);
        fold.ulpSum.add(kernel::totalOf(sums.sum));
        return;
    }
    double largest = 0;
    double sum = 0;
    for (std::size_t i = 0; i < m_count; ++i) {
        const double distance = ulpOf(run, i);
        largest = std::max(largest, distance);
        sum += distance;
    }
    fold.ulpMax = std::max(fold.ulpMax, largest);
    fold.ulpSum.add(sum);
}

void RunFolding::addBits(const ElementChunk& target, const ElementChunk& golden)
{
    if (target.dtype != golden.dtype) {
        m_into.fold.differentBits += target.count;
        return;
    }
    m_into.fold.differentBits += m_kernels.differences(
        target.data, golden.data, static_cast<std::size_t>(target.count), unpackedBytes(target.dtype));
}

void RunFolding::addExact(std::uint64_t index, WorstElement& into) const
{
    if (!m_folding.m_exactIntegers && !m_folding.m_isLongBesideFloat)
        return;
    const auto at = static_cast<std::size_t>(index - m_first);
    const auto exact = [at](const ElementChunk& chunk) {
        return isInteger(chunk.dtype) ? ifRounded(integerAt(chunk, at)) : std::nullopt;
    };
    into.exactTarget = exact(m_target);
    into.exactGolden = exact(m_golden);
    if (!m_folding.m_exactIntegers)
        return;
    const WideInteger difference = integerDifference(m_target, m_golden, at);
    into.exactAbsError = ifRounded(difference < 0 ? -difference : difference);
}

void RunFolding::addCompared(const ComparedRun& run)
{
    const FoldGroups& groups = m_request.groups;
    double maxAbsolute = 0;
    addSums(run, maxAbsolute);
    if (groups.has(FoldGroup::Relative))
        addRelative(run);
    if (groups.has(FoldGroup::Tolerance))
        m_into.fold.mismatches
            += m_kernels.mismatches(run.d.data(), run.y.data(), m_count, m_request.atol, m_request.rtol);
    if (groups.has(FoldGroup::Ulp))
        addUlps(run);
    m_into.worst.add(run, maxAbsolute, [&](std::size_t i, WorstElement& element) {
        element.ulp = ulpOf(run, i);
        addExact(element.index, element);
    });
    m_into.map.add(run, m_request.atol, m_request.rtol);
    if (m_request.histogram)
        m_into.counts.add(run);
}

void RunFolding::add(const ElementChunk& target, const ElementChunk& golden)
{
    m_into.fold.count += target.count;
    if (m_request.groups.has(FoldGroup::Bits))
        addBits(target, golden);
    decode(target, golden);
    // A finite difference has two finite sides; one that is not may also be too large a number.
    const bool isPlain = m_folding.m_finite
        || (m_folding.m_setsMasksAside ? m_kernels.isBelow(m_d.data(), m_count, kApart)
                                       : m_kernels.isFinite(m_d.data(), m_count));
    if (!isPlain
        && (m_folding.m_setsMasksAside || !m_kernels.isFinite(m_x.data(), m_count)
            || !m_kernels.isFinite(m_y.data(), m_count)))
        sortOutNonFinite();
    m_into.fold.compared += m_count;
    if (m_count == 0)
        return;
    const std::span places(m_place.data(), m_places);
    addCompared({{m_x.data(), m_count}, {m_y.data(), m_count}, {m_d.data(), m_count}, m_first, places});
}

BlockFold Folding::block(std::uint64_t first, std::uint64_t count)
{
    BlockFold result;
    result.worst = WorstElements(m_request.top, &m_worstThreshold);
    result.map = ErrorMap(m_count, m_request.blocks, first);
    StreamPair::Scratch& scratch = StreamPair::Scratch::ofThread();
    const StreamPair::Chunks chunks = m_pair.read(first, count, scratch);
    const auto runs = std::make_unique<RunFolding>(*this, result);
    StreamPair::overRuns(chunks, kPairRun,
        [&runs](const ElementChunk& target, const ElementChunk& golden) { runs->add(target, golden); });
    if (m_request.groups.has(FoldGroup::Statistics)) {
        result.target.add(chunks.target);
        result.golden.add(chunks.golden);
    }
    return result;
}

/// Calls `map` for blocks of kStatisticsBlock elements in parallel and `reduce` for each in order.
template<typename T, typename Map, typename Reduce>
Result<void> overBlocks(
    const StreamPair& pair, std::uint64_t count, TaskContext& task, const Map& map, const Reduce& reduce)
{
    const auto blocks = static_cast<std::size_t>(count / kStatisticsBlock + (count % kStatisticsBlock != 0));
    using Pieces = std::vector<T>;
    return parallelMapReduce<Pieces>(
        task.arena, blocks, pair.piecesOf(kStatisticsBlock), task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<Pieces> {
            Pieces pieces;
            pieces.reserve(end - begin);
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = i * kStatisticsBlock;
                pieces.push_back(map(first, std::min(kStatisticsBlock, count - first)));
            }
            return pieces;
        },
        [&reduce](Pieces&& pieces) -> Result<void> {
            for (T& piece : pieces)
                reduce(std::move(piece));
            return {};
        });
}

std::optional<kernel::Normaliser> normaliserOf(const Statistics& statistics)
{
    if (statistics.finiteCount != statistics.count || !statistics.min || !statistics.max)
        return std::nullopt;
    const double range = *statistics.max - *statistics.min;
    // All elements of a constant side have the same share: the smallest.
    if (!std::isfinite(range) || !std::isfinite(1 / range))
        return range == 0 ? std::optional(kernel::Normaliser {0, 0}) : std::nullopt;
    return kernel::Normaliser {*statistics.min, 1 / range};
}

struct DivergenceTotals {
    Twofold p, pLessQ, excess;
};

/// The second pass: sum of p ln(p / q) for p and q normalised to a sum of one.
Result<std::optional<double>> divergenceOf(const StreamPair& pair, const PairFold& fold, TaskContext& task)
{
    const auto targetShare = normaliserOf(*fold.target);
    const auto goldenShare = normaliserOf(*fold.golden);
    if (!targetShare || !goldenShare || fold.count == 0)
        return std::nullopt;
    const PairKernels& kernels = kernel::vectorPairKernels();
    const auto map = [&](std::uint64_t first, std::uint64_t count) {
        DivergenceTotals totals;
        StreamPair::Scratch& scratch = StreamPair::Scratch::ofThread();
        const StreamPair::Chunks chunks = pair.read(first, count, scratch);
        std::array<double, kPairRun> values;
        std::array<double, kPairRun> goldenValues;
        StreamPair::overRuns(chunks, kPairRun, [&](const ElementChunk& target, const ElementChunk& golden) {
            toMagnitudes(target, values.data());
            toMagnitudes(golden, goldenValues.data());
            kernel::DivergenceSums sums;
            kernels.divergence(values.data(), goldenValues.data(), static_cast<std::size_t>(target.count),
                *targetShare, *goldenShare, sums);
            totals.p.add(kernel::totalOf(sums.p));
            totals.pLessQ.add(kernel::totalOf(sums.pLessQ));
            totals.excess.add(kernel::totalOf(sums.excess));
        });
        return totals;
    };
    DivergenceTotals whole;
    TRY_VOID(overBlocks<DivergenceTotals>(pair, fold.count, task, map, [&whole](DivergenceTotals&& piece) {
        whole.p.add(piece.p);
        whole.pLessQ.add(piece.pLessQ);
        whole.excess.add(piece.excess);
    }));
    // Sum of p ln(p / q) over the sum of p, and ln(q / p) of the sums.
    const double p = whole.p.value();
    const double pLessQ = whole.pLessQ.value() / p;
    const double divergence = whole.excess.value() / p + (pLessQ + std::log1p(-pLessQ));
    // Never negative but for rounding.
    return std::max(divergence, 0.0);
}

} // namespace

FoldRequest FoldRequest::of(const MeasureOptions& options, FoldGroups groups)
{
    FoldRequest request;
    request.groups = groups;
    request.atol = options.atol;
    request.rtol = options.rtol;
    request.limit = options.elementLimit.value_or(request.limit);
    request.top = options.top;
    request.blocks = options.blocks;
    request.histogram = options.histogram;
    return request;
}

Result<FoldedPair> foldPair(
    const TensorView& target, const TensorView& golden, const FoldRequest& wanted, TaskContext& task)
{
    TRY_ASSIGN(const StreamPair pair, StreamPair::make(target, golden));
    FoldRequest request = wanted;
    if (request.groups.has(FoldGroup::Divergence))
        request.groups |= FoldGroup::Statistics;
    const std::uint64_t count = std::min(pair.count(), request.limit);

    std::atomic<double> worstThreshold {0};
    Folding folding(pair, request, count, worstThreshold);
    FoldedPair result;
    StatisticsAccumulator targetStatistics;
    StatisticsAccumulator goldenStatistics;
    WorstElements worst(request.top);
    ErrorMap map(count, request.blocks, 0);
    ErrorCounts counts;
    TRY_VOID(overBlocks<BlockFold>(
        pair, count, task,
        [&folding](std::uint64_t first, std::uint64_t length) { return folding.block(first, length); },
        [&](BlockFold&& block) {
            result.fold.merge(block.fold);
            targetStatistics.merge(std::move(block.target));
            goldenStatistics.merge(std::move(block.golden));
            worst.merge(std::move(block.worst));
            worstThreshold = worst.threshold();
            map.merge(block.map);
            counts.merge(block.counts);
        }));
    if (request.groups.has(FoldGroup::Statistics)) {
        result.fold.target = targetStatistics.finish();
        result.fold.golden = goldenStatistics.finish();
    }
    if (request.groups.has(FoldGroup::Divergence)) {
        TRY_ASSIGN(result.fold.divergence, divergenceOf(pair, result.fold, task));
    }
    result.worst = std::move(worst).finish();
    result.blocks = std::move(map).finish();
    if (request.histogram)
        result.histogram = counts.finish();
    return result;
}

} // namespace dumpscope::core
