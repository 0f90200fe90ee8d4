// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/initial_parameters.h"

#include "compare/elements/significand.h"
#include "compare/parameters/recorded_parameters.h"
#include "compare/suspects/suspect.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "compare/tables/pair_table.h"
#include "model/tensor_store.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::array kHalfTypes {DType::BFloat16, DType::Float16};
constexpr std::uint64_t kFewest = 3;
constexpr double kOfAnotherRun = 1e-4;

double rounded(double value, int bits)
{
    int exponent = 0;
    const double scaled = std::ldexp(std::frexp(value, &exponent), bits);
    return std::ldexp(std::nearbyint(scaled), exponent - bits);
}

/// Values of both sides of one parameter: which could be the other's rounded to which type.
class Roundings {
public:
    void add(double target, double golden)
    {
        for (std::size_t i = 0; i < kHalfTypes.size(); ++i) {
            const int bits = significandBits(kHalfTypes[i]);
            m_may[0][i] = m_may[0][i] && rounded(golden, bits) == target;
            m_may[1][i] = m_may[1][i] && rounded(target, bits) == golden;
        }
    }
    [[nodiscard]] bool any() const
    {
        return std::ranges::any_of(m_may, [](const auto& side) { return side[0] || side[1]; });
    }
    [[nodiscard]] bool may(bool isTarget, std::size_t type) const { return m_may[isTarget ? 0 : 1][type]; }

private:
    std::array<std::array<bool, kHalfTypes.size()>, 2> m_may {{{true, true}, {true, true}}};
};

class InitialSearch {
public:
    InitialSearch(const PairTable& pairs, TaskContext& task)
        : m_pairs(pairs)
        , m_index(*m_pairs.target().index)
        , m_task(task)
        , m_target(m_pairs.target().index)
        , m_golden(m_pairs.golden().index)
    {
    }

    std::optional<InitialParameters> run()
    {
        std::set<TensorError::Fingerprint> counted;
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            if (m_index.factsOf(m_pairs.row(row).pair.target).step != 0 || !isTrainedParameter(m_pairs, row))
                continue;
            const TensorError error = tensorError(m_pairs, row);
            if (error.hasNumbers && !error.isInteger && !error.isBroken
                && counted.insert(error.fingerprint).second)
                look(error);
        }
        for (const auto& side : m_rounded) {
            for (const InitialParameters& some : side) {
                if (some.otherwise >= kFewest && 2 * some.otherwise >= m_differing) {
                    InitialParameters found = some;
                    found.seen = m_seen;
                    return found;
                }
            }
        }
        m_other.seen = m_seen;
        return m_other.otherwise >= kFewest && 2 * m_other.otherwise >= m_seen ? std::optional(m_other)
                                                                               : std::nullopt;
    }

