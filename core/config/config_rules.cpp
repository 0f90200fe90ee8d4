// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_rules.h"

#include "config/acl_value_rules.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxHints = 50;    ///< keys of one section that are reported as unknown
constexpr std::size_t kMaxElements = 50; ///< bad elements of a list that are reported

/// In the order of ConfigType.
constexpr std::array kTypeFaults {Form<1>("'%1' should be value type"),
    Form<1>("'%1' should be boolean type"), Form<1>("'%1' should be unsigned int type"),
    Form<1>("'%1' should be int type"), Form<1>("'%1' should be string type"),
    Form<1>("'%1' should be array of strings type"), Form<1>("'%1' should be array of unsigned ints type"),
    Form<1>("'%1' should be array type"), Form<1>("'%1' should be object type")};

Message typeFault(std::string_view key, ConfigType type)
{
    return phraseOf(kTypeFaults[static_cast<std::size_t>(type)], key);
}

bool isUnsigned(const JsonValue& value)
{
    return value.kind == JsonValue::Kind::Number && isDigits(value.text);
}

bool hasType(const JsonValue& value, ConfigType type)
{
    switch (type) {
    case ConfigType::Any:
        return true;
    case ConfigType::Boolean:
        return value.kind == JsonValue::Kind::Bool;
    case ConfigType::Unsigned:
        return isUnsigned(value);
    case ConfigType::Integer:
        return value.kind == JsonValue::Kind::Number && value.integer().has_value();
    case ConfigType::Text:
        return value.isString();
    case ConfigType::Texts:
        return value.isArray() && std::ranges::all_of(value.items, &JsonValue::isString);
    case ConfigType::Unsigneds:
        return value.isArray() && std::ranges::all_of(value.items, isUnsigned);
    case ConfigType::List:
        return value.isArray();
    case ConfigType::Object:
        return value.isObject();
    }
    return false;
}

bool isTruthyValue(const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return false;
    case JsonValue::Kind::Bool:
        return value.boolean;
    case JsonValue::Kind::Number:
        return value.number() != 0.0;
    case JsonValue::Kind::String:
        return !value.text.empty();
    case JsonValue::Kind::Array:
        return !value.items.empty();
    case JsonValue::Kind::Object:
        return !value.members.empty();
    }
    return false;
}

/// Checks the keys of one section.
class SectionCheck {
public:
    SectionCheck(const ConfigView& view, const ConfigWording& wording, std::vector<ConfigProblem>& problems,
        const ConfigSection& section, const JsonValue& object)
        : m_view(view)
        , m_wording(wording)
        , m_problems(problems)
        , m_section(section)
        , m_object(object)
        , m_prefix(view.resolved(section.name == "@" ? "@." : std::string(section.name)))
    {
        if (!m_prefix.empty() && !m_prefix.ends_with('.'))
            m_prefix += '.';
    }

    void run() const
    {
        for (std::size_t i = 0; i < m_section.keys.size(); ++i) {
            const ConfigKey& key = m_section.keys[i];
            const bool isFirst
                = std::none_of(m_section.keys.begin(), m_section.keys.begin() + std::ptrdiff_t(i),
                    [&](const ConfigKey& other) { return other.name == key.name && isRead(other); });
            if (isRead(key) && isFirst)
                check(key);
        }
        if (m_section.ignoresOthers)
            nameOthers();
    }

private:
    bool isRead(const ConfigKey& key) const
    {
        return m_view.release() >= key.since && m_view.release() < key.until
            && (key.applies == nullptr || key.applies(m_view));
    }

    void add(std::string_view code, const std::string& key, std::uint64_t offset, Message message,
        Message fix, Severity severity = Severity::Error) const
    {
        addConfigProblem(m_view, m_problems,
            {severity, std::string(code), m_prefix + key, 0, 0, std::move(message), std::move(fix)}, offset);
    }

