// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "exit_code.h"

#include <string>
#include <vector>

namespace dumpscope::cli {

namespace {

struct CommandWords {
    std::string name, summary;
    std::vector<std::pair<std::string, std::string>> options; ///< "--json", description
};

std::vector<CommandWords> collectWords()
{
    CommandRegistry registry;
    registerBuiltinCommands(registry);
    const auto app = makeApp(registry);
    std::vector<CommandWords> words;
    for (const CLI::App* sub : app->get_subcommands([](const CLI::App*) { return true; })) {
        CommandWords command {sub->get_name(), sub->get_description(), {}};
        for (const CLI::Option* option : sub->get_options()) {
            for (const std::string& name : option->get_lnames())
                command.options.emplace_back("--" + name, option->get_description());
        }
        words.push_back(std::move(command));
    }
    return words;
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
          "    case ${COMP_WORDS[1]} in\n");
    for (const CommandWords& command : words) {
        std::string options;
        for (const auto& [option, description] : command.options)
            options += (options.empty() ? "" : " ") + option;
        console.write("    " + command.name + ") options=\"" + options + "\" ;;\n");
    }
    console.write(
        "    esac\n    case $current in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$current\")) ;;\n"
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
        "    local -a options\n    case ${words[2]} in\n");
    for (const CommandWords& command : words) {
        console.write("    " + command.name + ") options=(\n");
        for (const auto& [option, description] : command.options)
            console.write("        " + singleQuoted(option + ":" + description) + "\n");
        console.write("    ) ;;\n");
    }
    console.write("    esac\n    if [[ ${words[CURRENT]} == -* ]]; then\n        _describe option options\n"
                  "    else\n        _files\n    fi\n}\ncompdef _dumpscope_cli dumpscope-cli\n");
}

void writeFish(Console& console, const std::vector<CommandWords>& words)
{
    for (const CommandWords& command : words) {
        console.write("complete -c dumpscope-cli -n __fish_use_subcommand -a " + command.name + " -d "
            + singleQuoted(command.summary) + "\n");
        for (const auto& [option, description] : command.options) {
            console.write("complete -c dumpscope-cli -n '__fish_seen_subcommand_from " + command.name
                + "' -l " + option.substr(2) + " -d " + singleQuoted(description) + "\n");
        }
    }
}

class CompletionCommand : public Command {
public:
    std::string_view name() const override { return "completion"; }
    std::string_view summary() const override { return "Print a completion script for a shell"; }
    std::string_view example() const override { return "source <(dumpscope-cli completion bash)"; }
    void define(CLI::App& app) override
    {
        app.add_option("SHELL", m_shell, "bash, zsh or fish")
            ->required()
            ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    }

    int run(Console& console) override
    {
        const std::vector<CommandWords> words = collectWords();
        if (m_shell == "bash")
            writeBash(console, words);
        else if (m_shell == "zsh")
            writeZsh(console, words);
        else
            writeFish(console, words);
        return kDone;
    }

private:
    std::string m_shell;
};

} // namespace

void register_completion_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<CompletionCommand>());
}

} // namespace dumpscope::cli
