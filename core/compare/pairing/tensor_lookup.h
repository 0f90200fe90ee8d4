// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Tensors of one side by what people call them: contract ids and `op_name[:io[:slot]]`. Built once,
/// for many questions.
class TensorLookup {
public:
    TensorLookup(const DumpIndex& index, const std::vector<TensorId>& tensors);

    /// Ascending; several when the operator has several tensors.
    [[nodiscard]] std::vector<TensorId> find(std::string_view name) const;
    /// As find, else operators that match a glob or `/expression/`.
    [[nodiscard]] std::vector<TensorId> findPattern(std::string_view pattern) const;

private:
    const DumpIndex& m_index;
    std::unordered_map<std::string, std::vector<TensorId>> m_byId;
    std::unordered_map<std::string_view, std::vector<TensorId>> m_byOperator;
};

} // namespace dumpscope::core
