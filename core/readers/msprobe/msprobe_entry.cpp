// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/msprobe_entry.h"

#include "base/text.h"
#include "readers/mindspore/mindspore_statistic_cells.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace dumpscope::core {

namespace {

using Kind = JsonCursor::Kind;

constexpr std::array<std::string_view, MsprobePiece::kValues> kValueKeys {"Max", "Min", "Mean", "Norm"};
/// Containers nest up to 400 levels (docs/formats/msprobe-dump.md 3); more is damage.
constexpr int kMaxEntryDepth = 420;
/// Lists of plain numbers cost more memory than they take in the file.
constexpr std::size_t kMaxScalarsPerPiece = 1'000'000;
constexpr std::size_t kMaxScalarText = 4096;

template<std::size_t n>
std::optional<std::size_t> placeOf(const std::array<std::string_view, n>& keys, std::string_view key)
{
    const auto* place = std::ranges::find(keys, key);
    return place == keys.end() ? std::nullopt : std::optional(static_cast<std::size_t>(place - keys.begin()));
}

/// Raw JSON without line breaks and indentation.
std::string compact(std::string_view raw)
{
    std::string text;
    bool quoted = false;
    for (std::size_t i = 0; i < raw.size() && text.size() < kMaxScalarText; ++i) {
        const char c = raw[i];
        const bool isBlank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
        if (!quoted && isBlank)
            continue;
        text += c;
        if (quoted && c == '\\' && i + 1 < raw.size())
            text += raw[++i];
        else if (c == '"')
            quoted = !quoted;
    }
    return text;
}

/// Walks the value of one entry.
class EntryReader {
public:
    EntryReader(const MsprobeEntryText& entry, MsprobePiece& piece)
        : m_entry(entry)
        , m_piece(piece)
        , m_cursor(entry.value, entry.offset)
        , m_firstRow(piece.rows.size())
    {
        m_opName = piece.strings.internOwned(entry.name);
        if (const auto name = parseMsprobeEntry(entry.name)) {
            m_opType = piece.strings.internOwned(std::string(name->type));
            m_kind = name->kind;
            m_isBackward = name->isBackward;
        }
    }

    void run()
    {
        if (m_kind == MsprobeEntryName::Kind::Debug) {
            m_io = m_isBackward ? Io::Gradient : Io::Unknown;
            value(0);
        } else if (m_cursor.kind() == Kind::Object) {
            std::string_view key;
            if (m_cursor.beginObject()) {
                while (m_cursor.member(key))
                    member(std::string(key));
            }
        } else {
            const std::uint64_t offset = m_cursor.offset();
            std::string_view raw;
            if (m_cursor.skip(&raw))
                note(offset, phrase("the entry is no object: %1", quotedCell(compact(raw))));
        }
        if (!m_cursor.failed() && !m_cursor.atEnd())
            m_cursor.fail(Code::BadSyntax, phrase("text behind the value"));
        if (m_cursor.failed()) {
            const Error& error = m_cursor.error();
            m_piece.problems.push_back({Severity::Error, error.code, error.place,
                phrase("%1, in %2", error.message, printable(m_entry.name))});
        }
    }

private:
    /// One member of the entry: a role, or a fact about all its tensors.
    void member(const std::string& key)
    {
        m_slot = -1;
        m_path.clear();
        if (m_kind == MsprobeEntryName::Kind::Gradient) {
            m_slot = m_position++;
            m_io = Io::Gradient;
            m_path = key;
            onlyItem();
        } else if (key == "input_args" || key == "input") {
            list(Io::Input, "input");
        } else if (key == "output") {
            list(Io::Output, "output");
        } else if (key == "input_kwargs") {
            dictionary(Io::Argument, "kwargs");
        } else if (key == "parameters") {
            dictionary(Io::Parameter, "parameters");
        } else if (const auto column = placeOf(kMsprobeAttributes, key)) {
            const std::uint32_t text = attributeText();
            for (std::size_t i = m_firstRow; i < m_piece.rows.size(); ++i)
                m_piece.rows[i].attributes[*column] = text;
        } else {
            m_io = Io::Unknown;
            m_path = key;
            value(0);
        }
    }

