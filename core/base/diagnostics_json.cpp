// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/diagnostics_json.h"

namespace dumpscope::core {

void writeProblems(JsonWriter& json, std::span<const Diagnostic> problems)
{
    json.key("problems").beginArray();
    for (const Diagnostic& problem : problems) {
        json.beginObject()
            .member("severity", severityWord(problem.severity))
            .member("code", codeWord(problem.code))
            .member("place", problem.place.text())
            .member("message", problem.message.text())
            .endObject();
    }
    json.endArray();
}

} // namespace dumpscope::core
