// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"

#include <algorithm>

namespace dumpscope::core {

std::shared_ptr<const ReportRegistry> builtinReports()
{
    static const std::shared_ptr<const ReportRegistry> registry = [] {
        auto made = std::make_shared<ReportRegistry>();
        registerBuiltinReports(*made);
        return made;
    }();
    return registry;
}

void measureElements(MeasureOptions& options)
{
    options.top = std::max<std::size_t>(options.top, 10);
    if (options.blocks == 0)
        options.blocks = 256;
    options.histogram = true;
}

} // namespace dumpscope::core
