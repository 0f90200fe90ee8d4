// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/ulp.h"
#include "tensor/padding_mask.h"
#include "tensor/plane.h"

#include <vector>

namespace dumpscope::core {

/// What is shown of x (target) and y (golden), by the definitions of profile `dumpscope`, in order:
/// d = x - y, |d|, |d| / |y| (0 where d is 0), distance in ULP of the coarser type, and whether
/// |d| > atol + rtol·|y| (1 or 0).
enum class DifferenceKind : std::uint8_t { Signed, Absolute, Relative, Ulp, Mismatch };

/// Why a cell has no finite difference, in addition to BlockFlag (an infinity against a finite number is an
/// infinite difference, and so is a relative one against zero).
inline constexpr std::uint8_t kNoCounterpart = 8;  ///< nothing stands opposite, so that nothing is compared
inline constexpr std::uint8_t kNanInTarget = 16;   ///< and golden is something else
inline constexpr std::uint8_t kNanInGolden = 32;   ///< and the target is something else
inline constexpr std::uint8_t kSameNonFinite = 64; ///< NaN on both sides, or the same infinity
inline constexpr std::uint8_t kOppositeInf = 128;  ///< infinities of different sign

/// Differences of elements at the same place of two tensors. Complex numbers: |x - y| and |y|; their signed
/// difference is the absolute one. Immutable, thread-safe.
class ElementDifference {
public:
    ElementDifference(
        DType target, DType golden, DifferenceKind kind, double atol = 1e-8, double rtol = 1e-5);

    [[nodiscard]] DifferenceKind kind() const { return m_kind; }
    /// `values` and `flags` have room for the elements of the chunks; a value with flags is NaN.
    void evaluate(
        const ElementChunk& target, const ElementChunk& golden, double* values, std::uint8_t* flags) const;

private:
    [[nodiscard]] double finite(double d, double y) const;

    UlpMeter m_meter;
    DifferenceKind m_kind;
    double m_atol, m_rtol;
    bool m_isComplex, m_isExactInteger, m_isLongBesideFloat;
};

/// Blocks of a plane's differences, row-major: the difference of largest magnitude in each, so that a single
/// error is never averaged away, and all flags in it.
struct DifferenceBlocks {
    std::uint64_t rows = 0, columns = 0;
    std::vector<double> values; ///< NaN where a block has no finite difference
    std::vector<std::uint8_t> flags;
};

/// Reduces a window of the plane of two tensors of the same shape to blocks, counted from the window's first
/// cell; in parallel, reading nothing outside the window. Errors: Code::Usage when the shapes differ, the
/// window reaches beyond the plane or a block is empty; Code::Limit above 2^27 blocks; Code::Cancelled.
/// Elements of `absent` have no counterpart: they are left out, and a block of nothing else says so.
[[nodiscard]] Result<DifferenceBlocks> reduceDifference(const ElementStream& target,
    const ElementStream& golden, const PlaneSpec& plane, const PlaneWindow& window, std::uint64_t blockRows,
    std::uint64_t blockColumns, const ElementDifference& difference, TaskContext& task,
    const PaddingMask* absent = nullptr);

/// Only the first element of each block of the whole plane: fast for a plane of any size. Errors: as
/// reduceDifference.
[[nodiscard]] Result<DifferenceBlocks> sampleDifference(const ElementStream& target,
    const ElementStream& golden, const PlaneSpec& plane, std::uint64_t blockRows, std::uint64_t blockColumns,
    const ElementDifference& difference, TaskContext& task, const PaddingMask* absent = nullptr);

} // namespace dumpscope::core
