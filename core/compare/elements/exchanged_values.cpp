// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/exchanged_values.h"

#include "base/text.h"
#include "compare/conclusion/conclusion_place.h"
#include "compare/elements/significand.h"
#include "compare/layout/assembled_elements.h"
#include "compare/layout/assembly.h"
#include "compare/suspects/suspect_text.h"
#include "model/tensor_store.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
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
        return of(std::move(view));
    }

    static Result<Values> of(TensorView view)
    {
        Bytes bytes = view.bytes;
        const DType dtype = view.dtype;
        TRY_ASSIGN(ElementStream stream, ElementStream::make(std::move(view), Order::Logical));
        return Values(std::move(stream), std::move(bytes), dtype);
    }

    /// But for the rounding of the coarser type where types differ. Tensors of one value are alike wherever
    /// they are, and so are those that NaN are in.
    [[nodiscard]] Result<bool> isSame(const Values& other, TaskContext& task) const
    {
        constexpr std::uint64_t kPiece = 65536;
        if (m_stream.shape() != other.m_stream.shape() || m_stream.count() < 2)
            return false;
        std::vector<double> a(kPiece), b(kPiece);
        ElementStream::Scratch scratch;
        std::optional<double> one;
        bool isOne = true;
        double difference = 0, size = 0;
        for (std::uint64_t first = 0; first < m_stream.count(); first += kPiece) {
            TRY_VOID(task.checkStop());
            const std::uint64_t some = std::min(kPiece, m_stream.count() - first);
            toDouble(m_stream.read(first, some, scratch), a.data());
            toDouble(other.m_stream.read(first, some, scratch), b.data());
            const auto end = a.begin() + static_cast<std::ptrdiff_t>(some);
            if (m_dtype == other.m_dtype && !std::equal(a.begin(), end, b.begin()))
                return false;
            for (std::size_t i = 0; i < some; ++i) {
                difference += (a[i] - b[i]) * (a[i] - b[i]);
                size += b[i] * b[i];
            }
            one = one.value_or(a.front());
            isOne = isOne && std::all_of(a.begin(), end, [&](double value) { return value == *one; });
        }
        TRY_VOID(m_bytes.check());
        TRY_VOID(other.m_bytes.check());
        const double rounding
            = std::ldexp(1, -std::min(significandBits(m_dtype), significandBits(other.m_dtype)));
        return !isOne && difference <= rounding * rounding * size;
    }

