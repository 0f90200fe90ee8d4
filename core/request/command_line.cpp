// SPDX-License-Identifier: GPL-3.0-or-later
#include "request/command_line.h"

#include "base/text.h"
#include "request/any_request.h"
#include "request/shell_words.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>

namespace dumpscope::core {

namespace {

// The number checks of CLI11 take signs and fractions, and name limits of 300 digits.

CLI::Validator wholeFrom(std::uint64_t least)
{
    const auto check = [least](const std::string& text) {
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        const auto number = parseUnsigned(text);
        const bool fits = number && *number >= least && *number <= kMost;
        return fits ? std::string()
                    : "takes a whole number from " + std::to_string(least) + " on, not " + printable(text);
    };
    return CLI::Validator(check, "from " + std::to_string(least) + " on");
}

CLI::Validator realIn(double least, double most)
{
    const std::string range = "from " + numberText(least) + " to " + numberText(most);
    const auto check = [least, most, range](const std::string& text) {
        const auto number = parseDouble(text);
        return number && *number >= least && *number <= most
            ? std::string()
            : "takes a number " + range + ", not " + printable(text);
    };
    return CLI::Validator(check, range);
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
    void operator()(const WholeNumberFrom& check) const { option.check(wholeFrom(check.least)); }
    void operator()(const RealNumberIn& check) const { option.check(realIn(check.least, check.most)); }
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

template<typename Request> void tryCommand(const std::vector<std::string>& words, Result<AnyRequest>& read)
{
    if (words.front() != Request::kCommand)
        return;
    Request request;
    CLI::App app("", std::string(Request::kCommand));
    defineRequest(app, request);
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend() - 1));
    } catch (const CLI::ParseError& error) {
        read = fail(Code::Usage, phrase("the command is not understood: %1", error.what()));
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
