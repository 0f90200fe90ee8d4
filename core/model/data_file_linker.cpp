// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "model/index_linker.h"
#include "readers/atb/atb_operator.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace dumpscope::core {

namespace {

constexpr std::string_view kDataFolder = "dump_tensor_data";

/// Path of a further tensor of a file, that is repeated in its file of statistics.
std::string repeatedPath(const std::string& path, std::uint32_t number)
{
    return number == 0 ? path : path + '\0' + std::to_string(number);
}

/// Tensor rows of the folders that statistics files point into, by path. Files of ATB hold repeated writes,
/// so each of their tensors has a path of its own.
class DataFiles {
public:
    explicit DataFiles(const IndexParts& parts)
    {
        std::unordered_map<FolderId, bool>
            beside; ///< with files of values beside those that name them: repeated?
        for (const TensorRow& row : parts.tensors) {
            if (row.statisticRow == TensorRow::kNone)
                continue;
            if (const StatisticTable& table = *parts.statisticTables[row.statisticTable]; table.dataBeside)
                beside[parts.files[row.file.value()].folder] |= table.repeatsInFiles;
        }
        for (std::uint32_t i = 0; i < parts.tensors.size(); ++i) {
            const TensorRow& row = parts.tensors[i];
            const FileRow& file = parts.files[row.file.value()];
            const FolderRow& folder = parts.folders[file.folder.value()];
            if (row.statisticRow != TensorRow::kNone
                || (levelsBelowTable(folder.facts) == 0 && !beside.contains(file.folder)))
                continue;
            std::string path(parts.strings.text(folder.path));
            if (!path.empty())
                path += '/';
            path += parts.strings.text(file.name);
            if (const auto found = beside.find(file.folder);
                folder.facts.operatorLevels > 0 || (found != beside.end() && found->second))
                path = repeatedPath(path, row.ordinal);
            const auto [place, isNew] = m_rows.try_emplace(std::move(path), i);
            if (!isNew)
                place->second = kSeveral;
        }
    }
    static constexpr std::uint32_t kSeveral = 0xFFFFFFFFU;

