// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/suspects/no_suspects.h"

#include "base/text.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "compare/suspects/suspect_text.h"
#include "comparison/verdict_words.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct NoSuspectsText {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::NoSuspects)
};

QString counted(std::uint64_t count)
{
    return groupedNumber(static_cast<qint64>(count));
}

NoSuspects whileRunning(const ComparisonDocument& document)
{
    const std::size_t rows = document.pairs() ? document.pairs()->rows() : 0;
    if (document.state() == ComparisonDocument::State::Waiting)
        return {NoSuspectsText::tr("Both sides are being read; nothing is measured yet.")};
    if (rows == 0)
        return {NoSuspectsText::tr("Operators are being paired; nothing is measured yet.")};
    QString text = rows == 1
        ? NoSuspectsText::tr("Measuring: 1 pair so far, no suspect.")
        : NoSuspectsText::tr("Measuring: %1 pairs so far, no suspect.").arg(counted(rows));
    if (document.firstDivergence())
        text = joinedSentences(text,
            NoSuspectsText::tr("First divergence so far: %1.")
                .arg(shownName(document.firstDivergence()->opName)));
    return {text};
}

NoSuspects withoutPairs(const ComparisonDocument& document)
{
    const auto& result = document.result();
    if (document.state() == ComparisonDocument::State::Cancelled)
        return {NoSuspectsText::tr("Stopped before anything was measured."), NoSuspectsText::tr("Resume"),
            "compare.resume"};
    if (result && result->leftOut > 0)
        return {NoSuspectsText::tr(
                    "The filter %1, by which tensors were chosen for the comparison, leaves no pair.")
                    .arg(document.setup().filter),
            NoSuspectsText::tr("Compare all pairs")};
    QString text = NoSuspectsText::tr("Nothing is paired, so no operator can be judged.");
    if (result && !result->whyNoPairs.empty())
        text = joinedSentences(text, coreSentence(result->whyNoPairs));
    return {text, NoSuspectsText::tr("Open Pairing to see the nearest names"), "compare.pairing"};
}

QString afterJudging(const ComparisonDocument& document)
{
    const core::Suspicion& suspicion = document.suspicion();
    QString text = NoSuspectsText::tr("No operator is suspect.");
    if (document.result()) {
        const core::Conclusion& conclusion = document.result()->conclusion;
        for (const core::Message& sentence :
            {conclusion.message(), conclusion.reason, conclusion.coverage.message()}) {
            if (!sentence.empty())
                text = joinedSentences(text, coreSentence(sentence));
        }
    }
    if (const core::Message nearest = nearestText(suspicion); !nearest.empty())
        text = joinedSentences(
            text, NoSuspectsText::tr("Closest to being suspect: %1.").arg(coreWords(nearest)));
    return text;
}

} // namespace

NoSuspects noSuspects(const ComparisonDocument* document)
{
    if (!document)
        return {NoSuspectsText::tr("Compare two dumps to see which operators are suspect."),
            NoSuspectsText::tr("Compare"), "file.compare"};
    if (document->state() == ComparisonDocument::State::Failed && document->error())
        return {NoSuspectsText::tr("Nothing is judged, because the comparison cannot run: %1.")
                    .arg(coreError(*document->error())),
            NoSuspectsText::tr("Compute again"), "compare.again"};
    // While an edit is worked out, what was found before is shown.
    const auto& result = document->result();
    if (!document->isOver() && !result)
        return whileRunning(*document);
    const std::size_t rows = document->pairs() ? document->pairs()->rows() : 0;
    if (rows == 0)
        return withoutPairs(*document);
    NoSuspects shown;
    if (result && result->summary.notComparable == rows)
        shown.text = NoSuspectsText::tr(
            "No pair could be measured, so no operator is judged. Results shows why, pair by pair.");
    else if (document->suspicion().judged > 0)
        shown.text = afterJudging(*document);
    else if (result && !result->conclusion.isOrderKnown)
        shown.text = NoSuspectsText::tr("The order of execution is not recorded: the culprit is not known.");
    else
        shown.text = NoSuspectsText::tr("No operator could be judged: outputs with numbers are needed.");
    if (result && result->partial) {
        shown.text = joinedSentences(
            NoSuspectsText::tr("Stopped after %1 of %2 pairs.").arg(counted(rows), counted(result->paired)),
            shown.text);
        shown.link = NoSuspectsText::tr("Resume");
        shown.action = "compare.resume";
    }
    return shown;
}

} // namespace dumpscope::gui
