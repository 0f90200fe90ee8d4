// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu_device/loaded_model.h"

#include "base/text.h"
#include "cpu_device/dump_statistics.h"
#include "readers/ascend/ascend_dump_writer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>

#include <unistd.h>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kFloatOverflow
    = 0x20; ///< AI Core status: floating-point overflow (docs/formats/ascendcl-capture.md 4.4)

void logLine(std::string line)
{
    line = "cpu device: " + line + '\n';
    static_cast<void>(!::write(STDERR_FILENO, line.data(), line.size()));
}

bool isLeftOut(const std::vector<std::uint64_t>* slots, std::size_t slot)
{
    return slots != nullptr && std::ranges::find(*slots, slot) != slots->end();
}

std::string modelDumpFolder(const DumpTarget& target)
{
    return target.dump->root + '/' + std::to_string(target.device) + '/' + target.plan->modelFolder + '/'
        + std::to_string(target.modelId) + '/' + std::to_string(target.iteration);
}

/// The operator's place in the order of execution is its task; there is one stream.
std::string fileName(const OnnxNode& node, const std::string& name, std::size_t task, std::uint64_t time)
{
    return dumpFileWord(node.opType) + '.' + dumpFileWord(name) + '.' + std::to_string(task) + ".0."
        + std::to_string(time);
}

} // namespace

std::uint64_t nextDumpTime()
{
    static std::atomic<std::uint64_t> last = 0;
    const auto now = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::system_clock::now().time_since_epoch())
                                                    .count());
    std::uint64_t before = last.load();
    while (!last.compare_exchange_weak(before, std::max(now, before + 1))) { }
    return std::max(now, before + 1);
}

Result<std::unique_ptr<LoadedModel>> LoadedModel::load(
    std::shared_ptr<const OnnxRuntime> runtime, std::vector<std::byte> file, const std::string& folder)
{
    TRY_ASSIGN(OnnxModel model, OnnxModel::parse(std::move(file), folder));
    std::unique_ptr<LoadedModel> loaded(new LoadedModel(std::move(model), std::move(runtime)));
    TRY_VOID(loaded->makeSession(folder));
    return loaded;
}

Result<void> LoadedModel::makeSession(const std::string& folder)
{
    const std::string& external = m_model.hasExternalData() ? folder : std::string();
    std::set<std::string> rounded;
    const auto make = [&]() -> Result<void> {
        const std::string bytes = m_model.exposed(rounded);
        TRY_ASSIGN(m_session, OnnxSession::make(m_runtime, std::as_bytes(std::span(bytes)), external));
        return {};
    };
    TRY_VOID(make());
    const std::vector<std::string>& names = m_model.exposedNames();
    std::set<std::string_view> written;
    for (const OnnxNode& node : m_model.nodes())
        written.insert(node.outputs.begin(), node.outputs.end());
    m_outputs = m_model.outputs();
    for (std::size_t i = 0; i < names.size(); ++i) {
        TRY_ASSIGN(TensorKind kind, m_session->outputKind(i));
        constexpr int kFloat16 = 10;
        if (kind.elementType == kFloat16 && written.contains(names[i]))
            rounded.insert(names[i]);
        if (i < m_outputs.size())
            m_outputs[i].kind = std::move(kind);
        m_places.try_emplace(names[i], i);
    }
    return rounded.empty() ? Result<void>() : make();
}

const TensorData* LoadedModel::value(const std::string& name) const
{
    const auto given = m_given.find(name);
    if (given != m_given.end())
        return &given->second;
    const auto place = m_places.find(name);
    if (place != m_places.end() && m_values != nullptr && m_values->at(place->second))
        return &*m_values->at(place->second);
    return m_model.weight(name);
}

Result<LoadedModel::RunResult> LoadedModel::run(
    const std::vector<TensorData>& inputs, const DumpTarget& target, const std::string& stopAt)
{
    m_values.reset();
    m_given.clear();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < m_model.inputs().size(); ++i) {
        names.push_back(m_model.inputs()[i].name);
        m_given.emplace(m_model.inputs()[i].name, inputs[i]);
    }
    TRY_ASSIGN(m_values, m_session->run(names, inputs, m_model.exposedNames()));
    const bool isDumped = target.dump != nullptr && target.plan != nullptr && !target.plan->isEmpty()
        && (target.dump->config.overflow || target.dump->config.hasStep(target.iteration));
    for (std::size_t i = 0; i < m_model.nodes().size(); ++i) {
        if (!stopAt.empty() && m_model.nodes()[i].name == stopAt)
            return RunResult {i};
        if (isDumped)
            TRY_VOID(writeNode(i, target));
    }
    return RunResult();
}

