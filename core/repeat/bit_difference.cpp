// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeat/bit_difference.h"

#include "base/text.h"
#include "tensor/element_stream.h"
#include "tensor/element_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kRepeatPiece = 1U << 16;
constexpr std::uint64_t kLanes = 16;

/// Relative distance of neighbours of the type; 0 where there are none.
double spacingOf(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
    case DType::Complex32:
        return 0x1p-10;
    case DType::BFloat16:
        return 0x1p-7;
    case DType::Float32:
    case DType::Complex64:
        return 0x1p-23;
    case DType::Float64:
    case DType::Complex128:
        return 0x1p-52;
    case DType::Float8E4M3FN:
    case DType::Float8E4M3FNUZ:
    case DType::Float8E4M3:
    case DType::Float8E4M3B11FNUZ:
    case DType::HiFloat8:
        return 0x1p-3;
    case DType::Float8E3M4:
        return 0x1p-4;
    case DType::Float8E5M2:
    case DType::Float8E5M2FNUZ:
        return 0x1p-2;
    default:
        return 0;
    }
}

/// Gathers the differing elements one by one.
class BitGatherer {
public:
    BitGatherer(const ElementStream& stream, std::uint64_t lastAxis)
        : m_lastAxis(std::max<std::uint64_t>(lastAxis, 1))
    {
        m_found.elements = stream.count();
        m_spacing = spacingOf(stream.dtype());
        m_found.isFloating = m_spacing > 0;
    }

    void addPiece(const ElementChunk& a, const ElementChunk& b)
    {
        const auto bytes = static_cast<std::uint32_t>(unpackedBytes(a.dtype));
        m_found.elementBits = bytes * 8;
        m_found.byBit.resize(m_found.elementBits);
        m_a.resize(a.count);
        m_b.resize(b.count);
        toMagnitudes(a, m_a.data());
        toMagnitudes(b, m_b.data());
        for (std::uint64_t i = 0; i < a.count; ++i) {
            if (std::isfinite(m_a[i]))
                m_found.largest = std::max(m_found.largest, std::abs(m_a[i]));
            if (std::memcmp(a.data + i * bytes, b.data + i * bytes, bytes) != 0)
                add(a.first + i, a.data + i * bytes, b.data + i * bytes, bytes, m_a[i], m_b[i]);
            else if (std::isfinite(m_a[i]))
                m_found.usual = std::max(m_found.usual, std::abs(m_a[i]));
        }
    }

    BitDifference finish()
    {
        if (m_found.differing > 1 && m_isOneRow && m_found.elements > m_lastAxis)
            m_found.row = m_found.first / m_lastAxis;
        if (m_found.differing > 1 && m_isOneColumn && m_lastAxis > 1)
            m_found.column = m_found.first % m_lastAxis;
        constexpr std::uint64_t kRule = 3;
        if (m_found.differing >= kRule && m_isOneLane && m_found.elements > kLanes)
            m_found.lane = static_cast<std::uint32_t>(m_found.first % kLanes);
        // Rounding makes factors that scatter around 1.
        constexpr double kAlike = 0.05, kFar = 16;
        const double middle = (m_leastFactor + m_mostFactor) / 2 - 1;
        if (m_found.differing >= kRule && !m_found.hasNonFinite && m_values.first < m_values.second
            && std::isfinite(middle) && m_mostFactor - m_leastFactor <= kAlike * std::abs(middle)
            && m_spacing > 0 && std::abs(middle) > kFar * m_spacing && !m_isZero.second)
            m_found.factor = middle + 1;
        m_found.isZeroInOne
            = m_found.differing > 1 && !m_found.hasNonFinite && (m_isZero.first || m_isZero.second);
        const std::uint64_t size = m_found.elementBits / 8;
        for (const std::uint32_t block : {32U, 512U}) {
            if (m_found.block == 0 && m_found.differing > 1 && m_found.elements * size > block
                && m_found.first * size / block == m_found.last * size / block)
                m_found.block = block;
        }
        return std::move(m_found);
    }

private:
    void add(
        std::uint64_t index, const std::byte* a, const std::byte* b, std::uint32_t bytes, double x, double y)
    {
        unsigned flips = 0;
        for (std::uint32_t byte = 0; byte < bytes; ++byte) {
            auto changed = std::to_integer<unsigned>(a[byte] ^ b[byte]);
            flips += static_cast<unsigned>(std::popcount(changed));
            for (; changed != 0; changed &= changed - 1)
                ++m_found.byBit[byte * 8 + static_cast<unsigned>(std::countr_zero(changed))];
        }
        m_found.flips += flips;
        m_found.isOneBitEach &= flips == 1;
        if (m_found.differing++ == 0)
            m_found.first = index;
        m_found.last = index;
        m_isOneRow &= index / m_lastAxis == m_found.first / m_lastAxis;
        m_isOneColumn &= index % m_lastAxis == m_found.first % m_lastAxis;
        m_isOneLane &= index % kLanes == m_found.first % kLanes;
        m_isZero = {m_isZero.first && x == 0, m_isZero.second && y == 0};
        if (std::isfinite(x) && std::isfinite(y)) {
            m_found.farthest = std::max(m_found.farthest, std::abs(x - y));
            m_values = {std::min(m_values.first, x), std::max(m_values.second, x)};
            m_leastFactor = std::min(m_leastFactor, x == 0 ? kNoFactor.first : y / x);
            m_mostFactor = std::max(m_mostFactor, x == 0 ? kNoFactor.second : y / x);
        } else
            m_found.hasNonFinite = true;
        m_found.nans += std::isnan(x) && std::isnan(y) ? 1 : 0;
    }

