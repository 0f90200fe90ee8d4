// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"
#include "models/column_model.h"
#include "models/row_tables.h"

namespace dumpscope::gui {

/// A table whose rows are tensors of opened roots.
class TensorColumnModel : public ColumnModel {
    Q_OBJECT
public:
    using ColumnModel::ColumnModel;

    /// Invalid while rows of something else are shown.
    [[nodiscard]] TensorRef tensorAt(std::uint32_t source) const;
    [[nodiscard]] std::optional<std::uint32_t> sourceOf(const TensorRef& tensor) const;
    [[nodiscard]] std::vector<MarkedTensors> marked(const std::vector<std::uint32_t>& sources) const;
    [[nodiscard]] std::vector<std::uint32_t> sourcesOf(const std::vector<MarkedTensors>& marked) const;
    /// One per part of the rows.
    [[nodiscard]] const std::vector<QPointer<OpenedRoot>>& roots() const { return m_roots; }

protected:
    void setRoots(std::vector<QPointer<OpenedRoot>> roots) { m_roots = std::move(roots); }
    /// Null while rows of something else are shown.
    [[nodiscard]] virtual const TensorRows* shownTensors() const = 0;

private:
    std::vector<QPointer<OpenedRoot>> m_roots;
};

/// There is less of it than there should be: its row has a mark.
[[nodiscard]] inline bool isUnreadable(core::TensorState state)
{
    return state == core::TensorState::Unreadable || state == core::TensorState::Truncated;
}
/// Full name, id and file, for tooltips.
[[nodiscard]] QString tensorTip(const TensorRef& tensor);

} // namespace dumpscope::gui
