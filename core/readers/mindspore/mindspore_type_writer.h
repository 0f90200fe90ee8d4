// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/mindspore/mindspore_type_text.h"
#include "records/graph.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Converts MindSpore's types into outputs of a node. Caches names of types. Not thread-safe.
class MindsporeTypeWriter {
public:
    /// Adds the outputs of the builder's last node: logical types with the device types of the same position,
    /// or the device types alone where there is no logical type.
    void addOutputs(GraphBuilder& builder, const std::vector<TypedTensor>& logical,
        const std::vector<TypedTensor>& device, std::string_view typeText);

private:
    DType dtypeOf(std::string_view name);

    std::unordered_map<std::string, DType> m_dtypes;
};

} // namespace dumpscope::core
