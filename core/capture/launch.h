// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "capture/launch_profile.h"
#include "capture/live_dump.h"
#include "capture/program_run.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Whether a run without a dump put out the same (docs/capture.md, "Undisturbed").
struct UndisturbedReport {
    struct Output {
        std::string name;          ///< file or pattern
        std::optional<bool> equal; ///< absent: neither run gave anything to compare
        Message why;               ///< a sentence
    };
    std::vector<Output> outputs;
    ProgramEnd end; ///< of the run without a dump, which took `end.seconds`
    double secondsWithDump = 0;
    /// Absent where nothing differs and something could not be compared.
    [[nodiscard]] std::optional<bool> equal() const;
    /// "the same", "not the same" or "not compared".
    [[nodiscard]] Message words() const;
};

/// Result of a launch.
struct LaunchReport {
    std::string output; ///< absolute folder of the dump
    std::string config; ///< file the program got; empty if none
    std::string log;    ///< file with all it printed
    ProgramEnd end;
    LiveProgress live;
    std::optional<UndisturbedReport> undisturbed;
};

/// What a watcher of a launch is notified of. Called from one thread at a time, not always the same.
struct LaunchObserver {
    /// A word of kCaptureStates up to "draining"; `awaited`: what is waited for, a sentence.
    std::function<void(std::string_view state, const Message& awaited)> state = {};
    std::function<void(const ProgramEvent&)> program = {};
    LiveObserver live = {};
    /// The disk is nearly full and the program is paused until LaunchControl::resume, a stop, or until
    /// there is room again.
    std::function<void(std::uint64_t freeBytes, const Message& text)> diskFull = {};
    std::function<void(const Message& why)> resumed = {};
    /// A warning, such as those of the configuration's check.
    std::function<void(const ConfigProblem&)> problem = {};
};

/// The handle of a launch for other threads. Thread-safe; nothing waits.
class LaunchControl {
public:
    /// Ends the program, gently at first; another call hurries.
    void stop() { m_stops.fetch_add(1); }
    void pause() { m_paused.store(true); }
    /// Continues also where the disk is nearly full; it is not paused for that again until there was room.
    void resume()
    {
        m_resumes.fetch_add(1);
        m_paused.store(false);
    }

private:
    friend class Launch;
    std::atomic<int> m_stops {0}, m_resumes {0};
    std::atomic<bool> m_paused {false};
};

/// Where a launch happens.
struct LaunchPlace {
    HostProgram host;                     ///< starts serveProgram
    std::vector<std::string> environment; ///< NAME=VALUE that the program inherits
    std::shared_ptr<const FormatRegistry> formats;
    /// Free bytes of the disk a folder is on; empty: the system is asked.
    std::function<std::optional<std::uint64_t>(const std::string&)> freeSpace = {};
    std::chrono::milliseconds patience {std::chrono::seconds(5)}; ///< as in ProgramStart
    LiveOptions live = {};
};

/// Prepares (configuration with the output as its path, folders, checks), starts the program, follows its
/// dump, and runs it again without a dump where outputs are declared. `profile` has absolute paths. Blocks
/// until the end; `task.stop` ends the program gently. What failed before the program was started is an error
/// (Code::Usage for what is wrong with profile or configuration); all else is in the report.
[[nodiscard]] Result<LaunchReport> launchProgram(const LaunchProfile& profile, const LaunchPlace& place,
    LaunchControl& control, const LaunchObserver& observer, TaskContext& task);

} // namespace dumpscope::core
