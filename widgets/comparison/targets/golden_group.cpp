// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/targets/golden_group.h"

#include "comparison/sides_strip.h"

namespace dumpscope::gui {

GoldenGroup goldenGroupOf(const Comparisons& comparisons)
{
    GoldenGroup group;
    const ComparisonDocument* const current = comparisons.current();
    if (!current || !current->pairs())
        return group;
    for (ComparisonDocument* const document : comparisons.all()) {
        if (!document->pairs() || document->pairs()->golden().index != current->pairs()->golden().index)
            continue;
        group.documents.append(document);
        group.tables.push_back(document->pairs());
        const ComparisonSetup::Side& target = document->setup().target;
        const QString place = placeText(target.restriction);
        group.titles.append((target.root ? target.root->title() : QString())
            + (place.isEmpty() ? QString() : QLatin1Char(' ') + place));
    }
    return group;
}

} // namespace dumpscope::gui
