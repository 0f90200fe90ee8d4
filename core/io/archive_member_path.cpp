// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/archive_member_path.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

Result<std::string> archiveMemberPath(std::string_view name, const ArchiveLimits& limits)
{
    if (name.empty())
        return fail(Code::BadName, phrase("a member without a readable name; left out"));
    if (name.size() > limits.nameBytes)
        return fail(Code::Limit, phrase("a member's name of %1 bytes; left out", name.size()));
    if (name.front() == '/')
        return fail(Code::BadName, phrase("the member %1 has an absolute path; left out", printable(name)));
    std::string path;
    std::size_t depth = 0;
    for (std::string_view rest = name; !rest.empty();) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view part = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (part.empty() || part == ".")
            continue;
        if (part == "..")
            return fail(
                Code::BadName, phrase("the member %1 leads out of the archive; left out", printable(name)));
        if (!path.empty())
            path += '/';
        path += part;
        if (++depth > limits.depth + 1)
            return fail(Code::Limit, phrase("a member below more than %1 folders; left out", limits.depth));
    }
    return path;
}

} // namespace dumpscope::core
