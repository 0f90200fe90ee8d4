// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msprobe_keys.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace dumpscope::core {

namespace {

using Parts = std::vector<std::string>;

Parts partsOf(std::string_view name, char separator = '.')
{
    Parts parts;
    for (std::size_t at = 0;;) {
        const std::size_t next = std::min(name.find(separator, at), name.size());
        parts.emplace_back(name.substr(at, next - at));
        if (next == name.size())
            return parts;
        at = next + 1;
    }
}

std::string joined(const Parts& parts, std::size_t from, std::size_t to)
{
    std::string text;
    for (std::size_t i = from; i < to; ++i)
        (text += i > from ? "." : "") += parts[i];
    return text;
}

/// Where an entry stands among the modules: of an API the module that calls it, the function of the
/// framework through which it was called, and its name.
struct PlacedEntry {
    std::string name, type, state;
    std::string scope; ///< from below the root
};

/// The function of the framework's file next to the user's code ("in forward" gives `forward`).
std::string frameFunction(const std::vector<std::string>& stack, bool isMindspore)
{
    constexpr std::array<std::string_view, 4> kFrameworks {
        "site-packages/torch", "package/torch", "site-packages/mindspore", "package/mindspore"};
    std::size_t from = 0, to = stack.size();
    bool isInside = false;
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const std::string& line = stack[i];
        if (line.find("Template") != std::string::npos) {
            from = i + 1;
            isInside = true;
        } else if (isInside
            && (isMindspore ? line.find("construct") != std::string::npos
                            : line.find("in forward,") != std::string::npos
                        || line.find("in backward,") != std::string::npos)) {
            to = i;
            break;
        }
    }
    const std::string* last = nullptr;
    for (std::size_t i = from; i < to; ++i) {
        const std::string_view file = std::string_view(stack[i]).substr(0, stack[i].find(','));
        const auto isIn = [file](std::string_view folder) { return file.find(folder) != file.npos; };
        if (!std::ranges::any_of(kFrameworks, isIn))
            break;
        last = &stack[i];
    }
    if (last == nullptr)
        return {};
    const Parts cells = partsOf(*last, ',');
    if (cells.size() < 3 || cells[0].find("msprobe") != std::string::npos
        || cells[0].find("MindSpeed") != std::string::npos || cells[2].find("construct") != std::string::npos
        || cells[2].find("_call_") != std::string::npos) // how modules are called tells nothing
        return {};
    const Parts words = partsOf(cells[2], ' '); // " in forward"
    return words.empty() ? std::string() : words.back();
}

class Places {
public:
    explicit Places(const MsprobeDocument& document)
        : m_document(document)
    {
        for (const MsprobeResultEntry& entry : document.entries)
            m_entries.push_back(placed(entry.name));
        copyForwards();
        renumber();
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            insert(i);
    }

    [[nodiscard]] const std::vector<PlacedEntry>& entries() const { return m_entries; }

    /// Class of the module at a scope; its name where no entry says.
    [[nodiscard]] std::string typeAt(const std::string& scope) const
    {
        const auto found = m_types.find(scope);
        return found == m_types.end() ? scope.substr(scope.rfind('.') + 1) : found->second;
    }
    /// Number among the entries of the same scope and state.
    [[nodiscard]] std::size_t turnOf(std::size_t entry) const { return m_turns[entry]; }
    [[nodiscard]] const PlacedEntry* find(
        const std::string& scope, const std::string& state, std::size_t turn) const
    {
        const auto found = m_byPlace.find(scope + '\n' + state);
        return found == m_byPlace.end() || turn >= found->second.size() ? nullptr
                                                                        : &m_entries[found->second[turn]];
    }

private:
    PlacedEntry placed(const std::string& name) const
    {
        PlacedEntry entry;
        entry.name = name;
        const Parts parts = partsOf(name);
        const std::size_t n = parts.size();
        if (n < 3)
            return entry;
        entry.type = parts[n - 3];
        Parts scope;
        const bool isModule = (parts[0] == "Cell" || parts[0] == "Module") && n > 3;
        if (isModule) {
            entry.state = parts[n - 2];
            scope.assign(parts.begin() + 1, parts.end() - 3);
        } else {
            entry.state = parts[n - 1];
            const auto caller = m_document.parents->find(name);
            if (caller != m_document.parents->end() && !caller->second.empty()) {
                const Parts around = partsOf(caller->second);
                if (around.size() > 4)
                    scope.assign(around.begin() + 1, around.end() - 3);
            }
            const auto stack = m_document.stacks->find(name);
            if (stack != m_document.stacks->end() && parts[0] != "Primitive" && parts[0] != "Jit") {
                std::string function = frameFunction(stack->second, m_document.framework == "mindspore");
                if (!function.empty())
                    scope.push_back(std::move(function));
            }
            scope.push_back(entry.type);
        }
        entry.scope = joined(scope, 0, scope.size());
        return entry;
    }

