// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/reordered_rows.h"

#include "base/number_key.h"
#include "base/text.h"
#include "compare/layout/assembly.h"
#include "compare/parameters/recorded_parameters.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "model/tensor_store.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostElements = std::uint64_t {1} << 24;
constexpr std::uint64_t kPiece = 65536; ///< elements that are read at once

/// Golden's row of each of the target's.
using RowOrder = std::vector<std::size_t>;

/// One number per slice along the first axis, the same for the same elements.
Result<std::vector<std::uint64_t>> slicesOf(
    const ElementStream& stream, std::uint64_t rows, TaskContext& task)
{
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

struct BothSides {
    ElementStream target, golden;
    Bytes targetBytes, goldenBytes;
    Shape shape;
};

/// Absent: their shapes differ, they have no rows or too many elements.
Result<std::optional<BothSides>> openBoth(const PairTable& pairs, std::size_t row, TaskContext& task)
{
    const TensorPair& pair = pairs.row(row).pair;
    if (isPutTogether(pair))
        return std::nullopt;
    TRY_ASSIGN(TensorView target, TensorStore(pairs.target().index).open(pair.target, task));
    TRY_ASSIGN(TensorView golden, TensorStore(pairs.golden().index).open(pair.golden, task));
    Shape shape = target.shape;
    const auto count = elementCount(shape);
    if (shape != golden.shape || shape.empty() || !count || *count == 0 || *count > kMostElements)
        return std::nullopt;
    Bytes targetBytes = target.bytes, goldenBytes = golden.bytes;
    TRY_ASSIGN(ElementStream x, ElementStream::make(std::move(target), Order::Logical));
    TRY_ASSIGN(ElementStream y, ElementStream::make(std::move(golden), Order::Logical));
    return BothSides {
        std::move(x), std::move(y), std::move(targetBytes), std::move(goldenBytes), std::move(shape)};
}

/// Absent: the rows are in golden's order, or are others.
Result<std::optional<RowOrder>> orderOfRows(const PairTable& pairs, std::size_t row, TaskContext& task)
{
    TRY_ASSIGN(const auto both, openBoth(pairs, row, task));
    if (!both || both->shape.front() < 2)
        return std::nullopt;
    const auto rows = static_cast<std::uint64_t>(both->shape.front());
    TRY_ASSIGN(const auto target, slicesOf(both->target, rows, task));
    TRY_ASSIGN(const auto golden, slicesOf(both->golden, rows, task));
    TRY_VOID(both->targetBytes.check());
    TRY_VOID(both->goldenBytes.check());
    if (target == golden)
        return std::nullopt;
    std::multimap<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < golden.size(); ++i)
        places.emplace(golden[i], i);
    RowOrder order;
    for (const std::uint64_t slice : target) {
        const auto found = places.find(slice);
        if (found == places.end())
            return std::nullopt;
        order.push_back(found->second);
        places.erase(found);
    }
    return order;
}

/// Whether the first axis may hold such rows: a whole number of places for each.
bool mayHoldRows(std::span<const std::int64_t> shape, const RowOrder& order)
{
    return !shape.empty() && shape.front() > 0
        && shape.front() % static_cast<std::int64_t>(order.size()) == 0;
}

/// Whether the tensor holds golden's elements in this order of rows, but for noise.
Result<bool> isInOrder(const PairTable& pairs, std::size_t row, const RowOrder& order, TaskContext& task)
{
    constexpr double kNoise = 1e-4; // of golden's squares
    TRY_ASSIGN(const auto both, openBoth(pairs, row, task));
    if (!both || !mayHoldRows(both->shape, order))
        return false;
    const std::uint64_t width = both->target.count() / order.size();
    std::vector<double> target(std::min(width, kPiece)), golden(target.size());
    ElementStream::Scratch scratch;
    double off = 0, size = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        TRY_VOID(task.checkStop());
        for (std::uint64_t first = 0; first < width; first += kPiece) {
            const std::uint64_t some = std::min(kPiece, width - first);
            toDouble(both->target.read(i * width + first, some, scratch), target.data());
            toDouble(both->golden.read(order[i] * width + first, some, scratch), golden.data());
            for (std::uint64_t at = 0; at < some; ++at) {
                off += (target[at] - golden[at]) * (target[at] - golden[at]);
                size += golden[at] * golden[at];
            }
        }
    }
    TRY_VOID(both->targetBytes.check());
    TRY_VOID(both->goldenBytes.check());
    return off <= kNoise * size;
}

