// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/first_difference.h"

#include "compare/reconcile.h"
#include "compare/significand.h"
#include "model/tensor_store.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kPiece = 65536;

/// Two pieces of the same elements.
class Pieces {
public:
    Pieces(const ElementStream& target, const ElementStream& golden)
        : m_target(target)
        , m_golden(golden)
        , m_x(kPiece)
        , m_y(kPiece)
    {
        if (target.dtype() != golden.dtype()) {
            const int bits = std::min(significandBits(target.dtype()), significandBits(golden.dtype()));
            m_slack = bits > 0 ? 2 * std::ldexp(1.0, -bits) : 0;
        }
    }

    /// The first element of [first, first + count) that differs.
    std::optional<FirstDifference> find(std::uint64_t first, std::uint64_t count)
    {
        const ElementChunk x = m_target.read(first, count, m_targetScratch);
        const ElementChunk y = m_golden.read(first, count, m_goldenScratch);
        const std::size_t bytes = x.dtype == y.dtype ? unpackedBytes(x.dtype) : 0;
        if (bytes > 0 && std::memcmp(x.data, y.data, bytes * count) == 0)
            return std::nullopt;
        toDouble(x, m_x.data());
        toDouble(y, m_y.data());
        for (std::size_t i = 0; i < count; ++i) {
            // Parts of complex numbers and codes without a value differ in their bytes only.
            const bool sameValue = isSame(m_x[i], m_y[i]);
            const bool isOpaque = bytes > 0 && dtypeInfo(x.dtype).kind == DTypeClass::Complex
                && std::memcmp(x.data + i * bytes, y.data + i * bytes, bytes) != 0;
            if (sameValue && !isOpaque)
                continue;
            return FirstDifference {first + i, {}, elementText(x, i), elementText(y, i)};
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] bool isSame(double x, double y) const
    {
        return x == y || (std::isnan(x) && std::isnan(y))
            || (m_slack > 0 && std::isfinite(x) && std::isfinite(y)
                && std::fabs(x - y) <= m_slack * std::fabs(y));
    }

    const ElementStream& m_target;
    const ElementStream& m_golden;
    ElementStream::Scratch m_targetScratch, m_goldenScratch;
    std::vector<double> m_x, m_y;
    double m_slack = 0;
};

Shape coordinates(std::uint64_t index, const Shape& shape)
{
    Shape place(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto extent = static_cast<std::uint64_t>(std::max<std::int64_t>(shape[axis], 1));
        place[axis] = static_cast<std::int64_t>(index % extent);
        index /= extent;
    }
    return place;
}

} // namespace

Result<std::optional<FirstDifference>> firstDifference(
    const PairTable& pairs, std::size_t row, TaskContext& task)
{
    const PairResult& result = pairs.row(row);
    TRY_ASSIGN(TensorView target, TensorStore(pairs.target().index).open(result.pair.target, task));
    TRY_ASSIGN(TensorView golden, TensorStore(pairs.golden().index).open(result.pair.golden, task));
    Reconciled meeting = reconcile(std::move(target), std::move(golden), result.pair.hint.get());
    if (!meeting.mismatch.empty())
        return fail(Code::BadShape, std::move(meeting.mismatch));
    const Shape shape = meeting.target.shape;
    const Bytes targetBytes = meeting.target.bytes, goldenBytes = meeting.golden.bytes;
    TRY_ASSIGN(const ElementStream x, ElementStream::make(std::move(meeting.target), Order::Logical));
    TRY_ASSIGN(const ElementStream y, ElementStream::make(std::move(meeting.golden), Order::Logical));
    Pieces pieces(x, y);
    std::optional<FirstDifference> found;
    const std::uint64_t count = std::min(x.count(), y.count());
    for (std::uint64_t first = 0; first < count && !found; first += kPiece) {
        TRY_VOID(task.checkStop());
        found = pieces.find(first, std::min(kPiece, count - first));
    }
    TRY_VOID(targetBytes.check());
    TRY_VOID(goldenBytes.check());
    if (found)
        found->place = coordinates(found->index, shape);
    return found;
}

} // namespace dumpscope::core
