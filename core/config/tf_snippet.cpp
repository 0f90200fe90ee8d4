// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/tf_snippet.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace dumpscope::core {

using std::string_view_literals::operator""sv;

namespace {

struct Token {
    enum class Kind : std::uint8_t { Name, Number, Text, Sign, NewLine, End };
    Kind kind = Kind::End;
    std::string text;
    std::uint64_t offset = 0, end = 0;
    [[nodiscard]] bool is(char sign) const
    {
        return kind == Kind::Sign && text.size() == 1 && text[0] == sign;
    }
};

bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Python, as far as settings need it: names, numbers, texts, signs. Never fails.
class Lexer {
public:
    explicit Lexer(std::string_view text)
        : m_text(text)
    {
    }

    std::vector<Token> run()
    {
        std::vector<Token> tokens;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '#') {
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            } else if (c == '\n') {
                tokens.push_back({Token::Kind::NewLine, "\n", m_at, m_at + 1});
                ++m_at;
            } else if (c == ' ' || c == '\t' || c == '\r') {
                ++m_at;
            } else if (c == '\\' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '\n') {
                m_at += 2;
            } else if (const std::size_t prefix = textPrefix(); prefix != std::string_view::npos) {
                tokens.push_back(readText(prefix));
            } else if (isNameStart(c) || isDigit(c)) {
                const std::size_t start = m_at;
                while (m_at < m_text.size()
                    && (isNameStart(m_text[m_at]) || isDigit(m_text[m_at])
                        || (isDigit(c) && m_text[m_at] == '.')))
                    ++m_at;
                tokens.push_back({isDigit(c) ? Token::Kind::Number : Token::Kind::Name,
                    std::string(m_text.substr(start, m_at - start)), start, m_at});
            } else {
                tokens.push_back({Token::Kind::Sign, std::string(1, c), m_at, m_at + 1});
                ++m_at;
            }
        }
        tokens.push_back({Token::Kind::End, "", m_text.size(), m_text.size()});
        return tokens;
    }

private:
    /// Length of the letters before a quote (b, r, u, f); npos if no text begins here.
    std::size_t textPrefix() const
    {
        std::size_t length = 0;
        while (length < 2 && m_at + length < m_text.size()
            && "bBrRuUfF"sv.find(m_text[m_at + length]) != std::string_view::npos)
            ++length;
        const char quote = m_at + length < m_text.size() ? m_text[m_at + length] : ' ';
        return quote == '"' || quote == '\'' ? length : std::string_view::npos;
    }

    Token readText(std::size_t prefix)
    {
        Token token = textFrom(prefix);
        token.end = m_at;
        return token;
    }

    Token textFrom(std::size_t prefix)
    {
        Token token {Token::Kind::Text, "", m_at, m_at};
        m_at += prefix;
        const std::string_view one = m_text.substr(m_at, 1);
        const std::string three(3, one[0]);
        const bool isLong = m_text.substr(m_at).starts_with(three);
        const std::string_view end = isLong ? std::string_view(three) : one;
        m_at += end.size();
        while (m_at < m_text.size() && !m_text.substr(m_at).starts_with(end)) {
            if (!isLong && m_text[m_at] == '\n')
                return token; // no end: the line's end
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size())
                ++m_at;
            token.text += m_text[m_at++];
        }
        m_at = std::min(m_at + end.size(), m_text.size());
        return token;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

// A script has few settings; more are left out so that a hostile one costs little.
constexpr std::size_t kMaxSettings = 1'000, kMaxRemembered = 4'096, kMaxWrong = 50;

constexpr std::array kPositions {"enable_dump"sv, "dump_path"sv, "dump_step"sv, "dump_mode"sv,
    "enable_dump_debug"sv, "dump_debug_mode"sv, "dump_data"sv, "dump_layer"sv};
constexpr std::array kRunKeys {"enable_exception_dump"sv, "quant_dumpable"sv};

class Reader {
public:
    explicit Reader(std::string_view script)
        : m_tokens(Lexer(script).run())
    {
        m_found.settings.kind = JsonValue::Kind::Object;
    }

