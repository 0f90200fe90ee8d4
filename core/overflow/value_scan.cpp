// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/value_scan.h"

#include "model/tensor_store.h"
#include "overflow/origin_tracker.h"
#include "tensor/non_finite.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr std::size_t kGrain = 4;

/// Counts as far as the file has them; extremes and mean where it does not count.
MeasuredTensor fromStatistics(const DumpIndex& index, const TensorRow& row)
{
    using Field = StatisticTable::Field;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    const auto number = [&](Field field) { return table.value(field, row.statisticRow); };
    const auto countOf = [&](Field field) -> std::optional<std::uint64_t> {
        const auto value = number(field);
        if (!value || !(*value >= 0) || *value >= 0x1p63)
            return std::nullopt;
        return static_cast<std::uint64_t>(*value);
    };
    MeasuredTensor measured;
    measured.fromFile = true;
    measured.nan = countOf(Field::NanCount);
    measured.posInf = countOf(Field::PosInfCount);
    measured.negInf = countOf(Field::NegInfCount);
    const auto max = number(Field::Max);
    const auto min = number(Field::Min);
    const auto mean = number(Field::Mean);
    const bool counted = measured.nan || measured.posInf || measured.negInf;
    if (!counted && !max && !min && !mean)
        return measured; // digests only, or no numbers
    const auto shows
        = [&](auto test) { return (max && test(*max)) || (min && test(*min)) || (mean && test(*mean)); };
    const bool hasCounts
        = measured.nan.value_or(0) + measured.posInf.value_or(0) + measured.negInf.value_or(0) > 0;
    const bool extremes = shows([](double value) { return !std::isfinite(value); });
    const bool all = measured.nan && measured.posInf && measured.negInf;
    measured.state
        = hasCounts || (!all && extremes) ? MeasuredTensor::State::NonFinite : MeasuredTensor::State::Finite;
    return measured;
}

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
        m_task.progress.setPhases({{"Scanning values", 1.0}});
        m_task.progress.beginPhase(0, m_bytes);
        const auto done = parallelMapReduce<std::vector<MeasuredTensor>>(
            m_task.arena, m_rows.size(), kGrain, m_task.stop,
            [this](std::size_t begin, std::size_t end) { return measure(begin, end); },
            [this](std::vector<MeasuredTensor>&& measured) -> Result<void> {
                for (const MeasuredTensor& tensor : measured)
                    take(tensor);
                // Not a failure: enough was found.
                return m_enough ? Result<void>(fail(Code::Limit, "enough")) : Result<void>();
            });
        if (m_enough)
            return {};
        TRY_VOID(done);
        report(m_origins.finish());
        return {};
    }

private:
    /// All tensors of the folders in question, in the index's order.
    void collectRows()
    {
        std::vector<bool> folders(m_index.folderCount(), false);
        for (const TensorId id : m_reported)
            folders[m_index.file(m_index.tensor(id).file).folder.value()] = true;
        for (std::uint32_t i = 0; i < m_index.tensorCount(); ++i) {
            const TensorRow& row = m_index.tensor(TensorId(i));
            if (!folders[m_index.file(row.file).folder.value()])
                continue;
            m_rows.push_back(TensorId(i));
            m_bytes += row.state == TensorState::StatisticsOnly ? 1 : row.bytes;
        }
    }

    Result<std::vector<MeasuredTensor>> measure(std::size_t begin, std::size_t end)
    {
        std::vector<MeasuredTensor> measured;
        for (std::size_t i = begin; i < end; ++i) {
            TRY_VOID(m_task.checkStop());
            const TensorRow& row = m_index.tensor(m_rows[i]);
            TRY_ASSIGN(MeasuredTensor tensor, measureOne(m_rows[i], row));
            tensor.id = m_rows[i];
            measured.push_back(std::move(tensor));
            m_task.progress.advance(row.state == TensorState::StatisticsOnly ? 1 : row.bytes);
        }
        return measured;
    }

    /// Errors other than Cancelled become the tensor's state.
    Result<MeasuredTensor> measureOne(TensorId id, const TensorRow& row)
    {
        MeasuredTensor measured;
        if (row.state == TensorState::StatisticsOnly) {
            if (row.dtype == DType::Unknown || canBeNonFinite(row.dtype))
                return fromStatistics(m_index, row);
            measured.state = MeasuredTensor::State::Skipped;
            return measured;
        }
        const bool readable = row.state == TensorState::Ok || row.state == TensorState::Truncated;
        if (readable && row.dtype != DType::Unknown && !canBeNonFinite(row.dtype)) {
            measured.state = MeasuredTensor::State::Skipped;
            return measured;
        }
        if (!readable || row.dtype == DType::Unknown)
            return measured; // the opening told why
        const auto counts = count(id);
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

    Result<NonFiniteCounts> count(TensorId id)
    {
        TRY_ASSIGN(const TensorView view, m_store.open(id, m_task));
        auto stream = ElementStream::make(view, Order::Logical);
        if (stream)
            return countNonFinite(*stream, m_task);
        if (stream.error().code != Code::Truncated)
            return fail(std::move(stream).error());
        TRY_ASSIGN(const ElementStream part, ElementStream::make(view, Order::Storage, true));
        TRY_ASSIGN(NonFiniteCounts counts, countNonFinite(part, m_task));
        if (view.isRearranged())
            counts.first.reset(); // a place in storage, not in the tensor
        return counts;
    }

    void take(const MeasuredTensor& tensor)
    {
        switch (tensor.state) {
        case MeasuredTensor::State::Skipped:
            ++m_into.skipped;
            break;
        case MeasuredTensor::State::Unread:
            ++m_into.unreadable;
            break;
        default:
            ++m_into.scanned;
        }
        report(m_origins.add(tensor));
    }

    void report(std::vector<NonFiniteTensor>&& found)
    {
        for (NonFiniteTensor& tensor : found) {
            if (m_enough || !std::ranges::binary_search(m_reported, tensor.id))
                continue;
            if (m_options.onFound)
                m_options.onFound(tensor);
            m_into.found.push_back(std::move(tensor));
            m_enough = m_into.found.size() >= m_options.limit;
        }
    }

    const DumpIndex& m_index;
    const TensorStore m_store;
    std::span<const TensorId> m_reported;
    const ValueScanOptions& m_options;
    TaskContext& m_task;
    ValueScan& m_into;
    OriginTracker m_origins;
    std::vector<TensorId> m_rows;
    std::uint64_t m_bytes = 0;
    bool m_enough = false;
};

} // namespace

std::string_view valueOriginWord(ValueOrigin origin)
{
    switch (origin) {
    case ValueOrigin::Born:
        return "born";
    case ValueOrigin::Inherited:
        return "inherited";
    case ValueOrigin::Unknown:
        break;
    }
    return "unknown";
}

const NonFiniteTensor* ValueScan::firstBorn() const
{
    const auto born = std::ranges::find(found, ValueOrigin::Born, &NonFiniteTensor::origin);
    return born == found.end() ? nullptr : &*born;
}

Result<void> scanValues(const std::shared_ptr<const DumpIndex>& index, std::span<const TensorId> reported,
    const ValueScanOptions& options, TaskContext& task, ValueScan& into)
{
    if (options.limit == 0)
        return {};
    return Scanner(index, reported, options, task, into).run();
}

} // namespace dumpscope::core
