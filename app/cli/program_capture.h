// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture_events.h"
#include "command_session.h"

#include "capture/launch.h"
#include "compare/comparison.h"
#include "request/capture_request.h"

#include <string>
#include <vector>

namespace dumpscope::cli {

/// `capture run`: starts a program with a dump configuration, follows its dump, opens it and compares it.
class ProgramCapture {
public:
    explicit ProgramCapture(const core::CaptureRequest& request)
        : m_options(request.launch)
        , m_print(request.print)
    {
    }
    [[nodiscard]] int run(Console& console);
    /// Of `capture PROFILE.json`.
    [[nodiscard]] int runProfile(Console& console, const std::string& file);
    /// Whether a file is a profile that starts a program.
    [[nodiscard]] static bool isProfile(const std::string& file);

private:
    struct Outcome;
    [[nodiscard]] bool load(Console& console, const std::string& file);
    [[nodiscard]] bool takeOptions(Console& console);
    [[nodiscard]] int launch(Console& console);
    [[nodiscard]] core::LaunchObserver observer(const EventWriter& events);
    [[nodiscard]] int refuse(Console& console, const EventWriter& events, const core::Error& error) const;
    void open(Console& console, CommandSession& session, Outcome& outcome) const;
    [[nodiscard]] core::Result<core::Comparison> compare(
        const std::shared_ptr<const core::DumpIndex>& target, CommandSession& session) const;
    void printOutcome(Console& console, const EventWriter& events, const Outcome& outcome) const;
    void printText(Console& console, const Outcome& outcome) const;
    void writeDone(core::JsonWriter& json, const Outcome& outcome) const;
    [[nodiscard]] int exitCode(CommandSession& session, const Outcome& outcome) const;

    core::LaunchOptions m_options;
    core::PrintOptions m_print;
    core::LaunchProfile m_profile;
    core::LaunchControl m_control;
};

} // namespace dumpscope::cli
