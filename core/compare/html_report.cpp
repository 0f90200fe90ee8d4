// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/library_versions.h"
#include "compare/report.h"
#include "html_report_page.h" // made of resources/report
#include "io/atomic_file.h"
#include "query/row_writer.h"

#include <fmt/format.h>

#include <algorithm>

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
    if (!result.blocks.empty()) {
        json.key("blocks").beginArray();
        for (const ErrorBlock& block : result.blocks)
            json.value(block.maxAbsolute);
        json.endArray();
    }
    if (const auto& histogram = result.histogram) {
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
    for (const WorstElement& element : result.worst) {
        json.beginArray()
            .value(element.index)
            .value(element.target)
            .value(element.golden)
            .value(element.absError)
            .value(element.relError)
            .endArray();
    }
    json.endArray();
}

void writeRow(JsonWriter& json, const PairTable& pairs, std::size_t row, bool detailed)
{
    const PairResult& result = pairs.row(row);
    json.beginObject();
    std::vector<int> columns;
    for (const std::string_view name : {"index", "verdict", "rank", "step", "op_type", "op_name", "io",
             "slot", "target_id", "golden_id", "pair_reason", "reason"})
        columns.push_back(pairs.columnByName(name));
    writeRowMembers(json, pairs, row, columns);
    json.key("metrics").beginArray();
    for (const MetricValue& value : result.values)
        json.value(value.value);
    json.endArray();
    if (detailed)
        writeDetails(json, result);
    json.endObject();
}

void writePageSummary(JsonWriter& json, const Comparison& comparison)
{
    json.key("summary").beginObject();
    writeCounts(json, comparison.summary);
    json.endObject().member("partial", comparison.partial).key("first");
    writeFirstDivergence(json, comparison.firstDivergence);
    writeConclusion(json, comparison.conclusion);
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
    json.key("metrics").beginArray();
    for (const auto& metric : pairs.metrics().metrics())
        json.value(metric->info().id);
    json.endArray().key("help").beginObject();
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

/// One page that opens offline, in English or Chinese.
class HtmlReport : public ComparisonReport {
public:
    std::string_view option() const override { return "report"; }
    Message title() const override { return phrase("HTML page"); }
    Message help() const override { return phrase("Write a self-contained HTML report to this file"); }
    bool needsElements() const override { return true; }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext& task) const override
    {
        const PairTable& pairs = *comparison.pairs;
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        TRY_VOID(file.write(kReportBeforeData));
        Result<void> written;
        JsonWriter json([&](std::string_view text) {
            if (written)
                written = file.write(withoutTags(text));
        });
        const std::vector<std::size_t> worst = worstPairs(pairs);
        std::vector<bool> detailed(pairs.rows(), false);
        for (const std::size_t row : worst)
            detailed[row] = true;
        json.beginObject();
        writeSettings(json, comparison, facts);
        writePageSummary(json, comparison);
        writeUnpaired(json, comparison);
        json.key("worst").beginArray();
        for (const std::size_t row : worst)
            json.value(row);
        json.endArray().key("pairs").beginArray();
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            if (row % 1024 == 0)
                TRY_VOID(task.checkStop());
            writeRow(json, pairs, row, detailed[row]);
        }
        json.endArray().endObject();
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
