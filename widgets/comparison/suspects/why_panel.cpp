// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/due_timer.h"
#include "base/text.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/spacing.h"
#include "compare/conclusion/explanation.h"
#include "compare/elements/transposition_step.h"
#include "compare/suspects/suspect_text.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/comparison_request.h"
#include "comparison/pairing/unpaired_words.h"
#include "comparison/results/row_state.h"
#include "comparison/suspects/divergence_words.h"
#include "comparison/verdict_words.h"
#include "documents/annotations.h"
#include "kit/filter_term.h"
#include "kit/message_page.h"
#include "kit/sentence_list.h"

#include "common/plain_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QStackedLayout>
#include <QTimer>

#include <algorithm>

namespace dumpscope::gui {

namespace {

State markOf(core::ExplanationKind kind, const core::Conclusion& conclusion)
{
    return kind == core::ExplanationKind::Conclusion ? conclusionState(conclusion)
        : kind == core::ExplanationKind::Suspect     ? State::Fail
                                                     : State::None;
}

/// Why the chosen pair has its verdict, in sentences with the numbers in them.
class WhyPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit WhyPanel(Workbench& workbench)
        : ComparisonPanel(workbench)
        , m_list(new SentenceList(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout(this))
    {
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_list);
        setMinimumSize(scaled(160), scaled(120));
        setFocusProxy(m_list);
        m_workbench.actions.handle(
            "edit.copy", this, [this] { QGuiApplication::clipboard()->setText(m_list->plainText()); });
        m_later.setSingleShot(true);
        m_later.setInterval(0);
        connect(&m_later, &QTimer::timeout, this, &WhyPanel::explain);
        connect(&m_workbench.annotations, &Annotations::changed, this, [this] { m_later.start(); });
        // One without a pair changes no pair where none was chosen before.
        connect(&m_workbench.selection, &Selection::tensorChanged, this, [this] {
            if (!m_comparisons.pair())
                m_later.start();
        });
        begin();
    }

    QString title() const override { return tr("Why"); }
    bool isSettled() const override
    {
        return !m_later.isActive() && (!m_reading.task() || m_reading.task()->isOver());
    }
    QString commandLine() const override;

private:
    void retranslate() override
    {
        m_list->setAccessibleName(tr("Why the pair has its verdict"));
        explain();
        emit titleChanged();
    }
    void showComparison() override { explain(); }
    void pairsChanged(bool isGrown) override
    {
        if (!isGrown)
            m_later.start();
    }
    void suspicionChanged() override { m_later.start(); }
    void filesNamed() override { showCommand(); }
    void pairChanged() override { explain(); }
    void explain();
    void showCommand();
    [[nodiscard]] std::vector<Sentence> sentences(std::size_t row) const;
    [[nodiscard]] Sentence sentenceOf(const core::Explanation& explanation, std::size_t row) const;
    [[nodiscard]] bool isToldBySuspect(std::size_t row) const;
    [[nodiscard]] State stateOf(std::size_t row) const
    {
        const auto& first = shown()->firstDivergence();
        return rowState(*shown()->pairs(), row, first ? std::optional(first->index) : std::nullopt);
    }
    void addLimits(std::size_t row, const core::MissedLimits& missed, std::vector<Sentence>& all) const;
    void readFirstDifference(std::size_t row);
    void goToElement(std::size_t row, std::uint64_t flat) const;

