// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/column_info.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "metrics/metric_registry.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct Definition {
    std::string_view key;
    const char* text;
};

// Meanings as in the command line's listing of columns.
constexpr Definition kDefinitions[] = {
    {"root", QT_TRANSLATE_NOOP("Columns", "Number of the opened dump, counted from 1.")},
    {"id", QT_TRANSLATE_NOOP("Columns", "Names the tensor within its dump; accepted by the command line.")},
    {"file", QT_TRANSLATE_NOOP("Columns", "Path of the file, relative to the dump.")},
    {"family", QT_TRANSLATE_NOOP("Columns", "Format that read the file.")},
    {"run",
        QT_TRANSLATE_NOOP("Columns",
            "Folder of the dump, where several lie below the opened one; of an offline dump, the folder "
            "named after the time.")},
    {"device_id", QT_TRANSLATE_NOOP("Columns", "Number of the device on which the tensor was dumped.")},
    {"rank", QT_TRANSLATE_NOOP("Columns", "Rank in the distributed job.")},
    {"model", QT_TRANSLATE_NOOP("Columns", "Name of the model or graph.")},
    {"model_id", QT_TRANSLATE_NOOP("Columns", "Number the device gave the model.")},
    {"graph_id", QT_TRANSLATE_NOOP("Columns", "Number of the graph in its program.")},
    {"step", QT_TRANSLATE_NOOP("Columns", "Step or iteration of the run.")},
    {"op_name", QT_TRANSLATE_NOOP("Columns", "Operator, as spelled in the network.")},
    {"op_type", QT_TRANSLATE_NOOP("Columns", "Kind of operator.")},
    {"scope", QT_TRANSLATE_NOOP("Columns", "Part of the network the operator belongs to.")},
    {"layer", QT_TRANSLATE_NOOP("Columns", "Numbered block of the network the operator belongs to.")},
    {"op_name_raw", QT_TRANSLATE_NOOP("Columns", "Operator, as spelled in the file's name.")},
    {"io", QT_TRANSLATE_NOOP("Columns", "What the tensor is to the operator: input, output, buffer…")},
    {"slot", QT_TRANSLATE_NOOP("Columns", "Number of the input or output.")},
    {"occurrence",
        QT_TRANSLATE_NOOP("Columns",
            "Which time the tensor was written within the step, as in loops: 0, 1, … in order of time.")},
    {"dtype", QT_TRANSLATE_NOOP("Columns", "Type of the elements.")},
    {"shape", QT_TRANSLATE_NOOP("Columns", "Shape as stored.")},
    {"original_shape",
        QT_TRANSLATE_NOOP("Columns", "Shape in the network, where the device stores another.")},
    {"format", QT_TRANSLATE_NOOP("Columns", "Layout as stored.")},
    {"original_format", QT_TRANSLATE_NOOP("Columns", "Layout in the network.")},
    {"elements", QT_TRANSLATE_NOOP("Columns", "Number of elements.")},
    {"bytes", QT_TRANSLATE_NOOP("Columns", "Stored bytes.")},
    {"task_id", QT_TRANSLATE_NOOP("Columns", "Task on the device.")},
    {"stream_id", QT_TRANSLATE_NOOP("Columns", "Stream on the device.")},
    {"timestamp", QT_TRANSLATE_NOOP("Columns", "When it was dumped, in microseconds.")},
    {"context_id", QT_TRANSLATE_NOOP("Columns", "Context of the task.")},
    {"thread_id", QT_TRANSLATE_NOOP("Columns", "Thread of the task.")},
    {"exec_index", QT_TRANSLATE_NOOP("Columns", "Position in the order of execution.")},
    {"state", QT_TRANSLATE_NOOP("Columns", "Whether the values can be read.")},
    {"problem", QT_TRANSLATE_NOOP("Columns", "What is wrong with it.")},
    {"address", QT_TRANSLATE_NOOP("Columns", "Where the tensor lay on the device.")},
    {"duration_us",
        QT_TRANSLATE_NOOP(
            "Columns", "How long the operator ran, in microseconds, as measured by a profiler.")},
    {"golden_duration_us",
        QT_TRANSLATE_NOOP(
            "Columns", "How long the golden's operator ran, in microseconds, as measured by a profiler.")},
    {"start_us",
        QT_TRANSLATE_NOOP("Columns", "When the operator started, in microseconds of the profiler's clock.")},
    {"block_dim",
        QT_TRANSLATE_NOOP("Columns", "Number of cores that the operator ran on, as recorded by a profiler.")},
    {"task_type",
        QT_TRANSLATE_NOOP("Columns", "Kind of core that the operator ran on, as recorded by a profiler.")},
    {"profiled_by",
        QT_TRANSLATE_NOOP("Columns", "How the profiler's line was found, and whether runs are added up.")},
    {"watched_op",
        QT_TRANSLATE_NOOP("Columns", "Operator whose output was dumped again after other operators.")},
    {"watched_after", QT_TRANSLATE_NOOP("Columns", "Operator that ran just before this dump of the output.")},
    {"watched",
        QT_TRANSLATE_NOOP("Columns", "Whether the watched output was written over after it was made.")},
    {"watched_dump",
        QT_TRANSLATE_NOOP(
            "Columns", "What this dump of a watched output holds, compared with the one before it.")},
    {"min", QT_TRANSLATE_NOOP("Columns", "Smallest finite element.")},
    {"max", QT_TRANSLATE_NOOP("Columns", "Largest finite element.")},
    {"mean", QT_TRANSLATE_NOOP("Columns", "Mean of the finite elements, in float64.")},
    {"std", QT_TRANSLATE_NOOP("Columns", "Standard deviation of the finite elements, divided by n.")},
    {"l2norm", QT_TRANSLATE_NOOP("Columns", "Square root of the sum of squares of the finite elements.")},
    {"abs_max", QT_TRANSLATE_NOOP("Columns", "Largest magnitude of a finite element.")},
    {"zero_count", QT_TRANSLATE_NOOP("Columns", "Elements that are zero, -0 among them.")},
    {"neg_count", QT_TRANSLATE_NOOP("Columns", "Finite elements below zero.")},
    {"pos_count", QT_TRANSLATE_NOOP("Columns", "Finite elements above zero.")},
    {"nan_count", QT_TRANSLATE_NOOP("Columns", "Elements that are not a number.")},
    {"pos_inf_count", QT_TRANSLATE_NOOP("Columns", "Elements that are +Inf.")},
    {"neg_inf_count", QT_TRANSLATE_NOOP("Columns", "Elements that are -Inf.")},
    {"subnormal_count", QT_TRANSLATE_NOOP("Columns", "Subnormal elements of the tensor's own type.")},
    {"min_index", QT_TRANSLATE_NOOP("Columns", "Flat index of the first smallest element.")},
    {"max_index", QT_TRANSLATE_NOOP("Columns", "Flat index of the first largest element.")},
    {"source", QT_TRANSLATE_NOOP("Columns", "Where statistics come from: computed here, or a file.")},
    {"line", QT_TRANSLATE_NOOP("Columns", "Line in the statistics file, counted from 1.")},
    {"index", QT_TRANSLATE_NOOP("Columns", "Number of the pair, counted from 0.")},
    {"verdict", QT_TRANSLATE_NOOP("Columns", "What the limits say: pass, warn, fail or not comparable.")},
    {"golden_op_name",
        QT_TRANSLATE_NOOP("Columns", "Operator of the golden, which may be called otherwise.")},
    {"golden_dtype", QT_TRANSLATE_NOOP("Columns", "Type of the golden's elements.")},
    {"precision",
        QT_TRANSLATE_NOOP("Columns", "The coarser of the two element types; limits are chosen by it.")},
    {"golden_shape", QT_TRANSLATE_NOOP("Columns", "Shape of the golden's tensor as stored.")},
    {"target_id", QT_TRANSLATE_NOOP("Columns", "Names the target's tensor; accepted by the command line.")},
    {"golden_id", QT_TRANSLATE_NOOP("Columns", "Names the golden's tensor; accepted by the command line.")},
    {"pair_origin", QT_TRANSLATE_NOOP("Columns", "By which rule the pair was found.")},
    {"pair_reason", QT_TRANSLATE_NOOP("Columns", "Why these two belong together.")},
    {"confidence", QT_TRANSLATE_NOOP("Columns", "How sure the pairing is, from 0 to 1.")},
    {"max_target",
        QT_TRANSLATE_NOOP("Columns",
            "Largest element of the target as recorded; empty where no file of statistics has it.")},
    {"min_target",
        QT_TRANSLATE_NOOP("Columns",
            "Smallest element of the target as recorded; empty where no file of statistics has it.")},
    {"mean_target",
        QT_TRANSLATE_NOOP(
            "Columns", "Mean of the target as recorded; empty where no file of statistics has it.")},
    {"l2norm_target",
        QT_TRANSLATE_NOOP(
            "Columns", "L2 norm of the target as recorded; empty where no file of statistics has it.")},
    {"max_golden",
        QT_TRANSLATE_NOOP("Columns",
            "Largest element of the golden as recorded; empty where no file of statistics has it.")},
    {"min_golden",
        QT_TRANSLATE_NOOP("Columns",
            "Smallest element of the golden as recorded; empty where no file of statistics has it.")},
    {"mean_golden",
        QT_TRANSLATE_NOOP(
            "Columns", "Mean of the golden as recorded; empty where no file of statistics has it.")},
    {"l2norm_golden",
        QT_TRANSLATE_NOOP(
            "Columns", "L2 norm of the golden as recorded; empty where no file of statistics has it.")},
    {"truth_target",
        QT_TRANSLATE_NOOP("Columns", "How far the target is from the truth, as a relative L2 error.")},
    {"truth_golden",
        QT_TRANSLATE_NOOP("Columns", "How far golden is from the truth, as a relative L2 error.")},
    {"truth_ratio",
        QT_TRANSLATE_NOOP(
            "Columns", "The target's error against the truth in units of golden's; above 2 it is farther.")},
    {"reason", QT_TRANSLATE_NOOP("Columns", "Why the verdict is what it is.")},
    {"side", QT_TRANSLATE_NOOP("Columns", "Which dump has the tensor.")},
    {"nearest", QT_TRANSLATE_NOOP("Columns", "Operators of the other side with the nearest names.")},
};

