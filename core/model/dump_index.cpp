// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"

#include "base/text.h"
#include "model/path_text.h"
#include "readers/format_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace dumpscope::core {

const Reader* DumpIndex::readerOf(FileId id) const
{
    const std::uint8_t reader = file(id).reader;
    return reader < m_formats->readers().size() ? m_formats->readers()[reader].get() : nullptr;
}

namespace {

void appendFilePath(std::string& to, const DumpIndex& index, const FileRow& file)
{
    const std::string_view folder = index.text(index.folder(file.folder).path);
    to += folder;
    if (!folder.empty())
        to += '/';
    to += index.text(file.name);
}

void appendFileId(std::string& to, const DumpIndex& index, const FileRow& file)
{
    const std::size_t begin = to.size();
    appendFilePath(to, index, file);
    if (!file.readsAsId) {
        escapePath(to, begin);
        return;
    }
    to.replace(begin, std::string::npos, percentEscaped(std::string_view(to).substr(begin)));
    for (std::size_t at = to.find('#', begin); at != std::string::npos; at = to.find('#', at))
        to.replace(at, 1, "%23");
}

} // namespace

std::string DumpIndex::filePath(FileId id) const
{
    std::string path;
    appendFilePath(path, *this, file(id));
    return path;
}

std::string DumpIndex::fileId(FileId id) const
{
    std::string path;
    appendFileId(path, *this, file(id));
    return path;
}

std::string DumpIndex::fullPath(FileId id) const
{
    return tree().isSingleFile() ? root() : root() + '/' + filePath(id);
}

namespace {

/// Whether the way into nested lists begins with what io and slot say, "output.0.1" with "output" and 0.
bool saysPlace(std::string_view entry, const TensorRow& row)
{
    return row.slot >= 0 && !entry.empty()
        && entry.starts_with(fmt::format("{}.{}.", ioWord(row.io), row.slot));
}

/// Names of files whose ids a text may begin with, where it has no '%': then ids are plain paths, and each of
/// its '#' may end one. Names that no pool of texts has are left out.
std::vector<StringId> fileNamesIn(const DumpIndex& index, std::string_view wanted)
{
    std::vector<StringId> names;
    for (std::size_t end = wanted.find('#'); true; end = wanted.find('#', end + 1)) {
        const std::string_view path = wanted.substr(0, end);
        const StringId name = index.findString(path.substr(path.rfind('/') + 1));
        if (name.isValid())
            names.push_back(name);
        if (end == std::string_view::npos)
            return names;
    }
}

/// Appends the part of an id behind '#': "[<entry>.]<io>.<slot>", an entry that says io and slot alone.
/// `isOlder`: as earlier releases had it, always with io and slot.
void appendIdTail(std::string& to, const DumpIndex& index, const TensorRow& row, bool isOlder = false)
{
    const std::size_t begin = to.size();
    const auto append = [&](const auto& part) {
        if (part.empty())
            return;
        if (to.size() > begin)
            to += '.';
        to += part;
    };
    const bool statisticsOnly = row.state == TensorState::StatisticsOnly;
    if (statisticsOnly && !index.statisticTables()[row.statisticTable]->oneOperator)
        append(index.text(row.opNameRaw));
    append(index.text(row.entry));
    if (row.occurrence > 0 && statisticsOnly)
        to += '~' + std::to_string(row.occurrence);
    if (isOlder || !saysPlace(index.text(row.entry), row)) {
        append(ioWord(row.io));
        if (row.slot >= 0)
            append(std::to_string(row.slot));
    }
    if (to.size() == begin)
        to += std::to_string(row.ordinal);
}

std::string idTail(const DumpIndex& index, const TensorRow& row, bool isOlder = false)
{
    std::string tail;
    appendIdTail(tail, index, row, isOlder);
    return tail;
}

/// Whether idTail of the row may be `tail`, without making it: names of statistics stand in front.
bool mayHaveTail(const DumpIndex& index, const TensorRow& row, std::string_view tail)
{
    return row.state != TensorState::StatisticsOnly
        || index.statisticTables()[row.statisticTable]->oneOperator
        || tail.starts_with(index.text(row.opNameRaw));
}

} // namespace

DumpIndex::ValuePlace DumpIndex::valuesOf(const TensorRow& row) const
{
    const auto elsewhere = m_valuePlaces.find(valueKey(row.file, row.ordinal));
    return elsewhere == m_valuePlaces.end() ? ValuePlace {row.file, row.ordinal} : elsewhere->second;
}

