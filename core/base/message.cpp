// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/message.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

namespace dumpscope::core {

// Arguments are packed one behind the other. Plain text: its kind, length, bytes. A literal: its kind, its
// address, length, number of arguments, these. A form that is no literal: its kind, length, bytes, number of
// arguments, these.

namespace {

enum class Kind : char { Plain, Literal, Owned };

template<typename T> void put(std::string& out, T value)
{
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    out.append(bytes, sizeof(T));
}

template<typename T> T take(std::string_view& in)
{
    T value;
    std::memcpy(&value, in.data(), sizeof(T));
    in.remove_prefix(sizeof(T));
    return value;
}

/// One argument as it is packed. Its own arguments follow in the sequence.
struct Packed {
    Kind kind;
    std::string_view words; ///< form or plain text
    std::uint8_t count;     ///< of arguments
};

Packed takeHead(std::string_view& in)
{
    Packed one {take<Kind>(in), {}, 0};
    if (one.kind == Kind::Literal) {
        const auto* address = take<const char*>(in);
        one.words = std::string_view(address, take<std::uint32_t>(in));
    } else {
        const auto length = take<std::uint32_t>(in);
        one.words = in.substr(0, length);
        in.remove_prefix(length);
    }
    if (one.kind != Kind::Plain)
        one.count = take<std::uint8_t>(in);
    return one;
}

void skip(std::string_view& in)
{
    for (std::size_t left = 1; left > 0; --left)
        left += takeHead(in).count;
}

/// `form` with the packed arguments in its places.
void appendForm(std::string& out, std::string_view form, std::size_t count, std::string_view packed)
{
    std::array<std::string_view, Message::kMostArguments> begins;
    for (std::size_t i = 0; i < count; ++i) {
        begins[i] = packed;
        skip(packed);
    }
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool isPlace = form[i] == '%' && i + 1 < form.size() && form[i + 1] >= '1' && form[i + 1] <= '9'
            && static_cast<std::size_t>(form[i + 1] - '1') < count;
        if (!isPlace) {
            out += form[i];
            continue;
        }
        std::string_view in = begins[static_cast<std::size_t>(form[++i] - '1')];
        const Packed one = takeHead(in);
        if (one.kind == Kind::Plain)
            out += one.words;
        else
            appendForm(out, one.words, one.count, in);
    }
}

std::size_t countOf(std::string_view packed)
{
    std::size_t count = 0;
    for (; !packed.empty(); ++count)
        skip(packed);
    return count;
}

} // namespace

Message::Message(std::string plain)
{
    if (!plain.empty())
        m_rest = std::make_shared<const std::string>(std::move(plain));
}

Message::Message(std::string_view form, std::span<const Message> arguments)
    : m_form(form)
{
    if (!arguments.empty())
        m_rest = std::make_shared<const std::string>(packed(arguments));
}

Message Message::received(std::string_view form, std::span<const Message> arguments)
{
    Message message;
    if (form.empty())
        return message;
    message.m_rest = std::make_shared<const std::string>(
        std::string(form) + packed(arguments.first(std::min(arguments.size(), kMostArguments))));
    message.m_form = std::string_view(*message.m_rest).substr(0, form.size());
    message.m_argumentsAt = form.size();
    return message;
}

std::string Message::packed(std::span<const Message> arguments)
{
    std::string out;
    for (const Message& one : arguments) {
        if (one.m_form.empty()) {
            put(out, Kind::Plain);
            put(out, static_cast<std::uint32_t>(one.plain().size()));
            out += one.plain();
            continue;
        }
        const bool isLiteral = one.m_argumentsAt == 0;
        put(out, isLiteral ? Kind::Literal : Kind::Owned);
        if (isLiteral)
            put(out, one.m_form.data());
        put(out, static_cast<std::uint32_t>(one.m_form.size()));
        if (!isLiteral)
            out += one.m_form;
        put(out, static_cast<std::uint8_t>(countOf(one.packedArguments())));
        out += one.packedArguments();
    }
    return out;
}

std::string_view Message::packedArguments() const
{
    return m_form.empty() || !m_rest ? std::string_view() : std::string_view(*m_rest).substr(m_argumentsAt);
}

std::string_view Message::plain() const
{
    return m_form.empty() && m_rest ? std::string_view(*m_rest) : std::string_view();
}

std::vector<Message> Message::arguments() const
{
    std::vector<Message> all;
    for (std::string_view in = packedArguments(); !in.empty();) {
        const Packed one = takeHead(in);
        std::string_view behind = in;
        for (std::size_t i = 0; i < one.count; ++i)
            skip(behind);
        const std::string_view own = in.substr(0, in.size() - behind.size());
        Message message;
        if (one.kind == Kind::Literal)
            message.m_form = one.words;
        else
            message.m_argumentsAt = one.kind == Kind::Owned ? one.words.size() : 0;
        std::string rest(one.kind == Kind::Literal ? std::string_view() : one.words);
        rest += own;
        if (!rest.empty())
            message.m_rest = std::make_shared<const std::string>(std::move(rest));
        if (one.kind == Kind::Owned)
            message.m_form = std::string_view(*message.m_rest).substr(0, one.words.size());
        all.push_back(std::move(message));
        in = behind;
    }
    return all;
}

std::string Message::text() const
{
    if (m_form.empty())
        return std::string(plain());
    std::string out;
    appendForm(out, m_form, countOf(packedArguments()), packedArguments());
    return out;
}

bool operator==(const Message& a, const Message& b)
{
    return (a <=> b) == 0;
}

std::strong_ordering operator<=>(const Message& a, const Message& b)
{
    if (a.m_rest == b.m_rest && a.m_form == b.m_form)
        return std::strong_ordering::equal;
    if (a.m_form == b.m_form && a.m_rest && b.m_rest && *a.m_rest == *b.m_rest)
        return std::strong_ordering::equal;
    if (a.m_form.empty() && b.m_form.empty())
        return a.plain() <=> b.plain();
    return a.text() <=> b.text();
}

Message joined(std::span<const Message> messages, Form<2> between)
{
    // By halves: a list may be long, and what is nested is gone through by recursion.
    if (messages.size() < 2)
        return messages.empty() ? Message() : messages.front();
    const std::size_t half = messages.size() / 2;
    Message first = joined(messages.first(half), between);
    Message rest = joined(messages.subspan(half), between);
    return first.empty() ? rest : rest.empty() ? first : phraseOf(between, std::move(first), std::move(rest));
}

} // namespace dumpscope::core
