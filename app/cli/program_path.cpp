// SPDX-License-Identifier: GPL-3.0-or-later
#include "program_path.h"

#include <array>
#include <climits>

#include <unistd.h>

namespace dumpscope::cli {

std::string programPath()
{
    std::array<char, PATH_MAX> path {};
    const ::ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
    return {path.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

std::string programFolder()
{
    const std::string path = programPath();
    return path.substr(0, path.rfind('/'));
}

} // namespace dumpscope::cli
