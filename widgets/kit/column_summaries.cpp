// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/column_summaries.h"

#include "base/text.h"
#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "kit/data_table.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QToolTip>

namespace dumpscope::gui {

ColumnSummaries::ColumnSummaries(DataTable& table, TaskRunner& tasks)
    : m_table(table)
    , m_tasks(tasks)
{
}

void ColumnSummaries::ask(int column, std::function<void(const ColumnSummary&)> done)
{
    const auto known = m_known.find(column);
    if (known != m_known.end() && known->second.rows == m_table.columnModel()->rows()
        && known->second.table == m_table.columnModel()->table()) {
        done(known->second.summary);
        return;
    }
    const auto table = m_table.columnModel()->table();
    const RowList rows = m_table.columnModel()->rows();
    m_tasks.start<ColumnSummary>(
        Lane::Interactive, DataTable::tr("Summarise a column"), this,
        [table, rows, total = m_table.columnModel()->totalRows(), column](core::TaskContext& context,
            const TaskRunner::Post&) { return summarizeColumn(*table, total, rows, column, context); },
        [this, column, table, rows, done = std::move(done)](core::Result<ColumnSummary> summary) {
            if (!summary)
                return;
            m_known[column] = {rows, table, *summary};
            done(*summary);
        });
}

QString ColumnSummaries::text(int column, const ColumnSummary* summary) const
{
    const QString key = m_table.columnModel()->headerData(column, Qt::Horizontal, CopyRole).toString();
    QString words = key + u'\n' + m_table.columnModel()->info(column).definition;
    if (m_table.columnModel()->isRounded(column))
        words += u'\n' + DataTable::tr("Shown with seven digits; copies are exact.");
    if (!summary)
        return tipText(words);
    const auto line = [&words](const QString& added) { words += u'\n' + added; };
    const auto number = [](std::uint64_t value) { return groupedNumber(static_cast<qint64>(value)); };
    line(DataTable::tr("%1 rows, %2 without a value").arg(number(summary->rows), number(summary->nulls)));
    if (summary->min)
        line(DataTable::tr("min %1, max %2, mean %3")
                 .arg(fromCore(core::numberText(*summary->min)), fromCore(core::numberText(*summary->max)),
                     fromCore(core::numberText(*summary->mean))));
    if (summary->nan + summary->posInf + summary->negInf > 0)
        line(DataTable::tr("%1 NaN, %2 +Inf, %3 −Inf")
                 .arg(number(summary->nan), number(summary->posInf), number(summary->negInf)));
    if (!summary->values.empty())
        line(summary->hasMoreValues
                ? DataTable::tr("more than %1 different values").arg(number(ColumnSummary::kMostValues))
                : DataTable::tr("%n different value(s)", nullptr, static_cast<int>(summary->values.size())));
    return tipText(words);
}

void ColumnSummaries::showTip(int column, const QPoint& globalPos)
{
    QToolTip::showText(globalPos, text(column, nullptr), &m_table);
    ask(column, [this, column, globalPos](const ColumnSummary& summary) {
        if (QToolTip::isVisible())
            QToolTip::showText(globalPos, text(column, &summary), &m_table);
    });
}

bool ColumnSummaries::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !m_table.columnModel())
        return false;
    const auto* const header = qobject_cast<QHeaderView*>(watched->parent());
    if (const int column = header->logicalIndexAt(static_cast<QHelpEvent*>(event)->pos()); column >= 0)
        showTip(column, static_cast<QHelpEvent*>(event)->globalPos());
    return true;
}

} // namespace dumpscope::gui
