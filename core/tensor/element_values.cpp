// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/element_values.h"
#include "tensor/element_convert.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace dumpscope::core {

void toMagnitudes(const ElementChunk& chunk, double* out)
{
    if (const auto element = kernelElement(chunk.dtype)) {
        kernel::vectorKernels().decode(*element, chunk.data, static_cast<std::size_t>(chunk.count), out);
        return;
    }
    toDouble(chunk, out);
    if (chunk.dtype != DType::Complex128)
        return;
    for (std::uint64_t i = 0; i < chunk.count; ++i) {
        if (!std::isinf(out[i]))
            continue;
        std::array<double, 2> parts {};
        std::memcpy(parts.data(), chunk.data + i * sizeof(parts), sizeof(parts));
        if (std::isfinite(parts[0]) && std::isfinite(parts[1]))
            out[i] = std::numeric_limits<double>::max();
    }
}

std::optional<kernel::Element> kernelElement(DType dtype)
{
    using kernel::Element;
    switch (dtype) {
    case DType::Bool:
        return Element::Bool;
    case DType::Float16:
        return Element::Float16;
    case DType::BFloat16:
        return Element::BFloat16;
    case DType::Float32:
        return Element::Float32;
    case DType::Float64:
        return Element::Float64;
    default:
        break;
    }
    const DTypeClass kind = dtypeInfo(dtype).kind;
    if (kind != DTypeClass::Signed && kind != DTypeClass::Unsigned)
        return std::nullopt;
    const bool isSigned = kind == DTypeClass::Signed;
    switch (unpackedBytes(dtype)) {
    case 1:
        return isSigned ? Element::Int8 : Element::UInt8;
    case 2:
        return isSigned ? Element::Int16 : Element::UInt16;
    case 4:
        return isSigned ? Element::Int32 : Element::UInt32;
    case 8:
        return isSigned ? Element::Int64 : Element::UInt64;
    default:
        return std::nullopt;
    }
}

double smallestNormal(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
    case DType::Complex32:
    case DType::Float8E5M2:
        return 0x1p-14;
    case DType::BFloat16:
    case DType::Float32:
    case DType::Complex64:
        return 0x1p-126;
    case DType::Float64:
    case DType::Complex128:
        return std::numeric_limits<double>::min();
    case DType::Float8E4M3FN:
    case DType::Float8E4M3:
        return 0x1p-6;
    case DType::Float8E3M4:
        return 0x1p-2;
    case DType::Float8E4M3B11FNUZ:
        return 0x1p-10;
    case DType::Float8E4M3FNUZ:
        return 0x1p-7;
    case DType::Float8E5M2FNUZ:
    case DType::HiFloat8:
        return 0x1p-15; // docs/formats/ascend-dump-binary.md 4: the prefix 0000 holds 2^-22 to 2^-16
    default:
        return 0;
    }
}

ElementChunk subChunk(const ElementChunk& chunk, std::uint64_t skip, std::uint64_t count)
{
    return {chunk.dtype, chunk.first + skip, count, chunk.data + skip * unpackedBytes(chunk.dtype)};
}

} // namespace dumpscope::core
