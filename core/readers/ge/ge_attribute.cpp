// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ge/ge_attribute.h"

#include "base/text.h"
#include "readers/ge/ge_schema.h"
#include "tensor/dtype.h"
#include "tensor/shape.h"

namespace dumpscope::core {

namespace {

/// Longer texts are serialized messages, not names.
constexpr std::uint64_t kMaxGeText = 1U << 16U;

std::string gePlace(const ProtoExtent& extent)
{
    return std::to_string(extent.size) + " bytes at " + std::to_string(extent.offset);
}

} // namespace

void GeAttributeReader::read(ProtoStream& in, std::string& key)
{
    key.clear();
    value.clear();
    in.enter();
    while (in.next()) {
        if (in.number() == ge::kEntryKey) {
            key = in.text();
        } else {
            in.enter();
            readValue(in);
        }
    }
}

void GeAttributeReader::addText(ProtoStream& in)
{
    const ProtoExtent extent = in.extent();
    if (extent.size > kMaxGeText)
        value.addRaw(gePlace(extent), AttributeType::Other);
    else
        value.add(in.text());
}

/// Numbers of types in attributes are ge::DataType, unlike those of tensors
/// (docs/formats/ascendcl-capture.md 6.1).
void GeAttributeReader::addDtype(std::int64_t number)
{
    const auto dtype
        = number == static_cast<int>(number) ? dtypeFromGe(static_cast<int>(number)) : std::nullopt;
    value.addDtype(dtype ? std::string(dtypeName(*dtype)) : std::to_string(number));
}

void GeAttributeReader::readValue(ProtoStream& in)
{
    while (in.next()) {
        switch (in.number()) {
        case ge::kAttrList:
            readList(in);
            break;
        case ge::kAttrS:
        case ge::kAttrExpression:
            addText(in);
            break;
        case ge::kAttrI:
            value.add(in.integer());
            break;
        case ge::kAttrF:
            value.addFloat(static_cast<float>(in.real()));
            break;
        case ge::kAttrB:
            value.add(in.integer() != 0);
            break;
        case ge::kAttrBytes:
            value.addRaw(gePlace(in.extent()), AttributeType::Other);
            break;
        case ge::kAttrFunc:
            value.addRaw(namedText(in), AttributeType::Other);
            break;
        case ge::kAttrDesc:
            value.addRaw(typeText(in), AttributeType::Other);
            break;
        case ge::kAttrTensor:
            value.addRaw(tensorText(in), AttributeType::Tensor);
            break;
        case ge::kAttrGraph:
            value.addRaw(m_takeGraph(in), AttributeType::Graph);
            break;
        case ge::kAttrIntLists:
            readNumberLists(in, false);
            break;
        case ge::kAttrFloatLists:
            readNumberLists(in, true);
            break;
        case ge::kAttrDtype:
            addDtype(in.integer());
            break;
        default:
            break;
        }
    }
}

void GeAttributeReader::readList(ProtoStream& in)
{
    in.enter();
    value.beginList();
    while (in.next()) {
        switch (in.number()) {
        case ge::kListS:
            addText(in);
            break;
        case ge::kListI:
            value.add(in.integer());
            break;
        case ge::kListF:
            value.addFloat(static_cast<float>(in.real()));
            break;
        case ge::kListB:
            value.add(in.integer() != 0);
            break;
        case ge::kListBytes:
            value.addRaw(gePlace(in.extent()), AttributeType::Other);
            break;
        case ge::kListDesc:
            value.addRaw(typeText(in), AttributeType::Other);
            break;
        case ge::kListTensor:
            value.addRaw(tensorText(in), AttributeType::Tensor);
            break;
        case ge::kListGraph:
            value.addRaw(m_takeGraph(in), AttributeType::Graph);
            break;
        case ge::kListNamed:
            value.addRaw(namedText(in), AttributeType::Other);
            break;
        case ge::kListDtype:
            addDtype(in.integer());
            break;
        default:
            break; // val_type: the members say it themselves
        }
    }
}

void GeAttributeReader::readNumberLists(ProtoStream& in, bool real)
{
    value.beginList();
    in.enter();
    while (in.next()) {
        AttributeText row;
        row.beginList();
        in.enter();
        while (in.next()) {
            if (real)
                row.addFloat(static_cast<float>(in.real()));
            else
                row.add(in.integer());
        }
        value.addRaw(row.value(), AttributeType::Other);
    }
}

/// "name(key=value,…)".
std::string GeAttributeReader::namedText(ProtoStream& in)
{
    constexpr std::uint32_t kName = 1;
    std::string name, key, arguments;
    GeAttributeReader inner(m_takeGraph);
    in.enter();
    while (in.next()) {
        if (in.number() == kName) {
            name = in.text();
            continue;
        }
        inner.read(in, key);
        arguments += (arguments.empty() ? "" : ",") + key + '=';
        arguments += inner.value.value();
    }
    return name + '(' + arguments + ')';
}

/// "DT_FLOAT[2,3] NCHW".
std::string GeAttributeReader::typeText(ProtoStream& in)
{
    std::string dtype, layout;
    Shape shape;
    in.enter();
    while (in.next()) {
        switch (in.number()) {
        case ge::kDescDtype:
            dtype = in.word();
            if (dtype.empty())
                dtype = ascendDtypeName(static_cast<int>(in.integer()));
            break;
        case ge::kDescShape:
            in.enter();
            while (in.next())
                shape.push_back(in.integer());
            break;
        case ge::kDescLayout:
            layout = in.text();
            break;
        default:
            break;
        }
    }
    return dtype + shapeText(shape) + (layout.empty() ? "" : " " + layout);
}

std::string GeAttributeReader::tensorText(ProtoStream& in)
{
    constexpr std::uint32_t kDesc = 1;
    std::string type, place;
    in.enter();
    while (in.next()) {
        if (in.number() == kDesc)
            type = typeText(in);
        else
            place = ", " + gePlace(in.extent());
    }
    return type + place;
}

} // namespace dumpscope::core
