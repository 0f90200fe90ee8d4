// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/source.h"

#include "io/mapped_file.h"
#include "io/posix_file.h"

#include <algorithm>
#include <new>
#include <utility>

namespace dumpscope::core {

namespace {

class FileSource : public Source {
public:
    FileSource(std::string absolutePath, std::string displayPath, std::uint64_t size)
        : m_path(std::move(absolutePath))
        , m_displayPath(std::move(displayPath))
        , m_size(size)
    {
    }
    const std::string& displayPath() const override { return m_displayPath; }
    std::uint64_t size() const override { return m_size; }

    Result<Bytes> read(std::uint64_t offset, std::uint64_t length) const override
    {
        auto file = openRegularFile(m_path, m_displayPath);
        if (!file)
            return fail(vanishedIfMissing(std::move(file).error()));
        if (offset >= file->size())
            return Bytes();
        // The buffer is never larger than the file, whatever length a damaged header asks for.
        try {
            std::vector<std::byte> buffer(std::min(length, file->size() - offset));
            TRY_ASSIGN(const std::size_t got, readAt(file->fd.get(), buffer, offset, m_displayPath));
            buffer.resize(got);
            return Bytes::fromVector(std::move(buffer));
        } catch (const std::bad_alloc&) {
            return fail(
                Code::OutOfMemory, phrase("no memory for a part of the file"), {.file = m_displayPath});
        }
    }

    Result<Bytes> map() const override
    {
        auto bytes = mapOrCopyFile(m_path, m_displayPath);
        if (!bytes)
            return fail(vanishedIfMissing(std::move(bytes).error()));
        return bytes;
    }

private:
    std::string m_path;
    std::string m_displayPath;
    std::uint64_t m_size;
};

} // namespace

Error vanishedIfMissing(Error error)
{
    if (error.code == Code::NotFound)
        error.code = Code::Vanished;
    return error;
}

std::unique_ptr<Source> makeFileSource(std::string absolutePath, std::string displayPath, std::uint64_t size)
{
    return std::make_unique<FileSource>(std::move(absolutePath), std::move(displayPath), size);
}

} // namespace dumpscope::core
