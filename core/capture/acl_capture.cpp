// SPDX-License-Identifier: GPL-3.0-or-later
// A capture as a program of AscendCL would do it (docs/formats/ascendcl-capture.md 3.3).
#include "capture/acl_library.h"
#include "capture/capture.h"
#include "capture/capture_input.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace dumpscope::core {

namespace {

/// A call that refused.
struct Refusal {
    std::string call;
    int code = 0;
    Message text;
};
using Step = std::optional<Refusal>;

#define DUMPSCOPE_STEP(step)                                                                                 \
    do {                                                                                                     \
        if (Step refused = (step))                                                                           \
            return refused;                                                                                  \
    } while (false)

class AclCapture {
public:
    AclCapture(const CaptureHostRequest& request, const CaptureSink& sink)
        : m_request(request)
        , m_sink(sink)
    {
    }
    ~AclCapture();
    AclCapture(const AclCapture&) = delete;
    AclCapture& operator=(const AclCapture&) = delete;

    Step run();

private:
    void state(std::string_view word) const
    {
        CaptureEvent event;
        event.kind = CaptureEvent::Kind::State;
        event.text = word;
        m_sink(event);
    }
    Step call(const char* name, int code, const Message& advice = {}) const;
    Step connect();
    Step listDevices();
    Step arm();
    Step readInputs();
    Step makeOutputs();
    Step execute();
    Step drain();

