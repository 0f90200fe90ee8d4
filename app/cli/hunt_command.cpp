// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "hunt.h"

#include "request/hunt_request.h"

namespace dumpscope::cli {

namespace {

class HuntCommand : public RequestCommand<core::HuntRequest> {
public:
    HuntCommand()
        : RequestCommand({.name = "hunt",
            .summary = "Capture and compare in rounds until the operator at fault is proven",
            .example = "dumpscope-cli hunt profile.json --golden golden -o hunt"})
    {
    }

    int run(Console& console) override { return Hunt(console, m_request).run(); }
};

} // namespace

void register_hunt_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<HuntCommand>());
}

} // namespace dumpscope::cli
