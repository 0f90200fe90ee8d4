// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <functional>
#include <span>
#include <string>

namespace dumpscope::core {

/// Before long work: whether every file can be written at the end without harming the input. Refuses a file
/// given twice, an input itself and anything inside a folder or an archive of inputs (Code::Usage), whatever
/// links lead there, and places where nothing can be written (the system's reason). Leaves nothing behind;
/// what is there stays as it is.
[[nodiscard]] Result<void> checkOutputs(
    std::span<const std::string> outputs, std::span<const std::string> inputs);

/// Before a file of one kind is written whose name may be a slip: what is there already is empty or of that
/// kind (Code::Usage), `kind` as in "it is no KIND". Where nothing is there, or no file, all is well.
[[nodiscard]] Result<void> checkReplaced(const std::string& output, const std::string& kind,
    const std::function<bool(const std::string& text)>& isOfKind);

/// The same where the file may be large: `isOfKind` looks into it itself.
[[nodiscard]] Result<void> checkReplacedFile(const std::string& output, const std::string& kind,
    const std::function<bool(const std::string& path)>& isOfKind);

/// Before a folder is filled: it and one that is read are apart, neither lies inside the other (Code::Usage),
/// whatever links lead there.
[[nodiscard]] Result<void> keepFoldersApart(const std::string& output, const std::string& input);

} // namespace dumpscope::core
