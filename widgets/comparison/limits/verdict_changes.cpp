// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/limits/verdict_changes.h"

#include "common/numbers.h"
#include "comparison/verdict_words.h"

#include <QCoreApplication>
#include <QStringList>

#include <numeric>

namespace dumpscope::gui {

QString VerdictChanges::sentence() const
{
    const auto in = [](const char* text) { return QCoreApplication::translate("VerdictChanges", text); };
    const std::uint64_t changed = std::accumulate(now.begin(), now.end(), gone);
    if (changed == 0)
        return in(QT_TRANSLATE_NOOP("VerdictChanges", "No verdict changed."));
    const auto number = [](std::uint64_t count) { return groupedNumber(static_cast<qint64>(count)); };
    QStringList parts;
    for (const core::Verdict verdict :
        {core::Verdict::Fail, core::Verdict::Warn, core::Verdict::NotComparable, core::Verdict::Pass}) {
        if (const std::uint64_t count = now[static_cast<std::size_t>(verdict)]; count > 0)
            parts.append(in(QT_TRANSLATE_NOOP("VerdictChanges", "%1 now %2"))
                             .arg(number(count), verdictText(verdict)));
    }
    if (gone > 0)
        parts.append(in(QT_TRANSLATE_NOOP("VerdictChanges", "%1 no longer compared")).arg(number(gone)));
    const QString list = parts.join(in(QT_TRANSLATE_NOOP("VerdictChanges", ", ")));
    return changed == 1
        ? in(QT_TRANSLATE_NOOP("VerdictChanges", "1 row changed: %1.")).arg(list)
        : in(QT_TRANSLATE_NOOP("VerdictChanges", "%1 rows changed: %2.")).arg(number(changed), list);
}

VerdictChanges verdictChanges(const core::PairTable& before, const core::PairTable& after)
{
    VerdictChanges changes;
    std::size_t old = 0;
    for (std::size_t row = 0; row < after.rows(); ++row) {
        const core::PairResult& result = after.row(row);
        for (; old < before.rows() && before.row(old).pair.target < result.pair.target; ++old)
            ++changes.gone;
        const bool isKnown = old < before.rows() && before.row(old).pair.target == result.pair.target;
        if (!isKnown || before.row(old).verdict != result.verdict)
            ++changes.now[static_cast<std::size_t>(result.verdict)];
        old += isKnown ? 1 : 0;
    }
    changes.gone += before.rows() - old;
    return changes;
}

} // namespace dumpscope::gui
