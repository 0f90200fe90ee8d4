// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace dumpscope::core {

/// A name that can only be a file in its folder: without '/', NUL and control characters (they become
/// '_'), never empty, "." or "..".
[[nodiscard]] std::string safeComponent(std::string_view name);
/// The same for every part of a relative path.
[[nodiscard]] std::string safeRelativePath(std::string_view path);

/// Names of this many bytes and more are replaced, as the official converter does.
inline constexpr std::size_t kLongName = 255;
/// What replaces a long name: 32 hex digits of its UUID (version 3, name space DNS) and `extension`
/// (with its dot), as the official converter spells it (docs/formats/ascend-dump-binary.md 2.5).
[[nodiscard]] std::string shortenedName(std::string_view name, std::string_view extension);

/// Gives every file a unique name, in the order of calls. Not thread-safe.
class NameBook {
public:
    /// `foldsCase`: names that differ in case only are one.
    explicit NameBook(bool foldsCase)
        : m_foldsCase(foldsCase)
    {
    }
    /// `name` if it is free in `folder`, else `name` with "~2", "~3", … before its extension.
    [[nodiscard]] std::string take(
        const std::string& folder, const std::string& name, std::string_view extension);

private:
    bool m_foldsCase;
    std::unordered_set<std::string> m_taken;
};

} // namespace dumpscope::core
