// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/live_file.h"

#include "base/text.h"
#include "model/dump_index_builder.h"
#include "tensor/non_finite.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

std::string_view folderOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string countText(const LiveFinding& finding)
{
    std::string text;
    const auto add = [&](std::uint64_t count, std::string_view what) {
        if (count > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + std::string(what);
    };
    add(finding.nan, "NaN");
    add(finding.posInf, "+Inf");
    add(finding.negInf, "-Inf");
    return text;
}

/// One file that is reported.
class FileReporter {
public:
    FileReporter(const FileTree& tree, const FormatRegistry& formats, const std::string& path, LiveFile& file,
        TaskContext& task, LiveBatch& batch, LiveProgress& progress)
        : m_tree(tree)
        , m_formats(formats)
        , m_path(path)
        , m_file(file)
        , m_task(task)
        , m_batch(batch)
        , m_progress(progress)
        , m_name(liveName(path, file))
        , m_facts(formats.parseName(m_name, file.folder->facts))
    {
    }

    void run(bool mayScan)
    {
        const DumpFileOutcome& outcome = *m_file.outcome;
        const FileContents& contents = outcome.contents;
        reportFile(outcome);
        const std::size_t rows = contents.statistics ? contents.statistics->rows() : 0;
        // A file that was replaced by a shorter one is reported from its beginning. One that is being written
        // anew is short for a moment only.
        if (!m_file.isHalfWritten) {
            if (contents.tensors.size() < m_file.reportedTensors)
                m_file.reportedTensors = 0;
            if (rows < m_file.reportedRows)
                m_file.reportedRows = 0;
        }
        for (std::size_t i = m_file.reportedTensors; i < contents.tensors.size(); ++i)
            reportTensor(contents.tensors[i], mayScan);
        // The last row may be cut.
        const std::size_t whole = rows - (m_file.isHalfWritten && rows > 0 ? 1 : 0);
        for (std::size_t i = m_file.reportedRows; i < whole; ++i)
            reportRow(*contents.statistics, i);
        if (!m_file.isHalfWritten || whole > m_file.reportedRows) {
            for (const FoundOverflow& found : contents.overflows)
                reportOverflow(found);
        }
        m_file.reportedRows = std::max(m_file.reportedRows, whole);
        if (!m_file.isHalfWritten)
            m_file.reportedTensors = contents.tensors.size();
    }

private:
    void reportFile(const DumpFileOutcome& outcome)
    {
        LiveBatch::File file {m_path, m_file.size, m_file.isHalfWritten, !m_file.isReported, {}};
        if (outcome.error)
            file.problem = outcome.error->message;
        m_file.isReported = true;
        m_batch.files.push_back(std::move(file));
    }

    LiveTensor& add(LiveTensor tensor)
    {
        tensor.file = m_path;
        tensor.rank = m_file.folder->facts.rank;
        tensor.step = m_file.folder->facts.step;
        tensor.isHalfWritten = m_file.isHalfWritten;
        if (m_batch.tensors.size() >= LiveBatch::kMostTensors) {
            ++m_batch.tensorsLeftOut;
            m_leftOut = std::move(tensor);
            return m_leftOut;
        }
        return m_batch.tensors.emplace_back(std::move(tensor));
    }

    void find(LiveFinding finding)
    {
        finding.file = m_path;
        finding.rank = m_file.folder->facts.rank;
        finding.step = m_file.folder->facts.step;
        if (m_batch.findings.size() < LiveBatch::kMostTensors)
            m_batch.findings.push_back(std::move(finding));
    }

    void reportTensor(const TensorRecord& record, bool mayScan)
    {
        LiveTensor tensor;
        tensor.entry = record.entry;
        tensor.opName = record.opName.empty() ? std::string(m_facts.opName) : record.opName;
        tensor.opType = record.opType.empty() ? std::string(m_facts.opType) : record.opType;
        tensor.io = record.io == Io::Unknown ? m_facts.io : record.io;
        tensor.slot = record.slot ? *record.slot : m_facts.slot.value_or(-1);
        tensor.dtype = record.dtype;
        tensor.shape = record.hasShape ? shapeText(record.shape) : std::string();
        tensor.bytes = record.bytes;
        tensor.state = record.state;
        const LiveTensor& told = add(std::move(tensor));
        if (m_file.isHalfWritten)
            return;
        ++m_progress.tensors;
        if (record.state != TensorState::Ok || record.dtype == DType::Unknown
            || !canBeNonFinite(record.dtype))
            return;
        if (!mayScan) {
            ++m_progress.notScanned;
            return;
        }
        if (const auto counts = count(record); counts && counts->any()) {
            ++m_progress.nonFinite;
            LiveFinding finding {{}, told.opName, told.io, told.slot, false, counts->nan, counts->posInf,
                counts->negInf, {}, {}, {}};
            finding.text = phrase("holds %1", countText(finding));
            finding.entry = told.entry;
            find(std::move(finding));
        }
    }

    Result<NonFiniteCounts> count(const TensorRecord& record)
    {
        const auto source = m_tree.open(m_path, m_file.readSize);
        const Reader& reader = *m_formats.readers()[m_file.outcome->reader];
        const FileContext context {*source, m_name, {}, m_file.folder->facts, m_facts};
        TRY_ASSIGN(const TensorView view, reader.open(context, record.ordinal, m_task));
        TRY_ASSIGN(const ElementStream stream, ElementStream::make(view, Order::Logical));
        return countNonFinite(stream, m_task);
    }

    /// Rows are looked at as far as they count, else by their extremes.
    void reportRow(const StatisticTable& table, std::size_t row)
    {
        using Field = StatisticTable::Field;
        LiveTensor tensor;
        tensor.entry
            = table.entry.empty() ? std::string() : std::string(table.strings.text(table.entry[row]));
        tensor.opName = table.strings.text(table.opName[row]);
        tensor.opType = table.strings.text(table.opType[row]);
        tensor.io = table.io[row];
        tensor.slot = table.slot[row];
        tensor.dtype = table.dtype[row];
        tensor.shape = table.strings.text(table.shapeText[row]);
        tensor.bytes = table.dataSize[row];
        tensor.state = TensorState::StatisticsOnly;
        LiveTensor& told = add(std::move(tensor));
        told.isHalfWritten = false; // only whole rows come here
        ++m_progress.statisticRows;
        const auto counted = [&](Field field) {
            const double value = table.value(field, row).value_or(0);
            return value > 0 && value < 0x1p63 ? static_cast<std::uint64_t>(value) : std::uint64_t {0};
        };
        LiveFinding finding {{}, told.opName, told.io, told.slot, false, counted(Field::NanCount),
            counted(Field::PosInfCount), counted(Field::NegInfCount), {}, {}, {}};
        const auto isBad = [&](Field field) {
            const auto value = table.value(field, row);
            return value && !std::isfinite(*value);
        };
        if (const std::string counts = countText(finding); !counts.empty())
            finding.text = phrase("its statistics count %1", counts);
        else if (isBad(Field::Max) || isBad(Field::Min) || isBad(Field::Mean))
            finding.text = phrase("its extremes or mean are not finite");
        else
            return;
        ++m_progress.nonFinite;
        finding.entry = told.entry;
        find(std::move(finding));
    }

    void reportOverflow(const FoundOverflow& found)
    {
        LiveFinding finding;
        finding.isRecord = true;
        std::string text; // words of the contract
        for (const OverflowBlock* block : found.record.setBlocks()) {
            text += (text.empty() ? "" : "; ") + std::string(overflowUnitWord(block->unit));
            if (const auto task = block->applicable("task_id"))
                text += " task " + std::to_string(*task);
            if (const auto stream = block->applicable("stream_id"))
                text += " stream " + std::to_string(*stream);
            for (const OverflowBit& bit : block->bits())
                text += ' ' + std::string(bit.name);
        }
        if (text.empty())
            return; // reports nothing
        finding.text = text;
        ++m_progress.records;
        find(std::move(finding));
    }

    const FileTree& m_tree;
    const FormatRegistry& m_formats;
    const std::string& m_path;
    LiveFile& m_file;
    TaskContext& m_task;
    LiveBatch& m_batch;
    LiveProgress& m_progress;
    const std::string m_name;
    const NameFacts m_facts;
    LiveTensor m_leftOut;
};

} // namespace

