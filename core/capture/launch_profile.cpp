// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch_profile.h"

#include "base/json_writer.h"
#include "base/nearest_word.h"
#include "base/text.h"
#include "io/atomic_file.h"
#include "io/json_reader.h"
#include "io/output_check.h"
#include "io/posix_file.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMaxProfileBytes = 16U << 20;
constexpr std::size_t kMaxItems = 10'000;

struct TextKey {
    std::string_view name;
    std::string LaunchProfile::*member;
    bool isPath;
};
/// In the order in which they are written.
constexpr std::array<TextKey, 9> kTextKeys {{
    {"kind", &LaunchProfile::kind, false},
    {"program", &LaunchProfile::program, true},
    {"folder", &LaunchProfile::folder, true},
    {"dump", &LaunchProfile::configPath, true},
    {"dump_text", &LaunchProfile::configText, false},
    {"dump_place", &LaunchProfile::configPlace, true},
    {"output", &LaunchProfile::output, true},
    {"golden", &LaunchProfile::golden, true},
    {"limits", &LaunchProfile::limits, true},
}};
constexpr std::array<std::string_view, 5> kOtherKeys {
    "version", "arguments", "env", "undisturbed", "keep_free"};

/// Reads one profile; goes on after what is wrong, so that everything is reported at once.
class ProfileParser {
public:
    explicit ProfileParser(std::string_view text)
        : m_text(text)
    {
    }

    LaunchProfileReport run()
    {
        const auto document = parseJson(m_text, {.maxDepth = 8, .maxBytes = kMaxProfileBytes});
        if (!document) {
            const Error& error = document.error();
            add(error.place.offset.value_or(0), std::string(codeWord(error.code)), "", error.message,
                phrase("write one JSON object"));
            return std::move(m_report);
        }
        if (!document->isObject()) {
            add(document->offset, "type", "", phrase("a profile is a JSON object"),
                phrase("write { \"version\": 1, … }"));
            return std::move(m_report);
        }
        readVersion(*document);
        std::set<std::string_view> seen;
        for (const auto& [key, value] : document->members) {
            if (!seen.insert(key).second)
                add(value.offset, "duplicate", printable(key), phrase("this key is there twice"),
                    phrase("leave one out"));
            readMember(key, value);
        }
        return std::move(m_report);
    }

private:
    void add(std::uint64_t offset, std::string code, std::string key, Message message, Message fix)
    {
        const auto [row, column] = rowAndColumn(m_text, std::min<std::uint64_t>(offset, m_text.size()));
        m_report.problems.push_back({Severity::Error, std::move(code), std::move(key), row, column,
            std::move(message), std::move(fix)});
    }

    void readVersion(const JsonValue& document)
    {
        const JsonValue* version = document.find("version");
        if (version == nullptr)
            add(document.offset, "absent", "version", phrase("it does not say its version"),
                phrase("add \"version\": 1"));
        else if (version->integer() != 1)
            add(version->offset, "value", "version", phrase("this release reads version 1 only"),
                phrase("write 1, or take a newer release"));
    }

    void readMember(const std::string& key, const JsonValue& value)
    {
        LaunchProfile& profile = m_report.profile;
        const auto textKey = std::ranges::find(kTextKeys, key, &TextKey::name);
        if (key == "program" && value.isArray()) {
            std::vector<std::string> words;
            if (readTexts(key, value, words) && !words.empty()) {
                profile.program = words.front();
                profile.arguments.assign(words.begin() + 1, words.end());
            }
        } else if (textKey != kTextKeys.end()) {
            readText(key, value, profile.*(textKey->member));
        } else if (key == "arguments") {
            readTexts(key, value, profile.arguments);
        } else if (key == "env") {
            readEnvironment(value);
        } else if (key == "undisturbed") {
            readUndisturbed(value);
        } else if (key == "keep_free") {
            const auto bytes
                = value.kind == JsonValue::Kind::Number ? parseUnsigned(value.text) : std::nullopt;
            if (bytes)
                profile.keepFree = *bytes;
            else
                add(value.offset, "type", key, phrase("it takes a number of bytes"),
                    phrase("write 1073741824 for 1 GiB"));
        } else if (key != "version") {
            unknown(key, value);
        }
    }

