// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msprobe_document.h"

#include "base/digest.h"
#include "base/text.h"
#include "io/json_cursor.h"
#include "io/json_reader.h"
#include "official/python_value.h"

#include <algorithm>
#include <unordered_map>

namespace dumpscope::core {

namespace {

using State = MsprobeLine::State;

constexpr std::array<std::string_view, kDumpedStatistics> kStatisticKeys {"Max", "Min", "Mean", "Norm"};
constexpr std::string_view kGradients = "parameters_grad";

std::vector<std::string_view> dottedParts(std::string_view name)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = 0;;) {
        const std::size_t dot = std::min(name.find('.', at), name.size());
        parts.push_back(name.substr(at, dot - at));
        if (dot == name.size())
            return parts;
        at = dot + 1;
    }
}

bool isGradientEntry(std::string_view name)
{
    const auto parts = dottedParts(name);
    return parts.back() == kGradients || (parts.size() > 1 && parts[parts.size() - 2] == kGradients);
}

StatisticCell cellOf(const JsonValue* value)
{
    if (value == nullptr || value->kind == JsonValue::Kind::Null)
        return {};
    if (value->kind == JsonValue::Kind::Bool)
        return value->boolean;
    if (value->kind == JsonValue::Kind::Number) {
        if (const auto integer = value->integer(); integer && pythonClass(*value) == "int")
            return *integer;
        if (const auto number = value->number())
            return *number;
    }
    return pythonText(*value);
}

bool isTrue(const JsonValue* value) ///< as Python sees it
{
    return value != nullptr && value->kind != JsonValue::Kind::Null
        && (value->kind != JsonValue::Kind::Bool || value->boolean)
        && (value->kind != JsonValue::Kind::String || !value->text.empty())
        && (!value->isArray() || !value->items.empty()) && (!value->isObject() || !value->members.empty());
}

std::string textOf(const JsonValue* value)
{
    return value == nullptr ? std::string("None") : pythonText(*value);
}

/// Dimensions as NumPy prints those of a list: (3,).
std::string listShape(const JsonValue* value)
{
    std::string dimensions;
    std::size_t count = 0;
    for (; value != nullptr && value->isArray(); ++count) {
        (dimensions += count > 0 ? ", " : "") += std::to_string(value->items.size());
        value = value->items.empty() ? nullptr : &value->items.front();
    }
    return '(' + dimensions + (count == 1 ? ",)" : ")");
}

/// Takes an entry's value apart.
class EntryLines {
public:
    EntryLines(std::string_view entry, std::uint32_t number, std::vector<MsprobeLine>& lines)
        : m_entry(entry)
        , m_number(number)
        , m_keepsName(isGradientEntry(entry))
        , m_lines(lines)
    {
    }

    void read(const JsonValue& value)
    {
        if (m_entry.ends_with(".debug")) {
            item(value, m_entry, State::Input);
        } else if (m_keepsName) {
            item(value, m_entry, State::Gradient);
        } else {
            struct Role {
                std::string_view key, word;
                State state;
            };
            constexpr std::array<Role, 5> kRoles {{{"input_args", ".input", State::Input},
                {"input_kwargs", ".input", State::Input}, {"input", ".input", State::Input},
                {"output", ".output", State::Output}, {"parameters", ".parameters", State::Parameter}}};
            for (const Role& role : kRoles) {
                if (const JsonValue* member = value.find(role.key))
                    item(*member, m_entry + std::string(role.word), role.state);
            }
        }
    }

private:
    MsprobeLine emptyLine(const std::string& name, State state) const
    {
        MsprobeLine line;
        line.name = name;
        line.dtype = line.shape = "None";
        line.entry = m_number;
        line.state = state;
        return line;
    }

    void item(const JsonValue& value, const std::string& name, State state)
    {
        if (value.kind == JsonValue::Kind::Null) {
            m_lines.push_back(emptyLine(name, state));
        } else if (value.isArray()) {
            for (std::size_t i = 0; i < value.items.size(); ++i)
                item(value.items[i], m_keepsName ? name : name + '.' + std::to_string(i), state);
        } else if (value.isObject()) {
            object(value, name, state);
        }
    }

    void object(const JsonValue& value, const std::string& name, State state)
    {
        const JsonValue* type = value.find("class_type");
        if (type != nullptr && type->text == "torch.distributed.P2POp") {
            const JsonValue* tensor = value.find("tensor");
            if (tensor != nullptr && tensor->isObject() && !tensor->members.empty())
                leaf(*tensor, name, state);
            else
                m_lines.push_back(emptyLine(name, state));
            return;
        }
        type = value.find("type");
        if (type != nullptr && type->isString()) {
            leaf(value, name, state);
            return;
        }
        for (const auto& [key, member] : value.members)
            item(member, name + '.' + key, state);
    }

