// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "io/posix_file.h"

#include <memory>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Writes a file under a temporary sibling name and renames it on `commit`, so the final name never holds
/// half a file. Without commit (error, cancel, crash of the writer) the destination is untouched and the
/// sibling is removed (after a crash it stays, named `.NAME.XXXXXX.part`). The new file gets the permissions
/// of the one it replaces, and its owner where the system allows; replacing a file that another user put into
/// a world-writable folder is refused (Code::Unsupported). Not thread-safe. Writes are buffered. Errors of
/// writing: Code::NoSpace, Code::Io and other reasons of the system.
class AtomicFile {
public:
    /// Follows links: the file a link leads to is replaced. Links that another user put into a world-writable
    /// folder are refused (Code::Unsupported), as Linux does with protected_symlinks. Errors also:
    /// Code::Usage for no file name, Code::Unsupported for folders and devices.
    [[nodiscard]] static Result<AtomicFile> create(std::string path);
    /// A file in a folder that is open already: no path is walked and no link followed, a link of this name
    /// is replaced. `Renamed` does not wait until the data is on the disk (for many files).
    enum class Durability { Synced, Renamed };
    [[nodiscard]] static Result<AtomicFile> createIn(
        UniqueFd folder, std::string name, std::string displayPath, Durability durability);
    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile();

    [[nodiscard]] Result<void> write(ByteSpan bytes);
    [[nodiscard]] Result<void> write(std::string_view text);
    /// Overwrites bytes already written (headers whose counts are known at the end); else Code::Internal.
    [[nodiscard]] Result<void> writeAt(std::uint64_t offset, ByteSpan bytes);
    [[nodiscard]] std::uint64_t size() const; ///< bytes written so far
    [[nodiscard]] Result<void> commit();      ///< once, as the last call
    [[nodiscard]] const std::string& path() const;
    /// The sibling, for a library that writes a file by name: instead of `write`, and before `commit`.
    [[nodiscard]] std::string temporaryPath() const;

private:
    struct State;
    explicit AtomicFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// For a process that ends at once, without destructors: removes the siblings of all its files that are not
/// committed. No other file can be begun or given up from then on. Not for signal handlers.
void removeUnfinishedFiles();

/// The path with all links resolved, also of a file that does not exist yet, so that saving through a link
/// keeps the link. Refuses links as `create` does.
[[nodiscard]] Result<std::string> withoutLinks(const std::string& path);
/// Makes the folder and its missing parents.
[[nodiscard]] Result<void> makeDirectories(const std::string& folder);
/// Writes a whole small file.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view text);

} // namespace dumpscope::core
