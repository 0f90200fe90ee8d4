// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/suspects/suspect_errors.h"

#include "common/core_text.h"
#include "compare/suspects/suspect_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("dumpscope::gui::SuspectErrors", text);
}

} // namespace

SuspectErrors suspectErrors(const core::Suspect& suspect)
{
    SuspectErrors errors {suspect.inheritedError, suspect.ownError};
    errors.isInputBound = suspect.isInheritedBound;
    errors.isOutputBound = suspect.isOwnBound;
    if (!suspect.figure)
        return errors;
    const core::SuspectFigure& figure = *suspect.figure;
    if (figure.isInput) {
        errors.input = figure.error;
        errors.isInputBound = figure.isBound;
        return errors;
    }
    // Extremes are in another unit.
    errors.input = figure.inherited || figure.measure == core::ErrorMeasure::OfLargest
        ? figure.inherited
        : suspect.inheritedError;
    errors.output = figure.error;
    errors.measure = figure.measure;
    errors.isOutputBound = figure.isBound;
    return errors;
}

QString suspectErrorText(const std::optional<double>& error, bool isBound)
{
    if (!error)
        return QStringLiteral("?");
    return isBound ? QChar(u'≥') + fromCore(core::boundDigits(*error)) : fromCore(core::errorDigits(*error));
}

QString suspectErrorsText(const SuspectErrors& errors)
{
    const QString output = suspectErrorText(errors.output, errors.isOutputBound);
    switch (errors.measure) {
    case core::ErrorMeasure::WorstElement:
        return words(QT_TRANSLATE_NOOP("dumpscope::gui::SuspectErrors", "max %1")).arg(output);
    case core::ErrorMeasure::Norm:
        return words(QT_TRANSLATE_NOOP("dumpscope::gui::SuspectErrors", "norm %1")).arg(output);
    default:
        return QStringLiteral("%1 → %2").arg(suspectErrorText(errors.input, errors.isInputBound), output);
    }
}

QString suspectScoreText(const core::Suspect& suspect, const std::vector<core::JudgedOutput>& outputs)
{
    double times = suspect.score;
    if (!std::isfinite(times) && suspect.figure && !suspect.figure->isInput && !suspect.pairs.empty()) {
        const auto judged
            = std::ranges::lower_bound(outputs, suspect.pairs.front(), {}, &core::JudgedOutput::row);
        if (judged != outputs.end() && judged->row == suspect.pairs.front()
            && judged->measure == suspect.figure->measure && judged->explained > 0)
            times = judged->error / judged->explained;
    }
    return std::isfinite(times) ? QStringLiteral("× ") + fromCore(core::timesDigits(times))
                                : QStringLiteral("–");
}

QString suspectWorthText(const core::Suspect& suspect)
{
    if (!suspect.counterfactual)
        return {};
    return suspect.counterfactual->row
        ? QStringLiteral("%1 %").arg(std::floor(100 * suspect.counterfactual->removed()), 0, 'f', 0)
        : QStringLiteral("?");
}

QString suspectMeasureText(core::ErrorMeasure measure)
{
    switch (measure) {
    case core::ErrorMeasure::WorstElement:
        return words(QT_TRANSLATE_NOOP("dumpscope::gui::SuspectErrors", "worst element"));
    case core::ErrorMeasure::Norm:
        return words(QT_TRANSLATE_NOOP("dumpscope::gui::SuspectErrors", "norm"));
    default:
        return words(QT_TRANSLATE_NOOP("dumpscope::gui::SuspectErrors", "worst output"));
    }
}

} // namespace dumpscope::gui
