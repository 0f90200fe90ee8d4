// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_file.h"

#include "base/text.h"
#include "compare/pairing/rule_file_json.h"
#include "io/json_message.h"
#include "tensor/memory_format.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

namespace dumpscope::core {

namespace {

std::string within(std::string path, std::string_view key)
{
    return std::move(path.append(1, '.').append(key));
}

constexpr std::size_t kMaxPattern = 4096;
constexpr std::int64_t kMostSlices = std::int64_t {1} << 22;

std::string expressionOfGlob(std::string_view glob)
{
    std::string expression;
    for (const char c : glob) {
        if (c == '*')
            expression += "(.*)";
        else if (c == '?')
            expression += '.';
        else
            expression += re2::RE2::QuoteMeta(std::string(1, c));
    }
    return expression;
}

class PairingParser {
public:
    PairingParser(std::string_view text, const std::string& path)
        : m_text(text)
        , m_path(path)
    {
    }

    Result<PairingFile> parse()
    {
        auto document = parseJson(m_text);
        if (!document) {
            Error error = document.error();
            error.place.file = m_path;
            return fail(std::move(error));
        }
        if (!document->isObject())
            return failAt(m_text, m_path, *document, phrase("the file: must be a JSON object"));
        for (const auto& [key, value] : document->members) {
            if (key == "version") {
                if (value.integer() != 1)
                    return failed(value, "version", phrase("only version 1 is known"));
            } else if (key == "rules") {
                TRY_VOID(
                    eachOf(value, key, [&](const JsonValue& v, const std::string& k) { return rule(v, k); }));
            } else if (key == "pairs") {
                TRY_VOID(
                    eachOf(value, key, [&](const JsonValue& v, const std::string& k) { return pair(v, k); }));
            } else if (key == "unpaired") {
                TRY_VOID(eachOf(
                    value, key, [&](const JsonValue& v, const std::string& k) { return unpaired(v, k); }));
            } else if (key != "target" && key != "golden" && key != "note") {
                return failed(value, key,
                    phrase("unknown key; expected version, target, golden, rules, pairs or unpaired"));
            }
        }
        return std::move(m_file);
    }

private:
    Failure failed(const JsonValue& value, std::string_view key, Message what) const
    {
        return failAt(m_text, m_path, value, key, std::move(what));
    }
    std::uint64_t rowOf(const JsonValue& value) const { return rowAndColumn(m_text, value.offset).first; }

    template<typename Each>
    Result<void> eachOf(const JsonValue& list, const std::string& key, const Each& each) const
    {
        if (!list.isArray())
            return failed(list, key, phrase("must be a list"));
        for (std::size_t i = 0; i < list.items.size(); ++i)
            TRY_VOID(each(list.items[i], key + '[' + std::to_string(i) + ']'));
        return {};
    }

    Result<std::string> textOf(const JsonValue& owner, std::string_view key, const std::string& path) const
    {
        const JsonValue* value = owner.find(key);
        if (value == nullptr)
            return failed(owner, path + '.' + std::string(key), phrase("is missing"));
        if (!value->isString() || value->text.empty())
            return failed(*value, path + '.' + std::string(key), phrase("must be a text"));
        return value->text;
    }

    Result<void> knownKeys(
        const JsonValue& value, const std::string& path, std::initializer_list<std::string_view> keys) const
    {
        if (!value.isObject())
            return failed(value, path, phrase("must be an object"));
        for (const auto& [key, member] : value.members) {
            if (std::ranges::find(keys, key) == keys.end()) {
                std::string expected;
                for (const std::string_view k : keys)
                    expected.append(expected.empty() ? "" : ", ").append(k);
                return failed(member, within(path, key), phrase("unknown key; expected one of %1", expected));
            }
        }
        return {};
    }

