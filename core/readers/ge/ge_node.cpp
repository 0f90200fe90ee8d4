// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ge/ge_node.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// In integers of GE, bits 0-7 are the format, the rest sub-format and C0
/// (docs/formats/ascendcl-capture.md 2.2).
constexpr std::int64_t kFormatBits = 0xFF;

/// "FRACTAL_Z:16" -> FRACTAL_Z.
MemoryFormat formatOf(std::string_view layout)
{
    return formatFromName(layout.substr(0, layout.find(':'))).value_or(MemoryFormat::Unspecified);
}

/// GE writes an unknown rank as one dimension of -2.
bool isKnownRank(const Shape& shape)
{
    return !(shape.size() == 1 && shape.front() == -2);
}

GraphOutput outputOf(GraphBuilder& builder, const GeTensor& tensor)
{
    GraphOutput output;
    output.dtypeText = builder.intern(tensor.dtypeText);
    output.dtype = tensor.dtype ? *tensor.dtype : dtypeFromName(tensor.dtypeText).value_or(DType::Unknown);
    output.storageFormat = formatOf(tensor.layout);
    output.format = output.storageFormat;
    if (tensor.shape && isKnownRank(*tensor.shape))
        output.shape = output.storageShape = builder.intern(*tensor.shape);
    if (tensor.originShape && tensor.originShapeSet && isKnownRank(*tensor.originShape))
        output.shape = builder.intern(*tensor.originShape);
    if (tensor.originFormatNumber)
        output.format = *tensor.originFormatNumber;
    else if (!tensor.originFormat.empty())
        output.format = formatOf(tensor.originFormat);
    return output;
}

} // namespace

GeEdge splitGeEdge(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return {text, 0};
    const auto slot = parseInt(text.substr(colon + 1));
    return slot ? GeEdge {text.substr(0, colon), *slot} : GeEdge {text, 0};
}

bool takeTensorField(GeTensor& tensor, std::string_view field, std::string_view value)
{
    if (field == "dtype")
        tensor.dtypeText = value;
    else if (field == "shape")
        tensor.shape = attributeIntegers(value);
    else if (field == "layout")
        tensor.layout = value;
    else if (field == "origin_shape" && value != "[]")
        tensor.originShape = attributeIntegers(value);
    else if (field == "origin_layout")
        tensor.originFormat = value;
    else
        return false;
    return true;
}

void takeTensorAttribute(GeTensor& tensor, std::string_view name, std::string_view value, AttributeType type)
{
    const std::int64_t number = type == AttributeType::Integer ? parseInt(value).value_or(-1) : -1;
    if (name == "origin_shape")
        tensor.originShape = attributeIntegers(value);
    else if (name == "origin_shape_initialized")
        tensor.originShapeSet = value == "true" || value == "1";
    else if (name == "origin_format")
        tensor.originFormat = value;
    else if (name == "origin_format_for_int" && number >= 0)
        tensor.originFormatNumber = static_cast<MemoryFormat>(number & kFormatBits);
    else if (name == "__tensor_desc_data_type__" && number >= 0 && number < kFormatBits)
        tensor.dtype = dtypeFromAscend(static_cast<int>(number));
}

void GeNode::clear()
{
    name.clear();
    type.clear();
    inputs.clear();
    outputs.clear();
    calledNames.clear();
    called.clear();
    number.reset();
    m_attributeCount = 0;
}

GeNode::Attribute& GeNode::nextAttribute()
{
    if (m_attributeCount == m_attributes.size())
        m_attributes.emplace_back();
    return m_attributes[m_attributeCount++];
}

void GeNode::addAttribute(
    std::string_view key, std::string_view value, AttributeType attributeType, AttributeOrigin origin)
{
    Attribute& attribute = nextAttribute();
    attribute.key = key;
    attribute.value = value;
    attribute.type = attributeType;
    attribute.origin = origin;
}

void GeNode::addNote(std::string_view key, std::string_view value, AttributeType valueType)
{
    addAttribute(key, value, valueType, AttributeOrigin::Note);
}

void GeNode::addNote(std::string_view key, std::int64_t value)
{
    std::string text;
    appendNumber(text, value);
    addNote(key, text, AttributeType::Integer);
}

void GeNode::addNote(std::string_view key, AttributeText& list)
{
    if (!list.isEmpty())
        addNote(key, list.value(), list.type());
}

GeTensor& GeNode::output(std::size_t slot)
{
    slot = std::min(slot, kMaxSlots - 1);
    if (slot >= outputs.size())
        outputs.resize(slot + 1);
    return outputs[slot];
}

NodeId GeNode::addTo(GraphBuilder& builder) const
{
    const std::string own
        = name.empty() ? "unnamed_" + std::to_string(builder.graph().nodes().size()) : std::string();
    // To GE everything is an operator, constants and graph inputs, too; its counts say so.
    const NodeId id
        = builder.addNode(own.empty() ? std::string_view(name) : own, name, type, NodeKind::Operator);
    GraphNode& node = builder.lastNode();
    node.isWeight = type == "Variable" || type == "VariableV2";
    if (number && *number >= 0 && *number < 0xFFFFFFFFLL)
        node.execIndex = static_cast<std::uint32_t>(*number);
    for (const std::string& input : inputs) {
        const GeEdge edge = splitGeEdge(input);
        if (input.empty())
            builder.addInputText({});
        else if (edge.slot < 0)
            builder.addInput(edge.source, 0, true);
        else
            builder.addInput(edge.source, static_cast<std::uint32_t>(edge.slot));
    }
    for (const GeTensor& tensor : outputs)
        builder.addOutput(outputOf(builder, tensor));
    for (const Attribute& attribute : attributes())
        builder.addAttribute(attribute.key, attribute.value, attribute.origin, attribute.type);
    return id;
}

} // namespace dumpscope::core
