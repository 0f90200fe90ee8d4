// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_folder.h"

#include "model/dump_index_builder.h"
#include "readers/mapping_csv.h"

#include <chrono>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::size_t kFilesPerChunk = 64;
constexpr std::uint64_t kMaxMappingBytes = 256ULL << 20;
constexpr std::string_view kMappingFile = "mapping.csv";
const std::string kEmptyFile = "the file is empty";

/// What reading one file came to; made in parallel, put into the index in order.
struct FileOutcome {
    std::uint8_t reader = 255;
    std::string whyNot;
    std::optional<Error> error;
    FileContents contents;
};

class DumpOpener {
public:
    DumpOpener(std::shared_ptr<FileTree> tree, std::shared_ptr<const FormatRegistry> formats,
        const OpenOptions& options, TaskContext& task)
        : m_tree(std::move(tree))
        , m_formats(std::move(formats))
        , m_options(options)
        , m_task(task)
        , m_builder(m_tree, m_formats)
    {
    }

    Result<std::shared_ptr<const DumpIndex>> run()
    {
        m_task.progress.setPhases({{"Listing files", 0.2}, {"Reading headers", 0.75}, {"Sorting", 0.05}});
        m_task.progress.beginPhase(0, 0);
        TRY_VOID(m_tree->walk(m_task, [this](WalkedBatch&& batch) { return takeBatch(std::move(batch)); }));
        announceNames(true);
        m_task.progress.beginPhase(1, m_builder.partial().fileCount());
        if (m_options.readHeaders)
            TRY_VOID(readHeaders());
        else
            takeNamesOnly();
        m_task.progress.beginPhase(2, 1);
        TRY_VOID(m_task.checkStop());
        return m_builder.finish(m_task.diagnostics.sorted());
    }

private:
    using NameMap = std::unordered_map<std::string, std::string>;

    Result<void> takeBatch(WalkedBatch&& batch)
    {
        if (batch.first || !m_folder.isValid()) {
            m_facts = m_formats->describeFolder(m_tree->absoluteFolder(batch.directory));
            m_folder = m_builder.addFolder(batch.directory, m_facts);
            m_mapping = readMapping(batch.directory);
        }
        const std::string prefix = batch.directory.empty() ? std::string() : batch.directory + '/';
        for (const WalkedFile& file : batch.files) {
            const auto mapped = m_mapping.find(file.name);
            const std::string_view mappedName
                = mapped == m_mapping.end() ? std::string_view() : mapped->second;
            m_builder.addFile(m_folder, file, mappedName);
            if (m_options.onNames)
                collectName(prefix, file, mappedName);
        }
        m_task.progress.advance(batch.files.size());
        announceNames(false);
        return m_task.checkStop();
    }

    /// Long names are stored under numbers; the real ones stand in mapping.csv beside them.
    NameMap readMapping(const std::string& directory)
    {
        const std::string path
            = directory.empty() ? std::string(kMappingFile) : directory + '/' + std::string(kMappingFile);
        const auto source = m_tree->open(path, 0);
        const Result<Bytes> bytes = source->map();
        if (!bytes || bytes->isEmpty())
            return {}; // missing is normal; unreadable is told when the file itself is read
        if (bytes->size() > kMaxMappingBytes) {
            m_task.diagnostics.add(
                {Severity::Warning, Code::Limit, {.file = path}, "too large to be a name map; ignored"});
            return {};
        }
        std::vector<Diagnostic> problems;
        const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        auto mapped = parseMappingCsv(text, problems);
        for (Diagnostic& problem : problems) {
            problem.place.file = path;
            m_task.diagnostics.add(std::move(problem));
        }
        return mapped;
    }

    void collectName(const std::string& prefix, const WalkedFile& file, std::string_view mappedName)
    {
        const NameFacts facts = m_formats->parseName(mappedName.empty() ? file.name : mappedName, m_facts);
        m_names.push_back({prefix + file.name, file.size, std::string(facts.opType),
            std::string(facts.opName), facts.io, facts.slot.value_or(-1), facts.timestamp.value_or(0)});
    }

