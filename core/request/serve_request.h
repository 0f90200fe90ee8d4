// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/option_list.h"

namespace dumpscope::core {

/// `serve`: the other end of commands for dumps on another machine (remote/remote_server.h).
struct ServeRequest {
    static constexpr std::string_view kCommand = "serve";

    bool overPipes = false;
    bool operator==(const ServeRequest&) const = default;
    void describe(OptionList& options)
    {
        options.add("--stdio", &overPipes, "Over standard input and output, which is the only way")
            .required();
    }
};

} // namespace dumpscope::core