    /// Backwards have no stack; they stand where their forward does.
    void copyForwards()
    {
        std::unordered_map<std::string, std::size_t> byName;
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            byName.emplace(m_entries[i].name, i);
        for (PlacedEntry& entry : m_entries) {
            std::string forward = entry.name;
            const auto at = forward.rfind("backward");
            if (at == std::string::npos || forward.find('.', forward.find('.', at) + 1) != std::string::npos)
                continue;
            forward.replace(at, std::string_view("backward").size(), "forward");
            if (const auto found = byName.find(forward); found != byName.end())
                entry.scope = m_entries[found->second].scope;
        }
    }

    /// Layers of a pipeline stage are counted from its first (docs/formats/comparison.md 3.4).
    void renumber()
    {
        std::map<std::string, std::int64_t> firsts;
        for (const PlacedEntry& entry : m_entries) {
            if (entry.type == "ParallelTransformer")
                firsts.emplace(entry.scope + ".layers.", INT64_MAX);
        }
        for (auto& [prefix, first] : firsts) {
            for (const PlacedEntry& entry : m_entries)
                first = std::min(first, layerOf(entry.scope, prefix).value_or(INT64_MAX));
            for (PlacedEntry& entry : m_entries) {
                const auto layer = layerOf(entry.scope, prefix);
                if (!layer)
                    continue;
                const auto end = std::min(entry.scope.find('.', prefix.size()), entry.scope.size());
                entry.scope = prefix + std::to_string(*layer - first) + entry.scope.substr(end);
            }
        }
    }

    static std::optional<std::int64_t> layerOf(const std::string& scope, const std::string& prefix)
    {
        if (!scope.starts_with(prefix))
            return std::nullopt;
        return parseInt(std::string_view(scope).substr(
            prefix.size(), std::min(scope.find('.', prefix.size()), scope.size()) - prefix.size()));
    }

    void insert(std::size_t number)
    {
        const PlacedEntry& entry = m_entries[number];
        m_types[entry.scope] = entry.type;
        auto& here = m_byPlace[entry.scope + '\n' + entry.state];
        m_turns.push_back(here.size());
        here.push_back(number);
    }

    const MsprobeDocument& m_document;
    std::vector<PlacedEntry> m_entries;
    std::vector<std::size_t> m_turns;
    std::unordered_map<std::string, std::string> m_types;
    std::unordered_map<std::string, std::vector<std::size_t>> m_byPlace;
};

/// The scope on the golden side: the children of every class renamed, the longest name first.
std::string goldenScope(const Places& places, const MsprobeMapping& mapping, const std::string& scope)
{
    const Parts parts = partsOf(scope);
    std::string result;
    for (std::size_t i = 0; i < parts.size();) {
        const std::string type = i == 0 ? "TopLayer" : places.typeAt(joined(parts, 0, i));
        std::string golden = parts[i];
        std::size_t step = 1;
        for (const MsprobeMapping::Layer& layer : mapping.layers) {
            if (layer.className != type)
                continue;
            std::size_t longest = 0;
            for (const auto& [from, to] : layer.children) {
                const std::size_t length = partsOf(from).size();
                if (length > longest && i + length <= parts.size() && joined(parts, i, i + length) == from) {
                    longest = step = length;
                    golden = to;
                }
            }
        }
        (result += i > 0 ? "." : "") += golden;
        i += step;
    }
    return result;
}

} // namespace

std::map<std::string, std::string, std::less<>> msprobeLayerNames(
    const MsprobeDocument& target, const MsprobeDocument& golden, const MsprobeMapping& mapping)
{
    std::map<std::string, std::string, std::less<>> names;
    const auto isEmpty = [](const auto& texts) { return !texts || texts->empty(); };
    if (isEmpty(target.stacks) || isEmpty(target.parents) || isEmpty(golden.stacks)
        || isEmpty(golden.parents))
        return names;
    const Places targets(target), goldens(golden);
    std::unordered_map<std::string, const MsprobeResultEntry*> goldenEntries;
    for (const MsprobeResultEntry& entry : golden.entries)
        goldenEntries.emplace(entry.name, &entry);
    for (std::size_t i = 0; i < target.entries.size(); ++i) {
        const MsprobeResultEntry& entry = target.entries[i];
        const PlacedEntry& place = targets.entries()[i];
        const PlacedEntry* partner
            = goldens.find(goldenScope(targets, mapping, place.scope), place.state, targets.turnOf(i));
        std::unordered_map<std::string_view, const std::string*> bySuffix;
        if (partner != nullptr) {
            const MsprobeResultEntry& other = *goldenEntries.at(partner->name);
            for (std::uint32_t k = other.first; k < other.first + other.count; ++k) {
                const std::string_view name = golden.lines[k].name;
                bySuffix[name.substr(std::min(name.size(), other.name.size()))] = &golden.lines[k].name;
            }
        }
        for (std::uint32_t k = entry.first; k < entry.first + entry.count; ++k) {
            const std::string_view name = target.lines[k].name;
            const auto found = bySuffix.find(name.substr(std::min(name.size(), entry.name.size())));
            names[std::string(name)] = found == bySuffix.end() ? "N/A" : *found->second;
        }
    }
    return names;
}

} // namespace dumpscope::core
