// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/frozen_parameters.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/elements/significand.h"
#include "compare/suspects/operator_nature.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

using Number = std::optional<std::int64_t>;

/// Largest, smallest, mean and norm of one side at one time.
struct Numbers {
    std::array<double, 4> values {};
    double unit = 0, count = 1;

    /// What rounding of a figure is in proportion to.
    [[nodiscard]] double sizeOf(std::size_t which) const
    {
        constexpr std::size_t kMean = 2;
        return which == kMean ? values[3] / std::sqrt(count) : std::fabs(values[which]);
    }
};

std::optional<Numbers> numbersOf(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    constexpr std::array kFields {Field::Max, Field::Min, Field::Mean, Field::L2Norm};
    const TensorRow& row = index.tensor(id);
    const int bits = significandBits(row.dtype);
    if (row.statisticRow == TensorRow::kNone || !row.shape.isValid() || bits <= 0)
        return std::nullopt;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    Numbers numbers;
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        const auto value = table.value(kFields[i], row.statisticRow);
        if (!value || !std::isfinite(*value))
            return std::nullopt;
        numbers.values[i] = *value;
    }
    numbers.unit = std::ldexp(1.0, -bits);
    for (const std::int64_t extent : index.shape(row.shape))
        numbers.count *= static_cast<double>(std::max<std::int64_t>(extent, 1));
    return numbers;
}

struct Seen {
    std::size_t row = 0;
    Numbers target, golden;
};

bool isStill(const Numbers& before, const Numbers& after)
{
    return before.values == after.values;
}

bool isMoved(const Numbers& before, const Numbers& after, double coarser)
{
    constexpr double kFar = 4;
    for (std::size_t i = 0; i < before.values.size(); ++i) {
        if (std::fabs(after.values[i] - before.values[i]) > kFar * coarser * after.sizeOf(i))
            return true;
    }
    return false;
}

/// Whether both extremes, which are of different elements, move so far that no rounding to a half type gives
/// what the other side has before and after.
bool hasLeft(const Numbers& still, const Numbers& before, const Numbers& after, double coarser)
{
    constexpr double kMoved = 0.6, kApart = 0.7; // steps
    constexpr double kHalf = 0x1p-11;
    if (coarser < kHalf)
        return false;
    for (std::size_t i = 0; i < 2; ++i) {
        const double step = 2 * coarser * std::ldexp(1.0, std::ilogb(still.values[i]));
        if (still.values[i] == 0 || !(std::fabs(after.values[i] - before.values[i]) > kMoved * step)
            || !(std::fabs(after.values[i] - still.values[i]) > kApart * step))
            return false;
    }
    return true;
}

/// How far the extremes are moved.
double distance(const Numbers& before, const Numbers& after)
{
    return std::max(
        std::fabs(after.values[0] - before.values[0]), std::fabs(after.values[1] - before.values[1]));
}

class FrozenSearch {
public:
    explicit FrozenSearch(const Comparison& comparison)
        : m_comparison(comparison)
        , m_pairs(*comparison.pairs)
        , m_index(*m_pairs.target().index)
    {
    }

    std::optional<FrozenParameters> run()
    {
        collect();
        for (auto at = m_steps.begin(); at != m_steps.end(); ++at) {
            const auto next = std::next(at);
            if (next == m_steps.end() || !at->first || !next->first || isWrongIn(*at->first))
                return std::nullopt;
            for (const bool isInTarget : {true, false}) {
                if (auto found = between(at->second, next->second, isInTarget)) {
                    found->before = *at->first;
                    found->after = *next->first;
                    return found;
                }
            }
        }
        return std::nullopt;
    }

private:
    using Key = std::tuple<Number, std::string_view, std::uint32_t, Io, std::int32_t, std::string_view>;
    using Parameters = std::map<Key, Seen>;

