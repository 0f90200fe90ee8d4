// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/file_digest.h"

#include "base/digest.h"
#include "io/stored_fields.h"

#include <algorithm>
#include <concepts>
#include <type_traits>

namespace dumpscope::core {

namespace {

constexpr std::size_t kSha256Bytes = 32;

} // namespace

template<typename Fields, typename One>
requires std::same_as<std::remove_const_t<One>, FileDigest>
void describe(Fields& fields, One& digest)
{
    fields(digest.size, digest.sha256);
    fields.require(digest.sha256.empty() || digest.sha256.size() == kSha256Bytes);
}

namespace {

/// Errors: Code::Cancelled, those of reading the file.
Result<FileDigest> digestOf(const FileTree& tree, const DigestedFile& file, const TaskContext& task)
{
    TRY_ASSIGN(const Bytes bytes, tree.open(file.path, file.size, task.stop)->map());
    Digest digest(DigestKind::Sha256);
    constexpr std::uint64_t kPiece = 1U << 20;
    for (std::uint64_t at = 0; at < bytes.size(); at += kPiece) {
        TRY_VOID(task.checkStop());
        const ByteSpan piece = bytes.span().subspan(at, std::min(kPiece, bytes.size() - at));
        digest.update(piece);
        bytes.dropBehind(piece);
    }
    TRY_VOID(bytes.check());
    const std::vector<std::byte> sum = digest.bytes();
    return FileDigest {bytes.size(), {reinterpret_cast<const char*>(sum.data()), sum.size()}};
}

} // namespace

Result<std::vector<FileDigest>> digestsOf(
    const FileTree& tree, const std::vector<DigestedFile>& files, TaskContext& task)
{
    std::vector<FileDigest> digests(files.size());
    TRY_VOID(parallelFor(
        task.arena, files.size(), 1, task.stop, [&](std::size_t begin, std::size_t) -> Result<void> {
            auto digest = digestOf(tree, files[begin], task);
            task.progress.advance();
            if (digest)
                digests[begin] = std::move(*digest);
            // What cannot be read is told by who wants to read it.
            return task.checkStop();
        }));
    return digests;
}

Result<void> writeDigests(const std::vector<FileDigest>& digests, const ByteSink& sink)
{
    FieldWriter fields(sink);
    fields(digests);
    return fields.finish();
}

Result<std::vector<FileDigest>> readDigests(ByteSpan bytes, std::size_t count)
{
    std::vector<FileDigest> digests;
    FieldReader fields(bytes);
    fields(digests);
    if (!fields.complete() || digests.size() != count)
        return fail(Code::BadSyntax, phrase("these are no digests of files"));
    return digests;
}

} // namespace dumpscope::core
