// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/limits/limits.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "base/text_scan.h"
#include "io/byte_text.h"
#include "io/json_reader.h"
#include "io/mapped_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace dumpscope::core {

namespace {

struct OpWord {
    std::string_view text;
    LimitRule::Op op;
};
/// Longer signs first, so that `<=` is not read as `<`.
constexpr std::array<OpWord, 7> kOps {{{">=", LimitRule::Op::GreaterEqual}, {"<=", LimitRule::Op::LessEqual},
    {"!=", LimitRule::Op::NotEqual}, {"==", LimitRule::Op::Equal}, {">", LimitRule::Op::Greater},
    {"<", LimitRule::Op::Less}, {"=", LimitRule::Op::Equal}}};

std::optional<LimitRule::Op> opFromText(std::string_view text)
{
    for (const OpWord& word : kOps) {
        if (word.text == text)
            return word.op;
    }
    return std::nullopt;
}

std::string_view opText(LimitRule::Op op)
{
    for (const OpWord& word : kOps) {
        if (word.op == op && word.text != "==")
            return word.text;
    }
    return "?";
}

Failure wrongRule(std::string_view json, const JsonValue& at, Message message)
{
    Place place;
    const auto [row, column] = rowAndColumn(json, at.offset);
    place.row = row;
    place.column = column;
    return fail(Code::BadSyntax, std::move(message), place);
}

Result<LimitRule> ruleFromJson(std::string_view json, const JsonValue& item, std::size_t number)
{
    const auto name = [&](std::string_view key) { return fmt::format("rules[{}].{}", number, key); };
    if (!item.isObject())
        return wrongRule(json, item, phrase("rules[%1] is not an object", number));
    LimitRule rule;
    const JsonValue* metric = item.find("metric");
    if (!metric || !metric->isString() || metric->text.empty())
        return wrongRule(
            json, metric ? *metric : item, phrase("%1 must be the id of a metric", name("metric")));
    rule.metric = metric->text;
    const JsonValue* op = item.find("op");
    const auto sign = op && op->isString() ? opFromText(op->text) : std::nullopt;
    if (!sign)
        return wrongRule(json, op ? *op : item, phrase("%1 must be one of = != < <= > >=", name("op")));
    rule.op = *sign;
    const JsonValue* value = item.find("value");
    const auto number64 = value ? value->number() : std::nullopt;
    if (!number64)
        return wrongRule(json, value ? *value : item, phrase("%1 must be a number", name("value")));
    rule.value = *number64;
    if (const JsonValue* verdict = item.find("verdict")) {
        if (verdict->text != "fail" && verdict->text != "warn")
            return wrongRule(json, *verdict, phrase("%1 must be \"fail\" or \"warn\"", name("verdict")));
        rule.verdict = verdict->text == "warn" ? Verdict::Warn : Verdict::Fail;
    }
    if (const JsonValue* when = item.find("when")) {
        if (!when->isString())
            return wrongRule(json, *when, phrase("%1 must be a filter expression", name("when")));
        rule.when = when->text;
    }
    return rule;
}

} // namespace

std::string_view verdictWord(Verdict verdict)
{
    return kVerdictWords[static_cast<std::size_t>(verdict)];
}

bool LimitRule::holds(double metricValue) const
{
    switch (op) {
    case Op::Equal:
        return metricValue == value;
    case Op::NotEqual:
        return metricValue != value;
    case Op::Less:
        return metricValue < value;
    case Op::LessEqual:
        return metricValue <= value;
    case Op::Greater:
        return metricValue > value;
    case Op::GreaterEqual:
        return metricValue >= value;
    }
    return false;
}

std::string LimitRule::condition() const
{
    return fmt::format("{} {} {}", metric, opText(op), numberText(value));
}

std::string LimitRule::text() const
{
    std::string text = condition();
    if (!when.empty())
        text += " for " + when;
    return text;
}

