// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msprobe_result.h"

#include "base/parallel.h"
#include "base/python_text.h"
#include "base/text.h"
#include "compare/measuring/reconcile.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"
#include "metrics/metric_registry.h"
#include "model/tensor_store.h"
#include "official/msprobe_statistics.h"
#include "official/python_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr std::string_view kTensorMetrics = "cosine_similarity,euclidean_distance,max_absolute_error,"
                                            "max_relative_error,one_thousandth_err_ratio,"
                                            "five_thousandths_err_ratio";

Form<0> modeWords(MsprobeMode mode)
{
    switch (mode) {
    case MsprobeMode::Tensor:
        return Form<0>("tensors");
    case MsprobeMode::Statistics:
        return Form<0>("statistics");
    case MsprobeMode::Checksum:
        break;
    }
    return Form<0>("checksums");
}

MsprobeMode modeOf(const MsprobeDocument& document)
{
    if (document.task == "tensor")
        return MsprobeMode::Tensor;
    return document.hasChecksums ? MsprobeMode::Checksum : MsprobeMode::Statistics;
}

/// Files called dump.json, else debug.json, that hold tensors of the side.
std::vector<FileId> dumpFiles(const ComparisonSide& side)
{
    const DumpIndex& index = *side.index;
    const auto& tables = index.statisticTables();
    std::vector<bool> isWanted(tables.size(), !side.only);
    if (side.only) {
        for (const TensorId id : *side.only) {
            if (index.tensor(id).statisticRow != TensorRow::kNone)
                isWanted[index.tensor(id).statisticTable] = true;
        }
    }
    for (const std::string_view name : {"dump.json", "debug.json", ""}) {
        std::vector<FileId> files;
        for (std::size_t i = 0; i < tables.size(); ++i) {
            const FileId file = index.statisticFile(i);
            const Reader* reader = index.readerOf(file);
            if (isWanted[i] && reader != nullptr && reader->info().id == "msprobe"
                && (name.empty() || index.text(index.file(file).name) == name))
                files.push_back(file);
        }
        const auto placeOf = [&index](FileId file) {
            const FolderFacts& facts = index.folder(index.file(file).folder).facts;
            return std::tuple(facts.step, facts.rank);
        };
        std::ranges::stable_sort(files, {}, placeOf);
        if (!files.empty())
            return files;
    }
    return {};
}

std::string besides(const DumpIndex& index, FileId file, std::string_view name)
{
    const std::string path = index.filePath(file);
    return path.substr(0, path.rfind('/') + 1) + std::string(name);
}

/// A file beside the dump, or nothing if it is not there or is damaged.
template<typename Parse>
auto readBeside(const DumpIndex& index, FileId file, std::string_view name, Parse parse)
{
    std::optional<typename decltype(parse(std::string_view()))::value_type> content;
    if (const auto bytes = index.tree().open(besides(index, file, name), 0)->map()) {
        if (auto parsed = parse(asText(bytes->span())); parsed && bytes->check())
            content = std::move(*parsed);
    }
    return content;
}

Result<std::unique_ptr<MsprobeDocument>> readDocument(const DumpIndex& index, FileId file, TaskContext& task)
{
    const std::string path = index.filePath(file);
    TRY_ASSIGN(const Bytes bytes, index.tree().open(path, index.file(file).size)->map());
    const bool isDebug = index.text(index.file(file).name) == "debug.json";
    auto document = MsprobeDocument::parse(asText(bytes.span()), isDebug, task);
    TRY_VOID(bytes.check());
    if (!document) {
        Error error = document.error();
        error.place.file = path;
        return fail(std::move(error));
    }
    document->stacks = readBeside(index, file, "stack.json", parseMsprobeStackTexts);
    document->parents = readBeside(index, file, "construct.json", parseMsprobeParents);
    return std::make_unique<MsprobeDocument>(std::move(*document));
}

/// Tensors by the name of their file as dump.json has it.
std::map<std::string, TensorId, std::less<>> filesOf(const DumpIndex& index, FileId document)
{
    std::map<std::string, TensorId, std::less<>> files;
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const TensorId id {i};
        const TensorRow& row = index.tensor(id);
        if (row.statisticRow == TensorRow::kNone || index.statisticFile(row.statisticTable) != document
            || row.state == TensorState::StatisticsOnly)
            continue;
        const StatisticTable& table = *index.statisticTables()[row.statisticTable];
        if (!table.dataName.empty())
            files.emplace(table.strings.text(table.dataName[row.statisticRow]), id);
    }
    return files;
}

