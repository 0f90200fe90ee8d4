// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/value_scan.h"

#include "model/tensor_store.h"
#include "overflow/origin_tracker.h"
#include "tensor/non_finite.h"

#include <algorithm>
#include <limits>

namespace dumpscope::core {

namespace {

/// What one thread takes at a time: tensors whose values are read, and rows of statistics, which are quick.
constexpr std::size_t kMostRead = 4;
constexpr std::size_t kMostRows = 4096;

class Scanner {
public:
    Scanner(const std::shared_ptr<const DumpIndex>& index, std::span<const TensorId> reported,
        const ValueScanOptions& options, TaskContext& task, ValueScan& into)
        : m_index(*index)
        , m_store(index)
        , m_reported(reported)
        , m_options(options)
        , m_task(task)
        , m_into(into)
        , m_origins(*index)
    {
    }

    Result<void> run()
    {
        collectRows();
        m_task.progress.setPhases({{phrase("Scanning values"), 9.0}, {phrase("Finding origins"), 1.0}});
        m_task.progress.beginPhase(0, m_bytes);
        auto done = parallelMapReduce<std::vector<MeasuredTensor>>(
            m_task.arena, m_starts.size() - 1, 1, m_task.stop,
            [this](std::size_t chunk, std::size_t) { return measure(m_starts[chunk], m_starts[chunk + 1]); },
            [this](std::vector<MeasuredTensor>&& measured) -> Result<void> {
                for (const MeasuredTensor& tensor : measured)
                    take(tensor);
                return {};
            });
        if (!done) {
            report(m_origins.withoutOrigins());
            return done;
        }
        m_task.progress.beginPhase(1, m_origins.nonFiniteCount());
        auto found = m_origins.finish(m_task.stop, &m_task.progress);
        report(found ? std::move(*found) : m_origins.withoutOrigins());
        return found ? Result<void>() : fail(std::move(found).error());
    }

private:
    /// All tensors, in the index's order.
    void collectRows()
    {
        std::size_t read = 0; // of the chunk
        for (std::uint32_t i = 0; i < m_index.tensorCount(); ++i) {
            const bool isRead = !isFromStatistics(i);
            if (i == 0 || read == kMostRead || i - m_starts.back() == kMostRows) {
                m_starts.push_back(i);
                read = 0;
            }
            read += isRead ? 1U : 0U;
            m_bytes += bytesOf(i);
        }
        m_starts.push_back(static_cast<std::uint32_t>(m_index.tensorCount()));
    }

    [[nodiscard]] bool isFromStatistics(std::uint32_t i) const
    {
        return m_index.tensor(TensorId(i)).state == TensorState::StatisticsOnly;
    }

    /// What progress counts.
    [[nodiscard]] std::uint64_t bytesOf(std::uint32_t i) const
    {
        return isFromStatistics(i) ? 1 : m_index.tensor(TensorId(i)).bytes;
    }

    Result<std::vector<MeasuredTensor>> measure(std::uint32_t begin, std::uint32_t end)
    {
        std::vector<MeasuredTensor> measured;
        measured.reserve(end - begin);
        std::uint64_t quick = 0;
        for (std::uint32_t i = begin; i < end; ++i) {
            TRY_VOID(m_task.checkStop());
            const TensorId id(i);
            TRY_ASSIGN(MeasuredTensor tensor, measureOne(id, m_index.tensor(id), isFromStatistics(i)));
            if (tensor.state == MeasuredTensor::State::Unread && !isFromStatistics(i))
                tensor = byRecordOf(id, tensor);
            tensor.id = id;
            measured.push_back(tensor);
            if (isFromStatistics(i))
                ++quick;
            else
                m_task.progress.advance(bytesOf(i));
        }
        m_task.progress.advance(quick);
        return measured;
    }

    /// What was recorded beside a file that cannot be read says that the tensor has NaN or infinities.
    /// Recorded figures of finite elements are not relied on: the file was to show it.
    [[nodiscard]] MeasuredTensor byRecordOf(TensorId id, const MeasuredTensor& unread) const
    {
        const MeasuredTensor recorded = measuredByStatistics(m_index, id);
        return recorded.state == MeasuredTensor::State::NonFinite ? recorded : unread;
    }

    /// Errors other than Cancelled become the tensor's state.
    Result<MeasuredTensor> measureOne(TensorId id, const TensorRow& row, bool isFromStatistics)
    {
        MeasuredTensor measured;
        if (isFromStatistics) {
            if (row.dtype == DType::Unknown || canBeNonFinite(row.dtype))
                return measuredByStatistics(m_index, id);
            measured.state = MeasuredTensor::State::Skipped;
            return measured;
        }
        const bool readable = row.state == TensorState::Ok || row.state == TensorState::Truncated;
        if (readable && row.dtype != DType::Unknown && !canBeNonFinite(row.dtype)) {
            measured.state = MeasuredTensor::State::Skipped;
            return measured;
        }
        if (!readable || row.dtype == DType::Unknown)
            return measured; // the opening reported why
        const auto counts = count(id, measured.elementsRead);
        if (!counts) {
            Error error = counts.error();
            if (error.code == Code::Cancelled)
                return fail(std::move(error));
            error.place.file = m_index.tensorId(id);
            m_task.diagnostics.add(Severity::Error, error);
            return measured;
        }
        measured.state = counts->any() ? MeasuredTensor::State::NonFinite : MeasuredTensor::State::Finite;
        measured.nan = counts->nan;
        measured.posInf = counts->posInf;
        measured.negInf = counts->negInf;
        measured.firstIndex = counts->first;
        // Of a cut tensor what is there tells, except that the rest is finite.
        if (row.state == TensorState::Truncated && !counts->any())
            measured.state = MeasuredTensor::State::Unread;
        return measured;
    }

