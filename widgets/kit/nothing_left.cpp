// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/nothing_left.h"

#include "kit/filter_bar.h"
#include "kit/message_page.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct NothingLeft {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::NothingLeft)
};

} // namespace

void showNothingLeft(MessagePage& page, const ColumnModel& model, Selection& selection, FilterBar& filter)
{
    if (!filter.error().isEmpty())
        return page.show(NothingLeft::tr("The filter is not valid: %1").arg(filter.error()),
            NothingLeft::tr("Clear the filter"), [&filter] { filter.clear(); });
    const RowScope& scope = selection.scope();
    if (scope.rows && !scope.title.isEmpty() && model.undecidedRows() == 0)
        return page.show(NothingLeft::tr("No row matches in %1.").arg(scope.title),
            NothingLeft::tr("Search the whole dump"), [&selection] {
                selection.setScope({selection.scope().root, nullptr});
            });
    page.show(FilterBar::nothingLeft(
                  static_cast<qint64>(model.totalRows()), static_cast<qint64>(model.undecidedRows())),
        {});
}

} // namespace dumpscope::gui
