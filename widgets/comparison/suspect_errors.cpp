// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/suspect_errors.h"

#include "common/core_text.h"
#include "compare/suspects/suspect_text.h"

#include <QCoreApplication>

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
    errors.input = figure.inherited;
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

QString suspectScoreText(double score)
{
    return std::isfinite(score) ? QStringLiteral("× ") + fromCore(core::timesDigits(score))
                                : QStringLiteral("–");
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
