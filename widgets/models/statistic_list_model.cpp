// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/statistic_list_model.h"

#include "common/cell_roles.h"

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
        if (m_rows->firstBorn() == std::size_t {source})
            return static_cast<int>(State::BornHere);
        if (origin)
            return static_cast<int>(*origin == core::ValueOrigin::Born ? State::Fail : State::FailInside);
        return {};
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
