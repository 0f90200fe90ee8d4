// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dumpscope::core {

/// Rows of a table: those listed, in that order, else `count` rows from `first` on.
struct TableRows {
    std::size_t count = 0;
    std::span<const std::uint32_t> listed = {};
    std::size_t first = 0;

    [[nodiscard]] std::size_t at(std::size_t i) const { return listed.empty() ? first + i : listed[i]; }
    [[nodiscard]] TableRows part(std::size_t from, std::size_t rows) const
    {
        return listed.empty() ? TableRows {rows, {}, first + from}
                              : TableRows {rows, listed.subspan(from, rows)};
    }
};

} // namespace dumpscope::core
