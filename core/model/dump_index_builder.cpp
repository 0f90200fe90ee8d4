// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index_builder.h"

#include "base/large_pages.h"
#include "base/text.h"
#include "model/checkpoint_steps.h"
#include "model/index_linker.h"
#include "model/overflow_linker.h"
#include "model/stage_linker.h"
#include "model/watched_rows.h"
#include "readers/format_registry.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace dumpscope::core {

DumpIndexBuilder::DumpIndexBuilder(
    std::shared_ptr<const FileTree> tree, std::shared_ptr<const FormatRegistry> formats)
    : m_index(std::make_shared<DumpIndex>())
{
    m_index->m_tree = std::move(tree);
    m_index->m_formats = std::move(formats);
}

DumpIndexBuilder::~DumpIndexBuilder() = default;

FolderId DumpIndexBuilder::addFolder(std::string_view path, FolderFacts facts)
{
    m_index->m_folders.push_back({m_index->m_strings.intern(path), std::move(facts)});
    return FolderId(m_index->m_folders.size() - 1);
}

void DumpIndexBuilder::setRun(FolderId folder, std::string run)
{
    m_index->m_folders[folder.value()].facts.run = std::move(run);
}

FileId DumpIndexBuilder::addFile(FolderId folder, const WalkedFile& file, std::string_view mappedName)
{
    FileRow row;
    row.folder = folder;
    row.name = m_index->m_strings.intern(file.name);
    row.mappedName = m_index->m_strings.intern(mappedName);
    row.size = file.size;
    row.mtimeNs = file.mtimeNs;
    m_index->m_files.push_back(row);
    m_index->m_totalBytes += file.size;
    return FileId(m_index->m_files.size() - 1);
}

void DumpIndexBuilder::setSize(FileId file, std::uint64_t size, std::int64_t mtimeNs)
{
    FileRow& row = m_index->m_files[file.value()];
    row.size = size;
    row.mtimeNs = mtimeNs;
    m_index->m_totalBytes += size;
}

namespace {

constexpr std::uint32_t orNone(const std::optional<std::uint32_t>& value)
{
    return value.value_or(TensorRow::kNone);
}

} // namespace

/// The type a file name's token gives a tensor whose header does not know better.
DType DumpIndexBuilder::dtypeOf(const NameFacts& facts, const TensorRecord& record)
{
    if (record.dtype != DType::Unknown || facts.dtype.empty())
        return record.dtype;
    const auto [known, isNew]
        = m_dtypeTokens.try_emplace(m_dtypeToken.intern(m_index->m_strings, facts.dtype), DType::Unknown);
    if (isNew)
        known->second = dtypeFromName(facts.dtype).value_or(DType::Unknown);
    return known->second;
}

MemoryFormat DumpIndexBuilder::formatOf(const NameFacts& facts, const TensorRecord& record)
{
    if (record.format != MemoryFormat::Unspecified || facts.format.empty())
        return record.format;
    return formatOfToken(m_formatToken.intern(m_index->m_strings, facts.format));
}

MemoryFormat DumpIndexBuilder::formatOfToken(StringId token)
{
    const auto [known, isNew] = m_formatTokens.try_emplace(token, MemoryFormat::Unspecified);
    if (isNew)
        known->second = formatFromName(m_index->text(token)).value_or(MemoryFormat::Unspecified);
    return known->second;
}

/// The folder of a file with the rank and step of one of its tensors.
FolderId DumpIndexBuilder::placeOf(
    FileId file, const std::optional<std::int64_t>& rank, const std::optional<std::int64_t>& step)
{
    constexpr std::size_t kMaxPlaces = 1'000'000; // further tensors keep the facts of their folder
    const FolderId folder = m_index->m_files[file.value()].folder;
    const FolderFacts& facts = m_index->m_folders[folder.value()].facts;
    if ((!rank || rank == facts.rank) && (!step || step == facts.step))
        return folder;
    const Place place(folder, rank, step);
    if (const auto known = m_places.find(place); known != m_places.end())
        return known->second;
    if (m_places.size() >= kMaxPlaces)
        return folder;
    FolderRow other = m_index->m_folders[folder.value()];
    if (rank)
        other.facts.rank = rank;
    if (step)
        other.facts.step = step;
    m_index->m_folders.push_back(std::move(other));
    const FolderId made(m_index->m_folders.size() - 1);
    m_places.emplace(place, made);
    return made;
}