    void check(const ConfigKey& key) const
    {
        const std::string name(key.name);
        const JsonValue* value = m_object.find(key.name);
        const bool isNull = value != nullptr && value->kind == JsonValue::Kind::Null;
        if (value == nullptr) {
            if (key.presence == Presence::Required)
                add(m_wording.absentCode, name, m_object.offset, phraseOf(m_wording.absent, key.name),
                    phrase("add \"%1\"", name));
            return;
        }
        if ((key.presence == Presence::Nullable && isNull)
            || (key.presence == Presence::Falsy && !isTruthyValue(*value)))
            return;
        if (!hasType(*value, key.type)) {
            add(m_wording.typeCode, name, value->offset, typeFault(key.name, key.type),
                configHint(key).empty() ? phrase("write %1", example(key)) : configHint(key));
            return;
        }
        checkWords(key, *value);
        checkRange(key, *value);
        if (const Message fault = key.fault != nullptr ? key.fault(m_view, *value) : Message();
            !fault.empty())
            add(m_wording.valueCode, name, value->offset, fault, configHint(key));
    }

    void checkWords(const ConfigKey& key, const JsonValue& value) const
    {
        if (key.words.empty())
            return;
        const auto checkWord = [&](const JsonValue& word, const std::string& path) {
            if (word.isString() && isAclWord(key.words, word.text))
                return;
            const std::string nearest
                = word.isString() ? nearestAclWord(key.words, word.text) : std::string();
            add(m_wording.valueCode, path, word.offset,
                word.isString() ? phrase("\"%1\" is none of %2", printable(word.text), wordList(key.words))
                                : phrase("it is none of %1", wordList(key.words)),
                nearest.empty() ? phrase("write one of these words") : phrase("write \"%1\"", nearest));
        };
        if (value.isArray()) {
            const std::size_t most = m_problems.size() + kMaxElements;
            for (std::size_t i = 0; i < value.items.size() && m_problems.size() < most; ++i)
                checkWord(value.items[i], std::string(key.name) + '[' + std::to_string(i) + ']');
        } else {
            checkWord(value, std::string(key.name));
        }
    }

    void checkRange(const ConfigKey& key, const JsonValue& value) const
    {
        if (key.type != ConfigType::Unsigned && key.type != ConfigType::Integer)
            return;
        const auto number = value.integer();
        if (number && *number >= key.least && *number <= key.most)
            return;
        const bool isOpen = key.most == std::numeric_limits<std::int64_t>::max();
        add(m_wording.valueCode, std::string(key.name), value.offset,
            isOpen ? phrase("it is %1, but must be %2 or more", printable(value.text), key.least)
                   : phrase("it is %1, but must be %2 to %3", printable(value.text), key.least, key.most),
            configHint(key));
    }

    void nameOthers() const
    {
        std::vector<std::string_view> names;
        for (const ConfigKey& key : m_section.keys)
            names.push_back(key.name);
        const std::size_t most = m_problems.size() + kMaxHints;
        for (const auto& [name, value] : m_object.members) {
            if (m_problems.size() >= most)
                break;
            const bool isListed = isAclWord(names, name);
            const bool isRead = std::ranges::any_of(
                m_section.keys, [&](const ConfigKey& key) { return key.name == name && this->isRead(key); });
            if (isRead)
                continue;
            const std::string nearest = isListed ? std::string() : nearestAclWord(names, name);
            add("ignored", printable(name), value.offset,
                isListed ? phrase("it is not read by this release, on this device or in this mode")
                         : phrase("it is not read"),
                nearest.empty() ? Message() : phrase("did you mean \"%1\"?", nearest), Severity::Hint);
        }
    }

    static Message example(const ConfigKey& key)
    {
        const std::string word(key.words.empty() ? std::string_view("…") : key.words.front());
        switch (key.type) {
        case ConfigType::Boolean:
            return phrase("true or false, without quotes");
        case ConfigType::Unsigned:
        case ConfigType::Integer:
            return phrase("a whole number, without quotes");
        case ConfigType::Text:
            return "\"" + word + "\"";
        case ConfigType::Texts:
            return "[\"" + word + "\"]";
        case ConfigType::Unsigneds:
            return Message("[0, 1]");
        case ConfigType::List:
            return Message("[…]");
        default:
            return Message("{…}");
        }
    }

