// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/pickle.h"

#include <algorithm>

namespace dumpscope::core {

std::pair<std::string_view, std::string_view> Pickle::globalName(const Pickle::Node& node)
{
    const std::size_t end = std::min(node.text.find('\n'), node.text.size());
    return {node.text.substr(0, end), node.text.substr(std::min(end + 1, node.text.size()))};
}

bool Pickle::isGlobal(const Pickle::Node& node, std::string_view module, std::string_view name)
{
    return node.kind == Pickle::Kind::Global && globalName(node) == std::pair(module, name);
}

std::string_view Pickle::className(const Pickle::Node& node) const
{
    if (node.kind != Kind::Call || item(node, 0).kind != Kind::Global)
        return {};
    return globalName(item(node, 0)).second;
}

const Pickle::Node* Pickle::attribute(const Pickle::Node& object, std::string_view name) const
{
    const Node* found = nullptr;
    for (std::size_t i = 2; object.kind == Kind::Call && i < object.items.size(); ++i) {
        const Node& state = item(object, i);
        if (const Node* value = find(state, name))
            found = value;
        // Objects with slots have two states: that of the dictionary and that of the slots.
        for (std::size_t part = 0; state.kind == Kind::Tuple && part < state.items.size(); ++part) {
            if (const Node* value = find(item(state, part), name))
                found = value;
        }
    }
    return found;
}

const Pickle::Node* Pickle::find(const Pickle::Node& dict, std::string_view key) const
{
    const Pickle::Node* found = nullptr;
    for (std::size_t i = 0; dict.kind == Pickle::Kind::Dict && i + 1 < dict.items.size(); i += 2) {
        if (item(dict, i).kind == Pickle::Kind::Text && item(dict, i).text == key)
            found = &item(dict, i + 1);
    }
    return found;
}

} // namespace dumpscope::core
