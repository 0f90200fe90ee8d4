// SPDX-License-Identifier: GPL-3.0-or-later
// What AscendCL tells about a loaded model (docs/formats/ascendcl-capture.md 2.5).
#include "cpu_device/acl_dataset.h"

#include <algorithm>
#include <cstring>

namespace dumpscope::core {

namespace acl {

std::shared_ptr<ModelEntry> findModel(std::uint32_t id)
{
    DeviceState& state = deviceState();
    const std::scoped_lock lock(state.mutex);
    const auto found = state.models.find(id);
    return found == state.models.end() ? nullptr : found->second;
}

std::optional<std::uint64_t> tensorBytes(int elementType, const std::vector<std::int64_t>& dims)
{
    std::uint64_t bytes = onnxElementBytes(elementType);
    for (const std::int64_t dim : dims) {
        if (dim < 0 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(dim), &bytes))
            return std::nullopt;
    }
    return bytes;
}

} // namespace acl

namespace {

using namespace acl;

const OnnxPort* portOf(const ModelDescription* description, std::size_t index, bool isInput)
{
    if (description == nullptr || description->entry == nullptr)
        return nullptr;
    const LoadedModel& loaded = *description->entry->loaded;
    const std::vector<OnnxPort>& ports = isInput ? loaded.model().inputs() : loaded.outputs();
    return index < ports.size() ? &ports[index] : nullptr;
}

std::size_t portSize(const OnnxPort* port)
{
    return port != nullptr ? tensorBytes(port->kind.elementType, port->kind.dims).value_or(0) : 0;
}

std::string shownName(
    const ModelDescription& description, const OnnxPort& port, std::size_t index, bool isInput)
{
    if (port.name.size() < kMaxTensorName)
        return port.name;
    return "acl_modelId_" + std::to_string(description.id) + (isInput ? "_input_" : "_output_")
        + std::to_string(index);
}

Status portDims(const ModelDescription* description, std::size_t index, IODims* dims, bool isInput)
{
    const OnnxPort* port = portOf(description, index, isInput);
    if (port == nullptr || dims == nullptr)
        return kInvalidParam;
    if (port->kind.dims.size() > kMaxDims)
        return kStorageOverLimit;
    return guarded([&]() -> Status {
        *dims = {};
        shownName(*description, *port, index, isInput).copy(dims->name, kMaxTensorName - 1);
        dims->dimCount = port->kind.dims.size();
        std::ranges::copy(port->kind.dims, dims->dims);
        return kSuccess;
    });
}

const char* portName(const ModelDescription* description, std::size_t index, bool isInput)
{
    const OnnxPort* port = portOf(description, index, isInput);
    return port != nullptr ? port->name.c_str() : "";
}

int portType(const ModelDescription* description, std::size_t index, bool isInput)
{
    const OnnxPort* port = portOf(description, index, isInput);
    return port != nullptr ? geTypeOfOnnx(port->kind.elementType).value_or(kDtypeUndefined) : kDtypeUndefined;
}

Status portIndex(const ModelDescription* description, const char* name, std::size_t* index, bool isInput)
{
    if (name == nullptr || index == nullptr)
        return kInvalidParam;
    for (std::size_t i = 0; portOf(description, i, isInput) != nullptr; ++i) {
        if (portOf(description, i, isInput)->name == name) {
            *index = i;
            return kSuccess;
        }
    }
    return kInvalidParam;
}

} // namespace

DUMPSCOPE_ACL ModelDescription* aclmdlCreateDesc()
{
    return new (std::nothrow) ModelDescription;
}

DUMPSCOPE_ACL Status aclmdlDestroyDesc(ModelDescription* description)
{
    delete description;
    return description != nullptr ? kSuccess : kInvalidParam;
}

DUMPSCOPE_ACL Status aclmdlGetDesc(ModelDescription* description, std::uint32_t id)
{
    if (description == nullptr)
        return kInvalidParam;
    return guarded([&]() -> Status {
        description->entry = findModel(id);
        description->id = id;
        return description->entry != nullptr ? kSuccess : kModelIdInvalid;
    });
}

DUMPSCOPE_ACL Status aclmdlGetDescFromFile(ModelDescription*, const char*)
{
    return kNotSupported;
}

DUMPSCOPE_ACL Status aclmdlGetDescFromMem(ModelDescription*, const void*, std::size_t)
{
    return kNotSupported;
}

DUMPSCOPE_ACL std::size_t aclmdlGetNumInputs(ModelDescription* description)
{
    return description != nullptr && description->entry != nullptr
        ? description->entry->loaded->model().inputs().size()
        : 0;
}

DUMPSCOPE_ACL std::size_t aclmdlGetNumOutputs(ModelDescription* description)
{
    return description != nullptr && description->entry != nullptr
        ? description->entry->loaded->outputs().size()
        : 0;
}

