// SPDX-License-Identifier: GPL-3.0-or-later
#include "config_draft_output.h"

#include "exit_code.h"

#include "base/text.h"
#include "config/config_output.h"
#include "io/atomic_file.h"
#include "io/output_check.h"

#include <vector>

namespace dumpscope::cli {

int refuseKind(Console& console, const core::ConfigKinds& kinds, const std::string& kind)
{
    std::string known;
    for (const auto& one : kinds.kinds())
        known += (known.empty() ? "" : ", ") + std::string(one->id());
    console.note("error: no kind of configuration is called \"" + core::printable(kind) + "\"; there are "
        + known + " (usage)");
    return kWrongUsage;
}

void reportLost(Console& console, const core::ConfigDraft& draft)
{
    for (const core::ConfigLoss& loss : draft.lost)
        console.note(
            "lost: " + (loss.key.empty() ? "" : core::printable(loss.key) + ": ") + loss.message.text());
}

std::string problemLine(const std::string& file, const core::ConfigProblem& problem)
{
    std::string text(core::severityWord(problem.severity));
    text += ": " + file;
    if (problem.line > 0)
        text += ':' + std::to_string(problem.line) + ':' + std::to_string(problem.column);
    text += ": " + (problem.key.empty() ? "" : core::printable(problem.key) + ": ") + problem.message.text();
    if (!problem.fix.empty())
        text += "; " + problem.fix.text();
    return text + " (" + problem.code + ')';
}

core::Result<void> writeDraft(
    const core::ConfigRequest& request, const core::ConfigKind& kind, const std::string& text)
{
    if (request.output.empty())
        return {};
    std::vector<std::string> inputs;
    for (const std::string& input : {request.file, request.from, request.dump, request.used}) {
        if (!input.empty())
            inputs.push_back(input);
    }
    TRY_VOID(core::checkOutputs({&request.output, 1}, inputs));
    TRY_VOID(core::checkConfigOutput(request.output, kind));
    return core::writeFileAtomically(request.output, text);
}

} // namespace dumpscope::cli