    /// Positions of a list are slots.
    void list(Io io, std::string_view word)
    {
        m_io = io;
        if (m_cursor.kind() == Kind::Null) {
            m_cursor.skip();
            return;
        }
        if (m_cursor.kind() != Kind::Array) { // a single value without its list
            m_slot = 0;
            m_isPlain = true;
            m_path = word;
            value(0);
            m_isPlain = false;
            return;
        }
        if (!m_cursor.beginArray())
            return;
        for (std::int32_t i = 0; m_cursor.item(); ++i) {
            m_slot = i;
            m_isPlain = true;
            m_path = std::string(word) + '.' + std::to_string(i);
            value(0);
            m_isPlain = false;
        }
    }

    void dictionary(Io io, std::string_view word)
    {
        m_io = io;
        if (m_cursor.kind() != Kind::Object) {
            m_cursor.skip();
            return;
        }
        std::string_view key;
        if (!m_cursor.beginObject())
            return;
        for (std::int32_t i = 0; m_cursor.member(key); ++i) {
            m_slot = i;
            m_path = std::string(word) + '.' + std::string(key);
            value(0);
        }
    }

    /// Gradients stand in lists of one.
    void onlyItem()
    {
        if (m_cursor.kind() != Kind::Array) {
            value(0);
            return;
        }
        if (!m_cursor.beginArray())
            return;
        const std::string name = m_path;
        for (std::size_t i = 0; m_cursor.item(); ++i) {
            m_path = i == 0 ? name : name + '.' + std::to_string(i);
            value(0);
        }
    }

    void value(int depth)
    {
        if (depth > kMaxEntryDepth) {
            m_cursor.fail(Code::Limit, phrase("nested deeper than %1 levels", kMaxEntryDepth));
            return;
        }
        switch (m_cursor.kind()) {
        case Kind::Object:
            object(depth);
            break;
        case Kind::Array: {
            if (!m_cursor.beginArray())
                return;
            const bool wasPlain = std::exchange(m_isPlain, false);
            const std::size_t length = m_path.size();
            for (std::size_t i = 0; m_cursor.item(); ++i) {
                append(std::to_string(i));
                value(depth + 1);
                m_path.resize(length);
            }
            m_isPlain = wasPlain;
            break;
        }
        case Kind::Null:
            if (m_cursor.word())
                scalar("None", {});
            break;
        default: {
            std::string_view raw;
            if (m_cursor.skip(&raw))
                scalar({}, compact(raw));
        }
        }
    }

    void append(std::string_view part)
    {
        if (!m_path.empty())
            m_path += '.';
        m_path += part;
    }

    void object(int depth)
    {
        if (isLeaf()) {
            leaf(depth);
            return;
        }
        if (!m_cursor.beginObject())
            return;
        const bool wasPlain = std::exchange(m_isPlain, false);
        const std::size_t length = m_path.size();
        bool isEmpty = true;
        std::string_view key;
        while (m_cursor.member(key)) {
            isEmpty = false;
            append(key);
            value(depth + 1);
            m_path.resize(length);
        }
        m_isPlain = wasPlain;
        if (isEmpty && !m_cursor.failed())
            scalar("undescribed", {});
    }

    /// An object with a text `type` is a value; the user's own dictionary may have such a key, too, but
    /// not with a text (docs/formats/msprobe-dump.md 3.3). Looks ahead no further than a container would
    /// begin.
    bool isLeaf() const
    {
        JsonCursor ahead = m_cursor;
        std::string_view key;
        if (!ahead.beginObject())
            return false;
        while (ahead.member(key)) {
            const Kind kind = ahead.kind();
            if (key == "type" || key == "class_type")
                return kind == Kind::String;
            if (kind == Kind::Object || (kind == Kind::Array && key != "shape"))
                return false;
            if (!ahead.skip())
                return false;
        }
        return false;
    }

    /// What stands where a number or a checksum belongs.
    struct Cell {
        std::string_view key;
        std::string text;
        std::uint64_t offset = 0;
    };

    struct Leaf {
        std::uint32_t type = 0, dtype = 0, shape = 0, dataName = 0, digest = 0;
        std::string typeText, dtypeText, others, value;
        bool hasShape = false, hasValue = false; ///< the keys are there
        std::array<std::optional<double>, MsprobePiece::kValues> values;
        std::array<std::optional<WideInteger>, MsprobePiece::kValues> exactIntegers;
        std::array<std::uint32_t, kMsprobeAttributes.size()> attributes {};
        std::array<std::optional<Cell>, MsprobePiece::kValues> truths; ///< values that are true or false
        std::vector<Cell> unreadable;
    };

