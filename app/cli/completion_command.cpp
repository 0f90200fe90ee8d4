// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "exit_code.h"

#include "request/program_requests.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace dumpscope::cli {

namespace {

using Described = std::pair<std::string, std::string>; ///< a word and what it means

struct CommandWords {
    std::string name, summary;
    std::vector<Described> forms;   ///< "check", of config
    std::vector<Described> options; ///< "--json", of all forms
};

void addOptions(const CLI::App& from, std::vector<Described>& options)
{
    for (const CLI::Option* option : from.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            const auto isSame = [word = "--" + name](const Described& known) { return known.first == word; };
            if (std::ranges::none_of(options, isSame))
                options.emplace_back("--" + name, option->get_description());
        }
    }
}

std::vector<CommandWords> collectWords()
{
    CommandRegistry registry;
    registerBuiltinCommands(registry);
    const auto app = makeApp(registry);
    std::vector<CommandWords> words;
    for (const CLI::App* sub : app->get_subcommands([](const CLI::App*) { return true; })) {
        CommandWords command {sub->get_name(), sub->get_description(), {}, {}};
        addOptions(*sub, command.options);
        for (const CLI::App* form : sub->get_subcommands([](const CLI::App*) { return true; })) {
            command.forms.emplace_back(form->get_name(), form->get_description());
            addOptions(*form, command.options);
        }
        words.push_back(std::move(command));
    }
    return words;
}

std::string joined(const std::vector<Described>& words)
{
    std::string line;
    for (const auto& [word, meaning] : words)
        line += (line.empty() ? "" : " ") + word;
    return line;
}

std::string singleQuoted(const std::string& text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

void writeBash(Console& console, const std::vector<CommandWords>& words)
{
    std::string names;
    for (const CommandWords& command : words)
        names += (names.empty() ? "" : " ") + command.name;
    console.write("_dumpscope_cli()\n{\n    local current=${COMP_WORDS[COMP_CWORD]}\n    COMPREPLY=()\n"
                  "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W \""
        + names
        + "\" -- \"$current\"))\n        return\n    fi\n    local options=\n"
          "    local forms=\n    case ${COMP_WORDS[1]} in\n");
    for (const CommandWords& command : words)
        console.write("    " + command.name + ") options=\"" + joined(command.options) + "\" forms=\""
            + joined(command.forms) + "\" ;;\n");
    console.write(
        "    esac\n    if [ \"$COMP_CWORD\" -eq 2 ] && [ -n \"$forms\" ]; then\n"
        "        COMPREPLY=($(compgen -W \"$forms\" -- \"$current\"))\n        [ ${#COMPREPLY[@]} -eq 0 ] || "
        "return\n"
        "    fi\n    case $current in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n"
        "    *) compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\")) ;;\n    esac\n}\n"
        "complete -F _dumpscope_cli dumpscope-cli\n");
}

void writeZsh(Console& console, const std::vector<CommandWords>& words)
{
    console.write("#compdef dumpscope-cli\n_dumpscope_cli()\n{\n    local -a commands=(\n");
    for (const CommandWords& command : words)
        console.write("        " + singleQuoted(command.name + ":" + command.summary) + "\n");
    console.write(
        "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
        "    local -a options forms\n    case ${words[2]} in\n");
    for (const CommandWords& command : words) {
        console.write("    " + command.name + ")\n");
        for (const auto& [list, described] :
            {std::pair("options", &command.options), std::pair("forms", &command.forms)}) {
            console.write("        " + std::string(list) + "=(\n");
            for (const auto& [word, description] : *described)
                console.write("            " + singleQuoted(fmt::format("{}:{}", word, description)) + "\n");
            console.write("        )\n");
        }
        console.write("        ;;\n");
    }
    console.write("    esac\n    (( CURRENT != 3 || ! ${#forms} )) || _describe form forms\n    if [[ "
                  "${words[CURRENT]} == -* ]]; then\n        _describe option options\n"
                  "    else\n        _files\n    fi\n}\n"
                  // A file that zsh finds by itself is the function that completes, the first time, too.
                  "if [[ ${funcstack[1]} == _dumpscope-cli ]]; then\n    _dumpscope_cli \"$@\"\n"
                  "else\n    compdef _dumpscope_cli dumpscope-cli\nfi\n");
}

void writeFish(Console& console, const std::vector<CommandWords>& words)
{
    for (const CommandWords& command : words) {
        console.write("complete -c dumpscope-cli -n __fish_use_subcommand -a " + command.name + " -d "
            + singleQuoted(command.summary) + "\n");
        for (const auto& [form, description] : command.forms)
            console.write("complete -c dumpscope-cli -n '__fish_seen_subcommand_from " + command.name
                + "' -a " + form + " -d " + singleQuoted(description) + "\n");
        for (const auto& [option, description] : command.options) {
            console.write("complete -c dumpscope-cli -n '__fish_seen_subcommand_from " + command.name
                + "' -l " + option.substr(2) + " -d " + singleQuoted(description) + "\n");
        }
    }
}

class CompletionCommand : public RequestCommand<core::CompletionRequest> {
public:
    CompletionCommand()
        : RequestCommand({.name = "completion",
            .summary = "Print a completion script for a shell",
            .example = "source <(dumpscope-cli completion bash)"})
    {
    }

    int run(Console& console) override
    {
        const std::vector<CommandWords> words = collectWords();
        if (m_request.shell == "bash")
            writeBash(console, words);
        else if (m_request.shell == "zsh")
            writeZsh(console, words);
        else
            writeFish(console, words);
        return kDone;
    }
};

} // namespace

void register_completion_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<CompletionCommand>());
}

} // namespace dumpscope::cli
