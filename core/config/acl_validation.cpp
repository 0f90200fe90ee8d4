// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/acl_config.h"
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
constexpr std::size_t kMaxBlacklist = 100;

constexpr std::array kTextKeys {"dump_path"sv, "dump_mode"sv, "dump_op_switch"sv, "dump_level"sv,
    "dump_scene"sv, "dump_data"sv, "dump_debug"sv, "dump_kernel_data"sv, "dump_step"sv};
constexpr std::array kDumpKeys {"dump_path"sv, "dump_list"sv, "dump_mode"sv, "dump_op_switch"sv,
    "dump_level"sv, "dump_step"sv, "dump_data"sv, "dump_stats"sv, "dump_debug"sv, "dump_scene"sv,
    "dump_kernel_data"sv};
constexpr std::array kItemKeys {"model_name"sv, "layer"sv, "watcher_nodes"sv, "optype_blacklist"sv,
    "opname_blacklist"sv, "opname_range"sv};

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

std::string_view kindWord(const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return "null";
    case JsonValue::Kind::Bool:
        return "true or false";
    case JsonValue::Kind::Number:
        return "a number";
    case JsonValue::Kind::String:
        return "a text";
    case JsonValue::Kind::Array:
        return "a list";
    case JsonValue::Kind::Object:
        return "an object";
    }
    return "nothing";
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

/// The rules of one `dump` object in the runtime's order (ascendcl-capture 1.4).
class AclValidator {
public:
    AclValidator(const JsonValue& dump, const std::string& folder, AclCheck& check)
        : m_dump(dump)
        , m_folder(folder)
        , m_check(check)
        , m_config(check.config)
    {
    }
    void run();

private:
    void error(std::string_view code, std::string key, std::uint64_t offset, std::string message,
        std::string fix = {})
    {
        m_check.findings.push_back({Severity::Error, std::string(code), "dump." + std::move(key), offset,
            std::move(message), std::move(fix)});
    }
    void remark(Severity severity, std::string_view code, const std::string& key, std::uint64_t offset,
        std::string message, std::string fix = {})
    {
        m_check.findings.push_back({severity, std::string(code), key.empty() ? "dump" : "dump." + key, offset,
            std::move(message), std::move(fix)});
    }
    /// The text of a key; nothing when it is absent or no text.
    [[nodiscard]] const JsonValue* text(std::string_view key) const
    {
        const JsonValue* value = m_dump.find(key);
        return value != nullptr && value->isString() ? value : nullptr;
    }
    [[nodiscard]] bool is(std::string_view key, std::string_view word) const
    {
        const JsonValue* value = text(key);
        return value != nullptr && value->text == word;
    }
    [[nodiscard]] std::uint64_t offsetOf(std::string_view key) const
    {
        const JsonValue* value = m_dump.find(key);
        return value != nullptr ? value->offset : m_dump.offset;
    }

    bool expectArray(const JsonValue& value, const std::string& key);
    bool expectText(const JsonValue& value, const std::string& key);
    void checkTextList(const JsonValue& item, std::string_view key, const std::string& place);
    void checkObjectList(const JsonValue& item, std::string_view key, const std::string& place,
        std::span<const std::string_view> texts);
    void checkTypes();
    void checkItemTypes(const JsonValue& item, const std::string& place);
    void checkWords();
    void checkKernelData();
    void checkStatisticWords();
    void checkScene();
    void checkPath();
    void checkItem(const JsonValue& item, const std::string& place);
    void readBlacklist(const JsonValue& item, std::string_view key, const std::string& place,
        std::vector<AclBlacklisted>& blacklist);
    void readRanges(const JsonValue& item, const std::string& place, AclDumpItem& read);
    void checkSteps();
    void applyWords();
    void remarkIgnored(std::string_view why, std::span<const std::string_view> keys);
    void remarkUnknown();
    void remarkNothing();

    const JsonValue& m_dump;
    const std::string& m_folder;
    AclCheck& m_check;
    AclDumpConfig& m_config;
};

bool AclValidator::expectArray(const JsonValue& value, const std::string& key)
{
    if (value.isArray())
        return true;
    error("EP0001", key, value.offset, "it must be a list, not " + std::string(kindWord(value)),
        "put it in [ ]");
    return false;
}

bool AclValidator::expectText(const JsonValue& value, const std::string& key)
{
    if (value.isString())
        return true;
    error("EP0001", key, value.offset, "it must be a text, not " + std::string(kindWord(value)),
        value.kind == JsonValue::Kind::Number ? "write \"" + value.text + "\"" : "put it in quotes");
    return false;
}

