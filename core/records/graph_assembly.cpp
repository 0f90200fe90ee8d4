// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/graph_assembly.h"

#include "base/text.h"

#include <unordered_set>

namespace dumpscope::core {

GraphAssembly::GraphAssembly(std::string_view format)
{
    m_document.format = format;
}

std::uint32_t GraphAssembly::beginGraph()
{
    if (m_builders.size() >= kMaxGraphs) {
        problem(Severity::Warning, Code::Limit, phrase("more than %1 graphs", kMaxGraphs));
    } else {
        m_builders.push_back(std::make_unique<GraphBuilder>());
        m_builders.back()->graph().isEntry = m_builders.size() == 1;
    }
    return static_cast<std::uint32_t>(m_builders.size() - 1);
}

bool GraphAssembly::admitNode()
{
    if (m_nodes == kMaxNodes)
        problem(Severity::Warning, Code::Limit, phrase("only the first %1 nodes are kept", kMaxNodes));
    return m_nodes++ < kMaxNodes;
}

void GraphAssembly::setCalled(std::uint32_t graph, NodeId node, std::span<const std::uint32_t> numbers,
    std::span<const std::string> names)
{
    if (!numbers.empty() || !names.empty())
        m_calls.push_back({graph, node, {numbers.begin(), numbers.end()}, {names.begin(), names.end()}});
}

void GraphAssembly::problem(Severity severity, Code code, Message message)
{
    m_document.problems.push_back({severity, code, {}, std::move(message)});
}

void GraphAssembly::resolveCalls()
{
    std::unordered_map<std::string_view, std::uint32_t> byName;
    for (std::uint32_t i = 0; i < m_builders.size(); ++i)
        byName.emplace(m_builders[i]->graph().name, i);
    std::unordered_set<std::string_view> told;
    for (Call& call : m_calls) {
        for (const std::string& name : call.names) {
            if (const auto found = byName.find(name); found != byName.end())
                call.numbers.push_back(found->second);
            else if (!name.empty() && told.insert(name).second && told.size() <= kMaxProblems)
                problem(
                    Severity::Warning, Code::BadName, phrase("no graph is called \"%1\"", printable(name)));
        }
        m_builders[call.graph]->setCalled(call.node, call.numbers);
    }
}

Result<GraphDocument> GraphAssembly::finish(const std::optional<Error>& error)
{
    if (error && error->code == Code::Cancelled)
        return fail(*error);
    if (error)
        m_document.problems.push_back({Severity::Error, error->code, error->place, error->message});
    resolveCalls();
    for (const auto& builder : m_builders)
        m_document.graphs.push_back(builder->finish(m_document.problems));
    if (m_document.problems.size() > kMaxProblems) {
        const std::size_t more = m_document.problems.size() - kMaxProblems;
        m_document.problems.resize(kMaxProblems);
        problem(Severity::Warning, Code::Limit, phrase("%1 more problems", more));
    }
    return std::move(m_document);
}

} // namespace dumpscope::core
