// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/mindspore_type_text.h"
#include "records/graph.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Turns MindSpore's types into outputs of a node. Remembers names of types and formats.
/// Single-threaded.
class MindsporeTypeWriter {
public:
    /// Adds the outputs of the builder's last node: logical types with the device types of the same
    /// place, or the device types alone where the logical type says nothing.
    void addOutputs(GraphBuilder& builder, const std::vector<TypedTensor>& logical,
        const std::vector<TypedTensor>& device, std::string_view typeText);

private:
    DType dtypeOf(std::string_view name);

    std::unordered_map<std::string, DType> m_dtypes;
};

} // namespace dumpscope::core