/// Types that meet (docs/formats/comparison.md 2.2).
bool doTypesFit(std::string target, std::string golden, bool isCrossing)
{
    const auto family = [](std::string& dtype) {
        std::string name = dtype;
        if (name.starts_with("torch."))
            name = name.substr(std::string_view("torch.").size());
        else if (!name.empty() && (name.front() < 'A' || name.front() > 'Z'))
            return; // no type of a tensor
        std::ranges::transform(
            name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
        for (const std::string_view word :
            {"uint", "int", "bfloat16", "float16", "float32", "float64", "bool", "complex"}) {
            if (name.starts_with(word)) {
                dtype = word == "uint"                ? "int"
                    : word.find("float") != word.npos ? "float"
                                                      : std::string(word);
                return;
            }
        }
    };
    if (isCrossing) {
        family(target);
        family(golden);
    }
    const auto isShort = [](const std::string& dtype, std::string_view prefix, bool isLower) {
        if (!dtype.starts_with(prefix))
            return false;
        const std::string_view name = std::string_view(dtype).substr(prefix.size());
        return isLower ? name == "float16" || name == "float32" || name == "bfloat16"
                       : name == "Float16" || name == "Float32" || name == "BFloat16";
    };
    return target == golden || (isShort(target, "", false) && isShort(golden, "", false))
        || (isShort(target, "torch.", true) && isShort(golden, "torch.", true));
}

bool isNumber(const StatisticCell& cell)
{
    return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell);
}

OfficialCell cellOf(const StatisticCell& cell)
{
    if (const auto* truth = std::get_if<bool>(&cell))
        return {*truth ? "True" : "False", std::nullopt, true};
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return {std::to_string(*integer), static_cast<double>(*integer)};
    if (const auto* value = std::get_if<double>(&cell))
        return {pythonRepr(*value), *value};
    return {statisticText(cell)};
}

/// A metric that is a number in the table, unlike `Nan`, `0` and `5.5%`.
OfficialCell cellOf(const MetricValue& value, bool isPercent)
{
    const bool isWord = isPercent || !value.value || value.text == "0" || value.text == "Nan"
        || value.text.ends_with("inf");
    return isWord ? OfficialCell {value.text} : OfficialCell {value.text, value.value};
}

/// A text that is a number counts as one: `Nan`, what was recorded as text.
StatisticCell comparable(const StatisticCell& cell)
{
    const auto* text = std::get_if<std::string>(&cell);
    const auto number = text != nullptr ? parseDouble(*text) : std::nullopt;
    return number ? StatisticCell(*number) : cell;
}

} // namespace

Result<std::vector<MsprobeDumpPair>> msprobeDumpPairs(
    const ComparisonSide& target, const ComparisonSide& golden)
{
    const std::vector<FileId> targets = dumpFiles(target), goldens = dumpFiles(golden);
    if (targets.empty() || goldens.empty())
        return fail(Code::Unsupported,
            targets.empty()
                ? phrase("the target holds no dump.json of msprobe; its result is made of one on both sides")
                : phrase("the golden holds no dump.json of msprobe; its result is made of one on both sides"),
            {.file = (targets.empty() ? target : golden).index->root()});
    if (targets.size() != goldens.size())
        return fail(Code::Unsupported,
            phrase("msprobe compares equal numbers of ranks and steps only; the target has %1 and the golden "
                   "%2: choose with --step and --rank",
                targets.size(), goldens.size()));
    std::vector<MsprobeDumpPair> pairs;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const FolderFacts& facts = target.index->folder(target.index->file(targets[i]).folder).facts;
        std::string place = facts.step ? fmt::format("step{}", *facts.step) : std::string();
        if (facts.rank)
            place += fmt::format("{}rank{}", place.empty() ? "" : "_", *facts.rank);
        pairs.push_back({targets[i], goldens[i], place.empty() ? std::to_string(i) : place});
    }
    return pairs;
}