    void leaf(const JsonValue& value, const std::string& name, State state)
    {
        MsprobeLine line = emptyLine(name, state);
        if (const JsonValue* file = value.find("data_name"); isTrue(file)) {
            line.dataName = pythonText(*file);
            line.name = line.dataName.substr(0, line.dataName.rfind('.'));
        }
        if (const JsonValue* grad = value.find("requires_grad"); grad != nullptr)
            line.requiresGrad = grad->kind == JsonValue::Kind::Null ? std::string() : pythonText(*grad);
        if (const JsonValue* md5 = value.find("md5"); isTrue(md5))
            line.md5 = pythonText(*md5);
        for (std::size_t i = 0; i < kDumpedStatistics; ++i) {
            line.summary[i] = cellOf(value.find(kStatisticKeys[i]));
            if (const auto* truth = std::get_if<bool>(&line.summary[i])) // of a tensor it becomes a text
                line.summary[i] = std::string(*truth ? "True" : "False");
        }
        if (const JsonValue* dtype = value.find("dtype"); isTrue(dtype)) {
            line.dtype = pythonText(*dtype);
            line.shape = textOf(value.find("shape"));
        } else {
            plain(value, line);
        }
        if (line.md5.empty()) {
            const JsonValue* content = value.find("value");
            const std::string text = content == nullptr ? std::string() : pythonText(*content);
            line.md5 = digestHex(DigestKind::Crc32, std::as_bytes(std::span(text)));
        }
        m_lines.push_back(std::move(line));
    }

    /// What has no dtype: scalars and descriptions.
    static void plain(const JsonValue& value, MsprobeLine& line)
    {
        const JsonValue* content = value.find("value");
        const std::string type = textOf(value.find("type"));
        const std::string last = line.name.substr(line.name.rfind('.') + 1);
        const auto fill = [&line](const StatisticCell& cell) { line.summary.fill(cell); };
        line.dtype = type;
        line.shape = "[]";
        if (type == "torch.Size") {
            line.shape = textOf(content);
        } else if (type == "slice") {
            line.shape = listShape(content);
        } else if (type == "ellipsis") {
            fill(cellOf(content));
        } else if (last == "src" || last == "dst" || last == "group_src" || last == "group_dst") {
            fill(textOf(content));
            line.md5 = textOf(content);
        } else if (type == "torch.ProcessGroup") {
            fill(textOf(value.find("group_ranks")));
            line.md5 = textOf(value.find("group_ranks"));
        } else {
            const JsonValue none;
            line.dtype = "<class '" + std::string(pythonClass(content == nullptr ? none : *content)) + "'>";
            fill(cellOf(content));
        }
    }

    std::string m_entry;
    std::uint32_t m_number;
    bool m_keepsName; ///< gradients stand in lists of one
    std::vector<MsprobeLine>& m_lines;
};

/// Splits the name; false when it is no name of an entry.
bool splitName(MsprobeResultEntry& entry, bool isDebug)
{
    const auto parts = dottedParts(entry.name);
    const auto join = [&](std::size_t from, std::size_t to) {
        std::string text;
        for (std::size_t i = from; i < to; ++i)
            (text += i > from ? "." : "") += parts[i];
        return text;
    };
    const std::size_t n = parts.size();
    if (isDebug) {
        entry.stem = entry.call = entry.name;
        return true;
    }
    const std::string_view last = parts.back();
    const std::string_view before = n > 1 ? parts[n - 2] : std::string_view();
    if (isGradientEntry(entry.name)) {
        entry.stem = join(0, n - 1);
        entry.call = kGradients;
        return n > 1;
    }
    for (const std::string_view direction : {"forward", "backward"}) {
        if (last != direction && before != direction)
            continue;
        entry.stem = n > 2 ? join(0, n - 2) : std::string();
        entry.call = join(n - 2, n);
        entry.isBackward = direction == "backward";
        return n > 2;
    }
    return false;
}

class DocumentReader {
public:
    DocumentReader(MsprobeDocument& document, bool isDebug)
        : m_document(document)
        , m_isDebug(isDebug)
    {
    }

