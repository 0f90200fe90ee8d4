// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_picture.h"

#include <QString>
#include <QStringList>

#include <cmath>
#include <vector>

namespace dumpscope::test {

/// What every picture of a graph keeps to, whoever laid it out: nothing leaves its scope or lies on
/// something else, and an edge that is in no cycle of its level points down. Scopes that feed each other
/// are a cycle though their nodes are in none. Empty when all is well.
inline QStringList brokenRules(const core::GraphPicture& picture)
{
    using core::GraphPicture;
    constexpr std::uint32_t kNone = core::ScopeTree::kNone;
    constexpr double kTolerance = 0.01; // px
    QStringList broken;
    const auto told = [&picture](std::uint32_t at) {
        const GraphPicture::Place& place = picture.places[at];
        return QStringLiteral("%1 %2 (%3,%4 %5x%6)")
            .arg(place.item.isScope ? QStringLiteral("scope") : QStringLiteral("node"))
            .arg(place.item.index)
            .arg(place.rect.x)
            .arg(place.rect.y)
            .arg(place.rect.width)
            .arg(place.rect.height);
    };
    const auto meet = [](const GraphPicture::Rect& a, const GraphPicture::Rect& b) {
        return a.x < b.right() - kTolerance && b.x < a.right() - kTolerance && a.y < b.bottom() - kTolerance
            && b.y < a.bottom() - kTolerance;
    };
    for (std::uint32_t at = 0; at < picture.places.size(); ++at) {
        const GraphPicture::Place& level = picture.places[at];
        for (std::uint32_t i = level.firstChild; i < level.firstChild + level.childCount; ++i) {
            const GraphPicture::Rect& rect = picture.places[i].rect;
            if (rect.x < level.rect.x - kTolerance || rect.y < level.rect.y - kTolerance
                || rect.right() > level.rect.right() + kTolerance
                || rect.bottom() > level.rect.bottom() + kTolerance)
                broken += told(i) + QStringLiteral(" leaves ") + told(at);
            for (std::uint32_t j = i + 1; j < level.firstChild + level.childCount; ++j) {
                if (meet(rect, picture.places[j].rect))
                    broken += told(i) + QStringLiteral(" lies on ") + told(j);
            }
        }
        // Levels are small: reachability by going everywhere.
        std::vector<std::vector<std::uint32_t>> next(level.childCount);
        for (std::uint32_t l = level.firstLine; l < level.firstLine + level.lineCount; ++l) {
            const GraphPicture::Line& line = picture.lines[l];
            if (line.from != kNone && line.to != kNone)
                next[line.from - level.firstChild].push_back(line.to - level.firstChild);
        }
        const auto reaches = [&next](std::uint32_t from, std::uint32_t to) {
            std::vector<bool> seen(next.size(), false);
            std::vector<std::uint32_t> waiting {from};
            while (!waiting.empty()) {
                const std::uint32_t here = waiting.back();
                waiting.pop_back();
                if (here == to)
                    return true;
                if (seen[here])
                    continue;
                seen[here] = true;
                waiting.insert(waiting.end(), next[here].begin(), next[here].end());
            }
            return false;
        };
        for (std::uint32_t l = level.firstLine; l < level.firstLine + level.lineCount; ++l) {
            const GraphPicture::Line& line = picture.lines[l];
            if (line.curve.size() < 4 || line.curve.size() % 3 != 1)
                broken += QStringLiteral("line %1 is no curve").arg(l);
            // Edges leave below and arrive from above, those against the flow too.
            constexpr double kRounded = 1;
            if (line.from != kNone && !line.curve.empty()
                && std::abs(line.curve.front().y - picture.places[line.from].rect.bottom()) > kRounded)
                broken += QStringLiteral("line %1 does not leave %2 below").arg(l).arg(told(line.from));
            if (line.to != kNone && !line.curve.empty()
                && std::abs(line.curve.back().y - picture.places[line.to].rect.y) > kRounded)
                broken += QStringLiteral("line %1 does not come to %2 from above").arg(l).arg(told(line.to));
            if (line.from == kNone || line.to == kNone
                || reaches(line.to - level.firstChild, line.from - level.firstChild))
                continue;
            if (picture.places[line.from].rect.bottom() > picture.places[line.to].rect.y + kTolerance)
                broken += told(line.from) + QStringLiteral(" is not above ") + told(line.to);
            else if (line.curve.front().y > line.curve.back().y + kTolerance)
                broken
                    += QStringLiteral("the line from %1 to %2 goes up").arg(told(line.from), told(line.to));
        }
    }
    return broken;
}

} // namespace dumpscope::test
