// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/element_text.h"
#include "base/text.h"
#include "tensor/element_stream.h"
#include "tensor/float_codes.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace dumpscope::core {

namespace {

template<typename T> T load(const std::byte* data)
{
    T value;
    std::memcpy(&value, data, sizeof(T));
    return value;
}

template<typename T> std::string integerText(const std::byte* data)
{
    return std::to_string(load<T>(data));
}

/// Rounds a number to the type; false if that does not give `value` back.
using ReadsBack = bool (*)(float value, double candidate);

bool readsBackAsHalf(float value, double candidate)
{
    return halfToFloat(floatToHalf(static_cast<float>(candidate))) == value;
}

bool readsBackAsBfloat16(float value, double candidate)
{
    return bfloat16ToFloat(floatToBfloat16(static_cast<float>(candidate))) == value;
}

/// 8-bit floats have no rounding of ours, and their values need few digits anyway.
bool readsBackAsFloat(float value, double candidate)
{
    return static_cast<float>(candidate) == value;
}

constexpr std::size_t kTextSize = 40;

/// The nearest number with so many decimal digits and the next one away from zero: above a power of
/// two the interval that rounds to it is twice as wide, so the second can be the one that reads back.
std::array<double, 2> decimalsNear(float value, int digits)
{
    std::array<char, kTextSize> text {};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), static_cast<double>(value),
        std::chars_format::scientific, digits - 1);
    const std::string_view all(text.data(), static_cast<std::size_t>(written.ptr - text.data()));
    const std::size_t mark = all.find('e');
    std::string mantissa(all.substr(0, mark));
    std::erase(mantissa, '.');
    std::int64_t whole = 0;
    std::from_chars(mantissa.data(), mantissa.data() + mantissa.size(), whole);
    int exponent = 0;
    const char* exponentText = all.data() + mark + (all[mark + 1] == '+' ? 2 : 1);
    std::from_chars(exponentText, written.ptr, exponent);

    std::array<double, 2> numbers {};
    for (const std::int64_t hop : {0, 1}) {
        const std::string number
            = std::to_string(whole + (whole < 0 ? -hop : hop)) + 'e' + std::to_string(exponent - digits + 1);
        std::from_chars(number.data(), number.data() + number.size(), numbers[static_cast<std::size_t>(hop)]);
    }
    return numbers;
}

/// Fewest digits that read back to the same value of a narrow type.
void appendNarrow(std::string& out, float value, ReadsBack readsBack)
{
    constexpr float kExactlyPrinted = 1U << 24U;
    const bool isInteger = std::trunc(value) == value && std::fabs(value) < kExactlyPrinted;
    if (!std::isfinite(value) || isInteger)
        return appendNumber(out, value);
    constexpr int kDigits = 9; // enough for any float32
    for (int digits = 1; digits <= kDigits; ++digits) {
        for (const double candidate : decimalsNear(value, digits)) {
            if (!readsBack(value, candidate))
                continue;
            std::array<char, kTextSize> text {};
            const auto shortest = std::to_chars(text.data(), text.data() + text.size(), candidate);
            out.append(text.data(), shortest.ptr);
            return;
        }
    }
    appendNumber(out, value);
}

void appendFloat(std::string& out, DType dtype, const std::byte* data)
{
    switch (dtype) {
    case DType::Float16:
        return appendNarrow(out, halfToFloat(load<std::uint16_t>(data)), readsBackAsHalf);
    case DType::BFloat16:
        return appendNarrow(out, bfloat16ToFloat(load<std::uint16_t>(data)), readsBackAsBfloat16);
    case DType::Float32:
        return appendNumber(out, load<float>(data));
    case DType::Float64:
        return appendNumber(out, load<double>(data));
    case DType::Float8E4M3FN:
        return appendNarrow(out, float8e4m3fnToFloat(load<std::uint8_t>(data)), readsBackAsFloat);
    case DType::Float8E5M2:
        return appendNarrow(out, float8e5m2ToFloat(load<std::uint8_t>(data)), readsBackAsFloat);
    case DType::Float8E8M0:
        return appendNarrow(out, float8e8m0ToFloat(load<std::uint8_t>(data)), readsBackAsFloat);
    case DType::Float8E4M3FNUZ:
        return appendNarrow(out, float8e4m3fnuzToFloat(load<std::uint8_t>(data)), readsBackAsFloat);
    case DType::Float8E5M2FNUZ:
        return appendNarrow(out, float8e5m2fnuzToFloat(load<std::uint8_t>(data)), readsBackAsFloat);
    case DType::Float8E4M3:
        return appendNarrow(out, float8e4m3ToFloat(load<std::uint8_t>(data)), readsBackAsFloat);
    case DType::Float8E3M4:
        return appendNarrow(out, float8e3m4ToFloat(load<std::uint8_t>(data)), readsBackAsFloat);
    case DType::Float8E4M3B11FNUZ:
        return appendNarrow(out, float8e4m3b11fnuzToFloat(load<std::uint8_t>(data)), readsBackAsFloat);
    default:
        return appendNarrow(out, hifloat8ToFloat(load<std::uint8_t>(data)), readsBackAsFloat);
    }
}

