// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_folder.h"

#include "base/text.h"
#include "io/file_links.h"
#include "model/dump_file.h"
#include "model/dump_index_builder.h"
#include "model/kept_indexes.h"
#include "model/run_folders.h"
#include "readers/atb/atb_operator.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostPerChunk = 64; // files
constexpr std::size_t kNamesPerChunk = 512;
/// Files below are read too quickly to be told of one by one.
constexpr std::uint64_t kSmallFile = 1U << 20;

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
            TRY_VOID(takeNamesOnly(task));
        task.progress.beginPhase(2, 1);
        TRY_VOID(task.checkStop());
        m_origin.problems = m_diagnostics.sorted();
        auto index = m_builder.finish(m_origin.problems, task.arena);
        if (index && isKeepable(options))
            options.kept->keep(**index, m_origin, m_begun);
        return index;
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
    struct SettledFolder {
        std::string_view path;
        FolderFacts facts;
    };

    /// What else than files is there may change though no file does: where links lead, say.
    bool isKeepable(const OpenOptions& options) const
    {
        return options.kept && options.readHeaders && m_walkProblems == 0;
    }

    Result<void> list(const OpenOptions& options, TaskContext& task)
    {
        task.progress.beginPhase(0, 0);
        m_begun = timeOfDay();
        // Whoever reads the headers learns the sizes from the files it opens.
        m_sizesLater = options.readHeaders && !options.onNames;
        m_keepsOrigin = options.kept != nullptr;
        Diagnostics ofWalk;
        TaskContext walk {task.stop, task.progress, ofWalk, task.arena};
        TRY_VOID(m_tree->walk(m_sizesLater, walk,
            [&](WalkedBatch&& batch) { return takeBatch(std::move(batch), options, task); }));
        m_walkProblems = ofWalk.count();
        for (Diagnostic& problem : ofWalk.sorted())
            m_diagnostics.add(std::move(problem));
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
            m_origin.folders.push_back(batch.folder);
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
            if (m_sizesLater)
                m_isSized.push_back(file.isSized);
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

    // The builder interns texts while other chunks are read, so the workers look at those that were settled
    // beforehand alone; folders with other facts are added meanwhile, which moves those of the index.
    void settleNames()
    {
        const DumpIndex& index = m_builder.partial();
        m_texts = m_builder.settleTexts();
        for (std::uint32_t i = 0; i < index.folderCount(); ++i) {
            const FolderRow& row = index.folder(FolderId(i));
            m_folders.push_back({m_texts->text(row.path.value()), row.facts});
        }
        // Few files may be large: what is read ahead of the index is a small part of all.
        m_filesPerChunk = std::clamp<std::size_t>(index.fileCount() / kMostPerChunk, 1, kMostPerChunk);
        m_ahead.resize((index.fileCount() + m_filesPerChunk - 1) / m_filesPerChunk);
    }

    Result<void> readHeaders(TaskContext& task)
    {
        const std::size_t count = m_builder.partial().fileCount();
        if (!m_texts)
            settleNames();
        // Files are taken into the index chunk by chunk, so this is where one starts.
        const std::size_t start = m_nextFile;
        task.progress.advance(start);
        return parallelMapReduce<std::size_t>(
            task.arena, count - start, m_filesPerChunk, task.stop,
            [&](std::size_t begin, std::size_t end) -> Result<std::size_t> {
                const std::size_t chunk = (start + begin) / m_filesPerChunk;
                TRY_VOID(readChunk(m_ahead[chunk], start + begin, start + end, task));
                return chunk;
            },
            [this](std::size_t&& chunk) -> Result<void> {
                std::string path;
                for (ReadAhead& file : m_ahead[chunk]) {
                    pathOf(m_nextFile, path);
                    const FileId id(m_nextFile);
                    if (m_keepsOrigin)
                        m_origin.files.push_back(file.look);
                    if (!isSized(m_nextFile))
                        m_builder.setSize(id, file.look.size, file.look.mtimeNs);
                    addDumpFile(m_builder, id, fileAt(m_nextFile, path, file.facts, file.look.size),
                        std::move(file.outcome), m_diagnostics);
                    ++m_nextFile;
                }
                m_ahead[chunk] = std::vector<ReadAhead>(); // `= {}` would keep its memory
                return {};
            });
    }

    struct ReadAhead {
        NameFacts facts;
        FileIdentity look;
        DumpFileOutcome outcome;
    };

    /// Goes on behind what was read of the chunk before the opening was stopped.
    Result<void> readChunk(
        std::vector<ReadAhead>& chunk, std::size_t begin, std::size_t end, TaskContext& task)
    {
        chunk.reserve(end - begin);
        task.progress.advance(chunk.size());
        const std::unique_ptr<HeadReader> heads = m_tree->heads();
        std::string path;
        std::uint64_t untold = 0;
        for (std::size_t i = begin + chunk.size(); i < end; ++i) {
            TRY_VOID(task.checkStop());
            pathOf(i, path);
            NameFacts facts = m_formats->parseName(settledName(i), folderOf(i).facts);
            const auto size = isSized(i) ? std::optional(rowOf(i).size) : std::nullopt;
            const auto head = heads->read(path, size, std::min(size.value_or(kProbeBytes), kProbeBytes));
            FileIdentity look = head ? head->file : heads->look(path);
            if (size)
                look.size = *size;
            if (i == begin || look.size >= kSmallFile) {
                task.progress.setItem(path);
                task.progress.advance(std::exchange(untold, 0));
            }
            DumpFileOutcome outcome = readDumpFile(*m_tree, *m_formats, fileAt(i, path, facts, look.size),
                head.map([](const HeadReader::Head& read) { return read.bytes; }), task);
            TRY_VOID(task.checkStop()); // it may have been read in part
            chunk.push_back({std::move(facts), look, std::move(outcome)});
            ++untold;
        }
        task.progress.advance(untold);
        return {};
    }

    // Of a file by its number, for any thread.

    const FileRow& rowOf(std::size_t i) const { return m_builder.partial().file(FileId(i)); }
    const SettledFolder& folderOf(std::size_t i) const { return m_folders[rowOf(i).folder.value()]; }
    std::string_view settledName(std::size_t i) const
    {
        const FileRow& row = rowOf(i);
        return m_texts->text((row.mappedName.value() != 0 ? row.mappedName : row.name).value());
    }
    void pathOf(std::size_t i, std::string& path) const
    {
        path = folderOf(i).path;
        if (!path.empty())
            path += '/';
        path += m_texts->text(rowOf(i).name.value());
    }
    bool isSized(std::size_t i) const { return !m_sizesLater || m_isSized[i]; }
    DumpFile fileAt(std::size_t i, const std::string& path, const NameFacts& facts, std::uint64_t size) const
    {
        return {path, settledName(i), size, folderOf(i).facts, facts};
    }

    Result<void> takeNamesOnly(TaskContext& task)
    {
        if (!m_texts)
            settleNames();
        const std::size_t start = m_nextFile;
        task.progress.advance(start);
        return parallelMapReduce<std::vector<NameFacts>>(
            task.arena, files() - start, kNamesPerChunk, task.stop,
            [&](std::size_t begin, std::size_t end) -> Result<std::vector<NameFacts>> {
                std::vector<NameFacts> facts;
                facts.reserve(end - begin);
                for (std::size_t i = start + begin; i < start + end; ++i)
                    facts.push_back(m_formats->parseName(settledName(i), folderOf(i).facts));
                return facts;
            },
            [&](std::vector<NameFacts>&& chunk) -> Result<void> {
                for (const NameFacts& facts : chunk)
                    m_builder.addNamed(FileId(m_nextFile++), facts);
                task.progress.advance(chunk.size());
                return {};
            });
    }

    std::shared_ptr<FileTree> m_tree;
    std::shared_ptr<const FormatRegistry> m_formats;
    DumpIndexBuilder m_builder;
    RunFolders m_runs;
    Diagnostics m_diagnostics;
    bool m_isListed = false;

    IndexOrigin m_origin;
    bool m_keepsOrigin = false;
    std::chrono::nanoseconds m_begun {0};
    std::size_t m_walkProblems = 0;

    FolderId m_folder;
    FolderFacts m_folderNow; ///< facts of the folder that is listed
    NameMap m_mapping;
    std::string m_wrongName; ///< the first of the folder that is not UTF-8
    std::size_t m_wrongNames = 0;
    std::vector<NamedFile> m_names;
    bool m_sizesLater = false;
    std::vector<bool> m_isSized; ///< by file, where sizes come later
    std::chrono::steady_clock::time_point m_announced = std::chrono::steady_clock::now();

    std::shared_ptr<const TextBlock> m_texts; ///< null: names are not settled yet
    std::vector<SettledFolder> m_folders;
    std::size_t m_filesPerChunk = kMostPerChunk;
    std::vector<std::vector<ReadAhead>> m_ahead; ///< per chunk: read, not in the index yet
    std::size_t m_nextFile = 0;                  ///< those before it are in the index
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
        if (options.kept && options.readHeaders) {
            TRY_ASSIGN(auto kept, options.kept->find(tree, m_formats, task));
            if (kept) {
                task.progress.finish();
                return kept;
            }
        }
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
