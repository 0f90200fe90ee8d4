// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device_messages.h"

#include "capture/device_host.pb.h"
#include "protocol/wire_message.h"

namespace dumpscope::core {

std::string encodeCaptureRequest(const CaptureHostRequest& request)
{
    wire::CaptureRequest out;
    *out.mutable_runtimes() = {request.runtimes.begin(), request.runtimes.end()};
    out.set_devices_only(request.devicesOnly);
    out.set_model(request.model);
    *out.mutable_inputs() = {request.inputs.begin(), request.inputs.end()};
    out.set_config(request.config);
    out.set_device(request.device);
    out.set_runs(request.runs);
    return out.SerializeAsString();
}

Result<CaptureHostRequest> decodeCaptureRequest(std::string_view bytes)
{
    TRY_ASSIGN(const wire::CaptureRequest in, decoded<wire::CaptureRequest>(bytes, "device host"));
    return CaptureHostRequest {{in.runtimes().begin(), in.runtimes().end()}, in.devices_only(), in.model(),
        {in.inputs().begin(), in.inputs().end()}, in.config(), in.device(), in.runs()};
}

std::string encodeCaptureEvent(const CaptureEvent& event)
{
    wire::CaptureEvent out;
    out.set_kind(static_cast<wire::CaptureEvent::Kind>(static_cast<int>(event.kind) + 1));
    putWords(event.text, *out.mutable_text());
    out.set_call(event.call);
    out.set_code(event.code);
    out.set_done(event.done);
    out.set_total(event.total);
    out.set_runtime(event.runtime);
    out.set_version(event.version);
    for (const CaptureDevice& device : event.devices) {
        wire::CaptureDevice& one = *out.add_devices();
        one.set_id(device.id);
        one.set_name(device.name);
        putWords(device.state, *one.mutable_state());
        one.set_memory_total(device.memoryTotal);
        one.set_memory_free(device.memoryFree);
    }
    return out.SerializeAsString();
}

Result<CaptureEvent> decodeCaptureEvent(std::string_view bytes)
{
    TRY_ASSIGN(const wire::CaptureEvent in, decoded<wire::CaptureEvent>(bytes, "device host"));
    if (in.kind() == wire::CaptureEvent::UNKNOWN || !wire::CaptureEvent::Kind_IsValid(in.kind()))
        return fail(Code::BadSyntax, phrase("a message of the %1 has no kind that is known", "device host"));
    CaptureEvent event {static_cast<CaptureEvent::Kind>(in.kind() - 1), messageOf(in.text()), in.call(),
        in.code(), in.done(), in.total(), in.runtime(), in.version(), {}};
    for (const wire::CaptureDevice& device : in.devices())
        event.devices.push_back({device.id(), device.name(), messageOf(device.state()), device.memory_total(),
            device.memory_free()});
    return event;
}

} // namespace dumpscope::core