    SentenceList* m_list;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    LatestOnly m_reading;
    DueTimer m_later; ///< what comes together is explained once, when the other panels have had their turn
};

void WhyPanel::explain()
{
    m_later.stop();
    m_reading.cancel();
    emit commandLineChanged();
    const auto pair = m_comparisons.pair();
    if (!shown() || !pair || !shown()->pairs() || *pair >= shown()->pairs()->rows()) {
        const QString unpaired
            = shown() ? unpairedSentence(*shown(), m_workbench.selection.tensor()) : QString();
        m_message->show(
            unpaired.isEmpty() ? tr("Select a pair to see why it passes or fails.") : unpaired, {});
        m_pages->setCurrentWidget(m_message);
        return;
    }
    const core::PairTable& pairs = *shown()->pairs();
    const core::PairResult& result = pairs.row(*pair);
    const core::DumpIndex& index = *pairs.target().index;
    const core::TensorRow& row = index.tensor(result.pair.target);
    QString name = row.opName.isValid() ? shownName(index.text(row.opName)) : QString();
    name = name.section(QLatin1Char('/'), -1);
    QString verdict = verdictText(result.verdict);
    verdict[0] = verdict.at(0).toUpper();
    const int column = pairs.columnByName("max_absolute_error");
    const double most = column < 0 ? 0 : core::cellNumber(pairs.cell(*pair, column)).value_or(0);
    const QString place = ioText(row.io, row.slot);
    const QString tensor = place.isEmpty() ? name : tr("%1 of %2").arg(place, name);
    const QString heading = most > 0
        ? tr("%1: %2 differs by up to %3").arg(verdict, tensor, shortNumber(most, 4))
        : tr("%1: %2").arg(verdict, tensor);
    // Whatever is said of the values holds for golden, or the target, in another order.
    const core::Message moved = core::transpositionText(result.details().alignment);
    m_list->setHeading(moved.empty() ? heading : joinedSentences(coreSentence(moved), heading));
    m_list->setSentences(sentences(*pair));
    showCommand();
    m_pages->setCurrentWidget(m_list);
    readFirstDifference(*pair);
}

void WhyPanel::showCommand()
{
    const QString gap = commandGap().sentence;
    m_list->setCommand(
        gap.isEmpty() ? tr("Same numbers on the command line:") : tr("On the command line:") + u' ' + gap,
        commandLine());
}

std::vector<Sentence> WhyPanel::sentences(std::size_t row) const
{
    std::vector<Sentence> all;
    // What a colleague found out comes before what is computed.
    for (const TensorRef& tensor : {shown()->targetOf(row), shown()->goldenOf(row)}) {
        if (const QString note = m_workbench.annotations.note(tensor); !note.isEmpty())
            all.push_back({State::None, tr("Note: %1").arg(note)});
    }
    const std::size_t notes = all.size();
    const core::PairResult& result = shown()->pairs()->row(row);
    const core::MissedLimits missed = core::missedLimits(*shown()->pairs(), row, shown()->setup().limits);
    if (!shown()->result()) {
        // While it runs, what the row itself tells.
        addLimits(row, missed, all);
        if (!missed.areTheReason())
            all.push_back({stateOf(row), coreSentence(result.reason)});
        for (const core::Suspect& suspect : shown()->suspicion().suspects) {
            if (std::ranges::find(suspect.pairs, row) != suspect.pairs.end())
                all.push_back({State::Fail, coreSentence(suspect.why)});
        }
        return all;
    }
    using Kind = core::ExplanationKind;
    std::vector<Sentence> limits;
    addLimits(row, missed, limits);
    for (const core::Explanation& explanation :
        core::explainPair(*shown()->result(), row, shown()->setup().limits)) {
        // What is missed comes behind what is the cause.
        if (explanation.kind > Kind::Error && !limits.empty())
            std::ranges::move(std::exchange(limits, {}), std::back_inserter(all));
        if (explanation.kind == Kind::Limit)
            continue;
        if (explanation.kind == Kind::Verdict) {
            if (!missed.areTheReason() && !result.reason.empty())
                all.push_back({stateOf(row), coreSentence(result.reason)});
            continue;
        }
        // A suspect's sentence has the error in it.
        if (explanation.kind == Kind::Error && isToldBySuspect(row))
            continue;
        all.push_back(sentenceOf(explanation, row));
    }
    std::ranges::move(limits, std::back_inserter(all));
    if (all.size() == notes)
        all.push_back({State::Pass, tr("Every limit holds.")});
    return all;
}

bool WhyPanel::isToldBySuspect(std::size_t row) const
{
    return std::ranges::any_of(shown()->suspicion().suspects, [&](const core::Suspect& suspect) {
        return suspect.figure && !suspect.pairs.empty() && suspect.pairs.front() == row;
    });
}

void WhyPanel::addLimits(std::size_t row, const core::MissedLimits& missed, std::vector<Sentence>& all) const
{
    const core::PairTable& pairs = *shown()->pairs();
    for (const auto& [rule, value] : missed.deciding) {
        all.push_back({rule.verdict == core::Verdict::Warn ? State::Warn : State::Fail,
            tr("%1 is %2; the limit is %3.")
                .arg(fromCore(rule.metric), shortNumber(value, 7),
                    coreWords(core::boundText(rule, pairs, row)))});
    }
}

Sentence WhyPanel::sentenceOf(const core::Explanation& explanation, std::size_t row) const
{
    Sentence sentence {
        markOf(explanation.kind, shown()->result() ? shown()->result()->conclusion : core::Conclusion()),
        coreSentence(explanation.text)};
    if (explanation.element) {
        sentence.link = tr("Show");
        sentence.action = [this, row, flat = *explanation.element] { goToElement(row, flat); };
    }
    return sentence;
}

void WhyPanel::readFirstDifference(std::size_t row)
{
    const core::PairResult& result = shown()->pairs()->row(row);
    if (result.basis != core::PairBasis::Elements)
        return;
    using Found = std::vector<core::Explanation>;
    m_reading.start<Found>(
        m_workbench.tasks, Lane::Interactive, tr("First difference"), this,
        [pairs = shown()->pairs(), row](core::TaskContext& task, const TaskRunner::Post&) {
            return core::explainDifferences(*pairs, row, task);
        },
        [this, row](core::Result<Found> found) {
            if (!found || found->empty() || m_comparisons.pair() != row || !shown() || !shown()->pairs()
                || row >= shown()->pairs()->rows())
                return;
            std::vector<Sentence> all = sentences(row);
            for (const core::Explanation& explanation : *found)
                all.push_back(sentenceOf(explanation, row));
            m_list->setSentences(std::move(all));
        });
}

void WhyPanel::goToElement(std::size_t row, std::uint64_t flat) const
{
    if (!shown() || !shown()->pairs() || row >= shown()->pairs()->rows())
        return;
    const TensorRef tensor = shown()->targetOf(row);
    if (!tensor.isValid())
        return;
    const core::TensorRow& facts = tensor.row();
    const core::ShapeId id = facts.originalShape.isValid() ? facts.originalShape : facts.shape;
    if (!id.isValid())
        return;
    const auto shape = tensor.root->index()->shape(id);
    std::vector<std::int64_t> element(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto length = static_cast<std::uint64_t>(std::max<std::int64_t>(shape[axis], 1));
        element[axis] = static_cast<std::int64_t>(flat % length);
        flat /= length;
    }
    m_comparisons.open(row);
    m_workbench.selection.setElement(std::move(element));
}

QString WhyPanel::commandLine() const
{
    const auto pair = m_comparisons.pair();
    if (!shown() || !pair || !shown()->pairs() || *pair >= shown()->pairs()->rows())
        return {};
    ComparisonSetup setup = shown()->setup();
    const TensorRef target = shown()->targetOf(*pair);
    setup.top = 6;
    return comparisonCommand(setup, target.isValid() ? filterTerm("op_name", target.opName()) : QString());
}

} // namespace

void register_why_panel(PanelRegistry& registry)
{
    registry.add({"why", "note", [](Workbench& workbench) { return new WhyPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "why_panel.moc"
