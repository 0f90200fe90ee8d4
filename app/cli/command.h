#pragma once

namespace dumpscope::cli {

class CommandRegistry;
void registerBuiltinCommands(CommandRegistry& registry);

} // namespace dumpscope::cli
