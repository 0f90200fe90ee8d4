// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace dumpscope::core::ort {

// The C interface of ONNX Runtime as far as it is used: a table of functions that is only ever appended to,
// so a slot's number identifies the function. Own declarations; nothing of its header is used.

struct Status;
struct Env;
struct Session;
struct SessionOptions;
struct RunOptions;
struct MemoryInfo;
struct TypeInfo;
struct TensorInfo; // OrtTensorTypeAndShapeInfo
struct Value;

struct ApiBase {
    const void* (*getApi)(std::uint32_t version);
    const char* (*versionString)();
};
inline constexpr std::uint32_t kApiVersion = 16;

enum LoggingLevel : int { kVerbose = 0, kWarning = 2, kFatal = 4 };
enum ElementType : int { kFloat32 = 1, kString = 8, kFloat16 = 10 };
inline constexpr int kTensorValue = 1; ///< of GetValueType

/// A slot: its place in the table and its type.
template<std::size_t place, typename Function> struct Slot {
    static Function* of(const void* table)
    {
        return reinterpret_cast<Function*>(static_cast<void* const*>(table)[place]);
    }
};

using GetErrorMessage = Slot<2, const char*(const Status*)>;
using CreateEnv = Slot<3, Status*(int level, const char* name, Env**)>;
using CreateSessionFromArray
    = Slot<8, Status*(const Env*, const void* model, std::size_t bytes, const SessionOptions*, Session**)>;
using Run = Slot<9,
    Status*(Session*, const RunOptions*, const char* const* inputNames, const Value* const* inputs,
        std::size_t inputCount, const char* const* outputNames, std::size_t outputCount, Value** outputs)>;
using CreateSessionOptions = Slot<10, Status*(SessionOptions**)>;
using DisableCpuMemArena = Slot<19, Status*(SessionOptions*)>;
using SetSessionLogSeverityLevel = Slot<22, Status*(SessionOptions*, int)>;
using SetSessionGraphOptimizationLevel = Slot<23, Status*(SessionOptions*, int)>;
using SetIntraOpNumThreads = Slot<24, Status*(SessionOptions*, int)>;
using SessionGetOutputTypeInfo = Slot<34, Status*(const Session*, std::size_t index, TypeInfo**)>;
using CreateTensorWithDataAsOrtValue = Slot<49,
    Status*(const MemoryInfo*, void* data, std::size_t bytes, const std::int64_t* shape, std::size_t rank,
        int elementType, Value**)>;
using GetTensorMutableData = Slot<51, Status*(Value*, void**)>;
using CastTypeInfoToTensorInfo = Slot<55, Status*(const TypeInfo*, const TensorInfo**)>;
using GetTensorElementType = Slot<60, Status*(const TensorInfo*, int*)>;
using GetDimensionsCount = Slot<61, Status*(const TensorInfo*, std::size_t*)>;
using GetDimensions = Slot<62, Status*(const TensorInfo*, std::int64_t*, std::size_t)>;
using GetTensorTypeAndShape = Slot<65, Status*(const Value*, TensorInfo**)>;
using GetValueType = Slot<67, Status*(const Value*, int*)>;
using CreateCpuMemoryInfo = Slot<69, Status*(int allocator, int memory, MemoryInfo**)>;
using ReleaseStatus = Slot<93, void(Status*)>;
using ReleaseSession = Slot<95, void(Session*)>;
using ReleaseValue = Slot<96, void(Value*)>;
using ReleaseTypeInfo = Slot<98, void(TypeInfo*)>;
using ReleaseTensorInfo = Slot<99, void(TensorInfo*)>;
using ReleaseSessionOptions = Slot<100, void(SessionOptions*)>;
using AddSessionConfigEntry = Slot<130, Status*(SessionOptions*, const char* key, const char* value)>;

} // namespace dumpscope::core::ort