    TfSnippet run()
    {
        for (m_at = 0; m_at < m_tokens.size(); ++m_at) {
            const Token& token = m_tokens[m_at];
            if (token.kind != Token::Kind::Name)
                continue;
            if (token.text == "DumpConfig" && peek(1).is('('))
                readCall(true);
            else if ((token.text == "NPURunConfig" || token.text == "NpuConfig") && peek(1).is('(')
                && m_at >= m_runEnd)
                readCall(false);
            else if (token.text == "parameter_map" && peek(1).is('['))
                readMapEntry();
            else if (token.text == "dump_config" && peek(1).is('.') && peek(2).kind == Token::Kind::Name
                && isAssignment(3))
                readMember();
            else if (isAssignment(1) && (m_at == 0 || !peek(-1).is('.')))
                remember(token.text, literal(m_at + 2));
        }
        return std::move(m_found);
    }

private:
    const Token& peek(std::ptrdiff_t steps) const
    {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(m_at) + steps;
        return at < 0 || at >= static_cast<std::ptrdiff_t>(m_tokens.size())
            ? m_tokens.back()
            : m_tokens[static_cast<std::size_t>(at)];
    }

    bool isAssignment(std::ptrdiff_t steps) const { return peek(steps).is('=') && !peek(steps + 1).is('='); }

    using Form = TfSnippet::Written::Form;

    /// `from`: the first token of what sets it, `at`: of its value.
    void set(const std::string& key, JsonValue value, Form form, std::size_t from, std::size_t at)
    {
        if (m_found.settings.members.size() >= kMaxSettings)
            return;
        m_found.settings.members.emplace_back(key, std::move(value));
        m_found.written.push_back({key, form, m_tokens[from].offset,
            m_tokens[std::min(at, m_tokens.size() - 1)].offset, endOfExpression(at, form == Form::Argument)});
    }

    /// Behind an expression; arguments go over lines and end at a comma.
    std::uint64_t endOfExpression(std::size_t at, bool isArgument) const
    {
        std::size_t depth = 0;
        std::uint64_t end = m_tokens[std::min(at, m_tokens.size() - 1)].offset;
        for (; at < m_tokens.size() && m_tokens[at].kind != Token::Kind::End; ++at) {
            const Token& token = m_tokens[at];
            const bool isOpening = token.is('(') || token.is('[') || token.is('{');
            const bool isClosing = token.is(')') || token.is(']') || token.is('}');
            if (depth == 0
                && (isClosing
                    || (isArgument ? token.is(',') : token.kind == Token::Kind::NewLine || token.is(';'))))
                break;
            depth += isOpening ? 1U : 0U;
            depth -= isClosing ? 1U : 0U;
            if (token.kind != Token::Kind::NewLine)
                end = token.end;
        }
        return end;
    }

    /// The first token of the dotted name that ends at `at`.
    std::size_t startOfName(std::size_t at) const
    {
        while (at > 0 && m_tokens[at - 1].kind != Token::Kind::NewLine && !m_tokens[at - 1].is(';'))
            --at;
        return at;
    }

    void remember(const std::string& name, JsonValue value)
    {
        if (value.text.size() <= kMaxRemembered)
            m_names[name] = std::move(value);
    }

