// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/model_nodes.h"

#include "base/text.h"
#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostElements = std::uint64_t {1} << 24; ///< of all inputs and the output of a node

template<typename T> void store(const std::vector<double>& values, std::vector<std::byte>& bytes)
{
    bytes.resize(values.size() * sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T value = static_cast<T>(values[i]);
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
}

/// Half types are given as float32: the node computes with what was dumped, and rounds less.
std::optional<NodeInput> inputOf(const std::string& name, const Operand& operand)
{
    NodeInput input {name, 0, operand.shape(), {}};
    std::vector<double> values(operand.count());
    operand.gather(0, 1, operand.count(), values.data());
    switch (operand.dtype()) {
    case DType::Float16:
    case DType::BFloat16:
    case DType::Float32:
        input.elementType = 1;
        store<float>(values, input.bytes);
        return input;
    case DType::Float64:
        input.elementType = 11;
        store<double>(values, input.bytes);
        return input;
    case DType::Int32:
        input.elementType = 6;
        store<std::int32_t>(values, input.bytes);
        return input;
    case DType::Int64:
        input.elementType = 7;
        store<std::int64_t>(values, input.bytes);
        return input;
    case DType::Bool:
        input.elementType = 9;
        store<std::uint8_t>(values, input.bytes);
        return input;
    case DType::UInt8:
        input.elementType = 2;
        store<std::uint8_t>(values, input.bytes);
        return input;
    case DType::Int8:
        input.elementType = 3;
        store<std::int8_t>(values, input.bytes);
        return input;
    default:
        return std::nullopt;
    }
}

/// What the node reads: dumped tensors by slot, weights of the model where the dump has none.
std::optional<std::vector<NodeInput>> inputsOf(
    const OnnxNodeRunner& runner, const OnnxNode& node, const OperatorCall& call)
{
    std::vector<NodeInput> inputs;
    std::set<std::string> given;
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
        const std::string& name = node.inputs[slot];
        if (name.empty() || !given.insert(name).second)
            continue;
        if (const Operand* dumped = call.tensor(slot)) {
            auto input = inputOf(name, *dumped);
            if (!input)
                return std::nullopt;
            inputs.push_back(std::move(*input));
        } else if (const TensorData* weight = runner.weight(name)) {
            inputs.push_back(
                {name, weight->elementType, weight->dims, {weight->bytes.begin(), weight->bytes.end()}});
        } else {
            return std::nullopt;
        }
    }
    return inputs;
}

Reading readingOf(Message text, OnnxNodeRunner::Output output, OperatorNature nature)
{
    double squares = 0;
    for (const double value : output.values)
        squares += std::isfinite(value) ? value * value : 0;
    const double rms
        = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(output.values.size(), 1)));
    Reading reading;
    reading.text = std::move(text);
    reading.roundings = 4; // computed in float32 itself
    reading.isProduct = nature == OperatorNature::Bilinear;
    // How many terms it sums is not known; this is what 64 would do.
    reading.terms = 64;
    reading.at = [values = std::make_shared<const std::vector<double>>(std::move(output.values)), rms](
                     std::uint64_t i) {
        const double value = (*values)[i];
        return ExactElement {value, std::max(std::fabs(value), rms)};
    };
    return reading;
}

} // namespace

ModelNodes::ModelNodes(const PairTable& pairs, const ModelPlaces& places, TaskContext& task)
    : m_runtimes(places.runtimes)
{
    for (const std::string& path : places.models) {
        if (auto model = readModelFile(path))
            m_models.push_back(std::move(*model));
        else
            m_note = model.error().message;
    }
    for (const DumpIndex* index : {pairs.target().index.get(), pairs.golden().index.get()})
        forEachModelFile(
            *index, [&](ModelFile model) { m_models.push_back(std::move(model)); }, task);
}

void ModelNodes::load()
{
    m_isLoaded = true;
    if (m_models.empty() || m_runtimes.empty())
        return;
    const auto runtime = OnnxRuntime::load(m_runtimes);
    if (!runtime) {
        m_note = phrase("nodes of the model are not run again: %1", runtime.error().message);
        m_models.clear();
        return;
    }
    for (ModelFile& model : m_models) {
        auto runner = OnnxNodeRunner::make(*runtime, std::move(model.bytes), model.folder);
        if (runner)
            m_runners.push_back(std::move(*runner));
        else
            m_note
                = phrase("nodes of %1 are not run again: %2", printable(model.name), runner.error().message);
    }
    m_models.clear();
}

std::optional<Reading> ModelNodes::reading(std::string_view opName, const OperatorCall& call)
{
    if (!m_isLoaded)
        load();
    std::uint64_t elements = elementCount(call.output).value_or(kMostElements);
    for (const Argument& argument : call.inputs)
        elements += argument.tensor ? argument.tensor->count() : 0;
    if (elements > kMostElements)
        return std::nullopt;
    for (const auto& runner : m_runners) {
        const auto found = runner->find(opName);
        if (!found)
            continue;
        const OnnxNode& node = runner->node(*found);
        const auto inputs = inputsOf(*runner, node, call);
        if (!inputs || node.outputs.empty())
            continue;
        auto output = runner->run(*found, *inputs);
        if (!output || output->values.size() != elementCount(call.output).value_or(0))
            continue;
        return readingOf(phrase("the node %1 in ONNX Runtime", printable(node.name)), std::move(*output),
            operatorNature(node.opType));
    }
    return std::nullopt;
}

} // namespace dumpscope::core
