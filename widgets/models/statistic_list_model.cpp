// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/statistic_list_model.h"

#include "common/cell_roles.h"
#include "documents/tensor_states.h"

namespace dumpscope::gui {

void StatisticListModel::setStatistics(
    std::shared_ptr<const StatisticRows> rows, std::vector<QPointer<OpenedRoot>> roots)
{
    m_rows = rows;
    setRoots(std::move(roots));
    const std::size_t count = rows->rows();
    setTable(std::move(rows), count);
}

const StatisticRows* StatisticListModel::statistics() const
{
    return m_rows && table() == m_rows ? m_rows.get() : nullptr;
}

QVariant StatisticListModel::special(std::uint32_t source, int column, const core::Cell&, int role) const
{
    if (!statistics() || column != m_rows->nameColumn())
        return {};
    const auto origin = m_rows->origin(source);
    switch (role) {
    case StateRole:
        // What files tell is enough where nobody scanned the dump.
        if (const State state = TensorStates::markOf(tensorAt(source)); state != State::None || !origin)
            return static_cast<int>(state);
        return static_cast<int>(
            m_rows->firstBorn() == std::size_t {source} ? State::BornHere : stateOf(*origin));
    case BoldRole:
        return origin == core::ValueOrigin::Born;
    case Qt::ToolTipRole: {
        QString tip = tensorTip(tensorAt(source));
        if (origin == core::ValueOrigin::Born)
            tip += QLatin1Char('\n') + tr("NaN or infinities are born here.");
        else if (origin == core::ValueOrigin::Inherited)
            tip += QLatin1Char('\n') + tr("NaN or infinities came in with the inputs.");
        return tip;
    }
    default:
        return {};
    }
}

} // namespace dumpscope::gui
