// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_folder.h"

#include "base/text.h"
#include "io/file_links.h"
#include "model/dump_file.h"
#include "model/dump_index_builder.h"
#include "model/run_folders.h"
#include "readers/atb_operator.h"

#include <chrono>

namespace dumpscope::core {

namespace {

constexpr std::size_t kFilesPerChunk = 64;

} // namespace

class DumpOpening::Work {
public:
    Work(std::shared_ptr<FileTree> tree, std::shared_ptr<const FormatRegistry> formats)
        : m_tree(std::move(tree))
        , m_formats(std::move(formats))
        , m_builder(m_tree, m_formats)
        , m_runs(*m_formats)
    {
    }

    [[nodiscard]] bool isListed() const { return m_isListed; }
    [[nodiscard]] std::size_t readFiles() const { return m_nextFile; }
    [[nodiscard]] std::size_t files() const { return m_builder.partial().fileCount(); }

    Result<std::shared_ptr<const DumpIndex>> run(const OpenOptions& options, TaskContext& caller)
    {
        // Problems are kept here: whoever goes on later is another task.
        TaskContext task {caller.stop, caller.progress, m_diagnostics, caller.arena};
        task.progress.setPhases(
            {{phrase("Listing files"), 0.2}, {phrase("Reading headers"), 0.75}, {phrase("Sorting"), 0.05}});
        if (!m_isListed)
            TRY_VOID(list(options, task));
        task.progress.beginPhase(1, m_builder.partial().fileCount());
        if (options.readHeaders)
            TRY_VOID(readHeaders(task));
        else
            takeNamesOnly();
        task.progress.beginPhase(2, 1);
        TRY_VOID(task.checkStop());
        return m_builder.finish(m_diagnostics.sorted(), task.arena);
    }

    Result<std::shared_ptr<const DumpIndex>> soFar(const Arena& arena) const
    {
        std::vector<Diagnostic> problems = m_diagnostics.sorted();
        problems.insert(problems.begin(),
            {Severity::Warning, Code::Cancelled, {},
                phrase("only %1 of %2 files were read: opening was stopped", m_nextFile, files())});
        return m_builder.soFar(std::move(problems), arena);
    }

    const Diagnostics& diagnostics() const { return m_diagnostics; }

private:
    Result<void> list(const OpenOptions& options, TaskContext& task)
    {
        task.progress.beginPhase(0, 0);
        TRY_VOID(m_tree->walk(
            task, [&](WalkedBatch&& batch) { return takeBatch(std::move(batch), options, task); }));
        reportEncoding();
        announceNames(options, true);
        for (RunFolders::Run& run : m_runs.runs())
            m_builder.setRun(FolderId(run.folder), std::move(run.path));
        m_isListed = true;
        return {};
    }

    /// One problem for each folder, however many of its names are wrong.
    void reportEncoding()
    {
        if (m_wrongNames == 1)
            m_diagnostics.add({Severity::Warning, Code::BadEncoding, {.file = m_wrongName},
                phrase("the name is not UTF-8")});
        else if (m_wrongNames > 1)
            m_diagnostics.add({Severity::Warning, Code::BadEncoding, {.file = m_wrongName},
                phrase("the names of %1 files of this folder are not UTF-8", m_wrongNames)});
        m_wrongNames = 0;
    }

    Result<void> takeBatch(WalkedBatch&& batch, const OpenOptions& options, TaskContext& task)
    {
        if (batch.first || !m_folder.isValid()) {
            reportEncoding();
            if (!isUtf8(std::string_view(batch.directory).substr(batch.directory.rfind('/') + 1)))
                m_diagnostics.add({Severity::Warning, Code::BadEncoding, {.file = batch.directory},
                    phrase("the name is not UTF-8")});
            const std::string absolute = m_tree->absoluteFolder(batch.directory);
            m_folderNow = m_formats->describeFolder(absolute);
            m_folder = m_builder.addFolder(batch.directory, m_folderNow);
            if (!batch.files.empty())
                m_runs.add(m_folder.value(), batch.directory, absolute, m_folderNow);
            m_mapping = readNameMap(*m_tree, batch.directory, m_diagnostics);
            addLinks(batch);
        }
        const std::string prefix = batch.directory.empty() ? std::string() : batch.directory + '/';
        for (const WalkedFile& file : batch.files) {
            m_runs.addFile(file.name);
            const auto mapped = m_mapping.find(file.name);
            const std::string_view mappedName
                = mapped == m_mapping.end() ? std::string_view() : mapped->second;
            m_builder.addFile(m_folder, file, mappedName);
            if (!isUtf8(file.name) && ++m_wrongNames == 1)
                m_wrongName = prefix + file.name;
            if (options.onNames)
                collectName(prefix, file, mappedName);
        }
        task.progress.advance(batch.files.size());
        announceNames(options, false);
        return task.checkStop();
    }

