// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/picture_maker.h"

#include "common/spacing.h"
#include "graph/graph_canvas.h"

namespace dumpscope::gui {

namespace {

using Picture = std::shared_ptr<const core::GraphPicture>;

core::PictureSizes scaledSizes()
{
    core::PictureSizes sizes;
    for (core::FlatGraph::Box* box : {&sizes.node, &sizes.scope, &sizes.parameter, &sizes.constant})
        *box = {static_cast<double>(scaled(static_cast<int>(box->width))),
            static_cast<double>(scaled(static_cast<int>(box->height)))};
    sizes.header = scaled(30);
    return sizes;
}

} // namespace

void PictureMaker::start()
{
    if (!m_shown.loaded())
        return;
    const core::GraphFold& fold = m_shown.fold();
    const auto seen = static_cast<int>(core::seenCount(m_shown.tree(), fold));
    m_slot.start<Picture>(
        m_tasks, Lane::Interactive, GraphCanvas::tr("Laying out %n visible nodes", nullptr, seen), this,
        [loaded = m_shown.loaded(), number = m_shown.number(), fold, sizes = scaledSizes(),
            layouter = m_layouter](core::TaskContext& task, const TaskRunner::Post&) {
            const auto ask
                = [&](std::span<const core::FlatGraph> graphs) { return layouter->layOut(graphs, task); };
            return core::makePicture(
                loaded->graph(number), loaded->parts[number].tree, fold, sizes, ask, task);
        },
        [this, loaded = m_shown.loaded(), number = m_shown.number()](core::Result<Picture> picture) {
            if (picture && loaded == m_shown.loaded() && number == m_shown.number()
                && (*picture)->placeOfScope.size() == m_shown.tree().scopes().size())
                emit made(*picture);
        });
}

} // namespace dumpscope::gui
