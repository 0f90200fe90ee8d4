// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/targets/compare_all.h"

namespace dumpscope::gui {

void compareAll(Comparisons& comparisons, const QList<OpenedRoot*>& targets, OpenedRoot* golden)
{
    ComparisonSetup setup;
    const ComparisonDocument* const current = comparisons.current();
    if (current && current->setup().golden.root == golden)
        setup = current->setup();
    else
        setup.golden.root = golden;
    ComparisonDocument* first = nullptr;
    for (OpenedRoot* const target : targets) {
        if (target == golden)
            continue;
        setup.target.root = target;
        ComparisonDocument* const document = comparisons.compare(setup);
        if (!first)
            first = document;
    }
    if (first)
        comparisons.setCurrent(first);
}

} // namespace dumpscope::gui
