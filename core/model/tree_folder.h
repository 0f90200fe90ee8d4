// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/file_tree.h"
#include "readers/reader.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Files of one folder of the tree. Refers to the tree.
class TreeFolder final : public FolderFiles {
public:
    /// `path`: relative to the root, empty for the root itself.
    TreeFolder(const FileTree& tree, std::string_view path);
    [[nodiscard]] std::unique_ptr<Source> open(std::string_view name) const override;

private:
    const FileTree& m_tree;
    std::string m_prefix;
};

} // namespace dumpscope::core
