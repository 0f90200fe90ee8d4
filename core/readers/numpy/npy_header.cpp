// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/numpy/npy_header.h"

#include "base/text.h"
#include "io/byte_reader.h"
#include "io/byte_text.h"

#include <array>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr std::size_t kFixedBytes = 8; ///< magic and version
constexpr int kMaxNesting = 32;

/// Reads the subset of Python literals that header dictionaries are made of.
class LiteralParser {
public:
    LiteralParser(std::string_view text, std::uint64_t base)
        : m_text(text)
        , m_base(base)
    {
    }

    Result<void> parse(NpyHeader& header)
    {
        if (!accept('{'))
            return wrong(phrase("the dictionary starts with '{'"));
        while (!accept('}')) {
            TRY_ASSIGN(const std::string key, string());
            if (!accept(':'))
                return wrong(phrase("a ':' stands behind a key"));
            TRY_VOID(member(key, header));
            if (!accept(',') && peek() != '}')
                return wrong(phrase("members are separated by ','"));
        }
        if (m_position != m_text.find_last_not_of(std::string_view(" \t\r\n\0", 5)) + 1)
            return wrong(phrase("nothing stands behind the dictionary"));
        if (!m_hasDescr || !m_hasOrder || !m_hasShape)
            return wrong(phrase("descr, fortran_order and shape are all there"));
        return {};
    }

private:
    Failure wrong(const Message& expected) const
    {
        Place place;
        place.offset = m_base + m_position;
        return fail(Code::BadHeader, phrase("malformed npy header: expected that %1", expected), place);
    }

    void skipBlanks()
    {
        while (m_position < m_text.size()
            && std::string_view(" \t\r\n").find(m_text[m_position]) != std::string_view::npos)
            ++m_position;
    }
    char peek()
    {
        skipBlanks();
        return m_position < m_text.size() ? m_text[m_position] : '\0';
    }
    bool accept(char wanted)
    {
        if (peek() != wanted || m_position == m_text.size())
            return false;
        ++m_position;
        return true;
    }
    bool acceptWord(std::string_view word)
    {
        skipBlanks();
        if (!m_text.substr(m_position).starts_with(word))
            return false;
        m_position += word.size();
        return true;
    }

    Result<std::string> string()
    {
        if (peek() == 'u' || peek() == 'b') // Python 2 spellings
            ++m_position;
        const char quote = m_position < m_text.size() ? m_text[m_position] : '\0';
        if (quote != '\'' && quote != '"')
            return wrong(phrase("a text in quotes stands here"));
        const std::size_t start = ++m_position;
        for (; m_position < m_text.size() && m_text[m_position] != quote; ++m_position) {
            if (m_text[m_position] == '\\')
                return wrong(phrase("texts have no escapes"));
        }
        if (m_position == m_text.size())
            return wrong(phrase("a text ends"));
        return std::string(m_text.substr(start, m_position++ - start));
    }

    Result<bool> boolean()
    {
        if (acceptWord("True"))
            return true;
        if (acceptWord("False"))
            return false;
        return wrong(phrase("fortran_order is True or False"));
    }

    Result<std::int64_t> dimension()
    {
        skipBlanks();
        const std::size_t start = m_position;
        while (m_position < m_text.size() && m_text[m_position] >= '0' && m_text[m_position] <= '9')
            ++m_position;
        const std::string_view digits = m_text.substr(start, m_position - start);
        if (digits.empty()) {
            if (peek() == '-')
                return fail(Code::BadShape, phrase("negative dimension in the npy header"));
            return wrong(phrase("a dimension is a number"));
        }
        const auto value = parseInt(digits);
        if (!value)
            return fail(Code::BadShape, phrase("dimension %1 does not fit 64 bits", digits));
        accept('L'); // long integers of Python 2
        return *value;
    }