DUMPSCOPE_ACL std::size_t aclmdlGetInputSizeByIndex(ModelDescription* description, std::size_t index)
{
    return portSize(portOf(description, index, true));
}

DUMPSCOPE_ACL std::size_t aclmdlGetOutputSizeByIndex(ModelDescription* description, std::size_t index)
{
    return portSize(portOf(description, index, false));
}

DUMPSCOPE_ACL Status aclmdlGetInputDims(const ModelDescription* description, std::size_t index, IODims* dims)
{
    return portDims(description, index, dims, true);
}

DUMPSCOPE_ACL Status aclmdlGetInputDimsV2(
    const ModelDescription* description, std::size_t index, IODims* dims)
{
    return portDims(description, index, dims, true);
}

DUMPSCOPE_ACL Status aclmdlGetOutputDims(const ModelDescription* description, std::size_t index, IODims* dims)
{
    return portDims(description, index, dims, false);
}

DUMPSCOPE_ACL Status aclmdlGetCurOutputDims(
    const ModelDescription* description, std::size_t index, IODims* dims)
{
    const Status done = portDims(description, index, dims, false);
    if (done != kSuccess || index >= description->entry->lastOutputDims.size())
        return done;
    const std::vector<std::int64_t>& last = description->entry->lastOutputDims[index];
    dims->dimCount = std::min(last.size(), kMaxDims);
    std::copy_n(last.begin(), dims->dimCount, dims->dims);
    return kSuccess;
}

DUMPSCOPE_ACL Status aclmdlGetInputDimsRange(const ModelDescription*, std::size_t, IODimsRange*)
{
    return kNotSupported;
}

DUMPSCOPE_ACL const char* aclmdlGetInputNameByIndex(const ModelDescription* description, std::size_t index)
{
    return portName(description, index, true);
}

DUMPSCOPE_ACL const char* aclmdlGetOutputNameByIndex(const ModelDescription* description, std::size_t index)
{
    return portName(description, index, false);
}

DUMPSCOPE_ACL int aclmdlGetInputFormat(const ModelDescription* description, std::size_t index)
{
    return portOf(description, index, true) != nullptr ? kFormatNd : kFormatUndefined;
}

DUMPSCOPE_ACL int aclmdlGetOutputFormat(const ModelDescription* description, std::size_t index)
{
    return portOf(description, index, false) != nullptr ? kFormatNd : kFormatUndefined;
}

DUMPSCOPE_ACL int aclmdlGetInputDataType(const ModelDescription* description, std::size_t index)
{
    return portType(description, index, true);
}

DUMPSCOPE_ACL int aclmdlGetOutputDataType(const ModelDescription* description, std::size_t index)
{
    return portType(description, index, false);
}

DUMPSCOPE_ACL Status aclmdlGetInputIndexByName(
    const ModelDescription* description, const char* name, std::size_t* index)
{
    return portIndex(description, name, index, true);
}

DUMPSCOPE_ACL Status aclmdlGetOutputIndexByName(
    const ModelDescription* description, const char* name, std::size_t* index)
{
    return portIndex(description, name, index, false);
}

DUMPSCOPE_ACL const char* aclmdlGetTensorRealName(const ModelDescription* description, const char* name)
{
    if (name == nullptr)
        return nullptr;
    for (const bool isInput : {true, false}) {
        for (std::size_t i = 0; portOf(description, i, isInput) != nullptr; ++i) {
            const OnnxPort& port = *portOf(description, i, isInput);
            const bool isIt
                = guarded([&] { return shownName(*description, port, i, isInput) == name; }, false);
            if (isIt || port.name == name)
                return port.name.c_str();
        }
    }
    return nullptr;
}

DUMPSCOPE_ACL const char* aclmdlGetOpAttr(
    ModelDescription* description, const char* op, const char* attribute)
{
    if (description == nullptr || description->entry == nullptr || op == nullptr || attribute == nullptr)
        return nullptr;
    return guarded(
        [&]() -> const char* {
            thread_local std::string text;
            if (std::strcmp(attribute, "_datadump_original_op_names") != 0)
                return nullptr;
            for (const OnnxNode& node : description->entry->loaded->model().nodes()) {
                if (node.name != op)
                    continue;
                text = '[' + std::to_string(node.originalName.size()) + ']' + node.originalName;
                return text.c_str();
            }
            return nullptr;
        },
        static_cast<const char*>(nullptr));
}

DUMPSCOPE_ACL Status aclmdlCreateAndGetOpDesc(std::uint32_t, std::uint32_t, std::uint32_t, char*, std::size_t,
    TensorDescription**, std::size_t*, TensorDescription**, std::size_t*)
{
    return kNotSupported;
}

} // namespace dumpscope::core
