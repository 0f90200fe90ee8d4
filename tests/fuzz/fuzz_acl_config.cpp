// SPDX-License-Identifier: GPL-3.0-or-later
// acl.json, and the messages of a device host: whatever the bytes, an answer; what is accepted can be
// explained and led to another folder.
#include "capture/capture.h"
#include "capture/message_pipe.h"
#include "config/acl_config.h"
#include "config/config_kind.h"

#include <algorithm>
#include <cstdlib>

using namespace dumpscope::core;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    static const auto* kinds = [] {
        auto* made = new ConfigKinds;
        registerConfigKinds(*made);
        return made;
    }();
    const ConfigText config {text, "acl.json", "/"};
    const ConfigKind* acl = kinds->find("acl");
    const ConfigReport report = acl->check(config);
    const bool hasError = std::ranges::any_of(
        report.problems, [](const ConfigProblem& problem) { return problem.severity == Severity::Error; });
    if (report.valid == hasError || report.valid != (report.returnCode == 0))
        std::abort();
    if (report.valid && acl->explain(config).empty())
        std::abort();
    static_cast<void>(acl->recognises(config));
    if (const auto moved = withDumpPath(text, "/"); moved && report.valid) {
        const AclCheck check = checkAclConfig(*moved, "/");
        if (check.returnCode == kAclParseFile || check.config.items.size() > text.size())
            std::abort();
    }
    if (const auto event = parseCaptureEvent(text)) {
        const auto again = parseCaptureEvent(captureEventJson(*event));
        if (!again || again->text != event->text || again->code != event->code)
            std::abort();
    }
    static_cast<void>(parseCaptureRequest(text));
    MessageSplitter splitter;
    std::string message;
    for (std::size_t i = 0; i < size; i += 7) {
        splitter.add(std::string_view(text).substr(i, 7));
        for (auto next = splitter.next(message); next && *next; next = splitter.next(message)) {
            if (message.size() > size)
                std::abort();
        }
    }
    return 0;
}