    Result<void> run(std::string_view text, TaskContext& task)
    {
        JsonCursor cursor(text);
        if (cursor.kind() != JsonCursor::Kind::Object || !cursor.beginObject())
            return fail(Code::BadSyntax, phrase("not a JSON object"));
        std::string_view key, value;
        while (cursor.member(key)) {
            const bool isText = cursor.kind() == JsonCursor::Kind::String;
            if (key == "task" && isText && cursor.string(value))
                m_document.task = value;
            else if (key == "framework" && isText && cursor.string(value))
                m_document.framework = value;
            else if (key == "data" && cursor.kind() == JsonCursor::Kind::Object)
                TRY_VOID(entries(cursor, task));
            else
                cursor.skip();
        }
        if (m_document.framework.empty())
            m_document.framework = guessedFramework();
        return {};
    }

private:
    Result<void> entries(JsonCursor& cursor, TaskContext& task)
    {
        std::string_view key;
        if (!cursor.beginObject())
            return {};
        while (cursor.member(key)) {
            TRY_VOID(task.checkStop());
            const std::string name(key);
            std::string_view raw;
            if (!cursor.skip(&raw))
                break; // a cut entry is none
            if (const auto value = parseJson(raw))
                entry(name, *value);
        }
        return {};
    }

    void entry(const std::string& name, const JsonValue& value)
    {
        MsprobeResultEntry entry;
        entry.name = name;
        entry.first = static_cast<std::uint32_t>(m_document.lines.size());
        if (!splitName(entry, m_isDebug))
            return;
        EntryLines(name, static_cast<std::uint32_t>(m_document.entries.size()), m_document.lines).read(value);
        entry.count = static_cast<std::uint32_t>(m_document.lines.size()) - entry.first;
        if (entry.count == 0)
            return;
        if (entry.isBackward)
            entry.backwardTurn = m_backwards[entry.stem]++;
        const auto first = m_document.lines.begin() + entry.first;
        m_document.hasChecksums = m_document.hasChecksums || hasChecksum(value);
        std::stable_sort(first, m_document.lines.end(),
            [](const MsprobeLine& a, const MsprobeLine& b) { return a.state < b.state; });
        m_document.entries.push_back(std::move(entry));
    }

    static bool hasChecksum(const JsonValue& value)
    {
        const auto isIt = [](const JsonValue& inner) { return hasChecksum(inner); };
        return value.find("md5") != nullptr || std::ranges::any_of(value.items, isIt)
            || std::ranges::any_of(value.members, [&](const auto& member) { return isIt(member.second); });
    }

    /// The key is younger than the format; the spelling of types tells.
    std::string guessedFramework() const
    {
        const auto isTorch = [](const MsprobeLine& line) { return line.dtype.starts_with("torch."); };
        return std::ranges::any_of(m_document.lines, isTorch) ? "pytorch" : "mindspore";
    }

    MsprobeDocument& m_document;
    bool m_isDebug;
    std::unordered_map<std::string, std::uint32_t> m_backwards;
};

std::vector<std::string> textsOf(const JsonValue& list)
{
    std::vector<std::string> texts;
    for (const JsonValue& item : list.items)
        texts.push_back(pythonText(item));
    return texts;
}

} // namespace

Result<MsprobeDocument> MsprobeDocument::parse(std::string_view text, bool isDebug, TaskContext& task)
{
    MsprobeDocument document;
    TRY_VOID(DocumentReader(document, isDebug).run(text, task));
    return document;
}

Result<std::map<std::string, std::vector<std::string>, std::less<>>> parseMsprobeStackTexts(
    std::string_view text)
{
    TRY_ASSIGN(const JsonValue root, parseJson(text));
    std::map<std::string, std::vector<std::string>, std::less<>> stacks;
    for (const auto& [key, value] : root.members) {
        const bool isGroup = value.items.size() == 2 && value.items[0].isArray() && value.items[1].isArray();
        if (!isGroup) {
            stacks[key] = textsOf(value);
            continue;
        }
        for (const JsonValue& name : value.items[0].items)
            stacks[name.text] = textsOf(value.items[1]);
    }
    return stacks;
}

Result<std::map<std::string, std::string, std::less<>>> parseMsprobeParents(std::string_view text)
{
    TRY_ASSIGN(const JsonValue root, parseJson(text));
    std::map<std::string, std::string, std::less<>> parents;
    for (const auto& [key, value] : root.members) {
        // Megatron adds the micro step: [parent, step].
        const JsonValue& parent = value.isArray() && !value.items.empty() ? value.items.front() : value;
        parents[key] = parent.isString() ? parent.text : std::string();
    }
    return parents;
}

} // namespace dumpscope::core
