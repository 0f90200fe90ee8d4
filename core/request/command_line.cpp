// SPDX-License-Identifier: GPL-3.0-or-later
#include "request/command_line.h"

#include "base/text.h"
#include "request/any_request.h"
#include "request/shell_words.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace dumpscope::core {

namespace {

/// Why a value is refused; empty: it is taken.
struct ValueRefusal {
    const std::string& text;

    Message operator()(std::monostate /*any*/) const { return {}; }
    Message operator()(const AnyOf& check) const
    {
        return std::ranges::find(check.words, text) != check.words.end()
            ? Message()
            : phrase(
                "takes one of %1, not %2", fmt::format("{}", fmt::join(check.words, ", ")), printable(text));
    }
    Message operator()(const WholeNumberIn& check) const
    {
        const auto number = parseUnsigned(text);
        return number && *number >= check.least && *number <= check.most
            ? Message()
            : phrase("takes a whole number from %1 to %2, not %3", check.least, check.most, printable(text));
    }
    Message operator()(const WholeNumberFrom& check) const
    {
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        const auto number = parseUnsigned(text);
        return number && *number >= check.least && *number <= kMost
            ? Message()
            : phrase("takes a whole number from %1 on, not %2", check.least, printable(text));
    }
    Message operator()(const NotEmpty& /*any*/) const
    {
        return text.empty() ? phrase("must not be empty") : Message();
    }
    Message operator()(const RealNumberIn& check) const
    {
        const auto number = parseDouble(text);
        return number && *number >= check.least && *number <= check.most
            ? Message()
            : phrase("takes a number from %1 to %2, not %3", numberText(check.least), numberText(check.most),
                printable(text));
    }
};

// The number checks of CLI11 take signs and fractions, and name limits of 300 digits.

template<typename Check> CLI::Validator validatorOf(const Check& check, std::string range)
{
    return CLI::Validator(
        [check](const std::string& text) { return ValueRefusal {text}(check).text(); }, std::move(range));
}

struct CheckAdder {
    CLI::Option& option;

    void operator()(std::monostate /*any*/) const { }
    void operator()(const AnyOf& check) const { option.check(CLI::IsMember(check.words)); }
    void operator()(const WholeNumberIn& check) const
    {
        option.check(
            CLI::Range(static_cast<std::int64_t>(check.least), static_cast<std::int64_t>(check.most)));
    }
    void operator()(const WholeNumberFrom& check) const
    {
        option.check(validatorOf(check, "from " + std::to_string(check.least) + " on"));
    }
    void operator()(const NotEmpty& check) const { option.check(validatorOf(check, "")); }
    void operator()(const RealNumberIn& check) const
    {
        option.check(validatorOf(check, "from " + numberText(check.least) + " to " + numberText(check.most)));
    }
};

CLI::Option& define(CLI::App& app, const Option& option)
{
    CLI::Option* const defined = std::visit(
        [&]<typename Value>(Value* value) {
            if constexpr (std::is_same_v<Value, bool>)
                return app.add_flag(option.names, *value, option.help);
            else
                return app.add_option(option.names, *value, option.help);
        },
        option.place);
    defined->required(option.isRequired);
    if (option.values > 0)
        defined->expected(option.values);
    if (option.atCommas)
        defined->delimiter(',');
    if (option.takesOne)
        defined->allow_extra_args(false);
    std::visit(CheckAdder {*defined}, option.check);
    return *defined;
}

bool isNamed(const Option& option, std::span<const std::string> words)
{
    return std::ranges::any_of(words, [&](const std::string& word) {
        const std::string name = word.substr(0, word.find('='));
        return !option.isPositional()
            && (',' + option.names + ',').find(',' + name + ',') != std::string::npos;
    });
}

/// What is wrong with an option of a refused line; empty: nothing.
Message optionRefusal(const CLI::App& app, const Option& option, std::span<const std::string> words)
{
    const std::string name(option.longName());
    const CLI::Option& given = *app.get_option(name);
    if (given.count() == 0) {
        if (isNamed(option, words))
            return phrase("%1 has no value", name);
        return option.isRequired ? phrase("%1 is missing", name) : Message();
    }
    if (option.values > 0 && given.count() % static_cast<std::size_t>(option.values) != 0)
        return phrase("%1 takes %2 values", name, option.values);
    for (const std::string& text : given.results()) {
        const Message why = std::visit(ValueRefusal {text}, option.check);
        if (!why.empty())
            return phrase("%1 %2", name, why);
    }
    for (const std::string& other : option.excluded) {
        if (app.get_option(other)->count() > 0)
            return phrase("%1 cannot be given together with %2", name, other);
    }
    for (const std::string& other : option.needed) {
        if (app.get_option(other)->count() == 0)
            return phrase("%1 needs %2", name, other);
    }
    // No other check is there that a value could have failed.
    const bool isText = std::holds_alternative<std::string*>(option.place)
        || std::holds_alternative<std::vector<std::string>*>(option.place)
        || std::holds_alternative<bool*>(option.place);
    const auto wrong = std::ranges::find_if_not(
        given.results(), [](const std::string& text) { return parseDouble(text).has_value(); });
    return isText || wrong == given.results().end()
        ? Message()
        : phrase("%1 takes a number, not %2", name, printable(*wrong));
}

/// Why CLI11 refuses a line, in words that can be translated: its own are English.
Message refusalOf(const CLI::App& app, const OptionList& options, std::span<const std::string> words)
{
    if (const std::vector<std::string> left = app.remaining(); !left.empty())
        return phrase(
            "there is no option or argument for %1", printable(fmt::format("{}", fmt::join(left, " "))));
    for (const Option& option : options.options()) {
        if (Message why = optionRefusal(app, option, words); !why.empty())
            return why;
    }
    std::vector<std::string> names;
    bool hasForm = false;
    for (const CommandForm& form : options.forms()) {
        names.push_back(form.name);
        const CLI::App& sub = *app.get_subcommand(form.name);
        if (!sub.parsed())
            continue;
        hasForm = true;
        if (Message why = refusalOf(sub, *form.options, words); !why.empty())
            return why;
    }
    return options.needsForm() && !hasForm
        ? phrase("one of these must follow: %1", fmt::format("{}", fmt::join(names, ", ")))
        : phrase("its options do not go together");
}

template<typename Request> void tryCommand(const std::vector<std::string>& words, Result<AnyRequest>& read)
{
    if (words.front() != Request::kCommand)
        return;
    Request request;
    CLI::App app("", std::string(Request::kCommand));
    defineRequest(app, request);
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend() - 1));
    } catch (const CLI::ParseError&) {
        OptionList options;
        request.describe(options);
        read = fail(Code::Usage,
            phrase(
                "the command is not understood: %1", refusalOf(app, options, std::span(words).subspan(1))));
        return;
    }
    read = std::move(request);
}

