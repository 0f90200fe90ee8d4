// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/index_linker.h"
#include "readers/reader.h"

#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// What one file says about tensors of other files of its folder, or of folders beside and below it
/// (FileContents).
struct FolderRemarks {
    FileId file;
    std::vector<std::pair<std::string, std::string>> shardTensors;
    std::vector<std::string> moduleCalls;
    std::vector<std::pair<std::string, std::string>> moduleTypes;
    std::vector<RaisedAnomaly> anomalies;

    [[nodiscard]] bool isEmpty() const
    {
        return shardTensors.empty() && moduleCalls.empty() && moduleTypes.empty() && anomalies.empty();
    }
};

/// Path of the folder above; empty for the root and what stands in it.
[[nodiscard]] std::string_view parentFolder(std::string_view path);
/// Path of a file relative to the root.
[[nodiscard]] std::string pathOfFile(const IndexParts& parts, FileId file);

/// Drops rows of statistics files beside a file that says the same and more (StatisticTable::preferredFile).
void dropRepeatedTables(IndexParts& parts);
/// Reports shards that are missing, and tensors that are in another shard than the index says, or in none.
void checkShards(IndexParts& parts, const std::vector<FolderRemarks>& remarks);
/// Drops rows of tensors that an index of shards has in another file of the folder, and says so: a copy of
/// the whole model beside its shards. After checkShards.
void dropCopiesOfShards(IndexParts& parts, const std::vector<FolderRemarks>& remarks);
/// Folders of modules get the names of their modules, the number of the call and its place in the order, and
/// the classes of the modules (docs/formats/llm-era.md 5).
void applyModules(IndexParts& parts, const std::vector<FolderRemarks>& remarks);
/// Notes alarms of a monitor on the rows they are about (docs/formats/llm-era.md 8.1).
void applyAnomalies(IndexParts& parts, const std::vector<FolderRemarks>& remarks);

} // namespace dumpscope::core
