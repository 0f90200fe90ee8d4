// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "overflow/operator_calls.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_set>

namespace dumpscope::core {

/// Operators with NaN as an argument that is no tensor, as when one element is set. The index must outlive
/// it; not thread-safe.
class NanArguments {
public:
    explicit NanArguments(const DumpIndex& index)
        : m_index(index)
    {
    }
    /// Name of the last of the calls of a folder with such an argument; nothing where there is none.
    [[nodiscard]] std::optional<std::string_view> lastOf(
        FolderId folder, std::span<const ExecutedCall> calls);

private:
    using Number = std::optional<std::int64_t>;
    using Process = std::tuple<std::string_view, Number, Number, Number>; ///< run, rank, process, step
    /// Files of tensors lie in a folder below the one with the arguments.
    [[nodiscard]] Process processOf(FolderId folder) const;

    const DumpIndex& m_index;
    /// Names; made when it is asked for.
    std::optional<std::map<Process, std::unordered_set<std::string_view>>> m_names;
};

} // namespace dumpscope::core
