// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx/onnx_runtime.h"

#include "onnx/onnx_runtime_api.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <dlfcn.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

/// Types this device can hand on, by number of TensorProto.DataType (docs/formats/ascendcl-capture.md 2.2).
struct RuntimeType {
    int onnx, ge, file;
    std::size_t bytes;
};
constexpr RuntimeType kRuntimeTypes[] = {{1, 0, 1, 4}, {2, 4, 4, 1}, {3, 2, 3, 1}, {4, 7, 6, 2}, {5, 6, 5, 2},
    {6, 3, 7, 4}, {7, 9, 8, 8}, {9, 12, 11, 1}, {10, 1, 2, 2}, {11, 11, 12, 8}, {12, 8, 9, 4},
    {13, 10, 10, 8}, {14, 16, 16, 8}, {15, 17, 17, 16}, {16, 27, 27, 2}, {17, 36, 35, 1}, {19, 35, 34, 1}};

const RuntimeType* typeRow(int elementType)
{
    const auto* row = std::ranges::find(kRuntimeTypes, elementType, &RuntimeType::onnx);
    return row == std::end(kRuntimeTypes) ? nullptr : row;
}

template<typename T> T* handle(void* pointer)
{
    return static_cast<T*>(pointer);
}
template<typename T> const T* handle(const void* pointer)
{
    return static_cast<const T*>(pointer);
}

/// ModelProto: ir_version 8, opset 13, graph g with one Relu from x to y, both float of two elements.
constexpr unsigned char kRelu[] = {0x08, 0x08, 0x42, 0x02, 0x10, 0x0d, 0x3a, 0x33, 0x0a, 0x0c, 0x0a, 0x01,
    'x', 0x12, 0x01, 'y', 0x22, 0x04, 'R', 'e', 'l', 'u', 0x12, 0x01, 'g', 0x5a, 0x0f, 0x0a, 0x01, 'x', 0x12,
    0x0a, 0x0a, 0x08, 0x08, 0x01, 0x12, 0x04, 0x0a, 0x02, 0x08, 0x02, 0x62, 0x0f, 0x0a, 0x01, 'y', 0x12, 0x0a,
    0x0a, 0x08, 0x08, 0x01, 0x12, 0x04, 0x0a, 0x02, 0x08, 0x02};

Result<void> selfTest(const std::shared_ptr<const OnnxRuntime>& runtime)
{
    TRY_ASSIGN(const auto session, OnnxSession::make(runtime, std::as_bytes(std::span(kRelu)), {}));
    const std::array<float, 2> values {-1.5F, 2.5F};
    const TensorData input {ort::kFloat32, {2}, std::as_bytes(std::span(values))};
    TRY_ASSIGN(const auto results, session->run({"x"}, {input}, {"y"}));
    const std::optional<TensorData>& result = results->at(0);
    constexpr std::array<float, 2> kExpected {0.0F, 2.5F};
    if (!result || result->bytes.size() != sizeof(kExpected)
        || std::memcmp(result->bytes.data(), kExpected.data(), sizeof(kExpected)) != 0)
        return fail(Code::Unsupported, phrase("ONNX Runtime computes a wrong Relu"));
    return {};
}

} // namespace

std::size_t onnxElementBytes(int elementType)
{
    const RuntimeType* row = typeRow(elementType);
    return row != nullptr ? row->bytes : 0;
}

std::optional<int> geTypeOfOnnx(int elementType)
{
    const RuntimeType* row = typeRow(elementType);
    return row != nullptr ? std::optional(row->ge) : std::nullopt;
}

std::optional<int> fileTypeOfOnnx(int elementType)
{
    const RuntimeType* row = typeRow(elementType);
    return row != nullptr ? std::optional(row->file) : std::nullopt;
}

Result<void> OnnxRuntime::check(void* status) const
{
    if (status == nullptr)
        return {};
    std::string message = ort::GetErrorMessage::of(m_api)(handle<ort::Status>(status));
    ort::ReleaseStatus::of(m_api)(handle<ort::Status>(status));
    return fail(Code::Unsupported, phrase("ONNX Runtime: %1", message));
}