TensorRow& DumpIndexBuilder::addRow(FileId file, const NameFacts& facts, const TensorRecord& record)
{
    StringPool& strings = m_index->m_strings;
    TensorRow row;
    row.file = file;
    row.folder
        = placeOf(file, record.rank ? record.rank : facts.rank, record.step ? record.step : facts.step);
    row.ordinal = record.ordinal;
    row.bytes = record.bytes;
    row.timestamp = record.timestamp.value_or(facts.timestamp.value_or(0));
    row.opNameRaw = strings.intern(facts.opName);
    const std::string& fullName = record.opName.empty() ? facts.fullName : record.opName;
    row.opName = fullName.empty() && !record.hasEmptyName ? row.opNameRaw : strings.intern(fullName);
    row.opType
        = m_opType.intern(strings, record.opType.empty() ? facts.opType : std::string_view(record.opType));
    row.entry = m_entry.intern(strings, record.entry.empty() ? facts.key : std::string_view(record.entry));
    if (!record.problem.empty())
        row.problem = m_index->m_messages.intern(record.problem);
    if (record.hasShape)
        row.shape = m_index->m_shapes.intern(record.shape);
    if (record.originalShape)
        row.originalShape = m_index->m_shapes.intern(*record.originalShape);
    row.io = record.io != Io::Unknown ? record.io : facts.io;
    row.slot = record.slot.value_or(facts.slot.value_or(-1));
    row.task = orNone(record.task ? record.task : facts.task);
    row.stream = orNone(record.stream ? record.stream : facts.stream);
    row.context = orNone(record.context ? record.context : facts.context);
    row.thread = orNone(record.thread ? record.thread : facts.thread);
    row.dtype = dtypeOf(facts, record);
    row.format = formatOf(facts, record);
    row.originalFormat = record.originalFormat;
    row.state = record.state;
    row.endsStepBefore = record.endsStepBefore;
    row.execIndex = orNone(record.position ? record.position : facts.position);
    const std::optional<std::uint32_t>& ofFolder = m_index->m_folders[row.folder.value()].facts.occurrence;
    const auto occurrence = record.occurrence ? record.occurrence : facts.occurrence;
    row.fixedOccurrence = occurrence || ofFolder;
    row.occurrence = occurrence ? *occurrence : ofFolder.value_or(0);
    if (record.address != 0)
        m_addresses.emplace_back(valueKey(file, record.ordinal), record.address);
    m_index->m_tensors.push_back(row);
    return m_index->m_tensors.back();
}

void DumpIndexBuilder::addContents(
    FileId file, std::uint8_t reader, const NameFacts& facts, FileContents&& contents)
{
    m_index->m_files[file.value()].reader = reader;
    const bool several = contents.tensors.size() > 1;
    const std::size_t first = m_index->m_tensors.size();
    for (const TensorRecord& record : contents.tensors)
        addRow(file, facts, record).ownEntry = several || !record.entry.empty();
    if (several)
        numberEqualEntries(first);
    if (contents.statistics)
        addStatisticRows(file, std::move(contents.statistics));
    if (!contents.scopes.empty())
        m_scopes.push_back({m_index->m_files[file.value()].folder, std::move(contents.scopes)});
    for (ValuesElsewhere& one : contents.elsewhere)
        m_elsewhere.push_back({file, std::move(one)});
    FolderRemarks remarks {file, std::move(contents.shardTensors), std::move(contents.moduleCalls),
        std::move(contents.moduleTypes), std::move(contents.anomalies)};
    if (!remarks.isEmpty())
        m_remarks.push_back(std::move(remarks));
    if (contents.profile)
        m_profiles.push_back({file, std::move(contents.profile)});
    if (contents.rowsAlone)
        m_rowsAlone.push_back({file, facts, std::move(contents.rowsAlone)});
    for (ExecutionOrder& order : contents.orders)
        m_index->m_orders.push_back({file, std::move(order)});
    for (FoundOverflow& found : contents.overflows)
        m_index->m_overflows.push_back(
            {file, found.ordinal, found.timestamp != 0 ? found.timestamp : facts.timestamp.value_or(0),
                std::move(found.record), {}});
    for (auto& [key, value] : contents.properties)
        m_index->m_properties.push_back({file, std::move(key), std::move(value)});
}

