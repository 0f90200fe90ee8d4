// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/filter_term.h"

#include "common/core_text.h"
#include "query/filter_nodes.h"

namespace dumpscope::gui {

QString filterTerm(const char* column, const QString& value)
{
    return QLatin1String(column) + QLatin1Char(':') + fromCore(core::quotedFilterWord(value.toStdString()));
}

} // namespace dumpscope::gui
