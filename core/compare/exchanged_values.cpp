// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/exchanged_values.h"

#include "base/text.h"
#include "compare/conclusion_place.h"
#include "compare/layout/assembly.h"
#include "compare/suspects/suspect_text.h"
#include "model/tensor_store.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

/// Elements of a tensor that is compared with several others.
class Values {
public:
    static Result<Values> open(const TensorStore& store, TensorId id, TaskContext& task)
    {
        TRY_ASSIGN(TensorView view, store.open(id, task));
        Bytes bytes = view.bytes;
        TRY_ASSIGN(ElementStream stream, ElementStream::make(std::move(view), Order::Logical));
        return Values(std::move(stream), std::move(bytes));
    }

    /// Tensors of one value are alike wherever they are, and so are those that NaN are in.
    [[nodiscard]] Result<bool> isSame(const Values& other, TaskContext& task) const
    {
        constexpr std::uint64_t kPiece = 65536;
        if (m_stream.shape() != other.m_stream.shape() || m_stream.count() < 2)
            return false;
        std::vector<double> a(kPiece), b(kPiece);
        ElementStream::Scratch scratch;
        std::optional<double> one;
        bool isOne = true;
        for (std::uint64_t first = 0; first < m_stream.count(); first += kPiece) {
            TRY_VOID(task.checkStop());
            const std::uint64_t some = std::min(kPiece, m_stream.count() - first);
            toDouble(m_stream.read(first, some, scratch), a.data());
            toDouble(other.m_stream.read(first, some, scratch), b.data());
            const auto end = a.begin() + static_cast<std::ptrdiff_t>(some);
            if (!std::equal(a.begin(), end, b.begin()))
                return false;
            one = one.value_or(a.front());
            isOne = isOne && std::all_of(a.begin(), end, [&](double value) { return value == *one; });
        }
        TRY_VOID(m_bytes.check());
        TRY_VOID(other.m_bytes.check());
        return !isOne;
    }

private:
    Values(ElementStream stream, Bytes bytes)
        : m_stream(std::move(stream))
        , m_bytes(std::move(bytes))
    {
    }

    ElementStream m_stream;
    Bytes m_bytes;
};

class Exchanges {
public:
    Exchanges(const PairTable& pairs, std::span<const UnpairedTensor> unpairedGolden, TaskContext& task)
        : m_pairs(pairs)
        , m_unpaired(unpairedGolden)
        , m_task(task)
        , m_target(pairs.target().index)
        , m_golden(pairs.golden().index)
    {
    }

    /// The tensor of golden, another one than that of the row, whose values the row's target has.
    [[nodiscard]] std::optional<TensorId> find(std::size_t row)
    {
        const TensorPair& own = m_pairs.row(row).pair;
        if (isPutTogether(own))
            return std::nullopt;
        std::optional<Values> values;
        const auto isIt = [&](TensorId id) {
            if (id == own.golden || !mayBe(own.target, id))
                return false;
            if (!values) {
                auto opened = Values::open(m_target, own.target, m_task);
                if (!opened)
                    return false;
                values = std::move(*opened);
            }
            const auto other = Values::open(m_golden, id, m_task);
            const auto isSame = other ? values->isSame(*other, m_task) : Result<bool>(false);
            return isSame && *isSame;
        };
        for (std::size_t i = 0; i < m_pairs.rows(); ++i) {
            const PairResult& other = m_pairs.row(i);
            if (other.verdict != Verdict::Pass && isIt(other.pair.golden))
                return other.pair.golden;
        }
        for (const UnpairedTensor& other : m_unpaired) {
            if (isIt(other.id))
                return other.id;
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] bool mayBe(TensorId target, TensorId golden)
    {
        const TensorRow& a = m_pairs.target().index->tensor(target);
        const TensorRow& b = m_pairs.golden().index->tensor(golden);
        const bool isAlike = b.state == TensorState::Ok && isFloating(a.dtype) && isFloating(b.dtype)
            && std::ranges::equal(
                m_pairs.target().index->shape(a.shape), m_pairs.golden().index->shape(b.shape));
        if (!isAlike || a.bytes + b.bytes > m_left || m_task.stopped())
            return false;
        m_left -= a.bytes + b.bytes;
        return true;
    }

    const PairTable& m_pairs;
    std::span<const UnpairedTensor> m_unpaired;
    TaskContext& m_task;
    TensorStore m_target, m_golden;
    std::uint64_t m_left = std::uint64_t {1} << 28U; ///< bytes to read
};

/// Of tensors of one name, as the processes of a checkpoint have them, also in which file or process.
Message otherPlace(const PairTable& pairs, std::size_t row, TensorId other)
{
    const DumpIndex& golden = *pairs.golden().index;
    const ConclusionPlace place = conclusionPlace(golden, other);
    Message words = place.words();
    if (words != conclusionPlace(golden, pairs.row(row).pair.golden).words())
        return words;
    const std::string& model = golden.factsOf(other).model;
    return phrase("%1 of %2", std::move(words), printable(model.empty() ? place.tensor : model));
}

} // namespace

void nameExchangedValues(const PairTable& pairs, std::span<const UnpairedTensor> unpairedGolden,
    Suspicion& suspicion, TaskContext& task)
{
    Exchanges exchanges(pairs, unpairedGolden, task);
    for (Suspect& suspect : suspicion.suspects) {
        if (suspect.reason != SuspectReason::WrongInput || suspect.isReordered || suspect.pairs.empty()
            || pairs.row(suspect.pairs.front()).basis != PairBasis::Elements)
            continue;
        const std::size_t row = suspect.pairs.front();
        const auto found = exchanges.find(row);
        if (!found)
            continue;
        const Message place = tensorPlace(pairs.target().index->tensor(pairs.row(row).pair.target));
        suspect.why = phrase("%1 holds the values of another tensor of golden, %2: %3", place,
            otherPlace(pairs, row, *found), suspect.why);
    }
}

Message exchangedValues(const PairTable& pairs, std::span<const UnpairedTensor> unpairedGolden,
    std::size_t row, TaskContext& task)
{
    if (pairs.row(row).basis != PairBasis::Elements)
        return {};
    const auto found = Exchanges(pairs, unpairedGolden, task).find(row);
    return found ? otherPlace(pairs, row, *found) : Message();
}

} // namespace dumpscope::core
