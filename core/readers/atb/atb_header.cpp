// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/atb/atb_header.h"

#include "base/text.h"
#include "io/byte_text.h"
#include "readers/line_walk.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kAtbVersion = "$Version=", kAtbEnd = "$End=";
constexpr std::uint64_t kMostHeaderBytes = 1U << 16;

struct AtbType {
    std::string_view text;
    int code;
    DType dtype;
};

// docs/formats/llm-era.md 1.2
constexpr AtbType kAtbTypes[] {
    {"float", 0, DType::Float32},
    {"float16", 1, DType::Float16},
    {"int8", 2, DType::Int8},
    {"int32", 3, DType::Int32},
    {"uint8", 4, DType::UInt8},
    {"int16", 6, DType::Int16},
    {"uint16", 7, DType::UInt16},
    {"uint32", 8, DType::UInt32},
    {"int64", 9, DType::Int64},
    {"uint64", 10, DType::UInt64},
    {"double", 11, DType::Float64},
    {"bool", 12, DType::Bool},
    {"string", 13, DType::String},
    {"complex64", 16, DType::Complex64},
    {"complex128", 17, DType::Complex128},
    {"bf16", 27, DType::BFloat16},
    {"int4", 29, DType::Int4},
    {"uint1", 30, DType::UInt1},
    {"complex32", 33, DType::Complex32},
    {"hifloat8", 34, DType::HiFloat8},
    {"float8_e5m2", 35, DType::Float8E5M2},
    {"float8_e4m3fn", 36, DType::Float8E4M3FN},
    {"float8_e8m0", 37, DType::Float8E8M0},
    {"float6_e3m2", 38, DType::Float6E3M2},
    {"float6_e2m3", 39, DType::Float6E2M3},
    {"float4_e2m1", 40, DType::Float4E2M1},
    {"float4_e1m2", 41, DType::Float4E1M2},
};

std::optional<int> codeOf(std::string_view text)
{
    const auto number = parseInt(text);
    constexpr std::int64_t kMost = 1 << 20;
    return number && *number >= -kMost && *number <= kMost ? std::optional(static_cast<int>(*number))
                                                           : std::nullopt;
}

/// Numbers joined by commas; no text is no dimension.
std::optional<Shape> dimsOf(std::string_view text)
{
    constexpr std::size_t kMostDims = 64;
    Shape shape;
    if (text.empty())
        return shape;
    for (;;) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const auto dim = isDigits(part) ? parseInt(part) : std::nullopt;
        if (!dim || shape.size() == kMostDims)
            return std::nullopt;
        shape.push_back(*dim);
        if (comma == std::string_view::npos)
            return shape;
        text.remove_prefix(comma + 1);
    }
}

void takeObject(AtbHeader& header, std::string_view value)
{
    const std::size_t comma = value.find(',');
    const auto offset = parseUnsigned(value.substr(0, comma));
    const auto length
        = comma == std::string_view::npos ? std::nullopt : parseUnsigned(value.substr(comma + 1));
    if (offset && length && !header.object)
        header.object.emplace(*offset, *length);
}

void takeField(AtbHeader& header, std::string_view name, std::string_view value)
{
    if (name == "dims") {
        header.hasDims = true;
        header.shape = dimsOf(value);
    } else if (name == "dtype")
        header.dtype = codeOf(value).value_or(-1);
    else if (name == "format")
        header.format = codeOf(value).value_or(-1);
    else if (name == "data")
        header.valuesKey = value;
    else if (name == "$Object.Count")
        header.count = parseUnsigned(value);
    else if (name == "$Object.Length")
        header.length = parseUnsigned(value);
    else if (name == "$Object.data")
        takeObject(header, value);
    else if (name == "max")
        header.max = value;
    else if (name == "min")
        header.min = value;
    else if (name == "mean")
        header.mean = value;
    else if (name == "l2norm")
        header.l2Norm = value;
}

enum class HeaderEnd : std::uint8_t { Found, Missing, NotText };

/// Takes the lines of a header; `bytes` is where it ends in the text.
HeaderEnd takeLines(std::string_view text, AtbHeader& header, std::uint64_t& bytes)
{
    LineWalk lines(text);
    std::string_view line;
    while (lines.next(line)) {
        if (!lines.ended())
            return HeaderEnd::Missing;
        const std::size_t equal = line.find('=');
        if (equal == std::string_view::npos || equal == 0 || line.find('\0') != std::string_view::npos)
            return HeaderEnd::NotText;
        const std::string_view name = line.substr(0, equal), value = line.substr(equal + 1);
        if (line.starts_with(kAtbEnd)) {
            bytes = lines.position();
            return HeaderEnd::Found;
        }
        header.lines.emplace_back(name, value);
        takeField(header, name, value);
    }
    return HeaderEnd::Missing;
}

} // namespace

