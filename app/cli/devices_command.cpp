// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_host.h"
#include "command.h"
#include "command_session.h"
#include "exit_code.h"

#include "base/text.h"
#include "request/devices_request.h"

namespace dumpscope::cli {

namespace {

class DevicesCommand : public RequestCommand<core::DevicesRequest> {
public:
    DevicesCommand()
        : RequestCommand({.name = "devices",
            .summary = "List the devices a capture can run on",
            .example = "dumpscope-cli devices --runtime cpu --json"})
    {
    }

    int run(Console& console) override
    {
        CommandSession session(console, m_request.print);
        core::CaptureHostRequest request;
        request.runtimes = runtimeCandidates(m_request.runtime);
        request.devicesOnly = true;
        core::CaptureEvent found;
        const auto sink = [&](const core::CaptureEvent& event) {
            if (event.kind == core::CaptureEvent::Kind::Devices)
                found = event;
        };
        const auto done
            = core::captureInHost(request, deviceHost(m_request.timeout), sink, session.task().stop);
        session.quiet();
        if (!done && done.error().code == core::Code::Cancelled)
            return kInterrupted;
        if (!done)
            console.note("error: " + done.error().message.text() + " (device)");
        if (m_request.print.json) {
            if (!done)
                session.task().diagnostics.add(core::Severity::Error, done.error());
            writeJson(console, found, session);
        } else {
            writeText(console, found);
        }
        return done ? kDone : kDeviceFailed;
    }

private:
    static void writeJson(Console& console, const core::CaptureEvent& found, CommandSession& session)
    {
        core::JsonWriter json(consoleSink(console));
        json.beginObject().member("runtime", found.runtime).member("version", found.version);
        json.key("devices").beginArray();
        for (const core::CaptureDevice& device : found.devices) {
            json.beginObject()
                .member("id", device.id)
                .member("name", device.name)
                .member("state", device.state.text())
                .member("memory_total", device.memoryTotal)
                .member("memory_free", device.memoryFree)
                .endObject();
        }
        json.endArray();
        writeProblems(json, session.problems());
        json.endObject();
        json.finish();
    }

    static void writeText(Console& console, const core::CaptureEvent& found)
    {
        if (!found.runtime.empty())
            console.writeLine(core::printable(found.runtime) + ", version " + core::printable(found.version));
        for (const core::CaptureDevice& device : found.devices)
            console.writeLine(std::to_string(device.id) + "  " + core::printable(device.name) + "  "
                + core::printable(device.state.text()) + "  " + core::byteSizeText(device.memoryFree) + " of "
                + core::byteSizeText(device.memoryTotal) + " free");
    }
};

} // namespace

void register_devices_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<DevicesCommand>());
}

} // namespace dumpscope::cli