void AclValidator::checkTextList(const JsonValue& item, std::string_view key, const std::string& place)
{
    const JsonValue* list = item.find(key);
    const std::string path = place.empty() ? std::string(key) : place + '.' + std::string(key);
    if (list == nullptr || !expectArray(*list, path))
        return;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        if (!expectText(list->items[i], path + '[' + std::to_string(i) + ']'))
            return;
    }
}

void AclValidator::checkObjectList(const JsonValue& item, std::string_view key, const std::string& place,
    std::span<const std::string_view> texts)
{
    const JsonValue* list = item.find(key);
    const std::string path = place + '.' + std::string(key);
    if (list == nullptr || !expectArray(*list, path))
        return;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const JsonValue& entry = list->items[i];
        const std::string entryPath = path + '[' + std::to_string(i) + ']';
        if (!entry.isObject()) {
            error("EP0001", entryPath, entry.offset,
                "it must be an object, not " + std::string(kindWord(entry)));
            return;
        }
        for (const std::string_view name : texts) {
            if (const JsonValue* value = entry.find(name))
                static_cast<void>(expectText(*value, entryPath + '.' + std::string(name)));
        }
        checkTextList(entry, "pos", entryPath);
    }
}

void AclValidator::checkItemTypes(const JsonValue& item, const std::string& place)
{
    if (!item.isObject()) {
        error("EP0001", place, item.offset, "it must be an object, not " + std::string(kindWord(item)),
            item.isString() ? "write {\"model_name\": \"" + item.text + "\"}" : "");
        return;
    }
    if (const JsonValue* name = item.find("model_name"))
        static_cast<void>(expectText(*name, place + ".model_name"));
    checkTextList(item, "layer", place);
    checkTextList(item, "watcher_nodes", place);
    static constexpr std::array kName {"name"sv};
    static constexpr std::array kEnds {"begin"sv, "end"sv};
    checkObjectList(item, "optype_blacklist", place, kName);
    checkObjectList(item, "opname_blacklist", place, kName);
    checkObjectList(item, "opname_range", place, kEnds);
}

void AclValidator::checkTypes()
{
    for (const std::string_view key : kTextKeys) {
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
    for (const auto& [key, words] : aclWordKeys()) {
        const JsonValue* value = text(key);
        if (value == nullptr || isAclWord(words, value->text))
            continue;
        const std::string nearest = nearestAclWord(words, value->text);
        error(value->text.empty() ? "EP0001" : "EP0002", std::string(key), value->offset,
            "\"" + printable(value->text) + "\" is not one of " + aclWordList(words),
            nearest.empty() ? "" : "write \"" + nearest + "\"");
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
                "\"" + printable(token) + "\" is not one of " + aclWordList(aclKernelDataWords()),
                "separate with commas, without blanks");
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
        error(
            "EP0001", "dump_stats", list->offset, "the list is empty", "leave the key out for the usual set");
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
                "\"" + printable(item.text) + "\" is not one of " + aclWordList(words),
                nearest.empty() ? "" : "write \"" + nearest + "\"");
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
                "it cannot be on together with dump_scene " + printable(scene->text),
                "remove one of the two");
    }
    if (m_config.scene == AclDumpConfig::Scene::Watcher && text("dump_mode") != nullptr
        && !is("dump_mode", "output"))
        error("EP0005", "dump_mode", offsetOf("dump_mode"), "the watcher scene dumps outputs only",
            "write \"output\" or leave it out");
}

void AclValidator::checkPath()
{
    const JsonValue* path = m_dump.find("dump_path");
    if (path == nullptr) {
        error("EP0001", "dump_path", m_dump.offset, "dump_path is missing",
            "add \"dump_path\" with a folder that exists");
        return;
    }
    if (!path->isString())
        return;
    if (path->text.empty()) {
        error("EP0001", "dump_path", path->offset, "it is empty", "name a folder that exists");
        return;
    }
    if (path->text.size() > kMaxPathBytes) {
        error("EP0003", "dump_path", path->offset,
            "it has " + std::to_string(path->text.size()) + " characters, at most 512 are allowed");
        return;
    }
    m_config.path = path->text;
    std::string_view directory;
    m_config.isRemote = !path->text.ends_with(':') && isRemoteDumpPath(path->text, directory);
    if (auto problem = checkAclDumpPath(path->text, m_folder))
        error("EP0003", "dump_path", path->offset, "\"" + printable(path->text) + "\": " + problem->message,
            problem->fix);
}