    const ConfigView& m_view;
    const ConfigWording& m_wording;
    std::vector<ConfigProblem>& m_problems;
    const ConfigSection& m_section;
    const JsonValue& m_object;
    std::string m_prefix;
};

} // namespace

Message configHint(const ConfigKey& key)
{
    if (key.fix)
        return *key.fix;
    std::vector<Message> meanings;
    for (const ConfigNumber& one : key.numbers)
        meanings.push_back(phrase("%1: %2", one.number, one.meaning));
    return listed(meanings);
}

std::optional<ConfigRelease> parseConfigRelease(std::string_view text)
{
    const std::size_t dot = text.find('.');
    const auto part = [](std::string_view digits) {
        const auto number = isDigits(digits) ? parseUnsigned(digits) : std::nullopt;
        return number && *number < 10'000 ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
    };
    const auto major = part(text.substr(0, dot));
    if (!major || dot == std::string_view::npos)
        return major ? std::optional(ConfigRelease {*major, 0}) : std::nullopt;
    const std::string_view rest = text.substr(dot + 1);
    const auto minor = part(rest.substr(0, rest.find_first_not_of("0123456789")));
    return minor ? std::optional(ConfigRelease {*major, *minor}) : std::nullopt;
}

ConfigView::ConfigView(const JsonValue& document, const ConfigText& config, ConfigRelease release)
    : m_document(&document)
    , m_config(&config)
    , m_release(release)
{
}

std::string ConfigView::resolved(std::string_view path) const
{
    return path.starts_with("@.") ? m_activeSection + std::string(path.substr(1)) : std::string(path);
}

const JsonValue* ConfigView::at(std::string_view path) const
{
    const JsonValue* value = m_document;
    const std::string whole = resolved(path);
    std::string_view rest = whole;
    while (!rest.empty() && value != nullptr) {
        const std::size_t dot = rest.find('.');
        value = value->isObject() ? value->find(rest.substr(0, dot)) : nullptr;
        rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    }
    return value;
}

std::string_view ConfigView::text(std::string_view path, std::string_view otherwise) const
{
    const JsonValue* value = at(path);
    return value != nullptr && value->isString() ? std::string_view(value->text) : otherwise;
}

std::int64_t ConfigView::number(std::string_view path, std::int64_t otherwise) const
{
    const JsonValue* value = at(path);
    return value != nullptr && value->kind == JsonValue::Kind::Number ? value->integer().value_or(otherwise)
                                                                      : otherwise;
}

bool ConfigView::flag(std::string_view path, bool otherwise) const
{
    const JsonValue* value = at(path);
    return value != nullptr && value->kind == JsonValue::Kind::Bool ? value->boolean : otherwise;
}

std::vector<std::string> ConfigView::texts(std::string_view path) const
{
    std::vector<std::string> list;
    if (const JsonValue* value = at(path); value != nullptr && value->isArray()) {
        for (const JsonValue& item : value->items) {
            if (item.isString() || item.kind == JsonValue::Kind::Number)
                list.push_back(item.text);
        }
    }
    return list;
}

bool ConfigView::contains(std::string_view path, std::string_view word) const
{
    const auto list = texts(path);
    return std::ranges::find(list, word) != list.end();
}

bool ConfigView::isTruthy(std::string_view path) const
{
    const JsonValue* value = at(path);
    return value != nullptr && isTruthyValue(*value);
}

std::string_view ConfigView::variable(std::string_view name) const
{
    for (const auto& [key, value] : m_config->environment) {
        if (key == name)
            return value;
    }
    return {};
}

void addConfigProblem(const ConfigView& view, std::vector<ConfigProblem>& problems,
    const ConfigProblem& problem, std::uint64_t offset)
{
    problems.push_back(problem);
    std::tie(problems.back().line, problems.back().column) = rowAndColumn(view.config().text, offset);
}