void DumpIndexBuilder::addRowsAlone()
{
    if (!m_index->m_tensors.empty())
        return;
    for (const RowsAlone& rows : m_rowsAlone) {
        const std::size_t first = m_index->m_tensors.size();
        for (const TensorRecord& record : rows.records())
            addRow(rows.file, rows.facts, record).ownEntry = true;
        numberEqualEntries(first);
    }
    m_index->m_holdsTensors = m_index->m_tensors.empty();
}

/// Of rows with an entry that only their number in the file tells apart, all but the first get another one:
/// `x~1`. Nothing else in the file is called so.
void DumpIndexBuilder::numberEqualEntries(std::size_t first)
{
    std::vector<TensorRow>& rows = m_index->m_tensors;
    using Key = std::tuple<std::uint32_t, Io, std::int32_t>;
    const auto keyOf = [](const TensorRow& row) { return Key(row.entry.value(), row.io, row.slot); };
    std::vector<Key> all;
    for (std::size_t i = first; i < rows.size(); ++i) {
        if (!m_index->text(rows[i].entry).empty())
            all.push_back(keyOf(rows[i]));
    }
    std::ranges::sort(all);
    if (std::ranges::adjacent_find(all) == all.end())
        return;
    std::set<Key> taken(all.begin(), all.end()), seen;
    std::map<Key, std::size_t> numbers;
    for (std::size_t i = first; i < rows.size(); ++i) {
        const Key key = keyOf(rows[i]);
        if (m_index->text(rows[i].entry).empty() || seen.insert(key).second)
            continue;
        const std::string entry(m_index->text(rows[i].entry));
        do
            rows[i].entry = m_index->m_strings.intern(entry + '~' + std::to_string(++numbers[key]));
        while (!taken.insert(keyOf(rows[i])).second);
    }
}

namespace {

template<typename Column> void release(Column& column)
{
    Column().swap(column); // clear() keeps the memory
}

/// Frees what the rows of the index say as well: where a tensor belongs, its sizes, its problem, and texts
/// that nothing else of the table needs. Of many ranks each has a table with the same names.
void dropIdentity(StatisticTable& table)
{
    release(table.opType);
    release(table.io);
    release(table.slot);
    release(table.task);
    release(table.stream);
    release(table.timestamp);
    release(table.dataSize);
    release(table.shapeText);
    release(table.formatText);
    release(table.problem);
    table.messages = MessagePool();
    release(table.step);
    release(table.rank);
    release(table.occurrence);
    release(table.entry);
    release(table.position);
    if (!table.digests.empty() || !table.attributes.empty() || !table.dataName.empty()
        || !table.scalars.empty())
        return; // they are texts, and arguments are found by the name of their operator
    StringPool texts;
    std::vector<StringId> known(table.strings.size());
    for (StringId& id : table.dtypeText) {
        if (!id.isValid())
            continue;
        StringId& kept = known[id.value()];
        if (!kept.isValid())
            kept = texts.intern(table.strings.text(id));
        id = kept;
    }
    std::ranges::fill(table.opName, StringId(0U)); // they count the rows
    table.strings = std::move(texts);
}

} // namespace

