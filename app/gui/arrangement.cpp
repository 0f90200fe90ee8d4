// SPDX-License-Identifier: GPL-3.0-or-later
#include "arrangement.h"

#include <cstring>

namespace dumpscope::gui {

namespace {

using Join = ArrangementSlot::Join;

constexpr ArrangementSlot kExplore[] = {
    {"dumps", Join::First, nullptr, 0},
    {"tensors", Join::RightOf, "dumps", 79},
    {"tensor-view", Join::Below, "tensors", 72},
    {"statistics", Join::TabOf, "tensors", 0},
    {"overflow", Join::TabOf, "tensors", 0},
    {"trends", Join::TabOf, "tensors", 0},
    {"repeat", Join::TabOf, "tensors", 0},
    {"layout", Join::TabOf, "tensors", 0},
    {"problems", Join::TabOf, "tensors", 0},
    {"bookmarks", Join::TabOf, "dumps", 0},
};

constexpr ArrangementSlot kCompare[] = {
    {"results", Join::First, nullptr, 0},
    {"why", Join::RightOf, "results", 23, true},
    {"difference", Join::Below, "results", 55},
    {"suspects", Join::Below, "why", 48, true},
    {"neighbourhood", Join::TabOf, "suspects", 0},
    {"overview", Join::TabOf, "results", 0},
    {"rank-step", Join::TabOf, "results", 0},
    {"layout", Join::TabOf, "results", 0},
    {"tokens", Join::TabOf, "results", 0},
    {"unpaired", Join::TabOf, "results", 0},
    {"targets", Join::TabOf, "results", 0},
    {"curves", Join::TabOf, "results", 0},
    {"pairing", Join::TabOf, "results", 0},
    {"limits", Join::TabOf, "results", 0},
    {"problems", Join::TabOf, "results", 0},
};

constexpr ArrangementSlot kGraph[] = {
    {"scopes", Join::First, nullptr, 0},
    {"graph", Join::RightOf, "scopes", 86},
    {"operator", Join::RightOf, "graph", 26, true},
    {"source", Join::Below, "operator", 54, true},
    {"attributes", Join::Below, "source", 39, true},
};

constexpr ArrangementSlot kCapture[] = {
    {"capture-profile", Join::First, nullptr, 0},
    {"live", Join::RightOf, "capture-profile", 74},
    {"device-log", Join::Below, "live", 34},
    {"tensor-view", Join::RightOrTab, "device-log", 57},
    {"when-finished", Join::RightOrTab, "tensor-view", 31},
    {"program-output", Join::TabOf, "device-log", 0},
    {"self-test", Join::TabOf, "device-log", 0},
    {"configuration", Join::TabOf, "live", 0},
    {"hunt", Join::TabOf, "live", 0},
    {"launches", Join::TabOf, "live", 0},
    {"problems", Join::TabOf, "live", 0},
};

constexpr Arrangement kArrangements[] = {
    {"explore", "view.explore", "dumps", "tensor-view", kExplore},
    {"compare", "view.compare", "results", "difference", kCompare},
    {"graph", "view.graph", "graph", "graph", kGraph},
    {"capture", "view.capture", "capture-profile", "live", kCapture, false},
};

} // namespace

std::span<const Arrangement> arrangements()
{
    return kArrangements;
}

const Arrangement* findArrangement(const char* id)
{
    for (const Arrangement& arrangement : kArrangements) {
        if (std::strcmp(arrangement.id, id) == 0)
            return &arrangement;
    }
    return nullptr;
}

} // namespace dumpscope::gui