    /// The value that begins at a token; `tf.compat.as_bytes("x")` and `b"x"` are "x".
    JsonValue literal(std::size_t at) const
    {
        JsonValue value;
        const auto token
            = [&](std::size_t i) -> const Token& { return m_tokens[std::min(i, m_tokens.size() - 1)]; };
        value.offset = token(at).offset;
        if (token(at).kind == Token::Kind::Name) {
            std::size_t end = at;
            while (token(end + 1).is('.') && token(end + 2).kind == Token::Kind::Name)
                end += 2;
            const std::string_view name = token(end).text;
            if ((name == "as_bytes" || name == "bytes" || name == "str") && token(end + 1).is('('))
                at = end + 2;
        }
        const Token& first = token(at);
        value.text = first.text;
        if (first.kind == Token::Kind::Text) {
            value.kind = JsonValue::Kind::String;
            for (std::size_t i = at + 1; token(i).kind == Token::Kind::Text; ++i)
                value.text += token(i).text;
        } else if (first.kind == Token::Kind::Number) {
            value.kind = JsonValue::Kind::Number;
        } else if (first.is('-') && token(at + 1).kind == Token::Kind::Number) {
            value.kind = JsonValue::Kind::Number;
            value.text += token(at + 1).text;
        } else if (first.text == "True" || first.text == "False") {
            value.kind = JsonValue::Kind::Bool;
            value.boolean = first.text == "True";
        } else if (const auto known = m_names.find(first.text); known != m_names.end()) {
            const std::uint64_t offset = value.offset;
            value = known->second;
            value.offset = offset;
        }
        return value;
    }

    /// At the name of a function: its arguments at depth one.
    void readCall(bool isDump)
    {
        m_found.hasDumpConfig = m_found.hasDumpConfig || isDump;
        std::size_t depth = 0, position = 0, end = m_tokens.size();
        bool isStart = true;
        for (std::size_t i = m_at + 1; i < m_tokens.size(); ++i) {
            const Token& token = m_tokens[i];
            if (token.kind == Token::Kind::NewLine)
                continue;
            if (depth == 1 && isStart && !token.is(')')) {
                readArgument(i, isDump, position++);
                isStart = false;
            }
            if (token.is('(') || token.is('[') || token.is('{'))
                isStart = ++depth == 1;
            else if (token.is(')') || token.is(']') || token.is('}'))
                --depth;
            else if (token.is(',') && depth == 1)
                isStart = true;
            if (depth == 0) {
                end = i;
                break;
            }
        }
        std::uint64_t& known = isDump ? m_found.dumpCallEnd : m_found.runCallEnd;
        if (known == 0 && end < m_tokens.size())
            known = m_tokens[end].offset;
        // a DumpConfig may stand among the arguments of another call
        (isDump ? m_at : m_runEnd) = end;
    }

    void readArgument(std::size_t at, bool isDump, std::size_t position)
    {
        const bool isNamed = m_tokens[at].kind == Token::Kind::Name && at + 2 < m_tokens.size()
            && m_tokens[at + 1].is('=') && !m_tokens[at + 2].is('=');
        const std::string key = isNamed              ? m_tokens[at].text
            : isDump && position < kPositions.size() ? std::string(kPositions[position])
                                                     : std::string();
        const bool isOfRun = std::ranges::find(kRunKeys, key) != kRunKeys.end();
        if (key.empty() || (!isDump && !isOfRun))
            return;
        const std::size_t from = isNamed ? at + 2 : at;
        JsonValue value = literal(from);
        if (value.kind != JsonValue::Kind::Null || value.text != "None")
            set(key, std::move(value), Form::Argument, at, from);
    }

    /// `parameter_map["key"].b = value`
    void readMapEntry()
    {
        m_found.hasParameterMap = true;
        if (peek(2).kind != Token::Kind::Text || !peek(3).is(']') || !peek(4).is('.') || !isAssignment(6))
            return;
        const std::string key = peek(2).text;
        const Token& field = peek(5);
        if (const char expected = tfFieldOf(key); m_found.wrongFields.size() < kMaxWrong && expected != '\0'
            && field.text != std::string(1, expected))
            m_found.wrongFields.push_back({key, field.text, expected, field.offset});
        set(key, literal(m_at + 7), Form::MapEntry, startOfName(m_at), m_at + 7);
    }

    void readMember()
    {
        m_found.hasDumpConfig = true;
        set(peek(2).text, literal(m_at + 4), Form::Member, startOfName(m_at), m_at + 4);
    }

    std::vector<Token> m_tokens;
    std::size_t m_at = 0, m_runEnd = 0;
    std::map<std::string, JsonValue> m_names;
    TfSnippet m_found;
};

} // namespace

