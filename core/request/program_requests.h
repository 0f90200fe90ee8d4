// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"

namespace dumpscope::core {

// Commands that read no dump.
/// `formats`: the formats that can be opened.
struct FormatsRequest {
    static constexpr std::string_view kCommand = "formats";

    PrintOptions print = {};
    bool operator==(const FormatsRequest&) const = default;
    void describe(OptionList& options) { print.describeRows(options); }
};

/// `doctor`: checks of this machine.
struct DoctorRequest {
    static constexpr std::string_view kCommand = "doctor";

    bool clearCache = false;
    PrintOptions print = {};
    bool operator==(const DoctorRequest&) const = default;
    void describe(OptionList& options)
    {
        options.add("--clear-cache", &clearCache, "Remove the kept indexes of dumps; nothing is checked");
        print.describe(options);
    }
};

/// `help`.
struct HelpRequest {
    static constexpr std::string_view kCommand = "help";

    std::string topic = {};
    bool manual = false;
    bool operator==(const HelpRequest&) const = default;
    void describe(OptionList& options)
    {
        options.add("TOPIC", &topic, "A command, or \"problems\"");
        options.add("--man", &manual, "Everything as a manual page, for man(1)");
    }
};

/// `completion`: a script for a shell.
struct CompletionRequest {
    static constexpr std::string_view kCommand = "completion";

    std::string shell = {};
    bool operator==(const CompletionRequest&) const = default;
    void describe(OptionList& options)
    {
        options.add("SHELL", &shell, "bash, zsh or fish")
            .required()
            .checkedBy(AnyOf {{"bash", "zsh", "fish"}});
    }
};

} // namespace dumpscope::core
