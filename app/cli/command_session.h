// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"
#include "interrupt.h"
#include "progress_line.h"

#include "base/diagnostics_json.h"
#include "base/json_writer.h"
#include "base/task.h"
#include "model/dump_folder.h"
#include "model/tensor_table.h"
#include "remote/remote_dump.h"
#include "request/print_options.h"
#include "request/raw_options.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::cli {

/// A running command: its task, the interrupt, the progress line, and the problems met so far.
class CommandSession {
public:
    CommandSession(Console& console, const core::PrintOptions& options);
    ~CommandSession();

    [[nodiscard]] core::TaskContext& task() { return m_task; }
    /// For dumps that a command opens itself.
    [[nodiscard]] const std::shared_ptr<const core::KeptIndexes>& kept() const { return m_kept; }
    [[nodiscard]] bool interrupted() const { return m_interrupt.interrupted(); }

    /// Opens every path, `ssh://` ones on their machines; prints the error and returns nothing when one
    /// cannot be opened at all
    /// (`exitCode` says how to end then).
    [[nodiscard]] std::vector<std::shared_ptr<const core::DumpIndex>> open(
        const std::vector<std::string>& paths, int& exitCode, bool readHeaders = true,
        const core::RawOptions& raw = {});

    /// As `open`, but what cannot be opened is a problem as long as something can.
    [[nodiscard]] std::vector<std::shared_ptr<const core::DumpIndex>> openEach(
        const std::vector<std::string>& paths, int& exitCode, bool readHeaders, const core::RawOptions& raw);
    /// Of an opened root, as asked for: 1, 2, …; 0 where one was asked for.
    [[nodiscard]] int rootNumber(std::size_t opened) const { return m_numbers[opened]; }
    /// What could not be opened.
    [[nodiscard]] const std::vector<core::Diagnostic>& unopened() const { return m_unopened; }

    /// Problems of the opened roots and of this command, places prefixed with the root's number when
    /// there are several.
    [[nodiscard]] const std::vector<core::Diagnostic>& problems();
    /// Prints warnings and errors (not hints) to standard error.
    void printProblems();
    /// 130 when interrupted, 4 when something was unreadable, else 0.
    [[nodiscard]] int exitCode();
    /// As above, and 4 where one of the tensors is of a type that cannot be read, so that it was left out.
    [[nodiscard]] int exitCode(const core::DumpIndex& index, std::span<const core::TensorId> wanted);
    /// Whether the root lacks tensors, which the command needs; says so then, and why (kCannotRead).
    [[nodiscard]] bool lacksTensors(const core::DumpIndex& index);
    /// Ends progress; call before printing results.
    void quiet() { m_progressLine.reset(); }

private:
    void showProgress();
    bool checkRaw(const std::vector<std::string>& paths, const core::RawOptions& raw, int& exitCode);
    core::Result<std::shared_ptr<const core::DumpIndex>> openOne(
        const std::string& path, bool readHeaders, const core::RawOptions& raw);
    core::Result<std::shared_ptr<const core::DumpIndex>> openElsewhere(
        const std::string& path, core::TaskContext& task);
    void refuse(const std::string& path, const core::Error& error, int& exitCode);

    Console& m_console;
    std::string m_progressMode;
    std::shared_ptr<const core::KeptIndexes> m_kept;
    core::OwnedTask m_task;
    InterruptWatch m_interrupt;
    std::unique_ptr<core::RemoteLinks> m_links; ///< null: no dump is on another machine
    std::unique_ptr<ProgressLine> m_progressLine;
    std::vector<std::shared_ptr<const core::DumpIndex>> m_roots;
    std::vector<int> m_numbers; ///< of m_roots
    std::vector<core::Diagnostic> m_unopened, m_problems;
    bool m_problemsCollected = false;
};

/// A writer that prints to the console.
[[nodiscard]] core::JsonWriter::Sink consoleSink(Console& console);

} // namespace dumpscope::cli
