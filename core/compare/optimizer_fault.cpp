// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/optimizer_fault.h"

#include "compare/comparison.h"
#include "compare/significand.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/tensor_error.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

using Number = std::optional<std::int64_t>;

constexpr std::size_t kFewest = 3;
constexpr double kSure = 2;        ///< units of the coarser type that no rounding hides
constexpr double kAnother = 0.1;   ///< of golden's movement
constexpr double kScatter = 0.25;  ///< of the factor, about its median
constexpr double kMost = 0.6;      ///< share of parameters that have it
constexpr double kOtherwise = 0.5; ///< of golden's movement, where each has its own
constexpr double kNearlyAll = 0.8;

/// Of one side at one time.
struct Recorded {
    double mean = 0, norm = 0, unit = 0, count = 0;
};

std::optional<Recorded> recordedOf(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    const TensorRow& row = index.tensor(id);
    const int bits = significandBits(row.dtype);
    if (row.statisticRow == TensorRow::kNone || !row.shape.isValid() || bits <= 0)
        return std::nullopt;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    const auto mean = table.value(Field::Mean, row.statisticRow);
    const auto norm = table.value(Field::L2Norm, row.statisticRow);
    if (!mean || !norm || !std::isfinite(*mean) || !std::isfinite(*norm))
        return std::nullopt;
    double count = 1;
    for (const std::int64_t extent : index.shape(row.shape))
        count *= static_cast<double>(extent);
    return Recorded {*mean, *norm, std::ldexp(1.0, -bits), std::max(count, 1.0)};
}

struct Pair {
    std::size_t row = 0;
    Recorded target, golden;
};

/// How a parameter is moved between two steps, as a part of golden's movement beyond it.
std::optional<double> excessOf(const Pair& before, const Pair& after)
{
    const double moved = after.golden.mean - before.golden.mean;
    const double unit = std::max({after.target.unit, after.golden.unit, before.target.unit});
    const double size = after.golden.norm / std::sqrt(after.golden.count);
    if (!(std::fabs(moved) > kSure * unit * size))
        return std::nullopt;
    return ((after.target.mean - before.target.mean) - moved) / moved;
}

class Search {
public:
    explicit Search(const Comparison& comparison)
        : m_comparison(comparison)
        , m_pairs(*comparison.pairs)
    {
    }

    std::optional<OptimizerFault> run()
    {
        collect();
        for (auto at = m_steps.begin(); at != m_steps.end(); ++at) {
            const auto next = std::next(at);
            // What is wrong may be the cause of all that comes.
            if (next == m_steps.end() || isWrongIn(at->first))
                return std::nullopt;
            if (auto fault = between(at->second, next->second)) {
                fault->step = next->first;
                return fault;
            }
        }
        return std::nullopt;
    }

private:
    using Key = std::tuple<Number, std::string_view, std::uint32_t, Io, std::int32_t>;
    using Parameters = std::map<Key, Pair>;

