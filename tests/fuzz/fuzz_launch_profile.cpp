// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch_config.h"
#include "capture/launch_profile.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

// A profile of any content; and one that is sound comes back as it was written. The same text as a
// configuration of every kind.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)isLaunchProfile(text);
    const LaunchProfileReport report = parseLaunchProfile(text);
    (void)checkLaunchProfile(report.profile);
    if (report.isValid()) {
        const std::string written = launchProfileText(report.profile);
        if (launchProfileText(parseLaunchProfile(written).profile) != written)
            std::abort();
    }
    for (const std::string_view kind : {"mindspore", "msprobe", "acl", "tf"})
        (void)configWithOutput(*findLaunchWay(kind), text, "/out");
    return 0;
}
