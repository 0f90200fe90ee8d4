// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproducer_kind.h"

#include "base/text.h"
#include "compare/recompute/model_files.h"
#include "onnx/onnx_node_names.h"
#include "onnx/onnx_types.h"
#include "tensor/npy_writer.h"

#include <map>
#include <optional>

namespace dumpscope::core {

namespace {

/// The node as a model of its own, in a type of numbers, and what is put into it.
class SingleNode {
public:
    SingleNode(const OnnxModel& model, std::size_t node, const ReproducedOperator& wanted)
        : m_model(model)
        , m_node(node)
        , m_wanted(wanted)
    {
    }

    Result<ReproducerPlan> plan()
    {
        TRY_VOID(collect());
        ReproducerPlan plan;
        plan.files = std::move(m_files);
        plan.files.push_back({"operator.onnx", m_model.single(m_node, ports(DType::Float32))});
        plan.files.push_back({"operator_float64.onnx", m_model.single(m_node, ports(DType::Float64))});
        plan.members = [feeds = std::move(m_feeds), weights = std::move(m_weights)](JsonWriter& json) {
            writeNames("feeds", feeds, json);
            writeNames("weights", weights, json);
        };
        return plan;
    }

private:
    struct Port {
        std::string name;
        DType dtype;
        std::vector<std::int64_t> dims;
    };

    static void writeNames(
        std::string_view key, const std::map<std::string, std::string>& names, JsonWriter& json)
    {
        json.key(key).beginObject();
        for (const auto& [from, to] : names)
            json.member(from, to);
        json.endObject();
    }

    /// Numbers in the type that is wanted, all else as it is.
    std::vector<OnnxPort> ports(DType numbers) const
    {
        std::vector<OnnxPort> ports;
        for (const Port& port : m_ports) {
            const bool isNumber = dtypeInfo(port.dtype).kind == DTypeClass::Float;
            ports.push_back({port.name, {onnxTypeOf(isNumber ? numbers : port.dtype), port.dims}});
        }
        return ports;
    }

    const RecordedArgument* argumentAt(std::size_t slot) const
    {
        for (const RecordedArgument& argument : m_wanted.call.arguments) {
            if (argument.io == Io::Input && argument.tensor && argument.path.size() == 1
                && argument.path.front() == std::to_string(slot))
                return &argument;
        }
        return nullptr;
    }

    Result<void> collect()
    {
        const DumpIndex& index = *m_wanted.index;
        const std::vector<std::string>& names = m_model.nodes()[m_node].inputs;
        std::map<std::string, bool> seen;
        for (std::size_t slot = 0; slot < names.size(); ++slot) {
            if (names[slot].empty() || !seen.emplace(names[slot], true).second)
                continue;
            if (const RecordedArgument* const argument = argumentAt(slot)) {
                const TensorRow& row = index.tensor(*argument->tensor);
                const auto shape
                    = row.shape.isValid() ? index.shape(row.shape) : std::span<const std::int64_t>();
                m_ports.push_back({names[slot], row.dtype, {shape.begin(), shape.end()}});
                m_feeds.emplace(argument->key(), names[slot]);
            } else if (const TensorData* const weight = m_model.weight(names[slot])) {
                TRY_VOID(addWeight(names[slot], *weight));
            } else {
                return fail(Code::Unsupported, phrase("input %1 of the node was not dumped", slot));
            }
        }
        return {};
    }

    Result<void> addWeight(const std::string& name, const TensorData& weight)
    {
        const DType dtype = dtypeOfOnnx(weight.elementType);
        if (dtype == DType::Unknown)
            return fail(Code::Unsupported,
                phrase("the weight %1 is of a type that NumPy does not have", printable(name)));
        const std::string file = "weights." + std::to_string(m_weights.size()) + ".npy";
        std::string content = npyHeader(npyDescr(dtype, NpyWidening::RawBits), false, weight.dims);
        content.append(reinterpret_cast<const char*>(weight.bytes.data()), weight.bytes.size());
        m_files.push_back({file, std::move(content)});
        m_weights.emplace(file, name);
        m_ports.push_back({name, dtype, weight.dims});
        return {};
    }

    const OnnxModel& m_model;
    std::size_t m_node;
    const ReproducedOperator& m_wanted;
    std::vector<Port> m_ports;
    std::vector<ReproducerPlan::File> m_files;
    std::map<std::string, std::string> m_feeds, m_weights; ///< key or file → tensor of the model
};

/// A node of an ONNX model that lies in the dump or is given.
class OnnxRuntimeReproducer final : public ReproducerKind {
public:
    std::string_view id() const override { return "onnxruntime"; }
    std::string_view program() const override { return "ONNX Runtime"; }
    int preference() const override { return 0; }
    std::string_view howToRun() const override { return "python3 run.py --provider CPUExecutionProvider"; }

    Result<ReproducerPlan> plan(const ReproducedOperator& wanted, TaskContext& task) const override
    {
        if (wanted.slot() > 0)
            return fail(Code::Unsupported, phrase("only the first output of a node is computed"));
        std::optional<Result<ReproducerPlan>> made;
        const auto tryModel = [&](ModelFile file) {
            if (made && *made)
                return;
            const auto model = OnnxModel::parse(std::move(file.bytes), file.folder);
            const auto node = model ? OnnxNodeNames(*model).find(wanted.call.name) : std::nullopt;
            if (node && !model->nodes()[*node].outputs.empty())
                made = SingleNode(*model, *node, wanted).plan();
        };
        for (const std::string& path : wanted.models) {
            TRY_ASSIGN(ModelFile file, readModelFile(path));
            tryModel(std::move(file));
        }
        forEachModelFile(*wanted.index, tryModel, task);
        TRY_VOID(task.checkStop());
        if (!made)
            return fail(Code::Unsupported, phrase("no ONNX model has a node of this name"));
        return std::move(*made);
    }
};

} // namespace

void register_onnxruntime_reproducer(ReproducerKinds& kinds)
{
    kinds.add(std::make_unique<OnnxRuntimeReproducer>());
}

} // namespace dumpscope::core
