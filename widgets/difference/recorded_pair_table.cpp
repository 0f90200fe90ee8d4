// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/recorded_pair_table.h"

#include "common/cell_roles.h"
#include "common/spacing.h"

#include <QHeaderView>

#include <algorithm>

namespace dumpscope::gui {

namespace {
constexpr int kLeastColumn = 96;
} // namespace

RecordedPairTable::RecordedPairTable(QWidget* parent)
    : SimpleTable(parent)
    , m_recorded(new RecordedPairModel(*this))
{
    setRows(m_recorded, RecordedPairModel::Limit);
    setAlternatingRowColors(false);
}

bool RecordedPairTable::showPair(const ComparisonDocument* document, std::optional<std::size_t> row)
{
    m_recorded->setPair(document, row);
    if (m_recorded->rowCount() == 0)
        return false;
    setAccessibleName(tr("Recorded of both sides"));
    fitColumns();
    return true;
}

void RecordedPairTable::fitColumns()
{
    const auto widthOf = [this](int column) {
        return std::max(
            {scaled(kLeastColumn), sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)});
    };
    const int sides = std::max(widthOf(RecordedPairModel::Target), widthOf(RecordedPairModel::Golden));
    for (const int column :
        {RecordedPairModel::Name, RecordedPairModel::Difference, RecordedPairModel::Relative})
        setColumnWidth(column, widthOf(column));
    for (const int column : {RecordedPairModel::Target, RecordedPairModel::Golden})
        setColumnWidth(column, sides);
    setFillLeast(scaled(kLeastColumn));
}

QString RecordedPairTable::copiedText() const
{
    QStringList lines;
    for (const int row : chosenRows()) {
        QStringList cells;
        for (int column = 0; column < m_recorded->columnCount(); ++column)
            cells.append(m_recorded->index(row, column).data(CopyRole).toString());
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n');
}

} // namespace dumpscope::gui
