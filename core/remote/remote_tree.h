// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/file_tree.h"
#include "remote/remote_files.h"

#include <memory>
#include <string>

namespace dumpscope::core {

/// The files of a dump on another machine, whose index was made there. Thread-safe.
class RemoteTree final : public FileTree {
public:
    /// `root`: as it was typed; `folder`: absolute, there.
    RemoteTree(std::string root, std::string folder, bool isSingleFile, std::shared_ptr<RemoteFiles> files);

    const std::string& root() const override { return m_root; }
    bool isSingleFile() const override { return m_isSingleFile; }
    Result<void> walk(bool sizesLater, TaskContext& task,
        const std::function<Result<void>(WalkedBatch&&)>& onBatch) override;
    std::unique_ptr<Source> open(
        const std::string& relativePath, std::uint64_t size, const std::stop_token& stop = {}) const override;
    std::string absoluteFolder(const std::string& relativeFolder) const override;

    [[nodiscard]] const std::shared_ptr<RemoteFiles>& files() const { return m_files; }

private:
    std::string m_root, m_folder;
    bool m_isSingleFile;
    std::shared_ptr<RemoteFiles> m_files;
};

} // namespace dumpscope::core