private:
    void look(const TensorError& error)
    {
        const bool isFar
            = std::isfinite(error.relative) && std::max(error.relative, error.largest) > kOfAnotherRun;
        if (error.basis == PairBasis::Statistics) {
            ++m_seen;
            m_differing += error.differs ? 1 : 0;
            if (error.differs)
                note(error, recorded(error.row));
            if (error.isUnrounded && isFar)
                count(m_other, error);
        } else if (isFar && error.basis == PairBasis::Elements) {
            const auto roundings = read(error.row);
            m_seen += roundings ? 1 : 0;
            m_differing += roundings ? 1 : 0;
            if (roundings)
                note(error, *roundings);
        }
    }

    static void count(InitialParameters& found, const TensorError& error)
    {
        found.row = found.otherwise++ == 0 ? error.row : found.row;
        found.largest = std::max(found.largest, error.relative);
    }

    void note(const TensorError& error, const Roundings& roundings)
    {
        for (const bool isTarget : {true, false}) {
            for (std::size_t i = 0; i < kHalfTypes.size(); ++i) {
                InitialParameters& found = m_rounded[isTarget ? 0 : 1][i];
                found.rounding = kHalfTypes[i];
                found.isTargetRounded = isTarget;
                if (roundings.may(isTarget, i))
                    count(found, error);
            }
        }
    }

    [[nodiscard]] bool isSingle(std::size_t row) const
    {
        const TensorPair& pair = m_pairs.row(row).pair;
        return m_index.tensor(pair.target).dtype == DType::Float32
            && m_pairs.golden().index->tensor(pair.golden).dtype == DType::Float32;
    }

    /// By the extremes; those of both sides may be of different elements, but rounding keeps their order.
    [[nodiscard]] Roundings recorded(std::size_t row) const
    {
        using Field = StatisticTable::Field;
        Roundings roundings;
        const TensorPair& pair = m_pairs.row(row).pair;
        const TensorRow &target = m_index.tensor(pair.target),
                        &golden = m_pairs.golden().index->tensor(pair.golden);
        for (const Field field : {Field::Max, Field::Min}) {
            const auto value = [&](const DumpIndex& index, const TensorRow& tensor) {
                return tensor.statisticRow == TensorRow::kNone
                    ? std::nullopt
                    : index.statisticTables()[tensor.statisticTable]->value(field, tensor.statisticRow);
            };
            const auto a = value(m_index, target), b = value(*m_pairs.golden().index, golden);
            const bool isKnown = isSingle(row) && a && b && std::isfinite(*a) && std::isfinite(*b);
            roundings.add(isKnown ? *a : 0, isKnown ? *b : 1);
        }
        return roundings;
    }

    /// By all elements; nothing for other types, for what cannot be read, and beyond the first few.
    [[nodiscard]] std::optional<Roundings> read(std::size_t row)
    {
        constexpr std::uint64_t kMost = 16U << 20U, kPiece = 65536;
        const TensorPair& pair = m_pairs.row(row).pair;
        if (!isSingle(row) || m_read == kMostRead || m_index.tensor(pair.target).bytes > kMost)
            return std::nullopt;
        auto target = m_target.open(pair.target, m_task), golden = m_golden.open(pair.golden, m_task);
        if (!target || !golden)
            return std::nullopt;
        const Bytes bytes[] = {target->bytes, golden->bytes};
        const auto a = ElementStream::make(std::move(*target), Order::Logical);
        const auto b = ElementStream::make(std::move(*golden), Order::Logical);
        if (!a || !b || a->count() != b->count())
            return std::nullopt;
        ++m_read;
        Roundings roundings;
        std::vector<double> ours(kPiece), theirs(kPiece);
        ElementStream::Scratch scratch;
        for (std::uint64_t first = 0; first < a->count() && roundings.any(); first += kPiece) {
            if (m_task.stopped())
                return std::nullopt;
            const std::uint64_t some = std::min(kPiece, a->count() - first);
            toDouble(a->read(first, some, scratch), ours.data());
            toDouble(b->read(first, some, scratch), theirs.data());
            for (std::size_t i = 0; i < some; ++i)
                roundings.add(ours[i], theirs[i]);
        }
        const bool isIntact
            = std::ranges::all_of(bytes, [](const Bytes& side) { return side.check().has_value(); });
        return isIntact ? std::optional(roundings) : std::nullopt;
    }

    static constexpr std::size_t kMostRead = 8;
    const PairTable& m_pairs;
    const DumpIndex& m_index;
    TaskContext& m_task;
    TensorStore m_target, m_golden;
    std::uint64_t m_seen = 0, m_differing = 0;
    std::size_t m_read = 0;
    InitialParameters m_other;
    std::array<std::array<InitialParameters, kHalfTypes.size()>, 2> m_rounded; ///< target, golden
};

} // namespace

std::optional<InitialParameters> initialParameters(const PairTable& pairs, TaskContext& task)
{
    return InitialSearch(pairs, task).run();
}

void allowForRounding(const PairTable& pairs, const InitialParameters& initial, Suspicion& suspicion)
{
    if (!initial.rounding)
        return;
    const double unit = std::ldexp(1.0, -significandBits(*initial.rounding));
    suspicion.rounded = initial.rounding;
    if (suspicion.rounding.empty())
        suspicion.rounding = dtypeName(*initial.rounding);
    std::erase_if(suspicion.suspects, [&](const Suspect& suspect) {
        const std::size_t row = suspect.pairs.front();
        return suspect.reason == SuspectReason::WrongInput && isTrainedParameter(pairs, row)
            && tensorError(pairs, row).relative <= unit;
    });
}

Message InitialParameters::sentence() const
{
    if (!rounding)
        return phrase("%1 of %2 parameters seen differ before anything has moved them, by up to %3 (relative "
                      "L2)",
            otherwise, seen, errorDigits(largest));
    const std::string_view type = dtypeName(*rounding);
    return isTargetRounded
        ? phrase("%1 of %2 parameters seen are golden's rounded to %3 before anything has moved them",
            otherwise, seen, type)
        : phrase("%1 of %2 parameters seen are rounded to %3 in golden before anything has moved them",
            otherwise, seen, type);
}

Message InitialParameters::reason() const
{
    if (!rounding)
        return phrase("no rounding to a half type makes them so: other weights were loaded, or they were "
                      "initialised in another way");
    return isTargetRounded ? phrase("the target's were saved, loaded or computed as %1", dtypeName(*rounding))
                           : phrase("golden's were saved, loaded or computed as %1", dtypeName(*rounding));
}

} // namespace dumpscope::core