    Result<Shape> shape()
    {
        const bool list = peek() == '[';
        if (!accept(list ? '[' : '('))
            return wrong(phrase("shape is a tuple"));
        const char close = list ? ']' : ')';
        Shape shape;
        while (!accept(close)) {
            TRY_ASSIGN(const std::int64_t value, dimension());
            if (shape.size() == kMaxRank)
                return fail(Code::BadShape, phrase("more than %1 dimensions", kMaxRank));
            shape.push_back(value);
            if (!accept(',') && peek() != close)
                return wrong(phrase("dimensions are separated by ','"));
        }
        return shape;
    }

    // Fields of a structured type, or the value of a key we do not know: skipped, brackets balanced.
    Result<std::string_view> skipValue()
    {
        skipBlanks();
        const std::size_t start = m_position;
        int depth = 0;
        while (m_position < m_text.size()) {
            const char c = m_text[m_position];
            if (c == '\'' || c == '"') {
                TRY_ASSIGN([[maybe_unused]] const std::string text, string());
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}'))
                break;
            if (c == '(' || c == '[' || c == '{') {
                if (++depth > kMaxNesting)
                    return fail(Code::Limit, phrase("npy header is nested too deeply"));
            } else if (c == ')' || c == ']' || c == '}') {
                --depth;
            }
            ++m_position;
        }
        if (depth != 0 || m_position == m_text.size())
            return wrong(phrase("brackets are closed"));
        return m_text.substr(start, m_position - start);
    }

    Result<void> member(std::string_view key, NpyHeader& header)
    {
        if (key == "descr") {
            m_hasDescr = true;
            header.structured = peek() == '[' || peek() == '(';
            if (header.structured) {
                TRY_ASSIGN(header.descr, skipValue());
            } else {
                TRY_ASSIGN(header.descr, string());
            }
        } else if (key == "fortran_order") {
            m_hasOrder = true;
            TRY_ASSIGN(header.fortranOrder, boolean());
        } else if (key == "shape") {
            m_hasShape = true;
            TRY_ASSIGN(header.shape, shape());
        } else {
            TRY_VOID(skipValue());
        }
        return {};
    }

    std::string_view m_text;
    std::uint64_t m_base;
    std::size_t m_position = 0;
    bool m_hasDescr = false, m_hasOrder = false, m_hasShape = false;
};

struct Known {
    std::string_view code;
    DType dtype;
};

// `E2` and `T2` are MindSpore's own spellings of bfloat16 (docs/formats/mindspore-dump.md 4).
constexpr std::array kKnown {Known {"b1", DType::Bool}, Known {"?", DType::Bool}, Known {"i1", DType::Int8},
    Known {"u1", DType::UInt8}, Known {"i2", DType::Int16}, Known {"u2", DType::UInt16},
    Known {"i4", DType::Int32}, Known {"u4", DType::UInt32}, Known {"i8", DType::Int64},
    Known {"u8", DType::UInt64}, Known {"f2", DType::Float16}, Known {"f4", DType::Float32},
    Known {"f8", DType::Float64}, Known {"c8", DType::Complex64}, Known {"c16", DType::Complex128},
    Known {"E2", DType::BFloat16}, Known {"T2", DType::BFloat16}};

std::string inQuotes(std::string_view text)
{
    return "'" + printable(text) + "'";
}

// Types that a writer has to widen because NumPy lacks them.
bool isUsualWidening(DType named, DType stored)
{
    switch (named) {
    case DType::BFloat16:
    case DType::HiFloat8:
    case DType::Float8E4M3FN:
    case DType::Float8E5M2:
    case DType::Float8E8M0:
        return stored == DType::Float32 || stored == DType::Float64;
    case DType::Int4:
        return stored == DType::Int8;
    case DType::UInt1:
    case DType::UInt4:
        return stored == DType::UInt8;
    default:
        return false;
    }
}

