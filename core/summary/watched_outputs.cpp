// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/watched_outputs.h"

#include "model/tensor_store.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

constexpr std::string_view kWatchedLink = "_To_";

using Look = WatchedOutput::Look;

constexpr std::string_view kNotInNames = " ./\\"; ///< of files

/// Whether the link is in the name as files have it. Most rows have none, and there may be millions.
bool hasLink(std::string_view name)
{
    constexpr std::string_view kWord = kWatchedLink.substr(1, kWatchedLink.size() - 2);
    const auto isBorder = [](char c) { return c == '_' || kNotInNames.find(c) != std::string_view::npos; };
    for (std::size_t at = name.find(kWord, 1); at != std::string_view::npos; at = name.find(kWord, at + 1)) {
        if (isBorder(name[at - 1]) && at + kWord.size() < name.size() && isBorder(name[at + kWord.size()]))
            return true;
    }
    return false;
}

/// Names in files have `_` for what a file name may not hold.
std::string fileWord(std::string_view name)
{
    std::string word(name);
    std::ranges::replace_if(
        word, [](char c) { return kNotInNames.find(c) != std::string_view::npos; }, '_');
    return word;
}

/// Folder, type and name of an operator.
using OperatorKey = std::tuple<std::uint32_t, std::string, std::string>;
/// And the output.
using WatchedKey = std::tuple<OperatorKey, std::int32_t>;

struct Named {
    TensorId id;
    std::string type, name;
};

class WatchFinder {
public:
    explicit WatchFinder(const DumpIndex& index)
        : m_index(index)
    {
        for (std::size_t i = 0; i < index.tensorCount(); ++i) {
            const TensorRow& row = index.tensor(TensorId(i));
            if (row.io != Io::Output)
                continue;
            if (hasLink(rawNameOf(row)))
                m_linked.push_back({TensorId(i), fileWord(index.text(row.opType)), nameOf(row)});
        }
        if (!m_linked.empty())
            collectNames();
    }

    std::vector<WatchedOutput> run()
    {
        std::map<WatchedKey, std::vector<Look>> found;
        for (const Named& one : m_linked) {
            if (const auto at = linkOf(one))
                found[watchedAt(one, *at)].push_back({one.id, one.name.substr(0, *at), {}, {}});
        }
        std::vector<WatchedOutput> outputs;
        for (auto& [key, looks] : found) {
            if (const auto own = m_own.find(key); own != m_own.end()) {
                for (const TensorId id : own->second)
                    looks.push_back({id, {}, {}, {}});
            }
            WatchedOutput& output = outputs.emplace_back();
            const OperatorKey& name = std::get<0>(key);
            output.folder = FolderId(std::get<0>(name));
            output.opType = std::get<1>(name);
            output.opName = std::get<2>(name);
            output.slot = std::get<1>(key);
            output.looks = std::move(looks);
            std::ranges::stable_sort(output.looks, {}, [this](const Look& look) {
                return std::pair(m_index.tensor(look.tensor).timestamp, look.tensor.value());
            });
        }
        std::ranges::stable_sort(
            outputs, {}, [](const WatchedOutput& output) { return output.looks.front().tensor.value(); });
        return outputs;
    }

private:
    [[nodiscard]] WatchedKey keyOf(const Named& one, std::string name) const
    {
        const TensorRow& row = m_index.tensor(one.id);
        return {{row.folder.value(), one.type, std::move(name)}, row.slot};
    }

