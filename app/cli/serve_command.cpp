// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_host.h"
#include "command.h"
#include "exit_code.h"
#include "interrupt.h"
#include "program_path.h"

#include "base/task.h"
#include "remote/remote_server.h"
#include "request/serve_request.h"

#include <filesystem>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

class ServeCommand : public RequestCommand<core::ServeRequest> {
public:
    ServeCommand()
        : RequestCommand({.name = "serve",
            .summary = "Run commands for dumpscope on another machine, which starts this by ssh",
            .example = "ssh HOST dumpscope-cli serve --stdio"})
    {
    }

    int run(Console& console) override
    {
        if (::isatty(STDIN_FILENO) == 1 || ::isatty(STDOUT_FILENO) == 1) {
            console.error(core::makeError(core::Code::Usage,
                core::phrase("serve is started by dumpscope-cli on another machine: dumpscope-cli ls "
                             "ssh://HOST/PATH")));
            return kWrongUsage;
        }
        core::OwnedTask task(1);
        const InterruptWatch interrupt(task.stopSource());
        std::error_code failed;
        const std::string here = std::filesystem::current_path(failed);
        const std::string temporary = std::filesystem::temp_directory_path(failed);
        const core::RemoteServing serving {programPath(), inheritedEnvironment(), here.empty() ? "/" : here,
            temporary.empty() ? "/tmp" : temporary};
        core::removeLeftFolders(serving.temporaryFolder);
        return core::serveRemote(STDIN_FILENO, STDOUT_FILENO, serving, DUMPSCOPE_VERSION, task.stop);
    }
};

} // namespace

void register_serve_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<ServeCommand>());
}

} // namespace dumpscope::cli
