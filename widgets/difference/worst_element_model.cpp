// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/worst_element_model.h"

#include "common/cell_roles.h"
#include "heatmap/value_scale.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

bool isText(int column)
{
    return column == WorstElementModel::Index || column == WorstElementModel::Origin;
}

} // namespace

void WorstElementModel::setErrors(std::shared_ptr<const PairErrors> errors, QStringList origins)
{
    beginResetModel();
    m_origins = std::move(origins);
    m_errors = std::move(errors);
    endResetModel();
}

int WorstElementModel::rowOf(const ElementIndex& index) const
{
    if (!m_errors)
        return -1;
    const auto found = std::ranges::find(m_errors->worst, index, &WorstFacts::index);
    return found == m_errors->worst.end() ? -1 : static_cast<int>(found - m_errors->worst.begin());
}

int WorstElementModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_errors ? 0 : static_cast<int>(m_errors->worst.size());
}

int WorstElementModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid()   ? 0
        : m_origins.isEmpty() ? static_cast<int>(Origin)
                              : static_cast<int>(ColumnCount);
}

QVariant WorstElementModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == MonoRole)
        return true;
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isText(index.column()) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == BoldRole)
        return index.column() == Difference;
    if (role != Qt::DisplayRole)
        return {};
    const WorstFacts& facts = at(index.row());
    switch (index.column()) {
    case Index:
        return indexText(facts.index);
    case Target:
        return facts.target;
    case Golden:
        return facts.golden;
    case Difference:
        return facts.difference;
    case Relative:
        return std::isfinite(facts.error.relError) ? QString::number(facts.error.relError, 'g', 4)
                                                   : QString();
    case TargetBits:
        return facts.targetBits;
    case GoldenBits:
        return facts.goldenBits;
    case Origin:
        return m_origins.value(index.row());
    default:
        if (facts.error.exactAbsError) // of two integers
            return QString::fromStdString(core::integerText(*facts.error.exactAbsError));
        return facts.error.ulp ? QString::number(*facts.error.ulp, 'f', 0) : QString();
    }
}

QVariant WorstElementModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isText(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Index:
        return tr("index");
    case Target:
        return tr("target");
    case Golden:
        return tr("golden");
    case Difference:
        return tr("difference");
    case Relative:
        return tr("relative");
    case TargetBits:
        return tr("target bits");
    case GoldenBits:
        return tr("golden bits");
    case Origin:
        return tr("in the target");
    default:
        return QStringLiteral("ULP");
    }
}

} // namespace dumpscope::gui
