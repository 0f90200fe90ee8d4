// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/torch/safetensors_file.h"

#include "base/text.h"
#include "io/byte_reader.h"
#include "io/byte_text.h"
#include "io/json_cursor.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <unordered_set>

namespace dumpscope::core {

namespace {

using Kind = JsonCursor::Kind;

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeader = 100'000'000; ///< of the reference reader
constexpr std::size_t kMaxEntries = 1'000'000;
constexpr std::size_t kMostMetadataEntries = 1000;

struct SafetensorsType {
    std::string_view name;
    DType dtype;
};
constexpr auto kTypes = std::to_array<SafetensorsType>({{"BOOL", DType::Bool}, {"I8", DType::Int8},
    {"I16", DType::Int16}, {"I32", DType::Int32}, {"I64", DType::Int64}, {"U8", DType::UInt8},
    {"U16", DType::UInt16}, {"U32", DType::UInt32}, {"U64", DType::UInt64}, {"F16", DType::Float16},
    {"F32", DType::Float32}, {"F64", DType::Float64}, {"BF16", DType::BFloat16}, {"C64", DType::Complex64},
    {"F8_E4M3", DType::Float8E4M3FN}, {"F8_E5M2", DType::Float8E5M2}, {"F8_E8M0", DType::Float8E8M0},
    {"F8_E4M3FNUZ", DType::Float8E4M3FNUZ}, {"F8_E5M2FNUZ", DType::Float8E5M2FNUZ}, {"F4", DType::Float4E2M1},
    {"F6_E2M3", DType::Float6E2M3}, {"F6_E3M2", DType::Float6E3M2}});

/// Reads one value `{"dtype": …, "shape": […], "data_offsets": [begin, end]}`.
class SafetensorsEntryReader {
public:
    SafetensorsEntryReader(JsonCursor& cursor, std::uint64_t data)
        : m_cursor(cursor)
        , m_data(data)
    {
    }

    SafetensorsEntry read(std::string name)
    {
        m_entry.name = std::move(name);
        if (m_cursor.kind() != Kind::Object || !m_cursor.beginObject()) {
            m_cursor.skip();
            wrong(Code::BadHeader, phrase("the entry is not an object"));
            return std::move(m_entry);
        }
        std::string_view key;
        while (m_cursor.member(key)) {
            if (key == "dtype" && m_cursor.kind() == Kind::String)
                readType();
            else if (key == "shape" && m_cursor.kind() == Kind::Array)
                readShape();
            else if (key == "data_offsets" && m_cursor.kind() == Kind::Array)
                readOffsets();
            else
                m_cursor.skip();
        }
        check();
        return std::move(m_entry);
    }

private:
    void wrong(Code code, Message problem)
    {
        if (!m_entry.problem.empty())
            return;
        m_entry.code = code;
        m_entry.problem = std::move(problem);
    }

    void readType()
    {
        std::string_view text;
        if (!m_cursor.string(text))
            return;
        m_hasType = true;
        m_entry.dtypeText = text;
        const auto* known = std::ranges::find(kTypes, text, &SafetensorsType::name);
        if (known == kTypes.end())
            return;
        m_entry.dtype = known->dtype;
    }

    std::vector<std::optional<std::uint64_t>> numbers()
    {
        std::vector<std::optional<std::uint64_t>> found;
        if (!m_cursor.beginArray())
            return found;
        while (m_cursor.item()) {
            std::string_view text;
            std::optional<std::uint64_t> value;
            if (m_cursor.kind() == Kind::Number && m_cursor.number(text))
                value = parseUnsigned(text);
            else
                m_cursor.skip();
            if (found.size() <= kMaxRank)
                found.push_back(value);
        }
        return found;
    }

    void readShape()
    {
        m_hasShape = true;
        m_entry.shape.clear();
        m_entry.hasShape = false;
        const auto sizes = numbers();
        if (sizes.size() > kMaxRank)
            return wrong(Code::Limit, phrase("a tensor of more than %1 dimensions", kMaxRank));
        for (const auto& size : sizes) {
            if (!size || *size > INT64_MAX)
                return wrong(Code::BadShape, phrase("a size that is no size"));
            m_entry.shape.push_back(static_cast<std::int64_t>(*size));
        }
        m_entry.hasShape = true;
    }

    void readOffsets()
    {
        const auto both = numbers();
        m_hasOffsets = both.size() == 2 && both[0] && both[1] && *both[0] <= *both[1]
            && checkedAdd(*both[0], m_data, m_entry.begin) && checkedAdd(*both[1], m_data, m_entry.end);
        if (!m_hasOffsets) {
            m_entry.begin = m_entry.end = 0;
            wrong(Code::BadSize, phrase("data_offsets that are no range of bytes"));
        }
    }

    void check()
    {
        if (!m_hasType || !m_hasShape || !m_hasOffsets)
            return wrong(Code::BadHeader, phrase("the entry lacks dtype, shape or data_offsets"));
        if (m_entry.dtype == DType::Unknown)
            return wrong(Code::Unsupported,
                phrase("elements of the type \"%1\" are not read", printable(m_entry.dtypeText)));
        const auto count = elementCount(m_entry.shape);
        const auto wanted = count ? storedBytes(m_entry.dtype, *count) : std::nullopt;
        if (!wanted)
            return wrong(Code::BadSize, phrase("shape %1 is larger than any file", shapeText(m_entry.shape)));
        if (*wanted != m_entry.end - m_entry.begin)
            return wrong(Code::BadSize,
                phrase("%1 of shape %2 takes %3 bytes, but data_offsets span %4",
                    printable(m_entry.dtypeText), shapeText(m_entry.shape), *wanted,
                    m_entry.end - m_entry.begin));
    }

