// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/watched_rows.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

constexpr std::string_view kWatchedLink = "_To_";

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

    std::vector<WatchedRows::Output> run()
    {
        std::map<WatchedKey, std::vector<WatchedRows::Look>> found;
        for (const Named& one : m_linked) {
            if (const auto at = linkOf(one))
                found[watchedAt(one, *at)].push_back({one.id, one.name.substr(0, *at)});
        }
        std::vector<WatchedRows::Output> outputs;
        for (auto& [key, looks] : found) {
            if (const auto own = m_own.find(key); own != m_own.end()) {
                for (const TensorId id : own->second)
                    looks.push_back({id, {}});
            }
            WatchedRows::Output& output = outputs.emplace_back();
            const OperatorKey& name = std::get<0>(key);
            output.folder = FolderId(std::get<0>(name));
            output.opType = std::get<1>(name);
            output.opName = std::get<2>(name);
            output.slot = std::get<1>(key);
            output.looks = std::move(looks);
            std::ranges::stable_sort(output.looks, {}, [this](const WatchedRows::Look& look) {
                return std::pair(m_index.tensor(look.tensor).timestamp, look.tensor.value());
            });
        }
        std::ranges::stable_sort(outputs, {},
            [](const WatchedRows::Output& output) { return output.looks.front().tensor.value(); });
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

} // namespace

std::string_view WatchedRows::operatorOf(const DumpIndex& index, Place place) const
{
    const Output& output = outputAt(place);
    const auto own = std::ranges::find_if(output.looks, [](const Look& look) { return look.after.empty(); });
    return own == output.looks.end() ? std::string_view(output.opName)
                                     : index.text(index.tensor(own->tensor).opName);
}

std::shared_ptr<const WatchedRows> watchedRows(const DumpIndex& index)
{
    auto rows = std::make_shared<WatchedRows>();
    rows->m_outputs = WatchFinder(index).run();
    for (std::uint32_t output = 0; output < rows->m_outputs.size(); ++output) {
        const std::vector<WatchedRows::Look>& looks = rows->m_outputs[output].looks;
        for (std::uint32_t look = 0; look < looks.size(); ++look)
            rows->m_places.try_emplace(looks[look].tensor.value(), WatchedRows::Place {output, look});
    }
    return rows->m_outputs.empty() ? nullptr : rows;
}

} // namespace dumpscope::core