void checkConfigKeys(const ConfigView& view, std::span<const ConfigSection> sections,
    const ConfigWording& wording, std::vector<ConfigProblem>& problems)
{
    for (const ConfigSection& section : sections) {
        if (view.release() < section.since || view.release() >= section.until)
            continue;
        const std::string name = section.name == "@" ? view.resolved("@.") : std::string(section.name);
        const JsonValue* object = view.at(section.name == "@" ? name.substr(0, name.size() - 1) : name);
        if (object != nullptr && object->isObject()) {
            SectionCheck(view, wording, problems, section, *object).run();
        } else if (object == nullptr && section.isRequired) {
            addConfigProblem(view, problems,
                {Severity::Error, std::string(wording.absentCode), name, 0, 0, phraseOf(wording.absent, name),
                    phrase("add \"%1\": {…}", name)},
                view.document().offset);
        } else if (object != nullptr && object->kind != JsonValue::Kind::Null) {
            addConfigProblem(view, problems,
                {Severity::Error, std::string(wording.typeCode), name, 0, 0,
                    typeFault(name, ConfigType::Object), phrase("write \"%1\": {…}", name)},
                object->offset);
        }
    }
}

void checkConfigRelations(
    const ConfigView& view, std::span<const ConfigRelation> relations, std::vector<ConfigProblem>& problems)
{
    for (const ConfigRelation& relation : relations) {
        if (view.release() < relation.since || view.release() >= relation.until || !relation.applies(view))
            continue;
        const JsonValue* value = view.at(relation.key);
        addConfigProblem(view, problems,
            {relation.severity, std::string(relation.code), view.resolved(relation.key), 0, 0,
                relation.message, relation.fix},
            value != nullptr ? value->offset : view.document().offset);
    }
}

ConfigReport reportOf(std::vector<ConfigProblem> problems)
{
    ConfigReport report;
    report.valid = std::ranges::none_of(
        problems, [](const ConfigProblem& problem) { return problem.severity == Severity::Error; });
    report.problems = std::move(problems);
    return report;
}

std::optional<JsonValue> parseConfigDocument(
    const ConfigText& config, std::string_view code, std::vector<ConfigProblem>& problems)
{
    auto document = parseJson(config.text);
    if (document && document->isObject())
        return std::move(*document);
    ConfigProblem problem {Severity::Error, std::string(code), "", 1, 1, phrase("it is JSON, but no object"),
        phrase("put { and } around the settings")};
    if (!document) {
        problem.message = phrase("it is not JSON: %1", document.error().message);
        problem.fix = phrase("look for a missing comma, quote or bracket at this place");
        if (document.error().place.offset)
            std::tie(problem.line, problem.column)
                = rowAndColumn(config.text, *document.error().place.offset);
    }
    problems.push_back(std::move(problem));
    return std::nullopt;
}

std::string wordList(std::span<const std::string_view> words)
{
    std::string list;
    for (const std::string_view word : words)
        list += (list.empty() ? "" : ", ") + std::string(word);
    return list;
}

std::string joinedWords(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + printable(word);
    return text;
}

Message listed(std::span<const Message> parts)
{
    if (parts.size() < 2)
        return parts.empty() ? Message() : parts.front();
    const std::size_t half = parts.size() / 2;
    return phrase("%1, %2", listed(parts.first(half)), listed(parts.subspan(half)));
}

Message rangeWords(std::span<const std::pair<std::uint64_t, std::uint64_t>> ranges)
{
    if (ranges.size() < 2) {
        if (ranges.empty())
            return {};
        const auto& [first, last] = ranges.front();
        return first == last ? Message(std::to_string(first)) : phrase("%1 to %2", first, last);
    }
    const std::size_t half = ranges.size() / 2;
    return phrase("%1, %2", rangeWords(ranges.first(half)), rangeWords(ranges.subspan(half)));
}

} // namespace dumpscope::core
