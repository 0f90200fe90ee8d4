// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/recorded_pair_table.h"

#include "common/cell_roles.h"
#include "common/spacing.h"

#include <QHeaderView>
#include <QResizeEvent>

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

void RecordedPairTable::resizeEvent(QResizeEvent* event)
{
    SimpleTable::resizeEvent(event);
    if (event->size().width() != event->oldSize().width() && m_recorded->rowCount() > 0)
        fitColumns();
}

/// Where there is little room, both sides and their difference come before what follows from them, and
/// numbers before checksums and words, which the tooltip has.
void RecordedPairTable::fitColumns()
{
    using Model = RecordedPairModel;
    const int room = viewport()->width();
    const bool isNarrow = room < Model::kColumns * scaled(kLeastColumn);
    for (const int column : {Model::Relative, Model::Limit})
        setColumnHidden(column, isNarrow);
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const auto wholeWidth = [&](int column) {
        return std::max(
            {scaled(kLeastColumn), sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)});
    };
    const auto numberWidth = [&](int column) {
        int width = isNarrow ? 0 : horizontalHeader()->sectionSizeHint(column);
        for (int row = 0; row < m_recorded->rowCount(); ++row) {
            const QModelIndex index = m_recorded->index(row, column);
            bool isNumber = column == Model::Name;
            if (!isNumber)
                index.data().toString().toDouble(&isNumber);
            if (isNumber)
                width = std::max(width, itemDelegate()->sizeHint(option, index).width());
        }
        return width;
    };
    int whole = 0;
    for (int column = 0; column < Model::kColumns; ++column)
        whole += wholeWidth(column);
    const auto widthOf = [&](int column) { return whole <= room ? wholeWidth(column) : numberWidth(column); };
    const int sides = std::max(widthOf(Model::Target), widthOf(Model::Golden));
    for (const int column : {Model::Name, Model::Difference, Model::Relative})
        setColumnWidth(column, widthOf(column));
    for (const int column : {Model::Target, Model::Golden})
        setColumnWidth(column, sides);
    setFillLeast(isNarrow ? 0 : scaled(kLeastColumn));
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