void AclValidator::readBlacklist(const JsonValue& item, std::string_view key, const std::string& place,
    std::vector<AclBlacklisted>& blacklist)
{
    const JsonValue* list = item.find(key);
    if (list == nullptr || !list->isArray())
        return;
    const std::string path = place + '.' + std::string(key);
    if (!is("dump_level", "op"))
        error("EP0005", path, list->offset, "it needs dump_level op", "add \"dump_level\": \"op\"");
    if (list->items.size() > kMaxBlacklist)
        error("EP0003", path, list->offset,
            "it has " + std::to_string(list->items.size()) + " entries, at most 100 are allowed");
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const JsonValue* name = list->items[i].find("name");
        AclBlacklisted entry {name != nullptr ? name->text : "", {}, {}};
        const JsonValue* positions = list->items[i].find("pos");
        for (const JsonValue& position : positions != nullptr ? positions->items : std::vector<JsonValue>()) {
            const std::string_view word = position.text;
            const bool isInput = word.starts_with("input");
            const std::string_view digits = word.substr(std::min<std::size_t>(word.size(), isInput ? 5 : 6));
            if ((isInput || word.starts_with("output")) && isDigits(digits) && parseUnsigned(digits))
                (isInput ? entry.inputs : entry.outputs).push_back(*parseUnsigned(digits));
            else
                remark(Severity::Warning, "ignored", path + '[' + std::to_string(i) + "].pos",
                    position.offset,
                    "\"" + printable(word) + "\" is neither inputN nor outputN and is passed over",
                    "write input0 or output0");
        }
        blacklist.push_back(std::move(entry));
    }
}

void AclValidator::readRanges(const JsonValue& item, const std::string& place, AclDumpItem& read)
{
    const JsonValue* list = item.find("opname_range");
    if (list == nullptr || !list->isArray())
        return;
    const std::string path = place + ".opname_range";
    if (!is("dump_level", "op"))
        error("EP0005", path, list->offset, "it needs dump_level op", "add \"dump_level\": \"op\"");
    if (!read.modelName || read.modelName->empty())
        error("EP0001", path, list->offset, "it needs a model_name beside it", "add \"model_name\"");
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const JsonValue *begin = list->items[i].find("begin"), *end = list->items[i].find("end");
        if (begin == nullptr || end == nullptr || begin->text.empty() || end->text.empty())
            error("EP0003", path + '[' + std::to_string(i) + ']', list->items[i].offset,
                "both begin and end must name an operator", "for one operator write its name twice");
        else
            read.ranges.emplace_back(begin->text, end->text);
    }
}

void AclValidator::checkItem(const JsonValue& item, const std::string& place)
{
    if (!item.isObject())
        return;
    AclDumpItem read;
    const bool isWatcher = m_config.scene == AclDumpConfig::Scene::Watcher;
    const bool switchOn = is("dump_op_switch", "on");
    const JsonValue *name = item.find("model_name"), *layer = item.find("layer"),
                    *nodes = item.find("watcher_nodes");
    if (name != nullptr && name->isString()) {
        read.modelName = name->text;
        if (isWatcher)
            error("EP0005", place + ".model_name", name->offset, "the watcher scene takes no model_name",
                "remove it");
        else if (name->text.empty() && !switchOn)
            error("EP0001", place + ".model_name", name->offset, "it is empty",
                "name a model, or leave it out for every model");
    }
    const auto collect = [](const JsonValue* list, std::vector<std::string>& out) {
        if (list == nullptr)
            return;
        for (const JsonValue& value : list->items)
            out.push_back(value.text);
    };
    collect(layer, read.layers);
    if (layer != nullptr && layer->isArray() && layer->items.empty() && !switchOn)
        error("EP0001", place + ".layer", layer->offset, "the list is empty",
            "leave it out for every operator");
    collect(nodes, read.watcherNodes);
    if (isWatcher && read.watcherNodes.empty())
        error("EP0001", place + ".watcher_nodes", nodes != nullptr ? nodes->offset : item.offset,
            "the watcher scene needs operators to watch", "add \"watcher_nodes\": [\"NAME\"]");
    if (!isWatcher && !read.watcherNodes.empty())
        error("EP0005", place + ".watcher_nodes", nodes->offset, "it needs dump_scene watcher",
            "add \"dump_scene\": \"watcher\" or remove it");
    readBlacklist(item, "optype_blacklist", place, read.typeBlacklist);
    readBlacklist(item, "opname_blacklist", place, read.nameBlacklist);
    readRanges(item, place, read);
    for (const auto& [key, value] : item.members) {
        if (!isAclWord(kItemKeys, key))
            remark(Severity::Warning, "ignored", place + '.' + key, value.offset, "no runtime knows this key",
                nearestAclWord(kItemKeys, key).empty()
                    ? ""
                    : "did you mean " + nearestAclWord(kItemKeys, key) + "?");
    }
    m_config.items.push_back(std::move(read));
}