bool beginsAtbRecord(std::string_view text)
{
    return text.starts_with(kAtbVersion);
}

bool beginsAtbHeader(std::string_view text)
{
    if (beginsAtbRecord(text))
        return true;
    const std::size_t equal = text.substr(0, 64).find('=');
    if (equal == std::string_view::npos || equal == 0)
        return false; // most files are no text at all
    AtbHeader header;
    std::uint64_t bytes = 0;
    return takeLines(text, header, bytes) == HeaderEnd::Found && (header.hasDims || header.dtype >= 0);
}

namespace {

/// The header in a text that begins with it; nothing where more of the file is needed.
Result<std::optional<AtbHeader>> headerOf(std::string_view text, std::uint64_t offset, bool isToTheEnd)
{
    AtbHeader header;
    std::uint64_t length = 0;
    switch (takeLines(text, header, length)) {
    case HeaderEnd::Found:
        header.dataOffset = offset + length;
        return std::optional(std::move(header));
    case HeaderEnd::NotText:
        return fail(Code::BadHeader, phrase("a line of the header is no name=value"), {.offset = offset});
    case HeaderEnd::Missing:
        break;
    }
    if (isToTheEnd)
        return fail(Code::Truncated, phrase("the file ends within its header"), {.offset = offset});
    if (text.size() >= kMostHeaderBytes)
        return fail(Code::BadHeader, phrase("the header has no end within %1 bytes", kMostHeaderBytes),
            {.offset = offset});
    return std::optional<AtbHeader>();
}

} // namespace

Result<AtbHeader> readAtbHeader(const Source& source, std::uint64_t offset)
{
    constexpr std::uint64_t kUsualBytes = 4096;
    for (const std::uint64_t wanted : {kUsualBytes, kMostHeaderBytes}) {
        TRY_ASSIGN(const Bytes bytes, source.read(offset, wanted));
        TRY_ASSIGN(
            std::optional<AtbHeader> header, headerOf(asText(bytes.span()), offset, bytes.size() < wanted));
        if (header)
            return std::move(*header);
    }
    return fail(Code::BadHeader, phrase("the header has no end within %1 bytes", kMostHeaderBytes));
}

Result<AtbHeader> readAtbHeader(ByteSpan file, std::uint64_t offset)
{
    const ByteSpan rest = file.subspan(std::min<std::uint64_t>(offset, file.size()));
    const std::string_view text = asText(rest.first(std::min<std::uint64_t>(rest.size(), kMostHeaderBytes)));
    TRY_ASSIGN(std::optional<AtbHeader> header, headerOf(text, offset, rest.size() < kMostHeaderBytes));
    if (!header)
        return fail(Code::BadHeader, phrase("the header has no end within %1 bytes", kMostHeaderBytes));
    return std::move(*header);
}

AtbExtent atbExtent(const AtbHeader& header, std::uint64_t fileBytes)
{
    const std::uint64_t left = fileBytes - std::min(fileBytes, header.dataOffset);
    AtbExtent extent;
    const std::uint64_t offset = header.object ? std::min(header.object->first, left) : 0;
    extent.begin = header.dataOffset + offset;
    extent.stated = header.object ? header.object->second : header.length.value_or(left - offset);
    extent.present = std::min(extent.stated, left - offset);
    extent.end
        = header.dataOffset + std::max(offset + extent.present, std::min(header.length.value_or(0), left));
    return extent;
}

Result<AtbRecords> AtbRecords::read(const Bytes& bytes)
{
    AtbRecords records;
    const ByteSpan file = bytes.span();
    for (std::uint64_t offset = 0; records.m_offsets.size() < kMost;) {
        const auto header = readAtbHeader(file, offset);
        if (!header && offset == 0)
            return fail(header.error());
        if (!header)
            break; // what is in front of the damage stays
        records.m_offsets.push_back(offset);
        offset = atbExtent(*header, file.size()).end;
        if (offset >= file.size() || !beginsAtbRecord(asText(file.subspan(offset))))
            break;
    }
    return records;
}

std::optional<DType> dtypeFromAtb(int code)
{
    for (const AtbType& type : kAtbTypes)
        if (type.code == code)
            return type.dtype;
    return std::nullopt;
}

std::string atbDtypeText(int code)
{
    for (const AtbType& type : kAtbTypes)
        if (type.code == code)
            return std::string(type.text);
    return "undefined(" + std::to_string(code) + ")";
}

std::optional<DType> dtypeFromAtbText(std::string_view text)
{
    for (const AtbType& type : kAtbTypes)
        if (type.text == text)
            return type.dtype;
    return std::nullopt;
}

MemoryFormat formatFromAtb(int code)
{
    if (code < 0 || code >= static_cast<int>(MemoryFormat::Unspecified))
        return MemoryFormat::Unspecified;
    return static_cast<MemoryFormat>(code);
}

} // namespace dumpscope::core
