// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/differing_elements.h"

#include "compare/elements/significand.h"
#include "compare/layout/assembled_elements.h"
#include "compare/measuring/reconcile.h"
#include "tensor/element_convert.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kSearchedPiece = 65536;

} // namespace

double roundingSlack(DType target, DType golden)
{
    if (target == golden)
        return 0;
    const int bits = std::min(significandBits(target), significandBits(golden));
    return bits > 0 ? 2 * std::ldexp(1.0, -bits) : 0;
}

Result<DifferingElements> DifferingElements::open(const PairTable& pairs, std::size_t row, TaskContext& task)
{
    const PairResult& result = pairs.row(row);
    const TensorStore targets(pairs.target().index), goldens(pairs.golden().index);
    const bool isMade = isPutTogether(result.pair);
    TRY_ASSIGN(PairViews views, openPairViews(result.pair, targets, goldens, task));
    Reconciled aligned = reconcile(
        std::move(views.target), std::move(views.golden), isMade ? nullptr : result.pair.hint.get());
    if (!aligned.mismatch.empty())
        return fail(Code::BadShape, std::move(aligned.mismatch));
    Shape shape = aligned.target.shape;
    Bytes targetBytes = aligned.target.bytes, goldenBytes = aligned.golden.bytes;
    TRY_ASSIGN(ElementStream x, ElementStream::make(std::move(aligned.target), Order::Logical));
    TRY_ASSIGN(ElementStream y, ElementStream::make(std::move(aligned.golden), Order::Logical));
    const double slack = roundingSlack(x.dtype(), y.dtype());
    return DifferingElements(
        std::move(x), std::move(y), std::move(targetBytes), std::move(goldenBytes), std::move(shape), slack);
}

DifferingElements::DifferingElements(ElementStream target, ElementStream golden, Bytes targetBytes,
    Bytes goldenBytes, Shape shape, double slack)
    : m_target(std::move(target))
    , m_golden(std::move(golden))
    , m_targetBytes(std::move(targetBytes))
    , m_goldenBytes(std::move(goldenBytes))
    , m_shape(std::move(shape))
    , m_slack(slack)
    , m_x(kSearchedPiece)
    , m_y(kSearchedPiece)
{
}

std::uint64_t DifferingElements::count() const
{
    return std::min(m_target.count(), m_golden.count());
}

Result<void> DifferingElements::visit(
    const std::function<bool(const DifferingElement&)>& visitor, TaskContext& task) const
{
    bool goesOn = true;
    for (std::uint64_t first = 0; first < count() && goesOn; first += kSearchedPiece) {
        TRY_VOID(task.checkStop());
        goesOn = visitPiece(first, std::min(kSearchedPiece, count() - first), visitor);
    }
    TRY_VOID(m_targetBytes.check());
    return m_goldenBytes.check();
}

Result<void> DifferingElements::read(
    const std::function<void(std::span<const double> target, std::span<const double> golden)>& taker,
    TaskContext& task) const
{
    for (std::uint64_t first = 0; first < count(); first += kSearchedPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kSearchedPiece, count() - first);
        toDouble(m_target.read(first, some, m_targetScratch), m_x.data());
        toDouble(m_golden.read(first, some, m_goldenScratch), m_y.data());
        taker(std::span(m_x).first(some), std::span(m_y).first(some));
    }
    TRY_VOID(m_targetBytes.check());
    return m_goldenBytes.check();
}

bool DifferingElements::visitPiece(std::uint64_t first, std::uint64_t count,
    const std::function<bool(const DifferingElement&)>& visitor) const
{
    const ElementChunk x = m_target.read(first, count, m_targetScratch);
    const ElementChunk y = m_golden.read(first, count, m_goldenScratch);
    const std::size_t bytes = x.dtype == y.dtype ? unpackedBytes(x.dtype) : 0;
    if (bytes > 0 && std::memcmp(x.data, y.data, bytes * count) == 0)
        return true;
    toDouble(x, m_x.data());
    toDouble(y, m_y.data());
    for (std::size_t i = 0; i < count; ++i) {
        // Parts of complex numbers and codes without a value differ in their bytes only.
        const bool isOpaque = bytes > 0 && dtypeInfo(x.dtype).kind == DTypeClass::Complex
            && std::memcmp(x.data + i * bytes, y.data + i * bytes, bytes) != 0;
        if (isSame(m_x[i], m_y[i]) && !isOpaque)
            continue;
        if (!visitor({first + i, m_x[i], m_y[i], x, y, i}))
            return false;
    }
    return true;
}

bool DifferingElements::isSame(double x, double y) const
{
    return x == y || (std::isnan(x) && std::isnan(y))
        || (m_slack > 0 && std::isfinite(x) && std::isfinite(y)
            && std::fabs(x - y) <= m_slack * std::fabs(y));
}

} // namespace dumpscope::core