    void unknown(const std::string& key, const JsonValue& value)
    {
        NearestWord nearest(key);
        for (const TextKey& known : kTextKeys)
            nearest.consider(known.name);
        for (const std::string_view known : kOtherKeys)
            nearest.consider(known);
        add(value.offset, "unknown", printable(key), phrase("a profile of a program has no such key"),
            nearest.word().empty() ? phrase("leave it out") : phrase("did you mean \"%1\"?", nearest.word()));
    }

    bool readText(const std::string& key, const JsonValue& value, std::string& into)
    {
        if (!value.isString()) {
            add(value.offset, "type", key, phrase("it takes a text"), phrase("put it in quotes"));
            return false;
        }
        if (value.text.find('\0') != std::string::npos) {
            add(value.offset, "value", key, phrase("there is a NUL in it, which no program can be given"),
                phrase("leave \\u0000 out"));
            return false;
        }
        into = value.text;
        return true;
    }

    bool readTexts(const std::string& key, const JsonValue& value, std::vector<std::string>& into)
    {
        if (!value.isArray() || value.items.size() > kMaxItems) {
            add(value.offset, "type", key, phrase("it takes a list of at most 10000 texts"),
                phrase("write [\"one\", \"two\"]"));
            return false;
        }
        std::vector<std::string> texts(value.items.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (!readText(key + '[' + std::to_string(i) + ']', value.items[i], texts[i]))
                return false;
        }
        into = std::move(texts);
        return true;
    }

    /// {"NAME": "VALUE"}, or ["NAME=VALUE"] as on the command line.
    void readEnvironment(const JsonValue& value)
    {
        auto& environment = m_report.profile.environment;
        if (value.isArray()) {
            std::vector<std::string> texts;
            if (!readTexts("env", value, texts))
                return;
            for (const std::string& text : texts) {
                const std::size_t equals = text.find('=');
                if (equals == std::string::npos || equals == 0) {
                    add(value.offset, "value", "env", phrase("\"%1\" is no NAME=VALUE", printable(text)),
                        phrase("write {\"NAME\": \"VALUE\"}"));
                    continue;
                }
                environment.emplace_back(text.substr(0, equals), text.substr(equals + 1));
            }
            return;
        }
        if (!value.isObject() || value.members.size() > kMaxItems) {
            add(value.offset, "type", "env", phrase("it takes an object"),
                phrase("write {\"NAME\": \"VALUE\"}"));
            return;
        }
        for (const auto& [name, text] : value.members) {
            std::string content;
            if (!readText("env." + printable(name), text, content))
                continue;
            if (name.empty() || name.find('=') != std::string::npos || name.find('\0') != std::string::npos)
                add(text.offset, "value", "env." + printable(name), phrase("no variable can have this name"),
                    phrase("leave = and NUL out of names"));
            else
                environment.emplace_back(name, std::move(content));
        }
    }

    void readUndisturbed(const JsonValue& value)
    {
        if (!value.isObject()) {
            add(value.offset, "type", "undisturbed", phrase("it takes an object"),
                phrase("write {\"files\": [\"loss.txt\"], \"log\": [\"loss: .*\"]}"));
            return;
        }
        // Lists say it by themselves.
        m_report.profile.undisturbed.isWanted = value.members.empty();
        for (const auto& [key, list] : value.members) {
            if (key == "files")
                readTexts("undisturbed.files", list, m_report.profile.undisturbed.files);
            else if (key == "log")
                readTexts("undisturbed.log", list, m_report.profile.undisturbed.log);
            else
                add(list.offset, "unknown", "undisturbed." + printable(key), phrase("there is no such key"),
                    phrase("it has files and log"));
        }
    }

    std::string_view m_text;
    LaunchProfileReport m_report;
};

