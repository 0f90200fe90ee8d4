// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of configuration, every release: whatever the bytes, an answer that agrees with itself; what is
// accepted can be explained.
#include "config/config_kind.h"

#include <algorithm>
#include <cstdlib>

using namespace dumpscope::core;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto* kinds = [] {
        auto* made = new ConfigKinds;
        registerConfigKinds(*made);
        return made;
    }();
    ConfigText config {std::string(reinterpret_cast<const char*>(data), size), "config.json", "/"};
    static_cast<void>(kinds->recognise(config));
    const std::pair<const char*, const char*> readers[]
        = {{"", ""}, {"1.2", "Ascend"}, {"2.0", "Ascend"}, {"2.3", "Ascend"}, {"2.10", "CPU"}, {"x", "GPU"}};
    for (const auto& [release, device] : readers) {
        config.release = release;
        config.device = device;
        for (const auto& kind : kinds->kinds()) {
            const ConfigReport report = kind->check(config);
            const bool hasError = std::ranges::any_of(report.problems,
                [](const ConfigProblem& problem) { return problem.severity == Severity::Error; });
            if (report.valid == hasError || (report.valid && kind->explain(config).empty()))
                std::abort();
        }
    }
    if (const std::size_t equals = config.text.find('='); equals != std::string::npos) {
        for (const auto& kind : kinds->kinds()) {
            const auto text = kind->create({{config.text.substr(0, equals), config.text.substr(equals + 1)}});
            if (text && text->empty())
                std::abort();
        }
    }
    return 0;
}
