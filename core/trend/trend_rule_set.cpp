// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/trend_rule_set.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "io/mapped_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Reads a document of rules; every error has its place.
class TrendRuleReader {
public:
    explicit TrendRuleReader(std::string_view json)
        : m_json(json)
    {
    }

    Result<TrendRuleSet> read(std::string name)
    {
        TRY_ASSIGN(const JsonValue root, parseJson(m_json));
        if (!root.isObject())
            return wrong(root, phrase("a file of rules is an object {\"version\":1,\"rules\":[…]}"));
        for (const auto& [key, value] : root.members) {
            if (key != "version" && key != "base" && key != "rules")
                return wrong(value, phrase("there is no key \"%1\"; there are version, base and rules", key));
        }
        const JsonValue* const version = root.find("version");
        if (!version || version->integer() != 1)
            return wrong(version ? *version : root, phrase("\"version\" must be 1"));
        TrendRuleSet set;
        if (const JsonValue* base = root.find("base")) {
            if (!base->isString() || base->text != kUsualTrendRules)
                return wrong(*base, phrase("\"base\" must be \"%1\"", kUsualTrendRules));
            set = usualTrendRules();
            for (const TrendRuleSetting& setting : set.rules)
                m_base.push_back(setting.rule);
        }
        set.name = std::move(name);
        const JsonValue* const rules = root.find("rules");
        if (!rules || !rules->isArray())
            return wrong(rules ? *rules : root, phrase("\"rules\" must be an array"));
        for (std::size_t i = 0; i < rules->items.size(); ++i)
            TRY_VOID(add(rules->items[i], fmt::format("rules[{}]", i), set));
        if (set.rules.empty())
            return wrong(*rules, phrase("no rule is left to look for"));
        return set;
    }

private:
    Failure wrong(const JsonValue& at, Message message) const
    {
        Place place;
        const auto [row, column] = rowAndColumn(m_json, at.offset);
        place.row = row;
        place.column = column;
        return fail(Code::BadSyntax, std::move(message), place);
    }

    /// A rule that is said again replaces that of the base.
    Result<void> add(const JsonValue& item, const std::string& at, TrendRuleSet& set)
    {
        if (!item.isObject())
            return wrong(item, phrase("%1 is not an object", at));
        const JsonValue* const id = item.find("rule");
        const TrendRule* const rule = id && id->isString() ? builtinTrendRules()->byId(id->text) : nullptr;
        if (!rule) {
            std::string known;
            for (const TrendRule* one : builtinTrendRules()->sorted())
                known += (known.empty() ? "" : ", ") + std::string(one->info().id);
            return wrong(id ? *id : item, phrase("%1 must be one of %2", at + ".rule", known));
        }
        TrendRuleSetting setting {id->text};
        bool isOff = false;
        for (const auto& [key, value] : item.members) {
            if (key == "rule")
                continue;
            if (key == "when") {
                if (!value.isString())
                    return wrong(value, phrase("%1 must be a filter expression", at + ".when"));
                setting.when = value.text;
                const auto [row, column] = rowAndColumn(m_json, value.offset);
                setting.whenAt = {row, column};
            } else if (key == "off") {
                if (value.kind != JsonValue::Kind::Bool)
                    return wrong(value, phrase("%1 must be true or false", at + ".off"));
                isOff = value.boolean;
            } else {
                TRY_VOID(addNumber(*rule, key, value, at, setting));
            }
        }
        if (const auto replaced = std::ranges::find(m_base, setting.rule); replaced != m_base.end()) {
            m_base.erase(replaced);
            std::erase_if(set.rules, [&](const TrendRuleSetting& one) { return one.rule == setting.rule; });
        }
        if (!isOff)
            set.rules.push_back(std::move(setting));
        return {};
    }

    Result<void> addNumber(const TrendRule& rule, const std::string& key, const JsonValue& value,
        const std::string& at, TrendRuleSetting& setting) const
    {
        const auto& parameters = rule.info().parameters;
        const auto found = std::ranges::find(parameters, key, &TrendParameter::name);
        if (found == parameters.end()) {
            std::string known;
            for (const TrendParameter& one : parameters)
                known += (known.empty() ? "" : ", ") + std::string(one.name);
            return wrong(
                value, phrase("rule %1 has no \"%2\"; it has %3, when and off", rule.info().id, key, known));
        }
        const auto number = value.number();
        if (!number || !(*number >= found->least && *number <= found->most))
            return wrong(value,
                phrase("%1 must be a number from %2 to %3", at + "." + key, numberText(found->least),
                    numberText(found->most)));
        setting.parameters.emplace_back(key, *number);
        return {};
    }

    std::string_view m_json;
    std::vector<std::string> m_base; ///< rules of the base that nothing was said of yet
};

} // namespace

std::vector<std::pair<std::string_view, double>> parametersOf(
    const TrendRule& rule, const TrendRuleSetting& setting)
{
    std::vector<std::pair<std::string_view, double>> parameters;
    for (const TrendParameter& parameter : rule.info().parameters) {
        const auto said
            = std::ranges::find(setting.parameters, parameter.name, &std::pair<std::string, double>::first);
        parameters.emplace_back(
            parameter.name, said == setting.parameters.end() ? parameter.value : said->second);
    }
    return parameters;
}

TrendRuleSet usualTrendRules()
{
    TrendRuleSet set {std::string(kUsualTrendRules), {}};
    for (const TrendRule* rule : builtinTrendRules()->sorted())
        set.rules.push_back({std::string(rule->info().id)});
    return set;
}

Result<TrendRuleSet> parseTrendRules(std::string_view json, std::string name)
{
    return TrendRuleReader(json).read(std::move(name));
}

std::string trendRulesJson(const TrendRuleSet& rules)
{
    std::string text;
    JsonWriter json([&](std::string_view part) { text += part; }, true);
    json.beginObject().member("version", 1).key("rules").beginArray();
    for (const TrendRuleSetting& setting : rules.rules) {
        json.beginObject().member("rule", setting.rule);
        for (const auto& [name, value] : setting.parameters)
            json.member(name, value);
        if (!setting.when.empty())
            json.member("when", setting.when);
        json.endObject();
    }
    json.endArray().endObject().finish();
    return text;
}

Result<TrendRuleSet> findTrendRules(const std::string& presetOrFile)
{
    if (presetOrFile == kUsualTrendRules)
        return usualTrendRules();
    TRY_ASSIGN(const Bytes bytes, mapFile(presetOrFile, presetOrFile));
    auto parsed = parseTrendRules(asText(bytes.span()), presetOrFile);
    if (parsed)
        return parsed;
    Error error = parsed.error();
    error.code = Code::Usage;
    error.place.file = presetOrFile;
    return fail(std::move(error));
}

} // namespace dumpscope::core
