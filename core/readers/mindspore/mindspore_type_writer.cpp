// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_type_writer.h"

#include "base/text.h"

#include <algorithm>
#include <optional>

namespace dumpscope::core {

namespace {

/// `F16`, `I64`, `U8`, `BF16`: short names in reference types up to 1.10.
std::optional<DType> dtypeFromShortName(std::string_view name)
{
    struct Family {
        std::string_view prefix, word;
    };
    for (const Family family :
        {Family {"BF", "bfloat"}, Family {"F", "float"}, Family {"I", "int"}, Family {"U", "uint"}}) {
        if (name.starts_with(family.prefix) && isDigits(name.substr(family.prefix.size())))
            return dtypeFromName(std::string(family.word) + std::string(name.substr(family.prefix.size())));
    }
    return std::nullopt;
}

} // namespace

DType MindsporeTypeWriter::dtypeOf(std::string_view name)
{
    constexpr std::size_t kKnown = 256;
    std::string key(name);
    if (const auto known = m_dtypes.find(key); known != m_dtypes.end())
        return known->second;
    auto dtype = dtypeFromName(name);
    if (!dtype)
        dtype = dtypeFromShortName(name);
    if (m_dtypes.size() < kKnown)
        m_dtypes.emplace(std::move(key), dtype.value_or(DType::Unknown));
    return dtype.value_or(DType::Unknown);
}

void MindsporeTypeWriter::addOutputs(GraphBuilder& builder, const std::vector<TypedTensor>& logical,
    const std::vector<TypedTensor>& device, std::string_view typeText)
{
    const bool several = logical.size() > 1 || device.size() > 1;
    // Old releases print tuples as one type without elements.
    const std::size_t count = logical.size() < device.size() ? device.size() : logical.size();
    for (std::size_t i = 0; i < count; ++i) {
        GraphOutput output;
        const TypedTensor* type
            = i < logical.size() && (logical.size() > 1 || count == 1) ? &logical[i] : nullptr;
        const TypedTensor* kernel = i < device.size() ? &device[i] : nullptr;
        if (const TypedTensor* named = type ? type : kernel) {
            output.dtype = dtypeOf(named->dtype);
            output.dtypeText = builder.intern(named->dtype);
        }
        if (type && type->hasShape)
            output.shape = builder.intern(type->shape);
        if (kernel) {
            const auto format = formatFromName(kernel->format);
            output.storageFormat = format.value_or(MemoryFormat::Unspecified);
            if (!format)
                output.formatText = builder.intern(kernel->format);
            if (kernel->hasShape)
                output.storageShape = builder.intern(kernel->shape);
            const bool plain = format && *format == MemoryFormat::Unspecified;
            if (!output.shape.isValid() && kernel->hasShape
                && (plain || (format && !isDeviceFormat(*format))))
                output.shape = output.storageShape;
            if (output.dtype == DType::Unknown)
                output.dtype = dtypeOf(kernel->dtype);
        }
        if (several || output.dtype == DType::Unknown)
            output.typeText = builder.intern(typeText);
        builder.addOutput(output);
    }
}

} // namespace dumpscope::core