/// Formula and guard of a metric as the registry has them.
QString metricDefinition(std::string_view key)
{
    static const auto kMetrics = core::builtinMetrics();
    const auto metric = kMetrics->findMetric(key);
    if (!metric)
        return {};
    const core::MetricInfo& info = metric->info();
    QString text = coreWords(info.title) + QStringLiteral(": ") + coreWords(info.formula);
    if (!info.guard.empty())
        text += QLatin1Char('\n') + coreWords(info.guard);
    return text;
}

bool isOneOf(std::string_view key, std::initializer_list<std::string_view> keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

} // namespace

ColumnInfo columnInfo(const core::FilterTable::Column& column)
{
    ColumnInfo info;
    for (const Definition& definition : kDefinitions) {
        if (definition.key == column.name)
            info.definition = QCoreApplication::translate("Columns", definition.text);
    }
    const QString metric = info.definition.isEmpty() ? metricDefinition(column.name) : QString();
    if (!metric.isEmpty())
        info.definition = metric;
    info.isNumber = column.type == core::ColumnType::Integer || column.type == core::ColumnType::Real;
    info.isMono = info.isNumber || column.type == core::ColumnType::Dimensions
        || isOneOf(column.name, {"id", "file", "original_shape", "shape", "target_id", "golden_id"});
    info.isName = isOneOf(column.name, {"op_name", "golden_op_name", "op_name_raw", "scope", "tensor"});
    info.isStatistic = isOneOf(column.name,
        {"min", "max", "mean", "std", "l2norm", "abs_max", "zero_count", "neg_count", "pos_count",
            "nan_count", "pos_inf_count", "neg_inf_count", "subnormal_count", "min_index", "max_index"});
    const bool isCount = isOneOf(column.name, {"nan_target", "nan_golden", "inf_target", "inf_golden"});
    info.isRounded = (!metric.isEmpty() && !isCount)
        || isOneOf(column.name,
            {"mean", "std", "l2norm", "mean_target", "mean_golden", "l2norm_target", "l2norm_golden"});
    if (isOneOf(column.name, {"nan_count", "nan_target", "nan_golden"}))
        info.counts = NonFinite::Nan;
    else if (isOneOf(column.name, {"pos_inf_count", "inf_target", "inf_golden"}))
        info.counts = NonFinite::PosInf;
    else if (column.name == "neg_inf_count")
        info.counts = NonFinite::NegInf;
    return info;
}

} // namespace dumpscope::gui