std::uint64_t DumpIndex::addressOf(const TensorRow& row) const
{
    const auto key = valueKey(row.file, row.ordinal);
    const auto found
        = std::ranges::lower_bound(m_addresses, key, {}, &std::pair<std::uint64_t, std::uint64_t>::first);
    // Rows of tables have numbers of their own.
    const bool isHere = row.statisticRow == TensorRow::kNone || row.state != TensorState::StatisticsOnly;
    return isHere && found != m_addresses.end() && found->first == key ? found->second : 0;
}

bool DumpIndex::isChecksumOnly(TensorId id) const
{
    const TensorRow& row = tensor(id);
    if (row.state != TensorState::StatisticsOnly || row.statisticRow == TensorRow::kNone)
        return false;
    const StatisticTable& table = *m_statisticTables[row.statisticTable];
    return table.hasDigest(row.statisticRow) && !table.showsValues(row.statisticRow);
}

void DumpIndex::appendTensorId(TensorId id, std::string& to) const
{
    const TensorRow& row = tensor(id);
    appendFileId(to, *this, file(row.file));
    if (!row.ownEntry)
        return;
    to += '#';
    const std::size_t tail = to.size();
    appendIdTail(to, *this, row);
    escapePath(to, tail);
}

std::string DumpIndex::tensorId(TensorId id) const
{
    std::string text;
    appendTensorId(id, text);
    return text;
}

std::optional<std::string> DumpIndex::olderId(TensorId id) const
{
    const TensorRow& row = tensor(id);
    if (!row.ownEntry || !saysPlace(text(row.entry), row))
        return std::nullopt;
    return fileId(row.file) + '#' + pathText(idTail(*this, row, true));
}

Result<TensorId> DumpIndex::findTensor(std::string_view wanted) const
{
    // Names are also accepted as they are printed, which all have to be looked at for.
    const bool mayBeEscaped = wanted.find('%') != std::string_view::npos;
    // By id: every '#' may separate the file from the tail, since names may contain it.
    const std::vector<StringId> fileNames
        = mayBeEscaped ? std::vector<StringId>() : fileNamesIn(*this, wanted);
    const std::size_t files = mayBeEscaped || !fileNames.empty() ? m_files.size() : 0;
    for (std::uint32_t f = 0; f < files; ++f) {
        if (!mayBeEscaped && std::ranges::find(fileNames, m_files[f].name) == fileNames.end())
            continue;
        const std::string path = fileId(FileId(f));
        if (!wanted.starts_with(path))
            continue;
        const std::string_view rest = wanted.substr(path.size());
        if (!rest.empty() && rest.front() != '#')
            continue;
        const auto tensors = tensorsOfFile(FileId(f));
        if (rest.empty()) {
            if (tensors.size() == 1)
                return tensors.front();
            if (tensors.size() > 1)
                return fail(Code::Ambiguous,
                    phrase("the file holds %1 tensors; add #io.slot, for example %2", tensors.size(),
                        tensorId(tensors.front())));
            continue;
        }
        for (const TensorId id : tensors) {
            if (!mayBeEscaped && !mayHaveTail(*this, tensor(id), rest.substr(1)))
                continue;
            if (pathText(idTail(*this, tensor(id))) == rest.substr(1) || olderId(id) == wanted)
                return id;
        }
    }

    // By operator, with optional io and slot at the end.
    std::string_view name = wanted;
    std::optional<std::int32_t> slot;
    std::optional<Io> io;
    if (const auto colon = name.rfind(':');
        colon != std::string_view::npos && isDigits(name.substr(colon + 1))) {
        const auto number = parseInt(name.substr(colon + 1));
        const std::string_view before = name.substr(0, colon);
        const auto ioColon = before.rfind(':');
        if (number && ioColon != std::string_view::npos && ioFromWord(before.substr(ioColon + 1))) {
            slot = static_cast<std::int32_t>(*number);
            name = before;
        }
    }
    if (const auto colon = name.rfind(':'); colon != std::string_view::npos) {
        io = ioFromWord(name.substr(colon + 1));
        if (io)
            name = name.substr(0, colon);
    }
    const StringId known = findString(name);
    std::vector<TensorId> hits;
    const auto addWhere = [&](TensorId id, bool isCalledSo) {
        const TensorRow& row = tensor(id);
        if (isCalledSo && (!io || row.io == *io) && (!slot || row.slot == *slot))
            hits.push_back(id);
    };
    const auto isWanted = [&](StringId id) { return text(id) == name || printable(text(id)) == name; };
    if (known.isValid()) {
        for (const TensorId id : tensorsOfOperator(known))
            addWhere(id, true);
    }
    // Else it may be a name as files spell it.
    const bool mayBeRaw = hits.empty() && (known.isValid() || mayBeEscaped);
    for (std::uint32_t i = 0; mayBeRaw && i < m_tensors.size(); ++i) {
        const TensorRow& row = m_tensors[i];
        addWhere(TensorId(i),
            (known.isValid() && row.opNameRaw == known)
                || (mayBeEscaped && (isWanted(row.opName) || isWanted(row.opNameRaw))));
    }
    if (hits.size() == 1)
        return hits.front();
    if (hits.empty())
        return fail(Code::NotFound, phrase("no tensor is called \"%1\"", printable(wanted)));
    std::string examples;
    for (std::size_t i = 0; i < std::min<std::size_t>(hits.size(), 3); ++i)
        examples += (i == 0 ? "" : ", ") + tensorId(hits[i]);
    return fail(Code::Ambiguous,
        phrase("\"%1\" means %2 tensors, for example %3", printable(wanted), hits.size(), examples));
}

