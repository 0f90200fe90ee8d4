// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "model/row_statistics.h"
#include "row_output.h"

#include "request/stat_request.h"
#include "tensor/histogram.h"
#include "tensor/mindspore_statistics.h"

#include <map>
#include <mutex>

namespace dumpscope::cli {

namespace {

/// MindSpore's numbers in the contract's columns. Its max, min, mean and norm may be NaN or infinite.
core::Statistics inContractColumns(const core::MindsporeStatistics& from)
{
    core::Statistics to;
    to.count = from.count;
    if (!from.noValues) {
        to.max = from.max;
        to.min = from.min;
        to.mean = from.avg;
        to.l2norm = from.l2norm;
    }
    to.negativeCount = from.negativeZero;
    to.positiveCount = from.positiveZero;
    to.zeroCount = from.zero;
    to.nanCount = from.nan;
    to.negInfCount = from.negInf;
    to.posInfCount = from.posInf;
    return to;
}

/// A dump of graphs is read, though there is no tensor in it.
bool hasGraphs(const core::DumpIndex& index)
{
    for (std::size_t i = 0; i < index.fileCount(); ++i) {
        const core::Reader* const reader = index.readerOf(core::FileId(i));
        if (reader != nullptr && reader->info().can.graph)
            return true;
    }
    return false;
}

class StatCommand : public RequestCommand<core::StatRequest> {
public:
    StatCommand()
        : RequestCommand({.name = "stat",
            .summary = "Compute statistics of tensors",
            .example
            = "dumpscope-cli stat resources/sample/target --filter 'nan_count>0 or max>100' --sort -abs_max"})
    {
    }

    int run(Console& console) override
    {
        CommandSession session(console, m_request.print);
        int code = kDone;
        const auto roots = session.open({m_request.path}, code, true, m_request.raw);
        if (roots.empty())
            return code;
        if (!hasGraphs(*roots.front()) && session.lacksTensors(*roots.front()))
            return kCannotRead;
        auto tables = makeTables(session, roots);
        if (!compareWatched(tables, roots, session.task()))
            return kInterrupted;
        std::vector<int> all(
            core::TensorTable::listingColumns().begin(), core::TensorTable::listingColumns().end());
        all.insert(all.end(), core::TensorTable::statisticsColumns().begin(),
            core::TensorTable::statisticsColumns().end());
        const auto columns
            = chooseColumns(m_request.rows, tables.front(), all, defaultTextColumns(), m_request.print);
        const auto needed = needsStatistics(m_request.rows, tables.front());
        for (const core::Error* error :
            {columns ? nullptr : &columns.error(), needed ? nullptr : &needed.error()}) {
            if (error) {
                console.error(*error);
                return kWrongUsage;
            }
        }
        core::Result<std::vector<std::uint32_t>> named = namedRows(*roots.front());
        if (!named) {
            console.error(named.error());
            return kWrongUsage;
        }
        // The filter may look at statistics; then every candidate is measured before it is asked.
        core::Result<void> measured;
        if (*needed)
            measured = measure(session, tables.front(), *named);
        // Rows are chosen and printed also after an interrupt: those that were finished.
        core::OwnedTask choosing(1);
        choosing.arena = session.task().arena;
        core::Result<Selected> selected = chooseRows(m_request.rows, tables, choosing);
        if (!selected)
            return failed(console, session, selected.error());
        keepNamed(*selected, *named);
        if (!*needed) {
            std::vector<std::uint32_t> rows;
            for (const SelectedRow& row : selected->rows)
                rows.push_back(row.row);
            measured = measure(session, tables.front(), rows);
        }
        if (!measured && measured.error().code != core::Code::Cancelled)
            return failed(console, session, measured.error());
        if (!measured)
            keepFinished(*selected, tables.front());
        session.quiet();
        writeRows(console, session, m_request.print, tables, *selected, *columns,
            [&](core::JsonWriter& json, const SelectedRow& row) { writeExtras(json, row.row); });
        std::vector<core::TensorId> wanted;
        for (const SelectedRow& row : selected->rows)
            wanted.emplace_back(row.row);
        return session.exitCode(*roots.front(), wanted);
    }

private:
    static std::vector<std::string_view> defaultTextColumns()
    {
        return {"rank", "step", "op_type", "op_name", "io", "slot", "occurrence", "dtype", "shape", "min",
            "max", "mean", "std", "l2norm", "zero_count", "nan_count", "pos_inf_count", "neg_inf_count",
            "source", "state"};
    }

