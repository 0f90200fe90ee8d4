// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_session.h"

#include "capture/capture.h"
#include "capture/live_dump.h"
#include "capture/program_run.h"

#include <functional>
#include <string>
#include <string_view>

namespace dumpscope::cli {

/// Events of captures as they come: a JSON line each (contract `capture`), or lines for people on standard
/// error. Not thread-safe.
class EventWriter {
public:
    EventWriter(Console& console, bool jsonl)
        : m_console(console)
        , m_jsonl(jsonl)
    {
    }

    void state(std::string_view word, const core::Message& awaited = {}) const;
    void line(std::string_view event, const std::function<void(core::JsonWriter&)>& write) const;
    void log(std::string_view severity, const core::Message& message) const;
    void take(const core::CaptureEvent& event) const;
    void take(const core::ProgramEvent& event) const;
    void take(const core::LiveBatch& batch) const;
    void take(const core::LiveProgress& progress) const;

private:
    void take(const core::LiveTensor& tensor) const;
    void take(const core::LiveFinding& finding) const;

    Console& m_console;
    bool m_jsonl;
};

} // namespace dumpscope::cli
