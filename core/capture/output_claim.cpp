// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/output_claim.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

/// Runtimes make the folder of the time before they know that nothing comes.
void removeEmptyFolders(const std::filesystem::path& folder)
{
    std::error_code kept;
    for (std::filesystem::directory_iterator at(folder, kept), end; !kept && at != end; at.increment(kept)) {
        if (at->symlink_status(kept).type() == std::filesystem::file_type::directory)
            removeEmptyFolders(at->path());
    }
    ::rmdir(folder.c_str()); // refused where something is in it
}

} // namespace

Result<OutputClaim> OutputClaim::take(const std::string& folder, bool isMade)
{
    constexpr std::chrono::milliseconds kLook {10};
    UniqueFd held = openAt(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (!held)
        return fail(systemError(errno, phrase("open the folder of the dump"), {folder}));
    int locked = 0;
    do
        locked = ::flock(held.get(), LOCK_EX | LOCK_NB);
    while (locked != 0 && errno == EINTR);
    if (locked != 0 && errno == EWOULDBLOCK)
        return fail(Code::Usage,
            phrase(
                "another capture writes into the folder now; wait for its end, take another folder, or put "
                "{n} into its name"),
            {folder});
    struct stat info = {};
    while (::fstatat(held.get(), captureTimeText(std::time(nullptr)).c_str(), &info, 0) == 0)
        std::this_thread::sleep_for(kLook);
    return OutputClaim(std::move(held), isMade ? folder : std::string());
}

OutputClaim::~OutputClaim()
{
    if (!m_made.empty())
        removeEmptyFolders(m_made);
}

std::string captureTimeText(std::time_t time)
{
    std::tm local {};
    ::localtime_r(&time, &local);
    std::array<char, 32> text {};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%d%H%M%S", &local)};
}

} // namespace dumpscope::core
