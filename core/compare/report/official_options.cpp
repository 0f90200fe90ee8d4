// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/official_options.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace dumpscope::core {

namespace {

struct Key {
    std::string_view name, form;
    bool (*read)(OfficialOptions&, std::string_view value); ///< false: not what is wanted
};

bool readCount(std::string_view text, std::int64_t least, std::int64_t most, auto& out)
{
    const auto number = parseInt(text);
    if (!number || *number < least || *number > most)
        return false;
    out = static_cast<std::uint64_t>(*number);
    return true;
}

std::optional<std::vector<std::int64_t>> numbers(std::string_view text)
{
    std::vector<std::int64_t> found;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(':', at), text.size());
        const auto number = parseInt(text.substr(at, end - at));
        if (!number)
            return std::nullopt;
        found.push_back(*number);
        at = end + 1;
    }
    return found;
}

bool readRange(OfficialOptions& options, std::string_view value)
{
    const auto parts = numbers(value);
    if (!parts || parts->size() > 3)
        return false;
    OfficialOptions::Range range;
    const std::array<std::int64_t*, 3> places {&range.start, &range.end, &range.step};
    for (std::size_t i = 0; i < parts->size(); ++i)
        *places[i] = (*parts)[i];
    options.range = range;
    return range.start >= 1 && range.step >= 1 && (range.end == -1 || range.end >= range.start);
}

bool readSlot(OfficialOptions& options, std::string_view value, bool isInput)
{
    options.isInput = isInput;
    return readCount(value, 0, 1'000'000, options.slot);
}

bool readPandas(OfficialOptions& options, std::string_view value)
{
    options.pandas = value == "3" ? PandasVersion::Three : PandasVersion::Two;
    return value == "2" || value == "3";
}

constexpr std::int64_t kMany = INT64_MAX;

constexpr std::array<Key, 12> kKeys {{
    {"max", "=N",
        [](OfficialOptions& o, std::string_view v) { return readCount(v, 1, kMany, o.maxElements); }},
    {"overflow", "", [](OfficialOptions& o, std::string_view v) { return o.hasOverflow = v.empty(); }},
    {"advisor", "", [](OfficialOptions& o, std::string_view v) { return o.hasAdvice = v.empty(); }},
    {"range", "=START:END:STEP", readRange},
    {"select", "=N:N:...",
        [](OfficialOptions& o, std::string_view v) {
            const auto parts = numbers(v);
            o.selected = parts.value_or(std::vector<std::int64_t>());
            return parts.has_value();
        }},
    {"op", "=NAME",
        [](OfficialOptions& o, std::string_view v) {
            o.operatorName = v;
            return !v.empty();
        }},
    {"input", "=N", [](OfficialOptions& o, std::string_view v) { return readSlot(o, v, true); }},
    {"output", "=N", [](OfficialOptions& o, std::string_view v) { return readSlot(o, v, false); }},
    {"top", "=1..10000",
        [](OfficialOptions& o, std::string_view v) { return readCount(v, 1, 10'000, o.top); }},
    {"rows", "=10000..1000000",
        [](OfficialOptions& o, std::string_view v) { return readCount(v, 10'000, 1'000'000, o.rows); }},
    {"no-elements", "",
        [](OfficialOptions& o, std::string_view v) { return o.leavesElementsOut = v.empty(); }},
    {"pandas", "=2|3", readPandas},
}};

} // namespace

bool OfficialOptions::wants(std::int64_t sequence) const
{
    if (!isRestricted())
        return true;
    const bool isInRange = range && sequence >= range->start && (range->end == -1 || sequence <= range->end)
        && (sequence - range->start) % range->step == 0;
    return isInRange || std::ranges::find(selected, sequence) != selected.end();
}

std::string officialOptionKeys()
{
    std::string text;
    for (const Key& key : kKeys)
        text += fmt::format("{}{}{}", text.empty() ? "" : ", ", key.name, key.form);
    return text;
}

Result<OfficialOptions> parseOfficialOptions(std::span<const std::string> texts)
{
    OfficialOptions options;
    for (const std::string& text : texts) {
        const std::size_t sign = std::min(text.find('='), text.size());
        const auto name = std::string_view(text).substr(0, sign);
        const auto value = std::string_view(text).substr(std::min(sign + 1, text.size()));
        const auto key = std::ranges::find(kKeys, name, &Key::name);
        if (key == kKeys.end())
            return fail(
                Code::Usage, phrase("--official has no key '%1'; there are %2", name, officialOptionKeys()));
        if (!key->read(options, value))
            return fail(Code::Usage, phrase("--official wants %1%2, not '%3'", key->name, key->form, text));
    }
    return options;
}

} // namespace dumpscope::core
