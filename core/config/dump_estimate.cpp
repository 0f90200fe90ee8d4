// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/dump_estimate.h"

#include "base/text.h"
#include "tensor/dtype.h"
#include "tensor/shape.h"

#include <re2/re2.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <unordered_set>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kHeaderBytes = 128;    ///< of a file of one tensor
constexpr std::uint64_t kStatisticBytes = 200; ///< of a row of statistics

std::uint64_t plus(std::uint64_t a, std::uint64_t b)
{
    return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max()
                                                             : a + b;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b)
{
    return b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b
        ? std::numeric_limits<std::uint64_t>::max()
        : a * b;
}

std::optional<std::uint64_t> bytesOf(const Graph& graph, const GraphOutput& output)
{
    if (!output.shape.isValid())
        return std::nullopt;
    const auto shape = graph.shape(output.shape);
    if (std::ranges::any_of(shape, [](std::int64_t dimension) { return dimension < 0; }))
        return std::nullopt;
    const auto elements = elementCount(shape);
    return elements ? storedBytes(output.dtype, *elements) : std::nullopt;
}

std::string_view lastComponent(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

/// Which operators a request takes.
class Choice {
public:
    explicit Choice(const DumpRequest& request)
        : m_request(request)
        , m_names(request.names.begin(), request.names.end())
    {
        for (const std::string& type : request.types)
            m_types.push_back(asciiLower(type));
        RE2::Options quiet;
        quiet.set_log_errors(false);
        for (const std::string& pattern : request.patterns)
            m_patterns.push_back(std::make_unique<RE2>(pattern, quiet));
    }

    /// To be asked in the order of execution.
    bool takes(const SizedOperator& op)
    {
        const bool isInRange = walkRanges(op.name);
        if (!m_request.choosesOperators())
            return true;
        if (isInRange || m_names.contains(op.name))
            return true;
        if (m_request.namesAreParts && std::ranges::any_of(m_request.names, [&](const std::string& part) {
                return op.name.find(part) != std::string::npos;
            }))
            return true;
        std::string_view type = lastComponent(op.name);
        type = type.substr(0, type.rfind('-'));
        if (std::ranges::any_of(m_types, [&](const std::string& wanted) {
                return containsIgnoreCase(type, wanted) || containsIgnoreCase(op.type, wanted);
            }))
            return true;
        return std::ranges::any_of(m_patterns,
            [&](const auto& pattern) { return pattern->ok() && RE2::FullMatch(op.name, *pattern); });
    }

private:
    bool walkRanges(const std::string& name)
    {
        bool isIn = false;
        for (std::size_t i = 0; i < m_request.ranges.size(); ++i) {
            if (name == m_request.ranges[i].first)
                m_open.insert(i);
            isIn = isIn || m_open.contains(i);
            if (name == m_request.ranges[i].second)
                m_open.erase(i);
        }
        return isIn;
    }

    const DumpRequest& m_request;
    std::unordered_set<std::string> m_names;
    std::vector<std::string> m_types;
    std::vector<std::unique_ptr<RE2>> m_patterns;
    std::unordered_set<std::size_t> m_open;
};

} // namespace

std::vector<SizedOperator> sizedOperators(const Graph& graph)
{
    std::vector<SizedOperator> operators;
    for (const GraphNode& node : graph.nodes()) {
        if (node.kind != NodeKind::Operator || graph.text(node.opType) == "Constant")
            continue;
        SizedOperator op {std::string(graph.text(node.name)), std::string(graph.text(node.opType)), {}, {}};
        for (const GraphInput& input : graph.inputs(node)) {
            if (input.control)
                continue;
            std::optional<std::uint64_t> bytes;
            if (input.from.isValid() && !input.otherGraph) {
                const auto outputs = graph.outputs(graph.node(input.from));
                bytes = input.slot < outputs.size() ? bytesOf(graph, outputs[input.slot]) : std::nullopt;
            }
            op.inputs.push_back(bytes);
        }
        for (const GraphOutput& output : graph.outputs(node))
            op.outputs.push_back(bytesOf(graph, output));
        operators.push_back(std::move(op));
    }
    return operators;
}

std::vector<SizedOperator> sizedOperators(const DumpIndex& index)
{
    std::vector<SizedOperator> operators;
    std::map<std::string_view, std::size_t> places;
    std::vector<bool> run; ///< more is there of them than weights and constants of a model
    std::optional<FolderFacts> first;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const TensorRow& row = index.tensor(TensorId(i));
        if (!row.opName.isValid() || row.occurrence != 0)
            continue;
        const FolderFacts& facts = index.factsOf(TensorId(i));
        if (!first)
            first = facts;
        if (facts.step != first->step || facts.rank != first->rank || facts.graphId != first->graphId)
            continue;
        const std::string_view name = index.text(row.opName);
        const auto [place, isNew] = places.try_emplace(name, operators.size());
        if (isNew) {
            operators.push_back({std::string(name),
                row.opType.isValid() ? std::string(index.text(row.opType)) : std::string(), {}, {}});
            run.push_back(false);
        }
        if (row.io != Io::Parameter && operators[place->second].type != "Constant")
            run[place->second] = true;
        SizedOperator& op = operators[place->second];
        std::optional<std::uint64_t> bytes;
        if (row.shape.isValid()) {
            const auto elements = elementCount(index.shape(row.shape));
            bytes = elements ? storedBytes(row.dtype, *elements) : std::nullopt;
        }
        (row.io == Io::Input ? op.inputs : op.outputs).push_back(bytes);
    }
    std::vector<SizedOperator> ran;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        if (run[i])
            ran.push_back(std::move(operators[i]));
    }
    return ran;
}

std::uint64_t DumpEstimate::totalBytes() const
{
    return times(bytes, std::max<std::uint64_t>(steps.value_or(1), 1));
}

std::uint64_t DumpEstimate::totalFiles() const
{
    return times(files, std::max<std::uint64_t>(steps.value_or(1), 1));
}

DumpEstimate estimateDump(const DumpRequest& request, const std::vector<SizedOperator>& operators)
{
    DumpEstimate estimate;
    estimate.dependsOnRun = request.trigger != DumpRequest::Trigger::Always;
    if (!request.steps.empty()) {
        std::uint64_t steps = 0;
        for (const auto& [first, last] : request.steps)
            steps = plus(steps, plus(last - first, 1));
        estimate.steps = steps;
    }
    if (!request.devices.empty())
        estimate.devices = request.devices.size();
    Choice choice(request);
    const auto add = [&](const std::vector<std::optional<std::uint64_t>>& tensors) {
        for (const auto& bytes : tensors) {
            if (request.statistics)
                estimate.bytes = plus(estimate.bytes, kStatisticBytes);
            if (!request.tensors)
                continue;
            estimate.unknownTensors += bytes ? 0U : 1U;
            estimate.bytes = plus(estimate.bytes, plus(bytes.value_or(0), kHeaderBytes));
            estimate.files += request.filePerTensor ? 1U : 0U;
        }
    };
    for (const SizedOperator& op : operators) {
        if (!choice.takes(op))
            continue;
        ++estimate.operators;
        if (request.inputs || estimate.dependsOnRun)
            add(op.inputs);
        if (request.outputs || estimate.dependsOnRun)
            add(op.outputs);
        estimate.files += request.filePerTensor ? 0U : 1U;
    }
    if (request.filePerTensor && estimate.operators > 0)
        estimate.files += 1; // the table of statistics, or the list of tensors
    return estimate;
}

} // namespace dumpscope::core