void DumpIndexBuilder::addStatisticRows(FileId file, std::shared_ptr<const StatisticTable> table)
{
    StringPool& strings = m_index->m_strings;
    const auto tableNumber = static_cast<std::uint32_t>(m_index->m_statisticTables.size());
    std::vector<StringId> translated(table->strings.size());
    for (std::size_t i = 0; i < translated.size(); ++i)
        translated[i] = strings.intern(table->strings.text(StringId(i)));
    std::vector<MessageId> problems;
    for (std::uint32_t i = 0; i < table->messages.size(); ++i)
        problems.push_back(m_index->m_messages.intern(table->messages.message(MessageId(i))));
    std::vector<ShapeId> shapes(translated.size());
    std::vector<bool> shapeKnown(translated.size(), false);

    std::vector<TensorRow>& rows = m_index->m_tensors;
    const std::size_t all = rows.size() + table->rows();
    if (all > rows.capacity()) {
        // There may be a table for each of many ranks. Room that is not filled takes no memory, moving does.
        constexpr std::size_t kMost = 4;
        const std::uint64_t files
            = m_index->m_totalBytes / std::max<std::uint64_t>(m_index->m_files[file.value()].size, 1);
        const std::size_t least = std::max(all, rows.capacity() + rows.capacity() / 2);
        reserveLarge(
            rows, std::clamp<std::size_t>(files * table->rows(), least, std::max(least, kMost * all)));
    }
    for (std::size_t i = 0; i < table->rows(); ++i) {
        TensorRow row;
        row.file = file;
        row.folder
            = placeOf(file, StatisticTable::known(table->rank, i), StatisticTable::known(table->step, i));
        row.ordinal = static_cast<std::uint32_t>(i);
        row.ownEntry = true;
        if (!table->occurrence.empty() && table->occurrence[i] != StatisticTable::kNone) {
            row.occurrence = table->occurrence[i];
            row.fixedOccurrence = true;
        }
        row.opName = translated[table->opName[i].value()];
        row.opNameRaw = row.opName;
        row.opType = translated[table->opType[i].value()];
        row.entry = table->entry.empty() ? StringId(std::uint32_t {0}) : translated[table->entry[i].value()];
        if (!table->position.empty())
            row.execIndex = table->position[i];
        row.problem = problems[table->problem[i].value()];
        row.io = table->io[i];
        row.slot = table->slot[i];
        row.task = table->task[i];
        row.stream = table->stream[i];
        row.timestamp = table->timestamp[i];
        row.bytes = table->dataSize[i];
        row.dtype = table->dtype[i];
        const std::uint32_t shapeText = table->shapeText[i].value();
        if (!shapeKnown[shapeText]) {
            shapeKnown[shapeText] = true;
            if (const auto shape = parseShape(table->strings.text(table->shapeText[i])))
                shapes[shapeText] = m_index->m_shapes.intern(*shape);
        }
        row.shape = shapes[shapeText];
        row.format = formatOfToken(translated[table->formatText[i].value()]);
        row.state = TensorState::StatisticsOnly;
        row.statisticTable = tableNumber;
        row.statisticRow = static_cast<std::uint32_t>(i);
        rows.push_back(row);
    }
    // Readers make tables that are not constant and hand them over; who has kept one still reads all of it.
    if (table.use_count() == 1)
        dropIdentity(const_cast<StatisticTable&>(*table)); // NOLINT(cppcoreguidelines-pro-type-const-cast)
    m_index->m_statisticTables.push_back(std::move(table));
    m_index->m_statisticFiles.push_back(file);
}

void DumpIndexBuilder::addUnrecognised(FileId file, const Message& reason)
{
    m_index->m_files[file.value()].problem = m_index->m_messages.intern(reason);
    ++m_index->m_unrecognised;
}

void DumpIndexBuilder::addUnreadable(
    FileId file, const NameFacts& facts, const Error& error, std::uint8_t reader)
{
    FileRow& row = m_index->m_files[file.value()];
    row.reader = reader;
    row.unreadable = true;
    TensorRecord record;
    record.hasShape = false;
    record.bytes = row.size;
    record.state = error.code == Code::Unsupported ? TensorState::Unsupported : TensorState::Unreadable;
    record.problem = error.message;
    row.problem = m_index->m_messages.intern(error.message);
    addRow(file, facts, record);
}

void DumpIndexBuilder::addNamed(FileId file, const NameFacts& facts)
{
    TensorRecord record;
    record.hasShape = false;
    record.bytes = m_index->m_files[file.value()].size;
    addRow(file, facts, record);
}

namespace {

/// What is suspicious about many files as a whole in the same words, as about the file of every rank of a
/// checkpoint, is said once.
std::vector<Diagnostic> saidOnce(std::vector<Diagnostic> problems)
{
    std::map<std::string, std::pair<std::size_t, std::size_t>> known; ///< words -> the first, and how many
    std::vector<Diagnostic> kept;
    for (Diagnostic& problem : problems) {
        const bool isOfFile = !problem.place.offset && !problem.place.row && !problem.place.column;
        if (problem.code == Code::Suspicious && problem.severity == Severity::Warning && isOfFile) {
            const auto [first, isNew]
                = known.try_emplace(problem.message.text(), kept.size(), std::size_t {0});
            if (!isNew) {
                ++first->second.second;
                continue;
            }
        }
        kept.push_back(std::move(problem));
    }
    for (const auto& [words, place] : known) {
        const auto& [first, more] = place;
        if (more == 1)
            kept[first].message = phrase("%1; the same in another file", kept[first].message);
        else if (more > 1)
            kept[first].message = phrase("%1; the same in %2 other files", kept[first].message, more);
    }
    return kept;
}

} // namespace

