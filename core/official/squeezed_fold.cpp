// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/squeezed_fold.h"

#include "metrics/complex_parts.h"
#include "metrics/pair_kernel.h"
#include "metrics/stream_pair.h"
#include "tensor/element_convert.h"
#include "tensor/element_values.h"
#include "tensor/moments.h"
#include "tensor/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace dumpscope::core {
namespace {

using kernel::kPairRun;

/// Sums of one block.
struct Block {
    std::uint64_t count = 0, thousandth = 0, fiveThousandths = 0;
    bool placesDiffer = false;
    bool hasNanRatio = false;
    Twofold xx, yy, xy, dd;
    double maxAbsolute = 0, maxRelative = 0;

    void merge(const Block& later)
    {
        count += later.count;
        thousandth += later.thousandth;
        fiveThousandths += later.fiveThousandths;
        placesDiffer = placesDiffer || later.placesDiffer;
        hasNanRatio = hasNanRatio || later.hasNanRatio;
        xx.add(later.xx);
        yy.add(later.yy);
        xy.add(later.xy);
        dd.add(later.dd);
        maxAbsolute = std::max(maxAbsolute, later.maxAbsolute);
        maxRelative = std::max(maxRelative, later.maxRelative);
    }
};

/// OpenBLAS divides longer vectors among as many threads as it likes.
constexpr std::uint64_t kOneBlasThread = 10000;

/// numpy.linalg.norm: the root of OpenBLAS' dot product of a vector with itself in its order for
/// processors with AVX-512: four times eight running sums, then four times four, then one by one.
double blasNorm(const std::vector<double>& d)
{
    constexpr std::size_t kWide = 32;
    constexpr std::size_t kNarrow = 16;
    std::array<double, kWide> wide {};
    std::size_t i = 0;
    for (; i + kWide <= d.size(); i += kWide)
        for (std::size_t lane = 0; lane < kWide; ++lane)
            wide[lane] = std::fma(d[i + lane], d[i + lane], wide[lane]);
    std::array<double, kNarrow> narrow {};
    for (std::size_t lane = 0; lane < kNarrow; ++lane) {
        const std::size_t low = lane / 4 * 8 + lane % 4;
        narrow[lane] = wide[low] + wide[low + 4];
    }
    for (; i + kNarrow <= d.size(); i += kNarrow)
        for (std::size_t lane = 0; lane < kNarrow; ++lane)
            narrow[lane] = std::fma(d[i + lane], d[i + lane], narrow[lane]);
    std::array<double, 4> sums {};
    for (std::size_t lane = 0; lane < sums.size(); ++lane)
        sums[lane] = ((narrow[lane] + narrow[lane + 4]) + narrow[lane + 8]) + narrow[lane + 12];
    double sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for (; i < d.size(); ++i)
        sum = std::fma(d[i], d[i], sum);
    return std::sqrt(sum);
}

using Values = std::array<double, kPairRun>;

/// Zero instead of NaN and infinities; false where the two sides have them at different places.
bool clearNonFinite(Values& x, Values& y, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        if (std::isfinite(x[i]) && std::isfinite(y[i]))
            continue;
        if (std::isnan(x[i]) != std::isnan(y[i]) || std::isinf(x[i]) != std::isinf(y[i]))
            return false;
        x[i] = 0;
        y[i] = 0;
    }
    return true;
}

template<typename T> double ratio(T x, T y)
{
    if (y == 0) {
        x += std::numeric_limits<T>::epsilon();
        y += std::numeric_limits<T>::epsilon();
    }
    return std::fabs((x - y) / y);
}

template<typename T> void addRatios(const Values& x, const Values& y, std::size_t count, Block& into)
{
    constexpr auto kThousandth = static_cast<T>(0.001);
    constexpr auto kFiveThousandths = static_cast<T>(0.005);
    for (std::size_t i = 0; i < count; ++i) {
        const auto error = static_cast<T>(ratio(static_cast<T>(x[i]), static_cast<T>(y[i])));
        into.hasNanRatio = into.hasNanRatio || std::isnan(error);
        into.maxRelative = std::max(into.maxRelative, static_cast<double>(error));
        into.thousandth += error < kThousandth;
        into.fiveThousandths += error < kFiveThousandths;
    }
}

