// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/saved_numbers.h"

#include "base/python_text.h"
#include "base/text.h"
#include "readers/torch/pickle.h"

#include <algorithm>
#include <unordered_set>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostSavedNumbers = 4000;
constexpr std::size_t kMostNumberVisits = 1'000'000;
constexpr std::size_t kLongestNumberPath = 512;
constexpr std::size_t kMostListedNumbers = 16; ///< of a list: states of random generators have hundreds
constexpr int kDeepestNumber = 32;

bool isNumber(const Pickle::Node& node)
{
    return node.kind == Pickle::Kind::Int || node.kind == Pickle::Kind::Float
        || node.kind == Pickle::Kind::Bool;
}

class NumberCollector {
public:
    explicit NumberCollector(const Pickle& pickle)
        : m_pickle(pickle)
    {
    }

    SavedNumbers run()
    {
        visit(m_pickle.root, {}, 0);
        return std::move(m_found);
    }

private:
    void visit(std::uint32_t number, const std::string& path, int depth)
    {
        const Pickle::Node& node = m_pickle.at(number);
        if (isNumber(node)) {
            add(node, path);
            return;
        }
        if (++m_visits > kMostNumberVisits || depth > kDeepestNumber || path.size() > kLongestNumberPath)
            return;
        switch (node.kind) {
        case Pickle::Kind::Tuple:
        case Pickle::Kind::List:
            list(node, path, depth);
            return;
        case Pickle::Kind::Dict:
            members(node, path, depth);
            return;
        case Pickle::Kind::Call:
            if (isNamespace(node) && m_objects.insert(number).second)
                members(m_pickle.item(node, node.items.size() - 1), path, depth);
            return;
        default:
            return;
        }
    }

    /// Objects that are nothing but attributes: their state is a dictionary.
    [[nodiscard]] bool isNamespace(const Pickle::Node& node) const
    {
        const std::string_view name = m_pickle.className(node);
        return (name == "Namespace" || name == "SimpleNamespace") && node.items.size() > 2;
    }

    void list(const Pickle::Node& node, const std::string& path, int depth)
    {
        const auto numbers = std::ranges::count_if(
            node.items, [&](std::uint32_t item) { return isNumber(m_pickle.at(item)); });
        const bool isData = static_cast<std::size_t>(numbers) > kMostListedNumbers;
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            if (!isData || !isNumber(m_pickle.item(node, i)))
                visit(node.items[i], below(path, std::to_string(i)), depth + 1);
        }
    }

    void members(const Pickle::Node& node, const std::string& path, int depth)
    {
        if (node.kind != Pickle::Kind::Dict)
            return;
        for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
            const Pickle::Node& key = m_pickle.item(node, i);
            if (key.kind == Pickle::Kind::Text)
                visit(node.items[i + 1], below(path, std::string(key.text)), depth + 1);
            else if (key.kind == Pickle::Kind::Int)
                visit(node.items[i + 1], below(path, std::to_string(key.integer)), depth + 1);
        }
    }

    static std::string below(const std::string& path, const std::string& part)
    {
        return path.empty() ? part : path + '.' + part;
    }

    void add(const Pickle::Node& node, const std::string& path)
    {
        if (path.empty() || m_found.numbers.size() >= kMostSavedNumbers) {
            m_found.leftOut += path.empty() ? 0U : 1U;
            return;
        }
        m_found.numbers.push_back({printable(path),
            node.kind == Pickle::Kind::Bool      ? (node.integer != 0 ? "True" : "False")
                : node.kind == Pickle::Kind::Int ? std::to_string(node.integer)
                                                 : pythonRepr(node.real)});
    }

    const Pickle& m_pickle;
    SavedNumbers m_found;
    std::unordered_set<std::uint32_t> m_objects; ///< looked into
    std::size_t m_visits = 0;
};

} // namespace

SavedNumbers savedNumbers(const Pickle& pickle)
{
    return NumberCollector(pickle).run();
}

} // namespace dumpscope::core
