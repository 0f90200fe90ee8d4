// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/output_check.h"

#include "io/atomic_file.h"

#include <filesystem>
#include <set>

#include <sys/stat.h>

namespace dumpscope::core {

namespace {

/// Without links where the file exists; its folder without links where it does not yet.
std::filesystem::path realPlace(const std::string& path)
{
    std::error_code ignored;
    const std::filesystem::path place = std::filesystem::weakly_canonical(path, ignored);
    return ignored ? std::filesystem::path(path) : place;
}

bool isInside(const std::filesystem::path& path, const std::filesystem::path& folder)
{
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end();
}

Result<void> keepApart(const std::string& output, const std::string& input)
{
    struct stat in = {}, out = {};
    if (::stat(input.c_str(), &in) != 0)
        return {};
    if (S_ISDIR(in.st_mode)) {
        if (isInside(realPlace(output), realPlace(input)))
            return fail(
                Code::Usage, "the file lies inside the dump, which is never changed", {.file = output});
        return {};
    }
    if (::stat(output.c_str(), &out) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
        return fail(Code::Usage, "this is a file to read; give another one to write", {.file = output});
    return {};
}

} // namespace

Result<void> checkOutputs(std::span<const std::string> outputs, std::span<const std::string> inputs)
{
    std::set<std::filesystem::path> places;
    for (const std::string& output : outputs) {
        if (!places.insert(realPlace(output)).second)
            return fail(Code::Usage, "the same file is given for two outputs", {.file = output});
        for (const std::string& input : inputs)
            TRY_VOID(keepApart(output, input));
        // The sibling that is made for a moment goes when it is let go.
        TRY_ASSIGN(const AtomicFile probe, AtomicFile::create(output));
    }
    return {};
}

} // namespace dumpscope::core
