// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/float32_fold.h"

#include "metrics/stream_pair.h"
#include "official/float32_kernel.h"
#include "official/numpy_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace dumpscope::core {
namespace {

using kernel::ErrorLeaf;
using kernel::Float32Kernels;
using kernel::Float32Normaliser;
using kernel::Float32Sums;

/// Elements of one buffer of NumPy on both sides.
struct PartValues {
    std::array<float, kNumpyBuffer> x, y;
};

/// Runs passes over a pair, buffer by buffer of NumPy.
class Float32Passes {
public:
    Float32Passes(const StreamPair& pair, std::uint64_t count, TaskContext& task)
        : m_pair(pair)
        , m_task(task)
        , m_count(count)
    {
    }

    /// Calls `map` for every buffer in parallel and `reduce` for each result in order.
    template<typename T, typename Map, typename Reduce>
    [[nodiscard]] Result<void> over(const Map& map, const Reduce& reduce) const;

private:
    const StreamPair& m_pair;
    TaskContext& m_task;
    std::uint64_t m_count;
};

template<typename T, typename Map, typename Reduce>
Result<void> Float32Passes::over(const Map& map, const Reduce& reduce) const
{
    using Pieces = std::vector<T>;
    const Float32Kernels& kernels = kernel::vectorFloat32Kernels();
    const std::size_t grain = m_pair.piecesOf(kNumpyBuffer);
    return parallelMapReduce<Pieces>(
        m_task.arena, static_cast<std::size_t>(m_count / kNumpyBuffer + (m_count % kNumpyBuffer != 0)), grain,
        m_task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<Pieces> {
            Pieces pieces;
            pieces.reserve(end - begin);
            const auto values = std::make_unique<PartValues>();
            StreamPair::Scratch& scratch = StreamPair::Scratch::ofThread();
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = i * kNumpyBuffer;
                const std::uint64_t count = std::min(kNumpyBuffer, m_count - first);
                const StreamPair::Chunks chunks = m_pair.read(first, count, scratch);
                kernels.decode(chunks.target, values->x.data());
                kernels.decode(chunks.golden, values->y.data());
                pieces.push_back(map(*values, count));
            }
            return pieces;
        },
        [&reduce](Pieces&& pieces) -> Result<void> {
            for (T& piece : pieces)
                reduce(std::move(piece));
            return {};
        });
}

struct ErrorPart {
    Float32Sums<5> sums;
    float maxAbsolute = 0, maxRelative = 0;
    StatisticsAccumulator target, golden;
};

ErrorPart errorsOf(const PartValues& values, std::uint64_t count, bool wantsStatistics)
{
    const Float32Kernels& kernels = kernel::vectorFloat32Kernels();
    ErrorPart part;
    part.sums = numpySum<Float32Sums<5>>(0, count, [&](std::uint64_t first, std::uint64_t length) {
        ErrorLeaf leaf;
        kernels.errors(values.x.data() + first, values.y.data() + first, length, leaf);
        part.maxAbsolute = std::max(part.maxAbsolute, leaf.maxAbsolute);
        part.maxRelative = std::max(part.maxRelative, leaf.maxRelative);
        return leaf.sums;
    });
    if (wantsStatistics) {
        const auto chunk = [count](const auto& side) {
            return ElementChunk {DType::Float32, 0, count, reinterpret_cast<const std::byte*>(side.data())};
        };
        part.target.add(chunk(values.x));
        part.golden.add(chunk(values.y));
    }
    return part;
}

/// NaN as NumPy's maximum has it: the sum of the same values is NaN exactly when one of them is.
float maximumOf(float largest, float sum)
{
    return std::isnan(sum) ? std::numeric_limits<float>::quiet_NaN() : largest;
}

std::optional<Float32Normaliser> float32NormaliserOf(const Statistics& statistics)
{
    if (statistics.finiteCount != statistics.count || !statistics.min)
        return std::nullopt;
    const auto low = static_cast<float>(*statistics.min);
    const float range = static_cast<float>(*statistics.max) - low;
    // A constant side is taken as it is: (v - 0) / 1.
    return range == 0 ? Float32Normaliser {} : Float32Normaliser {low, range};
}

