// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/source.h"
#include "readers/name_grammar.h"
#include "records/folder_facts.h"
#include "records/graph.h"
#include "records/overflow_entry.h"
#include "records/statistic_table.h"
#include "records/tensor_record.h"
#include "tensor/tensor_view.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

struct ProfiledTasks;

/// What is supported for a format; words of contract `formats`: index, values, statistics, graph, overflow,
/// write.
struct Capabilities {
    bool index = false, values = false, statistics = false, graph = false, overflow = false, write = false;
};

struct ReaderInfo {
    std::string id;                    ///< contract `family`
    Form<0> title;                     ///< for `formats` and dialogs
    std::vector<std::string> patterns; ///< file name patterns, for users
    Capabilities can;
    int priority = 50; ///< breaks ties of equal confidence
    /// Files that begin so are of this format alone: no other reader is asked, but those that do what the
    /// user says. Empty: there is no such beginning.
    std::string_view magic = {};
    bool isAskedAlways = false; ///< what it claims depends on what the user says
};

/// Number of first bytes of a file that a probe gets.
inline constexpr std::uint64_t kProbeBytes = 4096;

struct FileProbe {
    std::string_view name;  ///< after mapping.csv
    std::uint64_t size = 0; ///< bytes
    ByteSpan head;          ///< first min(size, kProbeBytes) bytes
    const FolderFacts* folder = nullptr;
    const NameFacts* facts = nullptr;
};

/// How surely a file is of a format: 0 = not; 1-39 possible; 40-79 likely (name or magic); 80-100 certain
/// (content checked).
struct Claim {
    int confidence = 0;
    Message reason; ///< why, or why not
};

/// The files beside the one that is read, for formats that spread over several. Thread-safe.
class FolderFiles {
public:
    virtual ~FolderFiles() = default;
    /// A file of the same folder by its name, which holds no '/'; mapping it fails with Code::NotFound or
    /// Code::Vanished when it is missing, and Code::Permission for a link that leads out of the opened root.
    [[nodiscard]] virtual std::unique_ptr<Source> open(std::string_view name) const = 0;
};

/// A file to read: its bytes and the facts from its name and folder. Refers to objects of the caller.
struct FileContext {
    const Source& source;
    std::string_view name; ///< after mapping.csv
    ByteSpan head;         ///< as in the probe; empty when opened later
    const FolderFacts& folder;
    const NameFacts& facts;
    const FolderFiles* folderFiles = nullptr; ///< null where there is no folder
};

/// Order of operators of one graph, or iterations a graph ran in.
struct ExecutionOrder {
    std::int64_t graphId = 0;
    bool global = false;                ///< has `iterations` instead of `operators`
    std::vector<std::string> operators; ///< full scoped names
    std::vector<std::int64_t> iterations;
};

/// A tensor whose values lie in another file of the same dump (docs/formats/llm-era.md 1.4).
struct ValuesElsewhere {
    std::uint32_t ordinal = 0; ///< of its record
    std::string key;           ///< numbers of the operators and name of the file: `1_0_outtensor0.bin`
};

/// An alarm that a monitor raised about one operator (docs/formats/llm-era.md 8.1).
struct RaisedAnomaly {
    std::string opName;
    Io io = Io::Unknown; ///< Unknown: any
    std::string opType;  ///< beginning of the type; empty: any
    std::optional<std::int64_t> rank, step;
    std::string message; ///< words of the monitor
};

/// Everything a reader finds in one file without decoding tensor values.
struct FileContents {
    std::vector<TensorRecord> tensors;
    std::shared_ptr<const StatisticTable> statistics;
    std::vector<ExecutionOrder> orders;
    std::vector<FoundOverflow> overflows;
    std::vector<ValuesElsewhere> elsewhere; ///< their records are `Empty` until the values are found
    /// Operators of this folder and their scopes, '/' between the parts, for formats whose names do not
    /// contain them.
    std::vector<std::pair<std::string, std::string>> scopes;
    /// Tensors of a model and the file of this folder that has each, from an index of shards.
    std::vector<std::pair<std::string, std::string>> shardTensors;
    /// Folders of modules below this one in the order of their calls; one is there once a call.
    std::vector<std::string> moduleCalls;
    /// Modules of the folders below this one and their classes.
    std::vector<std::pair<std::string, std::string>> moduleTypes;
    std::shared_ptr<const ProfiledTasks> profile; ///< what a profiler timed; null: nothing
    /// What the file lists instead of tensors, as rows of a root that has no tensor at all; they have no
    /// values. Empty: nothing.
    std::function<std::vector<TensorRecord>()> rowsAlone;
    std::vector<RaisedAnomaly> anomalies; ///< about tensors of other folders beside this one
    std::vector<Diagnostic> problems;     ///< place.file may be left empty: this file
    /// Facts about the whole dump or file for `info` and the properties panel, in order
    /// ("producer", "MindSpore 2.10.0").
    std::vector<std::pair<std::string, std::string>> properties;
};

/// Header fields and their values, in words.
using Description = std::vector<std::pair<Message, Message>>;

/// One file format. Stateless and thread-safe. Every length and offset in a file is untrusted.
class Reader {
public:
    virtual ~Reader() = default;
    [[nodiscard]] virtual const ReaderInfo& info() const = 0;
    /// Whether the file is of this format, by its name and head only.
    [[nodiscard]] virtual Claim probe(const FileProbe& probe) const = 0;
    /// Reads headers and lists the contents. A damaged file gives what is complete, as records with a state
    /// and a problem. Errors: only where nothing can be read, and Code::Cancelled.
    [[nodiscard]] virtual Result<FileContents> read(const FileContext& file, TaskContext& task) const = 0;
    /// The tensor of a record of `read`; the view keeps its bytes alive. Default: Code::Unsupported.
    [[nodiscard]] virtual Result<TensorView> open(
        const FileContext& file, std::uint32_t ordinal, TaskContext& task) const;
    /// The graph a file holds (capability `graph`); `read` only recognises it, this parses all of it.
    /// Default: Code::Unsupported.
    [[nodiscard]] virtual Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const;
    /// Header fields in words for `show` and the properties panel, in the file's order.
    [[nodiscard]] virtual Description describe(
        const FileContext& file, std::uint32_t ordinal, TaskContext& task) const;
};

} // namespace dumpscope::core
