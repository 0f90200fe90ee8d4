// SPDX-License-Identifier: GPL-3.0-or-later
// The form of acl.json: keys of the `dump` object and of the items of its list
// (docs/formats/ascendcl-capture.md 1.2, 1.3).
#include "config/acl_conversion.h"
#include "config/acl_keys.h"
#include "config/json_edit.h"

namespace dumpscope::core {

namespace {

ConfigField fieldOf(const AclKey& key, const std::string& section, const JsonValue* object)
{
    ConfigField field;
    field.path = section + '.' + std::string(key.name);
    field.name = key.name;
    field.section = section;
    field.type = key.type;
    if (key.hint)
        field.hint = *key.hint;
    field.namesOperators = key.namesOperators;
    field.words.assign(key.words.begin(), key.words.end());
    if (const JsonValue* value = object != nullptr ? object->find(key.name) : nullptr)
        field.value = compactJson(*value);
    return field;
}

} // namespace

std::vector<ConfigField> aclForm(const ConfigText& config)
{
    const auto document = parseJson(config.text);
    const JsonValue* dump = document ? valueAt(*document, "dump") : nullptr;
    std::vector<ConfigField> fields;
    for (const AclKey& key : aclDumpKeys()) {
        if (key.type != ConfigField::Type::Item)
            fields.push_back(fieldOf(key, "dump", dump));
    }
    const JsonValue* list = dump != nullptr ? dump->find("dump_list") : nullptr;
    const std::size_t count = list != nullptr && list->isArray() ? list->items.size() : 0;
    for (std::size_t i = 0; i <= count; ++i) {
        ConfigField item;
        item.path = "dump.dump_list[" + std::to_string(i) + ']';
        item.name = "dump_list[" + std::to_string(i) + ']';
        item.section = i < count ? item.path : "dump";
        item.type = ConfigField::Type::Item;
        if (i < count)
            item.value = compactJson(list->items[i]);
        fields.push_back(item);
        for (const AclKey& key : i < count ? aclItemKeys() : std::span<const AclKey>())
            fields.push_back(fieldOf(key, item.path, &list->items[i]));
    }
    return fields;
}

} // namespace dumpscope::core