Result<void> addErrors(const Float32Passes& passes, const Float32Request& request, Float32Fold& fold)
{
    Float32Sums<5> sums;
    StatisticsAccumulator target;
    StatisticsAccumulator golden;
    TRY_VOID(passes.over<ErrorPart>(
        [&request](const PartValues& values, std::uint64_t count) {
            return errorsOf(values, count, request.statistics || request.divergence);
        },
        [&](ErrorPart&& part) {
            sums += part.sums;
            fold.maxAbsolute = std::max(fold.maxAbsolute, part.maxAbsolute);
            fold.maxRelative = std::max(fold.maxRelative, part.maxRelative);
            target.merge(std::move(part.target));
            golden.merge(std::move(part.golden));
        }));
    const auto& total = sums.sum;
    fold.xx = total[ErrorLeaf::XX];
    fold.yy = total[ErrorLeaf::YY];
    fold.dd = total[ErrorLeaf::DD];
    fold.absolute = total[ErrorLeaf::Absolute];
    fold.relative = total[ErrorLeaf::Relative];
    fold.maxAbsolute = maximumOf(fold.maxAbsolute, fold.absolute);
    fold.maxRelative = maximumOf(fold.maxRelative, fold.relative);
    if (request.statistics || request.divergence) {
        fold.target = target.finish();
        fold.golden = golden.finish();
    }
    return {};
}

Result<Float32Sums<3>> sharesOf(const Float32Passes& passes, const kernel::ShareLeaf& leaf)
{
    const Float32Kernels& kernels = kernel::vectorFloat32Kernels();
    Float32Sums<3> sums;
    TRY_VOID(passes.over<Float32Sums<3>>(
        [&](const PartValues& values, std::uint64_t count) {
            return numpySum<Float32Sums<3>>(0, count, [&](std::uint64_t first, std::uint64_t length) {
                return kernels.shares(values.x.data() + first, values.y.data() + first, length, leaf);
            });
        },
        [&sums](const Float32Sums<3>& part) { sums += part; }));
    return sums;
}

Result<float> divergenceOf(const Float32Passes& passes, const kernel::DivergenceLeaf& leaf)
{
    const Float32Kernels& kernels = kernel::vectorFloat32Kernels();
    Float32Sums<1> sums;
    TRY_VOID(passes.over<Float32Sums<1>>(
        [&](const PartValues& values, std::uint64_t count) {
            return numpySum<Float32Sums<1>>(0, count, [&](std::uint64_t first, std::uint64_t length) {
                return kernels.divergence(values.x.data() + first, values.y.data() + first, length, leaf);
            });
        },
        [&sums](const Float32Sums<1>& part) { sums += part; }));
    return sums.sum[0];
}

} // namespace

float Float32Fold::targetNorm() const
{
    return std::sqrt(xx);
}

float Float32Fold::goldenNorm() const
{
    return std::sqrt(yy);
}

Result<Float32Fold> foldFloat32(
    const TensorView& target, const TensorView& golden, const Float32Request& request, TaskContext& task)
{
    TRY_ASSIGN(const StreamPair pair, StreamPair::make(target, golden));
    Float32Fold fold;
    fold.count = std::min(pair.count(), request.limit);
    const Float32Passes passes(pair, fold.count, task);
    TRY_VOID(addErrors(passes, request, fold));

    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    std::optional<Float32Normaliser> targetShare;
    std::optional<Float32Normaliser> goldenShare;
    if (request.divergence) {
        targetShare = float32NormaliserOf(*fold.target);
        goldenShare = float32NormaliserOf(*fold.golden);
        fold.divergence = kNan;
    }
    const bool wantsDivergence = targetShare && goldenShare;
    if (!request.cosine && !wantsDivergence)
        return fold;
    kernel::ShareLeaf shares;
    shares.targetNorm = fold.targetNorm();
    shares.goldenNorm = fold.goldenNorm();
    shares.target = targetShare.value_or(Float32Normaliser {});
    shares.golden = goldenShare.value_or(Float32Normaliser {});
    TRY_ASSIGN(const Float32Sums<3> sums, sharesOf(passes, shares));
    if (request.cosine)
        fold.cosine = sums.sum[kernel::ShareLeaf::Cosine];
    if (wantsDivergence) {
        const kernel::DivergenceLeaf leaf {shares.target, shares.golden,
            sums.sum[kernel::ShareLeaf::TargetShare], sums.sum[kernel::ShareLeaf::GoldenShare]};
        TRY_ASSIGN(fold.divergence, divergenceOf(passes, leaf));
    }
    return fold;
}

} // namespace dumpscope::core
