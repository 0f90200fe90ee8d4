// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"
#include "models/column_model.h"
#include "models/row_tables.h"

namespace dumpscope::gui {

/// Tensors of opened roots, or the files found so far while a root is read.
class TensorListModel : public ColumnModel {
    Q_OBJECT
public:
    using ColumnModel::ColumnModel;

    /// `roots`: one per part of the table.
    void setTensors(std::shared_ptr<const TensorRows> rows, std::vector<QPointer<OpenedRoot>> roots);
    void setNames(std::shared_ptr<const NamedRows> names);
    /// Invalid while only names are shown.
    [[nodiscard]] TensorRef tensorAt(std::uint32_t source) const;
    [[nodiscard]] std::optional<std::uint32_t> sourceOf(const TensorRef& tensor) const;
    [[nodiscard]] const std::shared_ptr<const TensorRows>& tensors() const { return m_tensors; }
    [[nodiscard]] const std::vector<QPointer<OpenedRoot>>& roots() const { return m_roots; }
    /// Statistics that could be computed and are not known: of the given rows.
    [[nodiscard]] bool needsStatistics(std::uint32_t source) const;

protected:
    [[nodiscard]] QVariant special(
        std::uint32_t source, int column, const core::Cell& cell, int role) const override;

private:
    [[nodiscard]] const TensorRows* shownTensors() const;

    std::shared_ptr<const TensorRows> m_tensors;
    std::shared_ptr<const NamedRows> m_names;
    std::vector<QPointer<OpenedRoot>> m_roots;
};

/// Full name, id and file, for tooltips.
[[nodiscard]] QString tensorTip(const TensorRef& tensor);

} // namespace dumpscope::gui
