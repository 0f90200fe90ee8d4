// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "model/index_linker.h"
#include "readers/atb/atb_operator.h"
#include "tensor/shape.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace dumpscope::core {

namespace {

/// Operators of ATB by execution and numbers, and their tensors by file name.
class AtbTensors {
public:
    AtbTensors(const IndexParts& parts, const FileTree& tree)
        : m_parts(parts)
        , m_executions(parts.folders.size())
    {
        for (std::uint32_t i = 0; i < parts.folders.size(); ++i)
            addFolder(FolderId(i), tree);
        for (std::uint32_t i = 0; i < parts.files.size(); ++i) {
            const FileRow& file = parts.files[i];
            if (!m_executions[file.folder.value()].empty())
                m_files.try_emplace(fileKey(file.folder, parts.strings.text(file.name)), FileId(i));
        }
        for (std::uint32_t i = 0; i < parts.tensors.size(); ++i) {
            const TensorRow& row = parts.tensors[i];
            if (row.statisticRow == TensorRow::kNone
                && !m_executions[parts.files[row.file.value()].folder.value()].empty())
                m_rows.try_emplace(valueKey(row.file, row.ordinal), i);
        }
    }

    [[nodiscard]] std::optional<std::uint32_t> row(FileId file, std::uint32_t ordinal) const
    {
        const auto found = m_rows.find(valueKey(file, ordinal));
        return found == m_rows.end() ? std::nullopt : std::optional(found->second);
    }
    /// The row that `key` means in the execution of `from`; the same record of a file with several.
    [[nodiscard]] std::optional<std::uint32_t> find(const TensorRow& from, std::string_view key) const
    {
        const std::string& execution = m_executions[m_parts.files[from.file.value()].folder.value()];
        const auto place = parseAtbKey(key);
        if (execution.empty() || !place)
            return std::nullopt;
        const auto folder = m_folders.find(folderKey(execution, place->numbers, place->point));
        if (folder == m_folders.end())
            return std::nullopt;
        const auto file = m_files.find(fileKey(folder->second, place->name));
        if (file == m_files.end())
            return std::nullopt;
        const auto same = row(file->second, from.ordinal);
        return same ? same : row(file->second, 0);
    }

private:
    static std::string folderKey(std::string_view execution, std::string_view numbers, std::string_view point)
    {
        std::string key(execution);
        key.append(1, '\0').append(numbers).append(1, '/').append(point);
        return key;
    }
    static std::string fileKey(FolderId folder, std::string_view name)
    {
        return std::to_string(folder.value()) + '/' + std::string(name);
    }

    void addFolder(FolderId id, const FileTree& tree)
    {
        const FolderRow& folder = m_parts.folders[id.value()];
        if (folder.facts.layout != kAtbLayout || folder.facts.opName.empty())
            return;
        const auto numbers = atbNumbers(folder.facts.opName);
        std::string path = tree.absoluteFolder(std::string(m_parts.strings.text(folder.path)));
        while (path.ends_with('/'))
            path.pop_back();
        const std::size_t slash = path.rfind('/');
        if (!numbers || slash == std::string::npos || path.size() < folder.facts.opName.size())
            return;
        const std::string point = path.substr(slash + 1);
        path.resize(slash);
        if (!isAtbPoint(point) || !path.ends_with(folder.facts.opName))
            return;
        path.resize(path.size() - folder.facts.opName.size());
        m_folders.try_emplace(folderKey(path, *numbers, point), id);
        m_executions[id.value()] = std::move(path);
    }

    const IndexParts& m_parts;
    std::vector<std::string> m_executions; ///< per folder: path of its execution, empty for other folders
    std::unordered_map<std::string, FolderId> m_folders;
    std::unordered_map<std::string, FileId> m_files;
    std::unordered_map<std::uint64_t, std::uint32_t> m_rows; ///< by valueKey
};

using Keys = std::unordered_map<std::uint64_t, const std::string*>; ///< by valueKey

/// Follows keys until a row has values of its own.
Result<std::uint32_t> holderOf(
    const IndexParts& parts, const AtbTensors& known, const Keys& keys, std::uint32_t first)
{
    constexpr int kMostLinks = 32;
    std::unordered_set<std::uint32_t> visited {first};
    std::uint32_t at = first;
    for (int links = 0; links < kMostLinks; ++links) {
        const TensorRow& row = parts.tensors[at];
        const auto key = keys.find(valueKey(row.file, row.ordinal));
        if (key == keys.end())
            return at;
        const auto next = known.find(row, *key->second);
        if (!next)
            return fail(Code::NotFound,
                phrase("its values should be in %1, which is not there", printable(*key->second)));
        if (!visited.insert(*next).second)
            return fail(
                Code::Cycle, phrase("its values should be in %1, which leads back", printable(*key->second)));
        at = *next;
    }
    return fail(Code::Limit, phrase("its values are behind more than %1 other files", kMostLinks));
}

void noteValues(IndexParts& parts, TensorRow& row, const Message& remark)
{
    row.problem = parts.messages.intern(row.problem == MessageId {0U}
            ? remark
            : phrase("%1; %2", parts.messages.message(row.problem), remark));
}

void takeValues(IndexParts& parts, TensorRow& row, const TensorRow& holder)
{
    row.bytes = holder.bytes;
    row.state = holder.state;
    if (holder.state != TensorState::Ok) {
        noteValues(parts, row, phrase("the file that holds its values is damaged"));
        return;
    }
    if (row.dtype == holder.dtype && row.shape == holder.shape)
        return;
    noteValues(parts, row,
        phrase("it is %1 %2, the file that holds its values has %3 %4", dtypeName(row.dtype),
            row.shape.isValid() ? shapeText(parts.shapes.shape(row.shape)) : std::string(),
            dtypeName(holder.dtype),
            holder.shape.isValid() ? shapeText(parts.shapes.shape(holder.shape)) : std::string()));
    const auto count = row.shape.isValid() ? elementCount(parts.shapes.shape(row.shape)) : std::nullopt;
    const auto wanted = count ? storedBytes(row.dtype, *count) : std::nullopt;
    if (!wanted || *wanted > holder.bytes)
        row.state = TensorState::Truncated;
}

} // namespace

