// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_tree.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kWholeAtOnce = 1U << 20; ///< files of this size are read whole

class RemoteSource final : public Source {
public:
    RemoteSource(
        std::shared_ptr<RemoteFiles> files, std::string path, std::uint64_t size, std::stop_token stop)
        : m_files(std::move(files))
        , m_path(std::move(path))
        , m_size(size)
        , m_stop(std::move(stop))
    {
    }
    const std::string& displayPath() const override { return m_path; }
    std::uint64_t size() const override { return m_size; }
    Result<Bytes> read(std::uint64_t offset, std::uint64_t length) const override
    {
        if (m_size > kWholeAtOnce)
            return m_files->part(m_path, offset, length, m_stop);
        TRY_ASSIGN(const Bytes all, map());
        return offset < all.size() ? all.slice(offset, std::min(length, all.size() - offset)) : Bytes();
    }
    Result<Bytes> map() const override
    {
        TRY_ASSIGN(Bytes bytes, m_files->whole(m_path, m_size, m_stop));
        if (m_size > 0 && bytes.size() != m_size)
            return fail(Code::ChangedWhileRead, phrase("it has %1 bytes now, not %2", bytes.size(), m_size),
                {.file = m_path});
        return bytes;
    }

private:
    std::shared_ptr<RemoteFiles> m_files;
    std::string m_path;
    std::uint64_t m_size;
    std::stop_token m_stop;
};

} // namespace

RemoteTree::RemoteTree(
    std::string root, std::string folder, bool isSingleFile, std::shared_ptr<RemoteFiles> files)
    : m_root(std::move(root))
    , m_folder(std::move(folder))
    , m_isSingleFile(isSingleFile)
    , m_files(std::move(files))
{
}

Result<void> RemoteTree::walk(
    bool /*sizesLater*/, TaskContext& /*task*/, const std::function<Result<void>(WalkedBatch&&)>& /*onBatch*/)
{
    return fail(Code::Unsupported, phrase("it is listed on the machine where it lies"), {m_root});
}

std::unique_ptr<Source> RemoteTree::open(
    const std::string& relativePath, std::uint64_t size, const std::stop_token& stop) const
{
    return std::make_unique<RemoteSource>(m_files, relativePath, size, stop);
}

std::string RemoteTree::absoluteFolder(const std::string& relativeFolder) const
{
    return relativeFolder.empty() ? m_folder : m_folder + '/' + relativeFolder;
}

} // namespace dumpscope::core