    [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
    [[nodiscard]] const std::uint32_t* find(const std::string& path) const
    {
        const auto place = m_rows.find(path);
        return place == m_rows.end() ? nullptr : &place->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_rows;
};

void note(IndexParts& parts, TensorRow& row, const Message& remark)
{
    row.problem = parts.messages.intern(joined(std::array {parts.messages.message(row.problem), remark}));
}

std::string typeAndShape(const IndexParts& parts, const TensorRow& row)
{
    std::string text(dtypeName(row.dtype));
    if (row.shape.isValid())
        text += ' ' + shapeText(parts.shapes.shape(row.shape));
    return text;
}

/// Types that NumPy lacks are written as float32 (docs/formats/msprobe-dump.md 8).
bool isWidened(DType recorded, DType stored)
{
    if (stored != DType::Float32)
        return false;
    switch (recorded) {
    case DType::BFloat16:
    case DType::Float8E4M3FN:
    case DType::Float8E5M2:
    case DType::Float8E8M0:
    case DType::HiFloat8:
    case DType::Float8E4M3FNUZ:
    case DType::Float8E5M2FNUZ:
    case DType::Float8E4M3:
    case DType::Float8E3M4:
    case DType::Float8E4M3B11FNUZ:
        return true;
    default:
        return false;
    }
}

void takeNames(TensorRow& tensor, const TensorRow& statistic)
{
    tensor.opName = statistic.opName;
    tensor.opNameRaw = statistic.opNameRaw;
    tensor.opType = statistic.opType;
    tensor.io = statistic.io;
    tensor.slot = statistic.slot;
    tensor.entry = statistic.entry;
    tensor.execIndex = statistic.execIndex;
}

void tie(IndexParts& parts, TensorRow& tensor, const TensorRow& statistic)
{
    // Where a file holds further tensors, its place says what they are.
    if (!parts.statisticTables[statistic.statisticTable]->repeatsInFiles)
        takeNames(tensor, statistic);
    tensor.statisticRow = statistic.statisticRow;
    tensor.statisticTable = statistic.statisticTable;
    takeRecordedType(tensor, statistic);
    if (tensor.state != TensorState::Ok || statistic.dtype == DType::Unknown)
        return;
    if (isWidened(statistic.dtype, tensor.dtype) && tensor.shape == statistic.shape) {
        note(parts, tensor, phrase("%1 in the run, written as float32", dtypeName(statistic.dtype)));
    } else if (tensor.dtype != statistic.dtype || tensor.shape != statistic.shape) {
        note(parts, tensor,
            phrase("recorded as %1, the file holds %2", typeAndShape(parts, statistic),
                typeAndShape(parts, tensor)));
    }
}

std::string_view parentOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

/// The folder of the file that may list the tensors of a folder.
std::string listingFolder(const IndexParts& parts, const FolderRow& folder)
{
    std::string_view path = parts.strings.text(folder.path);
    for (std::uint32_t i = 0; i < levelsBelowTable(folder.facts); ++i)
        path = parentOf(path);
    return std::string(path);
}

/// Tensors that the file above them does not know of: it was written last before a crash.
void noteUnlisted(IndexParts& parts)
{
    std::unordered_set<std::string> listing;
    for (const TensorRow& row : parts.tensors) {
        if (row.statisticRow == TensorRow::kNone)
            continue;
        if (!parts.statisticTables[row.statisticTable]->dataName.empty()) {
            const FileRow& file = parts.files[row.file.value()];
            const FolderRow& folder = parts.folders[file.folder.value()];
            listing.insert(listingFolder(parts, folder));
        }
    }
    for (TensorRow& row : parts.tensors) {
        const FolderRow& folder = parts.folders[parts.files[row.file.value()].folder.value()];
        if (row.statisticRow != TensorRow::kNone)
            continue;
        if (levelsBelowTable(folder.facts) == 0 || !listing.contains(listingFolder(parts, folder)))
            continue;
        if (folder.facts.layout != kAtbLayout)
            note(parts, row, phrase("not listed in the dump's json file"));
        else if (isFloating(row.dtype) && row.state == TensorState::Ok)
            note(parts, row,
                phrase("not in statistic.csv, which leaves out tensors with -inf or -nan in their "
                       "statistics"));
        else
            note(parts, row, phrase("not in statistic.csv"));
    }
}

/// Files of tensors that a file of statistics names, and how many of them are not there.
struct NamedFiles {
    std::size_t count = 0, missing = 0;
};

void reportMissing(IndexParts& parts, FileId id, const NamedFiles& named)
{
    if (named.missing == 0)
        return;
    const FileRow& file = parts.files[id.value()];
    std::string path(parts.strings.text(parts.folders[file.folder.value()].path));
    path += path.empty() ? "" : "/";
    path += parts.strings.text(file.name);
    parts.problems.push_back({Severity::Warning, Code::NotFound, {.file = std::move(path)},
        phrase(
            "%1 of %2 tensor files that it names are missing; of these tensors only the statistics are here",
            named.missing, named.count)});
}

/// File of the values that a row of a statistics file names; empty for other rows.
std::string_view nameOfValues(const IndexParts& parts, const TensorRow& row)
{
    if (row.state != TensorState::StatisticsOnly || row.statisticRow == TensorRow::kNone)
        return {}; // no row of a statistics file, or tied already
    const StatisticTable& table = *parts.statisticTables[row.statisticTable];
    return table.dataName.empty() ? std::string_view() : table.strings.text(table.dataName[row.statisticRow]);
}

std::string pathOfValues(const IndexParts& parts, const TensorRow& row, std::string_view name)
{
    const FileRow& file = parts.files[row.file.value()];
    std::string path(parts.strings.text(parts.folders[file.folder.value()].path));
    path += path.empty() ? "" : "/";
    if (!parts.statisticTables[row.statisticTable]->dataBeside) {
        path += kDataFolder;
        path += '/';
    }
    path += name;
    return path;
}

/// Where each call of a module writes the same file, the row of the last call, by path.
std::unordered_map<std::string, std::size_t> lastCallsOfFiles(const IndexParts& parts)
{
    std::unordered_map<std::string, std::size_t> last;
    for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
        const TensorRow& row = parts.tensors[i];
        const std::string_view name = nameOfValues(parts, row);
        if (!name.empty() && parts.statisticTables[row.statisticTable]->dataBeside)
            last.insert_or_assign(pathOfValues(parts, row, name), i);
    }
    return last;
}

} // namespace

void tieDataFiles(IndexParts& parts, bool filesMustExist)
{
    bool names = false;
    for (const auto& table : parts.statisticTables)
        names = names || !table->dataName.empty();
    if (!names)
        return;
    const DataFiles files(parts);
    std::vector<bool> absorbed(parts.tensors.size(), false);
    std::map<std::uint32_t, NamedFiles> named;               ///< by file of statistics
    std::unordered_map<std::string, std::uint32_t> repeated; ///< how often a file was named
    const auto lastCalls = lastCallsOfFiles(parts);
    for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
        const TensorRow& statistic = parts.tensors[i];
        const std::string_view name = nameOfValues(parts, statistic);
        if (name.empty())
            continue;
        std::string path = pathOfValues(parts, statistic, name);
        if (parts.statisticTables[statistic.statisticTable]->repeatsInFiles) {
            path = repeatedPath(path, repeated[path]++);
        } else if (const auto last = lastCalls.find(path); last != lastCalls.end() && last->second != i) {
            note(
                parts, parts.tensors[i], phrase("a later call wrote its values over in %1", printable(name)));
            continue;
        }
        const std::uint32_t* found = files.find(path);
        ++named[statistic.file.value()].count;
        if (found != nullptr && *found != DataFiles::kSeveral
            && parts.tensors[*found].statisticRow == TensorRow::kNone) {
            tie(parts, parts.tensors[*found], statistic);
            absorbed[i] = true;
        } else if (found == nullptr && filesMustExist) {
            note(parts, parts.tensors[i], phrase("its file %1 is missing", printable(name)));
            ++named[statistic.file.value()].missing;
        }
    }
    for (const auto& [file, counts] : named)
        reportMissing(parts, FileId(file), counts);
    if (filesMustExist)
        noteUnlisted(parts);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.tensors.size(); ++i) {
        if (!absorbed[i])
            parts.tensors[kept++] = parts.tensors[i];
    }
    parts.tensors.resize(kept);
}

} // namespace dumpscope::core
