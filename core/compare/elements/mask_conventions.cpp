// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/mask_conventions.h"

#include "compare/suspects/operator_nature.h"
#include "compare/suspects/scalar_arguments.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostMaskElements = std::uint64_t {1} << 26;
constexpr std::uint64_t kElementsAtOnce = 4096; // elements

bool isAttention(std::string_view type)
{
    const std::string word = operatorWord(type);
    return word.find("attention") != std::string::npos || word.find("attn") != std::string::npos;
}

/// Whether truth values say which elements stay; other operators have it either way.
bool keepsWhereTrue(std::string_view type)
{
    return operatorWord(type) == "scaleddotproductattention";
}

bool isFloat(DType dtype)
{
    return dtypeInfo(dtype).kind == DTypeClass::Float;
}

/// Whether an element stays; absent where it is none of a mask.
std::optional<bool> stays(double value, DType dtype)
{
    if (dtype == DType::Bool)
        return value != 0;
    if (value == 0)
        return true;
    return value <= kAddedMask ? std::optional(false) : std::nullopt;
}

/// The numbers of a mask on one side.
struct MaskRange {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;

    void add(double number)
    {
        lowest = std::min(lowest, number);
        highest = std::max(highest, number);
    }
    /// Nothing but the mask is as far down, and it differs by what it was added to.
    [[nodiscard]] bool isBelow(double others) const
    {
        constexpr double kOthers = 100, kUnit = 0x1p-7; // of bfloat16
        return -highest >= kOthers * others && highest - lowest <= 2 * others - kUnit * lowest;
    }
};

/// Numbers that stand where the other side has -infinity, and all others.
class AddedMask {
public:
    /// Whether one of the two is masked by -infinity and the other by a number.
    bool add(double target, double golden)
    {
        constexpr double kOut = -std::numeric_limits<double>::infinity();
        const bool isTarget = target == kOut;
        const double number = isTarget ? golden : target;
        const bool isMasked = isTarget != (golden == kOut) && std::isfinite(number) && number <= kAddedMask;
        if (isMasked) {
            (isTarget ? m_isOfTarget : m_isOfGolden) = true;
            m_range.add(number);
        } else {
            for (const double one : {target, golden}) {
                if (std::isfinite(one))
                    m_others = std::max(m_others, std::fabs(one));
            }
        }
        return isMasked;
    }

    [[nodiscard]] bool isOne() const
    {
        return m_isOfTarget != m_isOfGolden && m_others >= 0 && m_range.isBelow(m_others);
    }

private:
    bool m_isOfTarget = false, m_isOfGolden = false; ///< whose is -infinity
    MaskRange m_range;
    double m_others = -1;
};

/// Numbers that keep the same elements out on both sides, and all others.
class NumberMask {
public:
    /// Whether both are masked.
    bool add(double target, double golden)
    {
        const bool isMasked = isOut(target) && isOut(golden);
        m_isOfBoth &= isMasked || (!isOut(target) && !isOut(golden));
        ++m_count;
        if (isMasked) {
            ++m_masked;
            m_target.add(target);
            m_golden.add(golden);
        } else {
            m_others = std::max({m_others, std::fabs(target), std::fabs(golden)});
        }
        return isMasked;
    }

    /// A few elements may be far below all others by themselves, as massive activations are.
    [[nodiscard]] bool isOne() const
    {
        constexpr std::uint64_t kLeastShare = 256; // one of so many
        const bool isMuch = m_masked * kLeastShare >= m_count
            || (isTypeLimit(m_target.lowest) && isTypeLimit(m_golden.lowest));
        return m_isOfBoth && m_masked > 0 && m_others > 0 && isMuch && m_target.isBelow(m_others)
            && m_golden.isBelow(m_others);
    }

private:
    static bool isOut(double value) { return std::isfinite(value) && value <= kAddedMask; }

    MaskRange m_target, m_golden;
    bool m_isOfBoth = true;
    std::uint64_t m_masked = 0, m_count = 0;
    double m_others = 0;
};

/// Which elements are none of the mask; empty where it is not one.
template<typename Mask>
Result<std::vector<bool>> besideMask(const TensorView& target, const TensorView& golden, TaskContext& task)
{
    std::vector<bool> isBeside;
    if (!isFloat(target.dtype) || !isFloat(golden.dtype))
        return isBeside;
    TRY_ASSIGN(const ElementStream x, ElementStream::make(target, Order::Logical));
    TRY_ASSIGN(const ElementStream y, ElementStream::make(golden, Order::Logical));
    const std::uint64_t count = x.count();
    if (count != y.count() || count < 2 || count > kMostMaskElements)
        return isBeside;
    std::vector<double> xs(kElementsAtOnce), ys(kElementsAtOnce);
    ElementStream::Scratch xScratch, yScratch;
    Mask mask;
    isBeside.reserve(count);
    for (std::uint64_t first = 0; first < count; first += kElementsAtOnce) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kElementsAtOnce, count - first);
        toDouble(x.read(first, some, xScratch), xs.data());
        toDouble(y.read(first, some, yScratch), ys.data());
        for (std::uint64_t i = 0; i < some; ++i)
            isBeside.push_back(!mask.add(xs[i], ys[i]));
    }
    TRY_VOID(target.bytes.check());
    TRY_VOID(golden.bytes.check());
    if (!mask.isOne())
        isBeside.clear();
    return isBeside;
}

