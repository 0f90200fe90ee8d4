// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cpu_device/device_state.h"

#include <memory>
#include <vector>

namespace dumpscope::core::acl {

// Objects that programs hold by pointer and destroy through AscendCL.

struct DataBuffer {
    void* data = nullptr; ///< not owned
    std::size_t size = 0; ///< bytes
};

struct TensorDescription {
    int dataType = kDtypeUndefined;
    int format = kFormatUndefined;
    std::vector<std::int64_t> dims;
};

struct Dataset {
    struct Item {
        DataBuffer* buffer = nullptr; ///< not owned
        std::unique_ptr<TensorDescription> description;
    };
    std::vector<Item> items;
};

struct ModelDescription {
    std::shared_ptr<ModelEntry> entry;
    std::uint32_t id = 0;
};

/// Null for an unknown id. Locks DeviceState::mutex.
[[nodiscard]] std::shared_ptr<ModelEntry> findModel(std::uint32_t id);
/// Bytes of a dense tensor; nullopt where a dimension is free or the product too large.
[[nodiscard]] std::optional<std::uint64_t> tensorBytes(
    int elementType, const std::vector<std::int64_t>& dims);

} // namespace dumpscope::core::acl
