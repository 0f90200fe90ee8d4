// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/dump_title.h"

#include "common/name_elision.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "documents/session.h"

namespace dumpscope::gui {

QString dumpTitle(const OpenedRoot& root, const QFontMetrics& metrics)
{
    constexpr int kMost = 160;
    return cutName(shownName(root.title()), metrics, scaled(kMost));
}

} // namespace dumpscope::gui
