// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/root_watch.h"

#include "io/directory_walker.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>

namespace dumpscope::gui {

namespace {
constexpr int kWatchSettleMs = 1000;
/// The kernel visits every file it knows of a folder that is to be watched.
constexpr int kTurnMs = 4;
} // namespace

RootWatch::RootWatch(Session& session, TaskRunner& tasks, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_tasks(tasks)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kWatchSettleMs);
    connect(&m_settle, &QTimer::timeout, this, [this] {
        for (OpenedRoot* root : std::exchange(m_dirty, {})) {
            if (m_session.roots().contains(root) && root->state() == OpenedRoot::State::Ready)
                count(root);
        }
    });
    m_goOn.setInterval(0);
    connect(&m_goOn, &QTimer::timeout, this, &RootWatch::watchSome);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this](const QString& folder) {
        if (OpenedRoot* const root = m_rootOfFolder.value(folder)) {
            m_dirty.insert(root);
            m_settle.start();
        }
    });
    connect(&session, &Session::rootChanged, this, [this](OpenedRoot* root) {
        if (root->state() == OpenedRoot::State::Ready)
            watch(root);
    });
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](OpenedRoot* root) {
        QStringList folders;
        for (auto known = m_rootOfFolder.begin(); known != m_rootOfFolder.end();) {
            if (*known == root) {
                folders.append(known.key());
                known = m_rootOfFolder.erase(known);
            } else {
                ++known;
            }
        }
        if (!folders.isEmpty())
            m_watcher.removePaths(folders);
        m_dirty.remove(root);
    });
}

void RootWatch::watch(OpenedRoot* root)
{
    if (!QFileInfo(root->path()).isDir())
        return;
    const core::DumpIndex& index = *root->index();
    QStringList folders {root->path()};
    for (std::size_t i = 0; i < index.folderCount(); ++i) {
        const std::string_view path = index.text(index.folder(core::FolderId(i)).path);
        if (!path.empty())
            folders.append(root->path() + QLatin1Char('/')
                + QString::fromLocal8Bit(path.data(), static_cast<qsizetype>(path.size())));
    }
    std::stable_sort(folders.begin(), folders.end(), [](const QString& a, const QString& b) {
        return a.count(QLatin1Char('/')) < b.count(QLatin1Char('/'));
    });
    folders = folders.mid(0, kFolders);
    folders.removeIf([this](const QString& folder) { return m_rootOfFolder.contains(folder); });
    if (folders.isEmpty())
        return;
    for (const QString& folder : std::as_const(folders))
        m_rootOfFolder.insert(folder, root);
    m_waiting += folders;
    watchSome();
}

void RootWatch::watchSome()
{
    QElapsedTimer clock;
    clock.start();
    while (!m_waiting.isEmpty() && !clock.hasExpired(kTurnMs)) {
        const QString folder = m_waiting.takeFirst();
        if (m_rootOfFolder.contains(folder))
            m_watcher.addPath(folder);
    }
    if (m_waiting.isEmpty())
        m_goOn.stop();
    else
        m_goOn.start();
}

void RootWatch::count(OpenedRoot* root)
{
    const auto known = static_cast<qint64>(root->index()->fileCount());
    m_tasks.start<qint64>(
        Lane::Bulk, tr("Look for new files in %1").arg(root->title()), root,
        [path = root->path().toStdString()](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<qint64> {
            // What cannot be read was reported when the root was opened.
            core::Diagnostics ignored;
            core::TaskContext quiet {task.stop, task.progress, ignored, task.arena};
            qint64 files = 0;
            auto walked = core::walkDirectory(
                path, {}, quiet, [&files](core::WalkedBatch&& batch) -> core::Result<void> {
                    files += static_cast<qint64>(batch.files.size());
                    return {};
                });
            if (!walked)
                return tl::make_unexpected(walked.error());
            return files;
        },
        [this, root, known](core::Result<qint64> files) {
            if (files)
                emit changed(root, *files - known);
        });
}

} // namespace dumpscope::gui
