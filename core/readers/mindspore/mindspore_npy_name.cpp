// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dumpscope::core {

namespace {

/// Dot-separated tokens of a name, taken from the right.
class TokensFromRight {
public:
    explicit TokensFromRight(std::string_view text)
        : m_rest(text)
    {
    }
    /// Next token to the left; empty when only the first one (op_type) is left.
    std::string_view take()
    {
        const auto dot = m_rest.rfind('.');
        if (dot == std::string_view::npos)
            return {};
        const std::string_view token = m_rest.substr(dot + 1);
        m_rest = m_rest.substr(0, dot);
        return token;
    }
    [[nodiscard]] std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

std::optional<Io> ioToken(std::string_view token)
{
    if (token == "input")
        return Io::Input;
    if (token == "output")
        return Io::Output;
    return std::nullopt;
}

template<typename T> bool numberToken(std::string_view token, std::optional<T>& number)
{
    const auto value = isDigits(token) ? parseUnsigned(token) : std::nullopt;
    if (!value || !std::in_range<T>(*value))
        return false;
    number = static_cast<T>(*value);
    return true;
}

bool isWord(std::string_view token, bool underscores)
{
    return !token.empty() && std::ranges::all_of(token, [underscores](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || (underscores && c == '_');
    });
}

/// Dimensions as the conversion tools print them: `384x256x3x3`, or with `_`.
bool isDims(std::string_view token, char separator)
{
    while (!token.empty()) {
        const auto end = token.find(separator);
        if (!isDigits(token.substr(0, end)))
            return false;
        if (end == std::string_view::npos)
            return true;
        token.remove_prefix(end + 1);
    }
    return false;
}

/// Splits `<op_type>.<op_name>`; dots belong to the name (parameters up to 2.2).
bool fillTypeAndName(std::string_view text, NameFacts& facts)
{
    const auto dot = text.find('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == text.size())
        return false;
    facts.opType = text.substr(0, dot);
    facts.opName = text.substr(dot + 1);
    return true;
}

bool isTimeToken(std::string_view token)
{
    constexpr std::size_t kShortest = 14;
    return token.size() >= kShortest && isDigits(token);
}

/// `<task>.<stream>.<timestamp>` left of the io token.
bool fillRun(TokensFromRight& tokens, NameFacts& facts)
{
    // In slice names of the runtime the last numbers are a thread and a device, and the time stands
    // one or two tokens further left; those belong to another grammar.
    const std::string_view time = tokens.take();
    if (!numberToken(time, facts.timestamp) || !numberToken(tokens.take(), facts.stream)
        || !numberToken(tokens.take(), facts.task) || !fillTypeAndName(tokens.rest(), facts))
        return false;
    if (isTimeToken(time))
        return true;
    TokensFromRight left(facts.opName);
    return !isTimeToken(left.take()) && !isTimeToken(left.take());
}

/// `{type}.{name}.{task}.{stream}.{time}.{io}.{slot}.{format}[.{dtype}].npy`
/// (docs/formats/mindspore-dump.md 3.2); the format may be a shape when a conversion tool wrote the file
/// (3.6).
std::optional<NameFacts> parseTensorName(std::string_view stem)
{
    TokensFromRight tokens(stem);
    std::array<std::string_view, 4> last; // from the right
    for (auto& token : last)
        token = tokens.take();
    NameFacts facts;
    if (const auto io = ioToken(last[3]); io && numberToken(last[2], facts.slot)) {
        facts.io = *io;
        facts.format = last[1];
        facts.dtype = last[0];
        if (!isWord(facts.dtype, false))
            return std::nullopt;
    } else if (const auto shortIo = ioToken(last[2]); shortIo && numberToken(last[1], facts.slot)) {
        facts.io = *shortIo;
        facts.format = last[0];
        tokens = TokensFromRight(stem.substr(0, static_cast<std::size_t>(last[2].data() - stem.data()) - 1));
    } else {
        return std::nullopt;
    }
    if (!isWord(facts.format, true) || !fillRun(tokens, facts))
        return std::nullopt;
    if (isDims(facts.format, 'x'))
        facts.shape = std::exchange(facts.format, std::string_view());
    return facts;
}

/// `<scope>_<op>-op<id>.<stream>.<task>` left of the io token in MindInsight's names: no time, and
/// the stream comes first (docs/formats/ascend-dump-binary.md 2.3).
bool fillMindInsightRun(TokensFromRight& tokens, NameFacts& facts)
{
    const std::string_view task = tokens.take();
    return !isTimeToken(task) && numberToken(task, facts.task) && numberToken(tokens.take(), facts.stream)
        && fillTypeAndName(tokens.rest(), facts) && facts.opName.find("-op") != std::string_view::npos;
}

/// `<T>.<scope>_<op>-op<id>.<stream>.<task>.<io>.<index>.npy`.
std::optional<NameFacts> parseMindInsightNpy(std::string_view stem)
{
    TokensFromRight tokens(stem);
    NameFacts facts;
    if (!numberToken(tokens.take(), facts.slot))
        return std::nullopt;
    const auto io = ioToken(tokens.take());
    if (!io || !fillMindInsightRun(tokens, facts))
        return std::nullopt;
    facts.io = *io;
    return facts;
}

/// The same with `.<d0_d1_…>.<dtype>.<format>.bin`.
std::optional<NameFacts> parseMindInsightBin(std::string_view stem)
{
    TokensFromRight tokens(stem);
    NameFacts facts;
    facts.format = tokens.take();
    facts.dtype = tokens.take();
    facts.shape = tokens.take();
    if (!isWord(facts.format, true) || !isWord(facts.dtype, false) || !isDims(facts.shape, '_')
        || !numberToken(tokens.take(), facts.slot))
        return std::nullopt;
    const auto io = ioToken(tokens.take());
    if (!io || !fillMindInsightRun(tokens, facts))
        return std::nullopt;
    facts.io = *io;
    return facts;
}

class MindsporeNpyName final : public NameGrammar {
public:
    std::string_view id() const override { return "mindspore-npy"; }
    int priority() const override { return 60; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        constexpr std::string_view kNpy = ".npy";
        constexpr std::string_view kBin = ".bin";
        std::optional<NameFacts> facts;
        if (name.ends_with(kNpy)) {
            const std::string_view stem = name.substr(0, name.size() - kNpy.size());
            facts = parseTensorName(stem);
            if (!facts)
                facts = parseMindInsightNpy(stem);
        } else if (name.ends_with(kBin)) {
            facts = parseMindInsightBin(name.substr(0, name.size() - kBin.size()));
        }
        if (facts)
            facts->grammar = id();
        return facts;
    }
};

} // namespace

void register_mindspore_npy_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeNpyName>());
}

} // namespace dumpscope::core