    static int failed(Console& console, CommandSession& session, const core::Error& error)
    {
        session.quiet();
        console.error(error);
        return error.code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
    }

    core::Result<std::vector<std::uint32_t>> namedRows(const core::DumpIndex& index) const
    {
        std::vector<std::uint32_t> rows;
        if (m_request.tensors.empty()) {
            for (std::uint32_t i = 0; i < index.tensorCount(); ++i)
                rows.push_back(i);
        }
        for (const std::string& tensor : m_request.tensors) {
            TRY_ASSIGN(const core::TensorId id, index.findTensor(tensor));
            rows.push_back(id.value());
        }
        return rows;
    }

    void keepNamed(Selected& selected, const std::vector<std::uint32_t>& named) const
    {
        if (m_request.tensors.empty())
            return;
        const auto isOther = [&](const SelectedRow& row) {
            return std::find(named.begin(), named.end(), row.row) == named.end();
        };
        std::erase_if(selected.rows, isOther);
        std::erase_if(selected.undecided, isOther);
        selected.total = selected.rows.size();
    }

    /// Rows of which nothing is known yet say nothing.
    static void keepFinished(Selected& selected, const core::TensorTable& table)
    {
        const int source = table.columnByName("source");
        std::erase_if(
            selected.rows, [&](const SelectedRow& row) { return core::isNull(table.cell(row.row, source)); });
    }

    core::Result<void> measure(
        CommandSession& session, core::TensorTable& table, const std::vector<std::uint32_t>& rows)
    {
        return measureRows(session.task(), table, rows,
            [this](const core::TensorStore& store, core::TensorId id, core::TaskContext& task) {
                return measureOne(store, id, task);
            });
    }

    core::Result<core::Statistics> measureOne(
        const core::TensorStore& store, core::TensorId id, core::TaskContext& task)
    {
        TRY_ASSIGN(const core::TensorView view, store.open(id, task));
        if (m_request.histogram > 0) {
            TRY_ASSIGN(core::Histogram histogram,
                core::computeHistogram(view, static_cast<std::size_t>(m_request.histogram),
                    core::HistogramScale::Linear, std::nullopt, task));
            const std::lock_guard lock(m_extrasMutex);
            m_histograms[id.value()] = std::move(histogram);
        }
        if (m_request.spec == "dumpscope")
            return core::computeStatistics(view, task);
        TRY_ASSIGN(core::MindsporeStatistics statistics,
            core::computeMindsporeStatistics(view, generationOf(store.index(), id), task));
        const core::Statistics result = inContractColumns(statistics);
        const std::lock_guard lock(m_extrasMutex);
        m_mindspore[id.value()] = std::move(statistics);
        return result;
    }

    /// Files beside the tensor tell which release's rules apply; the newest where nothing does.
    static core::MindsporeGeneration generationOf(const core::DumpIndex& index, core::TensorId id)
    {
        const core::FolderId folder = index.file(index.tensor(id).file).folder;
        for (const core::FileProperty& property : index.properties()) {
            if (property.key != "statistic_variant" || index.file(property.file).folder != folder)
                continue;
            if (property.value.starts_with('A') || property.value.starts_with('B'))
                return core::MindsporeGeneration::A;
            return property.value.starts_with('C') ? core::MindsporeGeneration::C
                                                   : core::MindsporeGeneration::D;
        }
        return core::MindsporeGeneration::D;
    }

    void writeExtras(core::JsonWriter& json, std::uint32_t row) const
    {
        if (const auto found = m_mindspore.find(row); found != m_mindspore.end())
            json.member("count", found->second.count)
                .member("md5", found->second.md5)
                .member("sha1", found->second.sha1);
        if (m_request.histogram <= 0)
            return;
        json.key("histogram");
        const auto found = m_histograms.find(row);
        if (found == m_histograms.end()) {
            json.null();
            return;
        }
        json.beginObject().key("edges").beginArray();
        for (const double edge : found->second.edges)
            json.value(edge);
        json.endArray().key("counts").beginArray();
        for (const std::uint64_t count : found->second.counts)
            json.value(count);
        json.endArray()
            .member("nan", found->second.nan)
            .member("neg_inf", found->second.negInf)
            .member("pos_inf", found->second.posInf)
            .endObject();
    }

    std::mutex m_extrasMutex;
    std::map<std::uint32_t, core::Histogram> m_histograms;
    std::map<std::uint32_t, core::MindsporeStatistics> m_mindspore;
};

} // namespace

void register_stat_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<StatCommand>());
}

} // namespace dumpscope::cli
