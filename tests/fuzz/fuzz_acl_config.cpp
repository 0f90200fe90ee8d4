// SPDX-License-Identifier: GPL-3.0-or-later
// acl.json: whatever the bytes, an answer; what is accepted can be explained and led to another folder.
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
    return 0;
}