Result<void> LoadedModel::writeNode(std::size_t node, const DumpTarget& target)
{
    const DumpPlan& plan = *target.plan;
    if (plan.overflow)
        return makesNonFinite(node) ? writeOverflow(node, target) : Result<void>();
    const DumpPlan::Step& step = plan.steps[node];
    if (step.inputs || step.outputs) {
        TRY_VOID(writeTensors(node, {step.inputs, step.outputs, &step.withoutInputs, &step.withoutOutputs},
            m_model.nodes()[node].name, target));
    }
    for (const std::size_t watched : step.watched) {
        const OnnxNode& one = m_model.nodes()[watched];
        TRY_VOID(writeTensors(watched, {false, true, nullptr, nullptr},
            m_model.nodes()[node].name + "_To_" + one.name, target));
    }
    return {};
}

Result<void> LoadedModel::writeTensors(
    std::size_t node, const Part& part, const std::string& name, const DumpTarget& target)
{
    const OnnxNode& op = m_model.nodes()[node];
    AscendDumpToWrite dump;
    dump.dumpTime = nextDumpTime();
    dump.opName = name;
    const AclDumpConfig& config = target.dump->config;
    const bool isCsv = config.statistics;
    std::string csv = isCsv ? statisticsHeader(config.statisticSet) : "";
    bool any = false;
    const auto add = [&](bool isInput, const std::vector<std::string>& tensors,
                         const std::vector<std::uint64_t>* without, std::vector<AscendTensorToWrite>& list) {
        // In a container, tensors are numbered as they stand: an output that the model does not use keeps its
        // place where a later one is written.
        constexpr int kNoType = 0;
        std::size_t unused = 0;
        for (std::size_t slot = 0; slot < tensors.size(); ++slot) {
            unused += !isInput && tensors[slot].empty() ? 1 : 0;
            const TensorData* data = tensors[slot].empty() ? nullptr : value(tensors[slot]);
            const auto type = data != nullptr ? fileTypeOfOnnx(data->elementType) : std::nullopt;
            if (!type && !tensors[slot].empty() && !isInput)
                logLine("output " + std::to_string(slot) + " of " + printable(op.name)
                    + " is no tensor of numbers and is not written");
            // Official writers leave out what has no bytes (docs/formats/ascendcl-capture.md 4.5).
            if (!type || data->bytes.empty() || isLeftOut(without, slot))
                continue;
            any = true;
            if (isCsv) {
                csv += statisticsRow(isInput, slot, *data, config.statisticSet);
                continue;
            }
            for (; unused > 0; --unused)
                list.push_back({kNoType, acl::kFormatNd, {0}, {}, std::nullopt});
            AscendTensorToWrite tensor {*type, acl::kFormatNd, data->dims, data->bytes, std::nullopt};
            if (!isInput && !op.originalName.empty())
                tensor.origin
                    = {op.originalName, static_cast<std::uint32_t>(slot), *geTypeOfOnnx(data->elementType)};
            list.push_back(std::move(tensor));
        }
    };
    if (part.inputs)
        add(true, op.inputs, part.withoutInputs, dump.inputs);
    if (part.outputs)
        add(false, op.outputs, part.withoutOutputs, dump.outputs);
    if (!any)
        return {};
    const std::string file = fileName(op, name, node, dump.dumpTime);
    if (isCsv)
        return target.sink.write(modelDumpFolder(target), file + ".csv", {std::as_bytes(std::span(csv))});
    const std::string header = ascendDumpHeader(dump);
    std::vector<ByteSpan> pieces {std::as_bytes(std::span(header))};
    for (const auto* list : {&dump.inputs, &dump.outputs}) {
        for (const AscendTensorToWrite& tensor : *list)
            pieces.push_back(tensor.bytes);
    }
    return target.sink.write(modelDumpFolder(target), file, pieces);
}

