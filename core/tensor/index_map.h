// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/memory_format.h"

#include <memory>

namespace dumpscope::core {

/// Maps flat C-order indices of the logical array to element offsets in storage. Immutable, thread-safe.
/// Errors of `make`: Code::BadShape when the shapes do not match, Code::Unsupported for formats without a
/// documented rule.
class IndexMap {
public:
    [[nodiscard]] static Result<IndexMap> make(
        const StorageLayout& storage, DType dtype, std::span<const std::int64_t> logicalShape);

    [[nodiscard]] std::uint64_t logicalCount() const;
    [[nodiscard]] std::uint64_t storageCount() const; ///< elements of the device tensor, with padding
    /// Storage offsets of the logical elements [first, first + out.size()).
    void offsets(std::uint64_t first, std::span<std::uint64_t> out) const;

    struct Plan;
    explicit IndexMap(std::shared_ptr<const Plan> plan);

private:
    std::shared_ptr<const Plan> m_plan;
};

} // namespace dumpscope::core
