// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/protobuf/protobuf_wire.h"
#include "tensor/shape.h"

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostLayouts = 100'000;
constexpr std::uint64_t kMostStrategyBytes = 64U << 20;

/// How the devices of a stage share one parameter.
struct ParameterLayout {
    std::string name;
    Shape devices; ///< the arrangement of the devices
    std::vector<std::int64_t>
        map;     ///< by axis of the parameter: the axis of `devices`, from the last; -1: whole
    Shape slice; ///< what one device holds, or the whole, as the writer's release has it
    std::int64_t optimizerShards = 0;
};

/// A message of numbers in field 1, packed or not. Varints of negative numbers have 64 bits.
bool readDims(ByteSpan bytes, std::vector<std::int64_t>& dims)
{
    WireReader reader(bytes);
    WireField field;
    while (dims.size() <= kMaxRank && reader.next(field)) {
        if (field.number != 1)
            continue;
        if (field.isVarint()) {
            dims.push_back(static_cast<std::int64_t>(field.value));
            continue;
        }
        if (!field.isBytes())
            return false;
        WireReader packed(field.bytes);
        for (std::uint64_t value = 0; !packed.atEnd() && dims.size() <= kMaxRank;) {
            if (!packed.nextVarint(value))
                return false;
            dims.push_back(static_cast<std::int64_t>(value));
        }
    }
    return !reader.failed() && dims.size() <= kMaxRank;
}

bool readLayouts(ByteSpan bytes, ParameterLayout& layout)
{
    WireReader reader(bytes);
    WireField field;
    bool hasDevices = false, hasMap = false, isFine = true;
    while (isFine && reader.next(field)) {
        if (field.number == 1 && field.isBytes() && !hasDevices)
            isFine = hasDevices = readDims(field.bytes, layout.devices);
        else if (field.number == 2 && field.isBytes() && !hasMap)
            isFine = hasMap = readDims(field.bytes, layout.map);
        else if (field.number == 3 && field.isBytes() && layout.slice.empty())
            isFine = readDims(field.bytes, layout.slice);
        else if (field.number == 7 && field.isVarint())
            layout.optimizerShards = static_cast<std::int64_t>(field.value);
    }
    return isFine && !reader.failed() && hasDevices && hasMap;
}

std::optional<ParameterLayout> readLayoutItem(ByteSpan bytes)
{
    ParameterLayout layout;
    bool isFine = false;
    WireReader reader(bytes);
    WireField field;
    while (reader.next(field)) {
        if (field.number == 1 && field.isBytes() && isUtf8(field.text()))
            layout.name = field.text();
        else if (field.number == 2 && field.isBytes())
            isFine = readLayouts(field.bytes, layout);
    }
    return isFine && !reader.failed() && !layout.name.empty() ? std::optional(std::move(layout))
                                                              : std::nullopt;
}

/// Parallel strategies of MindSpore, `strategy.ckpt` (docs/formats/llm-era.md 7.3): no tensors, but how the
/// devices share the parameters of the checkpoints.
class MindsporeStrategyReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-strategy",
            .title = Form<0>("MindSpore parallel strategy"),
            .patterns = {"*strategy*.ckpt"},
            .can = {.index = true},
            .priority = 61,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool isNamed
            = probe.name.ends_with(".ckpt") && probe.name.find("strategy") != std::string_view::npos;
        if (!isNamed || probe.size == 0)
            return {0, phrase("not named as parallel strategies are")};
        // The number of the stage stands first; a checkpoint begins with a parameter.
        const std::string_view head = asText(probe.head);
        const bool hasStage = head.size() > 2 && head[0] == '\x08';
        return {hasStage ? 93 : 0, phrase("a stage and strategies of MindSpore in protobuf")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        if (bytes.size() > kMostStrategyBytes)
            return fail(Code::Limit, phrase("more than %1 bytes", kMostStrategyBytes));
        FileContents contents;
        WireReader reader(bytes.span());
        WireField field;
        std::size_t strategies = 0, layouts = 0, damaged = 0;
        while (reader.next(field) && layouts < kMostLayouts) {
            TRY_VOID(task.checkStop());
            if (field.number == 1 && field.isVarint())
                contents.properties.emplace_back("strategy.stage", std::to_string(field.value));
            else if (field.number == 2 && field.isBytes())
                ++strategies;
            else if (field.number == 3 && field.isBytes()) {
                ++layouts;
                if (const auto layout = readLayoutItem(field.bytes))
                    addLayout(*layout, contents);
                else
                    ++damaged;
            }
        }
        TRY_VOID(bytes.check());
        if (reader.failed()) {
            const Error error = reader.error();
            contents.problems.push_back({Severity::Error, error.code, error.place, error.message});
        }
        if (damaged > 0)
            contents.problems.push_back({Severity::Warning, Code::BadSyntax, {},
                phrase("%1 of %2 layouts of parameters cannot be read", damaged, layouts)});
        contents.properties.emplace_back("strategy.operators", std::to_string(strategies));
        contents.properties.emplace_back("strategy.parameters", std::to_string(layouts));
        return contents;
    }

private:
    static void addLayout(const ParameterLayout& layout, FileContents& contents)
    {
        constexpr std::size_t kMostListed = 1000;
        if (contents.properties.size() >= kMostListed)
            return;
        std::string text = "devices " + shapeText(layout.devices) + ", axes " + shapeText(layout.map);
        if (!layout.slice.empty())
            text += ", shape " + shapeText(layout.slice);
        if (layout.optimizerShards > 0)
            text += ", optimizer shards " + std::to_string(layout.optimizerShards);
        contents.properties.emplace_back("strategy.layout." + printable(layout.name), std::move(text));
    }
};

} // namespace

void register_mindspore_strategy_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeStrategyReader>());
}

} // namespace dumpscope::core
