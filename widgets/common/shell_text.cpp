// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/shell_text.h"

#include <QRegularExpression>

namespace dumpscope::gui {

QString shellQuoted(const QString& text)
{
    static const QRegularExpression kPlain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    if (kPlain.match(text).hasMatch())
        return text;
    QString quoted = text;
    quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

} // namespace dumpscope::gui