void compareWithName(NpyType& type, DType named, std::string_view token, std::string_view descr)
{
    if (named == type.dtype)
        return;
    if (isUsualWidening(named, type.dtype))
        type.note = phrase("%1 values stored as %2", dtypeName(named), dtypeName(type.dtype));
    else
        type.note = phrase("the name says %1, the header %2", token, inQuotes(descr));
}

} // namespace

bool hasNpyMagic(ByteSpan head)
{
    return asText(head).starts_with(kNpyMagic);
}

Result<std::uint64_t> npyHeaderBytes(ByteSpan start)
{
    if (!hasNpyMagic(start))
        return fail(Code::BadHeader, phrase("no NUMPY magic at the start"));
    if (start.size() < kFixedBytes)
        return fail(Code::Truncated, phrase("the file ends inside the npy version"));
    const int major = std::to_integer<int>(start[6]);
    const int minor = std::to_integer<int>(start[7]);
    if (major < 1 || major > 3)
        return fail(Code::Unsupported, phrase("npy version %1.%2", major, minor));
    ByteReader reader(start.subspan(kFixedBytes), kFixedBytes);
    std::uint64_t length = 0;
    if (major == 1) {
        TRY_ASSIGN(length, reader.read<std::uint16_t>());
    } else {
        TRY_ASSIGN(length, reader.read<std::uint32_t>());
    }
    const std::uint64_t total = reader.offset() + length;
    if (total > kMaxNpyHeaderBytes)
        return fail(Code::Limit, phrase("npy header of %1 bytes", total));
    return total;
}

Result<NpyHeader> parseNpyHeader(ByteSpan header)
{
    TRY_ASSIGN(const std::uint64_t total, npyHeaderBytes(header));
    if (header.size() < total)
        return fail(
            Code::Truncated, phrase("the npy header needs %1 bytes, the file has %2", total, header.size()));
    NpyHeader result;
    result.major = std::to_integer<int>(header[6]);
    result.minor = std::to_integer<int>(header[7]);
    result.dataOffset = total;
    const std::size_t start = result.major == 1 ? kFixedBytes + 2 : kFixedBytes + 4;
    LiteralParser parser(asText(header.subspan(start, total - start)), start);
    TRY_VOID(parser.parse(result));
    return result;
}

NpyType npyType(const NpyHeader& header, std::string_view nameDtype)
{
    NpyType type;
    if (header.structured) {
        type.unsupported = phrase("structured elements are not supported: %1", printable(header.descr));
        return type;
    }
    std::string_view code = header.descr;
    if (!code.empty() && std::string_view("<>|=").find(code.front()) != std::string_view::npos) {
        type.bigEndian = code.front() == '>';
        code.remove_prefix(1);
    }
    const DType named
        = nameDtype.empty() ? DType::Unknown : dtypeFromName(nameDtype).value_or(DType::Unknown);
    for (const Known& known : kKnown) {
        if (known.code == code) {
            type.dtype = known.dtype;
            if (named != DType::Unknown)
                compareWithName(type, named, nameDtype, header.descr);
            return type;
        }
    }
    type.isNoNumber = code.starts_with('O') || code.starts_with('U') || code.starts_with('S');
    if (code.starts_with('O')) {
        type.unsupported = phrase("object arrays are pickles and are never loaded");
        return type;
    }
    // Raw element bytes (`V2`, and `h2` of MindSpore 2.2-2.3): the name tells what they are.
    const std::string_view width = code.empty() ? code : code.substr(1);
    const bool raw = code.starts_with('V') || code == "h2";
    const DType wanted = named == DType::Unknown && code == "h2" ? DType::BFloat16 : named;
    if (raw && wanted != DType::Unknown && width == std::to_string(dtypeInfo(wanted).bits / 8U)
        && !isSubByte(wanted)) {
        type.dtype = wanted;
        type.note = phrase("%1 read as %2", inQuotes(header.descr), dtypeName(wanted));
        return type;
    }
    type.unsupported = phrase("the element type %1 is not supported", inQuotes(header.descr));
    return type;
}

} // namespace dumpscope::core
