// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_file.h"

#include "model/dump_index_builder.h"
#include "model/tree_folder.h"
#include "readers/companion_file.h"
#include "readers/mapping_csv.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMaxMappingBytes = 256ULL << 20;

std::uint8_t readerNumber(const FormatRegistry& formats, const Reader* reader)
{
    const auto& readers = formats.readers();
    std::uint8_t number = 0;
    while (readers[number].get() != reader)
        ++number;
    return number;
}

} // namespace

NameMap readNameMap(const FileTree& tree, const std::string& folder, Diagnostics& diagnostics)
{
    const std::string path
        = folder.empty() ? std::string(kNameMapFile) : folder + '/' + std::string(kNameMapFile);
    const auto source = tree.open(path, 0);
    const Result<Bytes> bytes = source->map();
    if (!bytes || bytes->isEmpty())
        return {}; // missing is normal; unreadable is reported when the file itself is read
    if (bytes->size() > kMaxMappingBytes) {
        diagnostics.add(
            {Severity::Warning, Code::Limit, {.file = path}, phrase("too large to be a name map; ignored")});
        return {};
    }
    std::vector<Diagnostic> problems;
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    auto mapped = parseMappingCsv(text, problems);
    for (Diagnostic& problem : problems) {
        problem.place.file = path;
        diagnostics.add(std::move(problem));
    }
    return mapped;
}

DumpFileOutcome readDumpFile(
    const FileTree& tree, const FormatRegistry& formats, const DumpFile& file, TaskContext& task)
{
    const Result<Bytes> bytes = tree.open(file.path, file.size)->read(0, std::min(file.size, kProbeBytes));
    return readDumpFile(tree, formats, file, bytes.map([](const Bytes& read) { return read.span(); }), task);
}

DumpFileOutcome readDumpFile(const FileTree& tree, const FormatRegistry& formats, const DumpFile& file,
    const Result<ByteSpan>& head, TaskContext& task)
{
    DumpFileOutcome outcome;
    if (!head) {
        outcome.error = head.error();
        return outcome;
    }
    const FileProbe probe {file.name, file.size, *head, &file.folder, &file.facts};
    Claim claim;
    const Reader* reader = formats.claim(probe, claim, &outcome.whyNot);
    if (!reader)
        return outcome;
    outcome.reader = readerNumber(formats, reader);
    const std::size_t slash = file.path.rfind('/');
    const TreeFolder besides(
        tree, std::string_view(file.path).substr(0, slash == std::string::npos ? 0 : slash));
    const auto source = tree.open(file.path, file.size);
    const FileContext context {*source, file.name, *head, file.folder, file.facts, &besides};
    Result<FileContents> contents = reader->read(context, task);
    if (contents)
        outcome.contents = std::move(*contents);
    else
        outcome.error = std::move(contents).error();
    return outcome;
}

void addDumpFile(DumpIndexBuilder& builder, FileId id, const DumpFile& file, DumpFileOutcome&& outcome,
    Diagnostics& diagnostics)
{
    if (outcome.error) {
        Error error = *outcome.error;
        error.place.file = file.path;
        diagnostics.add(Severity::Error, error);
        builder.addUnreadable(id, file.facts, error, outcome.reader);
        return;
    }
    if (outcome.reader == 255) {
        // In a folder other files are normal; a file opened by itself was meant.
        const bool isSingle = builder.partial().tree().isSingleFile();
        const Severity severity = isSingle ? Severity::Warning : Severity::Hint;
        const bool isEmpty = file.size == 0;
        const Message reason = isEmpty ? phrase("the file is empty") : outcome.whyNot;
        if (isSingle || !isCompanionFile(file.name))
            diagnostics.add(
                {severity, isEmpty ? Code::Truncated : Code::NotRecognised, {.file = file.path}, reason});
        builder.addUnrecognised(id, reason);
        return;
    }
    for (Diagnostic& problem : outcome.contents.problems) {
        if (problem.place.file.empty())
            problem.place.file = file.path;
        diagnostics.add(std::move(problem));
    }
    builder.addContents(id, outcome.reader, file.facts, std::move(outcome.contents));
}

} // namespace dumpscope::core