void findValuesElsewhere(IndexParts& parts, const std::vector<PlacedElsewhere>& tensors, const FileTree& tree,
    std::unordered_map<std::uint64_t, DumpIndex::ValuePlace>& places)
{
    if (tensors.empty())
        return;
    const AtbTensors known(parts, tree);
    Keys keys;
    for (const PlacedElsewhere& one : tensors)
        keys.emplace(valueKey(one.file, one.tensor.ordinal), &one.tensor.key);
    for (std::uint32_t own = 0; own < parts.tensors.size(); ++own) {
        const std::uint64_t place = valueKey(parts.tensors[own].file, parts.tensors[own].ordinal);
        if (parts.tensors[own].statisticRow != TensorRow::kNone || !keys.contains(place))
            continue;
        const auto holder = holderOf(parts, known, keys, own);
        TensorRow& row = parts.tensors[own];
        if (!holder) {
            noteValues(parts, row, holder.error().message);
            continue;
        }
        const TensorRow& from = parts.tensors[*holder];
        places[place] = {from.file, from.ordinal};
        takeValues(parts, row, from);
    }
}

void numberPointsInTime(IndexParts& parts)
{
    const auto pointOf = [&](const TensorRow& row) {
        const FolderRow& folder = parts.folders[parts.files[row.file.value()].folder.value()];
        return folder.facts.layout == kAtbLayout ? parts.strings.text(folder.path) : std::string_view();
    };
    const auto keyOf = [](std::string_view folder, const TensorRow& row) {
        std::string key(folder);
        key += '\0' + std::string(ioWord(row.io)) + ' ' + std::to_string(row.slot) + ' '
            + std::to_string(row.ordinal);
        return key;
    };
    constexpr std::string_view kBefore = "before", kAfter = "after";
    const auto isUnusual = [&](const TensorRow& row, std::string_view folder) {
        return (row.io == Io::Output && folder.ends_with(kBefore))
            || (row.io == Io::Input && folder.ends_with(kAfter));
    };
    // Where every input is before and every output after there is nothing to number.
    if (std::ranges::none_of(
            parts.tensors, [&](const TensorRow& row) { return isUnusual(row, pointOf(row)); }))
        return;
    std::unordered_set<std::string> before;
    for (const TensorRow& row : parts.tensors) {
        const std::string_view folder = pointOf(row);
        if (folder.ends_with(kBefore))
            before.insert(keyOf(folder.substr(0, folder.size() - kBefore.size()), row));
    }
    for (TensorRow& row : parts.tensors) {
        const std::string_view folder = pointOf(row);
        if (folder.ends_with(kAfter)
            && before.contains(keyOf(folder.substr(0, folder.size() - kAfter.size()), row))) {
            row.fixedOccurrence = true;
            ++row.occurrence;
        }
    }
}

void takePositionsFromTimes(IndexParts& parts)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < parts.tensors.size(); ++i) {
        const TensorRow& row = parts.tensors[i];
        if (parts.folders[parts.files[row.file.value()].folder.value()].facts.timesArePositions
            && row.timestamp != 0)
            rows.push_back(i);
    }
    const auto placeOf = [&](std::uint32_t i) {
        return std::pair(parts.files[parts.tensors[i].file.value()].folder, parts.tensors[i].timestamp);
    };
    std::ranges::sort(rows, {}, placeOf);
    std::uint32_t position = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == 0 || placeOf(rows[i]).first != placeOf(rows[i - 1]).first)
            position = 0;
        else if (placeOf(rows[i]).second != placeOf(rows[i - 1]).second)
            ++position;
        parts.tensors[rows[i]].execIndex = position;
    }
}

} // namespace dumpscope::core
