// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/reading_list.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/pairing/assembly_dialog.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kMostOthers = 3;
constexpr int kMostHeight = 76; ///< more scroll

} // namespace

ReadingList::ReadingList(Comparisons& comparisons, TaskRunner& tasks, QWidget* parent)
    : SentenceList(parent)
    , m_comparisons(comparisons)
    , m_tasks(tasks)
{
    setHeading({});
    setCommand({}, {});
    hide();
}

void ReadingList::clear()
{
    m_reading.cancel();
    m_of.reset();
    m_others.clear();
    hide();
}

void ReadingList::refresh()
{
    const ComparisonDocument* const document = m_comparisons.current();
    const auto row = m_comparisons.pair();
    const auto pairs = document && document->isOver() ? document->pairs() : nullptr;
    if (!pairs || !row || *row >= pairs->rows() || !core::isTargetPutTogether(pairs->row(*row).pair))
        return clear();
    const core::TensorPair& pair = pairs->row(*row).pair;
    if (m_of && m_of->target == pairs->target().index && m_of->golden == pairs->golden().index
        && m_of->pair.golden == pair.golden && m_of->pair.hint == pair.hint)
        return;
    clear();
    m_of = AssembledPair {pairs->target().index, pairs->golden().index, pair};
    using Readings = std::vector<core::Assembly>;
    m_reading.start<Readings>(
        m_tasks, Lane::Interactive, tr("Look for other readings"), this,
        [of = *m_of](core::TaskContext& task, const TaskRunner::Post&) {
            return core::otherReadings(
                of.pair, core::TensorStore(of.target), core::TensorStore(of.golden), task);
        },
        [this](core::Result<Readings> readings) {
            if (readings)
                m_others = std::move(*readings);
            show();
        });
    show();
}

void ReadingList::show()
{
    const auto errorText = [](double error) { return QString::number(error, 'g', 3); };
    const core::Assembly& now = *m_of->pair.hint->assembly;
    const core::TensorRow& golden = m_of->golden->tensor(m_of->pair.golden);
    const QString name
        = shownName(m_of->golden->text(golden.opName)) + QLatin1Char(' ') + ioText(golden.io, golden.slot);
    std::vector<Sentence> sentences {
        {State::None, tr("%1: %2").arg(name, coreWords(core::readingText(now, *m_of->target))), tr("Change…"),
            [this] { AssemblyDialog::openFor(m_comparisons, m_tasks, window()); }}};
    for (std::size_t i = 0; i < std::min(m_others.size(), kMostOthers); ++i)
        sentences.push_back({m_others[i].error < now.error ? State::Warn : State::None,
            tr("Could also be %1: relative L2 error %2.")
                .arg(coreWords(core::readingText(m_others[i], *m_of->target)), errorText(m_others[i].error)),
            tr("Use this"), [this, i] { use(i); }});
    setSentences(std::move(sentences));
    setVisible(true);
    fitHeight(scaled(kMostHeight));
}

void ReadingList::resizeEvent(QResizeEvent* event)
{
    SentenceList::resizeEvent(event);
    fitHeight(scaled(kMostHeight));
}

void ReadingList::use(std::size_t other)
{
    ComparisonDocument* const document = m_comparisons.current();
    if (!document || !m_of || other >= m_others.size())
        return;
    if (const auto edits = withAssembly(document->setup().edits, *m_of, m_others[other], false))
        m_comparisons.changePairing(*edits, tr("put together"));
}

} // namespace dumpscope::gui
