// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/models/tensorflow_schema.h"

#include <algorithm>

namespace dumpscope::core::tensorflow {

namespace {

using K = ProtoKind;

extern const ProtoMessage kAttrValue;

constexpr ProtoField kDimFields[] {{1, "size", K::Integer}, {2, "name", K::Text}};
constexpr ProtoMessage kDim {"Dim", kDimFields};
constexpr ProtoField kShapeFields[] {
    {kShapeDim, "dim", K::Message, &kDim}, {kShapeUnknownRank, "unknown_rank", K::Integer}};
constexpr ProtoMessage kShape {"TensorShapeProto", kShapeFields};

// The numbers are only looked for.
constexpr ProtoField kTensorFields[] {{kTensorDtype, "dtype", K::Integer},
    {kTensorShape, "tensor_shape", K::Message, &kShape}, {3, "version_number", K::Integer},
    {kTensorContent, "tensor_content", K::Bytes}, {5, "float_val", K::Bytes}, {6, "double_val", K::Bytes},
    {7, "int_val", K::Bytes}, {8, "string_val", K::Bytes}, {9, "scomplex_val", K::Bytes},
    {10, "int64_val", K::Bytes}, {11, "bool_val", K::Bytes}, {12, "dcomplex_val", K::Bytes},
    {13, "half_val", K::Bytes}, {16, "uint32_val", K::Bytes}, {17, "uint64_val", K::Bytes},
    {18, "float8_val", K::Bytes}};
constexpr ProtoMessage kTensorProto {"TensorProto", kTensorFields};

constexpr ProtoField kEntryFields[] {
    {kEntryKey, "key", K::Text}, {kEntryValue, "value", K::Message, &kAttrValue}};
constexpr ProtoMessage kAttrEntry {"attr", kEntryFields};
constexpr ProtoField kNameFields[] {{1, "name", K::Text}, {2, "attr", K::Message, &kAttrEntry}};
constexpr ProtoMessage kNameAttrList {"NameAttrList", kNameFields};

constexpr ProtoField kListFields[] {{kAttrS, "s", K::Bytes}, {kAttrI, "i", K::Integer},
    {kAttrF, "f", K::Float}, {kAttrB, "b", K::Integer}, {kAttrType, "type", K::Integer},
    {kAttrShape, "shape", K::Message, &kShape}, {kAttrTensor, "tensor", K::Message, &kTensorProto},
    {kListFunction, "func", K::Message, &kNameAttrList}};
constexpr ProtoMessage kListValue {"ListValue", kListFields};
constexpr ProtoField kAttrFields[] {{kAttrList, "list", K::Message, &kListValue}, {kAttrS, "s", K::Bytes},
    {kAttrI, "i", K::Integer}, {kAttrF, "f", K::Float}, {kAttrB, "b", K::Integer},
    {kAttrType, "type", K::Integer}, {kAttrShape, "shape", K::Message, &kShape},
    {kAttrTensor, "tensor", K::Message, &kTensorProto}, {kAttrPlaceholder, "placeholder", K::Text},
    {kAttrFunction, "func", K::Message, &kNameAttrList}};
constexpr ProtoMessage kAttrValue {"AttrValue", kAttrFields};

constexpr ProtoField kNodeFields[] {{kNodeName, "name", K::Text}, {kNodeOp, "op", K::Text},
    {kNodeInput, "input", K::Text}, {kNodeDevice, "device", K::Text},
    {kNodeAttr, "attr", K::Message, &kAttrEntry}};
constexpr ProtoMessage kNodeDef {"NodeDef", kNodeFields};

constexpr ProtoField kArgumentFields[] {
    {kArgumentName, "name", K::Text}, {kArgumentType, "type", K::Integer}};
constexpr ProtoMessage kArgDef {"ArgDef", kArgumentFields};
constexpr ProtoField kSignatureFields[] {{kSignatureName, "name", K::Text},
    {kSignatureInput, "input_arg", K::Message, &kArgDef},
    {kSignatureOutput, "output_arg", K::Message, &kArgDef}};
constexpr ProtoMessage kOpDef {"OpDef", kSignatureFields};
constexpr ProtoField kReturnFields[] {{kEntryKey, "key", K::Text}, {kEntryValue, "value", K::Text}};
constexpr ProtoMessage kReturn {"ret", kReturnFields};
constexpr ProtoField kFunctionFields[] {{kFunctionSignature, "signature", K::Message, &kOpDef},
    {kFunctionNode, "node_def", K::Message, &kNodeDef}, {kFunctionReturn, "ret", K::Message, &kReturn},
    {kFunctionAttr, "attr", K::Message, &kAttrEntry}};
constexpr ProtoMessage kFunctionDef {"FunctionDef", kFunctionFields};
constexpr ProtoField kLibraryFields[] {{kLibraryFunction, "function", K::Message, &kFunctionDef}};
constexpr ProtoMessage kLibrary {"FunctionDefLibrary", kLibraryFields};

constexpr ProtoField kVersionFields[] {{1, "producer", K::Integer}, {2, "min_consumer", K::Integer}};
constexpr ProtoMessage kVersionDef {"VersionDef", kVersionFields};
constexpr ProtoField kGraphFields[] {{kGraphNode, "node", K::Message, &kNodeDef},
    {kGraphLibrary, "library", K::Message, &kLibrary},
    {kGraphVersions, "versions", K::Message, &kVersionDef}};

struct TensorflowDtype {
    std::int64_t number;
    std::string_view name; ///< without DT_
    DType dtype;
};
constexpr TensorflowDtype kDtypes[] {{1, "FLOAT", DType::Float32}, {2, "DOUBLE", DType::Float64},
    {3, "INT32", DType::Int32}, {4, "UINT8", DType::UInt8}, {5, "INT16", DType::Int16},
    {6, "INT8", DType::Int8}, {7, "STRING", DType::String}, {8, "COMPLEX64", DType::Complex64},
    {9, "INT64", DType::Int64}, {10, "BOOL", DType::Bool}, {11, "QINT8", DType::QInt8},
    {12, "QUINT8", DType::QUInt8}, {13, "QINT32", DType::QInt32}, {14, "BFLOAT16", DType::BFloat16},
    {15, "QINT16", DType::QInt16}, {16, "QUINT16", DType::QUInt16}, {17, "UINT16", DType::UInt16},
    {18, "COMPLEX128", DType::Complex128}, {19, "HALF", DType::Float16}, {20, "RESOURCE", DType::Resource},
    {21, "VARIANT", DType::Variant}, {22, "UINT32", DType::UInt32}, {23, "UINT64", DType::UInt64},
    {24, "FLOAT8_E5M2", DType::Float8E5M2}, {25, "FLOAT8_E4M3FN", DType::Float8E4M3FN},
    {29, "INT4", DType::Int4}, {30, "UINT4", DType::UInt4}, {31, "INT2", DType::Int2},
    {32, "UINT2", DType::UInt2}};

} // namespace

constexpr ProtoMessage kGraphDef {"tensorflow.GraphDef", kGraphFields};

Type typeOf(ProtoStream& in)
{
    constexpr std::string_view kPrefix = "DT_";
    constexpr std::string_view kReference = "_REF";
    constexpr std::int64_t kReferenceOffset = 100;
    Type type {DType::Unknown, std::string(in.word())};
    if (type.text.empty()) {
        const std::int64_t number = in.integer();
        const bool reference = number > kReferenceOffset;
        const auto found = std::ranges::find(
            kDtypes, reference ? number - kReferenceOffset : number, &TensorflowDtype::number);
        if (found == std::end(kDtypes))
            return {DType::Unknown, std::to_string(number)};
        type.text.append(kPrefix).append(found->name).append(reference ? kReference : "");
        type.dtype = found->dtype;
        return type;
    }
    std::string_view name = type.text;
    if (name.starts_with(kPrefix))
        name.remove_prefix(kPrefix.size());
    if (name.ends_with(kReference))
        name.remove_suffix(kReference.size());
    const auto found = std::ranges::find(kDtypes, name, &TensorflowDtype::name);
    if (found != std::end(kDtypes))
        type.dtype = found->dtype;
    return type;
}

} // namespace dumpscope::core::tensorflow