Result<std::vector<MsprobeMapping>> msprobeMappings(const std::vector<std::string>& ruleFiles)
{
    std::vector<MsprobeMapping> mappings;
    for (const std::string& path : ruleFiles) {
        if (!path.ends_with(".yaml") && !path.ends_with(".yml"))
            continue;
        TRY_ASSIGN(const Bytes bytes, mapFile(path, path));
        TRY_ASSIGN(MsprobeMapping mapping, MsprobeMapping::parse(std::string(asText(bytes.span())), path));
        TRY_VOID(bytes.check());
        mappings.push_back(std::move(mapping));
    }
    return mappings;
}

Result<MsprobeResult> MsprobeResult::make(const ComparisonSide& target, const ComparisonSide& golden,
    const MsprobeDumpPair& files, std::span<const MsprobeMapping> mappings, PandasVersion pandas,
    TaskContext& task)
{
    MsprobeResult result;
    result.m_pandas = pandas;
    result.m_targetSide = target;
    result.m_goldenSide = golden;
    TRY_ASSIGN(result.m_target, readDocument(*target.index, files.target, task));
    TRY_ASSIGN(result.m_golden, readDocument(*golden.index, files.golden, task));
    result.m_mode = modeOf(*result.m_target);
    if (result.m_mode != modeOf(*result.m_golden))
        return fail(Code::Unsupported,
            phrase("msprobe compares like with like: the target recorded %1, the golden %2",
                modeWords(result.m_mode), modeWords(modeOf(*result.m_golden))),
            {.file = target.index->filePath(files.target)});
    result.m_targetFiles = filesOf(*target.index, files.target);
    result.m_goldenFiles = filesOf(*golden.index, files.golden);
    result.match(mappings);
    return result;
}

void MsprobeResult::match(std::span<const MsprobeMapping> mappings)
{
    const MsprobeKeys keys = msprobeKeys(*m_target, *m_golden, mappings);
    const bool isCrossing = m_target->framework != m_golden->framework;
    std::unordered_map<std::string_view, std::vector<const MsprobeLine*>> goldens;
    for (std::size_t i = 0; i < m_golden->lines.size(); ++i)
        goldens[keys.golden[i]].push_back(&m_golden->lines[i]);
    for (std::size_t i = 0; i < m_target->lines.size(); ++i) {
        const MsprobeLine& line = m_target->lines[i];
        const auto found = goldens.find(keys.target[i]);
        if (found == goldens.end()) {
            m_matches.push_back({&line, nullptr});
            continue;
        }
        for (const MsprobeLine* golden : found->second) {
            const bool fits = keys.isByTensor || doTypesFit(line.dtype, golden->dtype, isCrossing);
            m_matches.push_back({&line, fits ? golden : nullptr});
        }
    }
    const StatisticCell absent = std::string("N/A");
    for (const Match& pair : m_matches) {
        auto& [target, golden] = m_summaries.emplace_back();
        target = pair.target->summary;
        golden
            = pair.golden != nullptr ? pair.golden->summary : StatisticRow {absent, absent, absent, absent};
    }
    unifyNumbers(false);
    unifyNumbers(true);
}

/// A column of numbers with a float in it is one of floats; so are four columns of numbers (pandas). NaN is a
/// text.
void MsprobeResult::unifyNumbers(bool isGolden)
{
    std::array<bool, kDumpedStatistics> isNumeric {}, hasFloat {};
    isNumeric.fill(true);
    for (auto& pair : m_summaries) {
        for (std::size_t i = 0; i < kDumpedStatistics; ++i) {
            StatisticCell& cell = pair[isGolden ? 1 : 0][i];
            if (std::holds_alternative<double>(cell) && std::isnan(std::get<double>(cell)))
                cell = std::string("Nan");
            isNumeric[i] = isNumeric[i] && isNumber(cell);
            hasFloat[i] = hasFloat[i] || std::holds_alternative<double>(cell);
        }
    }
    const auto isSet = [](bool value) { return value; };
    const bool isAll = std::ranges::all_of(isNumeric, isSet) && std::ranges::any_of(hasFloat, isSet);
    for (auto& pair : m_summaries) {
        for (std::size_t i = 0; i < kDumpedStatistics; ++i) {
            StatisticCell& cell = pair[isGolden ? 1 : 0][i];
            const auto* integer = std::get_if<std::int64_t>(&cell);
            if (integer != nullptr && (isAll || (isNumeric[i] && hasFloat[i])))
                cell = static_cast<double>(*integer);
        }
    }
}

