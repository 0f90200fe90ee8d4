// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/config_check_package.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace dumpscope::core {

std::vector<std::string> configCheckPackages(const std::vector<std::string>& files)
{
    std::vector<std::string> withPip, withEnv, folders;
    for (const std::string& file : files) {
        const std::size_t slash = file.rfind('/');
        const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
        const std::string_view name = std::string_view(file).substr(begin);
        if (name == "pip")
            withPip.push_back(file.substr(0, begin));
        else if (name == "env")
            withEnv.push_back(file.substr(0, begin));
    }
    std::ranges::sort(withPip);
    std::ranges::sort(withEnv);
    std::ranges::set_intersection(withPip, withEnv, std::back_inserter(folders));
    return folders;
}

} // namespace dumpscope::core
