// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/live_dump.h"
#include "overflow/value_scan.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::gui {

/// What one batch of a run reported: files it wrote, NaN and infinities in them.
struct RunBatch {
    std::vector<std::string> files; ///< relative paths
    std::vector<core::LiveFinding> findings;
};
using RunBatches = std::vector<std::shared_ptr<const RunBatch>>;

/// Where NaN and infinities of a run come from, as far as its files are known.
struct RunOrigins {
    std::vector<core::NonFiniteTensor> found;      ///< ascending, masks among them
    std::optional<core::NonFiniteTensor> first;    ///< as core::ValueScan::first
    std::optional<core::LiveTensor> firstAsItCame; ///< to be found when the dump is read again

    [[nodiscard]] const core::NonFiniteTensor* of(core::TensorId id) const;
};

/// By the rules of core::scanValues and in the order of execution, whatever the order was in which files were
/// read. Looks at what the run wrote and at nothing that lay there before; values were counted when they
/// arrived and are not read again. `isAllCounted`: what has no finding is finite. Any thread.
[[nodiscard]] core::Result<RunOrigins> findRunOrigins(
    const core::DumpIndex& index, const RunBatches& batches, bool isAllCounted, core::TaskContext& task);

} // namespace dumpscope::gui