std::vector<std::string_view> MsprobeResult::header() const
{
    std::vector<std::string_view> header {"NPU Name", "Bench Name", "NPU Dtype", "Bench Dtype",
        "NPU Tensor Shape", "Bench Tensor Shape", "NPU Requires_grad", "Bench Requires_grad"};
    const auto append = [&header](std::initializer_list<std::string_view> columns) {
        header.insert(header.end(), columns);
    };
    if (m_mode == MsprobeMode::Tensor)
        append({"Cosine", "EucDist", "MaxAbsErr", "MaxRelativeErr", "One Thousandth Err Ratio",
            "Five Thousandths Err Ratio"});
    if (m_mode == MsprobeMode::Statistics)
        append({"Max diff", "Min diff", "Mean diff", "L2norm diff", "MaxRelativeErr", "MinRelativeErr",
            "MeanRelativeErr", "NormRelativeErr"});
    if (m_mode == MsprobeMode::Checksum)
        append({"NPU MD5", "BENCH MD5"});
    else
        append({"NPU max", "NPU min", "NPU mean", "NPU l2norm", "Bench max", "Bench min", "Bench mean",
            "Bench l2norm"});
    append({"Requires_grad Consistent", "Result", "Err_message"});
    if (m_target->stacks)
        append({"NPU_Stack_Info"});
    if (m_mode == MsprobeMode::Tensor)
        append({"Data_name"});
    return header;
}

Result<std::vector<MetricValue>> MsprobeResult::elements(
    const Match& pair, const MeasureOptions& options, TaskContext& task) const
{
    const std::vector<MetricValue> none(
        options.metrics->size(), MetricValue {std::nullopt, PairState::Unsupported, "unsupported"});
    if (pair.golden == nullptr)
        return none;
    const auto target = m_targetFiles.find(pair.target->dataName);
    const auto golden = m_goldenFiles.find(pair.golden->dataName);
    if (target == m_targetFiles.end() || golden == m_goldenFiles.end())
        return none;
    const auto a = TensorStore(m_targetSide.index).open(target->second, task);
    const auto b = TensorStore(m_goldenSide.index).open(golden->second, task);
    for (const auto* view : {&a, &b}) {
        if (!*view && (view->error().code == Code::Cancelled || view->error().code == Code::OutOfMemory))
            return fail(view->error());
    }
    if (!a || !b)
        return none;
    TRY_ASSIGN(Measurement measurement, measureTensors(*a, *b, options, task));
    return std::move(measurement.values);
}

Result<MsprobeResultRow> MsprobeResult::measured(
    std::size_t number, const MeasureOptions& options, TaskContext& task) const
{
    const Match& pair = m_matches[number];
    MsprobeResultRow row;
    row.target = pair.target;
    row.golden = pair.golden;
    row.targetSummary = m_summaries[number][0];
    row.goldenSummary = m_summaries[number][1];
    if (m_mode == MsprobeMode::Tensor) {
        TRY_ASSIGN(row.metrics, elements(pair, options, task));
    } else if (m_mode == MsprobeMode::Statistics) {
        row.metrics.resize(2 * kDumpedStatistics);
        for (std::size_t i = 0; i < kDumpedStatistics; ++i) {
            StatisticDifference found = msprobeStatistic(
                comparable(row.targetSummary[i]), comparable(row.goldenSummary[i]), m_pandas);
            row.metrics[i] = std::move(found.difference);
            row.metrics[kDumpedStatistics + i] = std::move(found.relative);
        }
    }
    return row;
}