/// The smallest number of a recorded mask; absent where it is none.
std::optional<double> lowestOfMask(const StatisticRow& row, DType dtype)
{
    const auto max = statisticNumber(row[static_cast<std::size_t>(DumpedStatistic::Max)]);
    const auto min = statisticNumber(row[static_cast<std::size_t>(DumpedStatistic::Min)]);
    if (!max || !min)
        return std::nullopt;
    const bool isMask = dtype == DType::Bool ? *max == 1 && *min == 0 : *max == 0 && *min <= kAddedMask;
    return isMask ? min : std::nullopt;
}

} // namespace

Result<std::optional<ReadMasks>> readMasks(
    const TensorView& target, const TensorView& golden, std::string_view type, TaskContext& task)
{
    const bool areTwoKinds = (target.dtype == DType::Bool) != (golden.dtype == DType::Bool);
    const auto isOfMasks = [](DType dtype) { return dtype == DType::Bool || isFloat(dtype); };
    if (!isOfMasks(target.dtype) || !isOfMasks(golden.dtype)
        || (target.dtype == DType::Bool && golden.dtype == DType::Bool))
        return std::nullopt;
    TRY_ASSIGN(const ElementStream x, ElementStream::make(target, Order::Logical));
    TRY_ASSIGN(const ElementStream y, ElementStream::make(golden, Order::Logical));
    const std::uint64_t count = x.count();
    if (count != y.count() || count < 2 || count > kMostMaskElements)
        return std::nullopt;
    std::vector<double> xs(kElementsAtOnce), ys(kElementsAtOnce);
    std::vector<std::byte> targetStays, goldenStays;
    ElementStream::Scratch xScratch, yScratch;
    std::uint64_t same = 0, kept = 0;
    bool differs = areTwoKinds;
    for (std::uint64_t first = 0; first < count; first += kElementsAtOnce) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kElementsAtOnce, count - first);
        toDouble(x.read(first, some, xScratch), xs.data());
        toDouble(y.read(first, some, yScratch), ys.data());
        for (std::uint64_t i = 0; i < some; ++i) {
            const auto a = stays(xs[i], x.dtype()), b = stays(ys[i], y.dtype());
            if (!a || !b || (!areTwoKinds && *a != *b))
                return std::nullopt;
            same += *a == *b ? 1 : 0;
            kept += *b ? 1 : 0;
            differs |= xs[i] != ys[i];
            targetStays.push_back(std::byte {*a});
            goldenStays.push_back(std::byte {*b});
        }
    }
    TRY_VOID(target.bytes.check());
    TRY_VOID(golden.bytes.check());
    if (!differs || kept == 0 || kept == count)
        return std::nullopt;
    // The other way round, where that is the convention.
    if (areTwoKinds && !keepsWhereTrue(type) && 2 * same < count) {
        for (std::byte& one : target.dtype == DType::Bool ? targetStays : goldenStays)
            one ^= std::byte {1};
        same = count - same;
    }
    ReadMasks masks;
    masks.areOne = same == count;
    masks.target = makeDenseView(DType::Bool, target.shape, Bytes::fromVector(std::move(targetStays)));
    masks.golden = makeDenseView(DType::Bool, golden.shape, Bytes::fromVector(std::move(goldenStays)));
    return masks;
}

Result<std::vector<bool>> besideAddedMask(
    const TensorView& target, const TensorView& golden, TaskContext& task)
{
    return besideMask<AddedMask>(target, golden, task);
}

Result<std::vector<bool>> besideNumberMask(
    const TensorView& target, const TensorView& golden, TaskContext& task)
{
    return besideMask<NumberMask>(target, golden, task);
}

bool mayBeOneMask(const StatisticRow& target, DType targetType, const StatisticRow& golden, DType goldenType,
    std::string_view type)
{
    // What is added may be another mask elsewhere, and say nothing of it.
    const bool areTwoKinds = (targetType == DType::Bool) != (goldenType == DType::Bool);
    if (!areTwoKinds && (!isAttention(type) || targetType == DType::Bool))
        return false;
    const auto x = lowestOfMask(target, targetType), y = lowestOfMask(golden, goldenType);
    return x && y && *x != *y;
}

bool mayBeMaskedAlike(const StatisticRow& target, const StatisticRow& golden)
{
    constexpr double kNear = 0x1p-5; // of the largest element
    const auto largest = [](const StatisticRow& row) {
        return statisticNumber(row[static_cast<std::size_t>(DumpedStatistic::Max)]);
    };
    const auto lowest = [](const StatisticRow& row) {
        return statisticNumber(row[static_cast<std::size_t>(DumpedStatistic::Min)]);
    };
    const auto x = largest(target), y = largest(golden);
    const auto low = lowest(target), goldenLow = lowest(golden);
    return x && y && low && goldenLow && std::isfinite(*x) && std::isfinite(*y)
        && std::fabs(*x - *y) <= kNear * std::fabs(*y) && std::isinf(*low) != std::isinf(*goldenLow)
        && *low <= kAddedMask && *goldenLow <= kAddedMask;
}

} // namespace dumpscope::core
