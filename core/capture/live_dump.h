// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/run_folder.h"
#include "model/dump_index.h"
#include "readers/format_registry.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A tensor or row of statistics that has arrived.
struct LiveTensor {
    std::string file;  ///< relative path
    std::string entry; ///< name in the file where it holds several
    std::string opName, opType;
    Io io = Io::Unknown;
    std::int32_t slot = -1;
    DType dtype = DType::Unknown;
    std::string shape; ///< `[2,3]`; empty if unknown
    std::uint64_t bytes = 0;
    std::optional<std::int64_t> rank, step;
    TensorState state = TensorState::Ok;
    bool isHalfWritten = false; ///< its file still grows; it is reported again when it is whole
};

/// An overflow that the device recorded, or a tensor that holds NaN or infinities.
struct LiveFinding {
    std::string file;
    std::string opName; ///< may be empty for records
    Io io = Io::Unknown;
    std::int32_t slot = -1;
    bool isRecord = false; ///< of the device; else found among values or statistics
    std::uint64_t nan = 0, posInf = 0, negInf = 0;
    std::optional<std::int64_t> rank, step;
    Message text;           ///< a sentence
    std::string entry = {}; ///< name in the file where it holds several
};

/// What arrived since the last batch, at most a few times a second.
struct LiveBatch {
    struct File {
        std::string path;
        std::uint64_t bytes = 0;
        bool isHalfWritten = false, isNew = true; ///< not new: it has changed
        Message problem;                          ///< why it has no tensors; else empty
    };
    std::vector<File> files;
    std::vector<LiveTensor> tensors; ///< at most kMostTensors
    std::vector<LiveFinding> findings;
    std::vector<std::string> gone;    ///< files that were removed or renamed away
    std::uint64_t tensorsLeftOut = 0; ///< above kMostTensors; they are in the index

    static constexpr std::size_t kMostTensors = 20'000;
    [[nodiscard]] bool isEmpty() const
    {
        return files.empty() && tensors.empty() && findings.empty() && gone.empty();
    }
};

struct LiveProgress {
    std::uint64_t files = 0, halfWritten = 0, waiting = 0; ///< waiting: noticed, not read yet
    std::uint64_t tensors = 0, statisticRows = 0, records = 0, nonFinite = 0;
    std::uint64_t notScanned = 0; ///< tensors whose values were not read, for lack of time
    std::uint64_t bytes = 0;
    double bytesPerSecond = 0; ///< of the last seconds
    double seconds = 0;        ///< since the start
    bool isPolling = false;    ///< the system gives no more watches; folders are listed every second instead
    std::uint64_t rescans = 0;
};

struct LiveOptions {
    /// A file that does not change for this long is read although its writer has not closed it.
    std::chrono::milliseconds settle {200};
    /// A file that ends too early and does not change for this long is damaged, not half-written.
    std::chrono::milliseconds givesUp {2000};
    std::chrono::milliseconds batch {200}; ///< between two batches
    /// Between two indexes; longer when making one takes more than a twentieth of it.
    std::chrono::milliseconds index {1000};
    std::uint64_t scanBacklog = 256ULL << 20; ///< bytes of values that may wait for the scan for NaN
    std::string ignored {kRunFolder};         ///< folder below the root that is not part of the dump
};

/// Called one at a time on the thread of the LiveDump; must not call back into it.
struct LiveObserver {
    std::function<void(const LiveBatch&)> arrived = {};
    std::function<void(const LiveProgress&)> progress = {}; ///< with every batch, and at least each second
    /// The dump so far, as if it had been opened now; half-written files are rows with a problem.
    std::function<void(const std::shared_ptr<const DumpIndex>&)> index = {};
};

/// Follows a folder while a dump is written into it: new folders, files that grow, are rewritten or renamed.
/// Reads every file when it is complete (closed, renamed into place or quiet), and again when it changes.
/// Memory grows with the number of tensors only. Has one thread, which the destructor stops and waits for.
class LiveDump {
public:
    /// `root` (absolute) must exist. Files that it holds already are part of the dump but are not reported.
    /// Errors: the system's reason.
    [[nodiscard]] static Result<std::unique_ptr<LiveDump>> start(const std::string& root,
        std::shared_ptr<const FormatRegistry> formats, LiveOptions options, LiveObserver observer);
    ~LiveDump();
    LiveDump(const LiveDump&) = delete;
    LiveDump& operator=(const LiveDump&) = delete;

    /// The writer has ended: reads everything as it is and returns after a last batch and index were
    /// reported.
    void finish();
    [[nodiscard]] LiveProgress progress() const; ///< thread-safe

private:
    class Worker;
    explicit LiveDump(std::unique_ptr<Worker> worker);
    std::unique_ptr<Worker> m_worker;
};

} // namespace dumpscope::core
