// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/live_dump.h"

#include "capture/live_file.h"
#include "capture/tree_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Reading a file that grows all the time may take this part of the time.
constexpr int kReadingShare = 20;

std::int64_t nowNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace

class LiveDump::Worker {
public:
    Worker(TreeWatch watch, std::shared_ptr<FileTree> tree, std::shared_ptr<const FormatRegistry> formats,
        LiveOptions options, LiveObserver observer)
        : m_watch(std::move(watch))
        , m_tree(std::move(tree))
        , m_formats(std::move(formats))
        , m_options(std::move(options))
        , m_observer(std::move(observer))
        , m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
        , m_task(1)
    {
        m_began = m_reported = m_indexed = m_listed = m_sized = Clock::now();
        for (const SeenFile& seen : m_watch.list())
            see(seen, true);
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    ~Worker()
    {
        m_task.stopSource().request_stop();
        m_thread.request_stop();
        wake();
    }

    void finish()
    {
        m_thread.request_stop();
        wake();
        if (m_thread.joinable())
            m_thread.join();
    }
    [[nodiscard]] LiveProgress progress() const
    {
        const std::lock_guard lock(m_mutex);
        return m_shared;
    }

private:
    void wake()
    {
        const std::uint64_t one = 1;
        static_cast<void>(::write(m_wake.get(), &one, sizeof one));
    }
    void run(const std::stop_token& stop);
    void waitForSomething(bool isBusy) const;
    void takeChanges();
    void see(const SeenFile& seen, bool isOld);
    void change(const std::string& path, bool isClosed);
    void remove(LiveFiles::iterator file);
    void removeBelow(const std::string& folder);
    void listAgain();
    LiveFolder& folderOf(const std::string& path);
    void readNames(const std::string& folder);
    bool look(const std::string& path, LiveFile& file);
    void lookAtSizes();
    [[nodiscard]] bool isReady(const LiveFile& file, Clock::time_point now) const;
    bool readReady(bool isLast);
    bool readOne(const std::string& path, LiveFile& file, bool isLast);
    void setHalfWritten(LiveFile& file, bool is)
    {
        if (file.isHalfWritten != is)
            is ? ++m_progress.halfWritten : --m_progress.halfWritten;
        file.isHalfWritten = is;
    }
    void report(bool isLast);
    void reportProgress(Clock::time_point now);
    void reportIndex(bool isLast);

    TreeWatch m_watch;
    std::shared_ptr<FileTree> m_tree;
    std::shared_ptr<const FormatRegistry> m_formats;
    const LiveOptions m_options;
    const LiveObserver m_observer;
    const UniqueFd m_wake;
    OwnedTask m_task;

    // Of the thread.
    std::map<std::string, LiveFolder, std::less<>> m_folders;
    LiveFiles m_files;
    std::set<std::string, std::less<>> m_waiting; ///< to be read
    std::set<std::string, std::less<>> m_grown;   ///< whose size is to be looked at
    bool m_mustList = false, m_isOther = false;   ///< m_isOther: since the last index
    LiveBatch m_batch;
    LiveProgress m_progress;
    std::uint64_t m_waitingBytes = 0;
    std::deque<std::pair<Clock::time_point, std::uint64_t>> m_rate;
    Clock::time_point m_began, m_reported, m_indexed, m_listed, m_sized;
    Clock::duration m_indexCost {}, m_listCost {};

    mutable std::mutex m_mutex;
    LiveProgress m_shared;
    std::jthread m_thread; ///< last: ends first
};

void LiveDump::Worker::run(const std::stop_token& stop)
{
    bool isBusy = true;
    while (!stop.stop_requested()) {
        waitForSomething(isBusy);
        takeChanges();
        isBusy = readReady(false);
        report(false);
    }
    if (m_task.stopped())
        return; // nobody wants it any more
    takeChanges();
    listAgain();
    while (readReady(true))
        report(false);
    report(true);
}

void LiveDump::Worker::waitForSomething(bool isBusy) const
{
    pollfd ends[] {{m_watch.fd(), POLLIN, 0}, {m_wake.get(), POLLIN, 0}};
    ::poll(ends, 2, isBusy ? 0 : 50);
}

void LiveDump::Worker::takeChanges()
{
    std::vector<TreeWatch::Change> changes;
    std::vector<SeenFile> seen;
    m_watch.read(changes, seen);
    for (const TreeWatch::Change& one : changes) {
        using Kind = TreeWatch::Change::Kind;
        switch (one.kind) {
        case Kind::Changed:
        case Kind::Closed:
            change(one.path, one.kind == Kind::Closed);
            break;
        case Kind::Gone:
            if (const auto file = m_files.find(one.path); file != m_files.end())
                remove(file);
            break;
        case Kind::FolderGone:
            removeBelow(one.path);
            break;
        case Kind::Lost:
            m_mustList = true;
            break;
        }
    }
    for (const SeenFile& file : seen)
        see(file, false);
    const auto now = Clock::now();
    // Now and then all the same: not every file system tells everything.
    const auto rest = m_mustList ? std::max<Clock::duration>(500ms, 10 * m_listCost)
        : m_watch.isBlind()      ? std::max<Clock::duration>(1s, 10 * m_listCost)
                                 : std::max<Clock::duration>(10s, 100 * m_listCost);
    if (now - m_listed > rest)
        listAgain();
    if (now - m_sized > 250ms)
        lookAtSizes();
}

void LiveDump::Worker::see(const SeenFile& seen, bool isOld)
{
    const auto [place, isNew] = m_files.try_emplace(seen.path);
    LiveFile& file = place->second;
    const auto now = Clock::now();
    if (isNew) {
        file.folder = &folderOf(seen.path);
        file.found = file.changed = file.read = now;
        file.isOld = isOld;
        // It lies there untouched: nobody is writing it.
        const std::chrono::nanoseconds age(std::max<std::int64_t>(nowNs() - seen.mtimeNs, 0));
        file.changed -= std::min<std::chrono::nanoseconds>(age, 1h);
        m_progress.files += isOld ? 0 : 1;
    } else if (file.size == seen.size && file.mtimeNs == seen.mtimeNs) {
        return;
    } else {
        file.changed = now;
        file.isClosed = false;
    }
    m_progress.bytes += file.isOld ? 0 : seen.size - file.size;
    file.size = seen.size;
    file.mtimeNs = seen.mtimeNs;
    m_waiting.insert(seen.path);
}

void LiveDump::Worker::change(const std::string& path, bool isClosed)
{
    auto place = m_files.find(path);
    if (place == m_files.end()) {
        LiveFile file;
        file.folder = &folderOf(path);
        file.found = file.read = Clock::now();
        place = m_files.emplace(path, std::move(file)).first;
        ++m_progress.files;
    }
    LiveFile& file = place->second;
    if (file.isOld) {
        file.isOld = false;
        m_progress.bytes += file.size;
        ++m_progress.files;
    }
    file.changed = Clock::now();
    file.isClosed = isClosed;
    m_waiting.insert(path);
    m_grown.insert(path);
}

void LiveDump::Worker::remove(LiveFiles::iterator file)
{
    m_waiting.erase(file->first);
    m_grown.erase(file->first);
    setHalfWritten(file->second, false);
    if (!file->second.isOld) {
        m_progress.bytes -= file->second.size;
        --m_progress.files;
    }
    if (file->second.isReported)
        m_batch.gone.push_back(file->first);
    m_files.erase(file);
    m_isOther = true;
}

void LiveDump::Worker::removeBelow(const std::string& folder)
{
    const std::string inside = folder + '/';
    for (auto file = m_files.lower_bound(inside); file != m_files.end() && file->first.starts_with(inside);)
        remove(file++);
}

void LiveDump::Worker::listAgain()
{
    const auto begun = Clock::now();
    std::set<std::string, std::less<>> there;
    for (const SeenFile& file : m_watch.list()) {
        see(file, false);
        there.insert(file.path);
    }
    for (auto file = m_files.begin(); file != m_files.end();) {
        const auto next = std::next(file);
        if (!there.contains(file->first))
            remove(file);
        file = next;
    }
    m_progress.rescans += m_mustList ? 1 : 0;
    m_progress.isPolling = m_watch.isBlind();
    m_mustList = false;
    m_listed = Clock::now();
    m_listCost = m_listed - begun;
}

LiveFolder& LiveDump::Worker::folderOf(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash);
    const auto [place, isNew] = m_folders.try_emplace(folder);
    if (isNew) {
        place->second.facts = m_formats->describeFolder(m_tree->absoluteFolder(folder));
        readNames(folder);
    }
    return place->second;
}

