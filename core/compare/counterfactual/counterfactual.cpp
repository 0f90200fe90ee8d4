// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/counterfactual/counterfactual.h"

#include "base/text.h"
#include "compare/suspects/suspect_text.h"

#include <fmt/format.h>

#include <cmath>

namespace dumpscope::core {

double Counterfactual::removed() const
{
    if (!row || !(before > 0))
        return 0;
    if (std::isinf(before))
        return std::isfinite(after) ? 1 : 0;
    return 1 - after / before;
}

Message Counterfactual::text() const
{
    if (!row)
        return phrase("what it is worth behind it is not known: %1",
            stopped.empty() ? phrase("no compared output that differs from golden is made from it")
                            : stopped);
    const Message text = after > before
        ? phrase("with golden's output here the error of %1 would grow from %2 to %3, %4 operators computed "
                 "again",
            printable(name), errorDigits(before), errorDigits(after), recomputed)
        : phrase("with golden's output here the error of %1 would fall from %2 to %3, by %4 %, %5 operators "
                 "computed again",
            printable(name), errorDigits(before), errorDigits(after),
            fmt::format("{:.0f}", std::floor(100 * removed())), recomputed);
    return stopped.empty() ? text : phrase("%1; behind that it is not known: %2", text, stopped);
}

} // namespace dumpscope::core