    BitDifference m_found;
    std::uint64_t m_lastAxis;
    double m_spacing = 0;
    std::pair<double, double> m_values {HUGE_VAL, -HUGE_VAL}; ///< that differ, of the first tensor
    static constexpr std::pair kNoFactor {-HUGE_VAL, HUGE_VAL};
    double m_leastFactor = HUGE_VAL, m_mostFactor = -HUGE_VAL; ///< of b to a
    std::pair<bool, bool> m_isZero {true, true};               ///< all elements that differ, of either tensor
    bool m_isOneRow = true, m_isOneColumn = true, m_isOneLane = true;
    std::vector<double> m_a, m_b;
};

} // namespace

Result<BitDifference> bitDifference(const TensorView& a, const TensorView& b, TaskContext& task)
{
    if (a.dtype != b.dtype || a.shape != b.shape)
        return fail(Code::BadShape, phrase("type or shape are not the same"));
    TRY_ASSIGN(const ElementStream left, ElementStream::make(a, Order::Logical));
    TRY_ASSIGN(const ElementStream right, ElementStream::make(b, Order::Logical));
    ElementStream::Scratch leftScratch, rightScratch;
    BitGatherer gatherer(left, a.shape.empty() ? 1 : static_cast<std::uint64_t>(a.shape.back()));
    for (std::uint64_t first = 0; first < left.count(); first += kRepeatPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t count = std::min(kRepeatPiece, left.count() - first);
        gatherer.addPiece(left.read(first, count, leftScratch), right.read(first, count, rightScratch));
    }
    TRY_VOID(a.bytes.check());
    TRY_VOID(b.bytes.check());
    return gatherer.finish();
}

std::string_view repeatCauseWord(RepeatCause cause)
{
    constexpr std::array<std::string_view, 6> kWords {
        "flipped-bit", "summation-order", "race", "unclear", "random-numbers", "initial-weights"};
    return kWords[static_cast<std::size_t>(cause)];
}

namespace {

/// Whole numbers as ids and flags are often one bit apart; a bit that is clear in all others of the tensor
/// is no number of that kind.
bool isBitOfItsOwn(const BitDifference& difference)
{
    if (difference.isFloating)
        return true;
    const auto lowest = std::ranges::find_if(difference.byBit, [](std::uint64_t count) { return count > 0; });
    return difference.differing < difference.elements
        && std::ldexp(1.0, static_cast<int>(lowest - difference.byBit.begin())) > difference.usual;
}

} // namespace

