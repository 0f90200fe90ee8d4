// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/overflow_linker.h"

#include "base/text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kNone = TensorRow::kNone;

/// What a record says about its operator; kNone where it does not say.
struct OperatorIds {
    std::uint32_t task = kNone, stream = kNone, context = kNone, thread = kNone;
};

std::uint32_t narrow(const std::optional<std::uint64_t>& number)
{
    return number && *number < kNone ? static_cast<std::uint32_t>(*number) : kNone;
}

OperatorIds idsOf(const OverflowBlock& block)
{
    return {narrow(block.value("task_id")), narrow(block.value("stream_id")),
        narrow(block.applicable("context_id")), narrow(block.applicable("thread_id"))};
}

Message idsText(const OperatorIds& ids)
{
    Message text = phrase("task %1, stream %2", ids.task, ids.stream);
    if (ids.context != kNone)
        text = phrase("%1, context %2", text, ids.context);
    if (ids.thread != kNone)
        text = phrase("%1, thread %2", text, ids.thread);
    return text;
}

/// How many leading components two paths share.
std::size_t commonFolders(std::string_view a, std::string_view b)
{
    std::size_t common = 0;
    for (;;) {
        const std::size_t endA = a.find('/');
        const std::size_t endB = b.find('/');
        if (a.substr(0, endA) != b.substr(0, endB) || a.empty())
            return common;
        ++common;
        if (endA == std::string_view::npos || endB == std::string_view::npos)
            return common;
        a.remove_prefix(endA + 1);
        b.remove_prefix(endB + 1);
    }
}

class OperatorFinder {
public:
    explicit OperatorFinder(const IndexParts& parts, const std::vector<OverflowEntry>& entries)
        : m_parts(parts)
    {
        std::set<FileId> records;
        for (const OverflowEntry& entry : entries)
            records.insert(entry.file);
        for (std::uint32_t i = 0; i < parts.tensors.size(); ++i) {
            const TensorRow& row = parts.tensors[i];
            if (row.task != kNone && !records.contains(row.file))
                m_rows[key(folderOf(row), row.task)].push_back(i);
        }
        for (std::uint32_t f = 0; f < parts.folders.size(); ++f)
            m_sameStep[placeOf(FolderId(f))].push_back(FolderId(f));
    }

    OverflowOperator find(FolderId folder, const OverflowBlock& block) const
    {
        OverflowOperator found;
        found.unit = block.unit;
        const OperatorIds ids = idsOf(block);
        if (ids.task == kNone) {
            found.note = phrase("the record names no task");
            return found;
        }
        if (take(rowsIn(folder, ids), found))
            return found;
        const FolderFacts& facts = m_parts.folders[folder.value()].facts;
        if (facts.rank && facts.step) {
            if (take(nearestRows(folder, ids), found)) {
                addNote(found, phrase("found in another folder of the same rank and step"));
                return found;
            }
        }
        found.note = phrase("no dump with %1 in the folder", idsText(ids));
        return found;
    }

private:
    using Place = std::tuple<std::string, std::optional<std::int64_t>, std::optional<std::int64_t>>;

    static FolderId folderOf(const TensorRow& row) { return row.folder; }
    Place placeOf(FolderId folder) const
    {
        const FolderFacts& facts = m_parts.folders[folder.value()].facts;
        return {facts.run, facts.rank, facts.step};
    }
    static std::uint64_t key(FolderId folder, std::uint32_t task)
    {
        return std::uint64_t {folder.value()} << 32U | task;
    }
    std::string_view pathOf(FolderId folder) const
    {
        return m_parts.strings.text(m_parts.folders[folder.value()].path);
    }
    static void addNote(OverflowOperator& found, const Message& text)
    {
        found.note = joined(std::array {found.note, text});
    }

    /// Rows of the folder that have all ids; names without a stream fit only where none has one.
    std::vector<std::uint32_t> rowsIn(FolderId folder, const OperatorIds& ids) const
    {
        const auto known = m_rows.find(key(folder, ids.task));
        if (known == m_rows.end())
            return {};
        std::vector<std::uint32_t> exact;
        std::vector<std::uint32_t> withoutStream;
        for (const std::uint32_t i : known->second) {
            const TensorRow& row = m_parts.tensors[i];
            if ((ids.context != kNone && row.context != ids.context)
                || (ids.thread != kNone && row.thread != ids.thread))
                continue;
            if (row.stream == ids.stream)
                exact.push_back(i);
            else if (row.stream == kNone)
                withoutStream.push_back(i);
        }
        return exact.empty() ? withoutStream : exact;
    }