class SqueezedFolding {
public:
    /// `differences` receives x - y of everything unless it is null.
    SqueezedFolding(bool inFloat32, std::vector<double>* differences)
        : m_inFloat32(inFloat32)
        , m_differences(differences)
    {
    }
    void add(const ElementChunk& target, const ElementChunk& golden, Block& into)
    {
        const auto count = static_cast<std::size_t>(target.count);
        toRealDouble(target, m_x.data());
        toRealDouble(golden, m_y.data());
        into.count += count;
        const bool isFinite = m_kernels.isFinite(m_x.data(), count) && m_kernels.isFinite(m_y.data(), count);
        if (!isFinite && !clearNonFinite(m_x, m_y, count)) {
            into.placesDiffer = true;
            return;
        }
        m_kernels.subtract(m_x.data(), m_y.data(), count, m_d.data());
        if (m_differences != nullptr)
            m_differences->insert(m_differences->end(), m_d.begin(), m_d.begin() + target.count);
        kernel::ErrorSums errors;
        m_kernels.errors(m_d.data(), count, 1, errors);
        kernel::ProductSums products;
        m_kernels.products(m_x.data(), m_y.data(), count, 1, products);
        into.dd.add(kernel::totalOf(errors.dd));
        into.maxAbsolute = std::max(into.maxAbsolute, errors.maxAbsolute);
        into.xx.add(kernel::totalOf(products.xx));
        into.yy.add(kernel::totalOf(products.yy));
        into.xy.add(kernel::totalOf(products.xy));
        if (m_inFloat32)
            addRatios<float>(m_x, m_y, count, into);
        else
            addRatios<double>(m_x, m_y, count, into);
    }

private:
    const kernel::PairKernels& m_kernels = kernel::vectorPairKernels();
    bool m_inFloat32;
    std::vector<double>* m_differences;
    Values m_x, m_y, m_d;
};

} // namespace

void toRealDouble(const ElementChunk& chunk, double* out)
{
    const auto halves = complexParts(chunk);
    if (!halves)
        return toMagnitudes(chunk, out);
    std::vector<double> both(halves->count);
    toDouble(*halves, both.data());
    for (std::uint64_t i = 0; i < chunk.count; ++i)
        out[i] = both[2 * i];
}

bool hasFloat32Ratios(DType target, DType golden)
{
    const auto isNarrow = [](DType dtype) {
        // Complex numbers were cut to float64 real parts before.
        return isFloating(dtype) && dtype != DType::Float64;
    };
    return isNarrow(target) && isNarrow(golden);
}

double msprobeRatio(double x, double y, bool inFloat32)
{
    return inFloat32 ? ratio(static_cast<float>(x), static_cast<float>(y)) : ratio(x, y);
}

Result<SqueezedFold> foldSqueezed(const TensorView& target, const TensorView& golden, TaskContext& task)
{
    TRY_ASSIGN(const StreamPair pair, StreamPair::make(target, golden));
    const std::uint64_t count = pair.count();
    const bool inFloat32 = hasFloat32Ratios(target.dtype, golden.dtype);
    using Blocks = std::vector<Block>;
    // Short vectors are one block of one thread.
    std::vector<double> differences;
    Block whole;
    TRY_VOID(parallelMapReduce<Blocks>(
        task.arena, static_cast<std::size_t>(count / kStatisticsBlock + (count % kStatisticsBlock != 0)),
        pair.piecesOf(kStatisticsBlock), task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<Blocks> {
            Blocks blocks(end - begin);
            const auto folding = std::make_unique<SqueezedFolding>(
                inFloat32, count <= kOneBlasThread ? &differences : nullptr);
            StreamPair::Scratch& scratch = StreamPair::Scratch::ofThread();
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = i * kStatisticsBlock;
                const std::uint64_t length = std::min(kStatisticsBlock, count - first);
                const StreamPair::Chunks chunks = pair.read(first, length, scratch);
                StreamPair::overRuns(chunks, kPairRun, [&](const ElementChunk& x, const ElementChunk& y) {
                    folding->add(x, y, blocks[i - begin]);
                });
            }
            return blocks;
        },
        [&whole](Blocks&& blocks) -> Result<void> {
            for (const Block& block : blocks)
                whole.merge(block);
            return {};
        }));
    SqueezedFold fold;
    fold.count = whole.count;
    fold.placesDiffer = whole.placesDiffer;
    fold.xx = whole.xx.value();
    fold.yy = whole.yy.value();
    fold.xy = whole.xy.value();
    fold.distance = count <= kOneBlasThread ? blasNorm(differences) : std::sqrt(whole.dd.value());
    fold.maxAbsolute = whole.maxAbsolute;
    fold.maxRelative = whole.hasNanRatio ? std::numeric_limits<double>::quiet_NaN() : whole.maxRelative;
    fold.withinThousandth = whole.thousandth;
    fold.withinFiveThousandths = whole.fiveThousandths;
    return fold;
}

} // namespace dumpscope::core
