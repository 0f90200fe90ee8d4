// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "overflow/operator_calls.h"

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>

namespace dumpscope::core {

/// Operators that were given NaN as a number: no tensor shows it, as when one element is set. Borrows the
/// index; not thread-safe.
class NanArguments {
public:
    explicit NanArguments(const DumpIndex& index)
        : m_index(index)
    {
    }
    /// The last of the calls of a folder that was; nothing where none was.
    [[nodiscard]] std::optional<std::string_view> lastOf(
        FolderId folder, std::span<const ExecutedCall> calls);

private:
    const DumpIndex& m_index;
    /// Names, by folder; made when it is asked for.
    std::optional<std::map<FolderId, std::unordered_set<std::string_view>>> m_names;
};

} // namespace dumpscope::core
