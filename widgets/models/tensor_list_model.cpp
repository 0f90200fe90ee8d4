// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tensor_list_model.h"

#include "common/cell_roles.h"
#include "documents/tensor_states.h"

namespace dumpscope::gui {

void TensorListModel::setTensors(
    std::shared_ptr<const TensorRows> rows, std::vector<QPointer<OpenedRoot>> roots)
{
    m_tensors = rows;
    m_names.reset();
    setRoots(std::move(roots));
    const std::size_t count = rows->rows();
    setTable(std::move(rows), count);
}

void TensorListModel::setNames(std::shared_ptr<const NamedRows> names)
{
    // The same root goes on when the batches begin the same.
    const bool isMore = m_names && !m_names->batches().empty() && !names->batches().empty()
        && m_names->batches().front() == names->batches().front();
    m_tensors.reset();
    setRoots({});
    m_names = names;
    const std::size_t count = names->rows();
    isMore ? growTable(std::move(names), count) : setTable(std::move(names), count);
}

const TensorRows* TensorListModel::shownTensors() const
{
    return m_tensors && table() == m_tensors ? m_tensors.get() : nullptr;
}

bool TensorListModel::needsStatistics(std::uint32_t source) const
{
    static const int known = columnNumber("source");
    const TensorRef tensor = tensorAt(source);
    if (!tensor.isValid())
        return false;
    const core::TensorState state = tensor.row().state;
    return (state == core::TensorState::Ok || state == core::TensorState::Truncated)
        && core::isNull(table()->cell(source, known));
}

QVariant TensorListModel::special(std::uint32_t source, int column, const core::Cell&, int role) const
{
    if (column != table()->nameColumn() || (role != StateRole && role != Qt::ToolTipRole))
        return {};
    const TensorRef tensor = tensorAt(source);
    if (!tensor.isValid())
        return {};
    if (role == Qt::ToolTipRole)
        return tensorTip(tensor);
    return static_cast<int>(TensorStates::markOf(tensor));
}

} // namespace dumpscope::gui