std::vector<std::string> Limits::metrics() const
{
    std::vector<std::string> ids;
    for (const LimitRule& rule : rules) {
        if (std::find(ids.begin(), ids.end(), rule.metric) == ids.end())
            ids.push_back(rule.metric);
    }
    return ids;
}

Result<LimitRule> parseLimit(std::string_view text)
{
    const std::size_t end = text.find('@');
    const std::string_view condition = text.substr(0, end);
    const std::size_t signAt = condition.find_first_of("<>=!");
    Place place;
    if (signAt == std::string_view::npos || trimmed(condition.substr(0, signAt), " ").empty()) {
        place.column = 1;
        return fail(Code::Usage,
            phrase("limit '%1' is not METRIC OP NUMBER, e.g. cosine_similarity>=0.99", text), place);
    }
    LimitRule rule;
    rule.metric = trimmed(condition.substr(0, signAt), " ");
    std::string_view rest = condition.substr(signAt);
    for (const OpWord& word : kOps) {
        if (rest.starts_with(word.text)) {
            rule.op = word.op;
            rest.remove_prefix(word.text.size());
            const auto number = parseDouble(trimmed(rest, " "));
            // Nothing keeps a limit that is NaN, but `!=`.
            if (!number || (std::isnan(*number) && rule.op != LimitRule::Op::NotEqual)) {
                place.column = signAt + word.text.size() + 1;
                return fail(Code::Usage, phrase("limit '%1': '%2' is no number", text, rest), place);
            }
            rule.value = *number;
            if (end != std::string_view::npos)
                rule.when = std::string(text.substr(end + 1));
            return rule;
        }
    }
    place.column = signAt + 1;
    return fail(Code::Usage, phrase("limit '%1': expected one of = != < <= > >=", text), place);
}

Result<Limits> parseLimits(std::string_view json, std::string name)
{
    TRY_ASSIGN(const JsonValue root, parseJson(json));
    if (!root.isObject())
        return wrongRule(json, root, phrase("a limits file is an object {\"version\":1,\"rules\":[…]}"));
    const JsonValue* version = root.find("version");
    if (!version || version->integer() != 1)
        return wrongRule(json, version ? *version : root, phrase("\"version\" must be 1"));
    const JsonValue* rules = root.find("rules");
    if (!rules || !rules->isArray())
        return wrongRule(json, rules ? *rules : root, phrase("\"rules\" must be an array"));
    Limits limits;
    limits.name = std::move(name);
    for (std::size_t i = 0; i < rules->items.size(); ++i) {
        TRY_ASSIGN(LimitRule rule, ruleFromJson(json, rules->items[i], i));
        limits.rules.push_back(std::move(rule));
    }
    return limits;
}

std::string limitsJson(const Limits& limits)
{
    std::string text;
    JsonWriter json([&](std::string_view part) { text += part; }, true);
    json.beginObject().member("version", 1).key("rules").beginArray();
    for (const LimitRule& rule : limits.rules) {
        json.beginObject()
            .member("metric", rule.metric)
            .member("op", opText(rule.op))
            .member("value", rule.value);
        if (rule.verdict == Verdict::Warn)
            json.member("verdict", "warn");
        if (!rule.when.empty())
            json.member("when", rule.when);
        json.endObject();
    }
    json.endArray().endObject().finish();
    return text;
}

Result<Limits> presetLimits(std::string_view name)
{
    std::string known;
    for (const LimitPreset& preset : limitPresets()) {
        if (preset.name == name)
            return parseLimits(preset.json, std::string(name));
        known += (known.empty() ? "" : ", ") + std::string(preset.name);
    }
    return fail(Code::Usage, phrase("there is no preset of limits named '%1'; there are %2", name, known));
}

