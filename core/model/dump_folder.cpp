// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_folder.h"

#include "model/dump_file.h"
#include "model/dump_index_builder.h"

#include <chrono>

namespace dumpscope::core {

namespace {

constexpr std::size_t kFilesPerChunk = 64;

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
    Result<void> takeBatch(WalkedBatch&& batch)
    {
        if (batch.first || !m_folder.isValid()) {
            m_facts = m_formats->describeFolder(m_tree->absoluteFolder(batch.directory));
            m_folder = m_builder.addFolder(batch.directory, m_facts);
            m_mapping = readNameMap(*m_tree, batch.directory, m_task.diagnostics);
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
        return parallelMapReduce<std::vector<DumpFileOutcome>>(
            m_task.arena, count, kFilesPerChunk, m_task.stop,
            [this](std::size_t begin, std::size_t end) -> Result<std::vector<DumpFileOutcome>> {
                std::vector<DumpFileOutcome> outcomes;
                outcomes.reserve(end - begin);
                for (std::size_t i = begin; i < end; ++i) {
                    TRY_VOID(m_task.checkStop());
                    outcomes.push_back(readDumpFile(*m_tree, *m_formats, fileAt(i), m_task));
                }
                m_task.progress.advance(end - begin);
                return outcomes;
            },
            [&](std::vector<DumpFileOutcome>&& outcomes) -> Result<void> {
                for (DumpFileOutcome& outcome : outcomes) {
                    addDumpFile(m_builder, *m_formats, FileId(nextFile), fileAt(nextFile), std::move(outcome),
                        m_task.diagnostics);
                    ++nextFile;
                }
                return {};
            });
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
