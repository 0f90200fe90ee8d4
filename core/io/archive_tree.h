// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/archive_scan.h"
#include "io/file_tree.h"

#include <memory>
#include <string>

namespace dumpscope::core {

/// The members of an archive below `inner` ("" for all), or the one member of that name. The archive is read
/// by `walk` (errors: those of scanArchive, Code::NotFound for `inner`); bytes of members outlive the tree.
/// Layouts see the archive as a folder of its name without the extension.
[[nodiscard]] std::shared_ptr<FileTree> makeArchiveTree(
    std::string archivePath, std::string inner, ArchiveLimits limits = {});

} // namespace dumpscope::core
