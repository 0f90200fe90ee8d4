// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"
#include "request/command_line.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::cli {

class CommandRegistry;

struct CommandInfo {
    std::string_view name, summary;
    std::string_view example; ///< one line that works as typed
};

/// One sub-command. `define` declares its options into members of the command, `run` does the work
/// and returns an ExitCode. A file `foo_command.cpp` defines `void register_foo_command(CommandRegistry&)`.
class Command {
public:
    explicit Command(const CommandInfo& info)
        : m_info(info)
    {
    }
    virtual ~Command() = default;
    [[nodiscard]] const CommandInfo& info() const { return m_info; }
    virtual void define(CLI::App& app) = 0;
    [[nodiscard]] virtual int run(Console& console) = 0;

private:
    CommandInfo m_info;
};

/// A command whose options are those of a request.
template<typename Request> class RequestCommand : public Command {
public:
    using Command::Command;
    void define(CLI::App& app) override { core::defineRequest(app, m_request); }

protected:
    Request m_request;
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
