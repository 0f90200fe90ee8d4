// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "model/stored_index.h"
#include "readers/format_registry.h"

#include <memory>

namespace dumpscope::core {

/// The index of a dump in bytes for a program of the same build on another machine. Errors: those of the
/// sink.
[[nodiscard]] Result<void> writeStoredDump(const DumpIndex& index, const ByteSink& sink);

/// A dump that was written so. Its files are those of `tree`, which learns whether it is a single file.
struct StoredDump {
    bool isSingleFile = false;
    std::string folder; ///< absolute, there: what layouts saw above the files
    ByteSpan index;
};
/// Any bytes may be read. Errors: Code::Unsupported for those of another build, Code::BadSyntax.
[[nodiscard]] Result<StoredDump> readStoredDump(ByteSpan bytes);
/// Errors: Code::BadSyntax.
[[nodiscard]] Result<std::shared_ptr<const DumpIndex>> indexOf(const StoredDump& stored,
    std::shared_ptr<const FileTree> tree, std::shared_ptr<const FormatRegistry> formats);

} // namespace dumpscope::core
