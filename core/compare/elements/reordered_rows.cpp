// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/reordered_rows.h"

#include "base/number_key.h"
#include "compare/layout/assembly.h"
#include "compare/suspects/suspect_text.h"
#include "model/tensor_store.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostElements = std::uint64_t {1} << 24;

/// One number per slice along the first axis, the same for the same elements.
Result<std::vector<std::uint64_t>> slicesOf(
    const ElementStream& stream, std::uint64_t rows, TaskContext& task)
{
    constexpr std::uint64_t kPiece = 65536;
    const std::uint64_t width = stream.count() / rows;
    std::vector<std::uint64_t> slices(rows, 0);
    std::vector<double> values(kPiece);
    ElementStream::Scratch scratch;
    for (std::uint64_t first = 0; first < stream.count(); first += kPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t some = std::min(kPiece, stream.count() - first);
        toDouble(stream.read(first, some, scratch), values.data());
        for (std::uint64_t i = 0; i < some; ++i) {
            std::uint64_t& slice = slices[(first + i) / width];
            slice = NumberKey(values[i]).mixedInto(slice);
        }
    }
    return slices;
}

} // namespace

Result<bool> holdsReorderedRows(const PairTable& pairs, std::size_t row, TaskContext& task)
{
    const TensorPair& pair = pairs.row(row).pair;
    if (isPutTogether(pair))
        return false;
    TRY_ASSIGN(TensorView target, TensorStore(pairs.target().index).open(pair.target, task));
    TRY_ASSIGN(TensorView golden, TensorStore(pairs.golden().index).open(pair.golden, task));
    const Shape shape = target.shape;
    const auto count = elementCount(shape);
    if (shape != golden.shape || shape.empty() || shape.front() < 2 || !count || *count == 0
        || *count > kMostElements)
        return false;
    const Bytes targetBytes = target.bytes, goldenBytes = golden.bytes;
    TRY_ASSIGN(const ElementStream x, ElementStream::make(std::move(target), Order::Logical));
    TRY_ASSIGN(const ElementStream y, ElementStream::make(std::move(golden), Order::Logical));
    const auto rows = static_cast<std::uint64_t>(shape.front());
    TRY_ASSIGN(auto a, slicesOf(x, rows, task));
    TRY_ASSIGN(auto b, slicesOf(y, rows, task));
    TRY_VOID(targetBytes.check());
    TRY_VOID(goldenBytes.check());
    if (a == b)
        return false;
    std::ranges::sort(a);
    std::ranges::sort(b);
    return a == b;
}

void nameReorderedRows(const PairTable& pairs, Suspicion& suspicion, TaskContext& task)
{
    if (suspicion.suspects.empty())
        return;
    Suspect& suspect = suspicion.suspects.front();
    if ((suspect.reason != SuspectReason::WrongInput && suspect.reason != SuspectReason::WrongChoice)
        || suspect.pairs.empty() || pairs.row(suspect.pairs.front()).basis != PairBasis::Elements)
        return;
    const std::size_t row = suspect.pairs.front();
    const TensorRow& tensor = pairs.target().index->tensor(pairs.row(row).pair.target);
    const auto isReordered
        = tensor.io == Io::Parameter ? Result<bool>(false) : holdsReorderedRows(pairs, row, task);
    if (!isReordered || !*isReordered)
        return;
    suspect.why = suspect.whyMade = phrase(
        "%1 holds golden's rows in another order, as of a permuted batch: what comes behind it does as well",
        tensorPlace(tensor));
    suspect.isReordered = true;
    suspicion.suspects.resize(1);
}

} // namespace dumpscope::core
