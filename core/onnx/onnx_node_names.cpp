// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx/onnx_node_names.h"

namespace dumpscope::core {

namespace {

/// As dumps put names into file names.
std::string spelled(std::string_view name)
{
    std::string word(name);
    for (char& c : word) {
        if (c == ' ' || c == '.' || c == '/' || c == '\\')
            c = '_';
    }
    return word;
}

} // namespace

OnnxNodeNames::OnnxNodeNames(const OnnxModel& model)
{
    for (std::size_t i = 0; i < model.nodes().size(); ++i) {
        const OnnxNode& one = model.nodes()[i];
        m_byName.emplace(one.name, i);
        m_bySpelling[spelled(one.name)].push_back(i);
    }
}

std::optional<std::size_t> OnnxNodeNames::find(std::string_view name) const
{
    if (const auto exact = m_byName.find(name); exact != m_byName.end())
        return exact->second;
    const auto found = m_bySpelling.find(spelled(name));
    if (found == m_bySpelling.end() || found->second.size() != 1)
        return std::nullopt;
    return found->second.front();
}

} // namespace dumpscope::core
