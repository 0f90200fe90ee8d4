// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msprobe_verdict.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

using Level = MsprobeLevel;
using Rows = std::vector<MsprobeResultRow*>;

// Columns among the metrics of a row.
constexpr std::size_t kCosine = 0, kShareBelowThousandth = 4, kNormRelative = 7;

void hit(MsprobeResultRow& row, Level level, std::string_view message)
{
    row.level = std::max(row.level, level);
    row.messages.push_back((level == Level::Error ? "error: " : "warning: ") + std::string(message));
}

bool isNonFinite(const StatisticCell& cell)
{
    if (const auto* value = std::get_if<double>(&cell))
        return !std::isfinite(*value);
    const auto* text = std::get_if<std::string>(&cell);
    return text != nullptr
        && (equalsIgnoreCase(*text, "nan") || equalsIgnoreCase(*text, "inf")
            || equalsIgnoreCase(*text, "-inf"));
}

bool areEqual(const StatisticCell& a, const StatisticCell& b)
{
    const auto x = statisticNumber(a), y = statisticNumber(b);
    return x && y ? *x == *y : !x && !y && statisticText(a) == statisticText(b);
}

/// A percent as a fraction; infinite words count here, other texts are 0.
double percent(const MetricValue& cell)
{
    std::string_view text = cell.text;
    if (text.ends_with('%'))
        text.remove_suffix(1);
    constexpr double kHundred = 100;
    return parseDouble(text).value_or(0) / kHundred;
}

/// Worst of a column: texts without `%` are passed over.
double extreme(const Rows& rows, std::size_t column, bool isMin)
{
    double worst = isMin ? 1 : 0;
    for (const MsprobeResultRow* row : rows) {
        const MetricValue& cell = row->metrics[column];
        double value = 0;
        if (cell.text.ends_with('%'))
            value = percent(cell);
        else if (cell.value && parseDouble(cell.text) && column != kNormRelative)
            value = *cell.value;
        else
            continue;
        worst = isMin ? std::min(worst, value) : std::max(worst, value);
    }
    return worst;
}

struct Entry {
    Rows inputs, outputs, judged; ///< judged: rows for the rules of single rows
    bool knowsInputs = true;      ///< rules that set outputs against inputs apply
};

void judgeNonFinite(const Entry& entry)
{
    for (MsprobeResultRow* row : entry.judged) {
        if (isNonFinite(row->goldenSummary[0]) || isNonFinite(row->goldenSummary[1]))
            continue;
        if (isNonFinite(row->targetSummary[0]) || isNonFinite(row->targetSummary[1]))
            hit(*row, Level::Error, "There is nan/inf/-inf in the maximum or minimum value of NPU.");
    }
}

void judgeRatio(const Entry& entry)
{
    constexpr double kInput = 0.9, kOutput = 0.1;
    if (entry.knowsInputs && !entry.outputs.empty()
        && extreme(entry.inputs, kShareBelowThousandth, true) > kInput
        && extreme(entry.outputs, kShareBelowThousandth, true) < kOutput)
        hit(*entry.outputs.front(), Level::Error,
            "The input/parameters of One Thousandth Err Ratio > 0.9 while the output < 0.6.");
}

void judgeNorm(const Entry& entry)
{
    constexpr double kInput = 0.1, kOutput = 0.5;
    if (!entry.knowsInputs || extreme(entry.inputs, kNormRelative, false) >= kInput)
        return;
    for (MsprobeResultRow* row : entry.outputs) {
        if (std::fabs(percent(row->metrics[kNormRelative])) > kOutput)
            hit(*row, Level::Error, "The NormRelativeErr of output is greater than 0.5.");
    }
}

void judgeGrads(const Entry& entry)
{
    for (MsprobeResultRow* row : entry.judged) {
        if (row->golden != nullptr && row->targetGrad() != row->goldenGrad())
            hit(*row, Level::Error, "The Required_Grad of NPU and Bench are inconsistent");
    }
}

void judgeScalars(const Entry& entry)
{
    const auto isClass = [](const std::string& dtype) { return dtype.find("class") != std::string::npos; };
    for (MsprobeResultRow* row : entry.inputs) {
        if (entry.knowsInputs && row->golden != nullptr && isClass(row->target->dtype)
            && isClass(row->golden->dtype) && row->target->shape == "[]"
            && !areEqual(row->targetSummary[0], row->goldenSummary[0]))
            hit(*row, Level::Error, "The scalar parameters of NPU and Bench are inconsistent.");
    }
}