    void leaf(int depth)
    {
        Leaf leaf;
        std::string_view key;
        if (!m_cursor.beginObject())
            return;
        while (m_cursor.member(key))
            leafMember(leaf, key, depth);
        if (m_cursor.failed())
            return;
        if (leaf.hasShape && (!leaf.dtypeText.empty() || isTensorType(leaf)))
            tensor(leaf);
        else
            scalar(leaf.typeText, leaf.hasValue ? leaf.value : leaf.others);
    }

    void leafMember(Leaf& leaf, std::string_view key, int depth)
    {
        if (key == "type" || key == "class_type") {
            leaf.typeText = text();
        } else if (key == "dtype") {
            leaf.dtypeText = text();
            leaf.dtype = m_piece.strings.internOwned(leaf.dtypeText);
        } else if (key == "shape") {
            Cell cell {"shape", {}, m_cursor.offset()};
            std::string_view raw;
            leaf.hasShape = true;
            if (m_cursor.skip(&raw)) {
                cell.text = compact(raw);
                leaf.shape = m_piece.strings.internOwned(std::string(cell.text));
                if (!parseShape(cell.text))
                    leaf.unreadable.push_back(std::move(cell));
            }
        } else if (key == "data_name") {
            leaf.dataName = m_piece.strings.internOwned(text());
        } else if (key == "md5") {
            leaf.digest = checksum(leaf);
        } else if (const auto column = placeOf(kValueKeys, key)) {
            m_piece.hasValue[*column] = true;
            statistic(leaf, *column);
        } else if (const auto attribute = placeOf(kMsprobeAttributes, key)) {
            leaf.attributes[*attribute] = attributeText();
        } else if (key == "tensor" && m_cursor.kind() == Kind::Object) { // of a P2POp
            const std::size_t length = m_path.size();
            const bool wasPlain = std::exchange(m_isPlain, false);
            append(key);
            value(depth + 1);
            m_path.resize(length);
            m_isPlain = wasPlain;
        } else {
            leaf.hasValue = leaf.hasValue || key == "value";
            std::string found = text();
            if (key == "value")
                leaf.value = std::move(found);
            else
                leaf.others += (leaf.others.empty() ? "" : ", ") + std::string(key) + "=" + found;
        }
    }

    /// A value as text: what stands in quotes without them, `null` as nothing.
    std::string text()
    {
        std::string_view raw;
        switch (m_cursor.kind()) {
        case Kind::String:
            return m_cursor.string(raw) ? std::string(raw.substr(0, kMaxScalarText)) : std::string();
        case Kind::Null:
            m_cursor.skip();
            return {};
        default:
            return m_cursor.skip(&raw) ? compact(raw) : std::string();
        }
    }

    /// Booleans as Python spells them, as in the results of msprobe.
    std::uint32_t attributeText()
    {
        const Kind kind = m_cursor.kind();
        std::string found = text();
        if (kind == Kind::True || kind == Kind::False)
            found = kind == Kind::True ? "True" : "False";
        return m_piece.strings.internOwned(std::move(found));
    }

    /// A number, also as text; of booleans the extremes are true or false (docs/formats/msprobe-dump.md 3.2).
    void statistic(Leaf& leaf, std::size_t column)
    {
        const Kind kind = m_cursor.kind();
        Cell cell {kValueKeys[column], {}, m_cursor.offset()};
        std::string_view number;
        if (kind != Kind::Number)
            cell.text = text();
        else if (m_cursor.number(number))
            cell.text = number;
        if (m_cursor.failed())
            return;
        if (kind == Kind::True || kind == Kind::False) {
            leaf.values[column] = kind == Kind::True ? 1.0 : 0.0;
            leaf.truths[column] = std::move(cell);
        } else if (kind != Kind::Null) {
            const bool isText = kind == Kind::Number || kind == Kind::String;
            leaf.values[column] = isText ? parseDouble(cell.text) : std::nullopt;
            leaf.exactIntegers[column] = isText ? ifRounded(cell.text) : std::nullopt;
            if (!leaf.values[column])
                leaf.unreadable.push_back(std::move(cell));
        }
    }

