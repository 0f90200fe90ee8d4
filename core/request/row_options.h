// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/option_list.h"

namespace dumpscope::core {

/// Which tensors are listed, in which order, with which columns.
struct RowOptions {
    std::string filter = {}, sort = {}, columns = {};
    std::int64_t limit = -1; ///< rows; -1: all
    bool operator==(const RowOptions&) const = default;

    void describe(OptionList& options)
    {
        options.add("--filter", &filter, "Filter expression, e.g. 'op_type:Conv* io:output step:3..5'");
        options.add("--sort", &sort, "Columns to sort by, '-' in front for descending").oneAtATime();
        options.add("--columns", &columns, "Columns to print, separated by commas");
        options.add("--limit", &limit, "Print at most this many rows").checkedBy(WholeNumberFrom {0});
    }
};

} // namespace dumpscope::core
