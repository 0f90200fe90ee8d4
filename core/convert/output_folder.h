// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "io/posix_file.h"

#include <functional>
#include <memory>
#include <string>

namespace dumpscope::core {

/// Passes all bytes of a file to a sink; called at most once per OutputFolder::write.
using ByteProducer = std::function<Result<void>(const ByteSink&)>;

/// A folder for output files that no name can lead out of: every path component is opened from the folder
/// itself without following links. Thread-safe, except `protect`.
class OutputFolder {
public:
    /// Makes the folder if needed. The path itself may lead through links: it is the user's. Errors:
    /// Code::Usage for an empty path, the system's reason.
    [[nodiscard]] static Result<OutputFolder> open(const std::string& path);

    enum class Existing {
        Keep,    ///< a file that is there stays; an equal one counts as written
        Replace, ///< a file that is there is replaced
    };
    struct Written {
        std::uint64_t bytes = 0;
        bool unchanged = false; ///< an equal file was there already
    };
    /// Writes `folder`/`name` under a temporary name and renames it. `folder` is relative, its parts
    /// separated by '/', "" for the output folder itself; missing ones are made. Errors: Code::Duplicate for
    /// a different file to keep, a folder of that name or the file of `protect`; Code::BadName,
    /// Code::Unsupported (a link in `folder`); those of `produce`.
    [[nodiscard]] Result<Written> write(const std::string& folder, const std::string& name, Existing existing,
        const ByteProducer& produce) const;
    /// Up to `limit` bytes of a file in the folder; empty when there is none.
    [[nodiscard]] Result<std::string> read(
        const std::string& folder, const std::string& name, std::size_t limit) const;

    /// One file that must not be replaced, e.g. the one that is read. Call it before `write`.
    void protect(const struct stat& file) { m_protected = {file.st_dev, file.st_ino}; }
    /// Whether names that differ in case only are one file here.
    [[nodiscard]] Result<bool> foldsCase() const;
    /// Absolute path of the folder without links.
    [[nodiscard]] const std::string& realPath() const { return m_realPath; }

private:
    struct Identity {
        dev_t device = 0;
        ino_t inode = 0;
    };

    [[nodiscard]] Result<UniqueFd> openFolder(const std::string& folder, bool make) const;
    [[nodiscard]] Result<Written> compare(
        const UniqueFd& folder, const std::string& name, const std::string& shown, const ByteProducer&) const;
    [[nodiscard]] std::string shownPath(const std::string& folder, const std::string& name) const;

    std::string m_path;     ///< as given, for messages
    std::string m_realPath; ///< absolute, without links
    std::shared_ptr<const UniqueFd> m_fd;
    Identity m_protected;
};

} // namespace dumpscope::core
