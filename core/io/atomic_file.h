// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "io/posix_file.h"

#include <memory>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Writes a file under a temporary sibling name and renames it on `commit`, so the final name never
/// holds half a file. Without commit (error, cancel, crash of the writer) the destination is
/// untouched and the sibling is removed (after a crash it stays, named `.NAME.XXXXXX.part`).
/// A file that is replaced leaves its permissions to the new one, and its owner where the system lets us;
/// one that someone else put into a folder where everybody may write is refused (Code::Unsupported).
/// Not thread-safe. Writes are buffered.
class AtomicFile {
public:
    /// Through a link the file it leads to is replaced. Links that someone else put into a folder where
    /// everybody may write are refused (Code::Unsupported), as Linux does with protected_symlinks.
    [[nodiscard]] static Result<AtomicFile> create(std::string path);
    /// A file in a folder that is open already: no path is walked and no link followed, a link of this
    /// name is replaced. `Renamed` leaves it to the system when the data reaches the disk (many files).
    enum class Durability { Synced, Renamed };
    [[nodiscard]] static Result<AtomicFile> createIn(
        UniqueFd folder, std::string name, std::string displayPath, Durability durability);
    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile();

    [[nodiscard]] Result<void> write(ByteSpan bytes);
    [[nodiscard]] Result<void> write(std::string_view text);
    /// Overwrites bytes already written (headers whose counts are known at the end).
    [[nodiscard]] Result<void> writeAt(std::uint64_t offset, ByteSpan bytes);
    [[nodiscard]] std::uint64_t size() const;
    [[nodiscard]] Result<void> commit();
    [[nodiscard]] const std::string& path() const;
    /// The sibling, for a library that writes a file by name: instead of `write`, and before `commit`.
    [[nodiscard]] std::string temporaryPath() const;

private:
    struct State;
    explicit AtomicFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// The path with every link followed as far as there are any, also to what is not there yet, so that saving
/// through a link keeps the link. Refuses links as `create` does.
[[nodiscard]] Result<std::string> withoutLinks(const std::string& path);
/// Makes the missing parents of `path`'s folder.
[[nodiscard]] Result<void> makeDirectories(const std::string& folder);
/// Whole small text or data file, at once.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view text);

} // namespace dumpscope::core
