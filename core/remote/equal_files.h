// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pairing/pairing.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

class RemoteFiles;

/// What a comparison needs of other machines.
struct NeededFiles {
    std::uint64_t files = 0, bytes = 0; ///< of the tensors that are compared, on other machines
    std::uint64_t equalFiles = 0;       ///< of these: their content is here, or comes with another file
    std::uint64_t missingFiles = 0, missingBytes = 0; ///< of these: they are to be brought
    std::vector<std::string> hosts;                   ///< where they lie, as they are shown
    std::vector<std::shared_ptr<RemoteFiles>> dumps;

    /// Bytes of files that came so far.
    [[nodiscard]] std::uint64_t broughtBytes() const;
};

/// Before sides are compared, some of which are on other machines (openRemoteDump): of files whose size
/// occurs on another side, digests are computed where they lie, and from then on the bytes of equal files are
/// taken from this machine, or brought once. Digests of files here are not sent. What changes later on other
/// machines is not noticed; a file here that changes is used no more. Nothing happens where all sides are
/// here. Errors: Code::Cancelled; where a machine does not answer, its files count as different ones.
[[nodiscard]] Result<NeededFiles> findEqualFiles(std::span<const ComparisonSide> sides, TaskContext& task);

/// Whether two tensors on other machines are the same one of files that findEqualFiles found equal: their
/// elements are then equal bit for bit, and neither need be brought to know it.
[[nodiscard]] bool areOfEqualFiles(const DumpIndex& a, TensorId idA, const DumpIndex& b, TensorId idB);

} // namespace dumpscope::core
