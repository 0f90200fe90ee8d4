// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stored_index.h"

#include "model/operator_times.h"
#include "model/watched_rows.h"
#include "readers/format_registry.h"
#include "records/overflow_tables.h"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>

namespace dumpscope::core {

namespace {

/// `Of` or `const Of`: what a description is given.
template<typename Type, typename Of>
concept Either = std::same_as<std::remove_const_t<Type>, Of>;

constexpr std::uint8_t kNoLayout = 255;
constexpr auto kLastDType = static_cast<DType>(kDTypeCount - 1);

} // namespace

// Found through their arguments, so they are not in the nameless namespace.

template<typename Fields, Either<FileIdentity> Identity> void describe(Fields& fields, Identity& identity)
{
    fields(identity.device, identity.inode, identity.size, identity.mtimeNs, identity.ctimeNs);
}

template<typename Fields, Either<Diagnostic> Problem> void describe(Fields& fields, Problem& problem)
{
    fields.upTo(Severity::Error, problem.severity);
    fields.upTo(Code::Internal, problem.code);
    fields(
        problem.place.file, problem.place.offset, problem.place.row, problem.place.column, problem.message);
}

template<typename Fields, Either<FileRow> Row> void describe(Fields& fields, Row& row)
{
    fields(row.folder, row.name, row.mappedName, row.size, row.mtimeNs, row.problem, row.reader,
        row.unreadable, row.readsAsId);
}

/// But the layout, which is a literal of the registry.
template<typename Fields, Either<FolderRow> Row> void describe(Fields& fields, Row& row)
{
    auto& facts = row.facts;
    fields(row.path, facts.run, facts.deviceId, facts.rank, facts.process, facts.model, facts.modelId,
        facts.graphId, facts.step, facts.module, facts.namesLosePath, facts.belongsToParent, facts.opName,
        facts.opType, facts.operatorLevels, facts.occurrence, facts.timesArePositions, facts.tensorRank,
        facts.stage, facts.occurrencesAreMembers);
}

template<typename Fields, Either<StatisticTable::Column> Column> void describe(Fields& fields, Column& column)
{
    auto field = static_cast<std::uint8_t>(column.field ? static_cast<std::uint8_t>(*column.field) + 1 : 0);
    fields(column.header, field, column.isDigest);
    if constexpr (Fields::kReads) {
        fields.require(field <= StatisticTable::kFields);
        if (field > 0)
            column.field = static_cast<StatisticTable::Field>(field - 1);
    }
}

template<typename Fields, Either<StatisticTable::Digest> Digest> void describe(Fields& fields, Digest& digest)
{
    fields(digest.name, digest.text);
}

template<typename Fields, Either<StatisticTable::ExactInteger> Integer>
void describe(Fields& fields, Integer& integer)
{
    constexpr unsigned kHalf = 64;
    auto low = static_cast<std::uint64_t>(integer.value);
    auto high = static_cast<std::int64_t>(integer.value >> kHalf);
    fields(integer.row, low, high);
    if constexpr (Fields::kReads)
        integer.value = high * (WideInteger {1} << kHalf) + low;
}

template<typename Fields, Either<StatisticTable::Scalar> Scalar> void describe(Fields& fields, Scalar& scalar)
{
    fields(scalar.opName, scalar.entry, scalar.type, scalar.value, scalar.slot);
    fields.upTo(Io::Argument, scalar.io);
}

template<typename Fields, Either<StatisticTable> Table> void describe(Fields& fields, Table& table)
{
    fields(table.oneOperator);
    fields(table.mayHideNan);
    StringPool::describe(fields, table.strings);
    MessagePool::describe(fields, table.messages);
    fields(table.columns, table.opType, table.opName);
    fields.upTo(Io::Argument, table.io);
    fields(table.slot, table.task, table.stream, table.timestamp, table.dataSize);
    fields.upTo(kLastDType, table.dtype);
    fields(table.dtypeText, table.shapeText, table.formatText, table.line, table.problem, table.values,
        table.exactIntegers, table.isNull, table.digests, table.attributes, table.step, table.rank,
        table.occurrence, table.entry, table.dataName, table.dataBeside, table.repeatsInFiles,
        table.preferredFile, table.position, table.scalars);
}

template<typename Fields, Either<DumpIndex::PlacedOrder> Placed> void describe(Fields& fields, Placed& placed)
{
    fields(placed.file, placed.order.graphId, placed.order.global, placed.order.operators,
        placed.order.iterations);
}

template<typename Fields, Either<OverflowField> Field> void describe(Fields& fields, Field& field)
{
    std::string name(field.name);
    fields(name, field.values, field.count, field.isHex, field.isList);
    if constexpr (Fields::kReads) {
        field.name = overflowFieldName(name);
        fields.require(!field.name.empty() && field.count <= field.values.size());
    }
}

template<typename Fields, Either<OverflowBlock> Block> void describe(Fields& fields, Block& block)
{
    fields.upTo(OverflowUnit::L2AtomicAdd, block.unit);
    fields(block.fields, block.hasBitTable);
}

template<typename Fields, Either<OverflowProblem> Problem> void describe(Fields& fields, Problem& problem)
{
    fields.upTo(Severity::Error, problem.severity);
    fields.upTo(Code::Internal, problem.code);
    fields(problem.message);
}

template<typename Fields, Either<OverflowOperator> Named> void describe(Fields& fields, Named& named)
{
    fields.upTo(OverflowUnit::L2AtomicAdd, named.unit);
    fields(named.tensors, named.note, named.isAmbiguous);
}

template<typename Fields, Either<OverflowEntry> Entry> void describe(Fields& fields, Entry& entry)
{
    auto& record = entry.record;
    fields(entry.file, entry.ordinal, entry.timestamp);
    fields.upTo(OverflowLayout::New, record.layout);
    fields(record.magic, record.version, record.valid, record.accType, record.rsv, record.dataLength,
        record.blocks, record.problems, entry.operators);
}

template<typename Fields, Either<FileProperty> Property> void describe(Fields& fields, Property& property)
{
    fields(property.file, property.key, property.value);
}

template<typename Fields, Either<OperatorTime> Time> void describe(Fields& fields, Time& time)
{
    std::uint64_t runs = time.runs;
    fields(time.duration, time.start, time.task, time.stream, time.blockDim, time.taskType, runs, time.how);
    if constexpr (Fields::kReads)
        time.runs = runs;
}

namespace {

/// Whether the bytes may be taken as a row: flags are 0 or 1, enumerations have the member.
bool isSoundRow(ByteSpan bytes)
{
    const auto at = [&](std::size_t offset) { return std::to_integer<std::uint8_t>(bytes[offset]); };
    return at(offsetof(TensorRow, ownEntry)) <= 1 && at(offsetof(TensorRow, fixedOccurrence)) <= 1
        && at(offsetof(TensorRow, hasOverflow)) <= 1 && at(offsetof(TensorRow, endsStepBefore)) <= 1
        && at(offsetof(TensorRow, dtype)) <= static_cast<std::uint8_t>(kLastDType)
        && at(offsetof(TensorRow, io)) <= static_cast<std::uint8_t>(Io::Argument)
        && at(offsetof(TensorRow, state)) <= static_cast<std::uint8_t>(TensorState::Unsupported);
}

/// The number of a folder's layout among those of the registry.
std::vector<std::uint8_t> layoutNumbers(const DumpIndex& index)
{
    const auto& layouts = index.formats().layouts();
    std::vector<std::uint8_t> numbers;
    for (std::uint32_t i = 0; i < index.folderCount(); ++i) {
        const std::string_view id = index.folder(FolderId(i)).facts.layout;
        const auto found = std::ranges::find_if(layouts, [&](const auto& one) { return one->id() == id; });
        numbers.push_back(
            found == layouts.end() ? kNoLayout : static_cast<std::uint8_t>(found - layouts.begin()));
    }
    return numbers;
}

/// Whether every number of the table is one of its own texts and messages, and every column has its rows.
bool isSoundTable(const StatisticTable& table)
{
    const std::size_t rows = table.rows();
    const auto areTexts = [&](const std::vector<StringId>& column) {
        return std::ranges::all_of(column, [&](StringId id) { return id.value() < table.strings.size(); });
    };
    const auto isColumn = [&](const auto&... columns) { return ((columns.size() == rows) && ...); };
    const auto isThereOrEmpty
        = [&](const auto&... columns) { return ((columns.empty() || columns.size() == rows) && ...); };
    const auto isText = [&](const StatisticTable::Digest& column) {
        return isColumn(column.text) && areTexts(column.text);
    };
    // What rows of the index say, a table of one has no more (DumpIndexBuilder).
    bool isSound = isColumn(table.opName, table.dtype, table.dtypeText, table.line)
        && isThereOrEmpty(table.opType, table.io, table.slot, table.task, table.stream, table.timestamp,
            table.dataSize, table.shapeText, table.formatText, table.problem, table.step, table.rank,
            table.occurrence, table.entry, table.dataName, table.position);
    for (std::size_t field = 0; field < StatisticTable::kFields; ++field)
        isSound = isSound && isThereOrEmpty(table.values[field], table.isNull[field]);
    return isSound && areTexts(table.opType) && areTexts(table.opName) && areTexts(table.dtypeText)
        && areTexts(table.shapeText) && areTexts(table.formatText) && areTexts(table.entry)
        && areTexts(table.dataName) && std::ranges::all_of(table.digests, isText)
        && std::ranges::all_of(table.attributes, isText)
        && std::ranges::all_of(
            table.problem, [&](MessageId id) { return id.value() < table.messages.size(); })
        && std::ranges::all_of(table.scalars, [&](const StatisticTable::Scalar& scalar) {
               return areTexts({scalar.opName, scalar.entry, scalar.type, scalar.value});
           });
}

/// Whether a number is one of `count`.
template<typename Id> bool isOf(Id id, std::size_t count)
{
    return id.value() < count;
}

bool isSoundOverflow(const OverflowEntry& entry, const DumpIndex& index)
{
    const auto isTensor = [&](TensorId id) { return isOf(id, index.tensorCount()); };
    return isOf(entry.file, index.fileCount()) && entry.operators.size() == entry.record.setBlocks().size()
        && std::ranges::all_of(entry.operators,
            [&](const OverflowOperator& named) { return std::ranges::all_of(named.tensors, isTensor); });
}

} // namespace

template<typename Fields, typename Index> void StoredIndex::describe(Fields& fields, Index& index)
{
    StringPool::describe(fields, index.m_strings);
    MessagePool::describe(fields, index.m_messages);
    ShapePool::describe(fields, index.m_shapes);
    fields.plain(index.m_tensors, isSoundRow);
    fields(index.m_files, index.m_folders, index.m_usedFolders, index.m_fileTensorStart, index.m_fileTensors,
        index.m_byOperator, index.m_statisticFiles, index.m_orders, index.m_addresses, index.m_overflows,
        index.m_properties, index.m_problems, index.m_holdsTensors, index.m_totalBytes);
    std::uint64_t unrecognised = index.m_unrecognised;
    fields(unrecognised);
    if constexpr (Fields::kReads)
        index.m_unrecognised = unrecognised;
}

void StoredIndex::write(FieldWriter& fields, const DumpIndex& index, const IndexOrigin& origin)
{
    fields(origin.folders, origin.files, origin.problems);
    describe(fields, index);
    fields(layoutNumbers(index));
    fields(std::uint64_t {index.m_statisticTables.size()});
    for (const auto& table : index.m_statisticTables)
        fields(*table);
    std::vector<std::array<std::uint64_t, 2>> places;
    for (const auto& [key, place] : index.m_valuePlaces)
        places.push_back({key, valueKey(place.file, place.ordinal)});
    std::ranges::sort(places); // equal indexes have equal bytes
    fields(places, index.m_times != nullptr);
    if (index.m_times)
        OperatorTimes::describe(fields, *index.m_times);
    fields(index.m_watched != nullptr);
}

std::shared_ptr<const DumpIndex> StoredIndex::read(FieldReader& fields, std::shared_ptr<const FileTree> tree,
    std::shared_ptr<const FormatRegistry> formats, IndexOrigin& origin)
{
    const auto index = std::make_shared<DumpIndex>();
    index->m_tree = std::move(tree);
    index->m_formats = std::move(formats);
    fields(origin.folders, origin.files, origin.problems);
    describe(fields, *index);
    std::vector<std::uint8_t> layouts;
    fields(layouts);
    const auto& known = index->m_formats->layouts();
    fields.require(layouts.size() == index->m_folders.size());
    for (std::size_t i = 0; i < layouts.size() && !fields.failed(); ++i) {
        fields.require(layouts[i] == kNoLayout || layouts[i] < known.size());
        if (layouts[i] < known.size())
            index->m_folders[i].facts.layout = known[layouts[i]]->id();
    }
    std::uint64_t tables = 0;
    fields(tables);
    for (std::uint64_t i = 0; i < tables && !fields.failed(); ++i) {
        const auto table = std::make_shared<StatisticTable>();
        fields(*table);
        index->m_statisticTables.push_back(table);
    }
    std::vector<std::array<std::uint64_t, 2>> places;
    bool hasTimes = false, isWatched = false;
    fields(places, hasTimes);
    for (const auto& [key, place] : places)
        index->m_valuePlaces.emplace(key,
            DumpIndex::ValuePlace {
                FileId(static_cast<std::uint32_t>(place >> 32)), static_cast<std::uint32_t>(place)});
    if (hasTimes) {
        const auto times = std::make_shared<OperatorTimes>();
        OperatorTimes::describe(fields, *times);
        index->m_times = times;
    }
    fields(isWatched);
    if (!fields.complete() || !isSound(*index, origin))
        return nullptr;
    if (isWatched)
        index->m_watched = watchedRows(*index);
    return index;
}

bool StoredIndex::isSound(const DumpIndex& index, const IndexOrigin& origin)
{
    const std::size_t texts = index.m_strings.size(), files = index.m_files.size(),
                      folders = index.m_folders.size(), messages = index.m_messages.size(),
                      shapes = index.m_shapes.size(), rows = index.m_tensors.size();
    const auto isShape = [&](ShapeId id) { return !id.isValid() || isOf(id, shapes); };
    const auto isRow = [&](const TensorRow& row) {
        const bool isOfTable
            = row.statisticRow != TensorRow::kNone || row.state == TensorState::StatisticsOnly;
        return isOf(row.file, files) && isOf(row.folder, folders) && isOf(row.opName, texts)
            && isOf(row.opType, texts) && isOf(row.opNameRaw, texts) && isOf(row.entry, texts)
            && isOf(row.problem, messages) && (!row.scope.isValid() || isOf(row.scope, texts))
            && isShape(row.shape) && isShape(row.originalShape)
            && (!isOfTable
                || (row.statisticTable < index.m_statisticTables.size()
                    && row.statisticRow < index.m_statisticTables[row.statisticTable]->rows()));
    };
    const auto isFile = [&](const FileRow& row) {
        return isOf(row.folder, folders) && isOf(row.name, texts) && isOf(row.mappedName, texts)
            && isOf(row.problem, messages);
    };
    const auto isTensor = [&](TensorId id) { return isOf(id, rows); };
    const auto hasFile = [&](const auto& placed) { return isOf(placed.file, files); };
    const auto& start = index.m_fileTensorStart;
    return origin.files.size() == files && origin.folders.size() <= folders && rows < TensorRow::kNone
        && std::ranges::all_of(
            index.m_statisticTables, [](const auto& table) { return isSoundTable(*table); })
        && index.m_statisticFiles.size() == index.m_statisticTables.size()
        && std::ranges::all_of(index.m_statisticFiles, [&](FileId id) { return isOf(id, files); })
        && std::ranges::all_of(index.m_tensors, isRow) && std::ranges::all_of(index.m_files, isFile)
        && std::ranges::all_of(index.m_folders, [&](const FolderRow& row) { return isOf(row.path, texts); })
        && std::ranges::all_of(index.m_usedFolders, [&](FolderId id) { return isOf(id, folders); })
        && start.size() == files + 1 && std::ranges::is_sorted(start)
        && start.back() == index.m_fileTensors.size() && std::ranges::all_of(index.m_fileTensors, isTensor)
        && index.m_byOperator.size() == rows && std::ranges::all_of(index.m_byOperator, isTensor)
        && std::ranges::all_of(index.m_orders, hasFile) && std::ranges::all_of(index.m_properties, hasFile)
        && std::ranges::all_of(
            index.m_valuePlaces, [&](const auto& place) { return isOf(place.second.file, files); })
        && std::ranges::all_of(
            index.m_overflows, [&](const OverflowEntry& entry) { return isSoundOverflow(entry, index); });
}

} // namespace dumpscope::core
