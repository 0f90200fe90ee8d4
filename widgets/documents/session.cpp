// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/session.h"

#include "base/distinct_names.h"
#include "common/core_text.h"
#include "common/dump_place.h"
#include "common/numbers.h"
#include "io/output_check.h"
#include "remote/remote_statistics.h"
#include "tensor/statistics.h"

#include <QThreadPool>

#include <algorithm>
#include <iterator>

namespace dumpscope::gui {

namespace {

/// Statistics reach the tables in batches, so that a table repaints ten times a second at most.
constexpr qint64 kBatchMs = 100;
/// What a table shows at once is for now; more than that must not keep the user's next request waiting.
constexpr std::size_t kScreenful = 100;

/// Whoever lets go of a batch last need not wait until its thousands of texts are gone.
NameBatch shareNames(std::vector<core::NamedFile>&& batch)
{
    const auto goElsewhere = [](const std::vector<core::NamedFile>* names) {
        QThreadPool::globalInstance()->start([names] { delete names; });
    };
    return {new std::vector<core::NamedFile>(std::move(batch)), goElsewhere};
}

/// What is known of a million files goes on another thread.
std::shared_ptr<core::DumpOpening> newOpening(
    const QString& path, std::shared_ptr<const core::FormatRegistry> formats)
{
    return {new core::DumpOpening(path.toStdString(), std::move(formats)),
        [](core::DumpOpening* gone) { QThreadPool::globalInstance()->start([gone] { delete gone; }); }};
}

struct ComputedStatistics {
    core::TensorId id;
    core::Statistics statistics;
};

} // namespace

/// A dump as it was read. What is made of a million rows is made, and goes, on other threads.
struct Session::Opened {
    explicit Opened(std::shared_ptr<const core::DumpIndex> read)
        : index(std::move(read))
        , table(std::make_shared<core::TensorTable>(index))
        , store(std::make_shared<const core::TensorStore>(index))
    {
    }
    std::shared_ptr<const core::DumpIndex> index;
    std::shared_ptr<core::TensorTable> table;
    std::shared_ptr<const core::TensorStore> store;
};

OpenedRoot::OpenedRoot(QString path, core::RawOptions raw, QObject* parent)
    : QObject(parent)
    , m_path(std::move(path))
    , m_raw(std::move(raw))
{
}

bool OpenedRoot::isRemote() const
{
    return isRemotePlace(m_path);
}

void OpenedRoot::setSide(Side side)
{
    if (m_side == side)
        return;
    m_side = side;
    emit sideChanged();
}

QString TensorRef::tensorId() const
{
    return isValid() ? fromCore(root->index()->tensorId(id)) : QString();
}

QString TensorRef::opName() const
{
    return isValid() ? fromCore(root->index()->text(row().opName)) : QString();
}

Session::Session(TaskRunner& tasks, std::shared_ptr<const core::FormatRegistry> formats, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
    , m_formats(std::move(formats))
{
}

OpenedRoot* Session::open(const QString& path, const core::RawOptions& raw)
{
    const QString absolute = dumpPlace(path);
    for (OpenedRoot* root : m_roots) {
        if (root->path() != absolute)
            continue;
        if (!raw.dtype.empty() && root->m_raw != raw) {
            root->m_raw = raw;
            if (root->m_task)
                root->m_task->cancel();
            load(root);
            emit root->stateChanged();
            emit rootChanged(root);
        }
        return root;
    }
    auto* const root = new OpenedRoot(absolute, raw.dtype.empty() ? core::RawOptions() : raw, this);
    m_roots.append(root);
    nameRoots();
    load(root);
    emit rootAdded(root);
    return root;
}

void Session::rescan(OpenedRoot* root)
{
    if (root->m_task && !root->m_task->isOver())
        return;
    load(root);
    emit root->stateChanged();
    emit rootChanged(root);
}

void Session::close(OpenedRoot* root)
{
    if (!m_roots.contains(root))
        return;
    emit rootAboutToBeRemoved(root);
    if (root->m_task)
        root->m_task->cancel();
    m_roots.removeOne(root);
    nameRoots();
    root->deleteLater();
    emit rootRemoved();
}

void Session::nameRoots()
{
    std::vector<std::string> paths;
    for (const OpenedRoot* root : m_roots)
        paths.push_back(root->path().toStdString());
    const std::vector<std::string> names = core::distinctNames(paths);
    for (qsizetype i = 0; i < m_roots.size(); ++i) {
        const QString name = fromCore(names[static_cast<std::size_t>(i)]);
        if (std::exchange(m_roots[i]->m_title, name) != name)
            emit m_roots[i]->titleChanged();
    }
}

bool Session::canResume(const OpenedRoot* root)
{
    return root->m_opening != nullptr;
}

void Session::resume(OpenedRoot* root)
{
    if (!canResume(root) || (root->m_task && !root->m_task->isOver()))
        return;
    // What is there stays in use meanwhile.
    if (!root->m_index)
        report(root, OpenedRoot::State::Loading);
    read(root, root->m_opening);
}

std::vector<std::string> Session::paths() const
{
    std::vector<std::string> paths;
    for (const OpenedRoot* root : m_roots) {
        if (!root->isRemote())
            paths.push_back(root->path().toStdString());
    }
    return paths;
}

core::Result<void> Session::checkOutput(const QString& file) const
{
    const std::string output = file.toStdString();
    return core::checkOutputs({&output, 1}, paths());
}

bool Session::isSettled() const
{
    return std::none_of(m_roots.begin(), m_roots.end(),
        [](const OpenedRoot* root) { return root->state() == OpenedRoot::State::Loading; });
}

void Session::report(OpenedRoot* root, OpenedRoot::State state)
{
    root->m_state = state;
    emit root->stateChanged();
    emit rootChanged(root);
}

void Session::load(OpenedRoot* root)
{
    root->m_state = OpenedRoot::State::Loading;
    if (root->isRemote())
        return readThere(root);
    const auto formats = root->raw().formatsFor(root->path().toStdString());
    if (!formats) {
        root->m_error = formats.error();
        return report(root, OpenedRoot::State::Failed);
    }
    read(root, newOpening(root->path(), root->raw().dtype.empty() ? m_formats : *formats));
}

void Session::read(OpenedRoot* root, const std::shared_ptr<core::DumpOpening>& opening)
{
    if (opening->readFiles() == 0) { // else the names are known
        root->m_names.clear();
        root->m_nameCount = 0;
    }
    root->m_error.reset();
    const QPointer<OpenedRoot> guard(root);
    root->m_task = m_tasks.start<Opened>(
        Lane::Bulk, tr("Open %1").arg(root->title()), root,
        [opening, guard, kept = m_kept](
            core::TaskContext& task, const TaskRunner::Post& post) -> core::Result<Opened> {
            core::OpenOptions options {.kept = kept};
            options.onNames = [&post, guard](std::vector<core::NamedFile>&& batch) {
                NameBatch files = shareNames(std::move(batch));
                post([guard, files] {
                    guard->m_names.push_back(files);
                    guard->m_nameCount += files->size();
                    emit guard->namesArrived();
                });
            };
            TRY_ASSIGN(const std::shared_ptr<const core::DumpIndex> index, opening->run(options, task));
            return Opened(index);
        },
        [this, root, opening](core::Result<Opened> opened) { take(root, std::move(opened), opening); });
}

void Session::readThere(OpenedRoot* root)
{
    root->m_error.reset();
    root->m_task = m_tasks.start<Opened>(
        Lane::Bulk, tr("Open %1").arg(root->title()), root,
        [path = root->path().toStdString(), links = m_remote, formats = m_formats](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Opened> {
            if (!links)
                return core::fail(core::Code::Unsupported, core::phrase("no other machine can be reached"));
            TRY_ASSIGN(auto index, core::openRemoteDump(path, *links, formats, task));
            return Opened(std::move(index));
        },
        [this, root](core::Result<Opened> opened) {
            if (opened)
                return show(root, std::move(*opened));
            const bool isCancelled = opened.error().code == core::Code::Cancelled;
            if (isCancelled && root->m_index)
                return report(root, OpenedRoot::State::Ready);
            root->m_error = opened.error();
            report(root, isCancelled ? OpenedRoot::State::Cancelled : OpenedRoot::State::Failed);
        });
}

void Session::take(
    OpenedRoot* root, core::Result<Opened> opened, const std::shared_ptr<core::DumpOpening>& opening)
{
    if (opened) {
        root->m_opening.reset();
        root->m_readFiles = root->m_files = 0;
        return show(root, std::move(*opened));
    }
    if (opened.error().code != core::Code::Cancelled) {
        root->m_error = opened.error();
        root->m_opening.reset();
        return report(root, OpenedRoot::State::Failed);
    }
    if (root->m_index && (!root->isPartial() || opening->readFiles() < root->m_readFiles)) {
        root->m_names.clear();
        if (root->m_task)
            root->m_task->setOutcome(tr("Cancelled. What was read before is still shown."));
        return report(root, OpenedRoot::State::Ready);
    }
    root->m_opening = opening;
    if (root->m_task)
        root->m_task->setOutcome(opening->readFiles() > 0
                ? tr("Cancelled. %1 of %2 files are kept.")
                      .arg(groupedNumber(static_cast<qint64>(opening->readFiles())),
                          groupedNumber(static_cast<qint64>(opening->files())))
                : tr("Cancelled. The names of %1 files are kept, not their contents.")
                      .arg(groupedNumber(static_cast<qint64>(root->nameCount()))));
    if (!root->m_index) {
        root->m_error = opened.error();
        report(root, OpenedRoot::State::Cancelled);
    }
    if (opening->readFiles() > 0)
        keepPart(root, opening);
}

/// Cancelling answers at once; tying together what was read takes its time.
void Session::keepPart(OpenedRoot* root, const std::shared_ptr<core::DumpOpening>& opening)
{
    root->m_task = m_tasks.start<Opened>(
        Lane::Bulk, tr("Keep what was read of %1").arg(root->title()), root,
        [opening](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Opened> {
            TRY_ASSIGN(auto index, opening->soFar(task.arena));
            return Opened(std::move(index));
        },
        [this, root, opening](core::Result<Opened> part) {
            if (!part) { // what was shown stays, and so does the opening
                if (root->m_state == OpenedRoot::State::Loading)
                    report(root, OpenedRoot::State::Ready);
                return;
            }
            root->m_readFiles = opening->readFiles();
            root->m_files = opening->files();
            root->m_error.reset();
            show(root, std::move(*part));
        });
}

/// Those who hold numbers of rows let go of them before the rows are others.
void Session::show(OpenedRoot* root, Opened opened)
{
    if (root->m_state == OpenedRoot::State::Ready)
        report(root, OpenedRoot::State::Loading);
    std::swap(root->m_index, opened.index);
    std::swap(root->m_table, opened.table);
    std::swap(root->m_store, opened.store);
    QThreadPool::globalInstance()->start([before = std::move(opened)] {});
    root->m_names.clear();
    report(root, OpenedRoot::State::Ready);
}

Task* Session::computeStatistics(
    OpenedRoot* root, std::vector<core::TensorId> rows, std::optional<Lane> wanted, bool isAsked)
{
    if (root->state() != OpenedRoot::State::Ready)
        return nullptr;
    const QPointer<OpenedRoot> guard(root);
    const auto table = root->table();
    const Lane lane = wanted.value_or(rows.size() > kScreenful ? Lane::Bulk : Lane::Interactive);
    const auto asked = std::make_shared<const std::vector<core::TensorId>>(std::move(rows));
    return m_tasks.start<void>(
        lane, tr("Statistics of %1").arg(root->title()), root,
        [guard, table, store = root->store(), asked, isThere = root->isRemote(), isAsked](
            core::TaskContext& context, const TaskRunner::Post& post) -> core::Result<void> {
            context.progress.setPhases({{core::phrase("Computing statistics"), 1.0}});
            context.progress.beginPhase(0, asked->size());
            auto batch = std::make_shared<std::vector<ComputedStatistics>>();
            QElapsedTimer sincePost;
            sincePost.start();
            const auto hand = [&] {
                post([guard, table, batch] {
                    std::vector<core::TensorId> ids;
                    for (const ComputedStatistics& item : *batch) {
                        table->setStatistics(item.id, item.statistics);
                        ids.push_back(item.id);
                    }
                    if (guard->table() != table)
                        return; // it was read again: these are rows of what was
                    emit guard->statisticsChanged(ids);
                });
                batch = std::make_shared<std::vector<ComputedStatistics>>();
                sincePost.restart();
            };
            const int source = table->columnByName("source");
            std::vector<core::TensorId> missing;
            std::ranges::copy_if(*asked, std::back_inserter(missing),
                [&](core::TensorId id) { return core::isNull(table->cell(id.value(), source)); });
            context.progress.advance(asked->size() - missing.size());
            const auto take = [&](core::TensorId id, const core::Statistics& statistics) {
                batch->push_back({id, statistics});
                if (sincePost.elapsed() >= kBatchMs)
                    hand();
            };
            core::Result<void> done;
            if (isThere)
                done = core::statisticsThere(store->index(), missing, context, take);
            for (std::size_t i = 0; !isThere && i < missing.size() && !context.stopped(); ++i) {
                // A tensor that cannot be read is a row with a state already.
                if (const auto view = store->open(missing[i], context)) {
                    if (const auto statistics = core::computeStatistics(*view, context))
                        take(missing[i], *statistics);
                }
                context.progress.advance();
            }
            if (!batch->empty())
                hand();
            TRY_VOID(context.checkStop());
            // A connection that broke is told where somebody waits for it.
            return isAsked ? done : core::Result<void>();
        },
        [guard, table, asked](const core::Result<void>&) {
            // Nobody need wait any longer for tensors that could not be read. Who asks for whole dumps
            // looks at the task.
            if (guard && guard->table() == table && asked->size() <= kScreenful)
                emit guard->statisticsChanged(*asked);
        });
}

} // namespace dumpscope::gui