template<typename... Request>
void tryCommands(
    const std::vector<std::string>& words, Result<AnyRequest>& read, std::variant<Request...>* /*of*/)
{
    (tryCommand<Request>(words, read), ...);
}

} // namespace

void defineOptions(CLI::App& app, const OptionList& options)
{
    for (const Option& option : options.options())
        define(app, option);
    for (const Option& option : options.options()) {
        CLI::Option* const defined = app.get_option(std::string(option.longName()));
        for (const std::string& other : option.excluded)
            defined->excludes(app.get_option(other));
        for (const std::string& other : option.needed)
            defined->needs(app.get_option(other));
    }
    if (options.chosenForm() == nullptr)
        return;
    app.require_subcommand(options.needsForm() ? 1 : 0, 1);
    for (const CommandForm& form : options.forms()) {
        CLI::App* const sub = app.add_subcommand(form.name, form.summary);
        sub->callback([chosen = options.chosenForm(), name = form.name] { *chosen = name; });
        defineOptions(*sub, *form.options);
    }
}

std::string commandText(const AnyRequest& request)
{
    return std::visit([](const auto& one) { return commandText(one); }, request);
}

std::vector<std::string> commandWords(const AnyRequest& request)
{
    return std::visit([](const auto& one) { return commandWords(one); }, request);
}

Result<AnyRequest> readCommandWords(std::span<const std::string> words)
{
    if (words.empty())
        return fail(Code::Usage, phrase("there is no command"));
    Result<AnyRequest> read
        = fail(Code::Usage, phrase("no command is called \"%1\"", printable(words.front())));
    tryCommands({words.begin(), words.end()}, read, static_cast<AnyRequest*>(nullptr));
    return read;
}

Result<AnyRequest> readCommandLine(std::string_view line)
{
    TRY_ASSIGN(const std::vector<std::string> words, shellWords(line));
    const bool isNamed = !words.empty() && std::filesystem::path(words.front()).filename() == "dumpscope-cli";
    return readCommandWords(std::span(words).subspan(isNamed ? 1 : 0));
}

} // namespace dumpscope::core
