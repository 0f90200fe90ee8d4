// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cpu_device/device_state.h"

#include <memory>
#include <vector>

namespace dumpscope::core::acl {

// What programs hold by pointer.

struct DataBuffer {
    void* data = nullptr;
    std::size_t size = 0;
};

struct TensorDescription {
    int dataType = kDtypeUndefined;
    int format = kFormatUndefined;
    std::vector<std::int64_t> dims;
};

struct Dataset {
    struct Item {
        DataBuffer* buffer = nullptr;
        std::unique_ptr<TensorDescription> description;
    };
    std::vector<Item> items;
};

struct ModelDescription {
    std::shared_ptr<ModelEntry> entry;
    std::uint32_t id = 0;
};

} // namespace dumpscope::core::acl
