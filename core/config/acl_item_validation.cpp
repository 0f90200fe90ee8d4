// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of acl.json: types of their members, and the rules of an item of dump_list
// (docs/formats/ascendcl-capture.md 1.3).
#include "config/acl_validator.h"

#include "base/text.h"
#include "config/acl_keys.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t kMaxBlacklist = 100;

Message meant(const std::string& nearest)
{
    return nearest.empty() ? Message() : phrase("did you mean %1?", nearest);
}

} // namespace

Message jsonKindWord(const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return Message("null");
    case JsonValue::Kind::Bool:
        return phrase("true or false");
    case JsonValue::Kind::Number:
        return phrase("a number");
    case JsonValue::Kind::String:
        return phrase("a text");
    case JsonValue::Kind::Array:
        return phrase("a list");
    case JsonValue::Kind::Object:
        return phrase("an object");
    }
    return phrase("nothing");
}

bool AclValidator::expectArray(const JsonValue& value, const std::string& key)
{
    if (value.isArray())
        return true;
    error("EP0001", key, value.offset, phrase("it must be a list, not %1", jsonKindWord(value)),
        phrase("put it in [ ]"));
    return false;
}

bool AclValidator::expectText(const JsonValue& value, const std::string& key)
{
    if (value.isString())
        return true;
    error("EP0001", key, value.offset, phrase("it must be a text, not %1", jsonKindWord(value)),
        value.kind == JsonValue::Kind::Number ? phrase("write \"%1\"", value.text)
                                              : phrase("put it in quotes"));
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
                phrase("it must be an object, not %1", jsonKindWord(entry)));
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
        error("EP0001", place, item.offset, phrase("it must be an object, not %1", jsonKindWord(item)),
            item.isString() ? phrase("write {\"model_name\": \"%1\"}", item.text) : Message());
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

void AclValidator::readBlacklist(const JsonValue& item, std::string_view key, const std::string& place,
    std::vector<AclBlacklisted>& blacklist)
{
    const JsonValue* list = item.find(key);
    if (list == nullptr || !list->isArray())
        return;
    const std::string path = place + '.' + std::string(key);
    if (!is("dump_level", "op"))
        error("EP0005", path, list->offset, phrase("it needs dump_level op"),
            phrase("add \"dump_level\": \"op\""));
    if (list->items.size() > kMaxBlacklist)
        error("EP0003", path, list->offset,
            phrase("it has %1 entries, at most 100 are allowed", list->items.size()));
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
                    phrase("\"%1\" is neither inputN nor outputN and is passed over", printable(word)),
                    phrase("write input0 or output0"));
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
        error("EP0005", path, list->offset, phrase("it needs dump_level op"),
            phrase("add \"dump_level\": \"op\""));
    if (!read.modelName || read.modelName->empty())
        error("EP0001", path, list->offset, phrase("it needs a model_name beside it"),
            phrase("add \"model_name\""));
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const JsonValue *begin = list->items[i].find("begin"), *end = list->items[i].find("end");
        if (begin == nullptr || end == nullptr || begin->text.empty() || end->text.empty())
            error("EP0003", path + '[' + std::to_string(i) + ']', list->items[i].offset,
                phrase("both begin and end must name an operator"),
                phrase("for one operator write its name twice"));
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
            error("EP0005", place + ".model_name", name->offset,
                phrase("the watcher scene takes no model_name"), phrase("remove it"));
        else if (name->text.empty() && !switchOn)
            error("EP0001", place + ".model_name", name->offset, phrase("it is empty"),
                phrase("name a model, or leave it out for every model"));
    }
    const auto collect = [](const JsonValue* list, std::vector<std::string>& out) {
        if (list == nullptr)
            return;
        for (const JsonValue& value : list->items)
            out.push_back(value.text);
    };
    collect(layer, read.layers);
    if (layer != nullptr && layer->isArray() && layer->items.empty() && !switchOn)
        error("EP0001", place + ".layer", layer->offset, phrase("the list is empty"),
            phrase("leave it out for every operator"));
    collect(nodes, read.watcherNodes);
    if (isWatcher && read.watcherNodes.empty())
        error("EP0001", place + ".watcher_nodes", nodes != nullptr ? nodes->offset : item.offset,
            phrase("the watcher scene needs operators to watch"),
            phrase("add \"watcher_nodes\": [\"NAME\"]"));
    if (!isWatcher && !read.watcherNodes.empty())
        error("EP0005", place + ".watcher_nodes", nodes->offset, phrase("it needs dump_scene watcher"),
            phrase("add \"dump_scene\": \"watcher\" or remove it"));
    readBlacklist(item, "optype_blacklist", place, read.typeBlacklist);
    readBlacklist(item, "opname_blacklist", place, read.nameBlacklist);
    readRanges(item, place, read);
    for (const auto& [key, value] : item.members) {
        if (findAclKey(aclItemKeys(), key) == nullptr)
            remark(Severity::Warning, "ignored", place + '.' + key, value.offset,
                phrase("no runtime knows this key"), meant(nearestAclKey(aclItemKeys(), key)));
    }
    m_config.items.push_back(std::move(read));
}

} // namespace dumpscope::core
