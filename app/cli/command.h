// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace dumpscope::cli {

class CommandRegistry;

/// One sub-command. `define` declares its options into members of the command, `run` does the work
/// and returns an ExitCode. A file `foo_command.cpp` defines `void register_foo_command(CommandRegistry&)`.
class Command {
public:
    virtual ~Command() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    [[nodiscard]] virtual std::string_view summary() const = 0;
    /// One line that works as typed, shown by help.
    [[nodiscard]] virtual std::string_view example() const = 0;
    virtual void define(CLI::App& app) = 0;
    [[nodiscard]] virtual int run(Console& console) = 0;
};

class CommandRegistry {
public:
    void add(std::unique_ptr<Command> command) { m_commands.push_back(std::move(command)); }
    [[nodiscard]] const std::vector<std::unique_ptr<Command>>& commands() const { return m_commands; }

private:
    std::vector<std::unique_ptr<Command>> m_commands;
};

/// Generated: calls every register_* function.
void registerBuiltinCommands(CommandRegistry& registry);

/// The whole command line as CLI11 sees it; used for parsing, help and completion.
[[nodiscard]] std::unique_ptr<CLI::App> makeApp(const CommandRegistry& registry);

} // namespace dumpscope::cli