/// `program` is a path only where it has a slash; limits may be the name of a preset.
bool isPathValue(const TextKey& key, const std::string& value)
{
    if (!key.isPath || value.empty())
        return false;
    if (key.name == "program")
        return value.find('/') != std::string::npos;
    return key.name != "limits" || value.find('/') != std::string::npos || value.ends_with(".json");
}

/// Of a file that need not be there.
Result<std::string> absoluteFolderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    const std::string folder
        = slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(folder.c_str(), nullptr), &std::free);
    if (!real)
        return fail(systemError(errno, phrase("find the profile's folder"), {folder}));
    return std::string(real.get());
}

/// Files of the run that the words of the program name, alone or behind `=`: its model, its script.
std::vector<std::string> filesNamed(const LaunchProfile& profile)
{
    std::vector<std::string> words = profile.arguments;
    for (const auto& [name, value] : profile.environment)
        words.push_back(value);
    words.insert(words.end(), profile.undisturbed.files.begin(), profile.undisturbed.files.end());
    for (std::size_t i = 0, count = words.size(); i < count; ++i) {
        if (const std::size_t equals = words[i].find('='); equals != std::string::npos)
            words.push_back(words[i].substr(equals + 1));
    }
    std::vector<std::string> files;
    for (const std::string& word : words) {
        const std::filesystem::path file = std::filesystem::path(profile.folder) / word;
        std::error_code ignored;
        if (!word.empty() && std::filesystem::is_regular_file(file, ignored))
            files.push_back(file.string());
    }
    return files;
}

bool isInside(const std::string& path, const std::string& folder)
{
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

} // namespace

bool LaunchProfileReport::isValid() const
{
    return std::ranges::none_of(
        problems, [](const ConfigProblem& problem) { return problem.severity == Severity::Error; });
}

bool isLaunchProfile(std::string_view json)
{
    const auto document = parseJson(json, {.maxDepth = 8, .maxBytes = kMaxProfileBytes});
    return document && document->isObject() && document->find("program") != nullptr;
}

LaunchProfileReport parseLaunchProfile(std::string_view json)
{
    return ProfileParser(json).run();
}

std::vector<ConfigProblem> checkLaunchProfile(const LaunchProfile& profile)
{
    std::vector<ConfigProblem> problems;
    const auto add = [&](Severity severity, std::string_view key, Message message, Message fix) {
        problems.push_back({severity, "value", std::string(key), 0, 0, std::move(message), std::move(fix)});
    };
    ConfigKinds kinds;
    registerConfigKinds(kinds);
    if (profile.program.empty())
        add(Severity::Error, "program", phrase("it says no program"), phrase("name the program to start"));
    if (profile.output.empty())
        add(Severity::Error, "output", phrase("it says no folder for the dump"), phrase("name a folder"));
    if (profile.needsConfig() && kinds.find(profile.kind) == nullptr) {
        std::string known(LaunchProfile::kAnyCommand);
        for (const auto& kind : kinds.kinds())
            known += ", " + std::string(kind->id());
        add(Severity::Error, "kind", phrase("\"%1\" is no kind of program", printable(profile.kind)),
            phrase("it may be %1", known));
    }
    const bool hasConfig = !profile.configPath.empty() || !profile.configText.empty();
    if (profile.needsConfig() && !hasConfig)
        add(Severity::Error, "dump", phrase("it says no dump configuration"), phrase("name its file"));
    if (!profile.configPath.empty() && !profile.configText.empty())
        add(Severity::Error, "dump_text", phrase("the configuration is there twice, as a file and as text"),
            phrase("leave one out"));
    if (!profile.configPlace.empty() && !hasConfig)
        add(Severity::Error, "dump_place", phrase("there is no configuration to be put there"),
            phrase("name one, or leave it out"));
    for (const std::string& pattern : profile.undisturbed.log) {
        const RE2 regex(pattern, RE2::Quiet);
        if (!regex.ok())
            add(Severity::Error, "undisturbed.log",
                phrase("\"%1\" is no regular expression: %2", printable(pattern), printable(regex.error())),
                phrase("see the syntax of RE2"));
    }
    return problems;
}