std::string liveName(const std::string& path, const LiveFile& file)
{
    const std::string name = path.substr(path.rfind('/') + 1);
    const auto mapped = file.folder->names.find(name);
    return mapped == file.folder->names.end() ? name : mapped->second;
}

bool looksCut(const DumpFileOutcome& outcome, std::uint64_t size)
{
    constexpr std::uint64_t kSmallestFile = 16; // a header that is not there yet
    if (outcome.error)
        return outcome.error->code == Code::Truncated || outcome.error->code == Code::ChangedWhileRead;
    if (outcome.reader == 255)
        return size < kSmallestFile;
    return std::ranges::any_of(outcome.contents.tensors,
        [](const TensorRecord& record) { return record.state == TensorState::Truncated; });
}

void reportLiveFile(const FileTree& tree, const FormatRegistry& formats, const std::string& path,
    LiveFile& file, bool mayScan, TaskContext& task, LiveBatch& batch, LiveProgress& progress)
{
    FileReporter(tree, formats, path, file, task, batch, progress).run(mayScan);
}

Result<std::shared_ptr<const DumpIndex>> makeLiveIndex(const std::shared_ptr<const FileTree>& tree,
    const std::shared_ptr<const FormatRegistry>& formats, const LiveFiles& files, const Arena& arena)
{
    DumpIndexBuilder builder(tree, formats);
    Diagnostics diagnostics;
    std::map<std::string_view, FolderId> folders;
    for (const auto& [path, file] : files) {
        const std::string_view folder = folderOf(path);
        const auto [place, isNew] = folders.try_emplace(folder);
        if (isNew)
            place->second = builder.addFolder(folder, file.folder->facts);
        const std::string name = path.substr(path.rfind('/') + 1), effective = liveName(path, file);
        const FileId id = builder.addFile(place->second, {name, file.size, file.mtimeNs},
            effective == name ? std::string_view() : std::string_view(effective));
        const NameFacts facts = formats->parseName(effective, file.folder->facts);
        if (file.isHalfWritten || !file.outcome)
            diagnostics.add(
                {Severity::Hint, Code::Truncated, {.file = path}, phrase("it is still being written")});
        if (file.outcome) {
            DumpFileOutcome copy = *file.outcome;
            addDumpFile(builder, id, {path, effective, file.readSize, file.folder->facts, facts},
                std::move(copy), diagnostics);
        } else if (!facts.grammar.empty()) {
            builder.addNamed(id, facts);
        } else {
            builder.addUnrecognised(id, phrase("it is still being written"));
        }
    }
    return builder.finish(diagnostics.sorted(), arena);
}

} // namespace dumpscope::core
