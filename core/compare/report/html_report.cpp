// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/html_text.h"
#include "base/library_versions.h"
#include "base/text.h"
#include "compare/report/comparison_document.h"
#include "compare/report/conclusion_document.h"
#include "compare/report/report.h"
#include "compare/report/suspicion_document.h"
#include "compare/tables/layer_summary.h"
#include "html_report_page.h" // made of resources/report
#include "io/atomic_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// Pairs whose error maps are in the page; more would make it slow to open.
constexpr std::size_t kDetailedPairs = 50;
constexpr std::size_t kListedUnpaired = 2000;

/// A `<` inside the JSON could end the script element that holds it; it only occurs in strings.
std::string withoutTags(std::string_view json)
{
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json) {
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    }
    return safe;
}

/// Failing pairs first, the larger relative error first.
std::vector<std::size_t> worstPairs(const PairTable& pairs)
{
    std::vector<std::pair<double, std::size_t>> ranked;
    const int column = pairs.columnByName("relative_euclidean_distance");
    for (std::size_t i = 0; i < pairs.rows(); ++i) {
        const Verdict verdict = pairs.row(i).verdict;
        if (verdict != Verdict::Fail && verdict != Verdict::Warn)
            continue;
        const auto error = column < 0 ? std::nullopt : cellNumber(pairs.cell(i, column));
        const double grade = verdict == Verdict::Fail ? 1e300 : 0;
        ranked.emplace_back(grade + (error && *error < 1e300 ? *error : 1e299), i);
    }
    std::stable_sort(
        ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::size_t> worst;
    for (std::size_t i = 0; i < std::min(ranked.size(), kDetailedPairs); ++i)
        worst.push_back(ranked[i].second);
    return worst;
}

void writeDetails(JsonWriter& json, const PairResult& result)
{
    json.beginObject();
    if (!result.details().blocks.empty()) {
        json.key("blocks").beginArray();
        for (const ErrorBlock& block : result.details().blocks)
            json.value(block.maxAbsolute);
        json.endArray();
    }
    if (const auto& histogram = result.details().histogram) {
        json.key("histogram")
            .beginObject()
            .member("lowest", histogram->lowest)
            .member("zero", histogram->zero);
        json.key("counts").beginArray();
        for (const std::uint64_t count : histogram->counts)
            json.value(count);
        json.endArray().endObject();
    }
    json.key("worst").beginArray();
    // Numbers of the page are float64: what they would round is text.
    const auto number = [&json](double value, const std::optional<WideInteger>& exact) {
        if (exact)
            json.value(integerText(*exact));
        else
            json.value(value);
    };
    for (const WorstElement& element : result.details().worst) {
        json.beginArray().value(element.index);
        number(element.target, element.exactTarget);
        number(element.golden, element.exactGolden);
        number(element.absError, element.exactAbsError);
        json.value(element.relError).endArray();
    }
    json.endArray().endObject();
}

/// Cells of one column, parted by commas: nothing where absent, `value*n` for n equal ones, `value~n` for n
/// that count up.
class CellRuns {
public:
    void add(const std::string& cell) { add(cell, std::nullopt); }
    void add(const std::optional<std::uint64_t>& number)
    {
        add(number ? fmt::to_string(*number) : std::string(), number);
    }
    [[nodiscard]] std::string finished()
    {
        endRun();
        return std::move(m_cells);
    }

private:
    void add(const std::string& cell, const std::optional<std::uint64_t>& number)
    {
        const bool isNext = number && m_last && *number == *m_last + 1 && (m_rises || m_count == 1);
        if (m_count > 0 && isNext) {
            m_rises = true;
        } else if (m_count == 0 || m_rises || cell != m_first) {
            endRun();
            m_first = cell;
            m_rises = false;
            m_count = 0;
        }
        m_last = number;
        ++m_count;
    }
    void endRun()
    {
        if (m_count == 0)
            return;
        if (!m_isFirst)
            m_cells += ',';
        m_isFirst = false;
        m_cells += m_first;
        if (m_count > 1)
            m_cells += fmt::format("{}{}", m_rises ? '~' : '*', m_count);
    }

    std::string m_cells, m_first;
    std::optional<std::uint64_t> m_last;
    std::size_t m_count = 0;
    bool m_rises = false, m_isFirst = true;
};

bool isAscii(char c)
{
    return static_cast<unsigned char>(c) < 0x80;
}

/// `text` by what it has in common with another one: how many characters at the beginning, how many at the
/// end, and what is between. Only ASCII is shared: the page counts characters otherwise than we do.
std::string codedText(std::string_view other, std::string_view text)
{
    const std::size_t most = std::min(other.size(), text.size());
    std::size_t first = 0, last = 0;
    while (first < most && other[first] == text[first] && isAscii(text[first]))
        ++first;
    const auto fromEnd = [&](std::string_view of) { return of[of.size() - 1 - last]; };
    while (first + last < most && fromEnd(other) == fromEnd(text) && isAscii(fromEnd(text)))
        ++last;
    return fmt::format("{} {} {}", first, last, text.substr(first, text.size() - first - last));
}

/// As the JSON writer would make it, before anything is shared.
std::string utf8(std::string text)
{
    return isUtf8(text) ? std::move(text) : percentEscaped(text);
}

/// The texts of a column, each once.
class TextList {
public:
    std::uint64_t placeOf(std::string text)
    {
        const auto [at, isNew] = m_places.try_emplace(std::move(text), m_shared.size());
        if (isNew) {
            m_shared.push_back(codedText(m_previous, at->first));
            m_previous = at->first;
        }
        return at->second;
    }
    void write(JsonWriter& json) const
    {
        json.beginArray();
        for (const std::string& text : m_shared)
            json.value(text);
        json.endArray();
    }

private:
    std::unordered_map<std::string, std::uint64_t> m_places;
    std::vector<std::string> m_shared; ///< each with the one before
    std::string_view m_previous;       ///< a key, which stays where it is
};

/// More digits than a table shows, counts as they are; near one, where similarities are, what lacks to one
/// has them.
std::string figureText(double value)
{
    if (!std::isfinite(value))
        return numberText(value);
    const double size = std::abs(value);
    if (size < 1e9 && size == std::floor(size))
        return numberText(value);
    return streamText(value, size > 0.99 && size < 1 ? 12 : 6);
}

/// Columns for the first look, and those that follow the script so that it need not wait for them.
constexpr std::array kFirstColumns {
    "verdict", "state", "rank", "step", "layer", "op_type", "op_name", "io", "slot"};
constexpr std::array kFirstMetrics {"relative_euclidean_distance", "l2norm_diff_relative"};
constexpr std::array kLaterColumns {
    "dtype", "golden_dtype", "shape", "golden_shape", "pair_reason", "reason", "target_id"};

class PageColumns {
public:
    PageColumns(JsonWriter& json, const PairTable& pairs, TaskContext& task)
        : m_json(json)
        , m_pairs(pairs)
        , m_task(task)
    {
        const auto& metrics = pairs.metrics().metrics();
        for (std::size_t m = 0; m < metrics.size(); ++m) {
            for (std::size_t row = 0; row < pairs.rows(); ++row) {
                if (figure(row, m)) {
                    m_measured.push_back(m);
                    break;
                }
            }
        }
    }

    /// Ids of the metrics that some pair has a figure for.
    void writeMetrics()
    {
        m_json.key("metrics").beginArray();
        for (const std::size_t m : m_measured)
            m_json.value(metricId(m));
        m_json.endArray();
    }
    /// Members `texts` and `columns` of an object that is open.
    Result<void> write(std::span<const char* const> names, bool isFirst)
    {
        std::vector<std::pair<std::string_view, std::string>> columns;
        m_json.key("texts").beginObject();
        for (const std::string_view name : names) {
            TRY_ASSIGN(std::string cells, cellsOf(name));
            columns.emplace_back(name, std::move(cells));
        }
        m_json.endObject();
        for (const std::size_t m : m_measured) {
            const auto isThis = [&](std::string_view id) { return id == metricId(m); };
            if (std::any_of(kFirstMetrics.begin(), kFirstMetrics.end(), isThis) != isFirst)
                continue;
            CellRuns runs;
            TRY_VOID(forEachRow([&](std::size_t row) {
                const auto value = figure(row, m);
                runs.add(value ? figureText(*value) : std::string());
            }));
            columns.emplace_back(metricId(m), runs.finished());
        }
        m_json.key("columns").beginObject();
        for (const auto& [name, cells] : columns)
            m_json.member(name, cells);
        m_json.endObject();
        return {};
    }
    /// Ids of golden's tensors by what they share with the target's.
    Result<void> writeGolden()
    {
        const int target = m_pairs.columnByName("target_id"), golden = m_pairs.columnByName("golden_id");
        m_json.key("golden").beginArray();
        TRY_VOID(forEachRow([&](std::size_t row) {
            m_json.value(codedText(
                utf8(cellText(m_pairs.cell(row, target))), utf8(cellText(m_pairs.cell(row, golden)))));
        }));
        m_json.endArray();
        return {};
    }

private:
    [[nodiscard]] std::string_view metricId(std::size_t metric) const
    {
        return m_pairs.metrics().metrics()[metric]->info().id;
    }
    [[nodiscard]] std::optional<double> figure(std::size_t row, std::size_t metric) const
    {
        const std::size_t first = m_pairs.columns().size() - m_pairs.metrics().size();
        return cellNumber(m_pairs.cell(row, static_cast<int>(first + metric)));
    }
    template<typename Function> Result<void> forEachRow(const Function& function)
    {
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            if (row % 1024 == 0)
                TRY_VOID(m_task.checkStop());
            function(row);
        }
        return {};
    }
    /// Numbers, or places in a list of texts, which is written.
    Result<std::string> cellsOf(std::string_view name)
    {
        const int column = m_pairs.columnByName(name);
        const bool isNumber = m_pairs.columns()[static_cast<std::size_t>(column)].type == ColumnType::Integer;
        CellRuns runs;
        TextList texts;
        TRY_VOID(forEachRow([&](std::size_t row) {
            const Cell cell = m_pairs.cell(row, column);
            if (isNull(cell))
                runs.add(std::optional<std::uint64_t>());
            else if (isNumber)
                runs.add(cellText(cell));
            else
                runs.add(std::optional(texts.placeOf(utf8(cellText(cell)))));
        }));
        if (!isNumber) {
            m_json.key(name);
            texts.write(m_json);
        }
        return runs.finished();
    }

    JsonWriter& m_json;
    const PairTable& m_pairs;
    TaskContext& m_task;
    std::vector<std::size_t> m_measured;
};