std::vector<OfficialCell> MsprobeResult::cells(const MsprobeResultRow& row, bool isFirst) const
{
    const MsprobeLine& target = *row.target;
    const auto golden = [&](const std::string MsprobeLine::*text) {
        return row.golden != nullptr ? row.golden->*text : std::string("N/A");
    };
    // Of a null argument.
    const auto known = [&](std::string text) {
        return m_pandas == PandasVersion::Three && text == "None" ? std::string("N/A") : text;
    };
    std::vector<OfficialCell> cells {{target.name}, {golden(&MsprobeLine::name)}, {known(target.dtype)},
        {known(golden(&MsprobeLine::dtype))}, {known(target.shape)}, {known(golden(&MsprobeLine::shape))},
        {row.targetGrad()}, {row.goldenGrad()}};
    for (std::size_t i = 0; i < row.metrics.size(); ++i)
        cells.push_back(cellOf(row.metrics[i], m_mode == MsprobeMode::Statistics && i >= kDumpedStatistics));
    if (m_mode == MsprobeMode::Checksum) {
        cells.push_back({row.targetMd5()});
        cells.push_back({row.goldenMd5()});
    } else {
        for (const StatisticRow* summary : {&row.targetSummary, &row.goldenSummary}) {
            for (const StatisticCell& cell : *summary)
                cells.push_back(cellOf(cell));
        }
    }
    const bool isConsistent = row.targetGrad() == row.goldenGrad();
    cells.push_back({isConsistent ? "True" : "False", std::nullopt, true});
    constexpr std::array<std::string_view, 3> kLevels {"pass", "warning", "error"};
    cells.push_back({std::string(kLevels[static_cast<std::size_t>(row.level)])});
    std::string messages;
    for (const std::string& message : row.messages)
        messages += fmt::format("{}\"{}\"", messages.empty() ? "" : ", ", message);
    cells.push_back({'[' + messages + ']'});
    if (m_target->stacks) {
        const auto stack = m_target->stacks->find(m_target->entries[target.entry].name);
        const bool isHere = isFirst && stack != m_target->stacks->end();
        cells.push_back({isHere ? pythonList(stack->second) : "N/A"});
    }
    if (m_mode == MsprobeMode::Tensor)
        cells.push_back({pythonList(std::array {target.dataName, golden(&MsprobeLine::dataName)})});
    return cells;
}

Result<void> MsprobeResult::forEachRow(
    const std::function<Result<void>(std::span<const OfficialCell>)>& use, TaskContext& task) const
{
    MeasureOptions options;
    options.profile = builtinMetrics()->findProfile("msprobe");
    TRY_ASSIGN(MetricSelection metrics, selectMetrics(*builtinMetrics(), kTensorMetrics));
    options.metrics = std::make_shared<const MetricSelection>(std::move(metrics));
    std::vector<MsprobeResultRow> entry; // rows so far of the entry being read
    const auto flush = [&]() -> Result<void> {
        judgeMsprobeRows(entry, m_mode);
        for (std::size_t i = 0; i < entry.size(); ++i)
            TRY_VOID(use(cells(entry[i], i == 0 || entry[i].target == entry.front().target)));
        entry.clear();
        return {};
    };
    const auto add = [&](MsprobeResultRow&& row) -> Result<void> {
        if (!entry.empty() && entry.front().target->entry != row.target->entry)
            TRY_VOID(flush());
        entry.push_back(std::move(row));
        return {};
    };
    TRY_VOID(parallelMapReduce<MsprobeResultRow>(
        task.arena, m_matches.size(), 1, task.stop,
        [&](std::size_t begin, std::size_t) { return measured(begin, options, task); }, add));
    return flush();
}

Result<void> writeMsprobeResults(const ComparisonSide& target, const ComparisonSide& golden,
    const std::vector<std::string>& ruleFiles, PandasVersion pandas, const std::string& path,
    const std::function<Result<void>(const MsprobeResult&, const std::string& path, TaskContext&)>& write,
    TaskContext& task)
{
    TRY_ASSIGN(const auto pairs, msprobeDumpPairs(target, golden));
    TRY_ASSIGN(const auto mappings, msprobeMappings(ruleFiles));
    for (const MsprobeDumpPair& pair : pairs) {
        TRY_ASSIGN(
            const MsprobeResult result, MsprobeResult::make(target, golden, pair, mappings, pandas, task));
        TRY_VOID(write(result, pairs.size() == 1 ? path : placedPath(path, pair.place), task));
    }
    return {};
}

} // namespace dumpscope::core