void DumpIndexBuilder::dateCheckpoints()
{
    std::map<std::pair<FolderId, std::string_view>, std::vector<CheckpointName>> byPrefix;
    std::map<FileId, CheckpointName> names;
    for (std::uint32_t i = 0; i < m_index->m_files.size(); ++i) {
        const FileRow& file = m_index->m_files[i];
        const auto name = checkpointName(m_index->text(file.name));
        const Reader* reader = m_index->readerOf(FileId(i));
        if (!name || reader == nullptr || reader->info().id != "mindspore-ckpt")
            continue;
        byPrefix[{file.folder, name->prefix}].push_back(*name);
        names.emplace(FileId(i), *name);
    }
    if (names.empty())
        return;
    std::map<std::pair<FolderId, std::string_view>, decltype(checkpointSteps({}))> steps;
    for (const auto& [place, all] : byPrefix)
        steps[place] = checkpointSteps(all);
    for (TensorRow& row : m_index->m_tensors) {
        const auto name = names.find(row.file);
        if (name == names.end())
            continue;
        const auto& known = steps[{m_index->m_files[row.file.value()].folder, name->second.prefix}];
        const FolderFacts& facts = m_index->m_folders[row.folder.value()].facts;
        if (const auto step = known.find({name->second.epoch, name->second.step});
            step != known.end() && !facts.step)
            row.folder = placeOf(row.file, facts.rank, step->second);
    }
}

Result<std::shared_ptr<const DumpIndex>> DumpIndexBuilder::finish(
    std::vector<Diagnostic> problems, const Arena& arena)
{
    m_index->m_problems = saidOnce(std::move(problems));
    addRowsAlone();
    dateCheckpoints();
    TRY_VOID(link(*m_index, true, arena));
    return std::move(m_index);
}

Result<std::shared_ptr<const DumpIndex>> DumpIndexBuilder::soFar(
    std::vector<Diagnostic> problems, const Arena& arena) const
{
    const auto index = std::make_shared<DumpIndex>(*m_index);
    index->m_problems = std::move(problems);
    TRY_VOID(link(*index, false, arena));
    return index;
}

namespace {

/// Row order[i] becomes row i. In place: memory of a second set of rows is dear.
void arrange(std::vector<TensorRow>& rows, std::vector<std::uint32_t> order)
{
    for (std::uint32_t first = 0; first < order.size(); ++first) {
        if (order[first] == first)
            continue;
        // Around the circle of rows that take each other's places; those a few steps ahead are fetched
        // meanwhile.
        constexpr int kAhead = 6;
        std::uint32_t ahead = first;
        for (int i = 0; i < kAhead; ++i)
            ahead = order[ahead];
        const TensorRow moved = rows[first];
        std::uint32_t to = first;
        while (order[to] != first) {
            ahead = order[ahead];
            __builtin_prefetch(&rows[ahead]);
            rows[to] = rows[order[to]];
            to = std::exchange(order[to], to);
        }
        rows[to] = moved;
        order[to] = to;
    }
}

/// Sorts rows by a number below `numbers` that each has; where the rows of each number begin.
template<typename NumberOf>
std::vector<std::uint32_t> sortByNumber(const std::vector<TensorRow>& rows, std::size_t numbers,
    const NumberOf& numberOf, std::vector<TensorId>& sorted)
{
    std::vector<std::uint32_t> start(numbers + 1, 0);
    for (const TensorRow& row : rows)
        ++start[numberOf(row) + std::size_t {1}];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
    sorted.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        sorted[next[numberOf(rows[i])]++] = TensorId(i);
    return start;
}

/// `x.npz#a` beside `x.npz`, which may hold an `a`.
void markPathsLikeIds(DumpIndex& index, std::vector<FileRow>& files)
{
    std::vector<std::uint32_t> suspicious;
    for (std::uint32_t f = 0; f < files.size(); ++f) {
        const FileRow& row = files[f];
        const bool has = index.text(row.name).find('#') != std::string_view::npos
            || index.text(index.folder(row.folder).path).find('#') != std::string_view::npos;
        files[f].readsAsId = false;
        if (has)
            suspicious.push_back(f);
    }
    if (suspicious.empty())
        return;
    std::unordered_set<std::string> paths;
    for (std::uint32_t f = 0; f < files.size(); ++f)
        paths.insert(index.filePath(FileId(f)));
    for (const std::uint32_t f : suspicious) {
        const std::string path = index.filePath(FileId(f));
        for (std::size_t at = path.find('#'); at != std::string::npos; at = path.find('#', at + 1))
            files[f].readsAsId = files[f].readsAsId || paths.contains(path.substr(0, at));
    }
}

} // namespace