void writePageLayers(JsonWriter& json, const PairTable& pairs)
{
    json.key("layers").beginArray();
    for (const LayerVerdicts& layer : summariseLayers(pairs)) {
        json.beginObject()
            .member("layer", layer.layer)
            .member("pass", layer.pass)
            .member("warn", layer.warn)
            .member("fail", layer.fail)
            .member("not_comparable", layer.notComparable)
            .endObject();
    }
    json.endArray();
}

void writePageSummary(JsonWriter& json, const Comparison& comparison)
{
    json.key("summary").beginObject();
    writeCounts(json, comparison.summary);
    json.endObject().member("partial", comparison.partial).key("first");
    writeFirstDivergence(json, comparison.firstDivergence);
    writeConclusion(json, comparison.conclusion);
    writeSurroundings(json, comparison);
    writeSuspicion(json, comparison.suspicion);
    writePageLayers(json, *comparison.pairs);
    json.key("cube").beginArray();
    for (const CubeCell& cell : comparison.cube) {
        json.beginObject();
        writeCounts(json, cell);
        json.member("first", cell.first ? std::optional(cell.first->opName) : std::nullopt).endObject();
    }
    json.endArray();
}

void writeUnpaired(JsonWriter& json, const Comparison& comparison)
{
    json.key("unpaired").beginArray();
    const auto side
        = [&](std::string_view word, const std::vector<UnpairedTensor>& tensors, const DumpIndex& index) {
              for (std::size_t i = 0; i < std::min(tensors.size(), kListedUnpaired); ++i) {
                  json.beginObject()
                      .member("side", word)
                      .member("id", index.tensorId(tensors[i].id))
                      .member("reason", tensors[i].reason.text())
                      .endObject();
              }
          };
    side("target", comparison.unpairedTarget, *comparison.pairs->target().index);
    side("golden", comparison.unpairedGolden, *comparison.pairs->golden().index);
    json.endArray();
}