std::string launchProfileText(const LaunchProfile& profile)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; }, true);
    const auto list = [&](std::string_view key, const std::vector<std::string>& items) {
        if (items.empty())
            return;
        json.key(key).beginArray();
        for (const std::string& item : items)
            json.value(item);
        json.endArray();
    };
    json.beginObject().member("version", 1);
    for (const TextKey& key : kTextKeys) {
        const std::string& value = profile.*(key.member);
        if (!value.empty() || key.name == "program")
            json.member(key.name, value);
        if (key.name == "program")
            list("arguments", profile.arguments);
    }
    if (!profile.environment.empty()) {
        json.key("env").beginObject();
        for (const auto& [name, value] : profile.environment)
            json.member(name, value);
        json.endObject();
    }
    if (!profile.undisturbed.isEmpty()) {
        json.key("undisturbed").beginObject();
        list("files", profile.undisturbed.files);
        list("log", profile.undisturbed.log);
        json.endObject();
    }
    if (profile.keepFree != LaunchProfile().keepFree)
        json.member("keep_free", profile.keepFree);
    json.endObject().finish();
    return text;
}

LaunchProfile withAbsolutePaths(LaunchProfile profile, const std::string& folder)
{
    for (const TextKey& key : kTextKeys) {
        std::string& value = profile.*(key.member);
        if (isPathValue(key, value) && !value.starts_with('/'))
            value = value == "." ? folder : folder + '/' + value;
    }
    if (profile.folder.empty())
        profile.folder = folder;
    return profile;
}

LaunchProfile withRelativePaths(LaunchProfile profile, const std::string& folder)
{
    for (const TextKey& key : kTextKeys) {
        std::string& value = profile.*(key.member);
        if (!isPathValue(key, value))
            continue;
        if (isInside(value, folder)) {
            value.erase(0, folder.size() + 1);
            // Without a slash it would be looked for in PATH.
            if (key.name == "program" && value.find('/') == std::string::npos)
                value.insert(0, "./");
        } else if (value == folder) {
            value = ".";
        }
    }
    if (profile.folder == ".")
        profile.folder.clear(); // the profile's own
    return profile;
}

Result<LaunchProfileReport> loadLaunchProfile(const std::string& path)
{
    TRY_ASSIGN(const RegularFile file, openRegularFile(path, path));
    if (file.size() > kMaxProfileBytes)
        return fail(Code::Limit, phrase("a profile has at most 16 MiB"), {path});
    std::string text(file.size(), '\0');
    TRY_ASSIGN(
        const std::size_t size, readAt(file.fd.get(), std::as_writable_bytes(std::span(text)), 0, path));
    text.resize(size);
    LaunchProfileReport report = parseLaunchProfile(text);
    TRY_ASSIGN(const std::string folder, absoluteFolderOf(path));
    report.profile = withAbsolutePaths(std::move(report.profile), folder);
    if (report.isValid()) {
        for (ConfigProblem& problem : checkLaunchProfile(report.profile))
            report.problems.push_back(std::move(problem));
    }
    return report;
}

Result<void> saveLaunchProfile(const std::string& path, const LaunchProfile& profile)
{
    const auto isText = [&](const std::string& value) { return isUtf8(value); };
    bool isWritable = std::ranges::all_of(profile.arguments, isText);
    for (const TextKey& key : kTextKeys)
        isWritable = isWritable && isText(profile.*(key.member));
    for (const auto& [name, value] : profile.environment)
        isWritable = isWritable && isText(name) && isText(value);
    if (!isWritable)
        return fail(
            Code::BadEncoding, phrase("a path or value is not UTF-8 and cannot be written as JSON"), {path});
    TRY_ASSIGN(const std::string folder, absoluteFolderOf(path));
    std::vector<std::string> inputs = filesNamed(profile);
    inputs.insert(inputs.end(),
        {profile.program, profile.configPath, profile.configPlace, profile.golden, profile.limits,
            profile.output});
    TRY_VOID(checkOutputs({&path, 1}, inputs));
    return writeFileAtomically(path, launchProfileText(withRelativePaths(profile, folder)));
}

} // namespace dumpscope::core
