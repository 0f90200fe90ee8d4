// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_outcome.h"

#include "exit_code.h"

#include <algorithm>
#include <set>

namespace dumpscope::cli {

std::int64_t fileTimeOf(std::chrono::system_clock::time_point moment)
{
    constexpr std::chrono::milliseconds kTick(20);
    return std::chrono::duration_cast<std::chrono::nanoseconds>((moment - kTick).time_since_epoch()).count();
}

int exitCodeSince(
    CommandSession& session, const core::DumpIndex* index, std::chrono::system_clock::time_point begun)
{
    const int code = session.exitCode();
    if (code != kPartial || index == nullptr)
        return code;
    std::set<std::string> older;
    for (std::size_t i = 0; i < index->fileCount(); ++i) {
        if (index->file(core::FileId(i)).mtimeNs < fileTimeOf(begun))
            older.insert(index->filePath(core::FileId(i)));
    }
    const auto isOurs = [&](const core::Diagnostic& problem) {
        return problem.severity == core::Severity::Error && !older.contains(problem.place.file);
    };
    return std::ranges::any_of(session.problems(), isOurs) ? code : kDone;
}

} // namespace dumpscope::cli
