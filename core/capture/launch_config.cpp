// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch_config.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "config/json_edit.h"
#include "config/tf_snippet.h"
#include "io/atomic_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>

#include <unistd.h>

namespace dumpscope::core {

namespace {

using Variable = std::pair<std::string_view, std::string_view>;

// docs/formats/mindspore-dump.md 1.6; docs/formats/ascendcl-capture.md 1.7 and 5.4.
constexpr std::array kMindspore {
    Variable {"MINDSPORE_DUMP_CONFIG", "{config}"}, Variable {"MS_DIAGNOSTIC_DATA_PATH", "{output}"}};
constexpr std::array kAcl {Variable {"ASCEND_WORK_PATH", "{output}"}};
constexpr std::array kTensorflow {
    Variable {"DUMP_GE_GRAPH", "2"}, Variable {"DUMP_GRAPH_PATH", "{output}/graphs"}};

// A step that hardly any run reaches, the last that msprobe takes: it has no other way to say "nothing".
constexpr std::array kWays {
    LaunchWay {"mindspore", "data_dump.json", "common_dump_settings.path", kMindspore, ""},
    LaunchWay {"msprobe", "config.json", "dump_path", {},
        "{\"task\": \"statistics\", \"dump_path\": \"{output}\", \"step\": [1000000], \"rank\": [], "
        "\"level\": \"L1\", \"statistics\": {}}\n"},
    LaunchWay {"acl", "acl.json", "dump.dump_path", kAcl, "{}\n"},
    LaunchWay {"tf", "npu_dump.py", "dump_path", kTensorflow, "\n"},
};

constexpr std::string_view kAsideSuffix = ".before-capture";

/// Behind the closing quote of the text that begins at `at`.
std::size_t behindText(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    while (++at < text.size() && text[at] != quote) {
        if (text[at] == '\\')
            ++at;
    }
    return std::min(at + 1, text.size());
}

std::string quoted(const std::string& value)
{
    std::string text;
    appendJsonString(text, value); // which Python reads alike
    return text;
}

Result<std::string> snippetWithOutput(const LaunchWay& way, std::string_view text, const std::string& output)
{
    const TfSnippet snippet = readTfSnippet(text);
    const JsonValue* path = snippet.settings.find(way.pathKey);
    std::size_t at = path == nullptr ? text.size() : path->offset;
    while (at < text.size() && ((text[at] >= 'a' && text[at] <= 'z') || (text[at] >= 'A' && text[at] <= 'Z')))
        ++at; // b"…"
    if (at >= text.size() || (text[at] != '"' && text[at] != '\''))
        return fail(Code::BadSyntax,
            phrase("the script does not name %1 as a text where the folder of the dump could be written",
                way.pathKey));
    std::string made(text);
    made.replace(at, behindText(text, at) - at, quoted(output));
    return made;
}

} // namespace

const LaunchWay* findLaunchWay(std::string_view kind)
{
    const auto found = std::ranges::find(kWays, kind, &LaunchWay::kind);
    return found == kWays.end() ? nullptr : &*found;
}

Result<std::string> configWithOutput(const LaunchWay& way, std::string_view text, const std::string& output)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    const bool isJson = begin != std::string_view::npos && text[begin] == '{';
    if (!isJson && way.fileName.ends_with(".py"))
        return snippetWithOutput(way, text, output);
    return withJsonValue(text, way.pathKey, quoted(output));
}

std::string filledIn(std::string_view text, const std::string& config, const std::string& output)
{
    std::string made;
    const std::array<std::pair<std::string_view, const std::string*>, 2> values {
        {{"{config}", &config}, {"{output}", &output}}};
    while (!text.empty()) {
        const auto found
            = std::ranges::find_if(values, [&](const auto& value) { return text.starts_with(value.first); });
        if (found != values.end()) {
            made += *found->second;
            text.remove_prefix(found->first.size());
        } else {
            made += text.front();
            text.remove_prefix(1);
        }
    }
    return made;
}

std::vector<std::string> programEnvironment(const LaunchProfile& profile,
    std::span<const std::string> inherited, const std::string& config, const std::string& output,
    bool isDumping)
{
    std::map<std::string, std::string> values;
    for (const std::string& variable : inherited) {
        const std::size_t equals = std::min(variable.find('='), variable.size());
        values.insert_or_assign(
            variable.substr(0, equals), variable.substr(std::min(equals + 1, variable.size())));
    }
    values.try_emplace("PYTHONUNBUFFERED", "1"); // its log is read while it runs
    values.insert_or_assign("DUMPSCOPE_DUMP_CONFIG", config);
    values.insert_or_assign("DUMPSCOPE_DUMP_PATH", output);
    if (const LaunchWay* way = findLaunchWay(profile.kind)) {
        for (const auto& [name, value] : way->variables) {
            if (isDumping)
                values.insert_or_assign(std::string(name), filledIn(value, config, output));
            else
                values.erase(std::string(name));
        }
    }
    for (const auto& [name, value] : profile.environment)
        values.insert_or_assign(name, filledIn(value, config, output));
    std::vector<std::string> environment;
    for (const auto& [name, value] : values)
        environment.push_back(name + '=' + value);
    return environment;
}

Result<PlacedConfig> PlacedConfig::put(const std::string& path, std::string_view text)
{
    const std::string aside = path + std::string(kAsideSuffix);
    // What an earlier run could not give back is the original, and what is in its place is ours.
    if (::access(aside.c_str(), F_OK) != 0 && ::access(path.c_str(), F_OK) == 0
        && ::rename(path.c_str(), aside.c_str()) != 0)
        return fail(systemError(errno, phrase("put the configuration aside"), {path}));
    PlacedConfig placed(path);
    TRY_VOID(writeFileAtomically(path, text));
    return placed;
}

PlacedConfig::~PlacedConfig()
{
    if (m_path.empty())
        return;
    const std::string aside = m_path + std::string(kAsideSuffix);
    if (::rename(aside.c_str(), m_path.c_str()) != 0)
        ::unlink(m_path.c_str());
}

} // namespace dumpscope::core
