// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_links.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace dumpscope::core {

namespace {

namespace fs = std::filesystem;

bool isBelow(const fs::path& file, const fs::path& folder)
{
    const auto [inFolder, inFile] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return inFolder == folder.end() && inFile != file.end();
}

} // namespace

std::vector<WalkedFile> fileLinks(const std::string& root, const std::string& folder)
{
    std::vector<WalkedFile> links;
    std::error_code problem;
    const fs::path inside = fs::canonical(root, problem);
    if (problem)
        return links;
    const fs::path path = folder.empty() ? inside : inside / folder;
    for (fs::directory_iterator entry(path, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        std::error_code state;
        if (!entry->is_symlink(state))
            continue;
        const std::string name = entry->path().filename().string();
        const fs::path target = fs::canonical(entry->path(), state);
        if (state == std::errc::no_such_file_or_directory) {
            links.push_back({name, 0, 0});
        } else if (!state && isBelow(target, inside) && fs::is_regular_file(target, state)) {
            const auto size = fs::file_size(target, state);
            links.push_back({name, state ? 0 : size, 0});
        }
    }
    std::ranges::sort(links, {}, &WalkedFile::name);
    return links;
}

} // namespace dumpscope::core
