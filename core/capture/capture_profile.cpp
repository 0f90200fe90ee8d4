// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_profile.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "io/atomic_file.h"
#include "io/json_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

std::string absolutePath(const std::string& path)
{
    std::array<char, PATH_MAX> resolved {};
    return ::realpath(path.c_str(), resolved.data()) != nullptr ? resolved.data() : path;
}

Result<void> takeMember(CaptureProfile& profile, const std::string& key, const JsonValue& value)
{
    constexpr double kLeastPatience = 0.001;
    const std::pair<std::string_view, std::string*> texts[]
        = {{"model", &profile.model}, {"dump", &profile.dump}, {"dump_text", &profile.dumpText},
            {"output", &profile.output}, {"runtime", &profile.runtime}};
    for (const auto& [name, text] : texts) {
        if (key == name) {
            *text = value.text;
            return {};
        }
    }
    if (key == "input" && value.isArray())
        std::ranges::transform(value.items, std::back_inserter(profile.inputs), &JsonValue::text);
    else if (key == "device")
        profile.device = static_cast<int>(std::clamp<std::int64_t>(value.integer().value_or(0), 0, INT_MAX));
    else if (key == "runs")
        profile.runs = static_cast<int>(
            std::clamp<std::int64_t>(value.integer().value_or(1), 1, CaptureProfile::kMostRuns));
    else if (key == "timeout")
        profile.timeout = std::max(value.number().value_or(profile.timeout), kLeastPatience);
    else if (key != "version")
        return fail(Code::Usage, phrase("a profile has no key \"%1\"", printable(key)));
    return {};
}

/// The folder, or of what is not there yet the nearest one above it.
std::string nearestThere(const std::string& folder)
{
    for (std::string there = folder.empty() ? "." : folder;;) {
        if (there == "." || there == "/" || ::access(there.c_str(), F_OK) == 0)
            return there;
        const std::size_t slash = there.rfind('/');
        if (slash == std::string::npos)
            return ".";
        there.resize(std::max<std::size_t>(slash, 1));
    }
}

} // namespace

Result<CaptureProfile> parseCaptureProfile(std::string_view json)
{
    TRY_ASSIGN(const JsonValue document, parseJson(json));
    const JsonValue* const version = document.find("version");
    if (version == nullptr || version->integer() != 1)
        return fail(Code::Unsupported, phrase("a profile has \"version\": 1"));
    CaptureProfile profile;
    for (const auto& [key, value] : document.members)
        TRY_VOID(takeMember(profile, key, value));
    return profile;
}

std::string captureProfileText(const CaptureProfile& profile)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; }, true);
    const CaptureProfile usual;
    const auto member = [&](std::string_view key, const auto& value, const auto& unless) {
        if (value != unless)
            json.member(key, value);
    };
    json.beginObject().member("version", 1);
    member("model", profile.model, usual.model);
    json.key("input").beginArray();
    for (const std::string& input : profile.inputs)
        json.value(input);
    json.endArray();
    member("dump", profile.dump, usual.dump);
    member("dump_text", profile.dumpText, usual.dumpText);
    member("output", profile.output, usual.output);
    member("runtime", profile.runtime, usual.runtime);
    member("device", profile.device, usual.device);
    member("runs", profile.runs, usual.runs);
    member("timeout", profile.timeout, usual.timeout);
    json.endObject();
    json.finish();
    if (!text.ends_with('\n'))
        text += '\n';
    return text;
}

std::vector<std::string> runtimeCandidates(const std::string& chosen, const RuntimePlaces& places)
{
    if (!chosen.empty() && chosen != "cpu")
        return {chosen};
    std::vector<std::string> paths;
    for (const std::string& toolkit : places.toolkits) {
        if (chosen.empty() && !toolkit.empty())
            paths.push_back(toolkit + "/lib64/libascendcl.so");
    }
    const std::string& folder = places.programFolder;
    paths.push_back(folder.substr(0, folder.rfind('/')) + "/lib/dumpscope/libdumpscope_cpu_device.so");
    return paths;
}

/// Runtimes make a folder of the time for each capture; where there is none but something else, it is not
/// ours.
static bool holdsOnlyOthers(const std::string& folder)
{
    constexpr std::size_t kTimeDigits = 14; // 20260131235959
    bool holdsSomething = false;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.size() >= kTimeDigits && isDigits(std::string_view(name).substr(0, kTimeDigits)))
            return false;
        holdsSomething = holdsSomething || !name.starts_with('.');
    }
    return holdsSomething;
}

Result<PreparedCapture> prepareCapture(const std::string& configText, const std::string& output)
{
    if (holdsOnlyOthers(output))
        return fail(Code::Usage,
            phrase("the folder holds files that no capture wrote, which stay as they are; take an empty or a "
                   "new "
                   "one, or put {n} into its name"),
            {output});
    const bool isMade = ::access(output.c_str(), F_OK) != 0;
    TRY_VOID(makeDirectories(output));
    PreparedCapture prepared {absolutePath(output), configText, {}, {}};
    TRY_ASSIGN(OutputClaim claim, OutputClaim::take(prepared.folder, isMade));
    prepared.claim.emplace(std::move(claim));
    // Text without a place for a path is reported by the check.
    if (auto config = withDumpPath(configText, prepared.folder))
        prepared.configText = std::move(*config);
    prepared.check = checkAclConfig(prepared.configText, ".");
    return prepared;
}

std::string freeFolder(const std::string& pattern)
{
    constexpr std::string_view kNumber = "{n}";
    constexpr int kMost = 1'000'000;
    const std::size_t place = pattern.find(kNumber);
    if (place == std::string::npos)
        return pattern;
    for (int n = 1; n < kMost; ++n) {
        std::string folder = pattern;
        folder.replace(place, kNumber.size(), std::to_string(n));
        if (::access(folder.c_str(), F_OK) != 0)
            return folder;
    }
    return pattern;
}

Result<void> checkFolder(const std::string& folder)
{
    const std::string there = nearestThere(folder);
    struct stat state { };
    if (::stat(there.c_str(), &state) == 0 && !S_ISDIR(state.st_mode))
        return fail(Code::Usage, phrase("this is no folder"), {.file = there});
    // A file without a name; where the file system has none of these, one that goes at once.
    if (const int file = ::open(there.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
        file >= 0) {
        ::close(file);
        return {};
    }
    if (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT || errno == EINVAL) {
        std::string probe = there + "/.dumpscope-XXXXXX";
        if (::mkdtemp(probe.data()) != nullptr) {
            ::rmdir(probe.c_str());
            return {};
        }
    }
    return fail(systemError(errno, phrase("no folder can be made here"), {.file = there}));
}

std::optional<std::uint64_t> freeBytes(const std::string& folder)
{
    struct statvfs system { };
    if (::statvfs(nearestThere(folder).c_str(), &system) != 0)
        return std::nullopt;
    return std::uint64_t {system.f_bavail} * system.f_frsize;
}

} // namespace dumpscope::core