    /// Rows of the other folders of the rank and step, as near in the tree as any.
    std::vector<std::uint32_t> nearestRows(FolderId folder, const OperatorIds& ids) const
    {
        std::vector<std::uint32_t> rows;
        std::size_t nearest = 0;
        for (const FolderId other : m_sameStep.at(placeOf(folder))) {
            const auto more = other == folder ? std::vector<std::uint32_t>() : rowsIn(other, ids);
            const std::size_t near = commonFolders(pathOf(folder), pathOf(other));
            if (more.empty() || (!rows.empty() && near < nearest))
                continue;
            if (near > nearest)
                rows.clear();
            nearest = near;
            rows.insert(rows.end(), more.begin(), more.end());
        }
        return rows;
    }

    /// The earliest dump among the rows: an operator in one turn of its loop.
    bool take(std::vector<std::uint32_t> rows, OverflowOperator& found) const
    {
        if (rows.empty())
            return false;
        using Dump = std::tuple<FolderId, StringId, StringId, std::uint32_t, std::uint32_t, std::uint32_t>;
        const auto dumpOf = [&](std::uint32_t i) {
            const TensorRow& row = m_parts.tensors[i];
            return Dump {folderOf(row), row.opName, row.opType, row.context, row.thread, row.occurrence};
        };
        const std::uint32_t first = *std::ranges::min_element(
            rows, {}, [&](std::uint32_t i) { return std::pair(m_parts.tensors[i].timestamp, i); });
        std::set<Dump> dumps;
        std::set<std::pair<StringId, StringId>> operators;
        for (const std::uint32_t i : rows) {
            dumps.insert(dumpOf(i));
            operators.emplace(m_parts.tensors[i].opName, m_parts.tensors[i].opType);
        }
        if (m_parts.tensors[first].stream == kNone)
            addNote(found, phrase("the dump's name has no stream: found by the task alone"));
        if (dumps.size() > 1)
            addNote(found, phrase("%1 dumps fit, the earliest is taken", dumps.size()));
        found.isAmbiguous = operators.size() > 1;
        if (found.isAmbiguous) {
            std::string others;
            for (const auto& [name, type] : operators) {
                if (name != m_parts.tensors[first].opName || type != m_parts.tensors[first].opType)
                    others += (others.empty() ? "" : ", ") + printable(m_parts.strings.text(name));
            }
            addNote(found, phrase("also possible: %1", others));
        }
        const Dump chosen = dumpOf(first);
        std::erase_if(rows, [&](std::uint32_t i) { return dumpOf(i) != chosen; });
        std::ranges::sort(rows);
        for (const std::uint32_t i : rows)
            found.tensors.push_back(TensorId(i));
        return true;
    }

    const IndexParts& m_parts;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_rows;
    std::map<Place, std::vector<FolderId>> m_sameStep;
};

} // namespace

void linkOverflows(IndexParts& parts, std::vector<OverflowEntry>& entries)
{
    if (entries.empty())
        return;
    const OperatorFinder finder(parts, entries);
    for (OverflowEntry& entry : entries) {
        const FolderId folder = parts.files[entry.file.value()].folder;
        for (const OverflowBlock* block : entry.record.setBlocks())
            entry.operators.push_back(finder.find(folder, *block));
        for (const OverflowOperator& named : entry.operators) {
            for (const TensorId id : named.tensors)
                parts.tensors[id.value()].hasOverflow = true;
        }
    }
    const std::vector<std::uint32_t> folders = folderOrder(parts);
    const auto key = [&](const OverflowEntry& entry) {
        return std::tuple(folders[parts.files[entry.file.value()].folder.value()], entry.timestamp,
            entry.file.value(), entry.ordinal);
    };
    std::ranges::sort(entries, {}, key);
}

} // namespace dumpscope::core
