// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/acl_config.h"

#include "config/json_edit.h"
#include "io/json_reader.h"
#include "io/posix_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>

#include <fcntl.h>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMaxFileBytes = 10'485'760;

} // namespace

Result<std::string> withDumpPath(std::string_view text, const std::string& path)
{
    TRY_ASSIGN(JsonValue document, parseJson(text));
    JsonValue* dump = nullptr;
    for (auto& [key, value] : document.members) {
        if (key == "dump" && value.isObject())
            dump = &value;
    }
    if (dump == nullptr)
        return fail(Code::BadSyntax, phrase("there is no \"dump\" object in it"));
    std::erase_if(dump->members, [](const auto& member) { return member.first == "dump_path"; });
    JsonValue value;
    value.kind = JsonValue::Kind::String;
    value.text = path;
    dump->members.emplace_back("dump_path", std::move(value));
    return compactJson(document) + '\n';
}

bool AclDumpConfig::hasStep(std::uint64_t step) const
{
    return steps.empty() || std::ranges::any_of(steps, [&](const auto& range) {
        return range.first <= step && step <= range.second;
    });
}

const AclFinding* AclCheck::firstError() const
{
    const auto found = std::ranges::find(findings, Severity::Error, &AclFinding::severity);
    return found == findings.end() ? nullptr : &*found;
}

AclFile readAclFile(const std::string& path)
{
    AclFile file;
    std::array<char, PATH_MAX> resolved;
    file.returnCode = kAclInvalidFile;
    if (path.empty() || ::realpath(path.c_str(), resolved.data()) == nullptr)
        return file;
    const auto opened = openRegularFile(resolved.data(), path);
    if (!opened || opened->size() > kMaxFileBytes)
        return file;
    file.text.resize(opened->size());
    const auto read = readAt(opened->fd.get(), std::as_writable_bytes(std::span(file.text)), 0, path);
    if (!read) {
        file.text.clear();
        return file;
    }
    file.text.resize(*read);
    file.returnCode = 0;
    return file;
}

} // namespace dumpscope::core
