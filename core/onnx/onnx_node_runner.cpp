// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx/onnx_node_runner.h"

#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <array>

namespace dumpscope::core {

namespace {

struct TypeRow {
    int onnx;
    DType dtype;
};
constexpr std::array kTypes {TypeRow {1, DType::Float32}, TypeRow {2, DType::UInt8}, TypeRow {3, DType::Int8},
    TypeRow {4, DType::UInt16}, TypeRow {5, DType::Int16}, TypeRow {6, DType::Int32},
    TypeRow {7, DType::Int64}, TypeRow {9, DType::Bool}, TypeRow {10, DType::Float16},
    TypeRow {11, DType::Float64}, TypeRow {12, DType::UInt32}, TypeRow {13, DType::UInt64},
    TypeRow {16, DType::BFloat16}};

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

Result<OnnxNodeRunner::Output> outputOf(const std::optional<TensorData>& data)
{
    if (!data)
        return fail(Code::Unsupported, phrase("the node gives no tensor"));
    for (const TypeRow& row : kTypes) {
        if (row.onnx != data->elementType)
            continue;
        const auto count = elementCount(data->dims);
        if (!count || data->bytes.size() < *count * unpackedBytes(row.dtype))
            return fail(Code::BadSize, phrase("the node gives a tensor of another size than it says"));
        OnnxNodeRunner::Output output {data->dims, std::vector<double>(*count)};
        toDouble({row.dtype, 0, *count, data->bytes.data()}, output.values.data());
        return output;
    }
    return fail(Code::Unsupported, phrase("the node gives a tensor of a type that is not compared"));
}

} // namespace

OnnxNodeRunner::OnnxNodeRunner(
    std::shared_ptr<const OnnxRuntime> runtime, OnnxModel model, std::string folder)
    : m_runtime(std::move(runtime))
    , m_model(std::move(model))
    , m_folder(std::move(folder))
{
    for (std::size_t i = 0; i < m_model.nodes().size(); ++i) {
        const OnnxNode& one = m_model.nodes()[i];
        m_byName.emplace(one.name, i);
        m_bySpelling[spelled(one.name)].push_back(i);
    }
}

Result<std::unique_ptr<OnnxNodeRunner>> OnnxNodeRunner::make(
    std::shared_ptr<const OnnxRuntime> runtime, std::vector<std::byte> model, const std::string& folder)
{
    TRY_ASSIGN(OnnxModel parsed, OnnxModel::parse(std::move(model), folder));
    return std::unique_ptr<OnnxNodeRunner>(new OnnxNodeRunner(std::move(runtime), std::move(parsed), folder));
}

std::optional<std::size_t> OnnxNodeRunner::find(std::string_view name) const
{
    if (const auto exact = m_byName.find(name); exact != m_byName.end())
        return exact->second;
    const auto found = m_bySpelling.find(spelled(name));
    if (found == m_bySpelling.end() || found->second.size() != 1)
        return std::nullopt;
    return found->second.front();
}

Result<OnnxNodeRunner::Output> OnnxNodeRunner::run(
    std::size_t index, const std::vector<NodeInput>& inputs) const
{
    std::vector<OnnxPort> ports;
    std::vector<std::string> names;
    std::vector<TensorData> data;
    for (const NodeInput& input : inputs) {
        ports.push_back({input.name, {input.elementType, input.dims}});
        names.push_back(input.name);
        data.push_back({input.elementType, input.dims, input.bytes});
    }
    const std::string model = m_model.single(index, ports);
    TRY_ASSIGN(const auto session, OnnxSession::make(m_runtime, std::as_bytes(std::span(model)), m_folder));
    TRY_ASSIGN(const auto values, session->run(names, data, {node(index).outputs.front()}));
    return outputOf(values->at(0));
}

} // namespace dumpscope::core
