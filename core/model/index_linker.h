// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/parallel.h"
#include "model/dump_index.h"
#include "model/row_groups.h"

#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// The parts of a DumpIndex under construction that the linking passes read and change. Refers to them.
struct IndexParts {
    const std::vector<FolderRow>& folders;
    const std::vector<FileRow>& files;
    const std::vector<std::shared_ptr<const StatisticTable>>& statisticTables;
    const std::vector<DumpIndex::PlacedOrder>& orders;
    const ShapePool& shapes;
    StringPool& strings;
    MessagePool& messages;
    std::vector<TensorRow>& tensors;
    std::vector<Diagnostic>& problems;
    const Arena& arena;
};

/// A statistics row and a tensor file of the same tensor become one row: same folder, type,
/// sanitised name, io and slot; equal time stamps first, the rest in time order.
void mergeStatisticRows(IndexParts& parts);

/// Type and shape of a tensor whose file cannot say them: those that were recorded beside it.
void takeRecordedType(TensorRow& tensor, const TensorRow& statistic);

/// A tensor of `file` whose values another file holds.
struct PlacedElsewhere {
    FileId file;
    ValuesElsewhere tensor;
};
/// Finds the tensors that others name as the holders of their values; those without one keep their state,
/// with the reason as problem. Nothing outside the opened root is looked at (docs/formats/llm-era.md 1.4).
void findValuesElsewhere(IndexParts& parts, const std::vector<PlacedElsewhere>& tensors, const FileTree& tree,
    std::unordered_map<std::uint64_t, DumpIndex::ValuePlace>& places);

/// Tensors of ATB that were written before and after their operator: the later one is occurrence 1
/// (docs/formats/llm-era.md 1.6).
void numberPointsInTime(IndexParts& parts);

/// execIndex from the times of rows, in folders where these are positions (FolderFacts::timesArePositions).
void takePositionsFromTimes(IndexParts& parts);

/// A statistics row that names the file of its values and the tensor of that file become one row, with the
/// names of the statistics file. Differing types and shapes, and, if `filesMustExist`, missing and unlisted
/// files are reported in the rows, the number of missing ones in a problem (docs/formats/msprobe-dump.md 8).
void tieDataFiles(IndexParts& parts, bool filesMustExist);

/// Rows that are writes of one tensor in one folder.
struct TensorWrites {
    RowGroups groups;
    std::vector<std::uint32_t> count; ///< per group: number of rows, 1 where the io is unknown
};
/// Numbers repeated writes of one tensor in one folder 0, 1, … in order of time, then of execution. Rows that
/// the dump itself numbers keep their number.
[[nodiscard]] TensorWrites numberOccurrences(IndexParts& parts);

/// Sets execIndex from the execution order of the same rank and graph, and restores the '/' of sanitised
/// operator names that the order file has: by exact name, then by name without `-op<N>` in order of the
/// numbers (docs/formats/mindspore-dump.md 3.2).
void applyExecutionOrders(IndexParts& parts);

/// Operators of one folder and their scopes (FileContents::scopes).
struct PlacedScopes {
    FolderId folder;
    std::vector<std::pair<std::string, std::string>> scopes;
};
/// Sets the scope of rows of the folder, and of a folder of tensors below it, to that of their operator.
void applyScopes(IndexParts& parts, const std::vector<PlacedScopes>& placed);

/// Position of every folder in the order of docs/contract.md 1: run, device, model, graph, step, path. A
/// folder of tensors that belongs to the one above it has the same position.
[[nodiscard]] std::vector<std::uint32_t> folderOrder(const IndexParts& parts);

/// Row numbers in the order of docs/contract.md 1: run, rank, model/graph, step, execution order, time, name,
/// io, slot.
[[nodiscard]] Result<std::vector<std::uint32_t>> contractOrder(
    const IndexParts& parts, const TensorWrites& tensors);

} // namespace dumpscope::core
