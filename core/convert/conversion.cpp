// SPDX-License-Identifier: GPL-3.0-or-later
#include "convert/conversion.h"

#include "base/text.h"
#include "convert/conversion_names.h"
#include "convert/conversion_source.h"
#include "convert/output_folder.h"
#include "convert/output_names.h"
#include "convert/slice_groups.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include <sys/stat.h>

namespace dumpscope::core {

namespace {

using State = ConvertedFile::State;
using Spec = ConversionOptions::Spec;

constexpr std::string_view kMappingName = "mapping.csv";
constexpr std::string_view kFailedName
    = "convert_failed_file_list.txt"; ///< docs/formats/ascend-dump-binary.md 2.6

std::string folderOf(const DumpIndex& index, TensorId id)
{
    return safeRelativePath(index.text(index.folder(index.file(index.tensor(id).file).folder).path));
}

std::string realPath(const std::string& path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real ? std::string(real.get()) : path;
}

Result<void> keepOutside(const std::string& root, const std::string& out)
{
    if (out == root || out.starts_with(root == "/" ? root : root + '/'))
        return fail(Code::Usage, phrase("the output folder lies inside the dump, which is never changed"),
            {.file = out});
    return {};
}

/// Before a folder is made: one that is not there yet counts as its nearest parent that is.
Result<void> keepOutsideBefore(const DumpIndex& index, const std::string& output)
{
    std::error_code failed;
    std::filesystem::path nearest = std::filesystem::absolute(output, failed);
    while (!failed && !std::filesystem::exists(nearest, failed) && nearest.has_relative_path())
        nearest = nearest.parent_path();
    const std::string root = realPath(index.root());
    return std::filesystem::is_directory(root, failed) ? keepOutside(root, realPath(nearest.string()))
                                                       : Result<void>();
}

/// The dump stays as it is: nothing is written among its files.
Result<void> keepApart(const DumpIndex& index, OutputFolder& output)
{
    const std::string root = realPath(index.root());
    struct stat info = {};
    if (::stat(root.c_str(), &info) != 0)
        return {};
    if (!S_ISDIR(info.st_mode)) {
        output.protect(info);
        return {};
    }
    return keepOutside(root, output.realPath());
}

/// One conversion of many tensors: what its threads share.
class Conversion {
public:
    Conversion(std::shared_ptr<const DumpIndex> index, const ConversionOptions& options, OutputFolder output,
        TaskContext& task, std::vector<ConvertedFile>& files)
        : m_index(std::move(index))
        , m_options(options)
        , m_output(std::move(output))
        , m_task(task)
        , m_files(files)
    {
        for (const ConvertedFile& file : m_files)
            m_tensors.push_back(file.tensor);
    }

    Result<void> run()
    {
        findSlices();
        TRY_VOID(chooseNames());
        m_task.progress.finish(); // what went before was another job
        m_task.progress.setPhases({{phrase("Converting"), 1.0}});
        std::uint64_t total = 0;
        for (const ConvertedFile& file : m_files)
            total += m_index->tensor(file.tensor).bytes;
        m_task.progress.beginPhase(0, total);
        const Result<void> done = parallelFor(m_task.arena, m_files.size(), 1, m_task.stop,
            [this](std::size_t begin, std::size_t end) -> Result<void> {
                for (std::size_t i = begin; i < end; ++i)
                    TRY_VOID(convert(i));
                return {};
            });
        // What was written before the end stays and must be found again.
        const Result<void> mapped = writeMappings();
        if (!done)
            return done;
        TRY_VOID(mapped);
        return writeFailedList();
    }

private:
    struct Planned {
        std::string folder, base;
    };

    /// The first slice stands for its group; the others become part of its file.
    void findSlices()
    {
        if (!m_options.joinSlices)
            return;
        m_groups = findSliceGroups(*m_index, m_tensors);
        for (const SliceGroup& group : m_groups) {
            const std::string first = m_index->tensorId(m_tensors[group.parts.front()]);
            for (const std::size_t part : group.parts) {
                m_files[part].state = State::Joined;
                m_files[part].note = phrase("a slice of %1", first);
            }
            m_files[group.parts.front()].state = State::Pending;
            m_groupOf[group.parts.front()] = &group;
        }
    }

    [[nodiscard]] const SliceGroup* groupOf(std::size_t i) const
    {
        const auto found = m_groupOf.find(i);
        return found != m_groupOf.end() ? found->second : nullptr;
    }

