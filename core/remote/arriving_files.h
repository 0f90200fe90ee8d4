// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "convert/output_folder.h"
#include "io/atomic_file.h"
#include "io/spool_file.h"
#include "remote/remote_plan.h"

#include <map>
#include <optional>

namespace dumpscope::core {

/// Files that a command on another machine wrote, as their pieces arrive. Only files that the plan names are
/// written, and folders of the plan are not left, whatever the other side says. Not thread-safe.
class ArrivingFiles {
public:
    /// The plan must outlive this.
    explicit ArrivingFiles(const RemotePlan& plan)
        : m_plan(plan)
    {
    }

    /// Errors: Code::BadSyntax for a file that was not asked for or an invalid name; those of AtomicFile.
    /// Files of a folder that cannot be written are in `problems`.
    [[nodiscard]] Result<void> add(const RemotePiece& piece);
    [[nodiscard]] const std::vector<Error>& problems() const { return m_problems; }
    /// Files that are here whole, new or not.
    [[nodiscard]] std::uint64_t arrived() const { return m_arrived; }
    /// Files of folders that were here already with the same content.
    [[nodiscard]] std::uint64_t unchanged() const { return m_unchanged; }

private:
    Result<void> addToFolder(const RemotePlan::LocalFile& file, const RemotePiece& piece);
    Result<OutputFolder::Written> writeSpooled(const OutputFolder& folder, const std::string& name);

    const RemotePlan& m_plan;
    std::map<std::uint32_t, AtomicFile> m_files;
    std::map<std::uint32_t, OutputFolder> m_folders;
    std::optional<SpoolFile> m_spool; ///< the file of a folder that arrives
    std::optional<Error> m_failure;   ///< why that file cannot be kept; its other pieces are passed over
    std::vector<Error> m_problems;
    std::uint64_t m_arrived = 0, m_unchanged = 0;
};

} // namespace dumpscope::core
