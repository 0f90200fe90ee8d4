// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_file.h"

#include "io/posix_file.h"

#include <algorithm>
#include <span>

namespace dumpscope::core {

Result<std::string> readConfigFile(const std::string& path)
{
    constexpr std::uint64_t kMostBytes = 10'485'761; // one more than the runtimes read
    TRY_ASSIGN(const RegularFile file, openRegularFile(path, path));
    std::string text(std::min(file.size(), kMostBytes), '\0');
    TRY_ASSIGN(
        const std::size_t size, readAt(file.fd.get(), std::as_writable_bytes(std::span(text)), 0, path));
    text.resize(size);
    if (size == kMostBytes)
        return fail(Code::Limit, phrase("runtimes read at most 10 MiB of configuration"), {path});
    return text;
}

void writeConfigReport(JsonWriter& json, const ConfigKind& kind, const ConfigReport& report)
{
    json.beginObject().member("kind", kind.id()).member("valid", report.valid).key("enabled").beginArray();
    for (const std::string& word : report.enabled)
        json.value(word);
    json.endArray().member("return_code", report.returnCode).key("problems").beginArray();
    for (const ConfigProblem& problem : report.problems) {
        json.beginObject()
            .member("severity", severityWord(problem.severity))
            .member("code", problem.code)
            .member("key", problem.key);
        json.member("line", problem.line > 0 ? std::optional(problem.line) : std::nullopt)
            .member("column", problem.line > 0 ? std::optional(problem.column) : std::nullopt)
            .member("message", problem.message.text())
            .member("fix", problem.fix.empty() ? std::nullopt : std::optional(problem.fix.text()))
            .endObject();
    }
    json.endArray().endObject();
}

} // namespace dumpscope::core
