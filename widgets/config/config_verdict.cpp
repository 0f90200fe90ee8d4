// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_verdict.h"

#include "base/text.h"
#include "capture/capture_profile.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"

namespace dumpscope::gui {

namespace {

constexpr int kMostProblems = 30;

QString number(std::uint64_t count)
{
    return groupedNumber(static_cast<qint64>(count));
}

/// Words of core::ConfigReport::enabled. Others stay as they are.
[[maybe_unused]] constexpr const char* kCaptured[] = {
    QT_TRANSLATE_NOOP("ConfigCapture", "model-dump"),
    QT_TRANSLATE_NOOP("ConfigCapture", "op-dump"),
    QT_TRANSLATE_NOOP("ConfigCapture", "statistics"),
    QT_TRANSLATE_NOOP("ConfigCapture", "overflow"),
    QT_TRANSLATE_NOOP("ConfigCapture", "exception"),
};

} // namespace

/// What the runtime, MindSpore or another reader would say.
Sentence ConfigVerdict::verdictSentence() const
{
    if (kind == nullptr)
        return {State::Fail, tr("This is not a dump configuration of a known kind.")};
    QStringList words;
    for (const std::string& word : report.enabled)
        words.append(QCoreApplication::translate("ConfigCapture", word.c_str()));
    if (report.valid)
        return words.isEmpty()
            ? Sentence {State::Warn, tr("Accepted, but it captures nothing.")}
            : Sentence {State::Pass, tr("Accepted; captures %1.").arg(words.join(QStringLiteral(", ")))};
    return {State::Fail,
        report.returnCode == 0 ? tr("Not accepted.")
                               : tr("Not accepted: the runtime answers %1.").arg(report.returnCode)};
}

Sentence ConfigVerdict::problemSentence(
    const core::ConfigProblem& problem, const std::function<void(int, int)>& goTo)
{
    Sentence sentence;
    sentence.state = problem.severity == core::Severity::Error ? State::Fail
        : problem.severity == core::Severity::Warning          ? State::Warn
                                                               : State::None;
    sentence.text
        = (problem.key.empty() ? QString() : fromCore(core::printable(problem.key)) + QStringLiteral(": "))
        + coreAdvice(problem.message, problem.fix);
    if (problem.line > 0) {
        sentence.link = tr("Line %1").arg(problem.line);
        sentence.action = [goTo, line = static_cast<int>(problem.line),
                              column = static_cast<int>(problem.column)] { goTo(line, column); };
    }
    return sentence;
}

Sentence ConfigVerdict::estimateSentence() const
{
    QString text = estimateText(*estimate);
    if (estimate->unknownTensors > 0)
        text += QLatin1Char(' ')
            + tr("Tensors without a known shape, not counted: %1.").arg(number(estimate->unknownTensors));
    if (!freeBytes)
        return {State::None, text};
    const bool isTooMuch = estimate->totalBytes() > *freeBytes;
    text += QLatin1Char(' ')
        + (isTooMuch ? tr("Only %1 are free there.") : tr("%1 are free there."))
              .arg(fromCore(core::byteSizeText(*freeBytes)));
    return {isTooMuch ? State::Warn : State::None, text};
}

QString ConfigVerdict::estimateText(const core::DumpEstimate& estimate)
{
    const QString what = tr("%1 operators, %2 files, %3")
                             .arg(number(estimate.operators), number(estimate.totalFiles()),
                                 fromCore(core::byteSizeText(estimate.totalBytes())));
    if (estimate.dependsOnRun)
        return tr("At most %1 per step, depending on what happens.").arg(what);
    if (!estimate.steps)
        return tr("About %1 per step.").arg(what);
    return *estimate.steps == 1 ? tr("About %1 in one step.").arg(what)
                                : tr("About %1 in %2 steps.").arg(what, number(*estimate.steps));
}

std::shared_ptr<const ConfigVerdict> ConfigVerdict::of(ConfigKindsPointer kinds, const std::string& kindId,
    const core::ConfigText& config, const OperatorsPointer& operators)
{
    auto verdict = std::make_shared<ConfigVerdict>();
    verdict->config = config;
    verdict->kind = kindId.empty() ? kinds->recognise(config) : kinds->find(kindId);
    verdict->kinds = std::move(kinds);
    if (verdict->kind == nullptr)
        return verdict;
    verdict->report = verdict->kind->check(config);
    verdict->fields = verdict->kind->form(config);
    if (!verdict->report.valid)
        return verdict;
    verdict->lines = verdict->kind->explain(config);
    const core::DumpRequest request = verdict->kind->request(config);
    if (!request.isOn)
        return verdict;
    if (operators && !operators->empty())
        verdict->estimate = core::estimateDump(request, *operators);
    const std::string folder
        = request.folder.starts_with('/') ? request.folder : config.folder + '/' + request.folder;
    verdict->freeBytes = core::freeBytes(folder);
    return verdict;
}

std::vector<CodeEdit::Mark> ConfigVerdict::marks() const
{
    std::vector<CodeEdit::Mark> marks;
    for (const core::ConfigProblem& problem : report.problems) {
        if (problem.line == 0)
            continue;
        marks.push_back({problem.severity, static_cast<int>(problem.line), static_cast<int>(problem.column),
            problemSentence(problem, {}).text});
    }
    return marks;
}

std::vector<Sentence> ConfigVerdict::sentences(
    const std::vector<core::ConfigLoss>& lost, const std::function<void(int, int)>& goTo) const
{
    std::vector<Sentence> sentences {verdictSentence()};
    int count = 0;
    for (const core::ConfigProblem& problem : report.problems) {
        if (++count <= kMostProblems)
            sentences.push_back(problemSentence(problem, goTo));
    }
    if (count > kMostProblems)
        sentences.push_back({State::None, tr("More problems: %1.").arg(count - kMostProblems)});
    for (const core::ConfigLoss& loss : lost)
        sentences.push_back({State::Warn,
            tr("Left out: %1")
                .arg((loss.key.empty() ? QString() : fromCore(loss.key) + QStringLiteral(": "))
                    + coreWords(loss.message))});
    if (estimate)
        sentences.push_back(estimateSentence());
    for (const core::Message& line : lines)
        sentences.push_back({State::None, coreWords(line)});
    return sentences;
}

} // namespace dumpscope::gui
