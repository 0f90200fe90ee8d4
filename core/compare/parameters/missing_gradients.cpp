// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/missing_gradients.h"

#include "base/text.h"
#include "compare/comparison.h"
#include "compare/suspects/operator_nature.h"

#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

namespace dumpscope::core {

namespace {

using Number = std::optional<std::int64_t>;
using StepOfRank = std::pair<Number, Number>; ///< step, rank
using Call = std::tuple<StepOfRank, std::string_view, std::uint32_t>;

constexpr std::string_view kForward = ".forward";
constexpr std::string_view kGradients = ".parameters_grad";

/// "Torch.mul.0.backward" as "Torch.mul.0.forward"; empty where it is no backward operator.
std::string forwardName(std::string_view name)
{
    for (const std::string_view word : {std::string_view(".backward"), kGradients}) {
        if (const std::size_t at = name.rfind(word); at != std::string_view::npos)
            return std::string(name.substr(0, at)) + std::string(kForward)
                + std::string(name.substr(at + word.size()));
    }
    return {};
}

class Side {
public:
    Side(const Comparison& comparison, TensorId TensorPair::*side, TensorId TensorPair::*other)
        : m_pairs(*comparison.pairs)
        , m_side(side)
        , m_other(other)
        , m_index(indexOf(side))
        , m_otherIndex(indexOf(other))
    {
    }

    /// What this side has and the other lacks; `unpaired` are tensors of this side.
    std::optional<MissingGradients> find(const std::vector<UnpairedTensor>& unpaired)
    {
        bool anyBackward = false;
        for (const UnpairedTensor& tensor : unpaired)
            anyBackward = anyBackward || !forwardName(nameOf(m_index, tensor.id)).empty();
        if (!anyBackward)
            return std::nullopt;
        look();
        std::map<StepOfRank, Found> places;
        std::set<Call> seen;
        for (const UnpairedTensor& tensor : unpaired)
            add(tensor.id, seen, places);
        for (const auto& [place, found] : places) {
            if (found.ofParameters)
                return found.missing;
        }
        return std::nullopt;
    }

private:
    struct Found {
        MissingGradients missing;
        TensorId first;
        bool ofParameters = false;
    };

    [[nodiscard]] const DumpIndex& indexOf(TensorId TensorPair::*side) const
    {
        return side == &TensorPair::target ? *m_pairs.target().index : *m_pairs.golden().index;
    }
    static std::string_view nameOf(const DumpIndex& index, TensorId id)
    {
        const StringId name = index.tensor(id).opName;
        return name.isValid() ? index.text(name) : std::string_view();
    }
    static StepOfRank placeOf(const DumpIndex& index, TensorId id)
    {
        const FolderFacts& facts = index.factsOf(id);
        return {facts.step, facts.rank};
    }
    static Call callOf(const DumpIndex& index, TensorId id)
    {
        return {placeOf(index, id), nameOf(index, id), index.tensor(id).occurrence};
    }

    void look()
    {
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            const TensorId id = m_pairs.row(row).pair.*m_side;
            const auto [at, isNew] = m_paired.try_emplace(callOf(m_index, id), row);
            if (!isNew && m_index.tensor(id).io == Io::Output)
                at->second = row;
        }
        for (std::size_t i = 0; i < m_otherIndex.tensorCount(); ++i) {
            const TensorId id(i);
            const std::string forward = forwardName(nameOf(m_otherIndex, id));
            if (forward.empty())
                continue;
            m_backward.insert(placeOf(m_otherIndex, id));
            m_withBackward.emplace(placeOf(m_otherIndex, id), forward);
        }
    }

    void add(TensorId id, std::set<Call>& seen, std::map<StepOfRank, Found>& places)
    {
        const Call call = callOf(m_index, id);
        const std::string_view name = std::get<1>(call);
        const std::string forward = forwardName(name);
        if (forward.empty() || m_paired.contains(call))
            return;
        const auto twin = m_paired.find(Call {std::get<0>(call), forward, std::get<2>(call)});
        if (twin == m_paired.end())
            return;
        const TensorId partner = m_pairs.row(twin->second).pair.*m_other;
        const StepOfRank there = placeOf(m_otherIndex, partner);
        if (!m_backward.contains(there)
            || m_withBackward.contains({there, std::string(nameOf(m_otherIndex, partner))}))
            return;
        Found& found = places[std::get<0>(call)];
        const StringId type = m_index.tensor(id).opType;
        found.ofParameters = found.ofParameters || name.find(kGradients) != std::string_view::npos
            || (type.isValid() && isParameterInput(m_index.text(type), 1));
        if (seen.insert(call).second)
            ++found.missing.operators;
        if (!found.first.isValid() || id < found.first) {
            found.first = id;
            found.missing.first = name;
            found.missing.row = twin->second;
            found.missing.isTargetWithout = m_side == &TensorPair::golden;
        }
    }

    const PairTable& m_pairs;
    TensorId TensorPair::*m_side;
    TensorId TensorPair::*m_other;
    const DumpIndex& m_index;
    const DumpIndex& m_otherIndex;
    std::map<Call, std::size_t> m_paired; ///< operators of this side in pairs: a row
    std::set<StepOfRank> m_backward;      ///< of the other side, where anything runs backward
    std::set<std::pair<StepOfRank, std::string>> m_withBackward; ///< forward names of what does
};

} // namespace

std::optional<MissingGradients> missingGradients(const Comparison& comparison)
{
    if (auto missing
        = Side(comparison, &TensorPair::golden, &TensorPair::target).find(comparison.unpairedGolden))
        return missing;
    return Side(comparison, &TensorPair::target, &TensorPair::golden).find(comparison.unpairedTarget);
}

Message MissingGradients::sentence() const
{
    if (isTargetWithout)
        return operators == 1
            ? phrase("golden has gradients of an operator of which the target has none")
            : phrase("golden has gradients of %1 operators of which the target has none", operators);
    return operators == 1
        ? phrase("the target has gradients of an operator of which golden has none")
        : phrase("the target has gradients of %1 operators of which golden has none", operators);
}

Message MissingGradients::headline() const
{
    return phrase("%1, first of", sentence());
}

Message MissingGradients::reason() const
{
    const std::string name = printable(first);
    return isTargetWithout
        ? phrase("frozen, detached or left out of the dump; the first that only golden has is %1", name)
        : phrase("frozen, detached or left out of the dump; the first that only the target has is %1", name);
}

} // namespace dumpscope::core
