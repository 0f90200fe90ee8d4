// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/suspects/divergence_words.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "compare/environment_difference.h"
#include "compare/fusion_difference.h"
#include "compare/truth_errors.h"
#include "comparison/verdict_words.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct DivergenceText {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::DivergenceWords)
};

DivergenceLine::Texts divergenceIn(const ComparisonDocument& document, const core::FirstDivergence& first)
{
    const core::PairResult& result = document.pairs()->row(first.index);
    const core::TensorRow& row = document.pairs()->target().index->tensor(result.pair.target);
    DivergenceLine::Texts texts;
    texts.state = State::FirstDivergence;
    texts.title = DivergenceText::tr("First divergence so far");
    texts.place
        = QStringLiteral("#%1").arg(row.execIndex == core::TensorRow::kNone ? first.index : row.execIndex);
    texts.name = shownName(first.opName);
    texts.behind = ioText(row);
    texts.opName = texts.name + QStringLiteral("  ") + texts.behind;
    const QString inputs = first.rule == "inputs-clean" ? DivergenceText::tr("its inputs are within limits")
        : first.rule == "inputs-partly"
        ? DivergenceText::tr("its inputs are within limits, except those that could not be compared")
        : first.rule == "no-inputs"  ? DivergenceText::tr("it has no inputs of its own that were compared")
        : first.rule == "input-only" ? DivergenceText::tr("an input only, no output is beyond its limits")
        : first.rule == "no-io" ? DivergenceText::tr("whether it is an input or an output is not recorded")
                                : DivergenceText::tr("an input is beyond its limits, no earlier output is");
    texts.limit = coreSentence(result.reason);
    QString size = coreWords(result.reason);
    for (const char* metric : {"max_absolute_error", "l2norm_diff_relative"}) {
        const int column = document.pairs()->columnByName(metric);
        const auto value = column >= 0 ? core::cellNumber(document.pairs()->cell(first.index, column))
                                       : std::optional<double>();
        if (!value)
            continue;
        size = shortMetricTitle(metric) + QLatin1Char(' ') + shortNumber(*value);
        break;
    }
    texts.why = inputs + QStringLiteral(" · ") + size;
    texts.canGo = true;
    return texts;
}

/// The sentences of the core, parted so that each can be cut where it is too long.
DivergenceLine::Texts conclusionTexts(const core::Comparison& comparison)
{
    const core::Conclusion& conclusion = comparison.conclusion;
    DivergenceLine::Texts texts;
    texts.state = conclusionState(conclusion);
    texts.title = coreSentence(conclusion.headline);
    if (conclusion.place) {
        texts.title.chop(1); // what comes behind it ends the sentence
        const core::ConclusionPlace& place = *conclusion.place;
        texts.opName = shownName(coreWords(place.words()));
        texts.before = coreWords(place.beforeName());
        texts.name = shownName(fromCore(place.opName.empty() ? place.tensor : place.opName));
        texts.behind = coreWords(place.behindName());
    }
    QStringList why;
    // What was different around the runs is the likeliest cause of what is in them.
    if (comparison.environment)
        why.append(coreWords(comparison.environment->headline));
    if (comparison.fusion && !comparison.fusion->passes.empty())
        why.append(coreWords(comparison.fusion->headline));
    for (const core::Message& sentence : {conclusion.reason, conclusion.first,
             conclusion.coverage.isWhole() ? core::Message() : conclusion.coverage.message()}) {
        if (!sentence.empty())
            why.append(coreWords(sentence));
    }
    if (const auto& truth = comparison.pairs->truth())
        why.append(coreWords(truth->text()));
    texts.why = why.join(QStringLiteral(" · "));
    texts.canGo = conclusion.row.has_value();
    return texts;
}

} // namespace

State conclusionState(const core::Conclusion& conclusion)
{
    using Kind = core::ConclusionKind;
    switch (conclusion.kind) {
    case Kind::NothingCompared:
        return State::NotComparable;
    case Kind::TooLittleCompared:
    case Kind::Unfinished:
    case Kind::Warnings:
        return State::Warn;
    case Kind::BitEqual:
    case Kind::WithinLimits:
    case Kind::Rounding:
        return State::Pass;
    default: // the mark of the first divergence stands on another row where the conclusion tells of one
        return conclusion.isOrderKnown && conclusion.first.empty() ? State::FirstDivergence
            : conclusion.kind == Kind::NonFinite                   ? State::BornHere
                                                                   : State::Fail;
    }
}

VerdictChips::Counts countsOf(const core::ComparisonSummary& summary)
{
    VerdictChips::Counts counts {};
    const auto set = [&](core::Verdict verdict, std::uint64_t count) {
        counts[static_cast<std::size_t>(verdict)] = static_cast<qint64>(count);
    };
    set(core::Verdict::Pass, summary.pass);
    set(core::Verdict::Warn, summary.warn);
    set(core::Verdict::Fail, summary.fail);
    set(core::Verdict::NotComparable, summary.notComparable);
    return counts;
}

DivergenceLine::Texts divergenceTexts(const ComparisonDocument* document)
{
    DivergenceLine::Texts texts;
    if (!document)
        return texts;
    const auto& pairs = document->pairs();
    const auto& first = document->firstDivergence();
    if (pairs && document->isOver() && document->result())
        return conclusionTexts(*document->result());
    if (pairs && first && first->index < pairs->rows())
        return divergenceIn(*document, *first);
    if (document->isOver()) {
        // Nothing was compared: no verdict, and nothing that is still to come.
        if (document->state() == ComparisonDocument::State::Cancelled)
            texts.title = pairs && pairs->rows() > 0
                ? DivergenceText::tr("Stopped. No divergence so far.")
                : DivergenceText::tr("Stopped before anything was compared.");
        else if (document->result())
            texts.title = DivergenceText::tr("Nothing could be paired: nothing was compared.");
        texts.state = texts.title.isEmpty() ? State::None : State::NotComparable;
        return texts;
    }
    texts.state = State::Running;
    texts.title = pairs                                           ? DivergenceText::tr("No divergence so far")
        : document->state() == ComparisonDocument::State::Waiting ? DivergenceText::tr("Reading both sides")
                                                                  : DivergenceText::tr("Pairing");
    return texts;
}

} // namespace dumpscope::gui
