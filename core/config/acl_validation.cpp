// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/acl_validator.h"

#include "config/acl_keys.h"
#include "config/acl_value_rules.h"

#include "base/text.h"
#include "io/json_reader.h"

#include <algorithm>
#include <array>
#include <functional>

namespace dumpscope::core {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t kMaxNesting = 10;
constexpr std::size_t kMaxPathBytes = 512;

// Of texts and of choices, in the order in which the runtime looks at them (1.4).
constexpr std::array kTexts {"dump_path"sv, "dump_mode"sv, "dump_op_switch"sv, "dump_level"sv, "dump_scene"sv,
    "dump_data"sv, "dump_debug"sv, "dump_kernel_data"sv, "dump_step"sv};
constexpr std::array kChoices {
    "dump_mode"sv, "dump_data"sv, "dump_op_switch"sv, "dump_level"sv, "dump_debug"sv, "dump_scene"sv};

/// Deepest nesting of a bracket, counted on raw bytes: strings are not spared (1.1, F6).
std::size_t deepest(std::string_view text, char open, char close)
{
    std::size_t depth = 0, most = 0;
    for (const char c : text.substr(0, text.find('\0'))) {
        if (c == open)
            most = std::max(most, ++depth);
        else if (c == close && depth > 0)
            --depth;
    }
    return most;
}

/// NaN and Infinity, which Python writes and no JSON library of the runtime reads.
const JsonValue* firstBareWord(const JsonValue& value)
{
    if (value.kind == JsonValue::Kind::Number && !value.number().has_value())
        return &value;
    if (value.kind == JsonValue::Kind::Number && value.text.find_first_of("NI") != std::string::npos)
        return &value;
    for (const JsonValue& item : value.items) {
        if (const JsonValue* found = firstBareWord(item))
            return found;
    }
    for (const auto& [key, member] : value.members) {
        if (const JsonValue* found = firstBareWord(member))
            return found;
    }
    return nullptr;
}

} // namespace

void AclValidator::checkTypes()
{
    for (const std::string_view key : kTexts) {
        if (const JsonValue* value = m_dump.find(key))
            static_cast<void>(expectText(*value, std::string(key)));
    }
    checkTextList(m_dump, "dump_stats", "");
    const JsonValue* list = m_dump.find("dump_list");
    if (list == nullptr || !expectArray(*list, "dump_list"))
        return;
    for (std::size_t i = 0; i < list->items.size(); ++i)
        checkItemTypes(list->items[i], "dump_list[" + std::to_string(i) + ']');
}

void AclValidator::checkWords()
{
    for (const std::string_view key : kChoices) {
        const std::span<const std::string_view> words = findAclKey(aclDumpKeys(), key)->words;
        const JsonValue* value = text(key);
        if (value == nullptr || isAclWord(words, value->text))
            continue;
        const std::string nearest = nearestAclWord(words, value->text);
        error(value->text.empty() ? "EP0001" : "EP0002", std::string(key), value->offset,
            phrase("\"%1\" is not one of %2", printable(value->text), aclWordList(words)),
            nearest.empty() ? Message() : phrase("write \"%1\"", nearest));
    }
}

void AclValidator::checkKernelData()
{
    const JsonValue* value = text("dump_kernel_data");
    if (value == nullptr)
        return;
    std::string_view rest = value->text;
    for (;;) {
        const std::string_view token = rest.substr(0, rest.find(','));
        if (!isAclWord(aclKernelDataWords(), token)) {
            error(value->text.empty() ? "EP0001" : "EP0002", "dump_kernel_data", value->offset,
                phrase("\"%1\" is not one of %2", printable(token), aclWordList(aclKernelDataWords())),
                phrase("separate with commas, without blanks"));
            return;
        }
        if (token.size() == rest.size())
            return;
        rest.remove_prefix(token.size() + 1);
    }
}

void AclValidator::checkStatisticWords()
{
    const JsonValue* list = m_dump.find("dump_stats");
    if (list == nullptr || !list->isArray())
        return;
    if (list->items.empty()) {
        error("EP0001", "dump_stats", list->offset, phrase("the list is empty"),
            phrase("leave the key out for the usual set"));
        return;
    }
    m_config.statisticSet = 0;
    const auto words = aclStatisticWords();
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const JsonValue& item = list->items[i];
        if (!item.isString())
            continue;
        const auto found = std::ranges::find(words, std::string_view(item.text));
        if (found == words.end()) {
            const std::string nearest = nearestAclWord(words, item.text);
            error("EP0002", "dump_stats[" + std::to_string(i) + ']', item.offset,
                phrase("\"%1\" is not one of %2", printable(item.text), aclWordList(words)),
                nearest.empty() ? Message() : phrase("write \"%1\"", nearest));
            continue;
        }
        m_config.statisticSet |= 1U << static_cast<unsigned>(found - words.begin());
    }
}

