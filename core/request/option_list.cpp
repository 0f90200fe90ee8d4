// SPDX-License-Identifier: GPL-3.0-or-later
#include "request/option_list.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "io/json_reader.h"
#include "request/shell_words.h"
#include "tensor/element_text.h"

#include <algorithm>
#include <concepts>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::string_view kFormKey = "form";

template<typename T> struct IsList : std::false_type {
};
template<typename T> struct IsList<std::vector<T>> : std::true_type {
};
template<typename T> struct IsOptional : std::false_type {
};
template<typename T> struct IsOptional<std::optional<T>> : std::true_type {
};

std::string valueText(const std::string& value)
{
    return value;
}
std::string valueText(double value)
{
    return numberText(value);
}
template<std::integral T> std::string valueText(T value)
{
    return std::to_string(value);
}

/// The values of an option as words; none for a flag.
std::vector<std::string> valueWords(const OptionPlace& place)
{
    return std::visit(
        [](const auto* value) -> std::vector<std::string> {
            using Value = std::remove_cvref_t<decltype(*value)>;
            if constexpr (std::is_same_v<Value, bool>) {
                return {};
            } else if constexpr (IsList<Value>::value) {
                std::vector<std::string> words;
                for (const auto& one : *value)
                    words.push_back(valueText(one));
                return words;
            } else if constexpr (IsOptional<Value>::value) {
                return *value ? std::vector {valueText(**value)} : std::vector<std::string>();
            } else {
                return {valueText(*value)};
            }
        },
        place);
}

bool isAsUsual(const OptionPlace& place, const OptionPlace& usual)
{
    return std::visit(
        [&usual]<typename Value>(Value* value) {
            Value* const* const other = std::get_if<Value*>(&usual);
            return other != nullptr && **other == *value;
        },
        place);
}

/// Whether words that follow would be taken for more values.
bool isOpenEnded(const Option& option)
{
    return !option.takesOne
        && (std::holds_alternative<std::vector<std::string>*>(option.place)
            || std::holds_alternative<std::vector<std::uint64_t>*>(option.place));
}

/// `--name value` for each value.
std::vector<std::string> optionWords(const Option& option)
{
    if (std::holds_alternative<bool*>(option.place))
        return {std::string(option.longName())};
    std::vector<std::string> values = valueWords(option.place);
    const std::string name = option.names.substr(0, option.names.find(','));
    // Only the first value may look like an option.
    const bool isDashed = std::ranges::any_of(values, [](const auto& word) { return word.starts_with('-'); });
    if (option.values > 1 && !isDashed) {
        values.insert(values.begin(), name);
        return values;
    }
    if (option.atCommas) {
        std::string joined;
        for (const std::string& word : values)
            joined += (joined.empty() ? "" : ",") + word;
        values = {joined};
    }
    std::vector<std::string> words;
    for (std::string& value : values) {
        words.push_back(name);
        words.push_back(std::move(value));
    }
    return words;
}

void append(std::vector<std::string>& words, std::vector<std::string> more)
{
    std::ranges::move(more, std::back_inserter(words));
}

/// A number where the JSON says one that fits.
template<typename T> std::optional<T> numberIn(const JsonValue& json)
{
    if constexpr (std::is_same_v<T, double>) {
        return json.kind == JsonValue::Kind::Number ? json.number() : std::nullopt;
    } else {
        if (json.kind != JsonValue::Kind::Number)
            return std::nullopt;
        if constexpr (std::is_same_v<T, std::uint64_t>)
            return parseUnsigned(json.text);
        const auto number = json.integer();
        return number && std::in_range<T>(*number) ? std::optional(static_cast<T>(*number)) : std::nullopt;
    }
}

template<typename T> std::optional<T> valueIn(const JsonValue& json)
{
    if constexpr (std::is_same_v<T, std::string>) {
        return json.isString() ? std::optional(json.text) : std::nullopt;
    } else if constexpr (std::is_same_v<T, bool>) {
        return json.kind == JsonValue::Kind::Bool ? std::optional(json.boolean) : std::nullopt;
    } else if constexpr (IsOptional<T>::value) {
        const auto number = numberIn<typename T::value_type>(json);
        return number ? std::optional<T>(number) : std::nullopt;
    } else if constexpr (IsList<T>::value) {
        T values;
        for (const JsonValue& item : json.items) {
            const auto value = valueIn<typename T::value_type>(item);
            if (!value)
                return std::nullopt;
            values.push_back(*value);
        }
        return json.isArray() ? std::optional(values) : std::nullopt;
    } else {
        return numberIn<T>(json);
    }
}

/// What an option takes, for people.
Message kindOf(const OptionPlace& place)
{
    return std::visit(
        []<typename Value>(Value*) {
            if constexpr (std::is_same_v<Value, bool>)
                return phrase("true or false");
            else if constexpr (std::is_same_v<Value, std::string>)
                return phrase("a text");
            else if constexpr (std::is_same_v<Value, double>)
                return phrase("a number");
            else if constexpr (IsList<Value>::value)
                return std::is_same_v<typename Value::value_type, std::string>
                    ? phrase("a list of texts")
                    : phrase("a list of whole numbers");
            else
                return phrase("a whole number");
        },
        place);
}

/// Why a number is none that the option takes; empty where it is.
Message whyOutside(const Option& option)
{
    if (const auto* const range = std::get_if<RealNumberIn>(&option.check)) {
        double* const* const value = std::get_if<double*>(&option.place);
        if (value && !(**value >= range->least && **value <= range->most))
            return phrase("takes a number from %1 to %2, not %3", numberText(range->least),
                numberText(range->most), numberText(**value));
    }
    if (const auto* const range = std::get_if<WholeNumberIn>(&option.check)) {
        std::uint64_t* const* const value = std::get_if<std::uint64_t*>(&option.place);
        if (value && (**value < range->least || **value > range->most))
            return phrase("takes a whole number from %1 to %2, not %3", range->least, range->most, **value);
    }
    return {};
}