    const CaptureHostRequest& m_request;
    const CaptureSink& m_sink;
    std::optional<AclLibrary> m_acl;
    bool m_isInitialized = false, m_isDumping = false, m_isLoaded = false;
    std::uint32_t m_model = 0;
    acl::ModelDescription* m_description = nullptr;
    acl::Dataset *m_inputs = nullptr, *m_outputs = nullptr;
    std::vector<acl::DataBuffer*> m_buffers;
    std::vector<void*> m_memory;
};

Step AclCapture::call(const char* name, int code, const Message& advice) const
{
    if (code == acl::kSuccess)
        return std::nullopt;
    Message text = phrase("%1 answered %2", name, code);
    const char* why = m_acl->aclGetRecentErrMsg != nullptr ? m_acl->aclGetRecentErrMsg() : nullptr;
    if (why != nullptr) {
        std::string lines = why;
        while (lines.ends_with('\n'))
            lines.pop_back();
        text = phrase("%1: %2", text, lines);
    }
    return Refusal {name, code, joined(std::array {text, advice})};
}

Step AclCapture::connect()
{
    auto library = AclLibrary::open(m_request.runtimes);
    if (!library)
        return Refusal {{}, 0, library.error().inFull()};
    m_acl.emplace(std::move(*library));
    state("connecting");
    DUMPSCOPE_STEP(call("aclInit", m_acl->aclInit(nullptr)));
    m_isInitialized = true;
    if (m_request.devicesOnly)
        return listDevices();
    return call("aclrtSetDevice", m_acl->aclrtSetDevice(m_request.device),
        phrase("dumpscope-cli devices lists the devices"));
}

Step AclCapture::listDevices()
{
    CaptureEvent event;
    event.kind = CaptureEvent::Kind::Devices;
    event.runtime = m_acl->path();
    acl::PackageVersion package {};
    std::int32_t major = 0, minor = 0, patch = 0;
    if (m_acl->aclsysGetCANNVersion != nullptr && m_acl->aclsysGetCANNVersion(0, &package) == acl::kSuccess)
        event.version = std::string(package.version, ::strnlen(package.version, sizeof(package.version)));
    if (m_acl->aclrtGetVersion != nullptr && m_acl->aclrtGetVersion(&major, &minor, &patch) == acl::kSuccess)
        event.version += (event.version.empty() ? "AscendCL " : ", AscendCL ") + std::to_string(major) + '.'
            + std::to_string(minor) + '.' + std::to_string(patch);
    std::uint32_t count = 0;
    DUMPSCOPE_STEP(call("aclrtGetDeviceCount", m_acl->aclrtGetDeviceCount(&count)));
    for (std::uint32_t i = 0; i < count; ++i) {
        CaptureDevice device;
        device.id = static_cast<int>(i);
        const Step refused = call("aclrtSetDevice", m_acl->aclrtSetDevice(device.id));
        device.state = refused ? refused->text : phrase("ready");
        if (!refused) {
            const char* name = m_acl->aclrtGetSocName != nullptr ? m_acl->aclrtGetSocName() : nullptr;
            device.name = name != nullptr ? name : "";
            std::size_t unused = 0, total = 0;
            constexpr int kHbm = 1;
            if (m_acl->aclrtGetMemInfo != nullptr
                && m_acl->aclrtGetMemInfo(kHbm, &unused, &total) == acl::kSuccess) {
                device.memoryFree = unused;
                device.memoryTotal = total;
            }
            m_acl->aclrtResetDevice(device.id);
        }
        event.devices.push_back(std::move(device));
    }
    m_sink(event);
    return std::nullopt;
}

Step AclCapture::arm()
{
    state("loading");
    DUMPSCOPE_STEP(call("aclmdlInitDump", m_acl->aclmdlInitDump()));
    m_isDumping = true;
    DUMPSCOPE_STEP(call("aclmdlSetDump", m_acl->aclmdlSetDump(m_request.config.c_str()),
        phrase("dumpscope-cli config check says what is wrong and where")));
    DUMPSCOPE_STEP(call("aclmdlLoadFromFile", m_acl->aclmdlLoadFromFile(m_request.model.c_str(), &m_model)));
    m_isLoaded = true;
    m_description = m_acl->aclmdlCreateDesc();
    if (m_description == nullptr)
        return Refusal {"aclmdlCreateDesc", 0, phrase("%1 gave nothing", "aclmdlCreateDesc")};
    DUMPSCOPE_STEP(call("aclmdlGetDesc", m_acl->aclmdlGetDesc(m_description, m_model)));
    DUMPSCOPE_STEP(readInputs());
    DUMPSCOPE_STEP(makeOutputs());
    state("armed");
    return std::nullopt;
}

Step AclCapture::readInputs()
{
    m_inputs = m_acl->aclmdlCreateDataset();
    const std::size_t count = m_acl->aclmdlGetNumInputs(m_description);
    std::vector<ModelInput> wanted;
    std::string names;
    for (std::size_t i = 0; i < count; ++i) {
        acl::IODims dims {};
        DUMPSCOPE_STEP(call("aclmdlGetInputDims", m_acl->aclmdlGetInputDims(m_description, i, &dims)));
        const char* name = m_acl->aclmdlGetInputNameByIndex(m_description, i);
        wanted.push_back({name != nullptr ? name : "", m_acl->aclmdlGetInputDataType(m_description, i),
            {dims.dims, dims.dims + std::min(dims.dimCount, acl::kMaxDims)}});
        names += (names.empty() ? "" : ", ") + printable(wanted.back().name);
    }
    if (m_request.inputs.size() != count)
        return Refusal {{}, 0,
            phrase("the model has %1 inputs (%2), %3 were given; name one file for each, in this order",
                count, names, m_request.inputs.size())};
    for (std::size_t i = 0; i < count; ++i) {
        const auto input = readCaptureInput(m_request.inputs[i], wanted[i]);
        if (!input)
            return Refusal {{}, 0, input.error().inFull()};
        void* memory = nullptr;
        const std::size_t size = input->data.size();
        if (size > 0) {
            DUMPSCOPE_STEP(call("aclrtMalloc", m_acl->aclrtMalloc(&memory, size, 0)));
            m_memory.push_back(memory);
            DUMPSCOPE_STEP(call("aclrtMemcpy",
                m_acl->aclrtMemcpy(memory, size, input->data.data(), size, acl::kHostToDevice)));
        }
        if (auto changed = input->data.check(); !changed)
            return Refusal {{}, 0, changed.error().inFull()};
        m_buffers.push_back(m_acl->aclCreateDataBuffer(memory, size));
        DUMPSCOPE_STEP(
            call("aclmdlAddDatasetBuffer", m_acl->aclmdlAddDatasetBuffer(m_inputs, m_buffers.back())));
        const bool isFree = std::ranges::any_of(wanted[i].dims, [](std::int64_t dim) { return dim < 0; });
        if (!isFree)
            continue;
        if (m_acl->aclmdlSetDatasetTensorDesc == nullptr || m_acl->aclCreateTensorDesc == nullptr)
            return Refusal {{}, 0,
                phrase(
                    "input %1 has free dimensions, which this runtime cannot be told; use a model with fixed "
                    "shapes",
                    printable(wanted[i].name))};
        auto* description = m_acl->aclCreateTensorDesc(
            wanted[i].geType, static_cast<int>(input->dims.size()), input->dims.data(), acl::kFormatNd);
        const int code = m_acl->aclmdlSetDatasetTensorDesc(m_inputs, description, i);
        if (m_acl->aclDestroyTensorDesc != nullptr)
            m_acl->aclDestroyTensorDesc(description);
        DUMPSCOPE_STEP(call("aclmdlSetDatasetTensorDesc", code));
    }
    return std::nullopt;
}

/// Where the size is known, memory for it; else the runtime brings its own.
Step AclCapture::makeOutputs()
{
    m_outputs = m_acl->aclmdlCreateDataset();
    const std::size_t count = m_acl->aclmdlGetNumOutputs(m_description);
    for (std::size_t i = 0; i < count; ++i) {
        void* memory = nullptr;
        const std::size_t size = m_acl->aclmdlGetOutputSizeByIndex(m_description, i);
        if (size > 0) {
            DUMPSCOPE_STEP(call("aclrtMalloc", m_acl->aclrtMalloc(&memory, size, 0)));
            m_memory.push_back(memory);
        }
        m_buffers.push_back(m_acl->aclCreateDataBuffer(memory, size));
        DUMPSCOPE_STEP(
            call("aclmdlAddDatasetBuffer", m_acl->aclmdlAddDatasetBuffer(m_outputs, m_buffers.back())));
    }
    return std::nullopt;
}

Step AclCapture::execute()
{
    state("executing");
    for (int i = 0; i < m_request.runs; ++i) {
        DUMPSCOPE_STEP(call("aclmdlExecute", m_acl->aclmdlExecute(m_model, m_inputs, m_outputs)));
        CaptureEvent event;
        event.kind = CaptureEvent::Kind::Progress;
        event.done = static_cast<std::uint64_t>(i) + 1;
        event.total = static_cast<std::uint64_t>(m_request.runs);
        m_sink(event);
    }
    return std::nullopt;
}

Step AclCapture::drain()
{
    state("draining");
    if (m_acl->aclrtSynchronizeDevice != nullptr)
        DUMPSCOPE_STEP(call("aclrtSynchronizeDevice", m_acl->aclrtSynchronizeDevice()));
    m_isDumping = false;
    return call("aclmdlFinalizeDump", m_acl->aclmdlFinalizeDump());
}

Step AclCapture::run()
{
    state("self-test");
    DUMPSCOPE_STEP(connect());
    if (m_request.devicesOnly)
        return std::nullopt;
    DUMPSCOPE_STEP(arm());
    DUMPSCOPE_STEP(execute());
    return drain();
}

AclCapture::~AclCapture()
{
    // In reverse; what a call answers does not matter any more.
    if (m_isDumping)
        m_acl->aclmdlFinalizeDump();
    for (const acl::Dataset* dataset : {m_inputs, m_outputs}) {
        if (dataset != nullptr)
            m_acl->aclmdlDestroyDataset(dataset);
    }
    for (const acl::DataBuffer* buffer : m_buffers) {
        // The runtime brought memory for outputs whose size was not known.
        void* memory = m_acl->aclGetDataBufferAddr(buffer);
        if (memory != nullptr && std::ranges::find(m_memory, memory) == m_memory.end())
            m_memory.push_back(memory);
        m_acl->aclDestroyDataBuffer(buffer);
    }
    for (void* memory : m_memory)
        m_acl->aclrtFree(memory);
    if (m_description != nullptr)
        m_acl->aclmdlDestroyDesc(m_description);
    if (m_isLoaded)
        m_acl->aclmdlUnload(m_model);
    if (m_isInitialized)
        m_acl->aclFinalize();
}

#undef DUMPSCOPE_STEP

} // namespace

bool captureHere(const CaptureHostRequest& request, const CaptureSink& sink)
{
    CaptureEvent event;
    const Step refused = AclCapture(request, sink).run();
    event.kind = refused ? CaptureEvent::Kind::Failed : CaptureEvent::Kind::Done;
    if (refused) {
        event.text = refused->text;
        event.call = refused->call;
        event.code = refused->code;
    }
    sink(event);
    return !refused;
}

} // namespace dumpscope::core
