// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "exit_code.h"

#include "base/error.h"
#include "base/text.h"

namespace dumpscope::cli {

namespace {

void writeProblemTable(Console& console)
{
    console.writeLine("Problem codes, what they mean, and what to try:\n");
    for (const core::CodeInfo& info : core::codeTable()) {
        std::string line = "  " + std::string(info.word);
        line.resize(std::max<std::size_t>(line.size() + 1, 22), ' ');
        console.writeLine(line + std::string(info.meaning));
        if (!info.advice.empty())
            console.writeLine(std::string(22, ' ') + std::string(info.advice));
    }
}

class HelpCommand : public Command {
public:
    std::string_view name() const override { return "help"; }
    std::string_view summary() const override
    {
        return "Explain a command, or the problem codes (help problems)";
    }
    std::string_view example() const override { return "dumpscope-cli help ls"; }
    void define(CLI::App& app) override { app.add_option("TOPIC", m_topic, "A command, or \"problems\""); }

    int run(Console& console) override
    {
        if (m_topic == "problems") {
            writeProblemTable(console);
            return kDone;
        }
        CommandRegistry registry;
        registerBuiltinCommands(registry);
        const auto app = makeApp(registry);
        if (m_topic.empty()) {
            console.write(app->help());
            return kDone;
        }
        for (const CLI::App* sub : app->get_subcommands([](const CLI::App*) { return true; })) {
            if (sub->get_name() != m_topic)
                continue;
            console.write(sub->help("dumpscope-cli"));
            return kDone;
        }
        console.note("error: there is no help on \"" + core::printable(m_topic) + "\" (usage)");
        return kWrongUsage;
    }

private:
    std::string m_topic;
};

} // namespace

void register_help_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<HelpCommand>());
}

} // namespace dumpscope::cli