    Result<void> rule(const JsonValue& value, const std::string& path)
    {
        TRY_VOID(knownKeys(value, path, {"target", "golden", "io", "slot", "layout", "assembly", "note"}));
        PairingFile::Rule rule;
        rule.row = rowOf(value);
        TRY_ASSIGN(const std::string pattern, textOf(value, "target", path));
        auto compiled = NamePattern::make(pattern);
        if (!compiled)
            return failed(*value.find("target"), path + ".target", compiled.error().message);
        rule.target = std::move(*compiled);
        TRY_ASSIGN(rule.golden, textOf(value, "golden", path));
        TRY_VOID(checkTemplate(rule, rule.golden, *value.find("golden"), path + ".golden"));
        if (const JsonValue* io = value.find("io")) {
            rule.io = io->isString() ? ioFromWord(io->text) : std::nullopt;
            if (!rule.io)
                return failed(
                    *io, path + ".io", phrase("must be input, output, or another word of the column io"));
        }
        if (const JsonValue* slots = value.find("slot"))
            TRY_VOID(slotMap(rule, *slots, path + ".slot"));
        if (const JsonValue* layout = value.find("layout"))
            TRY_VOID(axes(rule, *layout, path + ".layout"));
        if (const JsonValue* said = value.find("assembly")) {
            TRY_ASSIGN(rule.assembly, assembly(*said, path + ".assembly"));
            for (const SaidPart& part : rule.assembly->parts)
                TRY_VOID(checkTemplate(rule, part.name, *said, path + ".assembly.parts"));
        }
        m_file.rules.push_back(std::move(rule));
        return {};
    }

    Result<void> checkTemplate(const PairingFile::Rule& rule, const std::string& text, const JsonValue& value,
        const std::string& path) const
    {
        for (std::size_t i = 0; i + 1 < text.size(); ++i) {
            if (text[i] != '$')
                continue;
            const char next = text[++i];
            if (next >= '0' && next <= '9' && next - '0' > rule.target.groups())
                return failed(value, path,
                    phrase("$%1 has no group; the pattern of target has %2", next, rule.target.groups()));
        }
        return {};
    }

    Result<void> slotMap(PairingFile::Rule& rule, const JsonValue& value, const std::string& path) const
    {
        if (!value.isObject())
            return failed(value, path, phrase("must be an object like {\"0\": 1}"));
        for (const auto& [key, member] : value.members) {
            const auto from = parseInt(key);
            const auto to = member.integer();
            constexpr std::int64_t kMaxSlot = 1 << 20;
            if (!from || !to || *from < 0 || *to < 0 || *from > kMaxSlot || *to > kMaxSlot)
                return failed(
                    member, within(path, key), phrase("must map a slot of target to a slot of golden"));
            rule.goldenSlots[static_cast<std::int32_t>(*from)] = static_cast<std::int32_t>(*to);
        }
        return {};
    }

    /// "NCHW<-NHWC": golden's axes are NHWC and go where NCHW has them. Known layouts, or any letters that
    /// name the axes of both sides: "IO<-OI" transposes a matrix.
    Result<void> axes(PairingFile::Rule& rule, const JsonValue& value, const std::string& path) const
    {
        const auto arrow = value.text.find("<-");
        if (!value.isString() || arrow == std::string::npos)
            return failed(
                value, path, phrase("must be like \"NCHW<-NHWC\": the target's axes, then golden's"));
        std::string target = layoutName(value.text.substr(0, arrow));
        std::string golden = layoutName(value.text.substr(arrow + 2));
        if (target.empty() || golden.empty())
            return failed(value, path, phrase("names an unknown layout"));
        if (target.size() != golden.size())
            return failed(value, path, phrase("the two layouts have different numbers of axes"));
        // Device layouts are undone by themselves.
        if (!hasLetterPerAxis(target) || !hasLetterPerAxis(golden))
            return {};
        if (!std::ranges::is_permutation(target, golden))
            return failed(value, path, phrase("the two layouts have different axes"));
        rule.targetAxes = std::move(target);
        rule.goldenAxes = std::move(golden);
        return {};
    }

    /// As a header spells it, or a letter per axis; empty: neither.
    static std::string layoutName(const std::string& text)
    {
        if (const auto format = formatFromName(text))
            return std::string(formatName(*format));
        return hasLetterPerAxis(text) ? text : std::string();
    }

