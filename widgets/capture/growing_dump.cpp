// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/growing_dump.h"

#include "capture/live_lookup.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kGrowMs = 500;   ///< at least between two readings of the dump while it grows
constexpr int kGrowShare = 10; ///< one part of so many of the time may be spent on reading it

} // namespace

GrowingDump::GrowingDump(Session& session)
    : m_session(session)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(kGrowMs);
    connect(&m_soon, &QTimer::timeout, this, &GrowingDump::grow);
    connect(&session, &Session::rootChanged, this, [this](OpenedRoot* root) {
        if (root != m_root || root->state() == OpenedRoot::State::Loading || m_phase == Phase::Over)
            return;
        if (m_phase == Phase::Whole)
            end();
        else if (m_phase == Phase::Ending) // its task ends first
            QMetaObject::invokeMethod(this, &GrowingDump::readAnew, Qt::QueuedConnection);
        else
            emit grew();
    });
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](OpenedRoot* root) {
        if (root == m_root && (m_phase == Phase::Ending || m_phase == Phase::Whole))
            end();
    });
}

void GrowingDump::begin()
{
    m_folder.clear();
    m_root = nullptr;
    m_phase = Phase::Growing;
}

void GrowingDump::growSoon()
{
    if (m_phase == Phase::Growing && !m_soon.isActive())
        m_soon.start();
}

void GrowingDump::hold()
{
    m_soon.stop();
    if (m_phase == Phase::Growing)
        m_phase = Phase::Held;
}

bool GrowingDump::hasFiles() const
{
    return !m_folder.isEmpty() && !QDir(m_folder).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot);
}

// A folder that holds earlier dumps may be open already.
OpenedRoot* GrowingDump::openedBefore() const
{
    const QString path = QDir::cleanPath(QFileInfo(m_folder).absoluteFilePath());
    const auto& roots = m_session.roots();
    const auto found = std::ranges::find(roots, path, &OpenedRoot::path);
    return found == roots.end() ? nullptr : *found;
}

// The tree and the tables grow with the dump, rarer the longer it takes to read it.
void GrowingDump::grow()
{
    if (m_phase != Phase::Growing || m_folder.isEmpty())
        return;
    if (!m_root)
        m_root = openedBefore();
    if (!m_root) {
        m_root = m_session.open(m_folder);
    } else if (m_root->task()
        && (!m_root->task()->isOver() || m_grown.elapsed() < m_root->task()->elapsedMs() * kGrowShare)) {
        m_soon.start();
    } else {
        m_session.rescan(m_root);
    }
    m_grown.restart();
}

void GrowingDump::readWhole()
{
    m_soon.stop();
    if (!hasFiles())
        return end();
    m_phase = Phase::Ending;
    readAnew();
}

void GrowingDump::readAnew()
{
    if (m_phase != Phase::Ending)
        return;
    if (!m_root)
        m_root = openedBefore();
    const bool isOpen = m_root && m_session.roots().contains(m_root.data());
    if (Task* const early = m_root ? m_root->task() : nullptr; isOpen && early && !early->isOver()) {
        // It began before the last file was there. Another may follow that keeps what it read.
        connect(early, &Task::finished, this, &GrowingDump::readAnew,
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::UniqueConnection));
        early->cancel();
        return;
    }
    m_phase = Phase::Whole;
    if (isOpen)
        m_session.rescan(m_root);
    else
        m_root = m_session.open(m_folder);
    if (m_root->state() != OpenedRoot::State::Loading)
        end();
}

void GrowingDump::end()
{
    m_phase = Phase::Over;
    emit ended();
}

TensorRef GrowingDump::find(const core::LiveTensor& tensor) const
{
    return firstOf(std::span(&tensor, 1));
}

TensorRef GrowingDump::firstOf(std::span<const core::LiveTensor> tensors) const
{
    if (!m_root || !m_root->index())
        return {};
    const core::DumpIndex& index = *m_root->index();
    core::TensorId first;
    const auto isBetter = [&](core::TensorId id) {
        if (!first.isValid())
            return true;
        const bool hasValues = index.tensor(id).state == core::TensorState::Ok;
        const bool hadValues = index.tensor(first).state == core::TensorState::Ok;
        return hasValues != hadValues ? hasValues : id < first;
    };
    for (const core::TensorId id : core::findLiveTensors(index, tensors)) {
        if (id.isValid() && isBetter(id))
            first = id;
    }
    return first.isValid() ? TensorRef {m_root, first} : TensorRef {};
}

} // namespace dumpscope::gui
