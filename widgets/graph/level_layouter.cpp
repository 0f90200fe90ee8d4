// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/level_layouter.h"

#include <QDeadlineTimer>
#include <QProcess>
#include <QStandardPaths>

#include <csignal>

#include <sys/prctl.h>
#include <sys/resource.h>

namespace dumpscope::gui {

namespace {
constexpr int kPollMs = 10, kMostMs = 10'000, kEndMs = 1000;
constexpr rlim_t kMostMemory = rlim_t {4} << 30U;
constexpr std::size_t kMostKnown = 4000; ///< levels; some megabytes
} // namespace

LevelLayouter::LevelLayouter(QString program)
    : m_program(std::move(program))
{
}

QString LevelLayouter::foundProgram()
{
    return QStandardPaths::findExecutable(QStringLiteral("dot"));
}

core::Result<std::vector<core::FlatLayout>> LevelLayouter::layOut(
    std::span<const core::FlatGraph> graphs, const core::TaskContext& task)
{
    std::vector<core::FlatLayout> answers(graphs.size());
    std::vector<std::string> questions;
    std::string asked;
    std::vector<std::size_t> open; // those dot is asked about
    {
        const std::lock_guard lock(m_mutex);
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            questions.push_back(core::dotSource(graphs[i]));
            if (const auto known = m_known.find(questions[i]); known != m_known.end()) {
                answers[i] = known->second;
            } else if (hasProgram() && core::isForDot(graphs[i])) {
                asked += questions[i];
                open.push_back(i);
            } else {
                answers[i] = core::layOutInLayers(graphs[i]);
            }
        }
    }
    TRY_VOID(task.checkStop());
    if (open.empty())
        return answers;
    const auto plain = ask(asked, task);
    if (!plain && plain.error().code == core::Code::Cancelled)
        return core::fail(plain.error());
    std::string_view rest = plain ? std::string_view(*plain) : std::string_view();
    for (const std::size_t i : open) {
        auto answer = core::takePlainAnswer(graphs[i], rest);
        answers[i] = answer ? std::move(*answer) : core::layOutInLayers(graphs[i]);
    }
    const std::lock_guard lock(m_mutex);
    if (m_known.size() > kMostKnown)
        m_known.clear();
    for (const std::size_t i : open)
        m_known.insert_or_assign(std::move(questions[i]), answers[i]);
    return answers;
}

core::Result<std::string> LevelLayouter::ask(const std::string& question, const core::TaskContext& task) const
{
    QProcess dot;
    dot.setProcessChannelMode(QProcess::SeparateChannels);
    dot.setStandardErrorFile(QProcess::nullDevice());
    dot.setChildProcessModifier([] {
        // What is left of the window must not leave a dot behind that eats the memory.
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const rlimit memory {kMostMemory, kMostMemory};
        ::setrlimit(RLIMIT_AS, &memory);
    });
    dot.start(m_program, {QStringLiteral("-Tplain")});
    dot.write(question.data(), static_cast<qint64>(question.size()));
    dot.closeWriteChannel();
    const QDeadlineTimer end(kMostMs);
    while (dot.state() != QProcess::NotRunning && !dot.waitForFinished(kPollMs)) {
        if (!task.stopped() && !end.hasExpired())
            continue;
        dot.kill();
        dot.waitForFinished(kEndMs);
        if (task.stopped())
            return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
        return core::fail(core::Code::Limit, core::phrase("the program dot took too long"));
    }
    if (dot.exitStatus() != QProcess::NormalExit || dot.error() == QProcess::FailedToStart)
        return core::fail(core::Code::Io, core::phrase("the program dot could not be run"));
    return dot.readAllStandardOutput().toStdString();
}

} // namespace dumpscope::gui
