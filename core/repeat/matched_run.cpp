// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeat/matched_run.h"

#include "compare/measuring/recorded_checksum.h"
#include "remote/equal_files.h"
#include "repeat/call_order.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

std::vector<std::uint32_t> placesIn(
    const std::vector<TrendCube::Number>& of, const std::vector<TrendCube::Number>& in, std::uint32_t none)
{
    std::vector<std::uint32_t> found;
    for (const TrendCube::Number& number : of) {
        const auto at = std::ranges::lower_bound(in, number);
        found.push_back(at == in.end() || *at != number ? none : static_cast<std::uint32_t>(at - in.begin()));
    }
    return found;
}

} // namespace

MatchedRun::MatchedRun(
    const MatchedRun* first, std::shared_ptr<const TrendRun> run, CellSignatures signatures)
    : m_first(first != nullptr ? first->m_run.get() : run.get())
    , m_run(std::move(run))
    , m_store(m_run->sharedIndex())
    , m_signatures(std::move(signatures))
{
}

Result<MatchedRun> MatchedRun::make(
    const MatchedRun* first, std::shared_ptr<const TrendRun> run, TaskContext& task)
{
    TRY_ASSIGN(CellSignatures signatures, CellSignatures::make(*run, task));
    MatchedRun matched(first, std::move(run), std::move(signatures));
    const auto key = [](const TrendRow& row) {
        return std::tie(row.model, row.opName, row.opType, row.io, row.slot, row.occurrence, row.item);
    };
    const TrendCube &own = matched.cube(), &its = matched.m_first->cube();
    std::map<decltype(key(own.rows().front())), std::uint32_t> rows;
    for (std::uint32_t row = 0; row < own.rows().size(); ++row)
        rows.emplace(key(own.rows()[row]), row);
    for (const TrendRow& row : its.rows()) {
        const auto found = rows.find(key(row));
        matched.m_rows.push_back(found == rows.end() ? kNone : found->second);
    }
    matched.m_ranks = placesIn(its.ranks(), own.ranks(), kNone);
    matched.m_steps = placesIn(its.steps(), own.steps(), kNone);
    if (first != nullptr)
        TRY_VOID(matched.pairCalls(*first, task));
    return matched;
}

std::optional<std::size_t> MatchedRun::namesakeOf(const TrendCell& cell) const
{
    const std::uint32_t row = m_rows[cell.row], rank = m_ranks[cell.rank], step = m_steps[cell.step];
    if (row == kNone || rank == kNone || step == kNone)
        return std::nullopt;
    return m_run->cube().cellAt(row, rank, step);
}

std::optional<std::size_t> MatchedRun::cellOf(std::size_t cell) const
{
    if (const auto moved = m_cellPairs.find(cell); moved != m_cellPairs.end())
        return moved->second == kNone ? std::nullopt : std::optional(moved->second);
    return namesakeOf(m_first->cube().cells()[cell]);
}

/// In steps in which the runs do not call an operator equally often.
Result<void> MatchedRun::pairCalls(const MatchedRun& first, TaskContext& task)
{
    const TrendCube& its = first.cube();
    if (!first.run().isOrderKnown() || !m_run->isOrderKnown())
        return {};
    std::set<std::pair<std::uint32_t, std::uint32_t>> places; // rank and step
    for (std::size_t cell = 0; cell < its.cells().size(); ++cell) {
        const TrendCell& at = its.cells()[cell];
        const std::uint32_t calls = first.run().callsOf(cell);
        if (calls == 0 || m_ranks[at.rank] == kNone || m_steps[at.step] == kNone)
            continue;
        const auto namesake = namesakeOf(at);
        if (!namesake || m_run->callsOf(*namesake) != calls)
            places.emplace(at.rank, at.step);
    }
    for (const auto& [rank, step] : places) {
        TRY_VOID(task.checkStop());
        const CallSequence target(first.run(), rank, step), golden(*m_run, m_ranks[rank], m_steps[step]);
        const auto areEqual = [&](std::size_t a, std::size_t b) {
            const auto equality = equalityOf(first, a, *this, b, task);
            return equality && equality->isEqual;
        };
        TRY_ASSIGN(const CallPairs pairs, pairCallsInOrder(target, golden, areEqual, task));
        for (const auto& [cell, partner] : pairs.cells)
            m_cellPairs[cell] = partner.value_or(kNone);
        for (const bool isFirst : {true, false}) {
            for (const std::string& name : isFirst ? pairs.onlyFirst : pairs.onlySecond)
                m_otherCalls.push_back({name, its.ranks()[rank], its.steps()[step], isFirst, 0});
        }
    }
    return {};
}

