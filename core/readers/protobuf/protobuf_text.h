// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"

namespace dumpscope::core {

/// A message in protobuf's text format (comments, both quotes, adjacent literals, `<…>`, lists in brackets,
/// `,` and `;`, octal and hexadecimal numbers, fields by number) or, with Syntax::Json, as a JSON object with
/// the same names. Strict where the meaning would be unclear, else lenient: unknown fields are skipped by
/// matching brackets. Errors, with row, column and offset: Code::Truncated when the text ends inside a
/// message, Code::BadSyntax, Code::Limit (nesting), Code::Cancelled.
class ProtoTextStream final : public ProtoStream {
public:
    enum class Syntax : std::uint8_t { Text, Json };

    ProtoTextStream(Bytes text, const ProtoMessage& schema, TaskContext* task, Syntax syntax = Syntax::Text);

    [[nodiscard]] bool next() override;
    void enter() override;
    [[nodiscard]] std::int64_t integer() override;
    [[nodiscard]] double real() override;
    [[nodiscard]] std::string_view text() override;
    [[nodiscard]] std::string_view word() override;
    [[nodiscard]] ProtoExtent extent() override;
    void restart() override;

private:
    enum class Value : std::uint8_t { None, Message, Literal, Token };
    struct Level {
        const ProtoMessage* schema;
        const ProtoField* list = nullptr; ///< inside the brackets of this field
        char close = '\0';                ///< '\0': the end of the text
    };

    [[nodiscard]] std::size_t at() const { return static_cast<std::size_t>(m_at - m_begin); }
    void skipBlanks();     ///< and comments
    void skipSeparators(); ///< and blanks
    [[nodiscard]] bool readName(std::string_view& name);
    [[nodiscard]] bool readBracketedName();
    [[nodiscard]] bool readValue();
    [[nodiscard]] bool readLiterals();
    [[nodiscard]] bool passLiteral();
    [[nodiscard]] bool readToken();
    [[nodiscard]] bool skipValue();
    [[nodiscard]] bool skipBrackets();
    [[nodiscard]] bool listElement(Level& level);
    [[nodiscard]] bool fieldOf(Level& level);
    [[nodiscard]] Error errorHere(Code code, Message what) const;
    [[nodiscard]] bool wrong(Message what);
    [[nodiscard]] bool endsEarly(const Message& where);

    const char* m_begin;
    const char* m_end;
    const char* m_at;
    Syntax m_syntax;
    std::vector<Level> m_levels;
    Value m_value = Value::None;
    char m_messageClose = '\0';
    const char* m_valueBegin = nullptr;
    const char* m_valueEnd = nullptr;
    bool m_plain = true; ///< the literal is one without escapes
    std::string m_scratch;
};

} // namespace dumpscope::core
