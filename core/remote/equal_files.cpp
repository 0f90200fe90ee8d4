// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/equal_files.h"

#include "remote/remote_dump.h"
#include "remote/remote_files.h"
#include "remote/remote_tree.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <sys/stat.h>

namespace dumpscope::core {

namespace {

// Of one request, so that it fits into a message and can be given up.
constexpr std::size_t kMostDigests = 2000, kMostDigestNames = 256U << 10;
constexpr std::uint64_t kMostDigestedBytes = std::uint64_t {1} << 30;

/// The file itself; of a member of an archive, the archive. All zeros: nobody knows.
FileIdentity identityOf(std::filesystem::path path)
{
    struct stat info = {};
    while (::stat(path.c_str(), &info) != 0) {
        if (errno != ENOTDIR || !path.has_relative_path())
            return {};
        path = path.parent_path();
    }
    return fileIdentity(info);
}

/// Graphs, environments and other small files are read, too.
constexpr std::uint64_t kLargestOther = std::uint64_t {16} << 20;

/// One side and the files that hold values of its tensors.
struct DigestedSide {
    std::shared_ptr<const DumpIndex> index;
    std::shared_ptr<RemoteFiles> remote = {};    ///< null: it is on this machine
    std::vector<FileId> files = {}, others = {}; ///< ascending; others have no tensor
    std::map<FileId, FileDigest> digests = {};

