// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_rules.h"

#include "base/json_writer.h"
#include "base/text.h"

#include <algorithm>
#include <map>

namespace dumpscope::core {

namespace {

struct KeyPlace {
    std::string section;
    const ConfigKey* key = nullptr;
};

std::string nameOf(const KeyPlace& place)
{
    return (place.section.empty() ? "" : place.section + ".") + std::string(place.key->name);
}

/// The key that a setting means: by its whole path, or by a name that only one section has.
Result<KeyPlace> placeOf(
    std::span<const ConfigSection> sections, std::string_view path, std::string_view title)
{
    std::vector<KeyPlace> found;
    for (const ConfigSection& section : sections) {
        for (const ConfigKey& key : section.keys) {
            const KeyPlace place {std::string(section.name), &key};
            if (nameOf(place) == path)
                return place;
            const bool isAnotherRow = !found.empty() && nameOf(found.back()) == nameOf(place);
            if (key.name == path && key.type != ConfigType::Object) {
                if (isAnotherRow)
                    found.back() = place; // rows stand in the order of releases
                else
                    found.push_back(place);
            }
        }
    }
    if (found.size() == 1)
        return found.front();
    if (found.empty())
        return fail(Code::Usage, phrase("%1 has no setting \"%2\"", title, printable(path)));
    std::string names;
    for (const KeyPlace& place : found)
        names += (names.empty() ? "" : ", ") + nameOf(place);
    return fail(Code::Usage, phrase("\"%1\" may be any of %2", printable(path), names));
}

std::vector<std::string_view> elements(std::string_view value)
{
    std::vector<std::string_view> list;
    while (!value.empty()) {
        const std::size_t comma = value.find(',');
        list.push_back(value.substr(0, comma));
        value.remove_prefix(comma == std::string_view::npos ? value.size() : comma + 1);
    }
    return list;
}

Result<std::string> jsonOf(const ConfigKey& key, std::string_view value)
{
    const auto wrong
        = [&](Form<2> form) { return fail(Code::Usage, phraseOf(form, key.name, printable(value))); };
    std::string text;
    switch (key.type) {
    case ConfigType::Boolean:
        if (value != "true" && value != "false")
            return wrong(Form<2>("\"%1\" takes true or false, not \"%2\""));
        return std::string(value);
    case ConfigType::Unsigned:
        return isDigits(value) ? Result<std::string>(std::string(value))
                               : wrong(Form<2>("\"%1\" takes a number, not \"%2\""));
    case ConfigType::Integer:
        return parseInt(value) ? Result<std::string>(std::string(value))
                               : wrong(Form<2>("\"%1\" takes a number, not \"%2\""));
    case ConfigType::Text:
        appendJsonString(text, value);
        return text;
    case ConfigType::Texts:
    case ConfigType::Unsigneds:
        for (const std::string_view element : elements(value)) {
            text += text.empty() ? "" : ", ";
            if (key.type == ConfigType::Texts)
                appendJsonString(text, element);
            else if (isDigits(element))
                text += element;
            else
                return wrong(Form<2>("\"%1\" takes numbers separated by commas, not \"%2\""));
        }
        return "[" + text + "]";
    default:
        break;
    }
    if (parseJson(value))
        return std::string(value);
    if (key.type != ConfigType::Any)
        return wrong(Form<2>("\"%1\" takes JSON, not \"%2\""));
    appendJsonString(text, value);
    return text;
}

} // namespace

Result<std::string> createConfig(std::span<const ConfigSection> sections, const ConfigSettings& defaults,
    const ConfigSettings& settings, std::string_view title)
{
    std::map<std::string, std::map<std::string, std::string>> values; // by section and key
    for (const auto* list : {&defaults, &settings}) {
        for (const auto& [path, value] : *list) {
            TRY_ASSIGN(const KeyPlace place, placeOf(sections, path, title));
            TRY_ASSIGN(values[place.section][std::string(place.key->name)], jsonOf(*place.key, value));
        }
    }
    std::string text = "{";
    const auto append = [&text](std::string_view indent, std::string_view key) {
        text += text.ends_with('{') ? "\n" : ",\n";
        text += indent;
        appendJsonString(text, key);
        text += ": ";
    };
    for (const ConfigSection& section : sections) {
        const auto found = values.find(std::string(section.name));
        if (found == values.end())
            continue;
        const bool isNested = !section.name.empty();
        if (isNested) {
            append("  ", section.name);
            text += '{';
        }
        for (const ConfigKey& key : section.keys) {
            const auto value = found->second.find(std::string(key.name));
            if (value == found->second.end())
                continue;
            append(isNested ? "    " : "  ", key.name);
            text += value->second;
            found->second.erase(value); // another row of the key writes nothing
        }
        if (isNested)
            text += "\n  }";
    }
    return text + "\n}\n";
}

} // namespace dumpscope::core