std::string complexText(DType dtype, const std::byte* data)
{
    const DType part = dtype == DType::Complex32 ? DType::Float16
        : dtype == DType::Complex64              ? DType::Float32
                                                 : DType::Float64;
    std::string text;
    appendFloat(text, part, data);
    std::string imaginary;
    appendFloat(imaginary, part, data + unpackedBytes(part));
    if (!imaginary.starts_with('-'))
        text += '+';
    return text + imaginary + 'j';
}

std::string hexText(const std::byte* data, std::uint32_t bytes, std::uint32_t digits)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text = "0x";
    for (std::uint32_t digit = digits; digit-- > 0;) {
        const unsigned byte = digit / 2 < bytes ? std::to_integer<unsigned>(data[digit / 2]) : 0U;
        text += kHex[(byte >> (digit % 2 * 4)) & 15U];
    }
    return text;
}

std::string integerTextOf(DType dtype, const std::byte* data)
{
    switch (dtype) {
    case DType::Int8:
    case DType::QInt8:
    case DType::Int4:
        return integerText<std::int8_t>(data);
    case DType::Int16:
    case DType::QInt16:
        return integerText<std::int16_t>(data);
    case DType::UInt16:
    case DType::QUInt16:
        return integerText<std::uint16_t>(data);
    case DType::Int32:
    case DType::QInt32:
        return integerText<std::int32_t>(data);
    case DType::UInt32:
        return integerText<std::uint32_t>(data);
    case DType::Int64:
    case DType::Resource:
        return integerText<std::int64_t>(data);
    case DType::UInt64:
        return integerText<std::uint64_t>(data);
    default:
        return integerText<std::uint8_t>(data);
    }
}

} // namespace

std::string elementText(const ElementChunk& chunk, std::uint64_t indexInChunk)
{
    const DTypeInfo& info = dtypeInfo(chunk.dtype);
    const std::byte* data = chunk.data + indexInChunk * unpackedBytes(chunk.dtype);
    switch (info.kind) {
    case DTypeClass::Bool:
        return *data != std::byte {0} ? "True" : "False";
    case DTypeClass::Signed:
    case DTypeClass::Unsigned:
        return integerTextOf(chunk.dtype, data);
    case DTypeClass::Float: {
        std::string text;
        appendFloat(text, chunk.dtype, data);
        return text;
    }
    case DTypeClass::Complex:
        return complexText(chunk.dtype, data);
    case DTypeClass::Opaque:
        break;
    }
    // Bytes without a type are shown as what they are.
    return chunk.dtype == DType::Unknown ? integerText<std::uint8_t>(data) : elementBits(chunk, indexInChunk);
}

std::string valueText(double value, DType dtype)
{
    std::string text;
    const auto narrow = static_cast<float>(value);
    const bool isFloat = dtypeInfo(dtype).kind == DTypeClass::Float && dtype != DType::Float64;
    if (!isFloat || !std::isfinite(value) || static_cast<double>(narrow) != value)
        appendNumber(text, value);
    else if (dtype == DType::Float32)
        appendNumber(text, narrow);
    else if (dtype == DType::Float16 && readsBackAsHalf(narrow, value))
        appendNarrow(text, narrow, readsBackAsHalf);
    else if (dtype == DType::BFloat16 && readsBackAsBfloat16(narrow, value))
        appendNarrow(text, narrow, readsBackAsBfloat16);
    else
        appendNarrow(text, narrow, readsBackAsFloat);
    return text;
}

std::string elementBits(const ElementChunk& chunk, std::uint64_t indexInChunk)
{
    const std::uint32_t bytes = unpackedBytes(chunk.dtype);
    const std::uint32_t digits = (dtypeInfo(chunk.dtype).bits + 3U) / 4U;
    const std::byte* data = chunk.data + indexInChunk * bytes;
    return hexText(data, bytes, digits);
}

} // namespace dumpscope::core
