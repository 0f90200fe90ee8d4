// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/npy_writer.h"
#include "tensor/element_convert.h"
#include "tensor/slice_reading.h"

#include <bit>
#include <cstring>
#include <limits>

namespace dumpscope::core {

namespace {

/// repr of a Python tuple: "()", "(5,)", "(2, 3)".
std::string tupleText(std::span<const std::int64_t> shape)
{
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

std::string_view unsignedDescr(std::uint32_t bytes)
{
    switch (bytes) {
    case 1:
        return "|u1";
    case 2:
        return "<u2";
    case 4:
        return "<u4";
    case 5:
        return "|V5";
    case 8:
        return "<u8";
    default:
        return "|V16";
    }
}

void widen(const ElementChunk& chunk, NpyWidening widening, std::vector<std::byte>& out)
{
    if (widening == NpyWidening::RawBits) {
        out.resize(chunk.count);
        for (std::uint64_t i = 0; i < chunk.count; ++i)
            out[i] = chunk.data[i] & std::byte {0x0F};
        return;
    }
    // complex32 becomes complex64: two half floats each.
    ElementChunk numbers = chunk;
    if (chunk.dtype == DType::Complex32)
        numbers = {DType::Float16, 0, chunk.count * 2, chunk.data};
    std::vector<float> values(numbers.count);
    toFloat(numbers, values.data());
    out.resize(values.size() * sizeof(float));
    std::memcpy(out.data(), values.data(), out.size());
}

} // namespace

std::string npyHeader(std::string_view descr, bool fortranOrder, std::span<const std::int64_t> shape)
{
    std::string dict = "{'descr': '" + std::string(descr) + "', 'fortran_order': "
        + (fortranOrder ? "True" : "False") + ", 'shape': " + tupleText(shape) + ", }";
    // NumPy leaves room for the growing axis to be rewritten in place.
    constexpr std::size_t kGrowthDigits = 21;
    if (!shape.empty()) {
        const std::size_t digits = std::to_string(fortranOrder ? shape.back() : shape.front()).size();
        dict.append(kGrowthDigits - digits, ' ');
    }
    constexpr std::size_t kAlignment = 64;
    constexpr std::size_t kMagicAndVersion = 8;
    const auto paddingFor = [&](std::size_t lengthBytes) {
        return kAlignment - (kMagicAndVersion + lengthBytes + dict.size() + 1) % kAlignment;
    };
    const bool isLong = dict.size() + paddingFor(2) + 1 > std::numeric_limits<std::uint16_t>::max();
    const std::size_t lengthBytes = isLong ? 4 : 2;
    dict.append(paddingFor(lengthBytes), ' ');
    dict += '\n';

    std::string header = "\x93NUMPY";
    header += isLong ? '\x02' : '\x01';
    header += '\0';
    for (std::size_t i = 0; i < lengthBytes; ++i)
        header += static_cast<char>((dict.size() >> (8 * i)) & 0xFFU);
    return header + dict;
}

std::string_view npyDescr(DType dtype, NpyWidening widening)
{
    const DTypeInfo& info = dtypeInfo(dtype);
    if (!info.npyDescr.empty())
        return info.npyDescr;
    if (widening == NpyWidening::Float32) {
        switch (info.kind) {
        case DTypeClass::Float:
            return "<f4";
        case DTypeClass::Complex:
            return "<c8";
        case DTypeClass::Signed:
            return "|i1";
        default:
            break;
        }
    }
    return unsignedDescr(unpackedBytes(dtype));
}

bool isNpyVerbatim(DType dtype, NpyWidening widening)
{
    const DTypeInfo& info = dtypeInfo(dtype);
    if (!info.npyDescr.empty() || info.kind == DTypeClass::Opaque)
        return true;
    const bool isSmallInteger = info.kind == DTypeClass::Signed || info.kind == DTypeClass::Unsigned;
    if (widening == NpyWidening::Float32)
        return isSmallInteger;
    return dtype != DType::Int4; // its codes lose their extended sign
}

ByteSpan npyElements(const ElementChunk& chunk, NpyWidening widening, std::vector<std::byte>& scratch)
{
    if (isNpyVerbatim(chunk.dtype, widening))
        return {chunk.data, chunk.count * unpackedBytes(chunk.dtype)};
    widen(chunk, widening, scratch);
    return scratch;
}

Result<void> writeNpy(AtomicFile& file, const ElementStream& stream, const Slice& slice, NpyWidening widening,
    std::stop_token stop)
{
    static_assert(std::endian::native == std::endian::little, "elements are handed out in native order");
    const DType dtype = stream.dtype();
    TRY_VOID(file.write(npyHeader(npyDescr(dtype, widening), false, slice.shape())));
    std::vector<std::byte> widened;
    return readSlice(stream, slice, std::move(stop),
        [&](const ElementChunk& chunk) { return file.write(npyElements(chunk, widening, widened)); });
}

} // namespace dumpscope::core
