// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <functional>
#include <span>
#include <string>

namespace dumpscope::core {

/// Before long work: whether every file can be written at the end without harming the input. Refuses a file
/// given twice, an input itself and anything inside a folder or an archive of inputs (Code::Usage), also
/// through links, and places where nothing can be written (the system's reason). Changes nothing on disk.
[[nodiscard]] Result<void> checkOutputs(
    std::span<const std::string> outputs, std::span<const std::string> inputs);

/// Before a file of one kind is written whose name may be mistyped: an existing file must be empty or of that
/// kind, else Code::Usage; `kind` as in "it is no KIND". No error where there is no regular file.
[[nodiscard]] Result<void> checkReplaced(const std::string& output, const std::string& kind,
    const std::function<bool(const std::string& text)>& isOfKind);

/// The same where the file may be large: `isOfKind` reads it itself.
[[nodiscard]] Result<void> checkReplacedFile(const std::string& output, const std::string& kind,
    const std::function<bool(const std::string& path)>& isOfKind);

/// Before a folder is filled: Code::Usage where it is the folder that is read, or one lies inside the other,
/// also through links.
[[nodiscard]] Result<void> keepFoldersApart(const std::string& output, const std::string& input);

} // namespace dumpscope::core
