// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/strong_id.h"
#include "io/file_tree.h"
#include "readers/reader.h"
#include "records/folder_facts.h"
#include "records/overflow_entry.h"
#include "records/shape_pool.h"
#include "records/statistic_table.h"
#include "records/string_pool.h"
#include "records/tensor_record.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

class DumpIndexBuilder;
class FormatRegistry;

/// One tensor: a fixed-size row, texts and shapes by id.
struct TensorRow {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    std::uint64_t bytes = 0;     ///< of the stored values
    std::uint64_t timestamp = 0; ///< as recorded in the file or its name; 0 = unknown
    FileId file;
    FolderId folder;           ///< that of the file, or the same folder with other facts
    std::uint32_t ordinal = 0; ///< for Reader::open
    StringId opName, opType, opNameRaw, entry;
    MessageId problem {0U};
    StringId scope;               ///< recorded apart from the name; else invalid
    ShapeId shape, originalShape; ///< invalid = unknown
    std::int32_t slot = -1;       ///< -1 = none
    std::uint32_t occurrence = 0;
    std::uint32_t execIndex = kNone;
    std::uint32_t task = kNone, stream = kNone, context = kNone, thread = kNone;
    std::uint32_t statisticRow = kNone; ///< row of statisticTables[statisticTable]
    std::uint32_t statisticTable = 0;
    DType dtype = DType::Unknown;
    Io io = Io::Unknown;
    MemoryFormat format = MemoryFormat::Unspecified;
    MemoryFormat originalFormat = MemoryFormat::Unspecified;
    TensorState state = TensorState::Ok;
    bool ownEntry = false;                  ///< the id has a `#…` tail (the file holds several tensors)
    bool fixedOccurrence = false;           ///< recorded, not counted
    bool hasOverflow = false;               ///< an overflow record names the operator
    bool endsStepBefore = false;            ///< TensorRecord::endsStepBefore
    std::array<std::uint8_t, 7> padding {}; ///< rows are kept as their bytes, which are all known
};

struct FileRow {
    FolderId folder;
    StringId name;          ///< as on disk
    StringId mappedName;    ///< from mapping.csv, StringId{0} if none
    std::uint64_t size = 0; ///< bytes
    std::int64_t mtimeNs = 0;
    MessageId problem {0U};    ///< why it has no tensors
    std::uint8_t reader = 255; ///< index into FormatRegistry::readers(); 255 = none
    bool unreadable = false;
    bool readsAsId = false; ///< its path could also be read as the id of a tensor in another file
};

/// A folder and its facts. Where tensors of one folder differ in rank or step, further rows of the same path
/// have their facts; files refer to the first.
struct FolderRow {
    StringId path; ///< relative to the root, "" for the root
    FolderFacts facts;
};

/// A property of a file to show (`info`, properties panel).
struct FileProperty {
    FileId file;
    std::string key, value;
};

/// A tensor by its file and its number there, as one number.
[[nodiscard]] constexpr std::uint64_t valueKey(FileId file, std::uint32_t ordinal)
{
    return (std::uint64_t {file.value()} << 32) | ordinal;
}

class OperatorTimes;
class WatchedRows;

/// All tensors of one opened root, in the order of docs/contract.md 1, immutable after building. Thread-safe.
/// Tensor ids are row numbers. Views and spans are valid as long as the index.
class DumpIndex {
public:
    [[nodiscard]] const FileTree& tree() const { return *m_tree; }
    [[nodiscard]] const std::string& root() const { return m_tree->root(); } ///< absolute
    [[nodiscard]] std::size_t tensorCount() const { return m_tensors.size(); }
    /// False: the rows are no tensors but what files beside tensors list, as there is no tensor.
    [[nodiscard]] bool holdsTensors() const { return m_holdsTensors; }
    [[nodiscard]] std::size_t fileCount() const { return m_files.size(); }
    [[nodiscard]] std::size_t folderCount() const { return m_folders.size(); }
    [[nodiscard]] const TensorRow& tensor(TensorId id) const { return m_tensors[id.value()]; }
    [[nodiscard]] const FileRow& file(FileId id) const { return m_files[id.value()]; }
    [[nodiscard]] const FolderRow& folder(FolderId id) const { return m_folders[id.value()]; }
    [[nodiscard]] const FolderFacts& factsOf(TensorId id) const { return folder(tensor(id).folder).facts; }
    [[nodiscard]] std::string_view text(StringId id) const { return m_strings.text(id); }
    [[nodiscard]] std::string_view text(MessageId id) const { return m_messages.text(id); }
    [[nodiscard]] const Message& message(MessageId id) const { return m_messages.message(id); }
    [[nodiscard]] std::span<const std::int64_t> shape(ShapeId id) const { return m_shapes.shape(id); }
    [[nodiscard]] const Reader* readerOf(FileId id) const;
    [[nodiscard]] const FormatRegistry& formats() const { return *m_formats; }