Result<void> OnnxRuntime::open(const std::string& path)
{
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return fail(Code::Unsupported, phrase("ONNX Runtime cannot be loaded: %1", ::dlerror()));
    void* symbol = ::dlsym(library, "OrtGetApiBase");
    if (symbol == nullptr)
        return fail(Code::Unsupported, phrase("%1 is not ONNX Runtime", path));
    const auto* base = reinterpret_cast<const ort::ApiBase* (*)()>(symbol)();
    m_version = base->versionString();
    // Later releases may send usage data and give other numbers.
    if (m_version != kVersion)
        return fail(Code::Unsupported,
            phrase("%1 is ONNX Runtime %2, the CPU device needs %3", path, m_version, kVersion));
    m_api = base->getApi(ort::kApiVersion);
    if (m_api == nullptr)
        return fail(Code::Unsupported, phrase("%1 does not have the interface the CPU device needs", path));
    TRY_VOID(check(
        ort::CreateEnv::of(m_api)(ort::kFatal, "dumpscope", reinterpret_cast<ort::Env**>(&m_environment))));
    return check(
        ort::CreateCpuMemoryInfo::of(m_api)(0, 0, reinterpret_cast<ort::MemoryInfo**>(&m_memoryInfo)));
}

Result<std::shared_ptr<const OnnxRuntime>> OnnxRuntime::load(const std::vector<std::string>& candidates)
{
    for (const std::string& path : candidates) {
        if (::access(path.c_str(), R_OK) != 0)
            continue;
        const std::shared_ptr<OnnxRuntime> runtime(new OnnxRuntime);
        TRY_VOID(runtime->open(path));
        TRY_VOID(selfTest(runtime));
        return runtime;
    }
    std::string tried;
    for (const std::string& path : candidates)
        tried += ' ' + path;
    return fail(Code::NotFound,
        phrase("the CPU device needs ONNX Runtime %1, which is not there. Install "
               "python3-pip and configure the build again with access to a package index, "
               "or put libonnxruntime.so.%2 beside the device's library. Looked for:%3",
            kVersion, kVersion, tried));
}

Result<std::unique_ptr<OnnxSession>> OnnxSession::make(
    std::shared_ptr<const OnnxRuntime> runtime, std::span<const std::byte> model, const std::string& folder)
{
    const void* api = runtime->api();
    ort::SessionOptions* options = nullptr;
    TRY_VOID(runtime->check(ort::CreateSessionOptions::of(api)(&options)));
    const std::unique_ptr<ort::SessionOptions, void (*)(ort::SessionOptions*)> owner(
        options, ort::ReleaseSessionOptions::of(api));
    // As the model is written: no fusion, no reordering, one thread, memory given back.
    TRY_VOID(runtime->check(ort::SetSessionGraphOptimizationLevel::of(api)(options, 0)));
    TRY_VOID(runtime->check(ort::SetIntraOpNumThreads::of(api)(options, 1)));
    TRY_VOID(runtime->check(ort::DisableCpuMemArena::of(api)(options)));
    TRY_VOID(runtime->check(ort::SetSessionLogSeverityLevel::of(api)(options, ort::kFatal)));
    if (!folder.empty())
        TRY_VOID(runtime->check(ort::AddSessionConfigEntry::of(api)(
            options, "session.model_external_initializers_file_folder_path", folder.c_str())));
    std::unique_ptr<OnnxSession> session(new OnnxSession(runtime));
    TRY_VOID(runtime->check(ort::CreateSessionFromArray::of(api)(handle<ort::Env>(runtime->environment()),
        model.data(), model.size(), options, reinterpret_cast<ort::Session**>(&session->m_session))));
    return session;
}

OnnxSession::~OnnxSession()
{
    if (m_session != nullptr)
        ort::ReleaseSession::of(m_runtime->api())(handle<ort::Session>(m_session));
}

namespace {

Result<TensorKind> kindOf(const OnnxRuntime& runtime, const ort::TensorInfo* info)
{
    const void* api = runtime.api();
    TensorKind kind;
    TRY_VOID(runtime.check(ort::GetTensorElementType::of(api)(info, &kind.elementType)));
    std::size_t rank = 0;
    TRY_VOID(runtime.check(ort::GetDimensionsCount::of(api)(info, &rank)));
    kind.dims.resize(rank);
    TRY_VOID(runtime.check(ort::GetDimensions::of(api)(info, kind.dims.data(), rank)));
    return kind;
}

} // namespace

