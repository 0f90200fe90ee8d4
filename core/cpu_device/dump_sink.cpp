// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu_device/dump_sink.h"

#include "io/posix_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>

#include <fcntl.h>
#include <sys/stat.h>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxChunk = 128U << 20U;

/// Makes missing folders for the owner alone.
Result<void> makeFolders(const std::string& path)
{
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST)
            return fail(systemError(errno, phrase("make the folder"), {part}));
        if (end == std::string::npos)
            return {};
    }
}

UniqueFd openForAppending(const std::string& path)
{
    int fd = -1;
    do
        fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    while (fd < 0 && errno == EINTR);
    return UniqueFd(fd);
}

Result<void> writeAll(int fd, std::span<const std::byte> bytes, const std::string& path)
{
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(systemError(errno, phrase("write"), {path}));
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

} // namespace

void DumpSink::call(const std::string& path, const std::vector<std::span<const std::byte>>& pieces) const
{
    std::size_t left = 0;
    for (const auto& piece : pieces)
        left += piece.size();
    std::size_t piece = 0, inPiece = 0;
    std::vector<std::byte> buffer;
    do {
        const std::size_t length = std::min(left, kMaxChunk);
        buffer.assign(sizeof(acl::DumpChunk) + length, std::byte {});
        acl::DumpChunk chunk {};
        path.copy(chunk.fileName, sizeof(chunk.fileName) - 1);
        chunk.bufLen = static_cast<std::uint32_t>(length);
        chunk.isLastChunk = length == left ? 1U : 0U;
        chunk.offset = -1;
        std::memcpy(buffer.data(), &chunk, sizeof(chunk));
        std::byte* to = buffer.data() + acl::kChunkDataOffset;
        for (std::size_t rest = length; rest > 0;) {
            const auto part = pieces[piece].subspan(inPiece);
            const std::size_t size = std::min(rest, part.size());
            to = std::copy_n(part.data(), size, to);
            rest -= size;
            inPiece = size < part.size() ? inPiece + size : 0;
            piece += inPiece == 0 ? 1U : 0U;
        }
        // The answer is only for logs.
        static_cast<void>(m_callback(reinterpret_cast<const acl::DumpChunk*>(buffer.data()),
            static_cast<std::int32_t>(sizeof(acl::DumpChunk) + length)));
        left -= length;
    } while (left > 0);
}

Result<void> DumpSink::write(const std::string& folder, const std::string& name,
    const std::vector<std::span<const std::byte>>& pieces) const
{
    std::string path = folder + '/' + name;
    if (m_callback != nullptr) {
        call(path, pieces);
        return {};
    }
    TRY_VOID(makeFolders(folder));
    UniqueFd file = openForAppending(path);
    std::string mapping;
    if (!file && errno == ENAMETOOLONG) {
        const std::string stored = std::to_string(std::hash<std::string> {}(path));
        mapping = stored + ',' + name + '\n';
        path = folder + '/' + stored;
        file = openForAppending(path);
    }
    if (!file)
        return fail(systemError(errno, phrase("write"), {path}));
    Result<void> written;
    for (const auto& piece : pieces) {
        if (written)
            written = writeAll(file.get(), piece, path);
    }
    if (written && !mapping.empty()) {
        const std::string mappingPath = folder + "/mapping.csv";
        const UniqueFd table = openForAppending(mappingPath);
        if (table)
            written = writeAll(table.get(), std::as_bytes(std::span(mapping)), mappingPath);
        else
            written = fail(systemError(errno, phrase("write"), {mappingPath}));
    }
    if (!written)
        ::unlink(path.c_str());
    return written;
}

} // namespace dumpscope::core
