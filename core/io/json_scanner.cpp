// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json_scanner.h"

#include "io/json_token.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <optional>

namespace dumpscope::core {

namespace {

namespace ondemand = simdjson::ondemand;

// Each level is a few hundred bytes of stack here and in the destructor of a tree.
constexpr std::size_t kDeepest = 384;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Walks a document once, front to back. simdjson on demand checks only what is touched, so every
/// scalar is checked here in full, and the token behind every value before simdjson steps over it.
class JsonScanner {
public:
    JsonScanner(std::string_view text, JsonHandler& handler, const JsonLimits& limits, std::uint64_t& offset)
        : m_whole(text)
        , m_handler(handler)
        , m_maxDepth(std::min(limits.maxDepth, kDeepest))
        , m_maxBytes(limits.maxBytes)
        , m_eventOffset(offset)
    {
        if (text.starts_with(kByteOrderMark))
            m_skipped = kByteOrderMark.size();
    }

    Result<void> run()
    {
        if (m_whole.size() > m_maxBytes)
            return fail(Code::Limit, phrase("larger than %1 bytes", m_maxBytes));
        if (!open() || !document()) {
            if (m_error)
                return fail(*m_error);
        }
        return {};
    }

private:
    bool broken(Code code, std::size_t offset, Message message)
    {
        const std::uint64_t place = m_skipped + offset;
        const auto [row, column] = rowAndColumn(m_whole, place);
        m_error = makeError(code, std::move(message), {.offset = place, .row = row, .column = column});
        return false;
    }

    bool unexpected(std::size_t offset, Message wanted)
    {
        if (offset >= m_text.size())
            return broken(Code::Truncated, m_text.size(), phrase("the document ends too early"));
        return broken(Code::BadSyntax, offset, phrase("%1 was expected here", std::move(wanted)));
    }

    /// Copies the text, with the room behind it that simdjson wants, and finds its tokens. The copy
    /// stands in brackets: simdjson judges the outermost brackets of a document before anything in
    /// it, which would hide what is really wrong.
    bool open()
    {
        const std::string_view text = m_whole.substr(m_skipped);
        const std::size_t length = text.size() + 2;
        m_copy.reset(new (std::nothrow) char[length + simdjson::SIMDJSON_PADDING]);
        if (!m_copy)
            return broken(Code::OutOfMemory, 0, phrase("no memory for the document"));
        char* inside = m_copy.get() + 1;
        m_copy[0] = '[';
        if (!text.empty())
            std::memcpy(inside, text.data(), text.size());
        inside[text.size()] = ']';
        std::memset(m_copy.get() + length, 0, simdjson::SIMDJSON_PADDING);
        m_text = {inside, text.size()};
        auto error = m_parser.allocate(length, kDeepest + 4);
        if (!error)
            error
                = m_parser.iterate(m_copy.get(), length, length + simdjson::SIMDJSON_PADDING).get(m_document);
        switch (error) {
        case simdjson::SUCCESS:
            return true;
        case simdjson::UTF8_ERROR:
            return broken(Code::BadEncoding, firstInvalidUtf8(m_text), phrase("not UTF-8"));
        case simdjson::UNCLOSED_STRING:
            return broken(Code::Truncated, firstBrokenString(m_text), phrase("a string that does not end"));
        case simdjson::UNESCAPED_CHARS:
            return broken(
                Code::BadSyntax, firstBrokenString(m_text), phrase("a control character in a string"));
        case simdjson::CAPACITY:
            return broken(Code::Limit, 0, phrase("too large for the JSON reader"));
        case simdjson::MEMALLOC:
            return broken(Code::OutOfMemory, 0, phrase("no memory for the document"));
        default:
            return broken(Code::BadSyntax, 0, Message(simdjson::error_message(error)));
        }
    }

    bool document()
    {
        ondemand::array brackets;
        ondemand::array_iterator it;
        ondemand::array_iterator end;
        ondemand::value root;
        if (m_document.get_array().get(brackets) || brackets.begin().get(it) || brackets.end().get(end))
            return broken(Code::BadSyntax, 0, phrase("not a JSON document"));
        if (it == end || (*it).get(root)) {
            const std::size_t first = m_text.find_first_not_of(" \t\r\n");
            if (first == std::string_view::npos)
                return broken(Code::BadSyntax, 0, phrase("the document is empty"));
            return unexpected(first, phrase("a value"));
        }
        if (!value(root, 0))
            return false;
        if (m_next < m_text.size())
            return broken(Code::BadSyntax, m_next, phrase("text behind the end of the document"));
        return true;
    }

    /// Offset of simdjson's next token.
    std::size_t nextToken()
    {
        const char* location = nullptr;
        if (m_document.current_location().get(location))
            return m_text.size();
        return std::min(static_cast<std::size_t>(location - m_text.data()), m_text.size());
    }

    /// Whether the bracket that just ended an array or object was the text's own: then there is still
    /// the one around the copy.
    bool closed()
    {
        const char* location = nullptr;
        if (m_document.current_location().get(location))
            return unexpected(m_text.size(), {});
        m_next = nextToken();
        return true;
    }