void AclValidator::checkSteps()
{
    const JsonValue* step = text("dump_step");
    if (step == nullptr)
        return;
    if (const auto problem = parseAclSteps(step->text, m_config.steps))
        error("EP0003", "dump_step[" + std::to_string(problem->item) + ']', step->offset, problem->message,
            "write steps and ranges like \"0|3-5|10\"");
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

void AclValidator::remarkIgnored(std::string_view why, std::span<const std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (m_dump.find(key) != nullptr)
            remark(
                Severity::Warning, "ignored", std::string(key), offsetOf(key), std::string(why), "remove it");
    }
}

void AclValidator::remarkUnknown()
{
    for (const auto& [key, value] : m_dump.members) {
        if (isAclWord(kDumpKeys, key))
            continue;
        const std::string nearest = nearestAclWord(kDumpKeys, key);
        remark(Severity::Warning, "ignored", key, value.offset, "no runtime knows this key",
            nearest.empty() ? "" : "did you mean " + nearest + "?");
    }
}

void AclValidator::remarkNothing()
{
    if (m_check.firstError() == nullptr && !m_config.isEnabled())
        remark(Severity::Warning, "nothing-enabled", "", m_dump.offset,
            "the runtime accepts this and captures nothing",
            "add \"dump_list\": [{}] for every operator of every model");
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
        remarkIgnored("an exception scene does not look at it", kUnused);
        remarkUnknown();
        return;
    }
    checkPath();
    if (m_config.overflow) {
        if (m_config.operatorSwitch && m_config.scene == AclDumpConfig::Scene::None)
            error("EP0005", "dump_op_switch", offsetOf("dump_op_switch"),
                "it cannot be on together with dump_debug", "remove one of the two");
        static constexpr std::array kUnused {
            "dump_mode"sv, "dump_step"sv, "dump_level"sv, "dump_stats"sv, "dump_kernel_data"sv};
        remarkIgnored("overflow capture does not look at it", kUnused);
        const JsonValue* list = m_dump.find("dump_list");
        if (list != nullptr && list->isArray() && !list->items.empty()) {
            remark(Severity::Warning, "refused-by-ge", "dump_list", list->offset,
                "accepted, but the graph engine refuses it beside dump_debug: models then dump nothing",
                "remove dump_list");
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
        error("EP0005", "dump_stats", offsetOf("dump_stats"), "it needs dump_data stats",
            "add \"dump_data\": \"stats\" or remove it");
    remarkUnknown();
    remarkNothing();
}

void checkDocument(const JsonValue& document, const std::string& folder, AclCheck& check)
{
    const JsonValue* dump = document.isObject() ? document.find("dump") : nullptr;
    if (dump == nullptr) {
        check.findings.push_back({Severity::Warning, "nothing-enabled", "", document.offset,
            "there is no \"dump\": the runtime accepts this and captures nothing", "add a \"dump\" object"});
        return;
    }
    if (!dump->isObject()) {
        check.findings.push_back({Severity::Error, "EP0001", "dump", dump->offset,
            "it must be an object, not " + std::string(kindWord(*dump)), "write {\"dump\": {…}}"});
        return;
    }
    if (dump->members.empty()) {
        check.findings.push_back({Severity::Warning, "nothing-enabled", "dump", dump->offset,
            "it is empty: the runtime accepts this and captures nothing", "add dump_path and dump_list"});
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
            "the file is empty: the runtime accepts this and captures nothing", "add a \"dump\" object"});
        return check;
    }
    if (deepest(text, '{', '}') > kMaxNesting || deepest(text, '[', ']') > kMaxNesting) {
        check.returnCode = check.initReturnCode = kAclParseFile;
        check.findings.push_back({Severity::Error, "nesting", "", 0,
            "more than 10 brackets of a kind are open at once; the runtime counts those inside texts too",
            "nest less, and avoid brackets in texts"});
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
            document ? bareWord->text + " is no JSON" : "this is no JSON: " + document.error().message, {}});
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
