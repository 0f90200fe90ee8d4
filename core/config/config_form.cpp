// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_form.h"

#include "config/config_rules.h"
#include "config/json_edit.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

ConfigField::Type typeOf(const ConfigKey& key)
{
    using Type = ConfigField::Type;
    switch (key.type) {
    case ConfigType::Boolean:
        return Type::Flag;
    case ConfigType::Unsigned:
    case ConfigType::Integer:
        return Type::Number;
    case ConfigType::Text:
        return key.words.empty() ? Type::Text : Type::Choice;
    case ConfigType::Texts:
        return key.words.empty() ? Type::Texts : Type::Choices;
    case ConfigType::Unsigneds:
        return Type::Numbers;
    case ConfigType::Any:
    case ConfigType::List:
    case ConfigType::Object:
        break;
    }
    return Type::Json;
}

} // namespace

std::vector<ConfigField> formOf(const ConfigView& view, std::span<const ConfigSection> sections,
    std::span<const std::string_view> operatorKeys)
{
    std::vector<ConfigField> fields;
    const auto isSection = [&](std::string_view key) {
        return std::ranges::any_of(
            sections, [&](const ConfigSection& section) { return section.name == key; });
    };
    for (const ConfigSection& section : sections) {
        if (view.release() < section.since || view.release() >= section.until)
            continue;
        const std::string whole = view.resolved(section.name == "@" ? "@." : std::string(section.name));
        const std::string name = whole.ends_with('.') ? whole.substr(0, whole.size() - 1) : whole;
        for (const ConfigKey& key : section.keys) {
            const std::string path = (name.empty() ? "" : name + '.') + std::string(key.name);
            const bool isKnown = std::ranges::find(fields, path, &ConfigField::path) != fields.end();
            const bool isRead = view.release() >= key.since && view.release() < key.until
                && (key.applies == nullptr || key.applies(view));
            // sections are headings, and settings of sections that another choice reads are left to the text
            const bool isHeading = name.empty() && (isSection(key.name) || key.type == ConfigType::Any);
            if (isKnown || !isRead || isHeading)
                continue;
            ConfigField field;
            field.path = path;
            field.name = key.name;
            field.section = name;
            field.type = typeOf(key);
            field.isRequired = key.presence == Presence::Required;
            field.words.assign(key.words.begin(), key.words.end());
            field.least = key.least;
            field.most = key.most;
            field.hint = configHint(key);
            for (const ConfigNumber& one : key.numbers)
                field.meanings.emplace_back(one.number, one.meaning);
            field.namesOperators = std::ranges::find(operatorKeys, path) != operatorKeys.end();
            if (const JsonValue* value = view.at(path))
                field.value = compactJson(*value);
            fields.push_back(std::move(field));
        }
    }
    return fields;
}

} // namespace dumpscope::core