Result<TensorKind> OnnxSession::outputKind(std::size_t index) const
{
    const void* api = m_runtime->api();
    ort::TypeInfo* type = nullptr;
    TRY_VOID(m_runtime->check(
        ort::SessionGetOutputTypeInfo::of(api)(handle<ort::Session>(m_session), index, &type)));
    const std::unique_ptr<ort::TypeInfo, void (*)(ort::TypeInfo*)> owner(type, ort::ReleaseTypeInfo::of(api));
    const ort::TensorInfo* info = nullptr;
    TRY_VOID(m_runtime->check(ort::CastTypeInfoToTensorInfo::of(api)(type, &info)));
    return info != nullptr ? kindOf(*m_runtime, info) : Result<TensorKind>(TensorKind());
}

OnnxSession::Values::~Values()
{
    for (void* value : m_values) {
        if (value != nullptr)
            ort::ReleaseValue::of(m_runtime.api())(handle<ort::Value>(value));
    }
}

Result<void> OnnxSession::Values::describe()
{
    const void* api = m_runtime.api();
    m_data.resize(m_values.size());
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        auto* value = handle<ort::Value>(m_values[i]);
        int valueKind = 0;
        if (value == nullptr)
            continue;
        TRY_VOID(m_runtime.check(ort::GetValueType::of(api)(value, &valueKind)));
        if (valueKind != ort::kTensorValue)
            continue;
        ort::TensorInfo* info = nullptr;
        TRY_VOID(m_runtime.check(ort::GetTensorTypeAndShape::of(api)(value, &info)));
        const std::unique_ptr<ort::TensorInfo, void (*)(ort::TensorInfo*)> owner(
            info, ort::ReleaseTensorInfo::of(api));
        TRY_ASSIGN(TensorKind kind, kindOf(m_runtime, info));
        std::size_t bytes = onnxElementBytes(kind.elementType);
        for (const std::int64_t dim : kind.dims)
            bytes *= static_cast<std::size_t>(dim);
        void* data = nullptr;
        if (onnxElementBytes(kind.elementType) == 0)
            continue;
        TRY_VOID(m_runtime.check(ort::GetTensorMutableData::of(api)(value, &data)));
        m_data[i] = TensorData {
            kind.elementType, std::move(kind.dims), {static_cast<const std::byte*>(data), bytes}};
    }
    return {};
}

Result<std::unique_ptr<OnnxSession::Values>> OnnxSession::run(const std::vector<std::string>& inputNames,
    const std::vector<TensorData>& inputs, const std::vector<std::string>& outputNames) const
{
    const void* api = m_runtime->api();
    Values given(*m_runtime);
    std::vector<const char*> names, wanted;
    for (const std::string& name : inputNames)
        names.push_back(name.c_str());
    for (const std::string& name : outputNames)
        wanted.push_back(name.c_str());
    for (const TensorData& input : inputs) {
        ort::Value* value = nullptr;
        // It is only read; the interface has no const.
        TRY_VOID(m_runtime->check(ort::CreateTensorWithDataAsOrtValue::of(api)(
            handle<ort::MemoryInfo>(m_runtime->memoryInfo()), const_cast<std::byte*>(input.bytes.data()),
            input.bytes.size(), input.dims.data(), input.dims.size(), input.elementType, &value)));
        given.m_values.push_back(value);
    }
    auto results = std::make_unique<Values>(*m_runtime);
    results->m_values.resize(wanted.size(), nullptr);
    TRY_VOID(m_runtime->check(ort::Run::of(api)(handle<ort::Session>(m_session), nullptr, names.data(),
        reinterpret_cast<const ort::Value* const*>(given.m_values.data()), names.size(), wanted.data(),
        wanted.size(), reinterpret_cast<ort::Value**>(results->m_values.data()))));
    TRY_VOID(results->describe());
    return results;
}

std::vector<std::string> onnxRuntimePlaces(const std::string& chosen, const std::string& programFolder)
{
    if (!chosen.empty())
        return {chosen};
    return {programFolder.substr(0, programFolder.rfind('/')) + "/lib/dumpscope/libonnxruntime.so."
        + std::string(OnnxRuntime::kVersion)};
}

} // namespace dumpscope::core
