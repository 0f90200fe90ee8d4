// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/first_non_finite.h"

#include "remote/remote_value_scan.h"

#include <memory>

namespace dumpscope::gui {

quint64 bytesToScan(const core::DumpIndex& index)
{
    quint64 bytes = 0;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const core::TensorRow& row = index.tensor(core::TensorId(i));
        bytes += row.state == core::TensorState::StatisticsOnly ? 0 : row.bytes;
    }
    return bytes;
}

FirstNonFinite& FirstNonFinite::of(Session& session)
{
    auto* const known = session.findChild<FirstNonFinite*>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new FirstNonFinite(session);
}

FirstNonFinite::FirstNonFinite(Session& session)
    : QObject(&session)
    , m_session(session)
{
    connect(&session, &Session::rootChanged, this, &FirstNonFinite::forget);
    connect(&session, &Session::rootAboutToBeRemoved, this, &FirstNonFinite::forget);
}

const core::NonFiniteTensor* FirstNonFinite::in(const OpenedRoot* root) const
{
    const auto known = m_known.constFind(root);
    return known == m_known.cend() || !known->first ? nullptr : &*known->first;
}

std::optional<core::ValueOrigin> FirstNonFinite::originOf(const TensorRef& tensor) const
{
    const auto known = m_known.constFind(tensor.root);
    if (known == m_known.cend())
        return std::nullopt;
    const auto origin = known->origins.constFind(tensor.id.value());
    return origin == known->origins.cend() ? std::nullopt : std::optional(*origin);
}

TensorRef FirstNonFinite::only() const
{
    const auto& roots = m_session.roots();
    const core::NonFiniteTensor* const first = roots.size() == 1 ? in(roots.first()) : nullptr;
    return first ? TensorRef {roots.first(), first->id} : TensorRef();
}

void FirstNonFinite::report(OpenedRoot* root, const core::ValueScan& scan)
{
    if (!root->index() || (scan.first && scan.first->id.value() >= root->index()->tensorCount()))
        return forget(root);
    Known known {scan.first, {}};
    for (const auto* found : {&scan.found, &scan.masks}) {
        for (const core::NonFiniteTensor& tensor : *found)
            known.origins.insert(tensor.id.value(), tensor.origin);
    }
    if (!known.first && known.origins.isEmpty())
        return forget(root);
    m_known.insert(root, std::move(known));
    emit changed(root);
}

void FirstNonFinite::forget(OpenedRoot* root)
{
    if (m_known.remove(root))
        emit changed(root);
}

void FirstNonFinite::scanByItself(TaskRunner& tasks, std::function<bool(const OpenedRoot*)> isLeftOut)
{
    m_tasks = &tasks;
    m_isLeftOut = std::move(isLeftOut);
    connect(&m_session, &Session::rootChanged, this, &FirstNonFinite::scanLater);
    connect(&m_session, &Session::rootAboutToBeRemoved, this, &FirstNonFinite::stopScanOf);
}

// Whoever opened it may be about to compare it, which is known when events have been handled.
void FirstNonFinite::scanLater(OpenedRoot* root)
{
    stopScanOf(root);
    if (root->state() == OpenedRoot::State::Ready && core::scanOutlook(*root->index()).all() > 0
        && bytesToScan(*root->index()) <= kScannedByItself)
        m_waiting.append(root);
    QMetaObject::invokeMethod(this, &FirstNonFinite::scanNext, Qt::QueuedConnection);
}

void FirstNonFinite::stopScanOf(OpenedRoot* root)
{
    m_waiting.removeAll(root);
    if (m_scanned != root)
        return;
    m_scanned = nullptr;
    m_scan.cancel();
    QMetaObject::invokeMethod(this, &FirstNonFinite::scanNext, Qt::QueuedConnection);
}

void FirstNonFinite::scanNext()
{
    while (!isScanning() && !m_waiting.isEmpty()) {
        OpenedRoot* const root = m_waiting.takeFirst();
        if (!m_isLeftOut(root))
            scan(root);
    }
}

void FirstNonFinite::scan(OpenedRoot* root)
{
    using Scanned = std::shared_ptr<const core::ValueScan>;
    m_scanned = root;
    m_scan.start<Scanned>(
        *m_tasks, Lane::Bulk, tr("Look for the first NaN of %1").arg(root->title()), this,
        [index = root->index()](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Scanned> {
            auto scan = std::make_shared<core::ValueScan>();
            // What cannot be read is a problem where somebody looks at it.
            core::Diagnostics unread;
            core::TaskContext quiet {task.stop, task.progress, unread, task.arena};
            TRY_VOID(core::scanWhereItLies(index, quiet, *scan));
            return Scanned(std::move(scan));
        },
        // Of a root that was read anew or closed nothing arrives.
        [this, root](const core::Result<Scanned>& scanned) {
            m_scanned = nullptr;
            if (scanned)
                report(root, **scanned);
            QMetaObject::invokeMethod(this, &FirstNonFinite::scanNext, Qt::QueuedConnection);
        });
}

} // namespace dumpscope::gui