Result<Limits> findLimits(const std::string& presetOrFile)
{
    const auto presets = limitPresets();
    if (std::ranges::find(presets, presetOrFile, &LimitPreset::name) != presets.end())
        return presetLimits(presetOrFile);
    auto bytes = mapFile(presetOrFile, presetOrFile);
    if (!bytes && bytes.error().code == Code::NotFound) {
        std::string names;
        for (const LimitPreset& preset : presets)
            names += (names.empty() ? "" : ", ") + std::string(preset.name);
        return fail(Code::NotFound,
            phrase("there is no file of this name, and the sets of limits are %1", names), {presetOrFile});
    }
    if (!bytes)
        return fail(bytes.error());
    auto parsed = parseLimits(asText(bytes->span()), presetOrFile);
    if (parsed)
        return parsed;
    Error error = parsed.error();
    error.code = Code::Usage;
    error.place.file = presetOrFile;
    return fail(std::move(error));
}

namespace {

/// Small powers of two as such, to half an exponent: what element types keep is counted in these.
std::string limitNumber(double value)
{
    constexpr double kSmall = 0.05, kRounded = 1e-6;
    const double halves = value > 0 && value < kSmall ? 2 * std::log2(value) : 0;
    if (halves == 0 || std::fabs(halves - std::round(halves)) > kRounded)
        return numberText(value);
    return fmt::format("2^{}", std::round(halves) / 2);
}

Message keptText(std::string metrics)
{
    return phrase("within the limits of %1", std::move(metrics));
}

} // namespace

std::string limitedPairs(const LimitRule& rule, const FilterTable& table, std::size_t row)
{
    constexpr std::string_view kOr = " or ", kType = "precision";
    std::string holds;
    const std::string_view when = std::string_view(rule.when).substr(0, rule.when.find(' ' + rule.metric));
    for (std::string_view rest = when; !rest.empty();) {
        const std::string_view term = rest.substr(0, std::min(rest.find(kOr), rest.size()));
        rest.remove_prefix(std::min(term.size() + kOr.size(), rest.size()));
        const std::size_t colon = term.find(':');
        const std::string_view column = term.substr(0, colon);
        const int number = colon == std::string_view::npos ? -1 : table.columnByName(column);
        if (number < 0 || term.find_first_of(" ()*\"") != std::string_view::npos)
            return rule.when;
        const std::string cell = cellText(table.cell(row, number));
        if (holds.empty() && cell == term.substr(colon + 1))
            holds = column == kType ? cell : std::string(term);
    }
    return holds.empty() ? rule.when : holds;
}

Message boundText(const LimitRule& rule, const FilterTable& table, std::size_t row)
{
    std::string bound = fmt::format("{} {}", opText(rule.op), limitNumber(rule.value));
    return rule.when.empty() ? Message(std::move(bound))
                             : phrase("%1 (%2)", std::move(bound), limitedPairs(rule, table, row));
}

Message brokenText(const LimitRule& rule, double value, const FilterTable& table, std::size_t row)
{
    return phrase("%1 = %2 breaks the limit %3", rule.metric, numberText(value), boundText(rule, table, row));
}

Result<CompiledLimits> CompiledLimits::compile(const Limits& limits, const FilterTable& table)
{
    CompiledLimits compiled;
    std::map<std::string, std::size_t, std::less<>> metrics, conditions;
    const auto look = [&](std::string_view column) {
        compiled.m_looksAtPlace |= column == "index" || column == "verdict" || column == "reason";
        compiled.m_looksAtPairing
            |= column == "pair_origin" || column == "pair_reason" || column == "confidence";
    };
    for (const LimitRule& rule : limits.rules) {
        const int column = table.columnByName(rule.metric);
        // Nothing holds of the numbers of a metric that was not measured.
        if (column < 0 && rule.when.find(rule.metric) != std::string::npos)
            continue;
        look(rule.metric);
        const auto [condition, isNew] = conditions.try_emplace(rule.when, conditions.size());
        if (isNew) {
            TRY_ASSIGN(FilterExpression when, FilterExpression::parse(rule.when, table));
            for (const int used : when.columnsUsed())
                look(table.columns()[static_cast<std::size_t>(used)].name);
            compiled.m_conditions.push_back(std::move(when));
        }
        const auto [metric, isNewMetric] = metrics.try_emplace(rule.metric, metrics.size());
        if (isNewMetric)
            compiled.m_names.push_back(rule.metric);
        compiled.m_rules.push_back({rule, column, condition->second, metric->second});
    }
    compiled.m_metrics = metrics.size();
    compiled.m_allKept = keptText(fmt::format("{}", fmt::join(compiled.m_names, ", ")));
    compiled.m_text = std::make_shared<const std::string>(limitsJson(limits));
    return compiled;
}

