// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Walks a JSON text in place, value by value: nothing is copied or read twice, and values before a damaged
/// or truncated part are still given. For documents too large or too often truncated for scanJson. Accepts
/// what Python writes: NaN, Infinity, -Infinity. After the first failure every call returns false. The text
/// must outlive the cursor. Not thread-safe. Errors: Code::Truncated, Code::BadSyntax, Code::BadEncoding.
///
///     if (cursor.beginObject())
///         while (cursor.member(key))
///             cursor.skip();
///     if (cursor.failed()) …
class JsonCursor {
public:
    enum class Kind : std::uint8_t { Object, Array, String, Number, True, False, Null, None };

    /// `base`: offset of the text in its file, for messages.
    explicit JsonCursor(std::string_view text, std::uint64_t base = 0);

    /// Kind of the next value; None at a closing bracket, at the end, or where there is no value.
    [[nodiscard]] Kind kind();
    [[nodiscard]] bool beginObject();
    /// The next key; false after the last member (the bracket is passed) or on failure. The text is valid
    /// until the next call of `member`.
    [[nodiscard]] bool member(std::string_view& key);
    [[nodiscard]] bool beginArray();
    [[nodiscard]] bool item(); ///< whether another item comes
    /// Content of a string; valid until the next call of `string`.
    [[nodiscard]] bool string(std::string_view& value);
    [[nodiscard]] bool number(std::string_view& text); ///< as written
    [[nodiscard]] bool word();                         ///< passes true, false or null
    /// Passes a whole value of any depth, with little checking; `raw` is its text.
    bool skip(std::string_view* raw = nullptr);
    [[nodiscard]] bool atEnd(); ///< only blanks are left

    [[nodiscard]] bool failed() const { return m_error.has_value(); }
    /// Its place has the offset only; for row and column see rowAndColumn.
    [[nodiscard]] const Error& error() const { return *m_error; }
    [[nodiscard]] std::uint64_t offset() const { return m_base + m_at; }
    /// Makes the cursor fail at the present offset.
    bool fail(Code code, Message message);

private:
    void skipBlanks();
    bool expected(Message what);
    bool token(std::string_view& content, std::string& scratch);
    bool passString();
    bool passWord(std::string_view word);

    std::string_view m_text;
    std::uint64_t m_base;
    std::size_t m_at = 0;
    bool m_isFirst = false; ///< nothing of the innermost container was passed yet
    std::string m_keyScratch, m_valueScratch;
    std::optional<Error> m_error;
};

} // namespace dumpscope::core