    /// msit writes a link where a tensor equals an earlier one; its name says which tensor it is
    /// (docs/formats/llm-era.md 1.6).
    void addLinks(WalkedBatch& batch) const
    {
        if (m_folderNow.layout != kAtbLayout || m_folderNow.operatorLevels == 0 || m_tree->isSingleFile())
            return;
        for (WalkedFile& link : fileLinks(m_tree->root(), batch.directory)) {
            if (parseAtbFileName(link.name))
                batch.files.push_back(std::move(link));
        }
    }

    void collectName(const std::string& prefix, const WalkedFile& file, std::string_view mappedName)
    {
        const NameFacts facts
            = m_formats->parseName(mappedName.empty() ? file.name : mappedName, m_folderNow);
        m_names.push_back({prefix + file.name, file.size, std::string(facts.opType),
            facts.fullName.empty() ? std::string(facts.opName) : facts.fullName, facts.io,
            facts.slot.value_or(-1), facts.timestamp.value_or(0)});
    }

    void announceNames(const OpenOptions& options, bool last)
    {
        constexpr std::size_t kBatch = 4096;
        constexpr auto kInterval = std::chrono::milliseconds(100);
        if (!options.onNames || m_names.empty())
            return;
        const auto now = std::chrono::steady_clock::now();
        if (!last && m_names.size() < kBatch && now - m_announced < kInterval)
            return;
        m_announced = now;
        options.onNames(std::move(m_names));
        m_names.clear();
    }

    std::string_view effectiveName(FileId id) const
    {
        const DumpIndex& index = m_builder.partial();
        const FileRow& row = index.file(id);
        return index.text(row.mappedName.value() != 0 ? row.mappedName : row.name);
    }

    const FolderFacts& factsOf(FileId id) const
    {
        const DumpIndex& index = m_builder.partial();
        return index.folder(index.file(id).folder).facts;
    }

    // The builder interns texts while other chunks are read, so the workers must not look into the pool:
    // names are copied out beforehand.
    void copyNames()
    {
        const std::size_t count = m_builder.partial().fileCount();
        m_paths.reserve(count);
        m_effectiveNames.reserve(count);
        m_sizes.reserve(count);
        m_folderFacts.reserve(count);
        // Folders with other facts are added meanwhile, which moves those of the index.
        m_facts.clear();
        for (std::uint32_t i = 0; i < m_builder.partial().folderCount(); ++i)
            m_facts.push_back(m_builder.partial().folder(FolderId(i)).facts);
        for (std::uint32_t i = 0; i < count; ++i) {
            m_paths.push_back(m_builder.partial().filePath(FileId(i)));
            m_effectiveNames.emplace_back(effectiveName(FileId(i)));
            m_sizes.push_back(m_builder.partial().file(FileId(i)).size);
            m_folderFacts.push_back(&m_facts[m_builder.partial().file(FileId(i)).folder.value()]);
        }
        m_ahead.resize((count + kFilesPerChunk - 1) / kFilesPerChunk);
    }

    Result<void> readHeaders(TaskContext& task)
    {
        const std::size_t count = m_builder.partial().fileCount();
        if (m_paths.size() != count)
            copyNames();
        // Files are taken into the index chunk by chunk, so this is where one starts.
        const std::size_t start = m_nextFile;
        task.progress.advance(start);
        return parallelMapReduce<std::size_t>(
            task.arena, count - start, kFilesPerChunk, task.stop,
            [&](std::size_t begin, std::size_t end) -> Result<std::size_t> {
                const std::size_t chunk = (start + begin) / kFilesPerChunk;
                TRY_VOID(readChunk(m_ahead[chunk], start + begin, start + end, task));
                return chunk;
            },
            [this](std::size_t&& chunk) -> Result<void> {
                for (DumpFileOutcome& outcome : m_ahead[chunk]) {
                    addDumpFile(m_builder, *m_formats, FileId(m_nextFile), fileAt(m_nextFile),
                        std::move(outcome), m_diagnostics);
                    ++m_nextFile;
                }
                m_ahead[chunk] = {};
                return {};
            });
    }

