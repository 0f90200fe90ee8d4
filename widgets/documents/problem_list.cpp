// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/problem_list.h"

#include "common/core_text.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace dumpscope::gui {

namespace {

QByteArray keyOf(const core::Diagnostic& diagnostic, const OpenedRoot* root)
{
    return QByteArray::number(reinterpret_cast<quintptr>(root)) + '\n'
        + QByteArray::number(static_cast<int>(diagnostic.code)) + '\n'
        + QByteArray::fromStdString(diagnostic.place.text()) + '\n'
        + QByteArray::fromStdString(diagnostic.message.text());
}

/// The file of a place that may be a tensor of it.
std::string_view fileOf(const core::Diagnostic& diagnostic)
{
    const std::string_view place = diagnostic.place.file;
    return place.substr(0, place.find('#'));
}

std::optional<ProblemList::FileState> fileState(const core::Diagnostic& diagnostic, const OpenedRoot* root)
{
    if (!root || !root->index())
        return std::nullopt;
    const auto id = root->index()->findTensor(diagnostic.place.file);
    if (!id)
        return std::nullopt;
    const core::FileRow& file = root->index()->file(root->index()->tensor(*id).file);
    return ProblemList::FileState {file.size, file.mtimeNs};
}

/// Whether work on a tensor says what its index said on opening, in other words maybe.
bool isSameFault(const core::Diagnostic& ofIndex, const core::Diagnostic& ofTask)
{
    return (ofIndex.code == ofTask.code || ofIndex.message == ofTask.message) && !fileOf(ofIndex).empty()
        && fileOf(ofIndex) == fileOf(ofTask);
}

} // namespace

ProblemList::ProblemList(Session& session, TaskRunner& tasks, QObject* parent)
    : QObject(parent)
{
    connect(&session, &Session::rootChanged, this, &ProblemList::readRoot);
    const auto watch = [this](OpenedRoot* root) {
        connect(root, &OpenedRoot::sideChanged, this, &ProblemList::changed);
        connect(root, &OpenedRoot::titleChanged, this, &ProblemList::changed);
    };
    std::ranges::for_each(session.roots(), watch);
    connect(&session, &Session::rootAdded, this, watch);
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](OpenedRoot* root) {
        remove([root](const Problem& problem) { return problem.root == root; });
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
                const auto whole
                    = std::ranges::find(session.roots(), fromCore(problem.place.file), &OpenedRoot::path);
                append(problem, whole == session.roots().end() ? nullptr : *whole);
            }
            leaveOutKnown();
            emit changed();
        });
}

void ProblemList::add(core::Diagnostic diagnostic, OpenedRoot* root)
{
    append(diagnostic, root, fileState(diagnostic, root));
    emit changed();
    emit told(diagnostic);
}

void ProblemList::append(core::Diagnostic diagnostic, OpenedRoot* root, std::optional<FileState> found)
{
    const QByteArray key = keyOf(diagnostic, root);
    if (m_places.contains(key))
        return;
    m_places.insert(key, m_problems.size());
    m_problems.push_back({std::move(diagnostic), root, found});
}

void ProblemList::findPlaces()
{
    m_places.clear();
    for (std::size_t i = 0; i < m_problems.size(); ++i)
        m_places.insert(keyOf(m_problems[i].diagnostic, m_problems[i].root), i);
}

/// What a task came across and the index of a root says is of the root.
void ProblemList::leaveOutKnown()
{
    std::unordered_multimap<std::string_view, const Problem*> ofRoots;
    for (const Problem& problem : m_problems) {
        if (problem.root)
            ofRoots.emplace(fileOf(problem.diagnostic), &problem);
    }
    std::vector<Problem> left;
    for (const Problem& problem : m_problems) {
        const auto [first, last] = ofRoots.equal_range(fileOf(problem.diagnostic));
        const bool isKnown = !problem.root && std::any_of(first, last, [&](const auto& known) {
            return isSameFault(known.second->diagnostic, problem.diagnostic);
        });
        if (!isKnown)
            left.push_back(problem);
    }
    m_problems = std::move(left);
    findPlaces();
}

int ProblemList::count() const
{
    return static_cast<int>(
        std::ranges::count_if(m_problems, [this](const Problem& problem) { return !isHidden(problem); }));
}

void ProblemList::hide(core::Code code)
{
    m_hidden.insert(static_cast<int>(code));
    emit changed();
}

void ProblemList::showHidden()
{
    m_hidden.clear();
    emit changed();
}

void ProblemList::readRoot(OpenedRoot* root)
{
    remove([root](const Problem& problem) {
        return problem.root == root
            && (!problem.found || problem.found != fileState(problem.diagnostic, root));
    });
    if (root->index()) {
        for (const core::Diagnostic& diagnostic : root->index()->problems())
            append(diagnostic, root);
    }
    if (root->error() && root->error()->code != core::Code::Cancelled)
        append(
            {core::Severity::Error, root->error()->code, root->error()->place, root->error()->message}, root);
    leaveOutKnown();
    emit changed();
}

} // namespace dumpscope::gui
