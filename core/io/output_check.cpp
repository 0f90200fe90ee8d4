// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/output_check.h"

#include "io/atomic_file.h"
#include "io/posix_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <vector>

#include <sys/stat.h>

namespace dumpscope::core {

namespace {

/// Where the file will lie, by its only name: absolute, without links, also those that lead to nothing yet.
Result<std::filesystem::path> realPlace(const std::string& path)
{
    TRY_ASSIGN(const std::string followed, withoutLinks(path));
    std::error_code ignored;
    const std::filesystem::path place = std::filesystem::absolute(followed, ignored).lexically_normal();
    return ignored ? std::filesystem::path(followed) : place;
}

struct Step {
    dev_t device;
    ino_t inode;
};

/// What is there already on the way to a file, itself first: the same whatever names lead to it.
std::vector<Step> wayTo(const std::filesystem::path& place)
{
    std::vector<Step> steps;
    struct stat info = {};
    for (std::filesystem::path at = place;; at = at.parent_path()) {
        const bool isThere = ::stat(at.c_str(), &info) == 0;
        if (isThere || at == place)
            steps.push_back(isThere ? Step {info.st_dev, info.st_ino} : Step {0, 0});
        if (!at.has_relative_path())
            return steps;
    }
}

/// The file or folder that is read; of a place inside an archive, the archive.
bool findInput(std::filesystem::path input, struct stat& info)
{
    while (::stat(input.c_str(), &info) != 0) {
        if (errno != ENOTDIR || !input.has_relative_path())
            return false;
        input = input.parent_path();
    }
    return true;
}

Result<void> keepApart(const std::string& output, const std::vector<Step>& way, const std::string& input)
{
    struct stat in = {};
    if (!findInput(input, in))
        return {};
    for (const Step& step : way) {
        if (step.inode != in.st_ino || step.device != in.st_dev)
            continue;
        if (S_ISDIR(in.st_mode))
            return fail(Code::Usage, phrase("the file lies inside the dump, which is never changed"),
                {.file = output});
        if (&step == &way.front())
            return fail(
                Code::Usage, phrase("this is a file to read; give another one to write"), {.file = output});
        return fail(Code::Usage, phrase("the file lies inside a file that is read, which is never changed"),
            {.file = output});
    }
    return {};
}

bool leadsTo(const std::vector<Step>& way, const Step& place)
{
    return std::ranges::any_of(
        way, [&](const Step& step) { return step.inode == place.inode && step.device == place.device; });
}

/// Whether something is there that a file to write would replace. What is no file is refused by whoever
/// writes.
bool replacesContent(const std::string& output, struct stat& info)
{
    return ::stat(output.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

Failure noSuchKind(const std::string& output, const std::string& kind)
{
    return fail(Code::Usage,
        phrase(
            "a file of this name is there, and it is no %1, so it stays; give another name, or move it away",
            kind),
        {.file = output});
}

} // namespace

Result<void> checkOutputs(std::span<const std::string> outputs, std::span<const std::string> inputs)
{
    std::set<std::filesystem::path> places;
    for (const std::string& output : outputs) {
        TRY_ASSIGN(const std::filesystem::path place, realPlace(output));
        if (!places.insert(place).second)
            return fail(Code::Usage, phrase("the same file is given for two outputs"), {.file = output});
        const std::vector<Step> way = wayTo(place);
        for (const std::string& input : inputs)
            TRY_VOID(keepApart(output, way, input));
        // The sibling that is made for a moment goes when it is let go.
        TRY_ASSIGN(const AtomicFile probe, AtomicFile::create(output));
    }
    return {};
}

Result<void> checkReplaced(const std::string& output, const std::string& kind,
    const std::function<bool(const std::string& text)>& isOfKind)
{
    constexpr std::uint64_t kMostBytes = 16ULL << 20U; // what we write is small
    struct stat info = {};
    if (!replacesContent(output, info))
        return {};
    std::string text;
    if (static_cast<std::uint64_t>(info.st_size) <= kMostBytes) {
        TRY_ASSIGN(const RegularFile file, openRegularFile(output, output));
        text.resize(std::min(file.size(), kMostBytes));
        TRY_ASSIGN(const std::size_t size,
            readAt(file.fd.get(), std::as_writable_bytes(std::span(text)), 0, output));
        text.resize(size);
    }
    if (!text.empty() && isOfKind(text))
        return {};
    return noSuchKind(output, kind);
}

Result<void> checkReplacedFile(const std::string& output, const std::string& kind,
    const std::function<bool(const std::string& path)>& isOfKind)
{
    struct stat info = {};
    return replacesContent(output, info) && !isOfKind(output) ? Result<void>(noSuchKind(output, kind))
                                                              : Result<void>();
}

Result<void> keepFoldersApart(const std::string& output, const std::string& input)
{
    TRY_ASSIGN(const std::filesystem::path out, realPlace(output));
    TRY_ASSIGN(const std::filesystem::path in, realPlace(input));
    struct stat read = {}, written = {};
    if (findInput(in, read) && leadsTo(wayTo(out), {read.st_dev, read.st_ino}))
        return fail(Code::Usage, phrase("the output folder lies inside the dump, which is never changed"),
            {.file = output});
    if (::stat(out.c_str(), &written) == 0 && leadsTo(wayTo(in), {written.st_dev, written.st_ino}))
        return fail(
            Code::Usage, phrase("a dump that is read lies inside the output folder"), {.file = output});
    return {};
}

} // namespace dumpscope::core
