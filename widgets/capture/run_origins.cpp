// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/run_origins.h"

#include "capture/live_lookup.h"
#include "overflow/origin_tracker.h"
#include "tensor/non_finite.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace dumpscope::gui {

namespace {

using MeasuredState = core::MeasuredTensor::State;
using Counted = std::unordered_map<std::uint32_t, const core::LiveFinding*>; ///< by tensor

Counted countedIn(const core::DumpIndex& index, const RunBatches& batches)
{
    std::vector<core::LiveTensor> asked;
    std::vector<const core::LiveFinding*> findings;
    for (const auto& batch : batches) {
        for (const core::LiveFinding& finding : batch->findings) {
            if (finding.isRecord)
                continue;
            core::LiveTensor tensor;
            tensor.file = finding.file;
            tensor.entry = finding.entry;
            tensor.opName = finding.opName;
            tensor.io = finding.io;
            tensor.slot = finding.slot;
            asked.push_back(std::move(tensor));
            findings.push_back(&finding);
        }
    }
    Counted counted;
    const std::vector<core::TensorId> ids = core::findLiveTensors(index, asked);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i].isValid())
            counted[ids[i].value()] = findings[i]; // the latest, of a file that was written again
    }
    return counted;
}

core::MeasuredTensor measured(
    const core::DumpIndex& index, core::TensorId id, const Counted& counted, bool isAllCounted)
{
    core::MeasuredTensor tensor;
    tensor.id = id;
    const core::TensorRow& row = index.tensor(id);
    if (row.dtype != core::DType::Unknown && !core::canBeNonFinite(row.dtype)) {
        tensor.state = MeasuredState::Skipped;
        return tensor;
    }
    if (row.state == core::TensorState::StatisticsOnly)
        return core::measuredByStatistics(index, id);
    if (const auto found = counted.find(id.value()); found != counted.end()) {
        tensor.state = MeasuredState::NonFinite;
        tensor.nan = found->second->nan;
        tensor.posInf = found->second->posInf;
        tensor.negInf = found->second->negInf;
        return tensor;
    }
    const bool isKnown
        = isAllCounted && row.state == core::TensorState::Ok && row.dtype != core::DType::Unknown;
    tensor.state = isKnown ? MeasuredState::Finite : MeasuredState::Unread;
    return tensor;
}

core::LiveTensor asItCame(const core::DumpIndex& index, core::TensorId id)
{
    const core::TensorRow& row = index.tensor(id);
    core::LiveTensor tensor;
    tensor.file = index.filePath(row.file);
    tensor.entry = index.text(row.entry);
    tensor.opName = index.text(row.opName);
    tensor.opType = index.text(row.opType);
    tensor.io = row.io;
    tensor.slot = row.slot;
    tensor.rank = index.factsOf(id).rank;
    tensor.step = index.factsOf(id).step;
    return tensor;
}

} // namespace

const core::NonFiniteTensor* RunOrigins::of(core::TensorId id) const
{
    const auto place = std::ranges::lower_bound(found, id, {}, &core::NonFiniteTensor::id);
    return place != found.end() && place->id == id ? &*place : nullptr;
}

core::Result<RunOrigins> findRunOrigins(
    const core::DumpIndex& index, const RunBatches& batches, bool isAllCounted, core::TaskContext& task)
{
    std::unordered_set<std::string> written;
    for (const auto& batch : batches)
        written.insert(batch->files.begin(), batch->files.end());
    const Counted counted = countedIn(index, batches);
    core::OriginTracker tracker(index);
    std::vector<std::uint8_t> isWritten(index.fileCount(), 0);
    for (std::size_t file = 0; file < index.fileCount(); ++file)
        isWritten[file] = written.contains(index.filePath(core::FileId(file))) ? 1 : 0;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        TRY_VOID(task.checkStop());
        const core::TensorId id(i);
        if (isWritten[index.tensor(id).file.value()] != 0)
            tracker.add(measured(index, id, counted, isAllCounted));
    }
    RunOrigins origins;
    TRY_ASSIGN(origins.found, tracker.finish(task.stop));
    for (const core::NonFiniteTensor& tensor : origins.found) {
        if (tensor.origin == core::ValueOrigin::Mask || tensor.origin == core::ValueOrigin::Uninitialised)
            continue;
        if (tensor.birth != 0 && (!origins.first || tensor.birth < origins.first->birth))
            origins.first = tensor;
    }
    std::ranges::sort(origins.found, {}, &core::NonFiniteTensor::id);
    if (origins.first)
        origins.firstAsItCame = asItCame(index, origins.first->id);
    return origins;
}

} // namespace dumpscope::gui
