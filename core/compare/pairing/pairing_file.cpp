// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_file.h"

#include "base/text.h"
#include "compare/pairing/rule_file_json.h"
#include "tensor/memory_format.h"

#include <re2/re2.h>

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxPattern = 4096;

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
    Result<void> eachOf(const JsonValue& list, const std::string& key, const Each& each)
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
                    expected += (expected.empty() ? "" : ", ") + std::string(k);
                return failed(member, path + '.' + key, phrase("unknown key; expected one of %1", expected));
            }
        }
        return {};
    }

    Result<void> rule(const JsonValue& value, const std::string& path)
    {
        TRY_VOID(knownKeys(value, path, {"target", "golden", "io", "slot", "layout", "note"}));
        PairingFile::Rule rule;
        rule.row = rowOf(value);
        TRY_ASSIGN(const std::string pattern, textOf(value, "target", path));
        auto compiled = NamePattern::make(pattern);
        if (!compiled)
            return failed(*value.find("target"), path + ".target", compiled.error().message);
        rule.target = std::move(*compiled);
        TRY_ASSIGN(rule.golden, textOf(value, "golden", path));
        TRY_VOID(checkTemplate(rule, *value.find("golden"), path + ".golden"));
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
        m_file.rules.push_back(std::move(rule));
        return {};
    }

    Result<void> checkTemplate(
        const PairingFile::Rule& rule, const JsonValue& value, const std::string& path) const
    {
        for (std::size_t i = 0; i + 1 < rule.golden.size(); ++i) {
            if (rule.golden[i] != '$')
                continue;
            const char next = rule.golden[++i];
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
                    member, path + '.' + key, phrase("must map a slot of target to a slot of golden"));
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

    Result<void> pair(const JsonValue& value, const std::string& path)
    {
        TRY_VOID(knownKeys(value, path, {"target", "golden", "note"}));
        PairingFile::Pair pair;
        pair.row = rowOf(value);
        TRY_ASSIGN(pair.target, textOf(value, "target", path));
        TRY_ASSIGN(pair.golden, textOf(value, "golden", path));
        if (const JsonValue* note = value.find("note"))
            pair.note = note->text;
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
        if (const JsonValue* note = value.find("note"))
            entry.note = note->text;
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
