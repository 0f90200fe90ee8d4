// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/html_text.h"
#include "base/text.h"
#include "io/atomic_file.h"
#include "trend/trend_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr std::size_t kListedFindings = 2000;
constexpr std::size_t kDrawnRanks = 64;

constexpr std::string_view kStyle = R"(<style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em}
h1{font-size:1.3em}.first{font-size:1.1em;padding:.8em 1em;border-left:4px solid #c33;background:#c3330f14}.clean{border-color:#393}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25em .6em;border-bottom:1px solid #8884;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}svg{width:100%;height:auto}text{font-size:11px;fill:currentColor}
</style>
)";

std::string numberOf(const TrendCube::Number& number)
{
    return number ? std::to_string(*number) : std::string();
}

/// The magnitudes of a row over the steps, a line a rank, logarithmic; what is not finite is a mark at the
/// top.
class TrendCurve {
public:
    TrendCurve(const TrendRun& data, const TrendColumn& figure, const TrendCell& at)
        : m_cube(data.cube())
        , m_figure(figure)
        , m_at(at)
    {
        const TrendCube::Range cells = m_cube.cellsOf(at.row);
        for (std::size_t cell = cells.begin; cell < cells.end; ++cell) {
            const auto value = figure.at(cell);
            if (!value || !std::isfinite(*value) || *value <= 0)
                continue;
            m_lowest = std::min(m_lowest, std::log10(*value));
            m_highest = std::max(m_highest, std::log10(*value));
        }
        if (m_highest - m_lowest < kLeastDecades) {
            m_lowest -= kLeastDecades / 2;
            m_highest += kLeastDecades / 2;
        }
    }

    [[nodiscard]] std::string svg() const
    {
        std::string out = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\">\n", kWidth, kHeight);
        const double x = xOf(m_at.step);
        out += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#c33\" "
                           "stroke-dasharray=\"4 3\"/>\n",
            x, kTop, kHeight - kBottom);
        for (std::uint32_t rank = 0; rank < std::min(m_cube.ranks().size(), kDrawnRanks); ++rank)
            line(out, rank);
        out += fmt::format("<text x=\"2\" y=\"{}\">{}</text><text x=\"2\" y=\"{}\">{}</text>\n", kTop + 4,
            streamText(std::pow(10, m_highest), 3), kHeight - kBottom, streamText(std::pow(10, m_lowest), 3));
        out += fmt::format(
            "<text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", kLeft,
            kHeight - 4, numberOf(m_cube.steps().front()), kWidth - 4, kHeight - 4,
            numberOf(m_cube.steps().back()));
        return out + "</svg>\n";
    }

private:
    static constexpr double kWidth = 900, kHeight = 260, kLeft = 60, kTop = 20, kBottom = 24,
                            kLeastDecades = 0.2;

    [[nodiscard]] double xOf(std::uint32_t step) const
    {
        const double last = static_cast<double>(std::max<std::size_t>(m_cube.steps().size(), 2) - 1);
        return kLeft + (kWidth - kLeft - 8) * step / last;
    }
    [[nodiscard]] double yOf(double log) const
    {
        return kHeight - kBottom - (kHeight - kBottom - kTop) * (log - m_lowest) / (m_highest - m_lowest);
    }

    void line(std::string& out, std::uint32_t rank) const
    {
        const TrendCube::Range range = m_cube.series(m_at.row, rank);
        const bool isAt = rank == m_at.rank;
        std::string points, marks;
        for (std::size_t cell = range.begin; cell < range.end; ++cell) {
            const auto value = m_figure.at(cell);
            const double x = xOf(m_cube.cells()[cell].step);
            if (value && std::isfinite(*value) && *value > 0)
                points += fmt::format("{:.1f},{:.1f} ", x, yOf(std::log10(*value)));
            else if (value && !std::isfinite(*value))
                marks += fmt::format(
                    "<text x=\"{:.1f}\" y=\"12\" text-anchor=\"middle\" fill=\"#c33\">{}</text>", x,
                    std::isnan(*value) ? "NaN" : "Inf");
        }
        out += fmt::format(
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" points=\"{}\"><title>rank "
            "{}</title></polyline>{}\n",
            isAt ? "#c33" : "#58a", isAt ? 2 : 1, points, numberOf(m_cube.ranks()[rank]), isAt ? marks : "");
    }

    const TrendCube& m_cube;
    const TrendColumn& m_figure;
    const TrendCell& m_at;
    double m_lowest = HUGE_VAL, m_highest = -HUGE_VAL;
};

