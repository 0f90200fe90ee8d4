// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/watched_outputs.h"

#include "model/tensor_store.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace dumpscope::core {

namespace {

using Look = WatchedOutput::Look;

/// Whether both have the same bytes; a problem where that cannot be said.
Result<bool> areEqual(const Bytes& a, const Bytes& b, const TaskContext& task)
{
    constexpr std::uint64_t kPiece = 1U << 20;
    if (a.size() != b.size())
        return fail(Code::BadShape, phrase("%1 bytes instead of %2", b.size(), a.size()));
    bool equal = true;
    for (std::uint64_t at = 0; at < a.size() && equal; at += kPiece) {
        TRY_VOID(task.checkStop());
        const std::size_t length = static_cast<std::size_t>(std::min(kPiece, a.size() - at));
        equal = std::memcmp(a.data() + at, b.data() + at, length) == 0;
    }
    TRY_VOID(a.check());
    TRY_VOID(b.check());
    return equal;
}

class WatchJudge {
public:
    WatchJudge(const std::shared_ptr<const DumpIndex>& index, TaskContext& task)
        : m_store(index)
        , m_task(task)
    {
    }

    Result<void> judge(WatchedOutput& output)
    {
        const bool hasOwn
            = std::ranges::any_of(output.looks, [](const Look& look) { return look.after.empty(); });
        const bool isOrdered = isInOrder(output);
        std::set<std::string_view> round; ///< operators since the first of these dumps
        std::optional<std::size_t> before;
        bool isCompared = false;
        for (std::size_t i = 0; i < output.looks.size(); ++i) {
            TRY_VOID(m_task.checkStop());
            Look& look = output.looks[i];
            if (!isOrdered) {
                look.state = Look::State::NotComparable;
                look.problem = phrase("it is not known which dump came first");
                continue;
            }
            if (hasOwn && !before && !look.after.empty()) {
                look.state = Look::State::BeforeOwn;
                continue;
            }
            const auto view = m_store.open(look.tensor, m_task);
            if (!view || m_store.index().tensor(look.tensor).state == TensorState::Truncated) {
                if (!view && view.error().code == Code::Cancelled)
                    return fail(view.error());
                look.state = Look::State::NotComparable;
                look.problem = view ? phrase("the values are cut off") : view.error().message;
                continue;
            }
            // Without a dump of its own, an operator that is back shows that it may have written anew.
            const bool isNewRound = look.after.empty() || (!hasOwn && !round.insert(look.after).second);
            if (!before || isNewRound) {
                round = {look.after};
                look.state = Look::State::First;
                m_bytes = view->bytes;
                before = i;
                continue;
            }
            const auto equal = areEqual(m_bytes, view->bytes, m_task);
            if (!equal) {
                if (equal.error().code == Code::Cancelled)
                    return fail(equal.error());
                look.state = Look::State::NotComparable;
                look.problem = equal.error().message;
                continue;
            }
            isCompared = true;
            look.state = *equal ? Look::State::Unchanged : Look::State::Changed;
            if (!*equal && !output.firstChange) {
                output.firstChange = i;
                output.lastEqual = before;
            }
            m_bytes = view->bytes;
            before = i;
        }
        m_bytes = {};
        const bool isWhole = std::ranges::none_of(
            output.looks, [](const Look& look) { return look.state == Look::State::NotComparable; });
        if (output.firstChange)
            output.verdict = WatchedOutput::Verdict::Changed;
        else if (isCompared && isWhole)
            output.verdict = WatchedOutput::Verdict::Unchanged;
        return {};
    }

private:
    /// Whether all have a time, and none the same.
    [[nodiscard]] bool isInOrder(const WatchedOutput& output) const
    {
        std::set<std::uint64_t> times {0};
        return std::ranges::all_of(output.looks, [&](const Look& look) {
            return times.insert(m_store.index().tensor(look.tensor).timestamp).second;
        });
    }

    TensorStore m_store;
    TaskContext& m_task;
    Bytes m_bytes; ///< of the look before
};

WatchedOutput unjudged(const WatchedRows::Output& rows)
{
    WatchedOutput output;
    output.opName = rows.opName;
    output.opType = rows.opType;
    output.folder = rows.folder;
    output.slot = rows.slot;
    for (const WatchedRows::Look& look : rows.looks)
        output.looks.push_back({look.tensor, look.after, {}, {}});
    return output;
}

} // namespace

std::string_view watchedWord(WatchedOutput::Verdict verdict)
{
    return kWatchedVerdicts[static_cast<std::size_t>(verdict)];
}

std::string_view watchedWord(WatchedOutput::Look::State state)
{
    return kWatchedDumps[static_cast<std::size_t>(state)];
}

Message WatchedOutput::text() const
{
    const auto count = [this](Look::State state) {
        return static_cast<std::size_t>(
            std::ranges::count_if(looks, [state](const Look& look) { return look.state == state; }));
    };
    const std::size_t unread = count(Look::State::NotComparable);
    if (verdict == Verdict::NotJudged && unread > 0)
        return phrase("output %1 of %2 is watched, and whether it was written over is not known: %3 of its "
                      "%4 dumps cannot be compared",
            slot, opName, unread, looks.size());
    if (verdict == Verdict::NotJudged)
        return phrase(
            "output %1 of %2 is watched, and was not dumped again after it was written", slot, opName);
    if (verdict == Verdict::Unchanged)
        return phrase("output %1 of %2 has the same bytes in all %3 dumps", slot, opName,
            looks.size() - count(Look::State::BeforeOwn));
    const std::string& by = looks[*firstChange].after;
    const std::string& since = looks[*lastEqual].after;
    if (since.empty())
        return phrase("output %1 of %2 has other bytes after %3: that operator, or one that ran between the "
                      "two, wrote over it",
            slot, opName, by);
    return phrase("output %1 of %2 has other bytes after %3 than after %4: the former, or an operator that "
                  "ran between the two, wrote over it",
        slot, opName, by, since);
}

Result<std::optional<WatchedOutput>> watchedOutputOf(
    const std::shared_ptr<const DumpIndex>& index, TensorId id, TaskContext& task)
{
    const auto place = index->watched() == nullptr ? std::nullopt : index->watched()->placeOf(id);
    if (!place)
        return std::optional<WatchedOutput>();
    WatchedOutput output = unjudged(index->watched()->outputAt(*place));
    TRY_VOID(WatchJudge(index, task).judge(output));
    return std::optional(std::move(output));
}

Result<std::vector<WatchedOutput>> watchedOutputs(
    const std::shared_ptr<const DumpIndex>& index, TaskContext& task)
{
    std::vector<WatchedOutput> outputs;
    if (index->watched() == nullptr)
        return outputs;
    WatchJudge judge(index, task);
    for (const WatchedRows::Output& output : index->watched()->outputs())
        TRY_VOID(judge.judge(outputs.emplace_back(unjudged(output))));
    return outputs;
}

void setWatched(TensorTable& table, const std::vector<WatchedOutput>& outputs)
{
    std::vector<TensorTable::WatchedWords> words;
    for (const WatchedOutput& output : outputs) {
        TensorTable::WatchedWords& found = words.emplace_back();
        found.verdict = watchedWord(output.verdict);
        for (const Look& look : output.looks)
            found.looks.push_back(watchedWord(look.state));
    }
    table.setWatched(std::move(words));
}

} // namespace dumpscope::core