void writeSettings(JsonWriter& json, const Comparison& comparison, const ReportFacts& facts)
{
    const PairTable& pairs = *comparison.pairs;
    json.member("target", pairs.target().index->root()).member("golden", pairs.golden().index->root());
    json.member("command", facts.command).member("profile", facts.profile).member("limits", facts.limits);
    std::string versions = "Dumpscope " + facts.programVersion;
    for (const auto& [library, version] : libraryVersions())
        versions += fmt::format(", {} {}", library, version);
    json.member("versions", versions);
    json.key("help").beginObject();
    for (const auto& metric : pairs.metrics().metrics())
        json.member(metric->info().id,
            fmt::format("{}: {} ({})", metric->info().title.text(), metric->info().formula.text(),
                metric->info().guard.text()));
    json.endObject().key("problems").beginArray();
    for (const Diagnostic& problem : facts.problems)
        json.value(
            fmt::format("{}: {} ({})", problem.place.text(), problem.message.text(), codeWord(problem.code)));
    json.endArray();
}

/// The verdict and whom it accuses, for a browser that runs no script.
std::string plainPage(const Comparison& comparison)
{
    const ComparisonSummary& summary = comparison.summary;
    std::string page = fmt::format("<h1>{}</h1>\n", htmlText(comparison.conclusion.text()));
    if (!comparison.conclusion.reason.empty())
        page += fmt::format("<p>{}</p>\n", htmlText(comparison.conclusion.reason.text()));
    page += fmt::format("<p>{} fail, {} warn, {} pass, {} not comparable</p>\n", summary.fail, summary.warn,
        summary.pass, summary.notComparable);
    if (comparison.suspicion.suspects.empty())
        return page;
    page += "<h2>Suspects</h2>\n<ol>\n";
    for (const Suspect& suspect : comparison.suspicion.suspects) {
        std::string place;
        if (suspect.rank)
            place += fmt::format(", rank {}", *suspect.rank);
        if (suspect.step)
            place += fmt::format(", step {}", *suspect.step);
        page += fmt::format(
            "<li><b>{}</b>{}: {}</li>\n", htmlText(suspect.opName), place, htmlText(suspect.why.text()));
    }
    return page + "</ol>\n";
}

