// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/problem_list.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

QByteArray keyOf(const core::Diagnostic& diagnostic, const OpenedRoot* root)
{
    return QByteArray::number(reinterpret_cast<quintptr>(root)) + '\n'
        + QByteArray::number(static_cast<int>(diagnostic.code)) + '\n'
        + QByteArray::fromStdString(diagnostic.place.text()) + '\n'
        + QByteArray::fromStdString(diagnostic.message.text());
}

/// Whether work on a tensor says what its index said on opening, in other words maybe.
bool isSameFault(const core::Diagnostic& ofIndex, const core::Diagnostic& ofTask)
{
    return ofIndex.code == ofTask.code && !ofIndex.place.file.empty()
        && ofIndex.place.file == ofTask.place.file
        && (ofIndex.code == core::Code::Truncated || ofIndex.message == ofTask.message);
}

} // namespace

ProblemList::ProblemList(Session& session, TaskRunner& tasks, QObject* parent)
    : QObject(parent)
{
    connect(&session, &Session::rootChanged, this, &ProblemList::readRoot);
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](OpenedRoot* root) {
        removeOf(root);
        emit changed();
    });
    connect(&tasks, &TaskRunner::problemsFound, this,
        [this, &session](const Task* task, const std::vector<core::Diagnostic>& problems) {
            // What was found while opening is in the index as well.
            for (const OpenedRoot* root : session.roots()) {
                if (root->task() == task)
                    return;
            }
            for (const core::Diagnostic& problem : problems) {
                const bool isKnown = std::ranges::any_of(m_problems, [&problem](const Problem& known) {
                    return known.root && isSameFault(known.diagnostic, problem);
                });
                if (!isKnown)
                    append(problem, nullptr);
            }
            emit changed();
        });
}

void ProblemList::add(core::Diagnostic diagnostic, OpenedRoot* root)
{
    append(std::move(diagnostic), root);
    emit changed();
}

void ProblemList::append(core::Diagnostic diagnostic, OpenedRoot* root)
{
    const QByteArray key = keyOf(diagnostic, root);
    if (const auto known = m_places.constFind(key); known != m_places.cend()) {
        ++m_problems[*known].times;
        return;
    }
    m_places.insert(key, m_problems.size());
    m_problems.push_back({std::move(diagnostic), root, 1});
}

void ProblemList::removeOf(OpenedRoot* root)
{
    std::erase_if(m_problems, [root](const Problem& problem) { return problem.root == root; });
    m_places.clear();
    for (std::size_t i = 0; i < m_problems.size(); ++i)
        m_places.insert(keyOf(m_problems[i].diagnostic, m_problems[i].root), i);
}

void ProblemList::readRoot(OpenedRoot* root)
{
    removeOf(root);
    if (root->index()) {
        for (const core::Diagnostic& diagnostic : root->index()->problems())
            append(diagnostic, root);
    }
    if (root->error() && root->error()->code != core::Code::Cancelled)
        append(
            {core::Severity::Error, root->error()->code, root->error()->place, root->error()->message}, root);
    emit changed();
}

} // namespace dumpscope::gui
