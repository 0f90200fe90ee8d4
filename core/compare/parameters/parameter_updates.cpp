// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/parameter_updates.h"

#include "compare/comparison.h"
#include "compare/suspects/operator_nature.h"
#include "readers/msprobe/msprobe_name.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

using Number = std::optional<std::int64_t>;

class UpdateSearch {
public:
    UpdateSearch(const DumpIndex& index, const PairTable& pairs, TensorId TensorPair::*side)
        : m_index(index)
        , m_compared(index.tensorCount())
    {
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            if (pairs.row(row).verdict != Verdict::NotComparable)
                m_compared[(pairs.row(row).pair.*side).value()] = true;
        }
    }

    [[nodiscard]] std::uint64_t uncompared(const std::vector<UnpairedTensor>& unpaired)
    {
        constexpr std::size_t kInPlace = 3, kCompared = 5; // one of so many
        for (std::size_t i = 0; i < m_index.tensorCount(); ++i)
            add(TensorId(i));
        std::uint64_t count = 0;
        for (const UnpairedTensor& tensor : unpaired) {
            const auto found = m_updates.find(placeOf(tensor.id));
            if (found == m_updates.end() || !found->second.isBehindBackward)
                continue;
            const Update& update = found->second;
            count += tensor.id > update.last && kInPlace * update.inPlace.size() >= update.operators.size()
                    && kCompared * update.compared <= update.tensors
                ? 1
                : 0;
        }
        return count;
    }

private:
    using Place = std::pair<Number, Number>; ///< rank, step
    using Call = std::pair<StringId, std::uint32_t>;

    struct Update {
        bool isBehindBackward = false;
        TensorId last; ///< of the backward run
        std::set<Call> operators, inPlace;
        std::size_t tensors = 0, compared = 0;
    };

    [[nodiscard]] Place placeOf(TensorId id) const
    {
        const FolderFacts& facts = m_index.factsOf(id);
        return {facts.rank, facts.step};
    }

    /// The tensors of a place come in the order of execution.
    void add(TensorId id)
    {
        const TensorRow& row = m_index.tensor(id);
        if (!row.opName.isValid())
            return;
        Update& update = m_updates[placeOf(id)];
        if (isBackward(row.opName)) {
            update = {};
            update.isBehindBackward = true;
            update.last = id;
            return;
        }
        const Call call {row.opName, row.occurrence};
        update.operators.insert(call);
        if (row.opType.isValid() && changesFirstInput(m_index.text(row.opType)))
            update.inPlace.insert(call);
        ++update.tensors;
        update.compared += m_compared[id.value()] ? 1 : 0;
    }

    bool isBackward(StringId name)
    {
        const auto [at, isNew] = m_backward.try_emplace(name.value());
        if (isNew) {
            const auto entry = parseMsprobeEntry(m_index.text(name));
            at->second = entry && (entry->isBackward || entry->kind == MsprobeEntryName::Kind::Gradient);
        }
        return at->second;
    }

    const DumpIndex& m_index;
    std::vector<bool> m_compared;
    std::map<Place, Update> m_updates;
    std::unordered_map<std::uint32_t, bool> m_backward; ///< by name
};

} // namespace

ParameterUpdates parameterUpdates(const Comparison& comparison)
{
    if (!comparison.isOrderKnown || (comparison.unpairedTarget.empty() && comparison.unpairedGolden.empty()))
        return {};
    const PairTable& pairs = *comparison.pairs;
    const ParameterUpdates updates {
        UpdateSearch(*pairs.target().index, pairs, &TensorPair::target).uncompared(comparison.unpairedTarget),
        UpdateSearch(*pairs.golden().index, pairs, &TensorPair::golden)
            .uncompared(comparison.unpairedGolden)};
    // Of operators that take lists of tensors some dumps have nothing.
    const bool isTargetWhole = comparison.unpairedTarget.empty(),
               isGoldenWhole = comparison.unpairedGolden.empty();
    return (updates.target > 0 || isTargetWhole) && (updates.golden > 0 || isGoldenWhole)
        ? updates
        : ParameterUpdates {};
}

} // namespace dumpscope::core
