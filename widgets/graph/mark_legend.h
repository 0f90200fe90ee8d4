// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "graph/operator_category.h"
#include "graph/shown_graph.h"

#include <optional>
#include <utility>
#include <vector>

namespace dumpscope::gui {

/// What the marks of a graph mean, the worst first, for the line below its picture. GUI thread.
class MarkLegend {
public:
    using Rows = std::vector<std::pair<State, QString>>;

    explicit MarkLegend(const ShownGraph& shown)
        : m_shown(shown)
    {
    }

    /// Marks or language have changed.
    void forget() { m_rows.reset(); }
    [[nodiscard]] const Rows& rows();
    /// What operators of the graph do, where a tint stands for it; in the order of the enumeration.
    [[nodiscard]] std::vector<core::OperatorCategory> categories() const;

private:
    const ShownGraph& m_shown;
    std::optional<Rows> m_rows;
};

} // namespace dumpscope::gui