/// A kind of non-finite value comes out that did not go in.
bool LoadedModel::makesNonFinite(std::size_t node) const
{
    const OnnxNode& op = m_model.nodes()[node];
    const auto count = [&](const std::vector<std::string>& names) {
        DumpedNonFinite sum;
        for (const std::string& name : names) {
            const TensorData* data = name.empty() ? nullptr : value(name);
            const DumpedNonFinite counts = data != nullptr ? countNonFinite(*data) : DumpedNonFinite();
            sum.nan += counts.nan;
            sum.infinite += counts.infinite;
        }
        return sum;
    };
    if (!isOperator(op))
        return false;
    const DumpedNonFinite out = count(op.outputs);
    if (out.nan == 0 && out.infinite == 0)
        return false;
    const DumpedNonFinite in = count(op.inputs);
    return (out.nan > 0 && in.nan == 0) || (out.infinite > 0 && in.infinite == 0 && in.nan == 0);
}

Result<void> LoadedModel::writeOverflow(std::size_t node, const DumpTarget& target)
{
    TRY_VOID(writeTensors(node, {true, true, nullptr, nullptr}, m_model.nodes()[node].name, target));
    std::array<std::byte, 2048> block {};
    const auto put = [&](std::size_t offset, std::uint64_t value) {
        for (std::size_t i = 0; i < sizeof(value); ++i)
            block[offset + i] = static_cast<std::byte>((value >> (8U * i)) & 0xFFU);
    };
    constexpr std::size_t kAiCore = 256, kAiCoreStatus = 1024;
    put(kAiCore, target.modelId);
    put(kAiCore + 8, 0); // stream
    put(kAiCore + 16, node);
    put(kAiCoreStatus + 16, kFloatOverflow);
    AscendDumpToWrite record;
    record.dumpTime = nextDumpTime();
    record.opName = "Node_OpDebug";
    constexpr int kUint8 = 4;
    record.outputs.push_back({kUint8, acl::kFormatNd, {static_cast<std::int64_t>(block.size())}, block,
        AscendTensorToWrite::Origin {"Node_OpDebug", 0, kUint8}});
    const std::string header = ascendDumpHeader(record);
    const std::string name = "Opdebug.Node_OpDebug." + std::to_string(m_model.nodes().size()) + ".0."
        + std::to_string(record.dumpTime);
    return target.sink.write(
        modelDumpFolder(target), name, {std::as_bytes(std::span(header)), std::span<const std::byte>(block)});
}

Result<void> LoadedModel::writeException(std::size_t node, const std::string& folder, bool isBrief) const
{
    const OnnxNode& op = m_model.nodes()[node];
    AscendDumpToWrite dump;
    dump.dumpTime = nextDumpTime();
    if (!isBrief)
        dump.opName = op.name;
    const auto add = [&](const std::vector<std::string>& names, std::vector<AscendTensorToWrite>& list) {
        for (const std::string& name : names) {
            const TensorData* data = name.empty() ? nullptr : value(name);
            const auto type = data != nullptr ? fileTypeOfOnnx(data->elementType) : std::nullopt;
            if (type && !data->bytes.empty())
                list.push_back({isBrief ? 0 : *type, acl::kFormatNd, data->dims, data->bytes, std::nullopt});
        }
    };
    add(op.inputs, dump.inputs);
    if (!isBrief)
        add(op.outputs, dump.outputs);
    const std::string header = ascendDumpHeader(dump);
    std::vector<ByteSpan> pieces {std::as_bytes(std::span(header))};
    for (const auto* list : {&dump.inputs, &dump.outputs}) {
        for (const AscendTensorToWrite& tensor : *list)
            pieces.push_back(tensor.bytes);
    }
    const std::time_t seconds = static_cast<std::time_t>(dump.dumpTime / 1'000'000);
    std::tm local {};
    ::localtime_r(&seconds, &local);
    std::array<char, 32> digits {};
    const std::size_t size = std::strftime(digits.data(), digits.size(), "%Y%m%d%H%M%S", &local);
    const std::string milliseconds = std::to_string(1000 + dump.dumpTime / 1000 % 1000).substr(1);
    const std::string time = std::string(digits.data(), size) + milliseconds;
    const std::string name = isBrief
        ? "exception_info.0." + std::to_string(node) + '.' + time
        : dumpFileWord(op.opType) + '.' + dumpFileWord(op.name) + '.' + std::to_string(node) + '.' + time;
    return DumpSink(nullptr).write(folder, name, pieces);
}

} // namespace dumpscope::core
