// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/difference_writer.h"

#include "base/text.h"
#include "io/mapped_file.h"
#include "tensor/element_values.h"
#include "tensor/npy_writer.h"
#include "tensor/plane.h"
#include "tensor/plane_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace dumpscope::core {
namespace {

constexpr std::uint64_t kWrittenPiece = 1U << 11;
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// Rows and columns of what is written.
Result<PlaneGeometry> geometryOf(
    const ElementStream& target, const ElementStream& golden, const std::optional<PlaneSpec>& plane)
{
    const Shape& shape = target.shape();
    if (shape != golden.shape())
        return fail(
            Code::Usage, phrase("shapes %1 and %2 differ", shapeText(shape), shapeText(golden.shape())));
    if (plane)
        return planeGeometry(shape, *plane);
    PlaneGeometry lines;
    lines.columns = shape.empty() ? 1 : static_cast<std::uint64_t>(shape.back());
    lines.rows = lines.columns == 0 ? 0 : target.count() / lines.columns;
    lines.rowStride = static_cast<std::int64_t>(lines.columns);
    return lines;
}

/// What stands for a position without a finite difference.
double withoutNumber(std::uint8_t flags, double target, DifferenceKind kind)
{
    if (kind == DifferenceKind::Mismatch)
        return (flags & kSameNonFinite) != 0 ? 0 : 1;
    if ((flags & kHasPosInf) != 0)
        return kInf;
    if ((flags & kHasNegInf) != 0)
        return -kInf;
    if ((flags & kOppositeInf) != 0)
        return kind == DifferenceKind::Signed && target < 0 ? -kInf : kInf;
    return kMissing;
}

/// Calls `take(numbers, startsLine, endsLine)` for all differences in order, piece by piece.
template<typename Take>
Result<void> forEachPiece(const ElementStream& target, const ElementStream& golden,
    const ElementDifference& difference, const PlaneGeometry& lines, const PaddingMask* absent,
    TaskContext& task, const Take& take)
{
    ElementStream::Scratch scratch, goldenScratch;
    std::array<double, kWrittenPiece> values {}, magnitudes {};
    std::array<std::uint8_t, kWrittenPiece> flags {};
    for (std::uint64_t row = 0; row < lines.rows; ++row) {
        for (std::uint64_t column = 0; column < lines.columns; column += kWrittenPiece) {
            TRY_VOID(task.checkStop());
            const std::uint64_t count = std::min(kWrittenPiece, lines.columns - column);
            const std::uint64_t first = lines.at(row, column);
            const ElementChunk x = target.readStrided(first, lines.columnStride, count, scratch);
            difference.evaluate(x, golden.readStrided(first, lines.columnStride, count, goldenScratch),
                values.data(), flags.data());
            toMagnitudes(x, magnitudes.data());
            for (std::size_t i = 0; i < count; ++i) {
                const std::uint64_t place = first + static_cast<std::uint64_t>(lines.columnStride) * i;
                if (absent && absent->isPadding(place))
                    values[i] = kMissing;
                else if (flags[i] != 0)
                    values[i] = withoutNumber(flags[i], magnitudes[i], difference.kind());
            }
            TRY_VOID(take(std::span<const double>(values.data(), static_cast<std::size_t>(count)),
                column == 0, column + count == lines.columns));
        }
    }
    TRY_VOID(target.view().bytes.check());
    return golden.view().bytes.check();
}

} // namespace

Result<void> writeDifferenceNpy(AtomicFile& file, const ElementStream& target, const ElementStream& golden,
    const ElementDifference& difference, const std::optional<PlaneSpec>& plane, TaskContext& task,
    const PaddingMask* absent)
{
    TRY_ASSIGN(const PlaneGeometry lines, geometryOf(target, golden, plane));
    const Shape shape = plane
        ? Shape {static_cast<std::int64_t>(lines.rows), static_cast<std::int64_t>(lines.columns)}
        : target.shape();
    TRY_VOID(file.write(npyHeader("<f8", false, shape)));
    return forEachPiece(target, golden, difference, lines, absent, task,
        [&file](std::span<const double> numbers, bool, bool) -> Result<void> {
            return file.write(
                std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()));
        });
}

Result<void> writeDifferenceCsv(const ElementStream& target, const ElementStream& golden,
    const ElementDifference& difference, const std::optional<PlaneSpec>& plane, TaskContext& task,
    const TextSink& sink, const PaddingMask* absent)
{
    TRY_ASSIGN(const PlaneGeometry lines, geometryOf(target, golden, plane));
    std::string text;
    return forEachPiece(target, golden, difference, lines, absent, task,
        [&](std::span<const double> numbers, bool startsLine, bool endsLine) -> Result<void> {
            text.clear();
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                if (i > 0 || !startsLine)
                    text += ',';
                text += numberText(numbers[i]);
            }
            if (endsLine)
                text += '\n';
            return sink(text);
        });
}

} // namespace dumpscope::core