    static bool hasLetterPerAxis(std::string text)
    {
        std::ranges::sort(text);
        return !text.empty() && std::ranges::adjacent_find(text) == text.end()
            && std::ranges::all_of(text, [](char letter) { return letter >= 'A' && letter <= 'Z'; });
    }

    Result<std::uint64_t> countOf(
        const JsonValue& value, const std::string& path, std::int64_t most = kMostSlices) const
    {
        const auto number = value.integer();
        if (!number || *number < 0 || *number > most)
            return failed(value, path, phrase("must be a whole number from 0 to %1", most));
        return static_cast<std::uint64_t>(*number);
    }

    Result<SaidAssembly> assembly(const JsonValue& value, const std::string& path) const
    {
        TRY_VOID(knownKeys(value, path,
            {"kind", "axis", "shape", "along", "rests_on", "confidence", "statistics", "together", "parts"}));
        SaidAssembly said;
        TRY_ASSIGN(const std::string kind, textOf(value, "kind", path));
        if (const auto known = assemblyKindFromWord(kind))
            said.kind = *known;
        else
            return failed(*value.find("kind"), path + ".kind",
                phrase(
                    "must be same, replicated, concat, interleaved, slice, transpose, permute, tokens, sum "
                    "or mean"));
        if (const JsonValue* axis = value.find("axis")) {
            TRY_ASSIGN(said.axis, countOf(*axis, path + ".axis", kMaxRank));
        } else if (said.kind == AssemblyKind::Concat) {
            return failed(value, path + ".axis", phrase("is missing"));
        }
        if (const JsonValue* along = value.find("along")) {
            TRY_ASSIGN(said.along, countOf(*along, path + ".along", kMaxRank));
        }
        if (const JsonValue* basis = value.find("rests_on")) {
            const auto known = basisFromWord(basis->text);
            if (!known)
                return failed(
                    *basis, path + ".rests_on", phrase("must be values, carried, parameter, names or said"));
            said.basis = *known;
        }
        if (const JsonValue* statistics = value.find("statistics")) {
            TRY_ASSIGN(said.isOfStatistics, truthOf(*statistics, path + ".statistics"));
        }
        if (const JsonValue* together = value.find("together"))
            TRY_VOID(eachOf(
                *together, path + ".together", [&](const JsonValue& v, const std::string& k) -> Result<void> {
                    if (v.kind != JsonValue::Kind::String)
                        return failed(v, k, phrase("must be a text"));
                    said.together.push_back(v.text);
                    return {};
                }));
        if (const JsonValue* confidence = value.find("confidence")) {
            const auto share = confidence->number();
            if (!share || !(*share >= 0 && *share <= 1))
                return failed(*confidence, path + ".confidence", phrase("must be a number from 0 to 1"));
            said.confidence = *share;
        }
        if (const JsonValue* shape = value.find("shape")) {
            said.shape.emplace();
            TRY_VOID(eachOf(
                *shape, path + ".shape", [&](const JsonValue& v, const std::string& k) -> Result<void> {
                    TRY_ASSIGN(const std::uint64_t extent, countOf(v, k));
                    said.shape->push_back(static_cast<std::int64_t>(extent));
                    return {};
                }));
        }
        const JsonValue* const parts = value.find("parts");
        if (!parts || !parts->isArray() || parts->items.empty())
            return failed(
                parts ? *parts : value, path + ".parts", phrase("must be a list of one part or more"));
        TRY_VOID(eachOf(*parts, path + ".parts",
            [&](const JsonValue& v, const std::string& k) { return part(said, v, k); }));
        const bool isOfOne = said.kind == AssemblyKind::Same || said.kind == AssemblyKind::Slice;
        if (isOfOne && said.parts.size() > 1)
            return failed(*parts, path + ".parts", phrase("%1 has one part", kind));
        return said;
    }

