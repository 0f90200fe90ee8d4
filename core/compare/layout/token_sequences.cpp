// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/token_sequences.h"

#include "compare/layout/assembly.h"
#include "compare/layout/operator_class.h"
#include "compare/tokens/token_padding.h"
#include "model/tensor_store.h"
#include "tensor/dtype.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

using Integers = std::vector<std::int64_t>;

/// Integers that runs are given, of one step.
struct GivenIntegers {
    std::optional<TensorId> ids, mask;
    int idsRank = 0; ///< how sure it is that they are ids
    std::vector<TensorId> others;
};

bool isNamedLike(const DumpIndex& index, TensorId id, std::string_view word)
{
    return index.tensorId(id).find(word) != std::string::npos;
}

/// The positions of packed tokens begin at 0, with each sequence anew.
bool arePositionsFromZero(const Integers& values)
{
    if (values.empty() || values.front() != 0)
        return false;
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (values[i] != 0 && values[i] != values[i - 1] + 1)
            return false;
    }
    return values.size() == 1 || std::ranges::any_of(values, [](std::int64_t value) { return value > 0; });
}

class SequenceReader {
public:
    SequenceReader(const ComparisonSide& side, std::optional<std::int64_t> rank, TaskContext& task)
        : m_index(*side.index)
        , m_store(side.index)
        , m_task(task)
    {
        collect(side, rank);
    }

    Result<std::optional<TokenSequences>> run()
    {
        for (const auto& [step, given] : m_given) {
            if (!given.ids)
                break;
            const Shape extents = squeezed(recordedShape(m_index, *given.ids));
            TRY_ASSIGN(const Integers ids, read(*given.ids));
            if (ids.empty())
                break;
            const Shape recorded = recordedShape(m_index, *given.ids);
            const bool isOneRow
                = recorded.size() == 2 && recorded.front() == 1 && m_made.sequences.size() <= 1;
            TRY_ASSIGN(const bool isTold,
                extents.size() == 2 ? addRows(step, given, extents, ids)
                    : isOneRow      ? addRows(step, given, recorded, ids)
                                    : addPacked(step, given, ids));
            if (!isTold)
                break;
            m_made.extents[step] = extents;
        }
        return m_made.sequences.empty() ? std::nullopt : std::optional(std::move(m_made));
    }

private:
    void collect(const ComparisonSide& side, std::optional<std::int64_t> rank)
    {
        constexpr std::uint64_t kMost = 4U << 20U;
        const std::vector<TensorId> first = tokenIdsOf(side);
        const std::set<TensorId> firstIntegers(first.begin(), first.end());
        for (const TensorId id : side.tensors()) {
            const TensorRow& row = m_index.tensor(id);
            const DTypeClass kind = dtypeInfo(row.dtype).kind;
            if (m_index.factsOf(id).rank != rank || row.state != TensorState::Ok || row.bytes > kMost
                || row.io == Io::Output || !row.shape.isValid()
                || (kind != DTypeClass::Signed && kind != DTypeClass::Unsigned && kind != DTypeClass::Bool)
                || squeezed(m_index.shape(row.shape)).size() > 2)
                continue;
            GivenIntegers& given = m_given[m_index.factsOf(id).step];
            if (isNamedLike(m_index, id, "attention_mask")) {
                if (!given.mask)
                    given.mask = id;
                continue;
            }
            if (kind == DTypeClass::Bool)
                continue;
            given.others.push_back(id);
            const int sure = isNamedLike(m_index, id, "input_ids") ? 3
                : isNamedLike(m_index, id, "embed_tokens")         ? 2
                : firstIntegers.contains(id)                       ? 1
                                                                   : 0;
            if (sure > given.idsRank) {
                given.ids = id;
                given.idsRank = sure;
            }
        }
    }

    Result<Integers> read(TensorId id)
    {
        const auto values = valuesOf(m_store, id, m_task);
        if (!values && values.error().code == Code::Cancelled)
            return fail(values.error());
        Integers integers;
        for (std::size_t i = 0; values && i < values->size(); ++i)
            integers.push_back(static_cast<std::int64_t>((*values)[i]));
        return integers;
    }

    /// Rows of a batch, which begin anew: a step of one token each is packed (addPacked).
    Result<bool> addRows(
        const Step& step, const GivenIntegers& given, const Shape& extents, const Integers& ids)
    {
        const auto rows = static_cast<std::size_t>(extents[0]), length = static_cast<std::size_t>(extents[1]);
        TRY_ASSIGN(const Integers positions, positionsOf(given, ids.size()));
        m_first = m_made.sequences.size();
        if (m_first > 0 && !positions.empty() && std::ranges::find(positions, 0) == positions.end())
            return false; // as of a prompt that is given in pieces
        m_made.sequences.resize(m_first + rows);
        std::vector<bool> isPadding;
        if (given.mask && squeezed(recordedShape(m_index, *given.mask)) == extents) {
            TRY_ASSIGN(const Integers mask, read(*given.mask));
            isPadding = paddingByMask(mask, ids, length);
        } else {
            isPadding = paddingByIds(ids, length);
        }
        for (std::size_t place = 0; place < ids.size(); ++place) {
            if (isPadding.empty() || !isPadding[place])
                m_made.sequences[m_first + place / length].push_back({ids[place], step, place});
        }
        return true;
    }