/// Of one rank and step.
bool isBeside(const PairTable& pairs, std::size_t a, std::size_t b)
{
    const FolderFacts& one = pairs.target().index->factsOf(pairs.row(a).pair.target);
    const FolderFacts& other = pairs.target().index->factsOf(pairs.row(b).pair.target);
    return one.rank == other.rank && one.step == other.step;
}

/// What the operator of the input gives holds the rows in the same order. False as well where nothing that
/// could tell was compared.
Result<bool> givesTheOrder(
    const PairTable& pairs, std::size_t input, const RowOrder& order, TaskContext& task)
{
    const DumpIndex& index = *pairs.target().index;
    const TensorRow& given = index.tensor(pairs.row(input).pair.target);
    bool isShown = false;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorRow& tensor = index.tensor(pairs.row(row).pair.target);
        if (tensor.io != Io::Output || tensor.opName != given.opName || tensor.occurrence != given.occurrence
            || pairs.row(row).basis != PairBasis::Elements || !isBeside(pairs, row, input)
            || !tensor.shape.isValid() || !mayHoldRows(index.shape(tensor.shape), order))
            continue;
        TRY_ASSIGN(const bool isInIt, isInOrder(pairs, row, order, task));
        if (!isInIt)
            return false;
        isShown = true;
    }
    return isShown;
}

/// Rows of its own, as one for each packed sequence, which may be in the order of the sequences.
bool hasOtherRows(std::span<const std::int64_t> shape)
{
    return !shape.empty() && shape.front() > 1;
}

/// The first output behind it that has no rows, as a loss, and is another number; absent: all agree.
std::optional<std::size_t> otherBehind(const PairTable& pairs, std::size_t input, const RowOrder& order)
{
    constexpr double kAgree = 1e-4; // sums in another order
    const DumpIndex& index = *pairs.target().index;
    for (std::size_t row = input + 1; row < pairs.rows(); ++row) {
        const TensorRow& tensor = index.tensor(pairs.row(row).pair.target);
        if (tensor.io != Io::Output || pairs.row(row).basis != PairBasis::Elements
            || !isBeside(pairs, row, input) || !tensor.shape.isValid()
            || mayHoldRows(index.shape(tensor.shape), order) || hasOtherRows(index.shape(tensor.shape)))
            continue;
        const TensorError error = tensorError(pairs, row);
        if (error.hasNumbers && error.relative > std::max(kAgree, 2 * error.unit))
            return row;
    }
    return std::nullopt;
}

} // namespace

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
    if (isTrainedParameter(pairs, row) || tensor.io == Io::Parameter)
        return; // its rows have places
    const auto order = orderOfRows(pairs, row, task);
    if (!order || !*order || !givesTheOrder(pairs, row, **order, task).value_or(false))
        return;
    suspect.why = phrase("%1 holds golden's rows in another order, as of a permuted batch, and what its "
                         "operator gives does as well",
        tensorPlace(tensor));
    if (const auto other = otherBehind(pairs, row, **order)) {
        const DumpIndex& index = *pairs.target().index;
        suspect.why = phrase("%1; %2, which has no such rows, is off by %3: what belongs to them, as labels, "
                             "stands in golden's order",
            suspect.why, printable(index.text(index.tensor(pairs.row(*other).pair.target).opName)),
            errorDigits(tensorError(pairs, *other).relative));
    }
    suspect.whyMade = suspect.why;
    suspect.isReordered = true;
    suspicion.suspects.resize(1);
}

} // namespace dumpscope::core
