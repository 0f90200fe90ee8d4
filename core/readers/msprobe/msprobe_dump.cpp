// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/msprobe_dump.h"

#include "base/parallel.h"
#include "base/text.h"
#include "io/json_reader.h"
#include "readers/file_finding.h"
#include "readers/msprobe/msprobe_entry.h"
#include "readers/statistic_contradictions.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace dumpscope::core {

namespace {

using Field = StatisticTable::Field;
using Kind = JsonCursor::Kind;

constexpr std::array<Field, MsprobePiece::kValues> kFields {
    Field::Max, Field::Min, Field::Mean, Field::L2Norm};
constexpr std::array<std::string_view, MsprobePiece::kValues> kHeaders {"Max", "Min", "Mean", "Norm"};
constexpr std::size_t kEntriesPerPiece = 64;
constexpr std::size_t kMaxScalars = 20'000'000;

/// The head and where the entries stand. Nothing of the entries is looked at but their brackets.
class HeadReader {
public:
    HeadReader(std::string_view text, MsprobeDump& dump, std::vector<MsprobeEntryText>& entries)
        : m_text(text)
        , m_cursor(text)
        , m_dump(dump)
        , m_entries(entries)
    {
    }

    Result<void> run(TaskContext& task)
    {
        if (m_cursor.atEnd())
            return fail(Code::Truncated, phrase("the file is empty"));
        if (m_cursor.kind() != Kind::Object || !m_cursor.beginObject())
            return fail(Code::BadSyntax, phrase("not a JSON object"));
        std::string_view key;
        while (m_cursor.member(key)) {
            if (key == "data" && m_cursor.kind() == Kind::Object)
                TRY_VOID(listEntries(task));
            else if (key == "task")
                m_dump.task = word();
            else if (key == "level")
                m_dump.level = word();
            else if (key == "framework")
                m_dump.framework = word();
            else if (key == "dump_data_dir")
                m_dump.dataFolder = word();
            else
                m_cursor.skip();
        }
        if (!m_cursor.failed() && !m_cursor.atEnd())
            m_cursor.fail(Code::BadSyntax, phrase("text behind the end of the document"));
        if (m_cursor.failed()) {
            Error error = m_cursor.error();
            m_dump.problems.push_back({Severity::Error, error.code, error.place,
                phrase("%1, behind %2 entries", error.message, m_entries.size())});
        }
        return {};
    }

private:
    std::string word()
    {
        std::string_view value;
        if (m_cursor.kind() == Kind::String)
            return m_cursor.string(value) ? std::string(value) : std::string();
        m_cursor.skip();
        return {};
    }

    Result<void> listEntries(TaskContext& task)
    {
        constexpr std::size_t kBetweenChecks = 1024;
        std::string_view key;
        if (!m_cursor.beginObject())
            return {};
        while (m_cursor.member(key)) {
            if (m_entries.size() % kBetweenChecks == 0)
                TRY_VOID(task.checkStop());
            (void)m_cursor.kind(); // passes the blanks
            const std::uint64_t offset = m_cursor.offset();
            std::string_view raw;
            // What is left of a cut entry is read as far as it goes.
            if (!m_cursor.skip(&raw))
                raw = m_text.substr(std::min<std::size_t>(offset, m_text.size()));
            if (!m_names.insert(std::string(key)).second) {
                Place place;
                place.offset = offset;
                m_dump.problems.push_back({Severity::Warning, Code::Duplicate, place,
                    phrase("an entry of this name stands before: %1", printable(key))});
            }
            m_entries.push_back(
                {std::string(key), raw, offset, static_cast<std::uint32_t>(m_entries.size())});
        }
        return {};
    }

    std::string_view m_text;
    JsonCursor m_cursor;
    MsprobeDump& m_dump;
    std::vector<MsprobeEntryText>& m_entries;
    std::unordered_set<std::string> m_names;
};

class MsprobeTableMerger {
public:
    explicit MsprobeTableMerger(MsprobeDump& dump)
        : m_dump(dump)
        , m_table(*dump.table)
    {
        for (const std::string_view name : kMsprobeAttributes)
            m_table.attributes.push_back({std::string(name), {}});
        m_table.digests.push_back({"md5", {}});
        // Counts as present until the end, when columns nobody filled go.
        for (const Field field : kFields) {
            m_table.values[static_cast<std::size_t>(field)] = {};
            m_table.isNull[static_cast<std::size_t>(field)] = {};
        }
    }

    void add(MsprobePiece&& piece)
    {
        const auto& texts = piece.strings.texts();
        std::vector<StringId> ids(texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i)
            ids[i] = m_table.strings.intern(texts[i], piece.strings.hashes()[i]);
        for (const MsprobePiece::Row& row : piece.rows) {
            addRow(row, ids);
            m_table.problem.push_back(m_table.messages.intern(piece.messages.message(row.problem)));
        }
        for (const MsprobePiece::Scalar& scalar : piece.scalars) {
            if (m_table.scalars.size() >= kMaxScalars)
                ++m_droppedScalars;
            else
                m_table.scalars.push_back({ids[scalar.opName], ids[scalar.entry], ids[scalar.type],
                    ids[scalar.value], scalar.io, scalar.slot});
        }
        m_droppedScalars += piece.droppedScalars;
        for (std::size_t i = 0; i < kFields.size(); ++i)
            m_hasValue[i] = m_hasValue[i] || piece.hasValue[i];
        for (Diagnostic& problem : piece.problems) {
            ++m_problems;
            if (m_problems <= kMaxProblems)
                m_dump.problems.push_back(std::move(problem));
        }
    }

