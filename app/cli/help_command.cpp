// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "exit_code.h"
#include "exit_words.h"

#include "base/error.h"
#include "base/text.h"
#include "request/program_requests.h"

#include <CLI/CLI.hpp>

namespace dumpscope::cli {

namespace {

void writeProblemTable(Console& console)
{
    console.writeLine("Problem codes, what they mean, and what to try:\n");
    for (const core::CodeInfo& info : core::codeTable()) {
        std::string line = "  " + std::string(info.word);
        line.resize(std::max<std::size_t>(line.size() + 1, 22), ' ');
        console.writeLine(line + std::string(info.meaning.words()));
        console.writeLine(std::string(22, ' ') + std::string(info.advice.words()));
    }
}

/// Text as roff takes it: no escape, no request at the start of a line.
std::string roff(std::string_view text)
{
    std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out;
}

void writeOptions(Console& console, const CLI::App& command)
{
    for (const CLI::Option* option : command.get_options()) {
        const std::string name
            = option->get_positional() ? option->get_name(true) : option->get_name(false, true);
        if (name.find("--help") == std::string::npos)
            console.writeLine(".TP\n\\fB" + roff(name) + "\\fR\n" + roff(option->get_description()));
    }
}

void writeManual(Console& console, const CommandRegistry& registry, const CLI::App& app)
{
    console.writeLine(".TH DUMPSCOPE\\-CLI 1 \"\" \"Dumpscope " DUMPSCOPE_VERSION "\" \"User Commands\"");
    console.writeLine(".SH NAME\ndumpscope\\-cli \\- " + roff(app.get_description()));
    console.writeLine(
        ".SH SYNOPSIS\n.B dumpscope\\-cli\n\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIPATH\\fR]...");
    console.writeLine(".SH COMMANDS");
    for (const auto& command : registry.commands()) {
        const CLI::App* const sub = app.get_subcommand(std::string(command->info().name));
        console.writeLine(".SS " + roff(command->info().name) + '\n' + roff(command->info().summary) + '.');
        writeOptions(console, *sub);
        for (const CLI::App* form : sub->get_subcommands([](const CLI::App*) { return true; })) {
            console.writeLine(".PP\n\\fB" + roff(sub->get_name() + ' ' + form->get_name())
                + "\\fR: " + roff(form->get_description()));
            writeOptions(console, *form);
        }
        console.writeLine(".PP\nExample: \\fB" + roff(command->info().example) + "\\fR");
    }
    console.writeLine(".SH EXIT STATUS\n" + std::string(kExitWords) + ".\n.SH SEE ALSO\n.BR dumpscope (1)");
}

class HelpCommand : public RequestCommand<core::HelpRequest> {
public:
    HelpCommand()
        : RequestCommand({.name = "help",
            .summary = "Explain a command, or the problem codes (help problems)",
            .example = "dumpscope-cli help ls"})
    {
    }

    int run(Console& console) override
    {
        if (m_request.topic == "problems") {
            writeProblemTable(console);
            return kDone;
        }
        CommandRegistry registry;
        registerBuiltinCommands(registry);
        const auto app = makeApp(registry);
        if (m_request.manual) {
            writeManual(console, registry, *app);
            return kDone;
        }
        if (m_request.topic.empty()) {
            console.write(app->help());
            return kDone;
        }
        for (const CLI::App* sub : app->get_subcommands([](const CLI::App*) { return true; })) {
            if (sub->get_name() != m_request.topic)
                continue;
            console.write(sub->help("dumpscope-cli"));
            return kDone;
        }
        console.note("error: there is no help on \"" + core::printable(m_request.topic)
            + "\"; `help` lists the commands (usage)");
        return kWrongUsage;
    }
};

} // namespace

void register_help_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<HelpCommand>());
}

} // namespace dumpscope::cli
