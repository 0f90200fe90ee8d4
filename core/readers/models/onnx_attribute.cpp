// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/models/onnx_attribute.h"

#include "readers/models/onnx_schema.h"

namespace dumpscope::core {

namespace {

/// Longer texts are data, not names.
constexpr std::uint64_t kMaxOnnxText = 1U << 16U;

/// AttributeProto.AttributeType by number.
constexpr std::string_view kOnnxTypes[] {"UNDEFINED", "FLOAT", "INT", "STRING", "TENSOR", "GRAPH", "FLOATS",
    "INTS", "STRINGS", "TENSORS", "GRAPHS", "SPARSE_TENSOR", "SPARSE_TENSORS", "TYPE_PROTO", "TYPE_PROTOS"};

void readShape(ProtoStream& in, OnnxType& type)
{
    type.hasShape = true;
    type.text += '[';
    in.enter();
    while (in.next()) {
        std::int64_t extent = -1;
        std::string written;
        in.enter();
        while (in.next()) {
            if (in.number() == onnx::kDimValue) {
                extent = in.integer();
                written = std::to_string(extent);
            } else {
                written = in.text();
            }
        }
        type.text += (type.shape.empty() ? "" : ",") + (written.empty() ? "?" : written);
        type.shape.push_back(extent < 0 ? -1 : extent);
    }
    type.text += ']';
}

/// sequence, optional and map; only the whole text is kept.
void readContainer(ProtoStream& in, OnnxType& type, std::string_view word)
{
    type.text += word;
    type.text += '(';
    in.enter();
    while (in.next()) {
        if (in.field().kind == ProtoKind::Message)
            type.text += readOnnxType(in).text;
        else
            type.text += onnx::dtypeText(in.integer()) + ',';
    }
    type.text += ')';
}

} // namespace

std::string OnnxTensor::text() const
{
    std::string text = onnx::dtypeText(dtypeNumber) + shapeText(shape);
    if (!location.empty())
        return text + " in " + location + (origin.empty() ? "" : " (" + origin + ')');
    if (pieces > 0)
        text += ", " + std::to_string(data.size) + " bytes at " + std::to_string(data.offset);
    return text;
}

OnnxTensor readOnnxTensor(ProtoStream& in)
{
    OnnxTensor tensor;
    in.enter();
    while (in.next()) {
        switch (in.number()) {
        case onnx::kTensorDims:
            tensor.shape.push_back(in.integer());
            break;
        case onnx::kTensorType:
            tensor.dtypeNumber = in.integer();
            break;
        case onnx::kTensorName:
            tensor.name = in.text();
            break;
        case onnx::kTensorLocation:
            break; // external_data says it
        case onnx::kTensorExternal: {
            std::string key, value;
            in.enter();
            while (in.next())
                (in.number() == onnx::kEntryKey ? key : value) = in.text();
            if (key == "location")
                tensor.location = value;
            else if (key == "offset" || key == "length")
                tensor.origin += (tensor.origin.empty() ? "" : ", ") + key + ' ' + value;
            break;
        }
        default: // one of the fields with numbers
            tensor.dataField = in.number();
            if (tensor.pieces++ == 0)
                tensor.data = in.extent();
        }
    }
    return tensor;
}

OnnxType readOnnxType(ProtoStream& in)
{
    OnnxType type;
    in.enter();
    while (in.next()) {
        switch (in.number()) {
        case onnx::kTypeSparse:
        case onnx::kTypeTensor:
            if (in.number() == onnx::kTypeSparse)
                type.text += "sparse ";
            in.enter();
            while (in.next()) {
                if (in.number() == onnx::kShape) {
                    readShape(in, type);
                    continue;
                }
                type.dtype = onnx::dtypeOf(in.integer());
                type.dtypeText = onnx::dtypeText(in.integer());
                type.text += type.dtypeText;
            }
            break;
        case onnx::kTypeSequence:
            readContainer(in, type, "sequence");
            break;
        case onnx::kTypeOptional:
            readContainer(in, type, "optional");
            break;
        case onnx::kTypeMap:
            readContainer(in, type, "map");
            break;
        default:
            break;
        }
    }
    return type;
}

void OnnxAttributeReader::read(ProtoStream& in, std::string& name)
{
    std::string type, reference;
    name.clear();
    value.clear();
    in.enter();
    while (in.next()) {
        switch (in.number()) {
        case onnx::kAttrName:
            name = in.text();
            break;
        case onnx::kAttrType:
            type = in.word();
            if (const std::int64_t number = in.integer();
                type.empty() && number >= 0 && number < std::ssize(kOnnxTypes))
                type = kOnnxTypes[number];
            break;
        case onnx::kAttrRef:
            reference = in.text();
            break;
        default:
            readMember(in, name);
        }
    }
    if (!reference.empty())
        value.addRaw('@' + reference, AttributeType::Other);
    else if (value.isEmpty())
        addDefault(type);
}

void OnnxAttributeReader::addText(ProtoStream& in)
{
    const ProtoExtent extent = in.extent();
    if (extent.size > kMaxOnnxText)
        value.addRaw(
            std::to_string(extent.size) + " bytes at " + std::to_string(extent.offset), AttributeType::Other);
    else
        value.add(in.text());
}

void OnnxAttributeReader::readMember(ProtoStream& in, std::string_view name)
{
    switch (in.number()) {
    case onnx::kAttrFloats:
    case onnx::kAttrInts:
    case onnx::kAttrStrings:
    case onnx::kAttrTensors:
    case onnx::kAttrGraphs:
    case onnx::kAttrTypeProtos:
    case onnx::kAttrSparses:
        value.beginList();
        break;
    default:
        break;
    }
    switch (in.number()) {
    case onnx::kAttrF:
    case onnx::kAttrFloats:
        value.addFloat(static_cast<float>(in.real()));
        break;
    case onnx::kAttrI:
    case onnx::kAttrInts:
        value.add(in.integer());
        break;
    case onnx::kAttrS:
    case onnx::kAttrStrings:
        addText(in);
        break;
    case onnx::kAttrT:
    case onnx::kAttrTensors:
        value.addRaw(readOnnxTensor(in).text(), AttributeType::Tensor);
        break;
    case onnx::kAttrG:
    case onnx::kAttrGraphs:
        value.addRaw(m_takeGraph(in, name), AttributeType::Graph);
        break;
    case onnx::kAttrTypeProto:
    case onnx::kAttrTypeProtos:
        value.addRaw(readOnnxType(in).text, AttributeType::Other);
        break;
    case onnx::kAttrSparse:
    case onnx::kAttrSparses: {
        std::string values;
        in.enter();
        while (in.next()) {
            if (in.number() == onnx::kSparseValues)
                values = readOnnxTensor(in).text();
        }
        value.addRaw("sparse " + values, AttributeType::Tensor);
        break;
    }
    default:
        break;
    }
}

/// In proto3 a member with the default value is not written; then only the type is there.
void OnnxAttributeReader::addDefault(std::string_view type)
{
    if (type == "INT")
        value.add(std::int64_t {0});
    else if (type == "FLOAT")
        value.addFloat(0);
    else if (type == "STRING")
        value.add(std::string_view());
    else if (type.ends_with('S'))
        value.beginList();
}

} // namespace dumpscope::core
