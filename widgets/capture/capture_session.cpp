// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_session.h"

#include "common/core_text.h"
#include "io/mapped_file.h"

#include <QFileInfo>

namespace dumpscope::gui {

CaptureSession::CaptureSession(Session& session, Comparisons& comparisons, TaskRunner& tasks)
    : QObject(&session)
    , m_session(session)
    , m_comparisons(comparisons)
    , m_setup(tasks, findCapturePlace())
    , m_launchSetup(tasks)
    , m_run(session)
{
    connect(&m_run, &CaptureRun::ended, this, &CaptureSession::ended);
}

CaptureSession* CaptureSession::of(const Session& session)
{
    return session.findChild<CaptureSession*>(QString(), Qt::FindDirectChildrenOnly);
}

void CaptureSession::setFinish(Finish finish)
{
    if (std::exchange(m_finish, finish) != finish)
        emit finishChanged();
}

void CaptureSession::setGolden(const QString& path)
{
    if (std::exchange(m_golden, path) != path)
        emit finishChanged();
}

void CaptureSession::start()
{
    if (!canStart())
        return;
    m_isGoldenRun = false;
    m_target = nullptr;
    if (m_way == Way::Program)
        m_run.launch(m_launchSetup.profile(), m_setup.place(), m_launchSetup.name());
    else
        m_run.start(m_setup.profile(), m_setup.place(), m_setup.name());
}

void CaptureSession::setWay(Way way)
{
    if (std::exchange(m_way, way) != way)
        emit wayChanged();
}

QString CaptureSession::commandLine() const
{
    return m_way == Way::Program ? m_launchSetup.commandLine() : m_setup.commandLine();
}

QString CaptureSession::name() const
{
    return m_way == Way::Program ? m_launchSetup.name() : m_setup.name();
}

bool CaptureSession::isModified() const
{
    const bool isModified = m_way == Way::Program ? m_launchSetup.isModified() : m_setup.isModified();
    return isModified && !name().isEmpty();
}

core::Result<void> CaptureSession::loadProfile(const QString& path)
{
    auto loaded = readProfile(path);
    if (!loaded)
        return core::fail(core::ofFile(loaded.error(), path.toStdString()));
    return loaded;
}

core::Result<void> CaptureSession::readProfile(const QString& path)
{
    constexpr qint64 kMost = 1 << 20;
    if (QFileInfo(path).size() > kMost)
        return core::fail(
            core::Code::Limit, core::phrase("it is too large for a capture profile"), {path.toStdString()});
    TRY_ASSIGN(const core::Bytes file, core::mapFile(path.toStdString(), path.toStdString()));
    const std::string text(reinterpret_cast<const char*>(file.data()), file.size());
    const bool isLaunch = core::isLaunchProfile(text);
    if (isLaunch)
        TRY_VOID(m_launchSetup.load(path));
    else
        TRY_VOID(m_setup.load(path));
    setWay(isLaunch ? Way::Program : Way::Device);
    return {};
}

core::Result<void> CaptureSession::saveProfile(const QString& path)
{
    return m_way == Way::Program ? m_launchSetup.save(path) : m_setup.save(path);
}

void CaptureSession::stop()
{
    m_run.stop();
}

bool CaptureSession::canCaptureGolden() const
{
    return !m_run.isActive() && m_setup.model().format == QLatin1String("ONNX")
        && m_setup.readiness(CaptureSetup::InputStep).state == State::Pass
        && !m_setup.place().program.isEmpty();
}

void CaptureSession::captureGolden()
{
    if (!canCaptureGolden())
        return;
    core::CaptureProfile profile = m_setup.profile();
    profile.dump.clear();
    profile.dumpText = std::string(core::kEverything);
    profile.runtime = "cpu";
    profile.device = 0;
    profile.output += "-golden";
    const bool isCapture = !m_run.isLaunch() && m_run.state() == CaptureRun::State::Done
        && m_run.dump().root() && !m_isGoldenRun && m_run.profile().model == profile.model;
    m_target = isCapture ? m_run.dump().root() : nullptr;
    if (m_target) {
        profile.output = m_target->path().toStdString() + "-golden-{n}";
    }
    m_isGoldenRun = true;
    m_run.start(profile, m_setup.place(), tr("%1, golden").arg(m_setup.name()));
}

void CaptureSession::ended()
{
    const bool isDone = m_run.state() == CaptureRun::State::Done;
    OpenedRoot* const root = m_run.dump().root();
    if (isDone && m_run.isLaunch())
        m_launchSetup.remember(
            {m_run.launchProfile(), m_run.live().files, m_run.live().bytes, m_run.elapsedMs()});
    if (isDone && !m_run.isLaunch())
        m_setup.remember(m_run.profile(), m_run.live().files, m_run.live().bytes, m_run.elapsedMs());
    if (!isDone || !root)
        return;
    if (m_isGoldenRun) {
        if (m_target)
            compareWith(m_target, root);
        return;
    }
    switch (m_finish) {
    case Finish::Explore:
        emit dumpWanted(root, m_run.dump().firstOf(m_run.arrivals().tensors()));
        emit arrangementWanted("explore");
        break;
    case Finish::CompareGolden:
        if (!m_golden.isEmpty())
            compareWith(root, m_session.open(m_golden));
        break;
    case Finish::CompareCpu:
        if (!m_run.isLaunch())
            captureGolden();
        break;
    case Finish::Stay:
        break;
    }
}

void CaptureSession::compareWith(OpenedRoot* target, OpenedRoot* golden)
{
    m_comparisons.compare({{target}, {golden}});
    emit arrangementWanted("compare");
}

} // namespace dumpscope::gui