/// Files that get another name by it are read again.
void LiveDump::Worker::readNames(const std::string& folder)
{
    LiveFolder& known = m_folders.find(folder)->second;
    NameMap names = readNameMap(*m_tree, folder, m_task.diagnostics);
    for (const auto& [name, original] : names) {
        const auto old = known.names.find(name);
        if (old != known.names.end() && old->second == original)
            continue;
        const std::string path = folder.empty() ? name : fmt::format("{}/{}", folder, name);
        if (const auto file = m_files.find(path); file != m_files.end()) {
            file->second.readMtimeNs = -1;
            m_waiting.insert(path);
        }
    }
    known.names = std::move(names);
}

/// Size and time of a file; false when it has gone.
bool LiveDump::Worker::look(const std::string& path, LiveFile& file)
{
    struct stat info = {};
    if (::stat((m_tree->root() + '/' + path).c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    const auto size = static_cast<std::uint64_t>(info.st_size);
    m_progress.bytes += file.isOld ? 0 : size - file.size;
    file.size = size;
    file.mtimeNs = nanoseconds(info.st_mtim);
    return true;
}

void LiveDump::Worker::lookAtSizes()
{
    for (const std::string& path : m_grown) {
        if (const auto file = m_files.find(path); file != m_files.end())
            look(path, file->second);
    }
    m_grown.clear();
    m_sized = Clock::now();
}

bool LiveDump::Worker::isReady(const LiveFile& file, Clock::time_point now) const
{
    if (file.outcome && now - file.read < kReadingShare * file.cost)
        return false;
    if (file.isClosed || now - file.changed >= m_options.settle)
        return true;
    return now - file.read >= 1s; // grows all the time
}

/// Reads what is ready for a short time; whether there is more.
bool LiveDump::Worker::readReady(bool isLast)
{
    const auto until = Clock::now() + 50ms;
    m_waitingBytes = 0;
    std::vector<std::string> ready;
    const auto now = Clock::now();
    for (const std::string& path : m_waiting) {
        const LiveFile& file = m_files.find(path)->second;
        if (isLast || isReady(file, now)) {
            ready.push_back(path);
            m_waitingBytes += file.size;
        }
    }
    bool isMore = false;
    for (const std::string& path : ready) {
        if (Clock::now() > until || m_task.stopped()) {
            isMore = true;
            break;
        }
        const auto file = m_files.find(path);
        if (file == m_files.end())
            continue;
        m_waitingBytes -= std::min(m_waitingBytes, file->second.size);
        if (!look(path, file->second))
            remove(file);
        else if (readOne(path, file->second, isLast))
            m_waiting.erase(path);
    }
    m_progress.waiting = m_waiting.size();
    return isMore && !m_task.stopped();
}

/// Whether the file is done with until it changes.
bool LiveDump::Worker::readOne(const std::string& path, LiveFile& file, bool isLast)
{
    const auto begun = Clock::now();
    const bool isQuiet = begun - file.changed > m_options.givesUp;
    if (!file.hasChanged() && file.outcome && !(file.isHalfWritten && (isLast || isQuiet)))
        return !file.isHalfWritten;
    file.readSize = file.size;
    file.readMtimeNs = file.mtimeNs;
    const std::string name = liveName(path, file);
    const NameFacts facts = m_formats->parseName(name, file.folder->facts);
    auto outcome = std::make_shared<DumpFileOutcome>(
        readDumpFile(*m_tree, *m_formats, {path, name, file.size, file.folder->facts, facts}, m_task));
    if (path.ends_with(kNameMapFile) && name == kNameMapFile)
        readNames(path.size() == name.size() ? std::string() : path.substr(0, path.size() - name.size() - 1));
    if (!look(path, file))
        return true; // the watch tells
    const bool isCut = file.hasChanged() || looksCut(*outcome, file.size);
    setHalfWritten(file, isCut && !isLast && !isQuiet);
    file.outcome = std::move(outcome);
    m_isOther = true;
    if (!file.isOld)
        reportLiveFile(*m_tree, *m_formats, path, file, m_waitingBytes <= m_options.scanBacklog, m_task,
            m_batch, m_progress);
    file.read = Clock::now();
    file.cost = file.read - begun;
    return !file.isHalfWritten && !file.hasChanged();
}

void LiveDump::Worker::report(bool isLast)
{
    const auto now = Clock::now();
    if (isLast || now - m_reported >= m_options.batch) {
        m_reported = now;
        reportProgress(now); // first: whoever hears of a batch finds it counted
        // Large files that take their time.
        for (const std::string& path : m_waiting) {
            LiveFile& file = m_files.find(path)->second;
            if (file.isOld || file.isReported || now - file.found < 2 * m_options.settle)
                continue;
            file.isReported = true;
            m_batch.files.push_back({path, file.size, true, true, {}});
        }
        if (!m_batch.isEmpty() && m_observer.arrived)
            m_observer.arrived(m_batch);
        m_batch = {};
    }
    reportIndex(isLast);
}

void LiveDump::Worker::reportProgress(Clock::time_point now)
{
    m_rate.emplace_back(now, m_progress.bytes);
    while (m_rate.size() > 2 && now - m_rate.front().first > 3s)
        m_rate.pop_front();
    const double span = std::chrono::duration<double>(now - m_rate.front().first).count();
    const std::uint64_t before = std::min(m_rate.front().second, m_progress.bytes);
    m_progress.bytesPerSecond = span > 0 ? static_cast<double>(m_progress.bytes - before) / span : 0;
    m_progress.seconds = std::chrono::duration<double>(now - m_began).count();
    {
        const std::lock_guard lock(m_mutex);
        m_shared = m_progress;
    }
    if (m_observer.progress)
        m_observer.progress(m_progress);
}

void LiveDump::Worker::reportIndex(bool isLast)
{
    const auto now = Clock::now();
    const auto rest = std::max<Clock::duration>(m_options.index, kReadingShare * m_indexCost);
    if (!m_observer.index || !(isLast || (m_isOther && now - m_indexed >= rest)))
        return;
    m_isOther = false;
    // Without memory for one now, what was reported before stays until the next time.
    if (const auto index = makeLiveIndex(m_tree, m_formats, m_files, m_task.arena))
        m_observer.index(*index);
    m_indexed = Clock::now();
    m_indexCost = m_indexed - now;
}

LiveDump::LiveDump(std::unique_ptr<Worker> worker)
    : m_worker(std::move(worker))
{
}

LiveDump::~LiveDump() = default;

Result<std::unique_ptr<LiveDump>> LiveDump::start(const std::string& root,
    std::shared_ptr<const FormatRegistry> formats, LiveOptions options, LiveObserver observer)
{
    TRY_ASSIGN(auto tree, openFileTree(root));
    TRY_ASSIGN(TreeWatch watch, TreeWatch::open(tree->root(), options.ignored));
    auto worker = std::make_unique<Worker>(
        std::move(watch), std::move(tree), std::move(formats), std::move(options), std::move(observer));
    return std::unique_ptr<LiveDump>(new LiveDump(std::move(worker)));
}

void LiveDump::finish()
{
    m_worker->finish();
}

LiveProgress LiveDump::progress() const
{
    return m_worker->progress();
}

} // namespace dumpscope::core