    /// Watched operators: those with dumps of their own, and those behind more than one operator.
    void collectNames()
    {
        std::set<WatchedKey> wanted;
        for (const Named& one : m_linked) {
            forLinks(one.name, [&](std::size_t at) {
                wanted.insert(watchedAt(one, at));
                return false;
            });
        }
        for (std::size_t i = 0; i < m_index.tensorCount(); ++i) {
            const TensorRow& row = m_index.tensor(TensorId(i));
            if (row.io != Io::Output)
                continue;
            const Named one {TensorId(i), fileWord(m_index.text(row.opType)), nameOf(row)};
            if (const WatchedKey key = keyOf(one, one.name); wanted.contains(key))
                m_own[key].push_back(one.id);
        }
        // A watched operator whose own name holds the link is seen behind none.
        for (const Named& one : m_linked) {
            if (const auto at = linkIn(one, m_own)) {
                const auto own = m_own.find(watchedAt(one, *at));
                m_watched.insert(own->second.begin(), own->second.end());
            }
        }
        std::map<WatchedKey, std::set<std::string>> behind;
        for (const Named& one : m_linked) {
            if (m_watched.contains(one.id) || linkIn(one, m_own))
                continue;
            forLinks(one.name, [&](std::size_t at) {
                behind[watchedAt(one, at)].insert(one.name.substr(0, at));
                return false;
            });
        }
        for (const auto& [key, operators] : behind) {
            if (operators.size() > 1)
                m_behindSeveral.insert(key);
        }
    }

    [[nodiscard]] std::string_view rawNameOf(const TensorRow& row) const
    {
        const std::string_view raw = m_index.text(row.opNameRaw);
        return raw.empty() ? m_index.text(row.opName) : raw;
    }
    [[nodiscard]] std::string nameOf(const TensorRow& row) const { return fileWord(rawNameOf(row)); }

    /// What the name says is watched, if this link is the one.
    [[nodiscard]] WatchedKey watchedAt(const Named& one, std::size_t link) const
    {
        return keyOf(one, one.name.substr(link + kWatchedLink.size()));
    }

    template<typename Known>
    [[nodiscard]] std::optional<std::size_t> linkIn(const Named& one, const Known& known) const
    {
        return forLinks(one.name, [&](std::size_t at) { return known.contains(watchedAt(one, at)); });
    }

    /// Calls `take` with every place of the link that has a name on both sides, until it returns true.
    template<typename Take> static std::optional<std::size_t> forLinks(const std::string& name, Take take)
    {
        for (std::size_t at = name.find(kWatchedLink, 1); at != std::string::npos;
             at = name.find(kWatchedLink, at + 1)) {
            if (at + kWatchedLink.size() < name.size() && take(at))
                return at;
        }
        return std::nullopt;
    }

    /// Names may hold the link themselves: what is dumped beside it decides.
    [[nodiscard]] std::optional<std::size_t> linkOf(const Named& one) const
    {
        if (const auto own = linkIn(one, m_own))
            return own;
        return m_watched.contains(one.id) ? std::nullopt : linkIn(one, m_behindSeveral);
    }

    const DumpIndex& m_index;
    std::vector<Named> m_linked; ///< outputs with the link in their names
    std::map<WatchedKey, std::vector<TensorId>> m_own;
    std::set<TensorId> m_watched; ///< own dumps of what is watched
    std::set<WatchedKey> m_behindSeveral;
};

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

} // namespace

std::string_view watchedWord(WatchedOutput::Verdict verdict)
{
    constexpr std::array<std::string_view, 3> kWords {"unchanged", "changed", "not-judged"};
    return kWords[static_cast<std::size_t>(verdict)];
}

std::string_view watchedWord(WatchedOutput::Look::State state)
{
    constexpr std::array<std::string_view, 5> kWords {
        "first", "unchanged", "changed", "before-own", "not-comparable"};
    return kWords[static_cast<std::size_t>(state)];
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
    for (WatchedOutput& output : WatchFinder(*index).run()) {
        if (std::ranges::none_of(output.looks, [id](const Look& look) { return look.tensor == id; }))
            continue;
        TRY_VOID(WatchJudge(index, task).judge(output));
        return std::optional(std::move(output));
    }
    return std::optional<WatchedOutput>();
}

Result<std::vector<WatchedOutput>> watchedOutputs(
    const std::shared_ptr<const DumpIndex>& index, TaskContext& task)
{
    std::vector<WatchedOutput> outputs = WatchFinder(*index).run();
    WatchJudge judge(index, task);
    for (WatchedOutput& output : outputs)
        TRY_VOID(judge.judge(output));
    return outputs;
}

} // namespace dumpscope::core
