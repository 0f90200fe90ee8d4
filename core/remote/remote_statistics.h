// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"
#include "tensor/statistics.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Of each tensor that was asked for; nothing where it has no values that can be read.
using AskedStatistics = std::vector<std::optional<Statistics>>;

/// Of tensors by their ids, computed here. Progress advances by the tensors. Errors: Code::Cancelled.
[[nodiscard]] Result<AskedStatistics> statisticsOf(
    const std::shared_ptr<const DumpIndex>& index, std::span<const std::string> ids, TaskContext& task);

/// The same as bytes for a program of the same build on another machine. Errors: those of the sink.
[[nodiscard]] Result<void> writeStatistics(const AskedStatistics& statistics, const ByteSink& sink);
/// Any bytes may be read. Errors: Code::BadSyntax for what is not statistics of `count` tensors.
[[nodiscard]] Result<AskedStatistics> readStatistics(ByteSpan bytes, std::size_t count);

/// Of tensors of a dump that openRemoteDump has opened, computed on its machine, some hundred in a request;
/// `take` gets them as they arrive. Progress advances by the tensors. Errors: those of RemoteLink::run,
/// Code::BadSyntax; Code::Unsupported for a dump on this machine.
[[nodiscard]] Result<void> statisticsThere(const DumpIndex& index, std::span<const TensorId> ids,
    TaskContext& task, const std::function<void(TensorId, const Statistics&)>& take);

} // namespace dumpscope::core