std::vector<CompiledLimits::Missed> CompiledLimits::missed(const FilterTable& table, std::size_t row) const
{
    std::vector<Missed> missed;
    std::vector<bool> decided(m_metrics);
    for (const Rule& rule : m_rules) {
        const auto value = rule.column < 0 ? std::nullopt : cellNumber(table.cell(row, rule.column));
        if (!value || decided[rule.metric] || !m_conditions[rule.condition].matches(table, row))
            continue;
        decided[rule.metric] = true;
        if (!rule.rule.holds(*value))
            missed.push_back({rule.rule, *value});
    }
    return missed;
}

const LimitRule* CompiledLimits::limitOf(
    std::string_view metric, const FilterTable& table, std::size_t row) const
{
    for (const Rule& rule : m_rules) {
        if (rule.rule.metric == metric && m_conditions[rule.condition].matches(table, row))
            return &rule.rule;
    }
    return nullptr;
}

CompiledLimits::Outcome CompiledLimits::judge(const FilterTable& table, std::size_t row, bool& judged) const
{
    enum : std::uint8_t { Unknown, No, Yes, Kept };
    constexpr std::size_t kFew = 64; // marks that need no memory of their own
    std::array<std::uint8_t, kFew> few {};
    std::vector<std::uint8_t> many;
    if (m_metrics + m_conditions.size() > kFew)
        many.resize(m_metrics + m_conditions.size());
    std::uint8_t* const marks = many.empty() ? few.data() : many.data();
    Outcome outcome;
    const Rule* broken = nullptr;
    double brokenBy = 0;
    bool excepted = false; // a number has limits, of other pairs
    judged = false;
    for (const Rule& rule : m_rules) {
        std::uint8_t& decided = marks[rule.metric];
        if (decided >= Yes)
            continue;
        const auto value = rule.column < 0 ? std::nullopt : cellNumber(table.cell(row, rule.column));
        if (!value) {
            decided = Yes; // no rule of this metric finds a number
            continue;
        }
        std::uint8_t& selected = marks[m_metrics + rule.condition];
        if (selected == Unknown)
            selected = m_conditions[rule.condition].matches(table, row) ? Yes : No;
        if (selected == No) {
            excepted = true;
            continue;
        }
        judged = true;
        const bool holds = rule.rule.holds(*value);
        decided = holds ? Kept : Yes;
        if (holds || rule.rule.verdict <= outcome.verdict)
            continue;
        outcome.verdict = rule.rule.verdict;
        broken = &rule;
        brokenBy = *value;
    }
    if (broken) {
        outcome.reason = brokenText(broken->rule, brokenBy, table, row);
    } else if (judged) {
        if (std::count(marks, marks + m_metrics, Kept) == static_cast<std::ptrdiff_t>(m_metrics)) {
            outcome.reason = m_allKept;
            return outcome;
        }
        std::string kept;
        for (std::size_t metric = 0; metric < m_metrics; ++metric) {
            if (marks[metric] == Kept)
                kept += (kept.empty() ? "" : ", ") + m_names[metric];
        }
        outcome.reason = keptText(std::move(kept));
    } else if (excepted) {
        outcome.reason = phrase("the limits are of other pairs");
    }
    return outcome;
}

} // namespace dumpscope::core
