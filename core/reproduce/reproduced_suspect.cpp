// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproduced_suspect.h"

#include "reproduce/suspect_tensors.h"

namespace dumpscope::core {

Result<SuspectReproducer> writeSuspectReproducer(const Comparison& comparison, std::uint64_t suspect,
    const ReproducerOptions& options, const std::string& folder, TaskContext& task)
{
    const auto& suspects = comparison.suspicion.suspects;
    if (suspects.empty() || suspect > suspects.size())
        return fail(Code::NotFound,
            phrase("the comparison has %1 suspects: %2", suspects.size(), comparison.conclusion.message()));
    const auto write = [&](const Suspect& one) -> Result<WrittenReproducer> {
        const auto pair = reproducedSuspect(*comparison.pairs, one);
        if (!pair)
            return fail(Code::NotFound, phrase("no tensor of the target shows this suspect"));
        return writeReproducer(pair->first, pair->second, options, folder, task);
    };
    SuspectReproducer made;
    if (suspect > 0) {
        TRY_ASSIGN(made.written, write(suspects[static_cast<std::size_t>(suspect - 1)]));
        return made;
    }
    for (const Suspect& one : suspects) {
        auto written = write(one);
        if (written) {
            made.written = std::move(*written);
            return made;
        }
        if (written.error().code != Code::Unsupported && written.error().code != Code::NotFound)
            return fail(written.error());
        made.leftOut.push_back({one.opName, written.error()});
    }
    return fail(made.leftOut.front().why);
}

} // namespace dumpscope::core
