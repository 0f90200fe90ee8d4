// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx/onnx_node_runner.h"

#include "onnx/onnx_types.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

namespace dumpscope::core {

namespace {

Result<OnnxNodeRunner::Output> outputOf(const std::optional<TensorData>& data)
{
    if (!data)
        return fail(Code::Unsupported, phrase("the node gives no tensor"));
    const DType dtype = dtypeOfOnnx(data->elementType);
    if (dtype == DType::Unknown)
        return fail(Code::Unsupported, phrase("the node gives a tensor of a type that is not compared"));
    const auto count = elementCount(data->dims);
    if (!count || data->bytes.size() < *count * unpackedBytes(dtype))
        return fail(Code::BadSize, phrase("the node gives a tensor of another size than it says"));
    OnnxNodeRunner::Output output {data->dims, std::vector<double>(*count)};
    toDouble({dtype, 0, *count, data->bytes.data()}, output.values.data());
    return output;
}

} // namespace

OnnxNodeRunner::OnnxNodeRunner(
    std::shared_ptr<const OnnxRuntime> runtime, OnnxModel model, std::string folder)
    : m_runtime(std::move(runtime))
    , m_model(std::move(model))
    , m_folder(std::move(folder))
    , m_names(m_model)
{
}

Result<std::unique_ptr<OnnxNodeRunner>> OnnxNodeRunner::make(
    std::shared_ptr<const OnnxRuntime> runtime, std::vector<std::byte> model, const std::string& folder)
{
    TRY_ASSIGN(OnnxModel parsed, OnnxModel::parse(std::move(model), folder));
    return std::unique_ptr<OnnxNodeRunner>(new OnnxNodeRunner(std::move(runtime), std::move(parsed), folder));
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
