// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_table.h"

#include "compare/pairing/rule_file_json.h"
#include "name_tables.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMaxTableRules = 10'000;
constexpr std::int64_t kSetMemory = 64 << 20;

class TableParser {
public:
    TableParser(std::string_view text, const std::string& path)
        : m_text(text)
        , m_path(path)
    {
    }

    Result<NameTable> parse()
    {
        auto root = parseJson(m_text);
        if (!root)
            return tl::unexpected(root.error());
        if (!root->isObject())
            return failAt(m_text, m_path, *root, phrase("must be an object"));
        const JsonValue* version = root->find("version");
        if (version == nullptr || version->integer() != 1)
            return failAt(
                m_text, m_path, version == nullptr ? *root : *version, "version", phrase("must be 1"));
        TRY_ASSIGN(m_table.family, textOf(*root, "family"));
        TRY_VOID(each(*root, "names", [&](const JsonValue& value) { return name(value); }));
        TRY_VOID(each(*root, "fused", [&](const JsonValue& value) { return fused(value); }));
        return std::move(m_table);
    }

private:
    template<typename Read> Result<void> each(const JsonValue& root, std::string_view key, const Read& read)
    {
        const JsonValue* list = root.find(key);
        if (list == nullptr)
            return {};
        if (!list->isArray())
            return failAt(m_text, m_path, *list, key, phrase("must be a list"));
        if (list->items.size() > kMaxTableRules)
            return fail(
                Code::Limit, phrase("%1: more than %2 entries", key, kMaxTableRules), {.file = m_path});
        for (const JsonValue& value : list->items)
            TRY_VOID(read(value));
        return {};
    }

    Result<std::string> textOf(const JsonValue& object, std::string_view key) const
    {
        const JsonValue* value = object.find(key);
        if (value == nullptr || !value->isString() || value->text.empty())
            return failAt(m_text, m_path, value == nullptr ? object : *value, key, phrase("must be a text"));
        return value->text;
    }

    Result<NamePattern> patternOf(const JsonValue& object, std::string_view key) const
    {
        TRY_ASSIGN(const std::string text, textOf(object, key));
        auto pattern = NamePattern::make(text);
        if (!pattern)
            return failAt(m_text, m_path, *object.find(key), key, pattern.error().message);
        return pattern;
    }

    Result<std::string> templateOf(
        const JsonValue& value, std::string_view key, const NamePattern& pattern) const
    {
        if (!value.isString() || value.text.empty())
            return failAt(m_text, m_path, value, key, phrase("must be a text"));
        for (std::size_t i = 0; i + 1 < value.text.size(); ++i) {
            if (value.text[i] != '$')
                continue;
            const char next = value.text[++i];
            if (next >= '0' && next <= '9' && next - '0' > pattern.groups())
                return failAt(m_text, m_path, value, key,
                    phrase("$%1 has no group; the pattern has %2", next, pattern.groups()));
        }
        return value.text;
    }

    Result<std::string> commonOf(const JsonValue& object, const NamePattern& pattern) const
    {
        const JsonValue* common = object.find("as");
        return templateOf(common == nullptr ? object : *common, "as", pattern);
    }

    Result<void> name(const JsonValue& value)
    {
        NameTable::Name name;
        TRY_ASSIGN(name.pattern, patternOf(value, "name"));
        TRY_ASSIGN(name.common, commonOf(value, name.pattern));
        if (value.find("when") != nullptr) {
            TRY_ASSIGN(name.when, patternOf(value, "when"));
        }
        m_table.names.push_back(std::move(name));
        return {};
    }

    Result<void> fused(const JsonValue& value)
    {
        NameTable::Fused fused;
        TRY_ASSIGN(fused.pattern, patternOf(value, "name"));
        TRY_ASSIGN(fused.common, commonOf(value, fused.pattern));
        TRY_ASSIGN(fused.rows, textOf(value, "rows"));
        const JsonValue* parts = value.find("parts");
        if (parts == nullptr || !parts->isArray() || parts->items.size() < 2)
            return failAt(m_text, m_path, parts == nullptr ? value : *parts, "parts",
                phrase("must be a list of two names or more"));
        for (const JsonValue& part : parts->items) {
            TRY_ASSIGN(std::string text, templateOf(part, "parts", fused.pattern));
            fused.parts.push_back(std::move(text));
        }
        m_table.fused.push_back(std::move(fused));
        return {};
    }

    std::string_view m_text;
    const std::string& m_path;
    NameTable m_table;
};

std::vector<std::shared_ptr<const NameTable>> readBuiltin()
{
    std::vector<std::shared_ptr<const NameTable>> tables;
    for (const auto& [file, text] : kNameTables) {
        auto table = NameTable::parse(text, std::string(file));
        assert(table);
        if (table)
            tables.push_back(std::make_shared<const NameTable>(std::move(*table)));
    }
    return tables;
}

} // namespace

