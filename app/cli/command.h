// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dumpscope::cli {

class CommandRegistry;
void registerBuiltinCommands(CommandRegistry& registry);

} // namespace dumpscope::cli
