// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/capture_request.h"

namespace dumpscope::core {

/// `devices`: the devices of a runtime.
struct DevicesRequest {
    static constexpr std::string_view kCommand = "devices";

    std::string runtime = {};
    double timeout = 60; ///< seconds
    PrintOptions print = {};
    bool operator==(const DevicesRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describe(options);
        options.add("--runtime", &runtime, "Library that speaks AscendCL, or cpu for the built-in device");
        options
            .add("--timeout", &timeout, "Seconds without an answer after which the runtime counts as hanging")
            .checkedBy(RealNumberIn {kLeastTimeout, kMostTimeout});
    }
};

} // namespace dumpscope::core