/// One page that opens offline, in English or Chinese.
class HtmlReport : public ComparisonReport {
public:
    std::string_view option() const override { return "report"; }
    Message title() const override { return phrase("HTML page"); }
    Message help() const override { return phrase("Write a self-contained HTML report to this file"); }
    bool needsElements() const override { return true; }
    bool hasNotes() const override { return true; }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext& task) const override
    {
        const PairTable& pairs = *comparison.pairs;
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        TRY_VOID(file.write(kReportBeforePlain));
        TRY_VOID(file.write(plainPage(comparison)));
        TRY_VOID(file.write(kReportBeforeData));
        Result<void> written;
        JsonWriter json([&](std::string_view text) {
            if (written)
                written = file.write(withoutTags(text));
        });
        PageColumns columns(json, pairs, task);
        json.beginObject();
        writeSettings(json, comparison, facts);
        writePageSummary(json, comparison);
        writeUnpaired(json, comparison);
        writeNotes(json, pairs, facts.notes);
        columns.writeMetrics();
        json.key("pairs").beginObject().member("rows", pairs.rows());
        TRY_VOID(columns.write(kFirstColumns, true));
        json.endObject().endObject();
        json.finish();
        TRY_VOID(written);
        TRY_VOID(file.write(kReportBetweenData));
        json.beginObject().key("details").beginObject();
        for (const std::size_t row : worstPairs(pairs)) {
            json.key(fmt::to_string(row));
            writeDetails(json, pairs.row(row));
        }
        json.endObject();
        TRY_VOID(columns.writeGolden());
        TRY_VOID(columns.write(kLaterColumns, false));
        json.endObject();
        json.finish();
        TRY_VOID(written);
        TRY_VOID(file.write(kReportAfterData));
        return file.commit();
    }
};

} // namespace

void register_html_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<HtmlReport>());
}

} // namespace dumpscope::core