Result<void> DumpIndexBuilder::link(DumpIndex& index, bool isWhole, const Arena& arena) const
{
    IndexParts parts {index.m_folders, index.m_files, index.m_statisticTables, index.m_orders, index.m_shapes,
        index.m_strings, index.m_messages, index.m_tensors, index.m_problems, arena};
    const std::size_t added = index.m_tensors.size();
    // A file that is not read yet is not missing.
    markPathsLikeIds(index, index.m_files);
    const bool filesMustExist = !index.tree().isSingleFile() && isWhole;
    findValuesElsewhere(parts, m_elsewhere, index.tree(), index.m_valuePlaces);
    numberPointsInTime(parts);
    takePositionsFromTimes(parts);
    dropRepeatedTables(parts);
    tieDataFiles(parts, filesMustExist);
    if (filesMustExist) {
        checkShards(parts, m_remarks);
        dropCopiesOfShards(parts, m_remarks);
    }
    applyModules(parts, m_remarks);
    if (isWhole)
        numberStages(parts, index.m_properties);
    mergeStatisticRows(parts);
    const TensorWrites tensors = numberOccurrences(parts);
    applyExecutionOrders(parts);
    if (orderByProfile(parts, m_profiles)) {
        const FileId file = m_profiles.front().file;
        index.m_properties.push_back({file, "order", "by op_summary"});
        index.m_problems.push_back({Severity::Hint, Code::Suspicious, {.file = pathOfFile(parts, file)},
            phrase("no order of execution is recorded with the tensors: operators are in the order of the "
                   "start times "
                   "in this file")});
    }
    applyScopes(parts, m_scopes);
    applyAnomalies(parts, m_remarks);

    TRY_ASSIGN(std::vector<std::uint32_t> order, contractOrder(parts, tensors));
    arrange(index.m_tensors, std::move(order));
    linkOverflows(parts, index.m_overflows);
    index.m_times = joinProfile(parts, m_profiles);
    index.m_watched = watchedRows(index);
    index.m_addresses = m_addresses;
    std::ranges::sort(index.m_addresses);
    // Room that rows never filled takes no memory; a second set of rows would, to be rid of it.
    if (added > index.m_tensors.size() + index.m_tensors.size() / 2)
        index.m_tensors.shrink_to_fit();
    index.m_files.shrink_to_fit();

    std::vector<bool> isUsed(index.m_folders.size(), false);
    for (const FileRow& row : index.m_files)
        isUsed[row.folder.value()] = true;
    for (const TensorRow& row : index.m_tensors)
        isUsed[row.folder.value()] = true;
    index.m_usedFolders.clear();
    for (std::size_t i = 0; i < isUsed.size(); ++i) {
        if (isUsed[i])
            index.m_usedFolders.emplace_back(i);
    }

    const auto byFile = [&index] {
        index.m_fileTensorStart = sortByNumber(
            index.m_tensors, index.m_files.size(), [](const TensorRow& row) { return row.file.value(); },
            index.m_fileTensors);
    };
    const auto byOperator = [&index] {
        sortByNumber(
            index.m_tensors, index.m_strings.size(), [](const TensorRow& row) { return row.opName.value(); },
            index.m_byOperator);
    };
    return parallelFor(arena, 2, 1, {}, [&](std::size_t lookup, std::size_t) -> Result<void> {
        lookup == 0 ? byFile() : byOperator();
        return {};
    });
}

} // namespace dumpscope::core
