// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"
#include "query/filter_expression.h"

#include <QString>

#include <optional>

namespace dumpscope::gui {

/// How a column of the contract is shown; found by its key.
struct ColumnInfo {
    QString definition; ///< a sentence with the unit, for the header's tooltip; empty if there is none
    bool isNumber = false;
    bool isMono = false;             ///< value, shape, path
    bool isName = false;             ///< elided by segments
    bool isRounded = false;          ///< shown with fewer digits at first: a sum in float64
    bool isStatistic = false;        ///< `·` while it is not known
    std::optional<NonFinite> counts; ///< what is counted: hatched where there are some
};

[[nodiscard]] ColumnInfo columnInfo(const core::FilterTable::Column& column);

} // namespace dumpscope::gui
