// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeat/call_order.h"

#include "compare/pairing/name_stem.h"
#include "compare/pairing/sequence_aligner.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace dumpscope::core {

CallSequence::CallSequence(const TrendRun& run, std::uint32_t rank, std::uint32_t step)
    : m_run(&run)
{
    const TrendCube& cube = run.cube();
    std::vector<std::size_t> cells;
    for (std::size_t row = 0; row < cube.rows().size(); ++row) {
        if (const auto cell = cube.cellAt(row, rank, step))
            cells.push_back(*cell);
    }
    std::ranges::sort(cells, {}, [&](std::size_t cell) { return cube.cells()[cell].order; });
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> places; // model and name
    for (const std::size_t cell : cells) {
        const TrendRow& row = cube.rows()[cube.cells()[cell].row];
        const auto [at, isNew] = places.try_emplace({row.model, row.opName}, m_calls.size());
        if (isNew) {
            NameStem stem = stemOf(row.opName);
            m_calls.push_back({row.opName, std::move(stem.stem), stem.number, {}, 0});
        }
        m_calls[at->second].cells.push_back(cell);
    }
    for (Call& call : m_calls) {
        std::string text = call.stem;
        for (const std::size_t cell : call.cells) {
            const TensorRow& tensor = run.index().tensor(TensorId(cube.cells()[cell].tensor));
            text += '\n' + std::to_string(static_cast<unsigned>(tensor.dtype))
                + (tensor.shape.isValid() ? shapeText(run.index().shape(tensor.shape)) : std::string());
        }
        call.key = std::hash<std::string> {}(text);
    }
}

namespace {

using CallIndex = std::uint32_t;

class CallPairer {
public:
    CallPairer(const CallSequence& first, const CallSequence& second,
        const std::function<bool(std::size_t, std::size_t)>& areEqual)
        : m_first(first)
        , m_second(second)
        , m_areEqual(areEqual)
    {
    }

    Result<CallPairs> run(TaskContext& task)
    {
        findMoved();
        std::unordered_map<std::string_view, CallIndex> names;
        for (CallIndex b = 0; b < m_second.calls().size(); ++b)
            names.emplace(m_second.calls()[b].name, b);
        std::vector<std::pair<CallIndex, CallIndex>> anchors;
        for (CallIndex a = 0; a < m_first.calls().size(); ++a) {
            const auto namesake = names.find(m_first.calls()[a].name);
            if (!isMoved(m_first.calls()[a]) && namesake != names.end())
                anchors.emplace_back(a, namesake->second);
        }
        const auto keysOf = [](const CallSequence& of) {
            std::vector<std::uint64_t> keys;
            for (const CallSequence::Call& call : of.calls())
                keys.push_back(call.key);
            return keys;
        };
        const auto keysA = keysOf(m_first), keysB = keysOf(m_second);
        const auto score = [&](CallIndex a, CallIndex b, bool isSmall) { return likeness(a, b, isSmall); };
        TRY_ASSIGN(const auto matches, alignSequences({keysA, keysB, score, anchors}, task));
        return pairs(matches);
    }

private:
    /// Numbered operators that both have, one more often than the other.
    void findMoved()
    {
        std::map<std::string_view, std::array<std::size_t, 2>> counts;
        for (const bool isSecond : {false, true}) {
            for (const CallSequence::Call& call : (isSecond ? m_second : m_first).calls()) {
                if (call.number >= 0)
                    ++counts[call.stem][isSecond ? 1 : 0];
            }
        }
        for (const auto& [stem, count] : counts) {
            if (count[0] != count[1] && count[0] > 0 && count[1] > 0)
                m_moved.insert(stem);
        }
    }
    [[nodiscard]] bool isMoved(const CallSequence::Call& call) const
    {
        return call.number >= 0 && m_moved.contains(call.stem);
    }

    int likeness(CallIndex a, CallIndex b, bool isSmall)
    {
        const CallSequence::Call &x = m_first.calls()[a], &y = m_second.calls()[b];
        if (x.stem != y.stem || !isMoved(x))
            return 0;
        constexpr int kStem = 8, kShapes = 4, kContent = 6, kNumber = 1;
        return kStem + (x.key == y.key ? kShapes : 0) + (x.number == y.number ? kNumber : 0)
            + (isSmall && x.key == y.key && holdTheSame(a, b) ? kContent : 0);
    }

    bool holdTheSame(CallIndex a, CallIndex b)
    {
        const auto [known, isNew] = m_equal.try_emplace({a, b}, false);
        if (isNew) {
            const auto partners = partnersOf(a, b);
            known->second = std::ranges::all_of(partners,
                [&](const auto& pair) { return pair.second && m_areEqual(pair.first, *pair.second); });
        }
        return known->second;
    }

    using Partners = std::vector<std::pair<std::size_t, std::optional<std::size_t>>>;
    [[nodiscard]] Partners partnersOf(CallIndex a, CallIndex b) const
    {
        const auto rowOf = [](const CallSequence& of, std::size_t cell) -> const TrendRow& {
            return of.run().cube().rows()[of.run().cube().cells()[cell].row];
        };
        const auto place = [](const TrendRow& row) {
            return std::tie(row.opType, row.io, row.slot, row.occurrence, row.item);
        };
        Partners partners;
        const auto& others = m_second.calls()[b].cells;
        for (const std::size_t cell : m_first.calls()[a].cells) {
            const auto found = std::ranges::find_if(others, [&](std::size_t other) {
                return place(rowOf(m_first, cell)) == place(rowOf(m_second, other));
            });
            partners.emplace_back(cell, found == others.end() ? std::nullopt : std::optional(*found));
        }
        return partners;
    }

    [[nodiscard]] CallPairs pairs(const std::vector<std::pair<CallIndex, CallIndex>>& matches) const
    {
        CallPairs found;
        std::set<CallIndex> takenA, takenB;
        for (const auto& [a, b] : matches) {
            if (!isMoved(m_first.calls()[a]))
                continue;
            takenA.insert(a);
            takenB.insert(b);
            std::ranges::copy(partnersOf(a, b), std::back_inserter(found.cells));
        }
        for (CallIndex a = 0; a < m_first.calls().size(); ++a) {
            const CallSequence::Call& call = m_first.calls()[a];
            if (!isMoved(call) || takenA.contains(a))
                continue;
            found.onlyFirst.emplace_back(call.name);
            for (const std::size_t cell : call.cells)
                found.cells.emplace_back(cell, std::nullopt);
        }
        for (CallIndex b = 0; b < m_second.calls().size(); ++b) {
            if (isMoved(m_second.calls()[b]) && !takenB.contains(b))
                found.onlySecond.emplace_back(m_second.calls()[b].name);
        }
        return found;
    }

    const CallSequence &m_first, &m_second;
    const std::function<bool(std::size_t, std::size_t)>& m_areEqual;
    std::set<std::string_view> m_moved;                      ///< stems
    std::map<std::pair<CallIndex, CallIndex>, bool> m_equal; ///< of calls that were looked at
};

} // namespace

Result<CallPairs> pairCallsInOrder(const CallSequence& first, const CallSequence& second,
    const std::function<bool(std::size_t, std::size_t)>& areEqual, TaskContext& task)
{
    return CallPairer(first, second, areEqual).run(task);
}

} // namespace dumpscope::core