/// Whether the value is of the option's type.
bool assign(const OptionPlace& place, const JsonValue& json)
{
    return std::visit(
        [&json]<typename Value>(Value* value) {
            auto read = valueIn<Value>(json);
            if (read)
                *value = std::move(*read);
            return read.has_value();
        },
        place);
}

} // namespace

std::string_view Option::longName() const
{
    const std::size_t begin = isPositional() ? 0 : names.find("--");
    return std::string_view(names).substr(begin, names.find(',', begin) - begin);
}

std::string Option::key() const
{
    return std::string(longName().substr(isPositional() ? 0 : 2));
}

OptionList::OptionList() = default;
OptionList::~OptionList() = default;

Option& OptionList::add(std::string names, OptionPlace place, std::string help)
{
    return m_options.emplace_back(Option {std::move(names), place, std::move(help)});
}

void OptionList::setForms(std::string& chosen, bool isNeeded)
{
    m_chosen = &chosen;
    m_needsForm = isNeeded;
}

OptionList& OptionList::addForm(std::string name, std::string summary)
{
    m_forms.push_back({std::move(name), std::move(summary), std::make_unique<OptionList>()});
    return *m_forms.back().options;
}

namespace {

/// Place of the form that is chosen; the number of forms where none is.
std::size_t chosenPlace(const OptionList& options)
{
    const auto& forms = options.forms();
    const auto found = options.chosenForm() == nullptr
        ? forms.end()
        : std::ranges::find(forms, *options.chosenForm(), &CommandForm::name);
    return static_cast<std::size_t>(found - forms.begin());
}

void writeMembers(JsonWriter& json, const OptionList& options, const OptionList& usual)
{
    for (std::size_t i = 0; i < options.options().size(); ++i) {
        const Option& option = options.options()[i];
        if (isAsUsual(option.place, usual.options()[i].place))
            continue;
        json.key(option.key());
        std::visit(
            [&json]<typename Value>(Value* value) {
                if constexpr (IsList<Value>::value) {
                    json.beginArray();
                    for (const auto& one : *value)
                        json.value(one);
                    json.endArray();
                } else {
                    json.value(*value);
                }
            },
            option.place);
    }
}

Result<void> readMember(const std::string& key, const JsonValue& value, const OptionList& options)
{
    const Place place {.offset = value.offset};
    auto option = std::ranges::find(options.options(), key, &Option::key);
    if (option == options.options().end()) {
        const std::size_t form = chosenPlace(options);
        if (form < options.forms().size())
            return readMember(key, value, *options.forms()[form].options);
        return fail(Code::Usage, phrase("there is no option \"%1\"", key), place);
    }
    if (!assign(option->place, value))
        return fail(Code::Usage, phrase("the option \"%1\" takes %2", key, kindOf(option->place)), place);
    if (Message why = whyOutside(*option); !why.empty())
        return fail(Code::Usage, phrase("the option \"%1\" %2", key, std::move(why)), place);
    return {};
}

} // namespace

std::vector<std::string> optionsWords(const OptionList& options, const OptionList& usual)
{
    std::vector<std::string> words, positional;
    bool isDashed = false, isOpen = false;
    for (std::size_t i = 0; i < options.options().size(); ++i) {
        const Option& option = options.options()[i];
        if (isAsUsual(option.place, usual.options()[i].place))
            continue;
        if (!option.isPositional()) {
            append(words, optionWords(option));
            isOpen = isOpenEnded(option);
            continue;
        }
        for (std::string& word : valueWords(option.place)) {
            isDashed = isDashed || option.isBehindDashes || word.starts_with('-');
            positional.push_back(std::move(word));
        }
    }
    if (isDashed) {
        // A first `--` only ends the values of such an option.
        append(words, isOpen ? std::vector<std::string> {"--", "--"} : std::vector<std::string> {"--"});
        append(words, std::move(positional));
    } else {
        append(positional, std::move(words));
        words = std::move(positional);
    }
    const std::size_t form = chosenPlace(options);
    if (form < options.forms().size()) {
        words.push_back(options.forms()[form].name);
        append(words, optionsWords(*options.forms()[form].options, *usual.forms()[form].options));
    }
    return words;
}

std::string optionsText(const OptionList& options, const OptionList& usual)
{
    std::string text;
    for (const std::string& word : optionsWords(options, usual))
        text += ' ' + shellQuoted(word);
    return text;
}

std::string optionsJson(const OptionList& options, const OptionList& usual)
{
    std::string text;
    JsonWriter json([&text](std::string_view piece) { text += piece; });
    json.beginObject();
    const std::size_t form = chosenPlace(options);
    if (form < options.forms().size())
        json.member(kFormKey, options.forms()[form].name);
    writeMembers(json, options, usual);
    if (form < options.forms().size())
        writeMembers(json, *options.forms()[form].options, *usual.forms()[form].options);
    json.endObject();
    json.finish();
    return text;
}

Result<void> readOptions(std::string_view json, const OptionList& options)
{
    TRY_ASSIGN(const JsonValue object, parseJson(json));
    if (!object.isObject())
        return fail(Code::Usage, phrase("options are an object of names and values"));
    // It says which names there are.
    if (const JsonValue* form = object.find(kFormKey); form != nullptr && options.chosenForm() != nullptr)
        *options.chosenForm() = form->text;
    for (const auto& [key, value] : object.members) {
        if (key != kFormKey)
            TRY_VOID(readMember(key, value, options));
    }
    return {};
}

} // namespace dumpscope::core