    Result<void> part(SaidAssembly& said, const JsonValue& value, const std::string& path) const
    {
        TRY_VOID(knownKeys(value, path, {"rank", "id", "axes", "places", "tokens"}));
        SaidPart part;
        const JsonValue *const rank = value.find("rank"), *const id = value.find("id");
        if (rank) {
            TRY_ASSIGN(const std::uint64_t number, countOf(*rank, path + ".rank"));
            part.rank = static_cast<std::int64_t>(number);
        }
        if (id) {
            TRY_ASSIGN(part.name, textOf(value, "id", path));
        } else if (!rank) {
            return failed(value, path, phrase("names neither rank nor id"));
        }
        TRY_VOID(numbers(part.axes, value, "axes", path, kMaxRank));
        if (const JsonValue* tokens = value.find("tokens"))
            TRY_VOID(this->tokens(part, *tokens, path + ".tokens"));
        if (const JsonValue* places = value.find("places")) {
            part.places.emplace();
            TRY_VOID(eachOf(*places, path + ".places",
                [&](const JsonValue& v, const std::string& k) { return run(*part.places, v, k); }));
        }
        said.parts.push_back(std::move(part));
        return {};
    }

    /// None where there is no such key.
    template<typename T>
    Result<void> numbers(std::vector<T>& list, const JsonValue& value, const std::string& key,
        const std::string& path, std::int64_t most = kMostSlices) const
    {
        const JsonValue* const found = value.find(key);
        if (!found)
            return {};
        return eachOf(
            *found, within(path, key), [&](const JsonValue& v, const std::string& k) -> Result<void> {
                TRY_ASSIGN(const std::uint64_t number, countOf(v, k, most));
                list.push_back(static_cast<T>(number));
                return {};
            });
    }

    Result<bool> truthOf(const JsonValue& value, const std::string& path) const
    {
        if (value.kind != JsonValue::Kind::Bool)
            return failed(value, path, phrase("must be true or false"));
        return value.boolean;
    }

    Result<void> tokens(SaidPart& part, const JsonValue& value, const std::string& path) const
    {
        TRY_VOID(knownKeys(value, path, {"golden", "target", "axes", "second", "places"}));
        TokenMap& map = part.tokens.emplace();
        TRY_VOID(numbers(map.golden, value, "golden", path));
        TRY_VOID(numbers(map.target, value, "target", path));
        TRY_VOID(numbers(part.tokenAxes.axes, value, "axes", path, kMaxRank));
        if (const JsonValue* second = value.find("second")) {
            TRY_ASSIGN(part.tokenAxes.hasSecond, truthOf(*second, path + ".second"));
        }
        if (const JsonValue* places = value.find("places"))
            TRY_VOID(eachOf(*places, path + ".places",
                [&](const JsonValue& v, const std::string& k) { return run(map.places, v, k); }));
        return {};
    }

    /// "[4,2]": places 4 and 5; "[-1,2]": two slices that golden has not.
    Result<void> run(std::vector<std::int32_t>& places, const JsonValue& value, const std::string& path) const
    {
        const bool isRun = value.isArray() && value.items.size() == 2;
        const auto first = isRun ? value.items[0].integer() : std::nullopt;
        const auto count = isRun ? value.items[1].integer() : std::nullopt;
        if (!first || !count || *first < -1 || *count < 1 || *first > kMostSlices || *count > kMostSlices)
            return failed(
                value, path, phrase("must be [first, count], first -1 for slices that golden has not"));
        if (places.size() + static_cast<std::uint64_t>(*count) > kMostSlices)
            return failed(value, path, phrase("more than %1 slices", kMostSlices));
        for (std::int64_t i = 0; i < *count; ++i)
            places.push_back(static_cast<std::int32_t>(*first < 0 ? -1 : *first + i));
        return {};
    }

