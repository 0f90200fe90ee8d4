// SPDX-License-Identifier: GPL-3.0-or-later
#include "request/capture_request.h"

#include "base/text.h"
#include "config/config_kind.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// The kind that a configuration looks like; empty where it looks like none.
std::string kindOf(const std::string& config)
{
    const auto bytes = mapFile(config, config);
    if (!bytes)
        return {};
    ConfigKinds kinds;
    registerConfigKinds(kinds);
    const ConfigKind* kind = kinds.recognise({std::string(asText(bytes->span())), config});
    return kind == nullptr ? std::string() : std::string(kind->id());
}

void setGiven(std::string& value, const std::string& given)
{
    if (!given.empty())
        value = given;
}

} // namespace

LaunchOptions LaunchOptions::of(const LaunchProfile& profile)
{
    LaunchOptions options;
    options.kind = profile.kind;
    options.dump = profile.configPath;
    options.output = profile.output;
    options.folder = profile.folder;
    options.golden = profile.golden;
    options.limits = profile.limits;
    for (const auto& [name, value] : profile.environment)
        options.environment.push_back(name + '=' + value);
    options.sameFiles = profile.undisturbed.files;
    options.sameLog = profile.undisturbed.log;
    options.again = profile.undisturbed.isWanted && options.sameFiles.empty() && options.sameLog.empty();
    options.keepFree = profile.keepFree;
    options.words = profile.arguments;
    options.words.insert(options.words.begin(), profile.program);
    return options;
}

Result<LaunchProfile> LaunchOptions::over(LaunchProfile profile, const std::string& from) const
{
    LaunchProfile given;
    if (!words.empty()) {
        given.program = words.front();
        given.arguments.assign(words.begin() + 1, words.end());
    }
    given.folder = folder;
    given.configPath = dump;
    given.output = output;
    given.golden = golden;
    given.limits = limits;
    given = withAbsolutePaths(given, from);
    setGiven(profile.program, given.program);
    if (!given.program.empty())
        profile.arguments = given.arguments;
    if (!folder.empty() || profile.folder.empty())
        profile.folder = given.folder;
    setGiven(profile.configPath, given.configPath);
    setGiven(profile.output, given.output);
    setGiven(profile.golden, given.golden);
    setGiven(profile.limits, given.limits);
    setGiven(profile.kind, kind.empty() && !dump.empty() ? kindOf(given.configPath) : kind);
    for (const std::string& variable : environment) {
        const std::size_t equals = variable.find('=');
        if (equals == std::string::npos || equals == 0)
            return fail(Code::Usage, phrase("--env takes NAME=VALUE, not \"%1\"", printable(variable)));
        profile.environment.emplace_back(variable.substr(0, equals), variable.substr(equals + 1));
    }
    UndisturbedOutputs& same = profile.undisturbed;
    same.isWanted = same.isWanted || (again && sameFiles.empty() && sameLog.empty());
    same.files.insert(same.files.end(), sameFiles.begin(), sameFiles.end());
    same.log.insert(same.log.end(), sameLog.begin(), sameLog.end());
    if (keepFree != LaunchProfile().keepFree)
        profile.keepFree = keepFree;
    return profile;
}

} // namespace dumpscope::core