    /// Goes on behind what was read of the chunk before the opening was stopped.
    Result<void> readChunk(
        std::vector<DumpFileOutcome>& outcomes, std::size_t begin, std::size_t end, TaskContext& task)
    {
        outcomes.reserve(end - begin);
        task.progress.advance(outcomes.size());
        for (std::size_t i = begin + outcomes.size(); i < end; ++i) {
            TRY_VOID(task.checkStop());
            task.progress.setItem(m_paths[i]);
            DumpFileOutcome outcome = readDumpFile(*m_tree, *m_formats, fileAt(i), task);
            TRY_VOID(task.checkStop()); // it may have been read in part
            outcomes.push_back(std::move(outcome));
            task.progress.advance();
        }
        return {};
    }

    DumpFile fileAt(std::size_t i) const
    {
        return {m_paths[i], m_effectiveNames[i], m_sizes[i], *m_folderFacts[i]};
    }

    void takeNamesOnly()
    {
        const std::size_t count = m_builder.partial().fileCount();
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::string name(effectiveName(FileId(i)));
            m_builder.addNamed(FileId(i), m_formats->parseName(name, factsOf(FileId(i))));
        }
    }

    std::shared_ptr<FileTree> m_tree;
    std::shared_ptr<const FormatRegistry> m_formats;
    DumpIndexBuilder m_builder;
    RunFolders m_runs;
    Diagnostics m_diagnostics;
    bool m_isListed = false;

    FolderId m_folder;
    FolderFacts m_folderNow; ///< facts of the folder that is listed
    NameMap m_mapping;
    std::string m_wrongName; ///< the first of the folder that is not UTF-8
    std::size_t m_wrongNames = 0;
    std::vector<NamedFile> m_names;
    std::chrono::steady_clock::time_point m_announced = std::chrono::steady_clock::now();

    std::vector<std::string> m_paths;
    std::vector<std::string> m_effectiveNames;
    std::vector<std::uint64_t> m_sizes;
    std::vector<FolderFacts> m_facts; ///< of folders
    std::vector<const FolderFacts*> m_folderFacts;
    std::vector<std::vector<DumpFileOutcome>> m_ahead; ///< per chunk: read, not in the index yet
    std::size_t m_nextFile = 0;                        ///< those before it are in the index
};

DumpOpening::DumpOpening(std::string path, std::shared_ptr<const FormatRegistry> formats)
    : m_path(std::move(path))
    , m_formats(std::move(formats))
{
}

DumpOpening::~DumpOpening() = default;

Result<std::shared_ptr<const DumpIndex>> DumpOpening::run(const OpenOptions& options, TaskContext& task)
{
    if (!m_work || !m_work->isListed()) {
        TRY_ASSIGN(auto tree, openFileTree(m_path));
        m_work = std::make_unique<Work>(std::move(tree), m_formats);
    }
    auto index = m_work->run(options, task);
    if (index || index.error().code != Code::Cancelled) {
        for (Diagnostic& problem : m_work->diagnostics().sorted())
            task.diagnostics.add(std::move(problem));
        m_work.reset();
    }
    // Whatever comes next, another root or the tensors themselves, has phases of its own.
    task.progress.finish();
    return index;
}

std::size_t DumpOpening::readFiles() const
{
    return m_work && m_work->isListed() ? m_work->readFiles() : 0;
}

std::size_t DumpOpening::files() const
{
    return m_work && m_work->isListed() ? m_work->files() : 0;
}

Result<std::shared_ptr<const DumpIndex>> DumpOpening::soFar(const Arena& arena) const
{
    return m_work->soFar(arena);
}

Result<std::shared_ptr<const DumpIndex>> openDump(const std::string& path,
    std::shared_ptr<const FormatRegistry> formats, const OpenOptions& options, TaskContext& task)
{
    return DumpOpening(path, std::move(formats)).run(options, task);
}

} // namespace dumpscope::core