    /// Hex digits; where the checksum is XOR, tensors of one element have their value there.
    std::uint32_t checksum(Leaf& leaf)
    {
        const Kind kind = m_cursor.kind();
        Cell cell {"md5", {}, m_cursor.offset()};
        cell.text = text();
        const std::string_view digits
            = std::string_view(cell.text).substr(cell.text.starts_with("0x") ? 2 : 0);
        const auto isHex = [](unsigned char c) { return std::isxdigit(c) != 0; };
        const bool isReadable = kind == Kind::String ? !digits.empty() && std::ranges::all_of(digits, isHex)
                                                     : kind != Kind::Array && kind != Kind::Object;
        if (!isReadable)
            leaf.unreadable.push_back(std::move(cell));
        return isReadable ? m_piece.strings.internOwned(std::move(cell.text)) : 0;
    }

    /// A warning at its place for every cell that is no statistic; the row has them all.
    void noteUnreadable(Leaf& leaf, MsprobePiece::Row& row)
    {
        for (std::size_t i = 0; i < leaf.truths.size(); ++i) {
            const bool isExtreme = i < 2; // Max, Min
            if (!leaf.truths[i] || (isExtreme && row.dtype == DType::Bool))
                continue;
            row.values[i].reset();
            leaf.unreadable.push_back(*leaf.truths[i]);
        }
        std::ranges::sort(leaf.unreadable, {}, &Cell::offset);
        for (const Cell& cell : leaf.unreadable) {
            const Message what = phrase("%1 cannot be read: %2", cell.key, quotedCell(cell.text));
            row.problem = m_piece.messages.intern(row.problem == MessageId {0U}
                    ? what
                    : phrase("%1; %2", m_piece.messages.message(row.problem), what));
            note(cell.offset, what);
        }
    }

    void note(std::uint64_t offset, const Message& what)
    {
        Place place;
        place.offset = offset;
        m_piece.problems.push_back(
            {Severity::Warning, Code::BadSyntax, place, phrase("%1, in %2", what, printable(m_entry.name))});
    }

    static bool isTensorType(const Leaf& leaf)
    {
        return leaf.typeText == "torch.Tensor" || leaf.typeText == "mindspore.Tensor";
    }

    void tensor(Leaf& leaf)
    {
        MsprobePiece::Row row;
        row.opName = m_opName;
        row.opType = m_opType;
        row.position = m_entry.position;
        row.io = m_io;
        row.slot = m_slot;
        row.entry = key();
        row.dtypeText = leaf.dtype;
        row.dtype = dtypeFromName(leaf.dtypeText).value_or(DType::Unknown);
        row.shapeText = leaf.shape;
        row.dataName = leaf.dataName;
        row.digest = leaf.digest;
        row.attributes = leaf.attributes;
        row.values = leaf.values;
        row.exactIntegers = leaf.exactIntegers;
        if (!isTensorType(leaf))
            row.attributes[0] = m_piece.strings.internOwned(leaf.typeText);
        if (row.dtype == DType::Unknown)
            row.problem = m_piece.messages.intern(phrase("unknown type %1", printable(leaf.dtypeText)));
        noteUnreadable(leaf, row);
        m_piece.rows.push_back(row);
    }

    void scalar(std::string_view type, const std::string& value)
    {
        if (m_piece.scalars.size() >= kMaxScalarsPerPiece) {
            ++m_piece.droppedScalars;
            return;
        }
        m_piece.scalars.push_back({m_opName, key(), m_piece.strings.internOwned(std::string(type)),
            m_piece.strings.internOwned(value), m_io, m_slot});
    }

    /// Where a slot says everything, there is no key.
    std::uint32_t key() { return m_isPlain ? 0 : m_piece.strings.internOwned(m_path); }

    const MsprobeEntryText& m_entry;
    MsprobePiece& m_piece;
    JsonCursor m_cursor;
    std::size_t m_firstRow;
    std::uint32_t m_opName = 0, m_opType = 0;
    MsprobeEntryName::Kind m_kind = MsprobeEntryName::Kind::Api;
    bool m_isBackward = false;

    Io m_io = Io::Unknown;
    std::int32_t m_slot = -1, m_position = 0;
    bool m_isPlain = false; ///< at an item of a list, not deeper
    std::string m_path;
};

} // namespace

void readMsprobeEntry(const MsprobeEntryText& entry, MsprobePiece& piece)
{
    EntryReader(entry, piece).run();
}

} // namespace dumpscope::core