std::span<const TensorId> DumpIndex::tensorsOfFile(FileId id) const
{
    const std::uint32_t begin = m_fileTensorStart[id.value()];
    const std::uint32_t end = m_fileTensorStart[id.value() + 1];
    return std::span(m_fileTensors).subspan(begin, end - begin);
}

std::span<const TensorId> DumpIndex::tensorsOfOperator(StringId opName) const
{
    const auto nameOf = [&](TensorId id) { return m_tensors[id.value()].opName; };
    const auto first = std::ranges::lower_bound(m_byOperator, opName, {}, nameOf);
    const auto last = std::ranges::upper_bound(m_byOperator, opName, {}, nameOf);
    return {first, last};
}

std::vector<std::int64_t> DumpIndex::ranks() const
{
    std::set<std::int64_t> found;
    for (const FolderRow& row : m_folders) {
        if (row.facts.rank)
            found.insert(*row.facts.rank);
    }
    return {found.begin(), found.end()};
}

std::vector<std::string> DumpIndex::models() const
{
    std::set<std::string> found;
    for (const FolderId id : m_usedFolders) {
        if (const FolderFacts& facts = folder(id).facts; !facts.model.empty())
            found.insert(facts.model);
    }
    return {found.begin(), found.end()};
}

std::vector<std::int64_t> DumpIndex::steps() const
{
    std::set<std::int64_t> found;
    for (const FolderId id : m_usedFolders) {
        if (const FolderFacts& facts = folder(id).facts; facts.step)
            found.insert(*facts.step);
    }
    return {found.begin(), found.end()};
}

std::vector<std::string> DumpIndex::runs() const
{
    std::set<std::string_view> found;
    for (const FolderId id : m_usedFolders)
        found.insert(folder(id).facts.run);
    if (found.size() < 2)
        return {};
    const auto placeOf = [](const FolderFacts& f) {
        return std::tie(f.rank, f.deviceId, f.step, f.model, f.modelId, f.graphId);
    };
    // Parts of one dump hold other operators. In runs the first one is in several already.
    std::map<decltype(placeOf(FolderFacts())), std::string_view> holders;
    StringId opName;
    for (const TensorId id : m_byOperator) {
        if (std::exchange(opName, tensor(id).opName) != tensor(id).opName)
            holders.clear();
        const FolderFacts& facts = factsOf(id);
        if (holders.try_emplace(placeOf(facts), facts.run).first->second != facts.run)
            return {found.begin(), found.end()};
    }
    return {};
}

std::uint64_t DumpIndex::memoryBytes() const
{
    return m_shapes.memoryBytes() + m_tensors.size() * sizeof(TensorRow)
        + m_files.capacity() * sizeof(FileRow) + m_folders.capacity() * sizeof(FolderRow)
        + m_fileTensorStart.capacity() * sizeof(std::uint32_t)
        + (m_fileTensors.capacity() + m_byOperator.capacity()) * sizeof(TensorId);
}

} // namespace dumpscope::core