    JsonCursor& m_cursor;
    std::uint64_t m_data; ///< where the data begin in the file
    SafetensorsEntry m_entry;
    bool m_hasType = false, m_hasShape = false, m_hasOffsets = false;
};

void readMetadata(JsonCursor& cursor, std::vector<std::pair<std::string, std::string>>& metadata)
{
    if (cursor.kind() != Kind::Object || !cursor.beginObject()) {
        cursor.skip();
        return;
    }
    std::string_view key, value;
    while (cursor.member(key)) {
        std::string name(key);
        if (cursor.kind() != Kind::String)
            cursor.skip();
        else if (cursor.string(value) && metadata.size() < kMostMetadataEntries)
            metadata.emplace_back(std::move(name), value);
    }
}

/// Entries share no bytes and leave none out.
void notePlaces(std::vector<SafetensorsEntry>& entries, std::uint64_t data)
{
    std::vector<std::uint32_t> order(entries.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(
        order, {}, [&](std::uint32_t i) { return std::pair(entries[i].begin, entries[i].end); });
    std::uint64_t at = data;
    for (const std::uint32_t i : order) {
        SafetensorsEntry& entry = entries[i];
        if (entry.end == 0)
            continue; // nowhere
        if (entry.begin < at && entry.begin < entry.end)
            entry.note
                = phrase("shares %1 bytes with the tensor before it", std::min(at, entry.end) - entry.begin);
        else if (entry.begin > at)
            entry.note = phrase("%1 bytes before it belong to no tensor", entry.begin - at);
        at = std::max(at, entry.end);
    }
}

} // namespace

Result<SafetensorsFile> SafetensorsFile::read(Bytes file)
{
    ByteReader reader(file.span());
    TRY_ASSIGN(const auto length, reader.read<std::uint64_t>());
    if (length > reader.remaining())
        return fail(Code::Truncated,
            phrase("the header should have %1 bytes, but the file has %2", length, reader.remaining()));
    if (length > kMaxHeader)
        return fail(Code::Limit, phrase("a header of %1 bytes", length));
    TRY_ASSIGN(const std::string_view header, reader.takeText(length));
    auto contents = std::make_shared<Contents>();
    const std::uint64_t data = reader.offset();
    JsonCursor cursor(header, kLengthBytes);
    if (!header.starts_with('{') || !cursor.beginObject())
        return fail(Code::BadHeader, phrase("the header is no JSON object"), {.offset = kLengthBytes});
    std::unordered_set<std::string> names;
    std::string_view key;
    while (cursor.member(key)) {
        std::string name(key);
        if (name == "__metadata__") {
            readMetadata(cursor, contents->metadata);
        } else if (!names.insert(name).second) {
            contents->repeated.push_back(std::move(name));
            cursor.skip();
        } else if (contents->entries.size() >= kMaxEntries) {
            return fail(Code::Limit, phrase("more than %1 tensors", kMaxEntries));
        } else {
            contents->entries.push_back(SafetensorsEntryReader(cursor, data).read(std::move(name)));
        }
    }
    if (!cursor.failed() && !cursor.atEnd())
        cursor.fail(Code::BadSyntax, phrase("text behind the end of the document"));
    if (cursor.failed())
        return fail(cursor.error());
    notePlaces(contents->entries, data);
    std::uint64_t end = data;
    for (const SafetensorsEntry& entry : contents->entries)
        end = std::max(end, entry.end);
    contents->rest = file.size() - std::min(end, file.size());
    SafetensorsFile result;
    result.m_size = file.size();
    result.m_file = std::move(file);
    result.m_contents = std::move(contents);
    return result;
}

SafetensorsFile SafetensorsFile::withFile(Bytes file) const
{
    SafetensorsFile same = *this;
    same.m_file = std::move(file);
    return same;
}

std::uint64_t SafetensorsFile::available(const SafetensorsEntry& entry) const
{
    const std::uint64_t end = std::min(entry.end, m_size);
    return end - std::min(entry.begin, end);
}

Result<TensorView> SafetensorsFile::open(const SafetensorsEntry& entry) const
{
    if (!entry.problem.empty())
        return fail(entry.code, entry.problem);
    const std::uint64_t there = available(entry);
    if (there == 0) // may begin behind the end of the file
        return makeDenseView(entry.dtype, entry.shape, Bytes());
    TRY_ASSIGN(Bytes values, m_file.slice(entry.begin, there));
    return makeDenseView(entry.dtype, entry.shape, std::move(values));
}

bool looksLikeSafetensors(ByteSpan head, std::uint64_t size)
{
    ByteReader reader(head);
    const auto length = reader.read<std::uint64_t>();
    if (!length || *length > size || *length < 2)
        return false;
    const std::string_view text = asText(head).substr(kLengthBytes);
    return text.starts_with('{')
        && (text.find("\"data_offsets\"") != std::string_view::npos
            || text.find("\"__metadata__\"") != std::string_view::npos);
}

} // namespace dumpscope::core
