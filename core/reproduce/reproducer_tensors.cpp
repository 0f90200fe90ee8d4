// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproducer_tensors.h"

#include "base/text.h"
#include "model/tensor_store.h"
#include "tensor/array_writer.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// Types without one in NumPy whose bits the scripts know (resources/reproduce/verdict.py).
constexpr std::array<DType, 3> kAsBits {DType::BFloat16, DType::Float8E4M3FN, DType::Float8E5M2};

bool isKeptAsBits(DType dtype)
{
    return std::ranges::find(kAsBits, dtype) != kAsBits.end();
}

/// The type a script finds in the file: others that NumPy does not have are widened.
std::string_view storedType(DType dtype)
{
    if (isKeptAsBits(dtype) || isNpyVerbatim(dtype, NpyWidening::Float32))
        return dtypeInfo(dtype).name;
    const DTypeClass kind = dtypeInfo(dtype).kind;
    return kind == DTypeClass::Float ? "float32" : kind == DTypeClass::Signed ? "int8" : "uint8";
}

/// The key, unless it is no name for a file: then by its place.
std::string fileFor(const std::string& key, std::size_t place)
{
    constexpr std::size_t kLongest = 100;
    const bool isPlain = key.size() <= kLongest && std::ranges::all_of(key, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.'
            || c == '_';
    });
    return (isPlain ? key : "tensor~" + std::to_string(place)) + ".npy";
}

/// As msprobe records it beside the statistics of a tensor.
std::optional<bool> requiresGradient(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return std::nullopt;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    for (const StatisticTable::Digest& attribute : table.attributes) {
        if (attribute.name != "requires_grad" || !attribute.text[row.statisticRow].isValid())
            continue;
        const std::string word = asciiLower(table.strings.text(attribute.text[row.statisticRow]));
        if (word == "true" || word == "false")
            return word == "true";
    }
    return std::nullopt;
}

} // namespace

Result<ReproducerTensors> ReproducerTensors::open(
    std::shared_ptr<const DumpIndex> index, const RecordedCall& call, std::string side, TaskContext& task)
{
    const TensorStore store(index);
    ReproducerTensors tensors;
    tensors.m_side = std::move(side);
    const auto add = [&](std::string key, TensorId id) -> Result<void> {
        auto view = store.open(id, task);
        if (!view && view.error().code == Code::Cancelled)
            return fail(view.error());
        if (!view || index->tensor(id).state != TensorState::Ok)
            return fail(Code::Unsupported,
                phrase("%1 has no values: capture the tensors of this operator (dumpscope-cli config next)",
                    printable(index->tensorId(id))));
        std::string file = fileFor(key, tensors.m_tensors.size());
        tensors.m_tensors.push_back(
            {std::move(key), std::move(file), std::move(*view), requiresGradient(*index, id)});
        return {};
    };
    for (const RecordedArgument& argument : call.arguments) {
        if (argument.tensor)
            TRY_VOID(add(argument.key(), *argument.tensor));
    }
    for (const RecordedArgument& gradient : call.gradients) {
        if (gradient.tensor)
            TRY_VOID(add("gradient." + gradient.path.front(), *gradient.tensor));
    }
    for (const RecordedCall::Output& output : call.outputs)
        TRY_VOID(add(output.key, output.tensor));
    return tensors;
}

Result<std::vector<std::pair<std::string, std::uint64_t>>> ReproducerTensors::write(
    const OutputFolder& folder, OutputFolder::Existing existing, TaskContext& task) const
{
    std::vector<std::pair<std::string, std::uint64_t>> files;
    for (const One& one : m_tensors) {
        const NpyWidening widening
            = isKeptAsBits(one.view.dtype) ? NpyWidening::RawBits : NpyWidening::Float32;
        TRY_ASSIGN(ElementStream elements, ElementStream::make(one.view, Order::Logical));
        const ConvertedArray array {std::move(elements), widening, {}, {}};
        TRY_ASSIGN(const OutputFolder::Written written,
            folder.write(m_side, one.file, existing, [&](const ByteSink& sink) -> Result<void> {
                TRY_VOID(writeArray(array, ArrayForm::Npy, task.stop, sink));
                return one.view.bytes.check();
            }));
        files.emplace_back(m_side + '/' + one.file, written.bytes);
        task.progress.advance();
    }
    return files;
}

void ReproducerTensors::describe(JsonWriter& json) const
{
    json.key(m_side).beginObject();
    for (const One& one : m_tensors) {
        json.key(one.key).beginObject();
        json.member("dtype", storedType(one.view.dtype));
        json.key("shape").beginArray();
        for (const std::int64_t extent : one.view.shape)
            json.value(extent);
        json.endArray();
        json.member("file", m_side + '/' + one.file);
        json.member("requires_grad", one.requiresGradient);
        json.endObject();
    }
    json.endObject();
}

} // namespace dumpscope::core
