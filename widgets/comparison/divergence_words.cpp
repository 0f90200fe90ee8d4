// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/divergence_words.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "comparison/verdict_words.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::DivergenceWords)
};

DivergenceLine::Texts divergenceIn(const ComparisonDocument& document, const core::FirstDivergence& first)
{
    const core::PairResult& result = document.pairs()->row(first.index);
    const core::TensorRow& row = document.pairs()->target().index->tensor(result.pair.target);
    DivergenceLine::Texts texts;
    texts.state = State::FirstDivergence;
    texts.title = document.isOver() ? Words::tr("First divergence") : Words::tr("First so far");
    texts.place
        = QStringLiteral("#%1").arg(row.execIndex == core::TensorRow::kNone ? first.index : row.execIndex);
    texts.opName = fromCore(first.opName) + QStringLiteral("  ") + ioText(row);
    const QString inputs = first.rule == "inputs-clean" ? Words::tr("its inputs are within limits")
        : first.rule == "no-inputs"                     ? Words::tr("none of its inputs could be compared")
        : first.rule == "input-only"                    ? Words::tr("no output differs anywhere")
                                     : Words::tr("an input differs that no earlier output explains");
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

DivergenceLine::Texts summaryOf(const core::ComparisonSummary& summary, std::size_t rows)
{
    DivergenceLine::Texts texts;
    texts.state = summary.fail > 0 ? State::Fail : summary.warn > 0 ? State::Warn : State::Pass;
    const QString all = groupedNumber(static_cast<qint64>(rows));
    if (summary.pass < rows)
        texts.title = Words::tr("No operator diverges; %1 of %2 pairs are within limits.")
                          .arg(groupedNumber(static_cast<qint64>(summary.pass)), all);
    else if (summary.bitEqual)
        texts.title = rows == 1 ? Words::tr("The only pair is bit-equal.")
                                : Words::tr("All %1 pairs are bit-equal.").arg(all);
    else if (summary.largestError) {
        const QString largest
            = QStringLiteral("relative_euclidean_distance ") + shortNumber(*summary.largestError);
        texts.title = rows == 1 ? Words::tr("The only pair is within limits. Largest: %1.").arg(largest)
                                : Words::tr("All %1 pairs are within limits. Largest: %2.").arg(all, largest);
    } else
        texts.title = rows == 1 ? Words::tr("The only pair is within limits.")
                                : Words::tr("All %1 pairs are within limits.").arg(all);
    return texts;
}

} // namespace

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
    if (pairs && first && first->index < pairs->rows())
        return divergenceIn(*document, *first);
    if (pairs && document->isOver() && document->result() && pairs->rows() > 0)
        return summaryOf(document->result()->summary, pairs->rows());
    if (!pairs && document->isOver())
        return texts;
    texts.state = State::Running;
    texts.title = pairs                                           ? Words::tr("No divergence so far")
        : document->state() == ComparisonDocument::State::Waiting ? Words::tr("Reading both sides")
                                                                  : Words::tr("Pairing");
    return texts;
}

} // namespace dumpscope::gui