    void announceNames(bool last)
    {
        constexpr std::size_t kBatch = 4096;
        constexpr auto kInterval = std::chrono::milliseconds(100);
        if (!m_options.onNames || m_names.empty())
            return;
        const auto now = std::chrono::steady_clock::now();
        if (!last && m_names.size() < kBatch && now - m_announced < kInterval)
            return;
        m_announced = now;
        m_options.onNames(std::move(m_names));
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

    Result<void> readHeaders()
    {
        const std::size_t count = m_builder.partial().fileCount();
        std::size_t nextFile = 0;
        // The builder interns texts while other chunks are read, so the workers must not look into
        // the pool: names are copied out beforehand.
        m_paths.reserve(count);
        m_effectiveNames.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            m_paths.push_back(m_builder.partial().filePath(FileId(i)));
            m_effectiveNames.emplace_back(effectiveName(FileId(i)));
        }
        m_sizes.reserve(count);
        m_folderFacts.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            m_sizes.push_back(m_builder.partial().file(FileId(i)).size);
            m_folderFacts.push_back(&factsOf(FileId(i)));
        }
        return parallelMapReduce<std::vector<FileOutcome>>(
            m_task.arena, count, kFilesPerChunk, m_task.stop,
            [this](std::size_t begin, std::size_t end) -> Result<std::vector<FileOutcome>> {
                std::vector<FileOutcome> outcomes;
                outcomes.reserve(end - begin);
                for (std::size_t i = begin; i < end; ++i) {
                    TRY_VOID(m_task.checkStop());
                    outcomes.push_back(readFile(i));
                }
                m_task.progress.advance(end - begin);
                return outcomes;
            },
            [&](std::vector<FileOutcome>&& outcomes) -> Result<void> {
                for (FileOutcome& outcome : outcomes)
                    takeOutcome(FileId(nextFile++), std::move(outcome));
                return {};
            });
    }

    FileOutcome readFile(std::size_t i)
    {
        FileOutcome outcome;
        const auto source = m_tree->open(m_paths[i], m_sizes[i]);
        const Result<Bytes> head = source->read(0, std::min(m_sizes[i], kProbeBytes));
        if (!head) {
            outcome.error = head.error();
            return outcome;
        }
        const NameFacts facts = m_formats->parseName(m_effectiveNames[i], *m_folderFacts[i]);
        const FileProbe probe {m_effectiveNames[i], m_sizes[i], head->span(), m_folderFacts[i], &facts};
        Claim claim;
        const Reader* reader = m_formats->claim(probe, claim, &outcome.whyNot);
        if (!reader)
            return outcome;
        outcome.reader = readerNumber(reader);
        const FileContext context {*source, m_effectiveNames[i], head->span(), *m_folderFacts[i], facts};
        Result<FileContents> contents = reader->read(context, m_task);
        if (contents)
            outcome.contents = std::move(*contents);
        else
            outcome.error = std::move(contents).error();
        return outcome;
    }

    std::uint8_t readerNumber(const Reader* reader) const
    {
        const auto& readers = m_formats->readers();
        std::uint8_t number = 0;
        while (readers[number].get() != reader)
            ++number;
        return number;
    }

    void takeOutcome(FileId id, FileOutcome&& outcome)
    {
        const NameFacts facts
            = m_formats->parseName(m_effectiveNames[id.value()], *m_folderFacts[id.value()]);
        const std::string& path = m_paths[id.value()];
        if (outcome.error) {
            Error error = *outcome.error;
            error.place.file = path;
            m_task.diagnostics.add(Severity::Error, error);
            m_builder.addUnreadable(id, facts, error, outcome.reader);
            return;
        }
        if (outcome.reader == 255) {
            // In a folder other files are normal; a file opened by itself was meant.
            const Severity severity = m_tree->isSingleFile() ? Severity::Warning : Severity::Hint;
            const bool isEmpty = m_sizes[id.value()] == 0;
            const std::string& reason = isEmpty ? kEmptyFile : outcome.whyNot;
            m_task.diagnostics.add(
                {severity, isEmpty ? Code::Truncated : Code::NotRecognised, {.file = path}, reason});
            m_builder.addUnrecognised(id, reason);
            return;
        }
        for (Diagnostic& problem : outcome.contents.problems) {
            if (problem.place.file.empty())
                problem.place.file = path;
            m_task.diagnostics.add(std::move(problem));
        }
        m_builder.addContents(id, outcome.reader, facts, std::move(outcome.contents));
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
    const OpenOptions& m_options;
    TaskContext& m_task;
    DumpIndexBuilder m_builder;

    FolderId m_folder;
    FolderFacts m_facts;
    NameMap m_mapping;
    std::vector<NamedFile> m_names;
    std::chrono::steady_clock::time_point m_announced = std::chrono::steady_clock::now();

    std::vector<std::string> m_paths;
    std::vector<std::string> m_effectiveNames;
    std::vector<std::uint64_t> m_sizes;
    std::vector<const FolderFacts*> m_folderFacts;
};

} // namespace

Result<std::shared_ptr<const DumpIndex>> openDump(const std::string& path,
    std::shared_ptr<const FormatRegistry> formats, const OpenOptions& options, TaskContext& task)
{
    TRY_ASSIGN(auto tree, openFileTree(path));
    auto index = DumpOpener(std::move(tree), std::move(formats), options, task).run();
    // Whatever comes next, another root or the tensors themselves, has phases of its own.
    task.progress.finish();
    return index;
}

} // namespace dumpscope::core