std::string findingRow(const TrendRun& data, const TrendFinding& finding)
{
    const TrendCube& cube = data.cube();
    const TrendCell& cell = cube.cells()[finding.cell];
    std::string ranks;
    for (const std::uint32_t rank : finding.ranks)
        ranks += (ranks.empty() ? "" : " or ") + numberOf(cube.ranks()[rank]);
    if (ranks.empty())
        ranks = numberOf(cube.ranks()[cell.rank]);
    return fmt::format(
        "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{}</td><td "
        "class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
        numberOf(cube.steps()[cell.step]), ranks, htmlText(cube.rows()[cell.row].text()), finding.rule,
        htmlText(finding.sentence.text()), finding.count,
        numberOf(cube.steps()[cube.cells()[finding.last].step]));
}

} // namespace

Result<void> writeTrendPage(const std::string& path, const TrendRun& data, const TrendRuleSet& rules,
    const TrendResult& result, TaskContext& task)
{
    TRY_ASSIGN(const auto figure, data.figures().magnitude(task));
    TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
    TRY_VOID(file.write(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Trends</title>\n"));
    TRY_VOID(file.write(kStyle));
    TRY_VOID(file.write(fmt::format("</head><body>\n<h1>Trends of {}</h1>\n<p class=\"first{}\">{}</p>\n",
        htmlText(data.index().root()), result.first() ? "" : " clean",
        htmlText(trendSentence(data, result).text()))));
    if (const TrendFinding* const first = result.first()) {
        const TrendCell& cell = data.cube().cells()[first->cell];
        TRY_VOID(file.write(
            fmt::format("<h2>{}</h2>\n<p>Magnitude (L2 norm, else largest element) over the steps, "
                        "a line a rank; red: where it is found.</p>\n{}",
                htmlText(data.cube().rows()[cell.row].text()), TrendCurve(data, *figure, cell).svg())));
    }
    TRY_VOID(file.write(fmt::format("<h2>Findings ({})</h2>\n<table><tr><th class=\"n\">step</th><th "
                                    "class=\"n\">rank</th><th>tensor</th><th>rule</th><th>what</th><th "
                                    "class=\"n\">steps</th><th class=\"n\">last step</th></tr>\n",
        result.findings.size())));
    for (std::size_t i = 0; i < std::min(kListedFindings, result.findings.size()); ++i) {
        TRY_VOID(task.checkStop());
        TRY_VOID(file.write(findingRow(data, result.findings[i])));
    }
    TRY_VOID(file.write("</table>\n"));
    if (result.findings.size() > kListedFindings)
        TRY_VOID(file.write(
            fmt::format("<p>{} more are not listed.</p>\n", result.findings.size() - kListedFindings)));
    TRY_VOID(file.write(fmt::format("<h2>Rules: {}</h2>\n<ul>\n", htmlText(rules.name))));
    for (const TrendRuleSetting& setting : rules.rules) {
        const TrendRule* const rule = builtinTrendRules()->byId(setting.rule);
        const auto unable = std::ranges::find(result.unable, setting.rule, &TrendResult::Unable::rule);
        TRY_VOID(file.write(
            fmt::format("<li><b>{}</b>: {}{}</li>\n", rule->info().id, htmlText(rule->info().meaning.words()),
                unable == result.unable.end()
                    ? std::string()
                    : " <i>Not applied: " + htmlText(unable->reason.text()) + ".</i>")));
    }
    TRY_VOID(file.write("</ul>\n</body></html>\n"));
    return file.commit();
}

} // namespace dumpscope::core
