// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/input_fill.h"

#include "base/text.h"
#include "tensor/dtype.h"
#include "tensor/float_codes.h"
#include "tensor/shape.h"

#include <algorithm>
#include <cstring>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t {1} << 36;

/// SplitMix64: every place has its own number, whatever was asked for before.
class Noise {
public:
    Noise(std::uint64_t seed, std::string_view name)
    {
        constexpr std::uint64_t kOffset = 0xcbf29ce484222325U, kPrime = 0x100000001b3U; // FNV-1a
        m_state = kOffset;
        for (const char c : name)
            m_state = (m_state ^ static_cast<unsigned char>(c)) * kPrime;
        m_state ^= mixed(seed + 1);
    }
    std::uint64_t next()
    {
        constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;
        m_state += kStep;
        return mixed(m_state);
    }

private:
    static std::uint64_t mixed(std::uint64_t value)
    {
        value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
        value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
        return value ^ (value >> 31U);
    }
    std::uint64_t m_state;
};

/// In [-1, 1), with the 24 bits that a float32 holds exactly.
float spread(std::uint64_t noise)
{
    constexpr std::uint64_t kBits = 24;
    return static_cast<float>(noise >> (64U - kBits)) * 0x1p-23F - 1.0F;
}

template<typename T, typename Make> void put(std::vector<std::byte>& bytes, const Make& make)
{
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
        const T value = make();
        std::memcpy(bytes.data() + at, &value, sizeof(T));
    }
}

template<typename T> void putInteger(std::vector<std::byte>& bytes, const InputFill& fill, Noise& noise)
{
    constexpr std::uint64_t kRange = 100;
    put<T>(bytes, [&] {
        return static_cast<T>(fill.kind == InputFill::Kind::Random ? noise.next() % kRange
                                                                   : fill.kind == InputFill::Kind::Ones);
    });
}

/// False for types without values.
bool putValues(std::vector<std::byte>& bytes, DType dtype, const InputFill& fill, Noise& noise)
{
    const auto real = [&] {
        return fill.kind == InputFill::Kind::Random ? spread(noise.next())
                                                    : static_cast<float>(fill.kind == InputFill::Kind::Ones);
    };
    switch (dtype) {
    case DType::Bool:
        put<std::uint8_t>(bytes, [&] {
            return static_cast<std::uint8_t>(fill.kind == InputFill::Kind::Random
                    ? noise.next() >> 63U
                    : static_cast<std::uint64_t>(fill.kind == InputFill::Kind::Ones));
        });
        return true;
    case DType::Int8:
    case DType::UInt8:
        putInteger<std::uint8_t>(bytes, fill, noise);
        return true;
    case DType::Int16:
    case DType::UInt16:
        putInteger<std::uint16_t>(bytes, fill, noise);
        return true;
    case DType::Int32:
    case DType::UInt32:
        putInteger<std::uint32_t>(bytes, fill, noise);
        return true;
    case DType::Int64:
    case DType::UInt64:
        putInteger<std::uint64_t>(bytes, fill, noise);
        return true;
    case DType::Float16:
        put<std::uint16_t>(bytes, [&] { return floatToHalf(real()); });
        return true;
    case DType::BFloat16:
        put<std::uint16_t>(bytes, [&] { return floatToBfloat16(real()); });
        return true;
    case DType::Float32:
        put<float>(bytes, real);
        return true;
    case DType::Float64:
        put<double>(bytes, [&] { return static_cast<double>(real()); });
        return true;
    default:
        return fill.kind == InputFill::Kind::Zeros; // all bits zero is zero in every type
    }
}

std::optional<std::vector<std::int64_t>> parseDims(std::string_view text)
{
    std::vector<std::int64_t> dims;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const auto dim = parseInt(text.substr(0, comma));
        if (!dim || *dim < 0)
            return std::nullopt;
        dims.push_back(*dim);
        text = comma == std::string_view::npos ? std::string_view {} : text.substr(comma + 1);
    }
    return dims;
}

} // namespace

std::optional<InputFill> parseInputFill(std::string_view text)
{
    InputFill fill;
    const auto takes = [&](std::string_view word) {
        if (!text.starts_with(word) || (text.size() > word.size() && text[word.size()] != ':'))
            return false;
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        return true;
    };
    if (takes("zeros")) {
        fill.kind = InputFill::Kind::Zeros;
    } else if (takes("ones")) {
        fill.kind = InputFill::Kind::Ones;
    } else if (takes("random")) {
        fill.kind = InputFill::Kind::Random;
        const std::size_t colon = text.find(':');
        const auto seed = parseUnsigned(text.substr(0, colon));
        if (!seed)
            return std::nullopt;
        fill.seed = *seed;
        text = colon == std::string_view::npos ? std::string_view {} : text.substr(colon + 1);
    } else {
        return std::nullopt;
    }
    if (text.empty())
        return fill;
    auto dims = parseDims(text);
    if (!dims)
        return std::nullopt;
    fill.hasDims = true;
    fill.dims = std::move(*dims);
    return fill;
}

std::string inputFillText(const InputFill& fill)
{
    constexpr std::string_view kWords[] = {"zeros", "ones", "random"};
    std::string text(kWords[static_cast<std::size_t>(fill.kind)]);
    if (fill.kind == InputFill::Kind::Random)
        text += ':' + std::to_string(fill.seed);
    for (std::size_t i = 0; i < fill.dims.size(); ++i)
        text += (i == 0 ? ':' : ',') + std::to_string(fill.dims[i]);
    return text;
}

Result<CaptureInput> makeCaptureInput(const InputFill& fill, const ModelInput& wanted)
{
    const auto dtype = dtypeFromGe(wanted.geType);
    const std::string name = printable(wanted.name);
    if (!dtype)
        return fail(Code::Unsupported, phrase("input %1 has no type that can be filled; give a file", name));
    std::vector<std::int64_t> dims = fill.dims;
    if (!fill.hasDims) {
        dims = wanted.dims;
        std::ranges::replace_if(
            dims, [](std::int64_t dim) { return dim < 0; }, 1);
    }
    if (!std::ranges::equal(
            dims, wanted.dims, [](auto has, auto wants) { return wants < 0 || has == wants; }))
        return fail(Code::BadShape,
            phrase("%1 gives %2, input %3 wants %4", inputFillText(fill), shapeText(dims), name,
                shapeText(wanted.dims)));
    const auto elements = elementCount(dims);
    const auto bytes = elements ? storedBytes(*dtype, *elements) : std::nullopt;
    if (!bytes || *bytes > kMostBytes)
        return fail(Code::BadShape, phrase("input %1: %2 is too large", name, shapeText(dims)));
    std::vector<std::byte> data(*bytes);
    Noise noise(fill.seed, wanted.name);
    if (!putValues(data, *dtype, fill, noise))
        return fail(Code::Unsupported,
            phrase("input %1 has the type %2, which takes zeros or a file only", name, dtypeName(*dtype)));
    return CaptureInput {Bytes::fromVector(std::move(data)), dims};
}

} // namespace dumpscope::core
