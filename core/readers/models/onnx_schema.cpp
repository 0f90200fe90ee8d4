// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/models/onnx_schema.h"

#include <algorithm>

namespace dumpscope::core::onnx {

namespace {

using K = ProtoKind;

extern const ProtoMessage kGraphProto, kTypeProto;

constexpr ProtoField kEntryFields[] {{kEntryKey, "key", K::Text}, {kEntryValue, "value", K::Text}};
constexpr ProtoMessage kStringEntry {"StringStringEntryProto", kEntryFields};

// The numbers of tensors are only looked for, except by whoever opens one.
constexpr ProtoField kTensorFields[] {{kTensorDims, "dims", K::Integer},
    {kTensorType, "data_type", K::Integer}, {kTensorFloats, "float_data", K::Bytes},
    {kTensorInt32s, "int32_data", K::Bytes}, {kTensorStrings, "string_data", K::Bytes},
    {kTensorInt64s, "int64_data", K::Bytes}, {kTensorName, "name", K::Text},
    {kTensorRaw, "raw_data", K::Bytes}, {kTensorDoubles, "double_data", K::Bytes},
    {kTensorUint64s, "uint64_data", K::Bytes}, {kTensorExternal, "external_data", K::Message, &kStringEntry},
    {kTensorLocation, "data_location", K::Integer}};

constexpr ProtoField kSparseFields[] {{kSparseValues, "values", K::Message, &kTensorProto},
    {kSparseIndices, "indices", K::Message, &kTensorProto}, {kSparseDims, "dims", K::Integer}};
constexpr ProtoMessage kSparseTensor {"SparseTensorProto", kSparseFields};

constexpr ProtoField kAttributeFields[] {{kAttrName, "name", K::Text}, {kAttrF, "f", K::Float},
    {kAttrI, "i", K::Integer}, {kAttrS, "s", K::Bytes}, {kAttrT, "t", K::Message, &kTensorProto},
    {kAttrG, "g", K::Message, &kGraphProto}, {kAttrFloats, "floats", K::Float},
    {kAttrInts, "ints", K::Integer}, {kAttrStrings, "strings", K::Bytes},
    {kAttrTensors, "tensors", K::Message, &kTensorProto}, {kAttrGraphs, "graphs", K::Message, &kGraphProto},
    {kAttrTypeProto, "tp", K::Message, &kTypeProto},
    {kAttrTypeProtos, "type_protos", K::Message, &kTypeProto}, {kAttrType, "type", K::Integer},
    {kAttrRef, "ref_attr_name", K::Text}, {kAttrSparse, "sparse_tensor", K::Message, &kSparseTensor},
    {kAttrSparses, "sparse_tensors", K::Message, &kSparseTensor}};
constexpr ProtoMessage kAttributeProto {"AttributeProto", kAttributeFields};

constexpr ProtoField kNodeFields[] {{kNodeInput, "input", K::Text}, {kNodeOutput, "output", K::Text},
    {kNodeName, "name", K::Text}, {kNodeOpType, "op_type", K::Text},
    {kNodeAttribute, "attribute", K::Message, &kAttributeProto}, {kNodeDoc, "doc_string", K::Text},
    {kNodeDomain, "domain", K::Text}, {kNodeOverload, "overload", K::Text},
    {kNodeMetadata, "metadata_props", K::Message, &kStringEntry}};
constexpr ProtoMessage kNodeProto {"NodeProto", kNodeFields};

constexpr ProtoField kDimFields[] {{kDimValue, "dim_value", K::Integer}, {kDimParam, "dim_param", K::Text}};
constexpr ProtoMessage kDimension {"Dimension", kDimFields};
constexpr ProtoField kShapeFields[] {{1, "dim", K::Message, &kDimension}};
constexpr ProtoMessage kShapeProto {"TensorShapeProto", kShapeFields};
constexpr ProtoField kTensorTypeFields[] {
    {kElemType, "elem_type", K::Integer}, {kShape, "shape", K::Message, &kShapeProto}};
constexpr ProtoMessage kTensorTypeProto {"Tensor", kTensorTypeFields};
constexpr ProtoField kElementFields[] {{1, "elem_type", K::Message, &kTypeProto}};
constexpr ProtoMessage kElementProto {"Sequence", kElementFields};
constexpr ProtoField kMapFields[] {{1, "key_type", K::Integer}, {2, "value_type", K::Message, &kTypeProto}};
constexpr ProtoMessage kMapProto {"Map", kMapFields};
constexpr ProtoField kTypeFields[] {{kTypeTensor, "tensor_type", K::Message, &kTensorTypeProto},
    {kTypeSequence, "sequence_type", K::Message, &kElementProto},
    {kTypeMap, "map_type", K::Message, &kMapProto},
    {kTypeSparse, "sparse_tensor_type", K::Message, &kTensorTypeProto},
    {kTypeOptional, "optional_type", K::Message, &kElementProto}};
constexpr ProtoMessage kTypeProto {"TypeProto", kTypeFields};
constexpr ProtoField kValueFields[] {
    {kValueName, "name", K::Text}, {kValueType, "type", K::Message, &kTypeProto}};
constexpr ProtoMessage kValueInfo {"ValueInfoProto", kValueFields};

constexpr ProtoField kGraphFields[] {{kGraphNode, "node", K::Message, &kNodeProto},
    {kGraphName, "name", K::Text}, {kGraphInitializer, "initializer", K::Message, &kTensorProto},
    {kGraphDoc, "doc_string", K::Text}, {kGraphInput, "input", K::Message, &kValueInfo},
    {kGraphOutput, "output", K::Message, &kValueInfo},
    {kGraphValueInfo, "value_info", K::Message, &kValueInfo},
    {kGraphSparse, "sparse_initializer", K::Message, &kSparseTensor},
    {kGraphMetadata, "metadata_props", K::Message, &kStringEntry}};
constexpr ProtoMessage kGraphProto {"GraphProto", kGraphFields};

constexpr ProtoField kOpsetFields[] {
    {kOpsetDomain, "domain", K::Text}, {kOpsetVersion, "version", K::Integer}};
constexpr ProtoMessage kOpsetId {"OperatorSetIdProto", kOpsetFields};

constexpr ProtoField kFunctionFields[] {{kFunctionName, "name", K::Text}, {kFunctionInput, "input", K::Text},
    {kFunctionOutput, "output", K::Text}, {kFunctionAttribute, "attribute", K::Text},
    {kFunctionNode, "node", K::Message, &kNodeProto}, {kFunctionDomain, "domain", K::Text},
    {kFunctionValueInfo, "value_info", K::Message, &kValueInfo}, {kFunctionOverload, "overload", K::Text}};
constexpr ProtoMessage kFunctionProto {"FunctionProto", kFunctionFields};

constexpr ProtoField kModelFields[] {{kIrVersion, "ir_version", K::Integer},
    {kProducerName, "producer_name", K::Text}, {kProducerVersion, "producer_version", K::Text},
    {kModelDomain, "domain", K::Text}, {kModelVersion, "model_version", K::Integer},
    {kModelDoc, "doc_string", K::Text}, {kModelGraph, "graph", K::Message, &kGraphProto},
    {kOpsetImport, "opset_import", K::Message, &kOpsetId},
    {kMetadata, "metadata_props", K::Message, &kStringEntry},
    {kFunctions, "functions", K::Message, &kFunctionProto}};

struct OnnxDtype {
    std::string_view name;
    DType dtype;
};
/// By number of TensorProto.DataType.
constexpr OnnxDtype kDtypes[] {{"UNDEFINED", DType::Unknown}, {"FLOAT", DType::Float32},
    {"UINT8", DType::UInt8}, {"INT8", DType::Int8}, {"UINT16", DType::UInt16}, {"INT16", DType::Int16},
    {"INT32", DType::Int32}, {"INT64", DType::Int64}, {"STRING", DType::String}, {"BOOL", DType::Bool},
    {"FLOAT16", DType::Float16}, {"DOUBLE", DType::Float64}, {"UINT32", DType::UInt32},
    {"UINT64", DType::UInt64}, {"COMPLEX64", DType::Complex64}, {"COMPLEX128", DType::Complex128},
    {"BFLOAT16", DType::BFloat16}, {"FLOAT8E4M3FN", DType::Float8E4M3FN}, {"FLOAT8E4M3FNUZ", DType::Unknown},
    {"FLOAT8E5M2", DType::Float8E5M2}, {"FLOAT8E5M2FNUZ", DType::Unknown}, {"UINT4", DType::UInt4},
    {"INT4", DType::Int4}, {"FLOAT4E2M1", DType::Float4E2M1}, {"FLOAT8E8M0", DType::Float8E8M0},
    {"UINT2", DType::UInt2}, {"INT2", DType::Int2}};

} // namespace

constexpr ProtoMessage kTensorProto {"TensorProto", kTensorFields};
constexpr ProtoMessage kModelProto {"onnx.ModelProto", kModelFields};

DType dtypeOf(std::int64_t number)
{
    return number >= 0 && number < std::ssize(kDtypes) ? kDtypes[number].dtype : DType::Unknown;
}

std::string dtypeText(std::int64_t number)
{
    return number >= 0 && number < std::ssize(kDtypes) ? std::string(kDtypes[number].name)
                                                       : std::to_string(number);
}

} // namespace dumpscope::core::onnx