void AclValidator::checkScene()
{
    const JsonValue* scene = text("dump_scene");
    if (scene == nullptr || scene->text.empty())
        return;
    for (const std::string_view key : {"dump_op_switch"sv, "dump_debug"sv}) {
        if (is(key, "on"))
            error("EP0005", std::string(key), offsetOf(key),
                phrase("it cannot be on together with dump_scene %1", printable(scene->text)),
                phrase("remove one of the two"));
    }
    if (m_config.scene == AclDumpConfig::Scene::Watcher && text("dump_mode") != nullptr
        && !is("dump_mode", "output"))
        error("EP0005", "dump_mode", offsetOf("dump_mode"), phrase("the watcher scene dumps outputs only"),
            phrase("write \"output\" or leave it out"));
}

void AclValidator::checkPath()
{
    const JsonValue* path = m_dump.find("dump_path");
    if (path == nullptr) {
        error("EP0001", "dump_path", m_dump.offset, phrase("dump_path is missing"),
            phrase("add \"dump_path\" with a folder that exists"));
        return;
    }
    if (!path->isString())
        return;
    if (path->text.empty()) {
        error(
            "EP0001", "dump_path", path->offset, phrase("it is empty"), phrase("name a folder that exists"));
        return;
    }
    if (path->text.size() > kMaxPathBytes) {
        error("EP0003", "dump_path", path->offset,
            phrase("it has %1 characters, at most 512 are allowed", path->text.size()));
        return;
    }
    m_config.path = path->text;
    std::string_view directory;
    m_config.isRemote = !path->text.ends_with(':') && isRemoteDumpPath(path->text, directory);
    if (auto problem = checkAclDumpPath(path->text, m_folder))
        error("EP0003", "dump_path", path->offset,
            phrase("\"%1\": %2", printable(path->text), problem->message), problem->fix);
}

void AclValidator::checkSteps()
{
    const JsonValue* step = text("dump_step");
    if (step == nullptr)
        return;
    if (const auto problem = parseAclSteps(step->text, m_config.steps))
        error("EP0003", "dump_step[" + std::to_string(problem->item) + ']', step->offset, problem->message,
            phrase("write steps and ranges like \"0|3-5|10\""));
}

void AclValidator::applyWords()
{
    m_config.inputs = is("dump_mode", "input") || is("dump_mode", "all");
    m_config.outputs = !is("dump_mode", "input");
    m_config.operatorSwitch = is("dump_op_switch", "on");
    m_config.statistics = is("dump_data", "stats");
    m_config.overflow = is("dump_debug", "on");
    if (const JsonValue* level = text("dump_level"))
        m_config.level = level->text;
    using Scene = AclDumpConfig::Scene;
    constexpr std::pair<std::string_view, Scene> kScenes[] = {{"lite_exception", Scene::Brief},
        {"aic_err_brief_dump", Scene::Brief}, {"aic_err_norm_dump", Scene::Norm},
        {"aic_err_detail_dump", Scene::Detail}, {"watcher", Scene::Watcher}};
    for (const auto& [word, scene] : kScenes) {
        if (is("dump_scene", word))
            m_config.scene = scene;
    }
}

void AclValidator::remarkIgnored(const Message& why, std::span<const std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (m_dump.find(key) != nullptr)
            remark(Severity::Warning, "ignored", std::string(key), offsetOf(key), why, phrase("remove it"));
    }
}

void AclValidator::remarkUnknown()
{
    for (const auto& [key, value] : m_dump.members) {
        if (findAclKey(aclDumpKeys(), key) != nullptr)
            continue;
        const std::string nearest = nearestAclKey(aclDumpKeys(), key);
        remark(Severity::Warning, "ignored", key, value.offset, phrase("no runtime knows this key"),
            nearest.empty() ? Message() : phrase("did you mean %1?", nearest));
    }
}

void AclValidator::remarkNothing()
{
    if (m_check.firstError() == nullptr && !m_config.isEnabled())
        remark(Severity::Warning, "nothing-enabled", "", m_dump.offset,
            phrase("the runtime accepts this and captures nothing"),
            phrase("add \"dump_list\": [{}] for every operator of every model"));
}