    Result<NonFiniteCounts> count(TensorId id, std::optional<std::uint64_t>& elementsRead)
    {
        TRY_ASSIGN(const TensorView view, m_store.open(id, m_task));
        auto stream = ElementStream::make(view, Order::Logical);
        if (stream)
            return countNonFinite(*stream, m_task);
        if (stream.error().code != Code::Truncated)
            return fail(std::move(stream).error());
        TRY_ASSIGN(const ElementStream part, ElementStream::make(view, Order::Storage, true));
        elementsRead = part.count();
        TRY_ASSIGN(NonFiniteCounts counts, countNonFinite(part, m_task));
        if (view.isRearranged())
            counts.first.reset(); // a place in storage, not in the tensor
        return counts;
    }

    void take(const MeasuredTensor& tensor)
    {
        m_origins.add(tensor);
        switch (tensor.state) {
        case MeasuredTensor::State::Skipped:
            ++m_into.skipped;
            break;
        case MeasuredTensor::State::Unread:
            ++m_into.unreadable;
            if (m_index.tensor(tensor.id).state == TensorState::StatisticsOnly)
                ++m_into.checksumsOnly;
            m_into.partlyRead += tensor.elementsRead.value_or(0) > 0 ? 1 : 0;
            break;
        default:
            ++m_into.scanned;
            m_into.byStatistics += tensor.fromFile ? 1 : 0;
        }
    }

    void report(std::vector<NonFiniteTensor>&& found)
    {
        // Of few, those where it begins: they may be on the last rank.
        if (found.size() > m_options.limit)
            std::ranges::stable_sort(found, {}, [](const NonFiniteTensor& tensor) {
                return tensor.birth != 0 ? tensor.birth : std::numeric_limits<std::uint32_t>::max();
            });
        for (NonFiniteTensor& tensor : found) {
            if (tensor.elementsRead) {
                const Message cut = phrase(
                    "of a file that is cut: only its first %1 elements were read", *tensor.elementsRead);
                tensor.why = tensor.why.empty() ? cut : phrase("%1; %2", tensor.why, cut);
            }
            if (tensor.fromFile && m_index.tensor(tensor.id).state != TensorState::StatisticsOnly) {
                const Message unread = phrase("its file cannot be read: by its recorded statistics");
                tensor.why = tensor.why.empty() ? unread : phrase("%1; %2", tensor.why, unread);
            }
            const bool isSelected = std::ranges::binary_search(m_reported, tensor.id);
            if (tensor.origin == ValueOrigin::Mask || tensor.origin == ValueOrigin::Uninitialised) {
                if (isSelected)
                    m_into.masks.push_back(std::move(tensor));
                continue;
            }
            if (tensor.birth != 0 && (!m_into.first || tensor.birth < m_into.first->birth)) {
                m_into.first = tensor;
                m_into.firstIsSelected = isSelected;
            }
            m_into.births += tensor.birth != 0 ? 1 : 0;
            ++m_into.all;
            m_into.allSelected += isSelected ? 1 : 0;
            if (!isSelected || m_into.found.size() >= m_options.limit)
                continue;
            if (m_options.onFound)
                m_options.onFound(tensor);
            m_into.found.push_back(std::move(tensor));
        }
    }

    const DumpIndex& m_index;
    const TensorStore m_store;
    std::span<const TensorId> m_reported;
    const ValueScanOptions& m_options;
    TaskContext& m_task;
    ValueScan& m_into;
    OriginTracker m_origins;
    std::vector<std::uint32_t> m_starts; ///< of chunks, and behind the last one
    std::uint64_t m_bytes = 0;
};

} // namespace

ScanOutlook scanOutlook(const DumpIndex& index)
{
    ScanOutlook outlook;
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const TensorRow& row = index.tensor(TensorId(i));
        const bool isKnown = row.dtype != DType::Unknown;
        if (isKnown && !canBeNonFinite(row.dtype))
            continue;
        if (row.state == TensorState::StatisticsOnly) {
            if (index.isChecksumOnly(TensorId(i)))
                ++outlook.checksumsOnly;
            else if (measuredByStatistics(index, TensorId(i)).state != MeasuredTensor::State::Unread)
                ++outlook.byStatistics;
        } else if (isKnown && (row.state == TensorState::Ok || row.state == TensorState::Truncated)) {
            ++outlook.byValues;
        }
    }
    return outlook;
}

std::string_view valueOriginWord(ValueOrigin origin)
{
    switch (origin) {
    case ValueOrigin::Born:
        return "born";
    case ValueOrigin::Inherited:
        return "inherited";
    case ValueOrigin::Mask:
        return "mask";
    case ValueOrigin::Uninitialised:
        return "uninitialised";
    case ValueOrigin::Unknown:
        break;
    }
    return "unknown";
}

std::uint64_t ValueScan::uninitialised() const
{
    return static_cast<std::uint64_t>(std::ranges::count_if(
        masks, [](const NonFiniteTensor& tensor) { return tensor.origin == ValueOrigin::Uninitialised; }));
}

Result<void> scanValues(const std::shared_ptr<const DumpIndex>& index, std::span<const TensorId> reported,
    const ValueScanOptions& options, TaskContext& task, ValueScan& into)
{
    into.selected = reported.size();
    into.missesFiles = std::ranges::any_of(
        index->problems(), [](const Diagnostic& problem) { return problem.severity == Severity::Error; });
    if (options.limit == 0 || reported.empty())
        return {};
    return Scanner(index, reported, options, task, into).run();
}

} // namespace dumpscope::core
