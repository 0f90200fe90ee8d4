// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

class Message;

/// The fixed words of a message: an English literal with the places %1 to %9, each used at least once. What
/// is no literal, or has other places than arguments follow, does not compile.
template<std::size_t Places> class Form {
public:
    consteval Form(const char* words) // NOLINT(google-explicit-constructor): a literal is a form
        : m_words(words)
    {
        std::array<bool, 10> used {};
        for (std::size_t i = 0; i + 1 < m_words.size(); ++i) {
            if (m_words[i] == '%' && m_words[i + 1] >= '0' && m_words[i + 1] <= '9')
                used[static_cast<std::size_t>(m_words[i + 1] - '0')] = true;
        }
        for (std::size_t place = 0; place < used.size(); ++place) {
            // NOLINTNEXTLINE(misc-redundant-expression): not where there are places
            if (used[place] != (place >= 1 && place <= Places))
                throw "the places of the form are not those of its arguments";
        }
        if (m_words.empty())
            throw "a form has words";
    }
    [[nodiscard]] constexpr std::string_view words() const { return m_words; }

private:
    std::string_view m_words;
};

/// A sentence for people as a value: a form and its arguments, which are messages themselves, or plain text
/// as names, numbers and the words of other programs are. English is made of it where it leaves the program
/// (`text`); the window translates the form instead. Immutable, cheap to copy; all of it may be read by any
/// thread.
class Message {
public:
    Message() = default;
    Message(std::string plain);     // NOLINT(google-explicit-constructor): a name is a message as it is
    Message(std::string_view plain) // NOLINT(google-explicit-constructor)
        : Message(std::string(plain))
    {
    }
    /// Explicit: a literal is a name only where that is meant; what a program says is a form (`phrase`).
    explicit Message(const char* plain)
        : Message(std::string(plain))
    {
    }
    Message(Form<0> form) // NOLINT(google-explicit-constructor)
        : m_form(form.words())
    {
    }

    [[nodiscard]] bool empty() const { return m_form.empty() && !m_rest; }
    /// In English.
    [[nodiscard]] std::string text() const;

    [[nodiscard]] std::string_view form() const { return m_form; } ///< empty: plain text
    [[nodiscard]] std::string_view plain() const;                  ///< empty where there is a form
    [[nodiscard]] std::vector<Message> arguments() const;          ///< of %1, %2 …

    static constexpr std::size_t kMostArguments = 9;
    /// A message that came from outside: a pipe or a file. A place without an argument stays as it is
    /// written, arguments beyond the ninth are dropped.
    [[nodiscard]] static Message received(std::string_view form, std::span<const Message> arguments);

    /// By the English text.
    friend bool operator==(const Message& a, const Message& b);
    friend std::strong_ordering operator<=>(const Message& a, const Message& b);

private:
    template<std::size_t Places, typename... Arguments>
    friend Message phraseOf(const Form<Places>& form, Arguments&&... arguments);

    Message(std::string_view form, std::span<const Message> arguments);
    [[nodiscard]] static std::string packed(std::span<const Message> arguments);
    [[nodiscard]] std::string_view packedArguments() const;

    std::string_view m_form; ///< of a literal, or the beginning of `m_rest`
    /// Plain text, or arguments in the form of message.cpp: in one piece, as tables hold very many messages.
    std::shared_ptr<const std::string> m_rest;
    std::size_t m_argumentsAt = 0; ///< in `m_rest`
};

namespace message_detail {

template<typename T>
concept Count = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;

[[nodiscard]] inline Message argument(Message message)
{
    return message;
}
[[nodiscard]] inline Message argument(const char* name)
{
    return Message(name);
}
[[nodiscard]] inline Message argument(char character)
{
    return Message(std::string(1, character));
}
template<Count T> [[nodiscard]] Message argument(T count)
{
    return Message(std::to_string(count));
}

} // namespace message_detail

template<std::size_t Places, typename... Arguments>
[[nodiscard]] Message phraseOf(const Form<Places>& form, Arguments&&... arguments)
{
    const std::array<Message, sizeof...(Arguments)> all {
        message_detail::argument(std::forward<Arguments>(arguments))...};
    return Message(form.words(), all);
}

/// `phrase("%1 of %2 files are missing", missing, files)`. Arguments are messages, texts and whole numbers;
/// other numbers are formatted by the caller. The translations collect the literals of calls to `phrase`.
template<typename... Arguments>
[[nodiscard]] Message phrase(std::type_identity_t<Form<sizeof...(Arguments)>> form, Arguments&&... arguments)
{
    return phraseOf(form, std::forward<Arguments>(arguments)...);
}

/// The messages in order, with the words of `between` after each but the last. Empty ones are left out.
[[nodiscard]] Message joined(std::span<const Message> messages, Form<2> between = "%1; %2");

} // namespace dumpscope::core