namespace {

/// Whether two views hold the same elements bit for bit.
Result<bool> areBitEqual(const TensorView& a, const TensorView& b, TaskContext& task)
{
    if (a.dtype != b.dtype || a.shape != b.shape)
        return false;
    TRY_ASSIGN(const ElementStream left, ElementStream::make(a, Order::Logical));
    TRY_ASSIGN(const ElementStream right, ElementStream::make(b, Order::Logical));
    constexpr std::uint64_t kPiece = 1U << 18;
    ElementStream::Scratch leftScratch, rightScratch;
    for (std::uint64_t first = 0; first < left.count(); first += kPiece) {
        TRY_VOID(task.checkStop());
        const std::uint64_t count = std::min(kPiece, left.count() - first);
        const ElementChunk x = left.read(first, count, leftScratch),
                           y = right.read(first, count, rightScratch);
        if (std::memcmp(x.data, y.data, static_cast<std::size_t>(count * unpackedBytes(a.dtype))) != 0)
            return false;
    }
    TRY_VOID(a.bytes.check());
    TRY_VOID(b.bytes.check());
    return true;
}

/// Of values in one run and a checksum in the other.
Result<std::optional<bool>> checksumsAgree(
    const MatchedRun& a, TensorId idA, const MatchedRun& b, TensorId idB, TaskContext& task)
{
    std::array<ChecksumSide, 2> sides;
    std::array<std::optional<TensorView>, 2> views;
    for (std::size_t i = 0; i < 2; ++i) {
        const MatchedRun& run = i == 0 ? a : b;
        const TensorId id = i == 0 ? idA : idB;
        const auto digests = recordedDigests(run.index(), id);
        sides[i].recorded.assign(digests.begin(), digests.end());
        sides[i].dtype = run.index().tensor(id).dtype;
        if (!hasValuesOf(run.index(), id))
            continue;
        auto view = run.store().open(id, task);
        if (!view) {
            task.diagnostics.add(Severity::Error, view.error());
            continue;
        }
        views[i] = std::move(*view);
        sides[i].view = &*views[i];
    }
    TRY_ASSIGN(const ChecksumFinding finding, compareChecksums(sides[0], sides[1], task));
    return finding.equal;
}

} // namespace

Result<CellEquality> equalityOf(
    const MatchedRun& a, std::size_t cellA, const MatchedRun& b, std::size_t cellB, TaskContext& task)
{
    const TensorId idA = a.tensorAt(cellA), idB = b.tensorAt(cellB);
    const auto digestsA = recordedDigests(a.index(), idA), digestsB = recordedDigests(b.index(), idB);
    for (const std::string_view x : digestsA) {
        for (const std::string_view y : digestsB) {
            const auto kind = checksumKindOf(x);
            if (kind && kind == checksumKindOf(y))
                return CellEquality {RepeatBasis::Checksums, x == y};
        }
    }
    if (hasValuesOf(a.index(), idA) && hasValuesOf(b.index(), idB)) {
        if (areOfEqualFiles(a.index(), idA, b.index(), idB))
            return CellEquality {RepeatBasis::Bits, true};
        const auto viewA = a.store().open(idA, task), viewB = b.store().open(idB, task);
        if (viewA && viewB) {
            const auto equal = areBitEqual(*viewA, *viewB, task);
            if (equal)
                return CellEquality {RepeatBasis::Bits, *equal};
            if (equal.error().code == Code::Cancelled)
                return fail(equal.error());
            task.diagnostics.add(Severity::Error, equal.error());
        } else {
            task.diagnostics.add(Severity::Error, viewA ? viewB.error() : viewA.error());
        }
        TRY_VOID(task.checkStop());
        return CellEquality {};
    }
    TRY_ASSIGN(const auto byChecksum, checksumsAgree(a, idA, b, idB, task));
    if (byChecksum)
        return CellEquality {RepeatBasis::Checksums, *byChecksum};
    const auto same = a.signatures().agree(cellA, b.signatures(), cellB);
    return same ? CellEquality {RepeatBasis::Statistics, *same} : CellEquality {};
}

bool hasValuesOf(const DumpIndex& index, TensorId id)
{
    const TensorState state = index.tensor(id).state;
    return state == TensorState::Ok || state == TensorState::Empty;
}

} // namespace dumpscope::core