    Result<bool> addPacked(const Step& step, const GivenIntegers& given, const Integers& ids)
    {
        TRY_ASSIGN(const Integers positions, positionsOf(given, ids.size()));
        auto& sequences = m_made.sequences;
        if (positions.empty()) {
            if (sequences.empty() || sequences.size() - m_first != ids.size())
                return false;
            for (std::size_t place = 0; place < ids.size(); ++place)
                sequences[m_first + place].push_back({ids[place], step, place});
            return true;
        }
        if (areNextInOrder(positions)) {
            for (std::size_t place = 0; place < ids.size(); ++place)
                sequences[m_first + place].push_back({ids[place], step, place});
            return true;
        }
        if (arePositionsFromZero(positions))
            m_first = sequences.size();
        std::set<std::size_t> isContinued;
        std::size_t current = 0;
        for (std::size_t place = 0; place < ids.size(); ++place) {
            const auto position = static_cast<std::size_t>(std::max<std::int64_t>(positions[place], 0));
            const bool goesOn = place > 0 && positions[place] == positions[place - 1] + 1
                && sequences[current].size() == position;
            if (!goesOn && position == 0) {
                current = sequences.size();
                sequences.emplace_back();
                isContinued.insert(current);
            } else if (!goesOn) {
                const auto next = sequenceAt(position, isContinued);
                if (!next) // as of a share of the sequence, or of a cached prefix
                    return false;
                current = *next;
                isContinued.insert(current);
            } else if (isNextOfAnother(positions, place, current, isContinued)) {
                // One token each of sequences of lengths n, n + 1, …: not one sequence that goes on.
                return false;
            }
            sequences[current].push_back({ids[place], step, place});
        }
        return true;
    }

    /// Whether each sequence has one more token, in their order.
    [[nodiscard]] bool areNextInOrder(const Integers& positions) const
    {
        if (m_made.sequences.empty() || positions.size() != m_made.sequences.size() - m_first)
            return false;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (positions[i] < 0
                || m_made.sequences[m_first + i].size() != static_cast<std::size_t>(positions[i]))
                return false;
        }
        return true;
    }

    /// The sequence whose next token has this position, one of the last batch before others.
    [[nodiscard]] std::optional<std::size_t> sequenceAt(
        std::size_t position, const std::set<std::size_t>& isContinued) const
    {
        const std::size_t count = m_made.sequences.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = (m_first + i) % count;
            if (m_made.sequences[at].size() == position && !isContinued.contains(at))
                return at;
        }
        return std::nullopt;
    }

    /// Whether the token may as well be the next one of another sequence.
    [[nodiscard]] bool isNextOfAnother(const Integers& positions, std::size_t place, std::size_t current,
        const std::set<std::size_t>& isContinued) const
    {
        for (std::size_t i = 0; i < m_made.sequences.size(); ++i) {
            if (i != current && !isContinued.contains(i)
                && m_made.sequences[i].size() == static_cast<std::size_t>(positions[place]))
                return true;
        }
        return false;
    }

    /// Those named so, else integers that look like them, and in later steps those of the same operators.
    Result<Integers> positionsOf(const GivenIntegers& given, std::size_t count)
    {
        for (const TensorId id : given.others) {
            if (id == given.ids || elementCount(recordedShape(m_index, id)).value_or(0) != count)
                continue;
            const bool isKnown = isNamedLike(m_index, id, "position")
                || (m_positions && operatorClassOf(m_index, id) == *m_positions);
            if (!isKnown && !m_made.sequences.empty())
                continue;
            TRY_ASSIGN(Integers values, read(id));
            if (!isKnown && !arePositionsFromZero(values))
                continue;
            if (!m_positions)
                m_positions = operatorClassOf(m_index, id);
            return values;
        }
        return Integers();
    }

    const DumpIndex& m_index;
    TensorStore m_store;
    TaskContext& m_task;
    std::map<Step, GivenIntegers> m_given;
    std::optional<OperatorClass> m_positions;
    TokenSequences m_made;
    std::size_t m_first = 0; ///< sequence of the last batch
};

} // namespace

Result<std::optional<TokenSequences>> tokenSequencesOf(
    const ComparisonSide& side, std::optional<std::int64_t> rank, TaskContext& task)
{
    return SequenceReader(side, rank, task).run();
}

} // namespace dumpscope::core