    /// One value, whole; `m_next` is then the offset of the token behind it.
    bool value(ondemand::value& source, std::size_t depth)
    {
        const std::string_view token = source.raw_json_token();
        const auto offset = static_cast<std::size_t>(token.data() - m_text.data());
        m_eventOffset = m_skipped + offset;
        m_next = offset + token.size();
        if (token.empty() || offset >= m_text.size())
            return unexpected(m_text.size(), phrase("a value"));
        if ((token[0] == '{' || token[0] == '[') && depth >= m_maxDepth)
            return broken(Code::Limit, offset, phrase("nested deeper than %1 levels", m_maxDepth));
        switch (token[0]) {
        case '{':
            return object(source, depth);
        case '[':
            return array(source, depth);
        case '"':
            return string(source, token, offset);
        default:
            return scalar(withoutTrailingBlanks(token), offset);
        }
    }

    bool array(ondemand::value& source, std::size_t depth)
    {
        ondemand::array array;
        ondemand::array_iterator it;
        ondemand::array_iterator end;
        if (source.get_array().get(array) || array.begin().get(it) || array.end().get(end))
            return unexpected(m_text.size(), {});
        if (!m_handler.beginArray())
            return false;
        while (it != end) {
            ondemand::value item;
            if ((*it).get(item))
                return unexpected(nextToken(), phrase("a value"));
            if (!value(item, depth + 1))
                return false;
            if (m_next >= m_text.size() || (m_text[m_next] != ',' && m_text[m_next] != ']'))
                return unexpected(m_next, Message("',' or ']'"));
            ++it;
        }
        return closed() && m_handler.endArray();
    }

    bool object(ondemand::value& source, std::size_t depth)
    {
        ondemand::object object;
        ondemand::object_iterator it;
        ondemand::object_iterator end;
        if (source.get_object().get(object) || object.begin().get(it) || object.end().get(end))
            return unexpected(m_text.size(), {});
        if (!m_handler.beginObject())
            return false;
        while (it != end) {
            const std::size_t keyAt = nextToken();
            if (keyAt >= m_text.size() || m_text[keyAt] != '"')
                return unexpected(keyAt, phrase("a key in quotes"));
            ondemand::field field;
            if ((*it).get(field))
                return unexpected(nextToken(), Message("':'"));
            ondemand::value& item = field.value();
            if (!key(keyAt) || !value(item, depth + 1))
                return false;
            if (m_next >= m_text.size() || (m_text[m_next] != ',' && m_text[m_next] != '}'))
                return unexpected(m_next, Message("',' or '}'"));
            ++it;
        }
        return closed() && m_handler.endObject();
    }

    /// simdjson looks at the last token before it opens the outermost array or object.
    bool key(std::size_t offset)
    {
        // The colon that simdjson found ends the token, not the string; look for the quote.
        std::size_t close = offset + 1;
        while (m_text[close] != '"')
            close += m_text[close] == '\\' ? 2 : 1;
        const JsonStringToken read = readJsonString(m_text.substr(offset, close + 1 - offset), m_scratch);
        if (read.badAt)
            return badString(offset + *read.badAt);
        m_eventOffset = m_skipped + offset;
        return m_handler.key(read.content);
    }

    bool badString(std::size_t offset)
    {
        const bool escape = m_text.substr(offset).starts_with('\\');
        return broken(Code::BadSyntax, offset,
            escape ? phrase("an unknown escape") : phrase("text right behind a string"));
    }

    bool string(ondemand::value& source, std::string_view token, std::size_t offset)
    {
        // Consumed as a string: skipped as just any value, the "a" of ["a":1] would pass for a key.
        ondemand::raw_json_string raw;
        if (source.get_raw_json_string().get(raw))
            return unexpected(offset, phrase("a string"));
        const JsonStringToken read = readJsonString(token, m_scratch);
        if (read.badAt)
            return badString(offset + *read.badAt);
        return m_handler.string(read.content);
    }

    bool scalar(std::string_view token, std::size_t offset)
    {
        if (token == "null")
            return m_handler.null();
        if (token == "true" || token == "false")
            return m_handler.boolean(token == "true");
        if (isJsonNumber(token))
            return m_handler.number(token);
        return unexpected(offset, phrase("a value"));
    }

    std::string_view m_whole;
    JsonHandler& m_handler;
    std::size_t m_maxDepth;
    std::size_t m_maxBytes;
    std::uint64_t& m_eventOffset;
    std::size_t m_skipped = 0; ///< byte-order mark
    std::unique_ptr<char[]> m_copy;
    std::string_view m_text; ///< the copy, without mark, brackets and padding
    ondemand::parser m_parser;
    ondemand::document m_document;
    std::size_t m_next = 0;
    std::string m_scratch;
    std::optional<Error> m_error; ///< none when the handler stopped
};

} // namespace

Result<void> scanJsonWithOffsets(
    std::string_view text, JsonHandler& handler, const JsonLimits& limits, std::uint64_t& offset)
{
    try {
        return JsonScanner(text, handler, limits, offset).run();
    } catch (const std::bad_alloc&) {
        return fail(Code::OutOfMemory, phrase("no memory for the document"));
    }
}

Result<void> scanJson(std::string_view text, JsonHandler& handler, const JsonLimits& limits)
{
    std::uint64_t offset = 0;
    return scanJsonWithOffsets(text, handler, limits, offset);
}

} // namespace dumpscope::core
