// SPDX-License-Identifier: GPL-3.0-or-later
// The form of acl.json: keys of the `dump` object and of the items of its list
// (docs/formats/ascendcl-capture.md 1.2, 1.3).
#include "config/acl_conversion.h"
#include "config/acl_value_rules.h"
#include "config/json_edit.h"

#include <algorithm>
#include <array>
#include <optional>

namespace dumpscope::core {

namespace {

using FieldType = ConfigField::Type;

struct Row {
    std::string_view name;
    FieldType type;
    std::optional<Form<0>> hint = {};
    bool namesOperators = false;
};

/// Keys whose words are in the table of words need no type here.
constexpr std::array kDump {
    Row {"dump_path", FieldType::Text, Form<0>("a folder that exists, or a.b.c.d:folder of another host")},
    Row {"dump_scene", FieldType::Choice},
    Row {"dump_debug", FieldType::Choice},
    Row {"dump_op_switch", FieldType::Choice},
    Row {"dump_mode", FieldType::Choice},
    Row {"dump_data", FieldType::Choice},
    Row {"dump_stats", FieldType::Choices},
    Row {"dump_step", FieldType::Text, Form<0>("steps and ranges like 0|3-5|10; empty: every step")},
    Row {"dump_level", FieldType::Choice},
    Row {"dump_kernel_data", FieldType::Text,
        Form<0>("all, or printf, tensor, assert, timestamp with commas, without blanks")},
};
constexpr std::array kItem {
    Row {"model_name", FieldType::Text, Form<0>("leave it out for every model")},
    Row {"layer", FieldType::Texts, Form<0>("leave it out for every operator"), true},
    Row {"watcher_nodes", FieldType::Texts, Form<0>("operators to watch, with dump_scene watcher"), true},
    Row {"opname_range", FieldType::Json,
        Form<0>("[{\"begin\": \"FIRST\", \"end\": \"LAST\"}], with dump_level op")},
    Row {"optype_blacklist", FieldType::Json,
        Form<0>("[{\"name\": \"TYPE\", \"pos\": [\"input0\"]}], with dump_level op")},
    Row {"opname_blacklist", FieldType::Json,
        Form<0>("[{\"name\": \"NAME\", \"pos\": [\"input0\"]}], with dump_level op")},
};

ConfigField fieldOf(const Row& row, const std::string& section, const JsonValue* object)
{
    ConfigField field;
    field.path = section + '.' + std::string(row.name);
    field.name = row.name;
    field.section = section;
    field.type = row.type;
    if (row.hint)
        field.hint = *row.hint;
    field.namesOperators = row.namesOperators;
    const auto words = aclWordKeys();
    const auto known = std::ranges::find(words, row.name, &AclWordKey::key);
    if (known != words.end())
        field.words.assign(known->words.begin(), known->words.end());
    else if (row.type == FieldType::Choices)
        field.words.assign(aclStatisticWords().begin(), aclStatisticWords().end());
    if (const JsonValue* value = object != nullptr ? object->find(row.name) : nullptr)
        field.value = compactJson(*value);
    return field;
}

} // namespace

std::vector<ConfigField> aclForm(const ConfigText& config)
{
    const auto document = parseJson(config.text);
    const JsonValue* dump = document ? valueAt(*document, "dump") : nullptr;
    std::vector<ConfigField> fields;
    for (const Row& row : kDump)
        fields.push_back(fieldOf(row, "dump", dump));
    const JsonValue* list = dump != nullptr ? dump->find("dump_list") : nullptr;
    const std::size_t count = list != nullptr && list->isArray() ? list->items.size() : 0;
    for (std::size_t i = 0; i <= count; ++i) {
        ConfigField item;
        item.path = "dump.dump_list[" + std::to_string(i) + ']';
        item.name = "dump_list[" + std::to_string(i) + ']';
        item.section = i < count ? item.path : "dump";
        item.type = FieldType::Item;
        if (i < count)
            item.value = compactJson(list->items[i]);
        fields.push_back(item);
        for (const Row& row : i < count ? std::span<const Row>(kItem) : std::span<const Row>())
            fields.push_back(fieldOf(row, item.path, &list->items[i]));
    }
    return fields;
}

} // namespace dumpscope::core
