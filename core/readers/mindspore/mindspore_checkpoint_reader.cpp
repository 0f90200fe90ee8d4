// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/mindspore/mindspore_checkpoint.h"
#include "readers/parsed_files.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// What optimizers and training keep beside the parameters of the network.
bool isTrainingState(std::string_view name)
{
    constexpr auto kPrefixes = std::to_array<std::string_view>(
        {"accu_grads.", "accum.", "adam_m.", "adam_v.", "moment1.", "moment2.", "moments."});
    constexpr auto kNames = std::to_array<std::string_view>(
        {"beta1_power", "beta2_power", "current_iterator_step", "epoch_num", "global_step",
            "last_overflow_iterator_step", "learning_rate", "loss_scale", "scale_sense", "step_num"});
    return std::ranges::any_of(kPrefixes, [&](std::string_view one) { return name.starts_with(one); })
        || std::ranges::find(kNames, name) != kNames.end();
}

/// Checkpoints of MindSpore (docs/formats/llm-era.md 7.3).
class MindsporeCheckpointReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-ckpt",
            .title = Form<0>("MindSpore checkpoint"),
            .patterns = {"*.ckpt"},
            .can = {.index = true, .values = true},
            .priority = 60,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (looksLikeMindsporeCheckpoint(probe.head))
            return {92, phrase("a name, sizes and a type of MindSpore in protobuf")};
        if (!probe.name.ends_with(".ckpt"))
            return {0, phrase("not named %1", ".ckpt")};
        return {probe.size == 0 ? 45 : 0,
            probe.size == 0 ? phrase("named .ckpt, empty")
                            : phrase("named .ckpt, but no checkpoint of MindSpore, unless it is encrypted")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto checkpoint = MindsporeCheckpoint::read(bytes);
        TRY_VOID(bytes.check());
        if (!checkpoint)
            return damagedFile(file, TensorState::Unreadable, checkpoint.error());
        TRY_VOID(task.checkStop());
        FileContents contents;
        for (const CheckpointParameter& parameter : checkpoint->parameters())
            contents.tensors.push_back(recordOf(parameter, contents));
        if (const auto& rest = checkpoint->rest())
            contents.problems.push_back({Severity::Error, rest->code, rest->place, rest->message});
        for (const auto& [name, text] : checkpoint->texts())
            contents.properties.emplace_back("mindspore." + printable(name), printable(text));
        return contents;
    }

    Result<TensorView> open(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const MindsporeCheckpoint checkpoint, m_known.read(bytes));
        if (ordinal >= checkpoint.members())
            return fail(Code::ChangedWhileRead, phrase("the file holds fewer tensors than before"));
        return MindsporeCheckpoint::open(bytes, checkpoint.parameters()[ordinal]);
    }

    Description describe(const FileContext& file, std::uint32_t ordinal, TaskContext&) const override
    {
        const auto bytes = file.source.map();
        const auto checkpoint
            = bytes ? m_known.read(*bytes) : Result<MindsporeCheckpoint>(fail(bytes.error()));
        if (!checkpoint || ordinal >= checkpoint->members())
            return {};
        const CheckpointParameter& parameter = checkpoint->parameters()[ordinal];
        Description fields {{phrase("type in the file"), printable(parameter.dtypeText)},
            {phrase("pieces"), std::to_string(parameter.slices.size())}};
        if (!parameter.slices.empty())
            fields.emplace_back(phrase("first byte"), std::to_string(parameter.slices.front().offset));
        return fields;
    }

private:
    static TensorRecord recordOf(const CheckpointParameter& parameter, FileContents& contents)
    {
        TensorRecord record;
        record.ordinal = static_cast<std::uint32_t>(contents.tensors.size());
        record.entry = record.opName = isUtf8(parameter.name) ? parameter.name : printable(parameter.name);
        record.io = isTrainingState(parameter.name) ? Io::Buffer : Io::Parameter;
        record.slot = 0;
        record.dtype = parameter.dtype;
        if (parameter.dtype == DType::Unknown)
            record.dtypeText = printable(parameter.dtypeText);
        record.shape = parameter.shape;
        record.hasShape = parameter.code != Code::BadShape;
        record.bytes = parameter.there;
        if (const auto checked = MindsporeCheckpoint::check(parameter); !checked) {
            const Error& error = checked.error();
            record.state = error.code == Code::Truncated ? TensorState::Truncated
                : error.code == Code::Unsupported        ? TensorState::Unsupported
                                                         : TensorState::Unreadable;
            complain(contents, record,
                record.state == TensorState::Unsupported ? Severity::Warning : Severity::Error, error.code,
                phrase("%1: %2", record.opName, error.message),
                parameter.slices.empty() ? std::nullopt : std::optional(parameter.slices.front().offset));
        }
        if (parameter.isRepeated)
            complain(contents, record, Severity::Warning, Code::Duplicate,
                phrase("a tensor of this name stands before: %1", record.opName));
        return record;
    }

    mutable ParsedFiles<MindsporeCheckpoint> m_known;
};

} // namespace

void register_mindspore_checkpoint_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeCheckpointReader>());
}

} // namespace dumpscope::core
