// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tensor_column_model.h"

namespace dumpscope::gui {

/// Tensors of opened roots, or the files found so far while a root is read.
class TensorListModel : public TensorColumnModel {
    Q_OBJECT
public:
    using TensorColumnModel::TensorColumnModel;

    /// `roots`: one per part of the table.
    void setTensors(std::shared_ptr<const TensorRows> rows, std::vector<QPointer<OpenedRoot>> roots);
    void setNames(std::shared_ptr<const NamedRows> names);
    [[nodiscard]] const std::shared_ptr<const TensorRows>& tensors() const { return m_tensors; }
    /// Statistics that could be computed and are not known: of the given rows.
    [[nodiscard]] bool needsStatistics(std::uint32_t source) const;

protected:
    [[nodiscard]] QVariant special(
        std::uint32_t source, int column, const core::Cell& cell, int role) const override;
    [[nodiscard]] const TensorRows* shownTensors() const override;

private:
    std::shared_ptr<const TensorRows> m_tensors;
    std::shared_ptr<const NamedRows> m_names;
};

} // namespace dumpscope::gui
