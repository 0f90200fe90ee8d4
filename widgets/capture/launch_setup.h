// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "capture/launch_profile.h"
#include "common/glyphs.h"
#include "config/operators_pointer.h"

#include <QObject>

#include <functional>
#include <map>

namespace dumpscope::gui {

/// A program that is to be started for its dump, and what is wrong with that before it starts. GUI thread;
/// looks in tasks.
class LaunchSetup : public QObject {
    Q_OBJECT
public:
    enum Step : std::uint8_t { ProgramStep, EnvironmentStep, DumpStep, FolderStep };

    explicit LaunchSetup(TaskRunner& tasks, QObject* parent = nullptr);

    [[nodiscard]] const core::LaunchProfile& profile() const { return m_profile; }
    void setProfile(const core::LaunchProfile& profile);
    template<typename Change> void edit(const Change& change)
    {
        core::LaunchProfile changed = m_profile;
        change(changed);
        take(changed);
    }
    void reset();
    /// As they are written in a shell. Where that cannot be taken apart, there are none and an obstacle says
    /// why.
    void setArguments(const std::string& line);
    void setUndisturbedFiles(const std::string& line);
    /// The line of words at a step is such a one; another profile ends it.
    [[nodiscard]] bool isMisquoted(Step step) const { return m_misquoted.contains(step); }
    /// Another kind of program, with a configuration of that kind to begin with.
    void setKind(const QString& kind);

    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] bool isModified() const { return m_profile != m_saved; }
    [[nodiscard]] QString name() const;
    [[nodiscard]] core::Result<void> load(const QString& path);
    [[nodiscard]] core::Result<void> save(const QString& path);

    /// Of the profile, then of its configuration.
    [[nodiscard]] const std::vector<core::ConfigProblem>& problems() const { return m_problems; }
    /// What is missing or wrong at a step; empty when it is done.
    [[nodiscard]] QString obstacle(Step step) const;
    [[nodiscard]] QString obstacle() const;
    [[nodiscard]] bool isReady() const { return isSettled() && obstacle().isEmpty(); }
    [[nodiscard]] bool isSettled() const { return !m_ahead.task() || m_ahead.task()->isOver(); }
    /// Operators of the model that will run, as far as known.
    void setOperators(const OperatorsPointer& operators);
    /// What the dump will be; nullopt where neither a graph with shapes nor an earlier dump tells.
    [[nodiscard]] const std::optional<core::DumpEstimate>& estimate() const { return m_estimate; }
    struct Past {
        core::LaunchProfile profile;
        quint64 files = 0, bytes = 0;
        qint64 ms = 0;
    };
    /// What came of the last run with this profile; null: there was none.
    [[nodiscard]] const Past* past() const;
    void remember(const Past& past);
    /// The line that does the same; a configuration that is in no file yet needs a saved profile.
    [[nodiscard]] QString commandLine() const;

signals:
    void changed();
    void factsChanged();
    void fileChanged();

private:
    void take(const core::LaunchProfile& profile);
    void lookAhead();
    void setWords(Step step, const std::string& line,
        const std::function<std::vector<std::string>&(core::LaunchProfile&)>& place);

    TaskRunner& m_tasks;
    core::LaunchProfile m_profile, m_saved;
    QString m_file;
    std::map<Step, core::Error> m_misquoted; ///< lines that no shell takes apart
    std::vector<core::ConfigProblem> m_problems;
    OperatorsPointer m_operators; ///< of the model that will run
    std::optional<core::DumpEstimate> m_estimate;
    QList<Past> m_past;
    LatestOnly m_ahead;
};

} // namespace dumpscope::gui