    Result<void> chooseNames()
    {
        std::set<std::string> lower;
        std::set<std::string> exact;
        for (const ConvertedFile& file : m_files) {
            const SliceGroup* group = groupOf(m_planned.size());
            m_planned.push_back({folderOf(*m_index, file.tensor),
                baseName(*m_index, file.tensor, m_options.names,
                    group != nullptr ? std::string_view(group->fileName) : std::string_view())});
            if (file.state == State::Joined)
                continue;
            const std::string path = m_planned.back().folder + '/' + m_planned.back().base;
            exact.insert(path);
            lower.insert(asciiLower(path));
        }
        bool foldsCase = false;
        if (lower.size() != exact.size()) {
            TRY_ASSIGN(foldsCase, m_output.foldsCase());
        }
        NameBook book(foldsCase);
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            if (m_index->tensor(m_files[i].tensor).state == TensorState::StatisticsOnly
                || m_files[i].state == State::Joined)
                continue;
            Planned& planned = m_planned[i];
            std::string base = book.take(planned.folder, planned.base, {});
            if (base != planned.base)
                report(i, Severity::Warning, Code::Duplicate,
                    phrase("another tensor's file is called \"%1\" too; this one becomes \"%2\"",
                        planned.base, base));
            planned.base = std::move(base);
        }
        return {};
    }

    Result<void> convert(std::size_t i)
    {
        ConvertedFile& file = m_files[i];
        if (file.state == State::Joined)
            return {};
        if (m_index->tensor(file.tensor).state == TensorState::StatisticsOnly) {
            file.state = State::Skipped;
            file.note = phrase("only statistics were recorded");
            return {};
        }
        Result<void> done = tryConvert(i);
        if (done)
            return {};
        Error error = std::move(done).error();
        if (error.code == Code::Cancelled)
            return fail(std::move(error));
        file.state = State::Failed;
        file.note = error.message;
        report(i, Severity::Error, error.code, error.message);
        // The rest would fail the same way.
        if (error.code == Code::NoSpace)
            return fail(std::move(error));
        return {};
    }

    Result<void> tryConvert(std::size_t i)
    {
        ConvertedFile& file = m_files[i];
        const SliceGroup* group = groupOf(i);
        TRY_ASSIGN(Preparation preparation,
            group != nullptr ? prepareSlices(m_index, m_tensors, *group, m_options, m_task)
                             : prepareFile(m_index, file.tensor, m_options, m_task));
        if (preparation.refusal) {
            refuseFile(i, preparation);
            return {};
        }
        PreparedFile& prepared = *preparation.file;
        describe(prepared, file);
        TRY_ASSIGN(const std::string name, nameFor(i, prepared));
        const auto existing
            = m_options.replace ? OutputFolder::Existing::Replace : OutputFolder::Existing::Keep;
        const std::string& folder = m_planned[i].folder;
        file.path = (folder.empty() ? "" : folder + '/') + name;
        TRY_ASSIGN(const OutputFolder::Written written,
            m_output.write(
                folder, name, existing, [&](const ByteSink& sink) { return produce(prepared, sink); }));
        file.bytes = written.bytes;
        file.state = written.unchanged ? State::Unchanged : State::Written;
        return {};
    }

    static void describe(const PreparedFile& prepared, ConvertedFile& file)
    {
        file.dtype = prepared.dtype;
        if (const auto* array = std::get_if<ConvertedArray>(&prepared.content)) {
            file.shape = array->elements.shape();
            file.format = array->formatName;
            file.note = array->note;
        }
    }

    Result<void> produce(const PreparedFile& prepared, const ByteSink& sink)
    {
        const ByteSink counted = [&](ByteSpan bytes) -> Result<void> {
            m_task.progress.advance(bytes.size());
            return sink(bytes);
        };
        if (const auto* text = std::get_if<std::string>(&prepared.content))
            return counted(std::as_bytes(std::span(*text)));
        return writeArray(std::get<ConvertedArray>(prepared.content), prepared.form, m_task.stop, counted);
    }

    /// The final name; every name is given once.
    Result<std::string> nameFor(std::size_t i, const PreparedFile& prepared)
    {
        const Planned& planned = m_planned[i];
        const std::string full = planned.base + prepared.suffix + prepared.extension;
        std::string name = full;
        if (full.size() >= kLongName)
            name = shortenedName(full, prepared.extension);
        const std::lock_guard lock(m_mutex);
        if (!m_given.insert(planned.folder + '/' + name).second || name == kMappingName
            || name == kFailedName)
            return fail(Code::Duplicate, phrase("another file is called \"%1\" already", name));
        if (name != full)
            m_mapped[planned.folder][name] = full;
        return name;
    }