    void finish()
    {
        for (std::size_t i = 0; i < kFields.size(); ++i) {
            const auto field = static_cast<std::size_t>(kFields[i]);
            if (m_hasValue[i]) {
                m_table.columns.push_back({std::string(kHeaders[i]), kFields[i], false});
            } else {
                m_table.values[field] = {};
                m_table.isNull[field] = {};
            }
        }
        const auto isUnused = [](const StatisticTable::Digest& column) {
            return std::ranges::all_of(column.text, [](StringId id) { return id.value() == 0; });
        };
        std::erase_if(m_table.attributes, isUnused);
        std::erase_if(m_table.digests, isUnused);
        for (const StatisticTable::Digest& digest : m_table.digests)
            m_table.columns.push_back({digest.name, std::nullopt, true});
        for (const StatisticTable::Digest& attribute : m_table.attributes)
            m_table.columns.push_back({attribute.name, std::nullopt, false});
        if (std::ranges::all_of(m_table.dataName, [](StringId id) { return id.value() == 0; }))
            m_table.dataName = {};
        if (m_problems > kMaxProblems)
            m_dump.problems.push_back({Severity::Warning, Code::Limit, {},
                phrase("%1 more entries with a problem", m_problems - kMaxProblems)});
        if (m_droppedScalars > 0)
            m_dump.problems.push_back({Severity::Warning, Code::Limit, {},
                phrase("%1 arguments that are no tensors were left out", m_droppedScalars)});
    }

private:
    void addRow(const MsprobePiece::Row& row, const std::vector<StringId>& ids)
    {
        StatisticTable& t = m_table;
        t.opType.push_back(ids[row.opType]);
        t.opName.push_back(ids[row.opName]);
        t.io.push_back(row.io);
        t.slot.push_back(row.slot);
        t.task.push_back(StatisticTable::kNone);
        t.stream.push_back(StatisticTable::kNone);
        t.timestamp.push_back(0);
        t.dataSize.push_back(0);
        t.dtype.push_back(row.dtype);
        t.dtypeText.push_back(ids[row.dtypeText]);
        t.shapeText.push_back(ids[row.shapeText]);
        t.formatText.push_back(StringId(std::uint32_t {0}));
        t.line.push_back(0);
        t.entry.push_back(ids[row.entry]);
        t.dataName.push_back(ids[row.dataName]);
        t.position.push_back(row.position);
        for (std::size_t i = 0; i < kFields.size(); ++i) {
            const auto field = static_cast<std::size_t>(kFields[i]);
            t.values[field].push_back(row.values[i].value_or(0));
            t.isNull[field].push_back(!row.values[i]);
            if (row.exactIntegers[i])
                t.exactIntegers[field].push_back(
                    {static_cast<std::uint32_t>(t.rows() - 1), *row.exactIntegers[i]});
        }
        t.digests.front().text.push_back(ids[row.digest]);
        for (std::size_t i = 0; i < kMsprobeAttributes.size(); ++i)
            t.attributes[i].text.push_back(ids[row.attributes[i]]);
    }

    MsprobeDump& m_dump;
    StatisticTable& m_table;
    std::array<bool, MsprobePiece::kValues> m_hasValue {};
    std::size_t m_problems = 0, m_droppedScalars = 0;
};

/// Damages seen twice, by who looked for the entries and by who read one, are reported once.
void finishProblems(std::string_view text, std::vector<Diagnostic>& problems)
{
    std::ranges::stable_sort(
        problems, {}, [](const Diagnostic& d) { return d.place.offset.value_or(UINT64_MAX); });
    const auto isRepeat = [](const Diagnostic& a, const Diagnostic& b) {
        return a.code == Code::Truncated && b.code == Code::Truncated && a.place.offset == b.place.offset;
    };
    problems.erase(std::unique(problems.begin(), problems.end(), isRepeat), problems.end());
    for (Diagnostic& problem : problems) {
        if (problem.place.offset) {
            const auto [row, column] = rowAndColumn(text, *problem.place.offset);
            problem.place.row = row;
            problem.place.column = column;
        }
    }
}

} // namespace

bool isMsprobeDump(std::string_view text)
{
    JsonCursor cursor(text);
    if (cursor.kind() != Kind::Object || !cursor.beginObject())
        return false;
    bool hasTask = false;
    bool hasLevel = false;
    std::string_view key;
    // A cut text fails at its end; what was seen before counts.
    while (cursor.member(key)) {
        hasTask = hasTask || key == "task";
        hasLevel = hasLevel || key == "level";
        if (key == "data" || key == "dump_data_dir")
            return hasTask && hasLevel;
        cursor.skip();
    }
    return false;
}

Result<MsprobeDump> parseMsprobeDump(std::string_view text, TaskContext& task)
{
    MsprobeDump dump;
    dump.table = std::make_shared<StatisticTable>();
    std::vector<MsprobeEntryText> entries;
    TRY_VOID(HeadReader(text, dump, entries).run(task));
    dump.entries = entries.size();

    MsprobeTableMerger merger(dump);
    const auto readPiece = [&](std::size_t begin, std::size_t end) -> Result<MsprobePiece> {
        MsprobePiece piece;
        for (std::size_t i = begin; i < end; ++i) {
            TRY_VOID(task.checkStop());
            readMsprobeEntry(entries[i], piece);
        }
        return piece;
    };
    TRY_VOID(parallelMapReduce<MsprobePiece>(task.arena, entries.size(), kEntriesPerPiece, task.stop,
        readPiece, [&](MsprobePiece&& piece) -> Result<void> {
            merger.add(std::move(piece));
            return {};
        }));
    merger.finish();
    noteContradictions(*dump.table, dump.problems);
    finishProblems(text, dump.problems);
    return dump;
}

} // namespace dumpscope::core
