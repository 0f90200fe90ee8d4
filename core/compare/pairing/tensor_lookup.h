// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Tensors of one side by what users call them: contract ids and `op_name[:io[:slot]]`. For many look-ups;
/// rarely needed tables are made on demand. Not thread-safe.
class TensorLookup {
public:
    /// `tensors`: ascending. Both must outlive this.
    TensorLookup(const DumpIndex& index, const std::vector<TensorId>& tensors);

    /// Ascending; several when the operator has several tensors.
    [[nodiscard]] std::vector<TensorId> find(std::string_view name);
    /// As find, else operators that match a glob or `/expression/`.
    [[nodiscard]] std::vector<TensorId> findPattern(std::string_view pattern);

private:
    [[nodiscard]] bool mayBeId(std::string_view name) const;
    [[nodiscard]] const std::vector<TensorId>* byId(std::string_view name);
    [[nodiscard]] std::vector<TensorId> ofOperator(std::string_view name) const;

    const DumpIndex& m_index;
    const std::vector<TensorId>& m_tensors;
    std::vector<std::pair<StringId, TensorId>> m_raw; ///< by name as recorded where it is another one
    std::optional<std::unordered_map<std::string, std::vector<TensorId>>> m_byId;
};

} // namespace dumpscope::core