    void refuseFile(std::size_t i, const Preparation& preparation)
    {
        ConvertedFile& file = m_files[i];
        file.state = State::Refused;
        file.note = preparation.refusal->reason;
        file.officialNumber = preparation.refusal->number;
        const bool isError = file.officialNumber != 0;
        report(i, isError ? Severity::Error : Severity::Warning, Code::Unsupported,
            isError ? phrase("msaccucmp error %1: %2", file.officialNumber, file.note) : Message(file.note));
        if (!isError)
            return;
        const std::lock_guard lock(m_mutex);
        auto& failed = m_failed[m_index->filePath(m_index->tensor(file.tensor).file)];
        if (!preparation.wholeFile && m_options.format)
            failed.insert(file.tensor);
    }

    Result<void> writeMappings()
    {
        constexpr std::size_t kLongestMapping = 64U << 20U;
        for (const auto& [folder, names] : m_mapped) {
            TRY_ASSIGN(std::string text, m_output.read(folder, std::string(kMappingName), kLongestMapping));
            if (!text.empty() && text.back() != '\n')
                text += '\n';
            for (const auto& [name, full] : names) {
                const std::string row = name + "," + full + "\n";
                if (('\n' + text).find('\n' + row) == std::string::npos)
                    text += row;
            }
            TRY_VOID(writeText(folder, kMappingName, text));
        }
        return {};
    }

    /// Lists what the official tool lists after it went through several files.
    Result<void> writeFailedList()
    {
        if (m_options.spec != Spec::Msaccucmp || m_failed.empty() || m_index->fileCount() < 2)
            return {};
        std::string text;
        for (const auto& [path, tensors] : m_failed) {
            text += m_index->root() + "/" + path;
            for (const TensorId id : tensors) {
                const TensorRow& row = m_index->tensor(id);
                text += "," + std::string(ioWord(row.io)) + ":" + std::to_string(row.slot);
            }
            text += "\n";
        }
        return writeText("", kFailedName, text);
    }

    Result<void> writeText(const std::string& folder, std::string_view name, const std::string& text)
    {
        const auto written = m_output.write(folder, std::string(name), OutputFolder::Existing::Replace,
            [&](const ByteSink& sink) { return sink(std::as_bytes(std::span(text))); });
        return written ? Result<void>() : fail(written.error());
    }

    void report(std::size_t i, Severity severity, Code code, Message message)
    {
        Diagnostic diagnostic {severity, code, {}, std::move(message)};
        diagnostic.place.file = m_index->tensorId(m_files[i].tensor);
        m_task.diagnostics.add(std::move(diagnostic));
    }

    std::shared_ptr<const DumpIndex> m_index;
    const ConversionOptions& m_options;
    OutputFolder m_output;
    TaskContext& m_task;
    std::vector<ConvertedFile>& m_files;
    std::vector<TensorId> m_tensors; ///< of the files
    std::vector<SliceGroup> m_groups;
    std::map<std::size_t, const SliceGroup*> m_groupOf; ///< by the place of the first slice
    std::vector<Planned> m_planned;                     ///< per file
    std::mutex m_mutex;                                 ///< for what follows
    std::set<std::string> m_given;
    std::map<std::string, std::map<std::string, std::string>> m_mapped; ///< folder, short name, full name
    std::map<std::string, std::set<TensorId>> m_failed;                 ///< input file, its tensors
};

} // namespace

std::string_view conversionStateWord(State state)
{
    switch (state) {
    case State::Written:
        return "written";
    case State::Unchanged:
        return "unchanged";
    case State::Refused:
        return "refused";
    case State::Failed:
        return "failed";
    case State::Joined:
        return "joined";
    case State::Skipped:
        return "skipped";
    default:
        return "pending";
    }
}

std::size_t ConversionReport::count(State state) const
{
    return static_cast<std::size_t>(std::count_if(
        files.begin(), files.end(), [state](const ConvertedFile& file) { return file.state == state; }));
}

std::uint64_t ConversionReport::bytesWritten() const
{
    std::uint64_t bytes = 0;
    for (const ConvertedFile& file : files)
        bytes += file.state == State::Written ? file.bytes : 0;
    return bytes;
}

ConversionReport convertTensors(std::shared_ptr<const DumpIndex> index, std::span<const TensorId> tensors,
    const std::string& output, const ConversionOptions& options, TaskContext& task)
{
    ConversionReport report;
    for (const TensorId id : tensors) {
        report.files.emplace_back();
        report.files.back().tensor = id;
    }
    if (auto outside = keepOutsideBefore(*index, output); !outside) {
        report.error = std::move(outside).error();
        return report;
    }
    auto folder = OutputFolder::open(output);
    if (!folder) {
        report.error = std::move(folder).error();
        return report;
    }
    if (auto apart = keepApart(*index, *folder); !apart) {
        report.error = std::move(apart).error();
        return report;
    }
    Conversion conversion(std::move(index), options, std::move(*folder), task, report.files);
    if (auto done = conversion.run(); !done)
        report.error = std::move(done).error();
    return report;
}

} // namespace dumpscope::core