void AclValidator::run()
{
    checkTypes();
    applyWords();
    checkWords();
    checkKernelData();
    checkStatisticWords();
    checkScene();
    if (m_config.isExceptionScene()) {
        if (const JsonValue* path = text("dump_path"))
            m_config.path = path->text;
        static constexpr std::array kUnused {"dump_list"sv, "dump_mode"sv, "dump_step"sv, "dump_level"sv,
            "dump_data"sv, "dump_stats"sv, "dump_kernel_data"sv};
        remarkIgnored(phrase("an exception scene does not look at it"), kUnused);
        remarkUnknown();
        return;
    }
    checkPath();
    if (m_config.overflow) {
        if (m_config.operatorSwitch && m_config.scene == AclDumpConfig::Scene::None)
            error("EP0005", "dump_op_switch", offsetOf("dump_op_switch"),
                phrase("it cannot be on together with dump_debug"), phrase("remove one of the two"));
        static constexpr std::array kUnused {
            "dump_mode"sv, "dump_step"sv, "dump_level"sv, "dump_stats"sv, "dump_kernel_data"sv};
        remarkIgnored(phrase("overflow capture does not look at it"), kUnused);
        remark(Severity::Hint, "model", "dump_debug", offsetOf("dump_debug"),
            phrase("overflow is found only in models that ATC converted with --status_check=1"),
            phrase("convert offline models with --status_check=1"));
        const JsonValue* list = m_dump.find("dump_list");
        if (list != nullptr && list->isArray() && !list->items.empty()) {
            remark(Severity::Warning, "refused-by-ge", "dump_list", list->offset,
                phrase(
                    "accepted, but the graph engine refuses it beside dump_debug: models then dump nothing"),
                phrase("remove dump_list"));
            m_config.items.resize(list->items.size());
        }
        remarkUnknown();
        return;
    }
    checkSteps();
    const JsonValue* list = m_dump.find("dump_list");
    if (list != nullptr && list->isArray()) {
        for (std::size_t i = 0; i < list->items.size(); ++i)
            checkItem(list->items[i], "dump_list[" + std::to_string(i) + ']');
    }
    if (m_dump.find("dump_stats") != nullptr && !m_config.statistics)
        error("EP0005", "dump_stats", offsetOf("dump_stats"), phrase("it needs dump_data stats"),
            phrase("add \"dump_data\": \"stats\" or remove it"));
    remarkUnknown();
    remarkNothing();
}

namespace {

void checkDocument(const JsonValue& document, const std::string& folder, AclCheck& check)
{
    const JsonValue* dump = document.isObject() ? document.find("dump") : nullptr;
    if (dump == nullptr) {
        check.findings.push_back({Severity::Warning, "nothing-enabled", "", document.offset,
            phrase("there is no \"dump\": the runtime accepts this and captures nothing"),
            phrase("add a \"dump\" object")});
        return;
    }
    if (!dump->isObject()) {
        check.findings.push_back({Severity::Error, "EP0001", "dump", dump->offset,
            phrase("it must be an object, not %1", jsonKindWord(*dump)), phrase("write {\"dump\": {…}}")});
        return;
    }
    if (dump->members.empty()) {
        check.findings.push_back({Severity::Warning, "nothing-enabled", "dump", dump->offset,
            phrase("it is empty: the runtime accepts this and captures nothing"),
            phrase("add dump_path and dump_list")});
        return;
    }
    AclValidator(*dump, folder, check).run();
}

} // namespace

AclCheck checkAclConfig(std::string_view text, const std::string& folder)
{
    AclCheck check;
    if (text.empty()) {
        check.findings.push_back({Severity::Warning, "nothing-enabled", "", 0,
            phrase("the file is empty: the runtime accepts this and captures nothing"),
            phrase("add a \"dump\" object")});
        return check;
    }
    if (deepest(text, '{', '}') > kMaxNesting || deepest(text, '[', ']') > kMaxNesting) {
        check.returnCode = check.initReturnCode = kAclParseFile;
        check.findings.push_back({Severity::Error, "nesting", "", 0,
            phrase("more than 10 brackets of a kind are open at once; the runtime counts those inside texts "
                   "too"),
            phrase("nest less, and avoid brackets in texts")});
        return check;
    }
    constexpr std::string_view kMark = "\xEF\xBB\xBF"; // of UTF-8; the runtime's JSON library passes it over
    const std::size_t skipped = text.starts_with(kMark) ? kMark.size() : 0;
    const auto document = parseJson(text.substr(skipped));
    const JsonValue* bareWord = document ? firstBareWord(*document) : nullptr;
    if (!document || bareWord != nullptr) {
        check.returnCode = kAclInvalidDumpConfig;
        check.initReturnCode = kAclParseFile;
        check.findings.push_back({Severity::Error, "EP0004", "",
            document ? bareWord->offset : document.error().place.offset.value_or(0),
            document ? phrase("%1 is no JSON", bareWord->text)
                     : phrase("this is no JSON: %1", document.error().message),
            {}});
    } else {
        checkDocument(*document, folder, check);
        if (check.firstError() != nullptr)
            check.returnCode = check.initReturnCode = kAclInvalidDumpConfig;
    }
    for (AclFinding& finding : check.findings)
        finding.offset += skipped;
    return check;
}

} // namespace dumpscope::core
