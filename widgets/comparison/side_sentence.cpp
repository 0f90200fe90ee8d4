// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/side_sentence.h"

#include "common/core_sentences.h"
#include "common/numbers.h"
#include "summary/dump_summary.h"

namespace dumpscope::gui {

SideSentence::SideSentence(TaskRunner& tasks, QWidget* parent)
    : WrappedLabel(parent)
    , m_tasks(tasks)
{
    setForegroundRole(QPalette::PlaceholderText);
    setMinimumHeight(2 * fontMetrics().lineSpacing()); // what is below stays where it is
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
}

void SideSentence::show(const OpenedRoot* root)
{
    m_root = root;
    m_summary.cancel();
    if (!root)
        return setText(tr("A folder, a file or an archive: choose it, or drop it here."));
    switch (root->state()) {
    case OpenedRoot::State::Loading:
        return setText(tr("It is being read: %1 files so far.")
                           .arg(groupedNumber(static_cast<qint64>(root->nameCount()))));
    case OpenedRoot::State::Failed:
        return setText(
            tr("This cannot be read: %1").arg(root->error() ? coreError(*root->error()) : QString()));
    case OpenedRoot::State::Cancelled:
        return setText(tr("Reading it was stopped."));
    case OpenedRoot::State::Ready:
        return summarise();
    }
}

void SideSentence::summarise()
{
    m_summary.start<core::DumpSummary>(
        m_tasks, Lane::Interactive, tr("Look at what is compared"), this,
        [index = m_root->index()](core::TaskContext&,
            const TaskRunner::Post&) -> core::Result<core::DumpSummary> { return core::summarise(*index); },
        [this](const core::Result<core::DumpSummary>& summary) {
            if (!summary)
                return;
            QStringList facts;
            if (!summary->kinds.empty())
                facts += coreWords(summary->kinds.front().title);
            const auto count
                = [](std::uint64_t number) { return groupedNumber(static_cast<qint64>(number)); };
            facts += tr("tensors: %1").arg(count(summary->counts.tensors));
            if (summary->steps.size() > 1)
                facts += tr("steps: %1").arg(count(summary->steps.size()));
            if (summary->ranks.size() > 1)
                facts += tr("ranks: %1").arg(count(summary->ranks.size()));
            setText(facts.join(QStringLiteral(" · ")));
        });
}

} // namespace dumpscope::gui