    /// Relative path as on disk, byte for byte.
    [[nodiscard]] std::string filePath(FileId id) const;
    /// First part of the ids of its tensors (docs/contract.md 1, Paths and Tensor ids).
    [[nodiscard]] std::string fileId(FileId id) const;
    /// Absolute path. There is no file at the path of a member of an archive.
    [[nodiscard]] std::string fullPath(FileId id) const;
    /// Contract id: `<relative path>[#[<entry>.]<io>.<slot>]`, percent-escaped where not UTF-8.
    [[nodiscard]] std::string tensorId(TensorId id) const;
    void appendTensorId(TensorId id, std::string& to) const;
    /// The id of earlier releases where it differs; findTensor accepts it.
    [[nodiscard]] std::optional<std::string> olderId(TensorId id) const;
    /// By id, or `op_name[:io[:slot]]` when unique. Errors: Code::NotFound; Code::Ambiguous with candidates.
    [[nodiscard]] Result<TensorId> findTensor(std::string_view text) const;

    // Lookups; ascending ids.
    [[nodiscard]] std::span<const TensorId> tensorsOfFile(FileId id) const;
    [[nodiscard]] std::span<const TensorId> tensorsOfOperator(StringId opName) const;
    [[nodiscard]] StringId findString(std::string_view text) const { return m_strings.find(text); }
    [[nodiscard]] std::vector<std::int64_t> ranks() const;
    [[nodiscard]] std::vector<std::string> models() const;
    [[nodiscard]] std::vector<std::int64_t> steps() const;
    /// Of dumps beside one another, by their `run`: several hold an operator at the same rank and step. Empty
    /// where all folders are parts of one run, whatever their `run`, as time folders of the devices of a
    /// training are.
    [[nodiscard]] std::vector<std::string> runs() const;

    [[nodiscard]] const std::vector<std::shared_ptr<const StatisticTable>>& statisticTables() const
    {
        return m_statisticTables;
    }
    [[nodiscard]] FileId statisticFile(std::size_t table) const { return m_statisticFiles[table]; }
    /// File and ordinal of the values of a tensor: its own, unless another file holds them.
    struct ValuePlace {
        FileId file;
        std::uint32_t ordinal = 0;
    };
    [[nodiscard]] ValuePlace valuesOf(const TensorRow& row) const;
    /// Where the tensor lay on the device; 0: not recorded.
    [[nodiscard]] std::uint64_t addressOf(const TensorRow& row) const;
    [[nodiscard]] bool recordsAddresses() const { return !m_addresses.empty(); }
    /// Whether only a checksum was recorded, neither values nor statistics.
    [[nodiscard]] bool isChecksumOnly(TensorId id) const;
    struct PlacedOrder {
        FileId file;
        ExecutionOrder order;
    };
    [[nodiscard]] const std::vector<PlacedOrder>& executionOrders() const { return m_orders; }
    /// Overflows recorded by the device, in the contract's order.
    [[nodiscard]] const std::vector<OverflowEntry>& overflows() const { return m_overflows; }
    [[nodiscard]] const std::vector<FileProperty>& properties() const { return m_properties; }
    /// How long operators ran, where a profiler wrote it beside the dump; null: nothing is known.
    [[nodiscard]] const OperatorTimes* times() const { return m_times.get(); }
    /// Outputs of watched operators; null: nothing was watched.
    [[nodiscard]] const WatchedRows* watched() const { return m_watched.get(); }
    [[nodiscard]] const std::vector<Diagnostic>& problems() const { return m_problems; }
    [[nodiscard]] std::size_t unrecognisedCount() const { return m_unrecognised; }
    [[nodiscard]] std::uint64_t totalBytes() const { return m_totalBytes; }
    /// Bytes of memory of rows and lookups, without texts and statistics.
    [[nodiscard]] std::uint64_t memoryBytes() const;

private:
    friend class DumpIndexBuilder;
    friend class StoredIndex;

    std::shared_ptr<const FileTree> m_tree;
    std::shared_ptr<const FormatRegistry> m_formats;
    StringPool m_strings;
    MessagePool m_messages;
    ShapePool m_shapes;
    std::vector<TensorRow> m_tensors;
    std::vector<FileRow> m_files;
    std::vector<FolderRow> m_folders;
    std::vector<FolderId> m_usedFolders;          ///< those that have files or tensors, ascending
    std::vector<std::uint32_t> m_fileTensorStart; ///< into m_fileTensors, per file + 1
    std::vector<TensorId> m_fileTensors;
    std::vector<TensorId> m_byOperator; ///< sorted by opName id, then id
    std::vector<std::shared_ptr<const StatisticTable>> m_statisticTables;
    std::vector<FileId> m_statisticFiles;
    std::vector<PlacedOrder> m_orders;
    std::unordered_map<std::uint64_t, ValuePlace> m_valuePlaces; ///< by valueKey; those elsewhere only
    std::vector<std::pair<std::uint64_t, std::uint64_t>>
        m_addresses; ///< by valueKey, ascending; those recorded
    std::vector<OverflowEntry> m_overflows;
    std::vector<FileProperty> m_properties;
    std::shared_ptr<const OperatorTimes> m_times;
    std::shared_ptr<const WatchedRows> m_watched;
    std::vector<Diagnostic> m_problems;
    bool m_holdsTensors = true;
    std::size_t m_unrecognised = 0;
    std::uint64_t m_totalBytes = 0;
};

} // namespace dumpscope::core