RepeatCause causeOf(const BitDifference& difference, DType dtype)
{
    // Sums of many numbers in another order are off by a few last digits of the largest of them; those of
    // half types are made in float32 and rounded once.
    constexpr double kDigits = 32, kHalfDigits = 2, kHalfSpacing = 0x1p-11;
    const double spacing = spacingOf(dtype);
    const bool isSmall = spacing > 0 && !difference.hasNonFinite
        && difference.farthest
            <= (spacing >= kHalfSpacing ? kHalfDigits : kDigits) * spacing * difference.largest;
    if (difference.factor || difference.nans == difference.differing)
        return RepeatCause::Unclear;
    constexpr std::uint64_t kFew = 4;
    // Few bits, or the same one again and again, as of a line that is stuck.
    const auto bits = std::ranges::count_if(difference.byBit, [](std::uint64_t count) { return count > 0; });
    if (difference.isOneBitEach && (difference.differing <= kFew || bits == 1) && !isSmall
        && isBitOfItsOwn(difference))
        return RepeatCause::FlippedBit;
    if (isSmall)
        return difference.differing > 1 || !difference.isOneBitEach ? RepeatCause::SummationOrder
                                                                    : RepeatCause::Unclear;
    return difference.differing > 1 ? RepeatCause::Race : RepeatCause::Unclear;
}

Message bitDifferenceText(const BitDifference& difference)
{
    std::string bits;
    constexpr std::size_t kNamed = 4;
    std::size_t named = 0, all = 0;
    for (std::size_t bit = 0; bit < difference.byBit.size(); ++bit) {
        if (difference.byBit[bit] == 0)
            continue;
        if (++all <= kNamed) {
            bits += (named++ == 0 ? "" : ", ") + std::to_string(bit);
        }
    }
    if (all > kNamed)
        bits += ", …";
    if (difference.differing == 1)
        return difference.flips == 1 ? phrase("1 of %1 elements differs, in one bit: bit %2 of element %3",
                   difference.elements, bits, difference.first)
                                     : phrase("1 of %1 elements differs: element %2, in %3 bits",
                                         difference.elements, difference.first, difference.flips);
    Message where = phrase("between elements %1 and %2", difference.first, difference.last);
    if (difference.block > 0)
        where
            = phrase("all in one block of %1 bytes, from element %2 on", difference.block, difference.first);
    else if (difference.row)
        where = phrase("all in row %1 of the last axis", *difference.row);
    else if (difference.column)
        where = phrase("all in column %1 of the last axis", *difference.column);
    else if (difference.lane)
        where = phrase("all in lane %1 of 16", *difference.lane);
    return difference.isOneBitEach
        ? phrase("%1 of %2 elements differ, each in one bit (bits %3), %4", difference.differing,
            difference.elements, bits, where)
        : phrase("%1 of %2 elements differ, %3", difference.differing, difference.elements, where);
}

Message causeText(const BitDifference& difference, RepeatCause cause)
{
    if (difference.factor)
        return phrase(
            "All elements that differ are off by nearly the same factor, %1: neither rounding nor a race "
            "does that",
            streamText(*difference.factor, 4));
    const std::string farthest = streamText(difference.farthest, 3),
                      largest = streamText(difference.largest, 3);
    switch (cause) {
    case RepeatCause::FlippedBit:
        return phrase(
            "This looks like a flipped bit of memory or of a computing unit: single bits differ, by far "
            "more than rounding");
    case RepeatCause::SummationOrder:
        return phrase(
            "This looks like another order of summation: all differences are last digits (%1 at most, "
            "where the largest element is %2)",
            farthest, largest);
    case RepeatCause::Race:
        if (difference.isZeroInOne)
            return phrase("This looks like a race or memory that was not written: the elements that differ "
                          "are all zero in one run (%1 at most in the other)",
                farthest);
        if (difference.hasNonFinite)
            return phrase("This looks like a race or memory that was not written yet: of the elements that "
                          "differ some are NaN or infinite");
        return phrase(
            "This looks like a race or memory that was not written yet: several elements hold other "
            "values, by more than rounding (%1, where the largest element is %2)",
            farthest, largest);
    case RepeatCause::Unclear:
    case RepeatCause::RandomNumbers:
    case RepeatCause::InitialWeights:
        break;
    }
    if (difference.nans == difference.differing)
        return phrase("The elements that differ are NaN in both, of other bits, which no arithmetic fixes");
    if (difference.hasNonFinite)
        return phrase("What causes it cannot be told from one element that is NaN or infinite");
    return phrase(
        "What causes it cannot be told from one difference of this size (%1, where the largest element is "
        "%2)",
        farthest, largest);
}

} // namespace dumpscope::core