    Result<void> pair(const JsonValue& value, const std::string& path)
    {
        TRY_VOID(knownKeys(value, path, {"target", "golden", "assembly", "golden_assembly", "note"}));
        PairingFile::Pair pair;
        pair.row = rowOf(value);
        TRY_ASSIGN(pair.target, textOf(value, "target", path));
        TRY_ASSIGN(pair.golden, textOf(value, "golden", path));
        pair.note = messageAt(value, "note");
        if (const JsonValue* said = value.find("assembly")) {
            TRY_ASSIGN(pair.assembly, assembly(*said, path + ".assembly"));
        }
        if (const JsonValue* said = value.find("golden_assembly")) {
            if (pair.assembly)
                return failed(*said, path + ".golden_assembly", phrase("one side of a pair is put together"));
            TRY_ASSIGN(pair.assembly, assembly(*said, path + ".golden_assembly"));
            pair.assembly->isOfGolden = true;
        }
        m_file.pairs.push_back(std::move(pair));
        return {};
    }

    Result<void> unpaired(const JsonValue& value, const std::string& path)
    {
        PairingFile::Unpaired entry;
        entry.row = rowOf(value);
        if (value.isString()) {
            entry.name = value.text;
            m_file.unpaired.push_back(std::move(entry));
            return {};
        }
        TRY_VOID(knownKeys(value, path, {"target", "golden", "note"}));
        entry.note = messageAt(value, "note");
        for (const std::string_view side : {"target", "golden"}) {
            if (value.find(side) == nullptr)
                continue;
            TRY_ASSIGN(entry.name, textOf(value, side, path));
            entry.target = side == "target";
            entry.golden = side == "golden";
            m_file.unpaired.push_back(entry);
        }
        if (entry.name.empty())
            return failed(value, path, phrase("names neither target nor golden"));
        return {};
    }

    std::string_view m_text;
    const std::string& m_path;
    PairingFile m_file;
};

} // namespace

NamePattern::NamePattern() = default;
NamePattern::~NamePattern() = default;
NamePattern::NamePattern(NamePattern&&) noexcept = default;
NamePattern& NamePattern::operator=(NamePattern&&) noexcept = default;

Result<NamePattern> NamePattern::make(std::string_view text)
{
    if (text.size() > kMaxPattern)
        return fail(Code::Limit, phrase("the pattern is longer than %1 bytes", kMaxPattern));
    const bool isExpression = text.size() > 1 && text.front() == '/' && text.back() == '/';
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(8 << 20);
    options.set_dot_nl(true);
    NamePattern pattern;
    pattern.m_expression = std::make_unique<re2::RE2>(
        isExpression ? std::string(text.substr(1, text.size() - 2)) : expressionOfGlob(text), options);
    if (!pattern.m_expression->ok())
        return fail(Code::BadSyntax, phrase("bad regular expression: %1", pattern.m_expression->error()));
    return pattern;
}

int NamePattern::groups() const
{
    return m_expression->NumberOfCapturingGroups();
}

const std::string& NamePattern::text() const
{
    return m_expression->pattern();
}

std::vector<std::string_view> NamePattern::match(std::string_view name) const
{
    const int count = std::min(groups(), 9) + 1;
    std::vector<re2::StringPiece> pieces(static_cast<std::size_t>(count));
    const re2::StringPiece text(name.data(), name.size());
    if (!m_expression->Match(text, 0, name.size(), re2::RE2::ANCHOR_BOTH, pieces.data(), count))
        return {};
    std::vector<std::string_view> groups;
    groups.reserve(pieces.size());
    for (const re2::StringPiece& piece : pieces)
        groups.emplace_back(piece.data() == nullptr ? "" : piece.data(), piece.size());
    return groups;
}

std::string fillTemplate(std::string_view text, const std::vector<std::string_view>& groups)
{
    std::string filled;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '$' || i + 1 == text.size()) {
            filled += text[i];
            continue;
        }
        const char next = text[++i];
        const auto group = static_cast<std::size_t>(next - '0');
        if (next == '$')
            filled += '$';
        else if (next >= '0' && next <= '9')
            filled += group < groups.size() ? groups[group] : std::string_view();
        else
            filled.append(1, '$').append(1, next);
    }
    return filled;
}

Result<PairingFile> PairingFile::parse(std::string_view text, const std::string& path)
{
    return PairingParser(text, path).parse();
}

} // namespace dumpscope::core
