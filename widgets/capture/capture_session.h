// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_run.h"
#include "capture/capture_setup.h"
#include "capture/launch_setup.h"
#include "comparison/comparisons.h"

namespace dumpscope::gui {

/// The capture of the window: what is asked for, the run, and what is done with the dump when it is there.
/// GUI thread.
class CaptureSession : public QObject {
    Q_OBJECT
public:
    /// What happens with a finished dump.
    enum class Finish : std::uint8_t {
        Explore,       ///< it is shown in Explore
        CompareGolden, ///< compared with `golden()`
        CompareCpu,    ///< compared with what the CPU device makes of the same model and inputs
        Stay,          ///< it is opened, and the window stays where it is
    };

    /// A child of the session, which outlives it.
    CaptureSession(Session& session, Comparisons& comparisons, TaskRunner& tasks);
    /// The one of this session; null: there is none.
    [[nodiscard]] static CaptureSession* of(const Session& session);

    [[nodiscard]] CaptureSetup& setup() { return m_setup; }
    [[nodiscard]] const CaptureSetup& setup() const { return m_setup; }
    [[nodiscard]] LaunchSetup& launchSetup() { return m_launchSetup; }
    /// A model on a device, or a program of the user's.
    enum class Way : std::uint8_t { Device, Program };
    [[nodiscard]] Way way() const { return m_way; }
    void setWay(Way way);
    /// Of the way that is chosen.
    [[nodiscard]] QString commandLine() const;
    [[nodiscard]] QString name() const;
    /// The profile has a model or program, and changes that no file holds.
    [[nodiscard]] bool isModified() const;
    [[nodiscard]] CaptureRun& run() { return m_run; }
    [[nodiscard]] const CaptureRun& run() const { return m_run; }

    [[nodiscard]] Finish finish() const { return m_finish; }
    void setFinish(Finish finish);
    [[nodiscard]] const QString& golden() const { return m_golden; }
    void setGolden(const QString& path);

    /// Nothing is missing for the way that is chosen.
    [[nodiscard]] bool isReady() const
    {
        return m_way == Way::Device ? m_setup.isReady() : m_launchSetup.isReady();
    }
    /// What is; empty while that is not known either.
    [[nodiscard]] QString obstacle() const
    {
        return m_way == Way::Device ? m_setup.obstacle() : m_launchSetup.obstacle();
    }
    [[nodiscard]] bool canStart() const { return !m_run.isActive() && isReady(); }
    /// Opens a profile of either way. Errors: as of reading it.
    /// Errors name the file.
    [[nodiscard]] core::Result<void> loadProfile(const QString& path);
    [[nodiscard]] core::Result<void> saveProfile(const QString& path);
    /// Nothing happens while one runs or something is missing.
    void start();
    void stop();
    /// The reference for the present model and inputs, by the CPU device; compared with the open dump of the
    /// last run when that is there.
    [[nodiscard]] bool canCaptureGolden() const;
    void captureGolden();
    /// Its folder is being written to by the run; whoever watches roots need not tell.
    [[nodiscard]] bool isLive(const OpenedRoot* root) const
    {
        return m_run.dump().root() == root && (m_run.isActive() || m_run.hasJustEnded());
    }

signals:
    void wayChanged();
    void finishChanged();
    /// "explore" or "compare": where the finished dump is to be seen.
    void arrangementWanted(const QByteArray& arrangement);
    /// The dump that was captured is to be the one that is looked at; `first` of it, may be invalid.
    void dumpWanted(dumpscope::gui::OpenedRoot* root, const dumpscope::gui::TensorRef& first);

private:
    core::Result<void> readProfile(const QString& path);
    void ended();
    void compareWith(OpenedRoot* target, OpenedRoot* golden);

    Session& m_session;
    Comparisons& m_comparisons;
    CaptureSetup m_setup;
    LaunchSetup m_launchSetup;
    Way m_way = Way::Device;
    CaptureRun m_run;
    Finish m_finish = Finish::Explore;
    QString m_golden;
    QPointer<OpenedRoot> m_target; ///< the dump that the golden run is for
    bool m_isGoldenRun = false;    ///< what runs is the reference for the dump before
};

} // namespace dumpscope::gui
