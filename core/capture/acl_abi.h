// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace dumpscope::core::acl {

// The part of AscendCL's C interface that a capture needs (docs/formats/ascendcl-capture.md 2), declared by
// us. Numbers and layouts are the interface; nothing of a vendor's header is used.

using Status = int;

struct ModelDescription;  // aclmdlDesc
struct Dataset;           // aclmdlDataset
struct DataBuffer;        // aclDataBuffer
struct TensorDescription; // aclTensorDesc

inline constexpr std::size_t kMaxDims = 128;
inline constexpr std::size_t kMaxTensorName = 128;

struct IODims { // aclmdlIODims
    char name[kMaxTensorName];
    std::size_t dimCount;
    std::int64_t dims[kMaxDims];
};
static_assert(sizeof(IODims) == 1160);

struct IODimsRange { // aclmdlIODimsRange
    std::size_t rangeCount;
    std::int64_t range[kMaxDims][2];
};
static_assert(sizeof(IODimsRange) == 2056);

/// acldumpChunk without its data, which begins at kChunkDataOffset, inside the padded size.
struct DumpChunk {
    char fileName[4096];
    std::uint32_t bufLen;
    std::uint32_t isLastChunk;
    std::int64_t offset; ///< -1: append
    std::int32_t flag;
};
static_assert(sizeof(DumpChunk) == 4120);
inline constexpr std::size_t kChunkDataOffset = 4116;
using DumpCallback = std::int32_t (*)(const DumpChunk*, std::int32_t length);

struct PackageVersion { // aclCANNPackageVersion
    char version[128], majorVersion[64], minorVersion[64], releaseVersion[64], patchVersion[64],
        reserved[128];
};
static_assert(sizeof(PackageVersion) == 512);

enum ReturnCode : Status {
    kSuccess = 0,
    kInvalidParam = 100000,
    kUninitialized = 100001,
    kRepeatInitialize = 100002,
    kInvalidFile = 100003,
    kParseFile = 100006,
    kInvalidDumpConfig = 100009,
    kRepeatFinalize = 100037,
    kDumpAlreadyRun = 100044,
    kDumpNotRun = 100045,
    kContextNull = 107002,
    kInvalidDeviceId = 107001,
    kRuntimeParamInvalid = 107000,
    kStreamTimeoutInvalid = 107000,
    kNotExecutorInit = 145001,
    kModelPathInvalid = 145002,
    kModelIdInvalid = 145003,
    kModelDataSizeInvalid = 145006,
    kNotSupported = 200001,
    kMemoryAllocation = 207001,
    kStorageOverLimit = 300000,
    kInternalError = 500000,
    kFailure = 500001,
    kGeFailure = 500002,
    kLoadModel = 545001,
    kAiCoreException = 507015,
    kDataDumpResponse = 507019,
};

enum MemcpyKind : int { kHostToHost = 0, kHostToDevice = 1, kDeviceToHost = 2 };
enum RunMode : int { kDevice = 0, kHost = 1 };
enum DumpType : int { kBriefDump = 1, kNormDump = 2, kDetailDump = 3, kDataDump = 4, kOverflowDump = 5 };

inline constexpr int kFormatUndefined = -1;
inline constexpr int kFormatNd = 2;
inline constexpr int kDtypeUndefined = -1;

} // namespace dumpscope::core::acl