    void collect()
    {
        const DumpIndex& index = *m_pairs.target().index;
        std::map<Number, Parameters> given; // to operators, where no module names them
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            const TensorId id = m_pairs.row(row).pair.target;
            const TensorRow& tensor = index.tensor(id);
            const std::string_view type
                = tensor.opType.isValid() ? index.text(tensor.opType) : std::string_view();
            const bool isParameter = tensor.io == Io::Parameter;
            if (!tensor.opName.isValid()
                || !(isParameter || (tensor.io == Io::Input && isTrainedInput(type, tensor.slot))))
                continue;
            const auto target = recordedOf(index, id);
            const auto golden = recordedOf(*m_pairs.golden().index, m_pairs.row(row).pair.golden);
            if (!target || !golden)
                continue;
            const FolderFacts& facts = index.factsOf(id);
            const Key key {facts.rank, index.text(tensor.opName), tensor.occurrence, tensor.io, tensor.slot};
            (isParameter ? m_steps : given)[facts.step].try_emplace(key, Pair {row, *target, *golden});
        }
        if (m_steps.empty())
            m_steps = std::move(given);
    }

    [[nodiscard]] bool isWrongIn(Number step) const
    {
        const DumpIndex& index = *m_pairs.target().index;
        if (std::ranges::any_of(m_comparison.suspicion.suspects,
                [&](const Suspect& suspect) { return suspect.step <= step; }))
            return true;
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            const PairResult& result = m_pairs.row(row);
            if (result.verdict == Verdict::Fail && index.factsOf(result.pair.target).step <= step)
                return true;
        }
        return false;
    }

    [[nodiscard]] std::optional<OptimizerFault> between(
        const Parameters& before, const Parameters& after) const
    {
        std::vector<std::pair<double, std::size_t>> excess;
        for (const auto& [key, pair] : after) {
            const auto then = before.find(key);
            if (then == before.end())
                continue;
            if (const auto one = excessOf(then->second, pair))
                excess.emplace_back(*one, pair.row);
        }
        if (excess.size() < kFewest)
            return beyondLimits(after);
        const auto middle = excess.begin() + static_cast<std::ptrdiff_t>(excess.size() / 2);
        std::ranges::nth_element(excess, middle);
        const double median = middle->first;
        const auto count = [&](auto isOtherwise, double share) -> std::optional<OptimizerFault> {
            OptimizerFault fault;
            fault.moved = excess.size();
            fault.row = std::numeric_limits<std::size_t>::max();
            for (const auto& [one, row] : excess) {
                if (!isOtherwise(one))
                    continue;
                ++fault.otherwise;
                fault.row = std::min(fault.row, row);
            }
            return fault.otherwise >= kFewest
                    && static_cast<double>(fault.otherwise) >= share * static_cast<double>(fault.moved)
                ? std::optional(fault)
                : std::nullopt;
        };
        if (std::fabs(median) >= kAnother) {
            if (auto fault
                = count([&](double one) { return std::fabs(one - median) <= kScatter * std::fabs(median); },
                    kMost)) {
                fault->factor = 1 + median;
                return fault;
            }
        }
        if (auto fault = count([](double one) { return std::fabs(one) >= kOtherwise; }, kNearlyAll))
            return fault;
        return beyondLimits(after);
    }

    /// A decay of weights moves them by a part of what they are.
    [[nodiscard]] std::optional<OptimizerFault> beyondLimits(const Parameters& after) const
    {
        OptimizerFault fault;
        fault.moved = after.size();
        fault.row = std::numeric_limits<std::size_t>::max();
        for (const auto& [key, pair] : after) {
            if (!isFarOff(pair.row))
                continue;
            ++fault.otherwise;
            fault.row = std::min(fault.row, pair.row);
        }
        return fault.otherwise >= kFewest && 2 * fault.otherwise >= fault.moved ? std::optional(fault)
                                                                                : std::nullopt;
    }

    /// Once something is wrong, its errors are taken as the noise of the run, and limits give way.
    [[nodiscard]] bool isFarOff(std::size_t row) const
    {
        constexpr double kFar = 3; // times half of the significand
        const auto& effects = m_comparison.suspicion.effects;
        if (const auto effect = std::ranges::lower_bound(effects, row, {}, &KnownEffect::row);
            effect != effects.end() && effect->row == row)
            return false;
        const TensorError error = tensorError(m_pairs, row);
        return m_pairs.row(row).verdict == Verdict::Fail
            || (error.hasNumbers && error.relative > kFar * std::sqrt(error.unit));
    }

    const Comparison& m_comparison;
    const PairTable& m_pairs;
    std::map<Number, Parameters> m_steps;
};

} // namespace

std::optional<OptimizerFault> optimizerFault(const Comparison& comparison)
{
    return Search(comparison).run();
}

} // namespace dumpscope::core