Result<NameTable> NameTable::parse(std::string_view text, const std::string& path)
{
    return TableParser(text, path).parse();
}

std::span<const std::shared_ptr<const NameTable>> NameTable::builtin()
{
    static const std::vector<std::shared_ptr<const NameTable>> tables = readBuiltin();
    return tables;
}

namespace {

/// How much of a path is the class of the whole model, as the debugger of Hugging Face begins its paths with
/// (`Qwen2ForCausalLM.model.norm`); 0: it does not.
std::size_t lengthOfModelClass(std::string_view path)
{
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos || dot + 1 == path.size())
        return 0;
    const auto isLower = [](char c) { return c >= 'a' && c <= 'z'; };
    const std::string_view first = path.substr(0, dot);
    const bool isClass = first.front() >= 'A' && first.front() <= 'Z'
        && (first.find("For") != std::string_view::npos || first.ends_with("Model"));
    return isClass && isLower(path[dot + 1]) ? dot + 1 : 0;
}

} // namespace

std::string withoutWrappers(std::string_view path)
{
    constexpr std::array<std::string_view, 4> kOutside {
        "module.", "_orig_mod.", "base_model.model.", "root."};
    constexpr std::array<std::string_view, 4> kInside {
        "_orig_mod.", "_fsdp_wrapped_module.", "_checkpoint_wrapped_module.", "base_layer."};
    const auto cutOutside = [&] {
        const auto* const outside
            = std::ranges::find_if(kOutside, [&](std::string_view word) { return path.starts_with(word); });
        if (outside == kOutside.end())
            return false;
        path.remove_prefix(outside->size());
        return true;
    };
    while (cutOutside()) { }
    path.remove_prefix(lengthOfModelClass(path));
    // Distributed checkpoints of {"model": state} have the key before each name.
    constexpr std::string_view kKey = "model.";
    while (path.starts_with("model.model.") || path.starts_with("model.lm_head."))
        path.remove_prefix(kKey.size());
    std::string inner;
    inner.reserve(path.size());
    while (!path.empty()) {
        const bool isAtPart = inner.empty() || inner.back() == '.';
        const auto* const wrapper = isAtPart
            ? std::ranges::find_if(kInside, [&](std::string_view word) { return path.starts_with(word); })
            : kInside.end();
        if (wrapper != kInside.end()) {
            path.remove_prefix(wrapper->size());
            continue;
        }
        const std::size_t length = std::min(path.find('.'), path.size() - 1) + 1;
        inner += path.substr(0, length);
        path.remove_prefix(length);
    }
    return inner;
}

NameTables::NameTables(Tables tables)
    : m_tables(std::move(tables))
{
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_dot_nl(true);
    options.set_max_mem(kSetMemory);
    m_patterns = std::make_unique<re2::RE2::Set>(options, re2::RE2::ANCHOR_BOTH);
    const auto add = [&](const NamePattern& pattern, const Entry& entry) {
        if (m_patterns->Add(pattern.text(), nullptr) >= 0)
            m_entries.push_back(entry);
    };
    for (const auto& table : m_tables) {
        for (const NameTable::Fused& fused : table->fused)
            add(fused.pattern, {table.get(), nullptr, &fused});
    }
    for (const auto& table : m_tables) {
        for (const NameTable::Name& name : table->names)
            add(name.pattern, {table.get(), &name, nullptr});
    }
    if (!m_patterns->Compile())
        m_entries.clear(); // out of memory: no name is known
}

NameTables::~NameTables() = default;

NameTables::Idle NameTables::idleFor(std::span<const std::string> paths) const
{
    Idle idle;
    for (const auto& table : m_tables) {
        for (const NameTable::Name& name : table->names) {
            if (name.when && std::ranges::none_of(paths, [&](const std::string& path) {
                    return !name.when->match(path).empty();
                }))
                idle.push_back(&name);
        }
    }
    return idle;
}

NameTables::Reading NameTables::read(std::string_view path, const Idle& idle) const
{
    std::vector<int> hits;
    if (!m_entries.empty())
        m_patterns->Match(re2::StringPiece(path.data(), path.size()), &hits);
    std::ranges::sort(hits);
    for (const int hit : hits) {
        const Entry& entry = m_entries[static_cast<std::size_t>(hit)];
        if (entry.name != nullptr && std::ranges::find(idle, entry.name) != idle.end())
            continue;
        const NamePattern& pattern = entry.name != nullptr ? entry.name->pattern : entry.fused->pattern;
        const auto groups = pattern.match(path);
        if (groups.empty())
            continue;
        if (entry.name != nullptr)
            return {fillTemplate(entry.name->common, groups), entry.table->family, {}, {}};
        Reading reading {
            fillTemplate(entry.fused->common, groups), entry.table->family, {}, entry.fused->rows};
        for (const std::string& part : entry.fused->parts)
            reading.parts.push_back(fillTemplate(part, groups));
        return reading;
    }
    return {std::string(path), {}, {}, {}};
}

} // namespace dumpscope::core
