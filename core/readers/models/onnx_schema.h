// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"
#include "tensor/dtype.h"

namespace dumpscope::core::onnx {

/// Field numbers of ONNX's public onnx.proto (IR version 10).
enum Model : std::uint32_t {
    kIrVersion = 1,
    kProducerName = 2,
    kProducerVersion = 3,
    kModelDomain = 4,
    kModelVersion = 5,
    kModelDoc = 6,
    kModelGraph = 7,
    kOpsetImport = 8,
    kMetadata = 14,
    kFunctions = 25
};
enum GraphField : std::uint32_t {
    kGraphNode = 1,
    kGraphName = 2,
    kGraphInitializer = 5,
    kGraphDoc = 10,
    kGraphInput = 11,
    kGraphOutput = 12,
    kGraphValueInfo = 13,
    kGraphSparse = 15,
    kGraphMetadata = 16
};
enum Node : std::uint32_t {
    kNodeInput = 1,
    kNodeOutput = 2,
    kNodeName = 3,
    kNodeOpType = 4,
    kNodeAttribute = 5,
    kNodeDoc = 6,
    kNodeDomain = 7,
    kNodeOverload = 8,
    kNodeMetadata = 9
};
enum Attribute : std::uint32_t {
    kAttrName = 1,
    kAttrF = 2,
    kAttrI = 3,
    kAttrS = 4,
    kAttrT = 5,
    kAttrG = 6,
    kAttrFloats = 7,
    kAttrInts = 8,
    kAttrStrings = 9,
    kAttrTensors = 10,
    kAttrGraphs = 11,
    kAttrTypeProto = 14,
    kAttrTypeProtos = 15,
    kAttrType = 20,
    kAttrRef = 21,
    kAttrSparse = 22,
    kAttrSparses = 23
};
enum Tensor : std::uint32_t {
    kTensorDims = 1,
    kTensorType = 2,
    kTensorFloats = 4,
    kTensorInt32s = 5,
    kTensorStrings = 6,
    kTensorInt64s = 7,
    kTensorName = 8,
    kTensorRaw = 9,
    kTensorDoubles = 10,
    kTensorUint64s = 11,
    kTensorExternal = 13,
    kTensorLocation = 14
};
enum Entry : std::uint32_t { kEntryKey = 1, kEntryValue = 2 };
enum ValueInfo : std::uint32_t { kValueName = 1, kValueType = 2 };
enum Type : std::uint32_t {
    kTypeTensor = 1,
    kTypeSequence = 4,
    kTypeMap = 5,
    kTypeSparse = 8,
    kTypeOptional = 9
};
enum TensorType : std::uint32_t { kElemType = 1, kShape = 2 };
enum Dim : std::uint32_t { kDimValue = 1, kDimParam = 2 };
enum Function : std::uint32_t {
    kFunctionName = 1,
    kFunctionInput = 4,
    kFunctionOutput = 5,
    kFunctionAttribute = 6,
    kFunctionNode = 7,
    kFunctionDomain = 10,
    kFunctionValueInfo = 12,
    kFunctionOverload = 13
};
enum Opset : std::uint32_t { kOpsetDomain = 1, kOpsetVersion = 2 };
enum Sparse : std::uint32_t { kSparseValues = 1, kSparseIndices = 2, kSparseDims = 3 };

extern const ProtoMessage kModelProto, kTensorProto;

/// TensorProto.DataType; Unknown for undefined numbers and types without a counterpart.
[[nodiscard]] DType dtypeOf(std::int64_t number);
/// "FLOAT", "INT4"; the number itself when it has no name.
[[nodiscard]] std::string dtypeText(std::int64_t number);

} // namespace dumpscope::core::onnx
