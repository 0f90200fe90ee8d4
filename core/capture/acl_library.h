// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "capture/acl_abi.h"

#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A library that implements AscendCL, loaded by name. Functions that a capture needs are never null; the
/// others may be, since releases differ. Stays loaded until the process ends: runtimes do not survive being
/// unloaded.
class AclLibrary {
public:
    /// Takes the first of `paths` that is there. Functions that it does not have itself are looked for in
    /// libacl_rt.so, libacl_mdl.so and libascend_dump.so beside it (docs/formats/ascendcl-capture.md 2.1).
    /// Errors: Code::NotFound where none is there, Code::Unsupported where it cannot be loaded or lacks
    /// needed functions.
    [[nodiscard]] static Result<AclLibrary> open(const std::vector<std::string>& paths);

    const std::string& path() const { return m_path; }

    using Status = acl::Status;
    // Needed.
    Status (*aclInit)(const char*) = nullptr;
    Status (*aclFinalize)() = nullptr;
    Status (*aclrtGetDeviceCount)(std::uint32_t*) = nullptr;
    Status (*aclrtSetDevice)(std::int32_t) = nullptr;
    Status (*aclrtResetDevice)(std::int32_t) = nullptr;
    Status (*aclrtMalloc)(void**, std::size_t, int policy) = nullptr;
    Status (*aclrtFree)(void*) = nullptr;
    Status (*aclrtMemcpy)(void*, std::size_t, const void*, std::size_t, int kind) = nullptr;
    Status (*aclmdlLoadFromFile)(const char*, std::uint32_t*) = nullptr;
    Status (*aclmdlUnload)(std::uint32_t) = nullptr;
    Status (*aclmdlExecute)(std::uint32_t, const acl::Dataset*, acl::Dataset*) = nullptr;
    acl::ModelDescription* (*aclmdlCreateDesc)() = nullptr;
    Status (*aclmdlDestroyDesc)(acl::ModelDescription*) = nullptr;
    Status (*aclmdlGetDesc)(acl::ModelDescription*, std::uint32_t) = nullptr;
    std::size_t (*aclmdlGetNumInputs)(acl::ModelDescription*) = nullptr;
    std::size_t (*aclmdlGetNumOutputs)(acl::ModelDescription*) = nullptr;
    std::size_t (*aclmdlGetOutputSizeByIndex)(acl::ModelDescription*, std::size_t) = nullptr;
    Status (*aclmdlGetInputDims)(const acl::ModelDescription*, std::size_t, acl::IODims*) = nullptr;
    const char* (*aclmdlGetInputNameByIndex)(const acl::ModelDescription*, std::size_t) = nullptr;
    int (*aclmdlGetInputDataType)(const acl::ModelDescription*, std::size_t) = nullptr;
    acl::Dataset* (*aclmdlCreateDataset)() = nullptr;
    Status (*aclmdlDestroyDataset)(const acl::Dataset*) = nullptr;
    Status (*aclmdlAddDatasetBuffer)(acl::Dataset*, acl::DataBuffer*) = nullptr;
    acl::DataBuffer* (*aclCreateDataBuffer)(void*, std::size_t) = nullptr;
    Status (*aclDestroyDataBuffer)(const acl::DataBuffer*) = nullptr;
    void* (*aclGetDataBufferAddr)(const acl::DataBuffer*) = nullptr;
    Status (*aclmdlInitDump)() = nullptr;
    Status (*aclmdlSetDump)(const char*) = nullptr;
    Status (*aclmdlFinalizeDump)() = nullptr;
    // May be missing.
    const char* (*aclGetRecentErrMsg)() = nullptr;
    const char* (*aclrtGetSocName)() = nullptr;
    Status (*aclrtGetVersion)(std::int32_t*, std::int32_t*, std::int32_t*) = nullptr;
    Status (*aclsysGetCANNVersion)(int, acl::PackageVersion*) = nullptr;
    Status (*aclrtGetMemInfo)(int, std::size_t*, std::size_t*) = nullptr;
    Status (*aclrtSynchronizeDevice)() = nullptr;
    acl::TensorDescription* (*aclCreateTensorDesc)(int, int, const std::int64_t*, int) = nullptr;
    void (*aclDestroyTensorDesc)(const acl::TensorDescription*) = nullptr;
    Status (*aclmdlSetDatasetTensorDesc)(acl::Dataset*, acl::TensorDescription*, std::size_t) = nullptr;

private:
    AclLibrary() = default;
    std::string m_path;
};

} // namespace dumpscope::core