void judgeTypes(const Entry& entry)
{
    for (MsprobeResultRow* row : entry.judged) {
        if (row->golden == nullptr || row->target->dtype == row->golden->dtype)
            continue;
        // Fused projections are cast on one side only.
        const std::string& name = row->golden->name;
        if (name.find("qkv") == std::string::npos && name.find("gate_up") == std::string::npos)
            hit(*row, Level::Error, "The dtype of NPU and Bench are inconsistent.");
    }
}

void judgeShapes(const Entry& entry)
{
    for (MsprobeResultRow* row : entry.judged) {
        if (row->golden != nullptr && row->target->shape != row->golden->shape)
            hit(*row, Level::Error, "The shape of NPU and Bench are inconsistent.");
    }
}

void judgeCosine(const Entry& entry)
{
    constexpr double kInput = 0.9, kDrop = 0.1;
    const double input = extreme(entry.inputs, kCosine, true);
    if (entry.knowsInputs && !entry.outputs.empty() && input > kInput
        && input - extreme(entry.outputs, kCosine, true) > kDrop)
        hit(*entry.outputs.front(), Level::Warning,
            "The input/parameters of Cosine > 0.9, and input/parameters - output > 0.1");
}

void judgeGrowth(const Entry& entry)
{
    constexpr double kTimes = 10, kAbsolute = 0.1;
    if (!entry.knowsInputs || entry.outputs.empty())
        return;
    const double input = extreme(entry.inputs, kNormRelative, false);
    const double output = extreme(entry.outputs, kNormRelative, false);
    if (input == 0 ? output > kAbsolute : output / input > kTimes)
        hit(*entry.outputs.front(), Level::Warning,
            "The norm relative error of output is 10 times that of input.");
}

void judgeChecksums(const Entry& entry)
{
    const auto isAbsent = [](const std::string& md5) { return md5 == "N/A" || md5 == "Nan"; };
    for (MsprobeResultRow* row : entry.judged) {
        const std::string target = row->targetMd5(), golden = row->goldenMd5();
        if (target == golden)
            continue;
        if (isAbsent(target) || isAbsent(golden))
            hit(*row, Level::Warning, "The parameter of NPU does not match the bench.");
        else
            hit(*row, Level::Error, "The CRC-32 value of NPU differs from that of the bench.");
    }
}

/// Second part of the name of the entry's first input.
std::string_view apiName(const Rows& inputs)
{
    if (inputs.empty())
        return {};
    const std::string_view name = inputs.front()->target->name;
    const auto first = name.find('.');
    if (first == std::string_view::npos)
        return {};
    return name.substr(first + 1, name.find('.', first + 1) - first - 1);
}

} // namespace

void judgeMsprobeRows(std::span<MsprobeResultRow> rows, MsprobeMode mode)
{
    constexpr std::array<std::string_view, 9> kIgnored {"empty", "empty_like", "numpy", "to", "__setitem__",
        "empty_with_format", "new_empty_strided", "new_empty", "empty_strided"};
    constexpr std::array<std::string_view, 4> kWithoutInputs {
        "_reduce_scatter_base", "_all_gather_base", "all_to_all_single", "batch_isend_irecv"};
    Entry entry;
    for (MsprobeResultRow& row : rows) {
        const bool isOutput = row.target->name.find(".output.") != std::string::npos;
        (isOutput ? entry.outputs : entry.inputs).push_back(&row);
    }
    const std::string_view api = apiName(entry.inputs);
    if (std::ranges::find(kIgnored, api) != kIgnored.end())
        return;
    entry.knowsInputs = std::ranges::find(kWithoutInputs, api) == kWithoutInputs.end();
    if (entry.knowsInputs)
        entry.judged = entry.inputs;
    entry.judged.insert(entry.judged.end(), entry.outputs.begin(), entry.outputs.end());

    // The messages stand in this order.
    if (mode == MsprobeMode::Checksum) {
        judgeChecksums(entry);
        return;
    }
    const bool isTensor = mode == MsprobeMode::Tensor;
    judgeNonFinite(entry);
    (isTensor ? judgeRatio : judgeNorm)(entry);
    judgeGrads(entry);
    judgeScalars(entry);
    judgeTypes(entry);
    judgeShapes(entry);
    (isTensor ? judgeCosine : judgeGrowth)(entry);
}

} // namespace dumpscope::core