    void collect()
    {
        std::map<Number, Parameters> given; // to operators, where no module names them
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            const TensorId id = m_pairs.row(row).pair.target;
            const TensorRow& tensor = m_index.tensor(id);
            const std::string_view type = textOf(tensor.opType);
            const bool isParameter = tensor.io == Io::Parameter;
            if (!tensor.opName.isValid()
                || !(isParameter || (tensor.io == Io::Input && isTrainedInput(type, tensor.slot))))
                continue;
            const auto target = numbersOf(m_index, id);
            const auto golden = numbersOf(*m_pairs.golden().index, m_pairs.row(row).pair.golden);
            if (!target || !golden)
                continue;
            const FolderFacts& facts = m_index.factsOf(id);
            const Key key {facts.rank, m_index.text(tensor.opName), tensor.occurrence, tensor.io, tensor.slot,
                textOf(tensor.entry)};
            (isParameter ? m_steps : given)[facts.step].try_emplace(key, Seen {row, *target, *golden});
        }
        if (m_steps.empty())
            m_steps = std::move(given);
    }

    /// Where nothing of a side moves it is no matter of single parameters.
    [[nodiscard]] std::optional<FrozenParameters> between(
        const Parameters& before, const Parameters& after, bool isInTarget) const
    {
        FrozenParameters found;
        found.isInTarget = isInTarget;
        std::vector<double> moved;                          // on both sides
        std::vector<std::pair<std::size_t, double>> frozen; // rows, and how far the other side moves them
        for (const auto& [key, now] : after) {
            const auto then = before.find(key);
            if (then == before.end())
                continue;
            const double coarser = std::max(now.target.unit, now.golden.unit);
            const auto& [mine, mineBefore] = isInTarget ? std::tie(now.target, then->second.target)
                                                        : std::tie(now.golden, then->second.golden);
            const auto& [other, otherBefore] = isInTarget ? std::tie(now.golden, then->second.golden)
                                                          : std::tie(now.target, then->second.target);
            const bool still = isStill(mineBefore, mine);
            if (!isMoved(otherBefore, other, coarser)
                && !(still && hasLeft(mine, otherBefore, other, coarser)))
                continue;
            if (hasIdleGradient(now.row))
                continue;
            if (still)
                frozen.emplace_back(now.row, distance(otherBefore, other));
            else
                moved.push_back(distance(otherBefore, other));
        }
        if (moved.empty())
            return std::nullopt;
        // A gradient that is nothing but rounding, as of a bias of keys, moves hardly where no optimizer
        // scales it.
        constexpr double kHardly = 0.01;
        const auto middle = moved.begin() + static_cast<std::ptrdiff_t>(moved.size() / 2);
        std::ranges::nth_element(moved, middle);
        for (const auto& [row, far] : frozen) {
            if (far <= kHardly * *middle)
                continue;
            if (found.count++ == 0 || row < found.row)
                found.row = row;
        }
        if (found.count == 0)
            return std::nullopt;
        found.name = nameOf(found.row);
        return found;
    }

    /// Whether the gradient of the parameter is rounding alone in golden: what that moves is lost, or not.
    [[nodiscard]] bool hasIdleGradient(std::size_t row) const
    {
        const TensorRow& parameter = m_index.tensor(m_pairs.row(row).pair.target);
        const std::string_view module = moduleOf(textOf(parameter.opName));
        return std::ranges::any_of(m_comparison.suspicion.effects, [&](const KnownEffect& effect) {
            const TensorRow& gradient = m_index.tensor(m_pairs.row(effect.row).pair.target);
            // Backward operators have the gradients of their inputs in an order of their own.
            const bool isOfIt = parameter.io == Io::Parameter
                ? gradient.slot == parameter.slot
                : std::ranges::equal(m_index.shape(gradient.shape), m_index.shape(parameter.shape));
            return (gradient.io == Io::Gradient || gradient.io == Io::Output) && isOfIt && !module.empty()
                && moduleOf(textOf(gradient.opName)) == module;
        });
    }

    /// "Module.c1.Conv2d" of "Module.c1.Conv2d.forward.0" and of "Module.c1.Conv2d.parameters_grad.0",
    /// "Torch.conv2d.0" of "Torch.conv2d.0.forward" and of "Torch.conv2d.0.backward"; empty for other names.
    static std::string_view moduleOf(std::string_view op)
    {
        const bool isModule = op.starts_with("Module.");
        for (const std::string_view end :
            {std::string_view(".forward"), std::string_view(isModule ? ".parameters_grad" : ".backward")}) {
            if (const std::size_t at = op.rfind(end); at != std::string_view::npos)
                return op.substr(0, at);
        }
        return {};
    }

    [[nodiscard]] bool isWrongIn(std::int64_t step) const
    {
        if (std::ranges::any_of(m_comparison.suspicion.suspects, [&](const Suspect& suspect) {
                return suspect.step <= step && suspect.reason != SuspectReason::Unexplained;
            }))
            return true;
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            const PairResult& result = m_pairs.row(row);
            if (result.verdict == Verdict::Fail && m_index.factsOf(result.pair.target).step <= step)
                return true;
        }
        return false;
    }

    /// "layers.0.mlp.weight", or "input 1 of Functional.linear.0.forward".
    [[nodiscard]] std::string nameOf(std::size_t row) const
    {
        const TensorRow& tensor = m_index.tensor(m_pairs.row(row).pair.target);
        const std::string_view op = textOf(tensor.opName), entry = textOf(tensor.entry);
        const auto module = parseMsprobeEntry(op);
        if (tensor.io == Io::Parameter && module && !module->path.empty() && !entry.empty())
            return printable(
                std::string(module->path) + '.' + std::string(entry.substr(entry.rfind('.') + 1)));
        return ioPlace(tensor.io, tensor.slot).text() + " of " + printable(op);
    }

    [[nodiscard]] std::string_view textOf(StringId id) const
    {
        return id.isValid() ? m_index.text(id) : std::string_view();
    }

    const Comparison& m_comparison;
    const PairTable& m_pairs;
    const DumpIndex& m_index;
    std::map<Number, Parameters> m_steps;
};

} // namespace

std::optional<FrozenParameters> frozenParameters(const Comparison& comparison)
{
    return FrozenSearch(comparison).run();
}

Message FrozenParameters::sentence() const
{
    if (count == 1)
        return isInTarget
            ? phrase("parameter %1 does not change in the target between step %2 and %3, golden's does", name,
                before, after)
            : phrase("parameter %1 changes in the target between step %2 and %3, golden's does not", name,
                before, after);
    return isInTarget
        ? phrase("%1 parameters do not change in the target between step %2 and %3, golden's do, first %4",
            count, before, after, name)
        : phrase("%1 parameters change in the target between step %2 and %3, golden's do not, first %4",
            count, before, after, name);
}

Message FrozenParameters::reason()
{
    return phrase(
        "nothing before is wrong, and others are moved on both sides: it has no gradient there, or the "
        "optimizer does not know it");
}

} // namespace dumpscope::core
