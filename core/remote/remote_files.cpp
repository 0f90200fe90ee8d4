// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_files.h"

#include "base/text.h"
#include "remote/remote_dump.h"

namespace dumpscope::core {

namespace {

// More than one takes.
constexpr std::uint64_t kBytesOfDigest = 64, kBytesOfStatistics = 512, kBytesOfFinding = 16U << 10;

} // namespace

RemoteFiles::RemoteFiles(
    std::shared_ptr<RemoteLink> link, std::string path, std::shared_ptr<HeldContent> content)
    : m_link(std::move(link))
    , m_path(std::move(path))
    , m_content(std::move(content))
{
}

void RemoteFiles::know(const std::string& file, Known known)
{
    const std::lock_guard lock(m_mutex);
    m_known.insert_or_assign(file, std::move(known));
}

std::optional<RemoteFiles::Known> RemoteFiles::known(const std::string& file) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_known.find(file);
    return found == m_known.end() ? std::nullopt : std::optional(found->second);
}

FileDigest RemoteFiles::digest(const std::string& file) const
{
    const auto known = this->known(file);
    return known ? known->digest : FileDigest();
}

std::string RemoteFiles::keyOf(const std::string& file, const std::optional<Known>& known) const
{
    // No host's name begins with a digit and a colon.
    return known && known->digest.isKnown() ? std::to_string(known->digest.size) + ':' + known->digest.sha256
                                            : m_link->host().text() + '\n' + m_path + '\n' + file;
}

Result<Bytes> RemoteFiles::whole(const std::string& file, std::uint64_t size, const std::stop_token& stop)
{
    const auto known = this->known(file);
    if (known && known->here) {
        if (auto bytes = known->here())
            return bytes;
    }
    return m_content->get(keyOf(file, known), stop, [&]() -> Result<Bytes> {
        if (size > kMostRemoteFile)
            return fail(Code::Limit,
                phrase(
                    "the file has %1 and lies on %2; files of more than %3 are not brought here: work with "
                    "this dump on its machine, and copy there what it is compared with",
                    byteSizeText(size), m_link->host().text(), byteSizeText(kMostRemoteFile)),
                {.file = file});
        return bring(file, 0, size == 0 ? kMostRemoteFile : size, stop);
    });
}

Result<Bytes> RemoteFiles::part(
    const std::string& file, std::uint64_t from, std::uint64_t count, const std::stop_token& stop)
{
    const auto known = this->known(file);
    std::optional<Bytes> whole = m_content->find(keyOf(file, known));
    if (!whole && known && known->here) {
        if (auto bytes = known->here())
            whole = std::move(*bytes);
    }
    if (!whole)
        return bring(file, from, count, stop);
    from = std::min(from, whole->size());
    return whole->slice(from, std::min(count, whole->size() - from));
}

Result<Bytes> RemoteFiles::bring(
    const std::string& file, std::uint64_t from, std::uint64_t count, const std::stop_token& stop)
{
    OwnedTask task(1);
    const std::stop_callback follow(stop, [&task] { task.stopSource().request_stop(); });
    FetchRequest request {.path = m_path, .file = file, .from = from};
    request.count = static_cast<std::int64_t>(count);
    auto bytes = m_link->run(request, count, task);
    if (!bytes)
        return fail(bytes.error().code, bytes.error().message, {.file = file});
    m_broughtBytes += bytes->size();
    return bytes;
}

Result<std::vector<FileDigest>> RemoteFiles::digests(const std::vector<std::string>& files, TaskContext& task)
{
    const FetchRequest request {.path = m_path, .digests = files};
    TRY_ASSIGN(const Bytes bytes, m_link->run(request, kBytesOfDigest * (files.size() + 1), task));
    return readDigests(bytes.span(), files.size());
}

Result<AskedStatistics> RemoteFiles::statistics(const std::vector<std::string>& ids, TaskContext& task)
{
    const FetchRequest request {.path = m_path, .statistics = ids};
    TRY_ASSIGN(const Bytes bytes, m_link->run(request, kBytesOfStatistics * (ids.size() + 1), task));
    return readStatistics(bytes.span(), ids.size());
}

Result<Bytes> RemoteFiles::valueScan(std::size_t tensors, TaskContext& task)
{
    const FetchRequest request {.path = m_path, .scan = true};
    return m_link->run(request, kBytesOfFinding * (tensors + 1), task);
}

} // namespace dumpscope::core
