// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture.h"
#include "capture/message_fields.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 6> kCaptureKinds {
    "state", "log", "progress", "devices", "failed", "done"};

} // namespace

std::string captureRequestJson(const CaptureHostRequest& request)
{
    return messageText([&](JsonWriter& json) {
        writeList(json, "runtimes", request.runtimes);
        json.member("devices_only", request.devicesOnly).member("model", request.model);
        writeList(json, "inputs", request.inputs);
        json.member("config", request.config).member("device", request.device).member("runs", request.runs);
    });
}

Result<CaptureHostRequest> parseCaptureRequest(std::string_view json)
{
    TRY_ASSIGN(const JsonValue value, parseMessage(json, "device host"));
    CaptureHostRequest request;
    request.devicesOnly = flagOf(value, "devices_only");
    request.runtimes = listOf(value, "runtimes");
    request.model = textOf(value, "model");
    request.inputs = listOf(value, "inputs");
    request.config = textOf(value, "config");
    request.device = static_cast<int>(numberOf(value, "device"));
    request.runs = static_cast<int>(numberOf(value, "runs"));
    return request;
}

std::string captureEventJson(const CaptureEvent& event)
{
    return messageText([&](JsonWriter& json) {
        json.member("kind", kCaptureKinds[static_cast<std::size_t>(event.kind)]);
        writeSentence(json, "text", event.text);
        if (event.kind == CaptureEvent::Kind::Failed)
            json.member("call", event.call).member("code", event.code);
        if (event.kind == CaptureEvent::Kind::Progress)
            json.member("done", event.done).member("total", event.total);
        if (event.kind != CaptureEvent::Kind::Devices)
            return;
        json.member("runtime", event.runtime).member("version", event.version).key("devices").beginArray();
        for (const CaptureDevice& device : event.devices) {
            json.beginObject().member("id", device.id).member("name", device.name);
            writeSentence(json, "state", device.state);
            json.member("total", device.memoryTotal).member("free", device.memoryFree).endObject();
        }
        json.endArray();
    });
}

Result<CaptureEvent> parseCaptureEvent(std::string_view json)
{
    TRY_ASSIGN(const JsonValue value, parseMessage(json, "device host"));
    CaptureEvent event;
    const auto found = std::ranges::find(kCaptureKinds, std::string_view(textOf(value, "kind")));
    if (found == kCaptureKinds.end())
        return fail(Code::BadSyntax, phrase("a message of the device host has no kind that is known"));
    event.kind = static_cast<CaptureEvent::Kind>(found - kCaptureKinds.begin());
    event.text = sentenceOf(value, "text");
    event.call = textOf(value, "call");
    event.code = static_cast<int>(numberOf(value, "code"));
    event.done = countOf(value, "done");
    event.total = countOf(value, "total");
    event.runtime = textOf(value, "runtime");
    event.version = textOf(value, "version");
    if (const JsonValue* devices = value.find("devices")) {
        for (const JsonValue& item : devices->items) {
            event.devices.push_back({static_cast<int>(numberOf(item, "id")), textOf(item, "name"),
                sentenceOf(item, "state"), countOf(item, "total"), countOf(item, "free")});
        }
    }
    return event;
}

} // namespace dumpscope::core