private:
    Values(ElementStream stream, Bytes bytes, DType dtype)
        : m_stream(std::move(stream))
        , m_bytes(std::move(bytes))
        , m_dtype(dtype)
    {
    }

    ElementStream m_stream;
    Bytes m_bytes;
    DType m_dtype;
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
        if (isGoldenPutTogether(own))
            return std::nullopt;
        std::optional<Values> values;
        const auto isIt = [&](TensorId id) {
            if (id == own.golden || !mayBe(own, id))
                return false;
            if (!values) {
                auto opened = targetValues(own);
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

    /// The row whose golden tensor is `other`, where its target has the values of the row's golden tensor.
    [[nodiscard]] std::optional<std::size_t> exchangedWith(std::size_t row, TensorId other)
    {
        for (std::size_t i = 0; i < m_pairs.rows(); ++i) {
            const PairResult& pair = m_pairs.row(i);
            if (pair.verdict != Verdict::Pass && pair.pair.golden == other && !isGoldenPutTogether(pair.pair)
                && hasValues(pair.pair, m_pairs.row(row).pair.golden))
                return i;
        }
        return std::nullopt;
    }

    /// Whether both rows have the values of the other's tensor of golden.
    [[nodiscard]] bool areExchanged(std::size_t a, std::size_t b)
    {
        const TensorPair &first = m_pairs.row(a).pair, &second = m_pairs.row(b).pair;
        return !isGoldenPutTogether(first) && !isGoldenPutTogether(second) && hasValues(first, second.golden)
            && hasValues(second, first.golden);
    }

private:
    static bool isGoldenPutTogether(const TensorPair& pair)
    {
        return isPutTogether(pair) && !isTargetPutTogether(pair);
    }

    /// What the target has of a pair, put together from its parts where it is cut otherwise.
    [[nodiscard]] Result<Values> targetValues(const TensorPair& pair) const
    {
        if (!isPutTogether(pair))
            return Values::open(m_target, pair.target, m_task);
        TRY_ASSIGN(TensorView view, assembledView(pair, m_target, m_golden, m_task));
        return Values::of(std::move(view));
    }

    [[nodiscard]] bool hasValues(const TensorPair& target, TensorId golden)
    {
        if (!mayBe(target, golden))
            return false;
        const auto own = targetValues(target);
        const auto other = Values::open(m_golden, golden, m_task);
        const auto isSame = own && other ? own->isSame(*other, m_task) : Result<bool>(false);
        return isSame && *isSame;
    }

    [[nodiscard]] bool mayBe(const TensorPair& target, TensorId golden)
    {
        const DumpIndex& goldens = *m_pairs.golden().index;
        // What is put together has golden's shape and as much to read.
        const bool isWhole = !isPutTogether(target);
        const DumpIndex& index = isWhole ? *m_pairs.target().index : goldens;
        const TensorRow& a = index.tensor(isWhole ? target.target : target.golden);
        const TensorRow& b = goldens.tensor(golden);
        const bool isAlike = b.state == TensorState::Ok && isFloating(a.dtype) && isFloating(b.dtype)
            && std::ranges::equal(index.shape(a.shape), goldens.shape(b.shape));
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

std::string targetName(const PairTable& pairs, std::size_t row)
{
    const DumpIndex& index = *pairs.target().index;
    const StringId name = index.tensor(pairs.row(row).pair.target).opName;
    return name.isValid() ? std::string(index.text(name)) : std::string();
}

bool isBorderOfNames(char c)
{
    return c == '.' || c == '/';
}

/// Whether the name is of something in the module.
bool isBelow(std::string_view name, std::string_view module)
{
    return name.size() > module.size() && name.starts_with(module) && isBorderOfNames(name[module.size()]);
}

/// What two names differ in, with all before it: `layers.1.experts.0` and `layers.1.experts.2`.
std::pair<std::string, std::string> differingModules(const std::string& a, const std::string& b)
{
    const auto ahead = static_cast<std::size_t>(
        std::distance(a.begin(), std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first));
    std::size_t behind = 0;
    for (std::size_t same = 1; same <= std::min(a.size(), b.size()) - ahead; ++same) {
        if (a[a.size() - same] != b[b.size() - same])
            break;
        if (isBorderOfNames(a[a.size() - same]))
            behind = same;
    }
    return {a.substr(0, a.size() - behind), b.substr(0, b.size() - behind)};
}

/// Where the other tensor has the values of this one, too, that they are exchanged, and with them the modules
/// that they are of.
Message withExchange(
    Exchanges& exchanges, const PairTable& pairs, std::size_t row, TensorId other, Message place)
{
    const auto partner = exchanges.exchangedWith(row, other);
    if (!partner)
        return place;
    const std::string own = targetName(pairs, row), theirs = targetName(pairs, *partner);
    const auto [first, second] = differingModules(own, theirs);
    std::multimap<std::string, std::size_t> ofFirst, ofSecond; ///< rows by the rest of the name
    for (std::size_t i = 0; i < pairs.rows() && first.size() < own.size(); ++i) {
        if (pairs.row(i).verdict == Verdict::Pass)
            continue;
        const std::string name = targetName(pairs, i);
        if (isBelow(name, first))
            ofFirst.emplace(name.substr(first.size()), i);
        else if (isBelow(name, second))
            ofSecond.emplace(name.substr(second.size()), i);
    }
    const auto count = std::ranges::count_if(ofFirst, [&](const auto& one) {
        const auto [from, to] = ofSecond.equal_range(one.first);
        return std::any_of(
            from, to, [&](const auto& two) { return exchanges.areExchanged(one.second, two.second); });
    });
    if (count < 2)
        return phrase("%1, whose partner holds those of this one: the two are exchanged", std::move(place));
    return phrase("%1, whose partner holds those of this one: %2 and %3 are exchanged, %4 tensors of each",
        std::move(place), printable(first), printable(second), count);
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
            withExchange(exchanges, pairs, row, *found, otherPlace(pairs, row, *found)), suspect.why);
    }
}

Message exchangedValues(const PairTable& pairs, std::span<const UnpairedTensor> unpairedGolden,
    std::size_t row, TaskContext& task)
{
    if (pairs.row(row).basis != PairBasis::Elements)
        return {};
    Exchanges exchanges(pairs, unpairedGolden, task);
    const auto found = exchanges.find(row);
    return found ? withExchange(exchanges, pairs, row, *found, otherPlace(pairs, row, *found)) : Message();
}

} // namespace dumpscope::core
