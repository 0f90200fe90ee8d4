// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/option_list.h"

namespace dumpscope::core {

/// `remote`: the program on another machine.
struct RemoteRequest {
    static constexpr std::string_view kCommand = "remote";

    std::string form = {}; ///< install, remove
    std::string host = {};
    std::string program = {}; ///< file; empty: what comes with this program
    bool isAgreed = false;
    bool operator==(const RemoteRequest&) const = default;

    void describe(OptionList& options)
    {
        options.setForms(form, true);
        OptionList& install = options.addForm(
            "install", "Copy dumpscope-cli to ~/.cache/dumpscope of another machine, after asking");
        install.add("HOST", &host, "[user@]host[:port], as ssh knows it").required();
        install.add("--yes", &isAgreed, "Copy without asking");
        install
            .add("--program", &program,
                "The program to copy (default: the portable one for the processor there)")
            .checkedBy(NotEmpty {});
        OptionList& removal = options.addForm("remove", "Remove what install copied");
        removal.add("HOST", &host, "[user@]host[:port], as ssh knows it").required();
    }
};

} // namespace dumpscope::core
