// SPDX-License-Identifier: GPL-3.0-or-later
// Loading and running models of AscendCL on the CPU (docs/formats/ascendcl-capture.md 2.5, 3.3).
#include "cpu_device/acl_dataset.h"

#include "base/text.h"
#include "io/posix_file.h"

#include <algorithm>
#include <cstdlib>

namespace dumpscope::core {

namespace {

using namespace acl;

constexpr std::size_t kMagicHeader = 16; ///< shorter files are no model
constexpr std::size_t kTolerance
    = 64; ///< bytes an input buffer may be too short (docs/formats/ascendcl-capture.md 2.5)

bool hasFreeDimension(const std::vector<OnnxPort>& ports)
{
    return std::ranges::any_of(ports, [](const OnnxPort& port) {
        return std::ranges::any_of(port.kind.dims, [](std::int64_t dim) { return dim < 0; });
    });
}

std::shared_ptr<const DumpPlan> boundPlan(const ModelEntry& entry)
{
    return std::make_shared<const DumpPlan>(
        makeDumpPlan(entry.dump->config, entry.loaded->model(), entry.fileName));
}

Status loadModel(std::vector<std::byte> file, const std::string& path, std::uint32_t* id)
{
    if (file.size() < kMagicHeader)
        return recordError(kModelDataSizeInvalid, "E14001: the model is too short to be one");
    if (id == nullptr)
        return kInvalidParam;
    if (const Status fault = faultAt("load"); fault != kSuccess)
        return fault;
    DeviceState& state = deviceState();
    std::shared_ptr<const OnnxRuntime> runtime;
    {
        const std::scoped_lock lock(state.mutex);
        if (state.initCount == 0)
            return recordError(kNotExecutorInit, "aclInit was not called");
        runtime = state.runtime;
    }
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
    auto loaded = LoadedModel::load(runtime, std::move(file), folder);
    if (!loaded)
        return recordError(kLoadModel, "E19999: " + printable(path) + ": " + loaded.error().text());
    auto entry = std::make_shared<ModelEntry>();
    entry->loaded = std::move(*loaded);
    entry->fileName = path.substr(slash == std::string::npos ? 0 : slash + 1);
    entry->fileName = entry->fileName.substr(0, entry->fileName.rfind('.'));
    if (entry->fileName.empty())
        entry->fileName = entry->loaded->model().graphName();
    entry->isDynamic = hasFreeDimension(entry->loaded->model().inputs());
    const std::scoped_lock lock(state.mutex);
    entry->dump = state.dump;
    if (entry->dump != nullptr)
        entry->plan = boundPlan(*entry);
    *id = state.nextModel++;
    state.models.emplace(*id, std::move(entry));
    return kSuccess;
}

Status loadFile(const char* path, std::uint32_t* id)
{
    if (path == nullptr)
        return recordError(kInvalidParam, "EH0002: the path of the model is missing");
    const auto file = openRegularFile(path, path);
    if (!file)
        return recordError(kModelPathInvalid, "E19000: " + file.error().text());
    std::vector<std::byte> bytes(file->size());
    const auto read = readAt(file->fd.get(), bytes, 0, path);
    if (!read)
        return recordError(kModelPathInvalid, "E19000: " + read.error().text());
    bytes.resize(*read);
    return loadModel(std::move(bytes), path, id);
}

/// Shape of an input: as described beside the data, else as the model has it, where one free dimension
/// follows from the size of the data.
bool inputDims(const OnnxPort& port, const Dataset::Item& item, std::vector<std::int64_t>& dims)
{
    if (item.description != nullptr) {
        dims = item.description->dims;
        return std::ranges::all_of(dims, [](std::int64_t dim) { return dim >= 0; });
    }
    dims = port.kind.dims;
    std::uint64_t known = onnxElementBytes(port.kind.elementType);
    std::int64_t* open = nullptr;
    for (std::int64_t& dim : dims) {
        if (dim < 0 && open != nullptr)
            return false;
        if (dim < 0)
            open = &dim;
        else if (__builtin_mul_overflow(known, static_cast<std::uint64_t>(dim), &known))
            return false;
    }
    if (open != nullptr)
        *open = known > 0 ? static_cast<std::int64_t>(item.buffer->size / known) : 0;
    return true;
}

/// Inputs of a run; `padded` keeps those whose buffers end a little early.
Status collectInputs(const ModelEntry& entry, const Dataset& given, std::vector<TensorData>& inputs,
    std::vector<std::vector<std::byte>>& padded)
{
    const std::vector<OnnxPort>& ports = entry.loaded->model().inputs();
    constexpr Status kWrongInputs = 145000;
    if (given.items.size() != ports.size())
        return recordError(kWrongInputs,
            "E13000: the model has " + std::to_string(ports.size()) + " inputs, "
                + std::to_string(given.items.size()) + " were given");
    for (std::size_t i = 0; i < ports.size(); ++i) {
        TensorData input {ports[i].kind.elementType, {}, {}};
        const Dataset::Item& item = given.items[i];
        if (!inputDims(ports[i], item, input.dims))
            return recordError(kWrongInputs, "E13000: input " + std::to_string(i) + " needs a shape");
        const auto bytes = tensorBytes(input.elementType, input.dims);
        if (!bytes || *bytes > item.buffer->size + kTolerance)
            return recordError(kGeFailure,
                "E13025: input " + std::to_string(i) + " needs " + (bytes ? std::to_string(*bytes) : "more")
                    + " bytes, its buffer has " + std::to_string(item.buffer->size));
        const auto* data = static_cast<const std::byte*>(item.buffer->data);
        if (*bytes > item.buffer->size) {
            std::vector<std::byte>& copy = padded.emplace_back(*bytes);
            std::copy_n(data, item.buffer->size, copy.begin());
            data = copy.data();
        }
        input.bytes = {data, *bytes};
        inputs.push_back(std::move(input));
    }
    return kSuccess;
}

Status handOut(ModelEntry& entry, Dataset& wanted)
{
    const std::vector<OnnxPort>& ports = entry.loaded->outputs();
    entry.lastOutputDims.assign(ports.size(), {});
    for (std::size_t i = 0; i < wanted.items.size() && i < ports.size(); ++i) {
        const TensorData* value = entry.loaded->value(ports[i].name);
        if (value == nullptr)
            continue;
        DataBuffer& buffer = *wanted.items[i].buffer;
        if (buffer.data == nullptr && !value->bytes.empty()) {
            constexpr std::size_t kAlignment = 64;
            buffer.size = value->bytes.size();
            buffer.data
                = std::aligned_alloc(kAlignment, (buffer.size + kAlignment) / kAlignment * kAlignment);
            if (buffer.data == nullptr)
                return kMemoryAllocation;
        }
        if (value->bytes.size() > buffer.size)
            return recordError(kGeFailure,
                "E13025: output " + std::to_string(i) + " needs " + std::to_string(value->bytes.size())
                    + " bytes, its buffer has " + std::to_string(buffer.size));
        std::ranges::copy(value->bytes, static_cast<std::byte*>(buffer.data));
        entry.lastOutputDims[i] = value->dims;
        wanted.items[i].description = std::make_unique<TensorDescription>(TensorDescription {
            geTypeOfOnnx(value->elementType).value_or(kDtypeUndefined), kFormatNd, value->dims});
    }
    return kSuccess;
}

/// What is written now: a static model as bound when it was loaded, a dynamic one as the switch stands.
DumpTarget targetOf(ModelEntry& entry, std::uint32_t id, std::shared_ptr<const ActiveDump>& keptDump,
    std::shared_ptr<const DumpPlan>& keptPlan)
{
    DeviceState& state = deviceState();
    const std::scoped_lock lock(state.mutex);
    if (entry.isDynamic && entry.dump != state.dump) {
        entry.dump = state.dump;
        entry.plan = entry.dump != nullptr ? boundPlan(entry) : nullptr;
    }
    keptDump = entry.dump;
    keptPlan = entry.plan;
    DumpTarget target {keptDump.get(), keptPlan.get(), DumpSink(state.callback), 0, id, entry.iteration};
    return target;
}

Status failOnOperator(ModelEntry& entry, std::size_t node)
{
    std::shared_ptr<const ActiveDump> exception;
    {
        DeviceState& state = deviceState();
        const std::scoped_lock lock(state.mutex);
        exception = state.exceptionDump;
    }
    if (exception != nullptr) {
        const bool isBrief = exception->config.scene == AclDumpConfig::Scene::Brief;
        const auto written = entry.loaded->writeException(node, exception->root + "/0", isBrief);
        if (!written)
            recordError(0, "EP0008: the exception dump cannot be written: " + written.error().text());
    }
    return recordError(kAiCoreException,
        "EZ9999: the operator " + printable(entry.loaded->model().nodes()[node].name)
            + " failed, as DUMPSCOPE_CPU_DEVICE_FAULT asks for");
}

Status execute(std::uint32_t id, const Dataset* given, Dataset* wanted)
{
    if (given == nullptr || wanted == nullptr)
        return kInvalidParam;
    const auto hasData
        = [](const Dataset::Item& item) { return item.buffer->data != nullptr || item.buffer->size == 0; };
    if (!std::ranges::all_of(given->items, hasData))
        return kInvalidParam;
    const std::shared_ptr<ModelEntry> entry = findModel(id);
    if (entry == nullptr)
        return recordError(kModelIdInvalid, "E19999: there is no model " + std::to_string(id));
    if (const Status fault = faultAt("execute"); fault != kSuccess)
        return fault;
    const std::scoped_lock lock(entry->mutex);
    if (wanted->items.size() > entry->loaded->outputs().size())
        return kInvalidParam;
    std::vector<TensorData> inputs;
    std::vector<std::vector<std::byte>> padded;
    if (const Status wrong = collectInputs(*entry, *given, inputs, padded); wrong != kSuccess)
        return wrong;
    std::shared_ptr<const ActiveDump> keptDump;
    std::shared_ptr<const DumpPlan> keptPlan;
    const DumpTarget target = targetOf(*entry, id, keptDump, keptPlan);
    const auto done = entry->loaded->run(inputs, target, faultyOperator());
    ++entry->iteration;
    constexpr Status kModelExecute = 507011;
    if (!done) {
        const bool isRun = done.error().code == Code::Unsupported || done.error().code == Code::Internal;
        return isRun
            ? recordError(kModelExecute, "EZ9999: " + done.error().text())
            : recordError(kDataDumpResponse, "EZ9999: the dump cannot be written: " + done.error().text());
    }
    if (done->failedNode)
        return failOnOperator(*entry, *done->failedNode);
    return handOut(*entry, *wanted);
}

} // namespace

DUMPSCOPE_ACL Status aclmdlLoadFromFile(const char* path, std::uint32_t* id)
{
    return guarded([&] { return loadFile(path, id); });
}

DUMPSCOPE_ACL Status aclmdlLoadFromMem(const void* model, std::size_t size, std::uint32_t* id)
{
    if (model == nullptr || size == 0)
        return kInvalidParam;
    return guarded([&] {
        const auto* bytes = static_cast<const std::byte*>(model);
        return loadModel({bytes, bytes + size}, "", id);
    });
}

// Memory that a program brings for work and weights is not needed here.
DUMPSCOPE_ACL Status aclmdlLoadFromFileWithMem(
    const char* path, std::uint32_t* id, void*, std::size_t, void*, std::size_t)
{
    return aclmdlLoadFromFile(path, id);
}

DUMPSCOPE_ACL Status aclmdlLoadFromMemWithMem(
    const void* model, std::size_t size, std::uint32_t* id, void*, std::size_t, void*, std::size_t)
{
    return aclmdlLoadFromMem(model, size, id);
}

DUMPSCOPE_ACL Status aclmdlUnload(std::uint32_t id)
{
    return guarded([&]() -> Status {
        DeviceState& state = deviceState();
        const std::scoped_lock lock(state.mutex);
        return state.models.erase(id) == 1 ? kSuccess : kModelIdInvalid;
    });
}

DUMPSCOPE_ACL Status aclmdlExecute(std::uint32_t id, const Dataset* given, Dataset* wanted)
{
    return guarded([&] { return execute(id, given, wanted); });
}

DUMPSCOPE_ACL Status aclmdlExecuteAsync(std::uint32_t id, const Dataset* given, Dataset* wanted, void*)
{
    return aclmdlExecute(id, given, wanted);
}

DUMPSCOPE_ACL Status aclmdlExecuteV2(
    std::uint32_t id, const Dataset* given, Dataset* wanted, void*, const void*)
{
    return aclmdlExecute(id, given, wanted);
}

DUMPSCOPE_ACL Status aclmdlExecuteAsyncV2(
    std::uint32_t id, const Dataset* given, Dataset* wanted, void*, const void*)
{
    return aclmdlExecute(id, given, wanted);
}

DUMPSCOPE_ACL Status aclmdlQuerySize(const char*, std::size_t*, std::size_t*)
{
    return kNotSupported;
}

DUMPSCOPE_ACL Status aclmdlQuerySizeFromMem(const void*, std::size_t, std::size_t*, std::size_t*)
{
    return kNotSupported;
}

DUMPSCOPE_ACL Status aclmdlSetDynamicBatchSize(std::uint32_t, Dataset*, std::size_t, std::uint64_t)
{
    return kNotSupported;
}

DUMPSCOPE_ACL Status aclmdlSetDynamicHWSize(
    std::uint32_t, Dataset*, std::size_t, std::uint64_t, std::uint64_t)
{
    return kNotSupported;
}

DUMPSCOPE_ACL Status aclmdlSetInputDynamicDims(std::uint32_t, Dataset*, std::size_t, const IODims*)
{
    return kNotSupported;
}

} // namespace dumpscope::core
