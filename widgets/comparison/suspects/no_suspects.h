// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparison_document.h"

#include <QByteArray>
#include <QString>

namespace dumpscope::gui {

/// Why nobody is suspect, and what helps. `action` is one of the window's; empty with a link: compare all
/// pairs.
struct NoSuspects {
    QString text;
    QString link = {};
    QByteArray action = {};
};

/// For a comparison without suspects; null: there is none.
[[nodiscard]] NoSuspects noSuspects(const ComparisonDocument* document);

} // namespace dumpscope::gui