char tfFieldOf(std::string_view key)
{
    if (key == "enable_dump" || key == "enable_dump_debug" || key == "use_off_line")
        return 'b';
    if (key == "enable_exception_dump")
        return 'i';
    const bool isText = key == "quant_dumpable" || std::ranges::find(kPositions, key) != kPositions.end();
    return isText ? 's' : '\0';
}

TfSnippet readTfSnippet(std::string_view script)
{
    return Reader(script).run();
}

namespace {

using Written = TfSnippet::Written;

std::string withoutSetting(std::string_view script, const Written& setting)
{
    std::size_t begin = setting.begin, end = setting.end;
    if (setting.form == Written::Form::Argument) {
        const std::size_t next = script.find_first_not_of(" \t\n", end);
        const std::size_t before = script.find_last_not_of(" \t\n", begin - 1);
        if (next != std::string_view::npos && script[next] == ',')
            end = std::min(script.find_first_not_of(" \t", next + 1), script.size());
        else if (before != std::string_view::npos && script[before] == ',')
            begin = before;
    } else if (end < script.size() && script[end] == '\n') {
        ++end;
    }
    return std::string(script.substr(0, begin)) + std::string(script.substr(std::min(end, script.size())));
}

/// What a value looks like where settings of this form stand.
std::string valueIn(Written::Form form, const std::string& key, const std::string& literal)
{
    return form == Written::Form::MapEntry && tfFieldOf(key) == 's' ? "tf.compat.as_bytes(" + literal + ")"
                                                                    : literal;
}

} // namespace

Result<std::string> withTfSetting(
    std::string_view script, const std::string& key, const std::optional<std::string>& literal)
{
    const TfSnippet snippet = readTfSnippet(script);
    const auto known = std::find_if(snippet.written.rbegin(), snippet.written.rend(),
        [&](const Written& setting) { return setting.key == key; });
    if (known != snippet.written.rend()) {
        if (!literal)
            return withoutSetting(script, *known);
        return std::string(script.substr(0, known->valueBegin)) + valueIn(known->form, key, *literal)
            + std::string(script.substr(known->end));
    }
    if (!literal)
        return std::string(script);
    const bool isOfRun = std::ranges::find(kRunKeys, key) != kRunKeys.end();
    const std::uint64_t callEnd = isOfRun ? snippet.runCallEnd : snippet.dumpCallEnd;
    const auto last = std::find_if(snippet.written.rbegin(), snippet.written.rend(),
        [](const Written& setting) { return setting.form != Written::Form::Argument; });
    if (last != snippet.written.rend()) {
        const std::string_view statement = script.substr(last->begin, last->valueBegin - last->begin);
        const bool isMap = last->form == Written::Form::MapEntry;
        const std::size_t stem = isMap ? statement.find("parameter_map") : statement.rfind('.');
        const std::string line = std::string(statement.substr(0, stem))
            + (isMap ? "parameter_map[\"" + key + "\"]." + std::string(1, tfFieldOf(key)) : "." + key) + " = "
            + valueIn(last->form, key, *literal);
        const std::size_t end = static_cast<std::size_t>(last->end);
        const std::size_t newline = script.rfind('\n', last->begin);
        const std::size_t lineStart = newline == std::string_view::npos ? 0 : newline + 1;
        const std::string indent(script.substr(lineStart, last->begin - lineStart));
        return std::string(script.substr(0, end)) + "\n" + indent + line + std::string(script.substr(end));
    }
    if (callEnd == 0)
        return fail(Code::Unsupported, phrase("there is no place for %1 in the script", printable(key)));
    const std::size_t before = script.find_last_not_of(" \t\n", callEnd - 1);
    const bool isFirst = before != std::string_view::npos && script[before] == '(';
    const bool hasComma = before != std::string_view::npos && script[before] == ',';
    return std::string(script.substr(0, before + 1))
        + (isFirst         ? ""
                : hasComma ? " "
                           : ", ")
        + key + "=" + *literal + std::string(script.substr(before + 1));
}

} // namespace dumpscope::core
