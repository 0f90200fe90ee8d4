// SPDX-License-Identifier: GPL-3.0-or-later
#include "trends/other_trends.h"

#include "common/core_text.h"
#include "common/plain_text.h"
#include "trend/trend_opening.h"

#include <algorithm>
#include <iterator>

namespace dumpscope::gui {

OtherTrends::OtherTrends(Session& session, TaskRunner& tasks, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_tasks(tasks)
{
}

void OtherTrends::read(const OpenedRoot* shown, const std::string& figure)
{
    std::vector<Other> wanted;
    for (OpenedRoot* root : m_session.roots()) {
        if (root == shown || root->state() != OpenedRoot::State::Ready)
            continue;
        const auto known = std::ranges::find_if(
            m_others, [&](const Other& other) { return other.root == root && other.index == root->index(); });
        wanted.push_back({root, root->index(), known == m_others.end() ? nullptr : known->run, nullptr});
    }
    m_others.clear();
    if (wanted.empty()) {
        m_reading.cancel();
        emit changed();
        return;
    }
    using Read = std::vector<Other>;
    m_reading.start<Read>(
        m_tasks, Lane::Bulk, tr("Read figures of other runs"), this,
        [wanted = std::move(wanted), figure](
            core::TaskContext& task, const TaskRunner::Post&) { return figuresOf(wanted, figure, task); },
        [this](core::Result<Read> read) {
            if (!read)
                return;
            m_others = std::move(*read);
            emit changed();
        });
}

core::Result<std::vector<OtherTrends::Other>> OtherTrends::figuresOf(
    std::vector<Other> others, const std::string& figure, core::TaskContext& task)
{
    for (Other& other : others) {
        if (!other.run) {
            auto opened = core::openTrendRun(other.index, {.readsValues = false}, task);
            if (!opened && opened.error().code == core::Code::Cancelled)
                return core::fail(opened.error());
            other.run = opened ? std::move(*opened) : nullptr; // several runs in one: nothing to draw
        }
        if (other.run) {
            TRY_ASSIGN(other.figure, other.run->figures().column(figure, task));
        }
    }
    return others;
}

std::vector<TrendLines::Line> OtherTrends::lines(const core::TrendRow& row) const
{
    std::vector<TrendLines::Line> all;
    for (const Other& other : m_others) {
        const auto place = other.root && other.figure ? other.run->cube().find(row) : std::nullopt;
        if (!place)
            continue;
        auto lines = trendLinesOf(
            other.run->cube(), *other.figure, *place, std::nullopt, shownName(other.root->title()));
        std::ranges::move(lines, std::back_inserter(all));
    }
    return all;
}

} // namespace dumpscope::gui