    [[nodiscard]] std::uint64_t sizeOf(FileId id) const { return index->file(id).size; }
};

DigestedSide digestedSide(const ComparisonSide& given)
{
    DigestedSide side {given.index};
    if (const auto* const tree = dynamic_cast<const RemoteTree*>(&given.index->tree()))
        side.remote = tree->files();
    for (const TensorId id : given.tensors()) {
        const TensorRow& row = given.index->tensor(id);
        const FileId file = given.index->valuesOf(row).file;
        if (row.state != TensorState::StatisticsOnly && side.sizeOf(file) > 0)
            side.files.push_back(file);
    }
    std::ranges::sort(side.files);
    side.files.erase(std::unique(side.files.begin(), side.files.end()), side.files.end());
    for (std::uint32_t i = 0; i < given.index->fileCount(); ++i) {
        const FileId id(i);
        const std::uint64_t size = side.sizeOf(id);
        if (size > 0 && size <= kLargestOther && given.index->tensorsOfFile(id).empty()
            && !std::ranges::binary_search(side.files, id))
            side.others.push_back(id);
    }
    return side;
}

/// Files that may be equal to one of another side. Where both are here, nothing is gained.
std::vector<FileId> candidates(const std::vector<DigestedSide>& sides, const DigestedSide& side)
{
    std::set<std::uint64_t> sizes;
    for (const DigestedSide& other : sides) {
        if (&other == &side || (!other.remote && !side.remote))
            continue;
        for (const auto* files : {&other.files, &other.others}) {
            for (const FileId id : *files)
                sizes.insert(other.sizeOf(id));
        }
    }
    std::vector<FileId> found;
    for (const auto* files : {&side.files, &side.others})
        std::ranges::copy_if(
            *files, std::back_inserter(found), [&](FileId id) { return sizes.contains(side.sizeOf(id)); });
    return found;
}

/// Ends the pieces of one request.
std::size_t endOfRequest(const DigestedSide& side, const std::vector<FileId>& files, std::size_t begin)
{
    std::size_t end = begin, nameBytes = 0;
    std::uint64_t bytes = 0;
    while (end < files.size() && end - begin < kMostDigests) {
        nameBytes += side.index->filePath(files[end]).size();
        bytes += side.sizeOf(files[end]);
        if (end > begin && (nameBytes > kMostDigestNames || bytes > kMostDigestedBytes))
            break;
        ++end;
    }
    return end;
}

Result<void> digestThere(DigestedSide& side, const std::vector<FileId>& files, TaskContext& task)
{
    for (std::size_t begin = 0; begin < files.size();) {
        const std::size_t end = endOfRequest(side, files, begin);
        std::vector<std::string> paths;
        for (std::size_t i = begin; i < end; ++i)
            paths.push_back(side.index->filePath(files[i]));
        const auto digests = side.remote->digests(paths, task);
        TRY_VOID(task.checkStop());
        for (std::size_t i = begin; digests && i < end; ++i)
            side.digests[files[i]] = (*digests)[i - begin];
        task.progress.advance(end - begin);
        begin = end;
    }
    return {};
}

Result<void> digestHere(DigestedSide& side, const std::vector<FileId>& files, TaskContext& task)
{
    std::vector<DigestedFile> paths;
    for (const FileId id : files)
        paths.push_back({side.index->filePath(id), side.sizeOf(id)});
    TRY_ASSIGN(const std::vector<FileDigest> digests, digestsOf(side.index->tree(), paths, task));
    for (std::size_t i = 0; i < files.size(); ++i)
        side.digests[files[i]] = digests[i];
    return {};
}

/// Bytes of a file here, as long as it is the one whose digest was computed.
std::function<Result<Bytes>()> bytesHere(
    const std::shared_ptr<const DumpIndex>& index, FileId file, const FileIdentity& identity)
{
    // Whoever reads the other side does not keep this one open.
    return [weak = std::weak_ptr(index), file, identity]() -> Result<Bytes> {
        const auto there = weak.lock();
        if (!there || identityOf(there->fullPath(file)) != identity)
            return fail(Code::ChangedWhileRead, phrase("the equal file is no longer there"));
        return there->tree().open(there->filePath(file), there->file(file).size)->map();
    };
}

struct HereFile {
    const DigestedSide* side;
    FileId file;
    FileIdentity identity;
};

/// Contents of files on this machine. Identities are older than the digests.
using HereFiles = std::map<FileDigest, HereFile>;

Result<HereFiles> filesHere(std::vector<DigestedSide>& sides, TaskContext& task)
{
    HereFiles here;
    for (DigestedSide& side : sides) {
        if (side.remote)
            continue;
        const std::vector<FileId> files = candidates(sides, side);
        std::map<FileId, FileIdentity> identities;
        for (const FileId id : files)
            identities[id] = identityOf(side.index->fullPath(id));
        TRY_VOID(digestHere(side, files, task));
        for (const auto& [id, digest] : side.digests) {
            if (digest.isKnown() && identities[id] != FileIdentity {})
                here.emplace(digest, HereFile {&side, id, identities[id]});
        }
    }
    return here;
}

FileDigest knownDigest(const DumpIndex& index, FileId file)
{
    const auto* const tree = dynamic_cast<const RemoteTree*>(&index.tree());
    return tree == nullptr ? FileDigest() : tree->files()->digest(index.filePath(file));
}

bool haveOneShape(const DumpIndex& a, const TensorRow& x, const DumpIndex& b, const TensorRow& y)
{
    return x.shape.isValid() && y.shape.isValid() && std::ranges::equal(a.shape(x.shape), b.shape(y.shape))
        && x.dtype == y.dtype && x.format == y.format;
}

void countFiles(
    NeededFiles& needed, const DigestedSide& side, const HereFiles& here, std::set<FileDigest>& coming)
{
    for (const FileId id : side.files) {
        const std::uint64_t bytes = side.sizeOf(id);
        ++needed.files;
        needed.bytes += bytes;
        const auto digest = side.digests.find(id);
        const bool isKnown = digest != side.digests.end() && digest->second.isKnown();
        if (isKnown && (here.contains(digest->second) || coming.contains(digest->second))) {
            ++needed.equalFiles;
        } else if (bytes <= kMostRemoteFile) {
            ++needed.missingFiles;
            needed.missingBytes += bytes;
            if (isKnown)
                coming.insert(digest->second);
        }
    }
}

} // namespace

std::uint64_t NeededFiles::broughtBytes() const
{
    std::uint64_t brought = 0;
    for (const std::shared_ptr<RemoteFiles>& dump : dumps)
        brought += dump->broughtBytes();
    return brought;
}

bool areOfEqualFiles(const DumpIndex& a, TensorId idA, const DumpIndex& b, TensorId idB)
{
    const TensorRow &x = a.tensor(idA), &y = b.tensor(idB);
    const auto placeA = a.valuesOf(x), placeB = b.valuesOf(y);
    if (placeA.ordinal != placeB.ordinal || !haveOneShape(a, x, b, y))
        return false;
    const FileDigest digest = knownDigest(a, placeA.file);
    return digest.isKnown() && digest == knownDigest(b, placeB.file);
}

Result<NeededFiles> findEqualFiles(std::span<const ComparisonSide> given, TaskContext& task)
{
    NeededFiles needed;
    std::vector<DigestedSide> sides;
    std::ranges::transform(given, std::back_inserter(sides), digestedSide);
    if (std::ranges::none_of(sides, [](const DigestedSide& side) { return side.remote != nullptr; }))
        return needed;
    task.progress.setPhases({{phrase("Looking for equal files"), 1.0}});
    std::uint64_t total = 0;
    for (const DigestedSide& side : sides)
        total += candidates(sides, side).size();
    task.progress.beginPhase(0, total);
    TRY_ASSIGN(const HereFiles here, filesHere(sides, task));
    std::set<FileDigest> coming;
    for (DigestedSide& side : sides) {
        if (!side.remote)
            continue;
        TRY_VOID(digestThere(side, candidates(sides, side), task));
        for (const auto& [id, digest] : side.digests) {
            if (!digest.isKnown())
                continue;
            const auto equal = here.find(digest);
            side.remote->know(side.index->filePath(id),
                {digest,
                    equal == here.end()
                        ? std::function<Result<Bytes>()>()
                        : bytesHere(equal->second.side->index, equal->second.file, equal->second.identity)});
        }
        countFiles(needed, side, here, coming);
        needed.hosts.push_back(side.remote->host().text());
        needed.dumps.push_back(side.remote);
    }
    task.progress.finish();
    return needed;
}

} // namespace dumpscope::core
