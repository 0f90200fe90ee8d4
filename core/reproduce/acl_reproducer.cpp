// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproducer_kind.h"

#include "base/text.h"
#include "graph/operator_attributes.h"
#include "readers/msprobe/msprobe_name.h"

#include <string>

namespace dumpscope::core {

namespace {

/// Words of the file that atc takes with --singleop (docs/reproduce.md).
std::string_view attributeWord(AttributeType type)
{
    switch (type) {
    case AttributeType::Integer:
        return "int";
    case AttributeType::Real:
        return "float";
    case AttributeType::Boolean:
        return "bool";
    case AttributeType::Text:
        return "string";
    case AttributeType::Integers:
        return "list_int";
    case AttributeType::Reals:
        return "list_float";
    default:
        return {};
    }
}

/// An operator of a GE graph on a device, through AscendCL.
class AclReproducer final : public ReproducerKind {
public:
    std::string_view id() const override { return "acl"; }
    std::string_view program() const override { return "AscendCL"; }
    int preference() const override { return 3; }
    std::string_view howToRun() const override
    {
        return "atc --singleop=operator.json --soc_version=SOC --output=op_models\npython3 run.py --device 0";
    }

    Result<ReproducerPlan> plan(const ReproducedOperator& wanted, TaskContext& task) const override
    {
        if (parseMsprobeEntry(wanted.call.name))
            return fail(Code::Unsupported, phrase("it is a function of a framework, no operator of GE"));
        if (wanted.call.type.empty())
            return fail(Code::Unsupported, phrase("the type of the operator was not recorded"));
        if (wanted.slot() > 0 || wanted.call.outputs.size() != 1)
            return fail(Code::Unsupported, phrase("only operators with one output are run through AscendCL"));
        TRY_VOID(checkPositions(wanted.call.arguments));
        TRY_ASSIGN(const auto attributes, OperatorAttributes().of(wanted.index, wanted.tensor, task));
        ReproducerPlan plan;
        plan.files.push_back({"operator.json", document(wanted, attributes)});
        plan.members = [&wanted](JsonWriter& json) {
            json.key("order").beginArray();
            for (const RecordedArgument& argument : wanted.call.arguments) {
                if (argument.tensor)
                    json.value(argument.key());
            }
            json.endArray();
            json.key("descriptions").beginArray();
            for (const RecordedArgument& argument : wanted.call.arguments) {
                if (argument.tensor)
                    describe(*wanted.index, *argument.tensor, "dtype", json);
            }
            json.endArray();
            json.key("result");
            describe(*wanted.index, wanted.tensor, "dtype", json);
        };
        return plan;
    }

private:
    /// The logical order: atc puts what brings it into the order of the device before the operator.
    static void describe(const DumpIndex& index, TensorId id, std::string_view typeKey, JsonWriter& json)
    {
        const TensorRow& row = index.tensor(id);
        const ShapeId shape = row.originalShape.isValid() ? row.originalShape : row.shape;
        const MemoryFormat format
            = row.originalFormat == MemoryFormat::Unspecified ? row.format : row.originalFormat;
        const bool isPlain = format == MemoryFormat::NCHW || format == MemoryFormat::NHWC;
        json.beginObject();
        json.member("format", isPlain ? formatName(format) : std::string_view("ND"));
        json.key("shape").beginArray();
        for (const std::int64_t extent :
            shape.isValid() ? index.shape(shape) : std::span<const std::int64_t>())
            json.value(extent);
        json.endArray();
        json.member(typeKey, dtypeName(row.dtype));
        json.endObject();
    }

    static std::string document(
        const ReproducedOperator& wanted, const std::vector<OperatorAttribute>& attributes)
    {
        std::string text;
        JsonWriter json([&](std::string_view part) { text += part; }, true);
        json.beginArray().beginObject();
        json.member("op", wanted.call.type);
        json.key("input_desc").beginArray();
        for (const RecordedArgument& argument : wanted.call.arguments) {
            if (argument.tensor)
                describe(*wanted.index, *argument.tensor, "type", json);
        }
        json.endArray();
        json.key("output_desc").beginArray();
        describe(*wanted.index, wanted.tensor, "type", json);
        json.endArray();
        json.key("attr").beginArray();
        for (const OperatorAttribute& attribute : attributes) {
            const std::string_view word = attributeWord(attribute.type);
            if (word.empty())
                continue;
            json.beginObject().member("name", attribute.key).member("type", word).key("value");
            if (word == "string")
                json.value(attribute.value);
            else
                json.raw(attribute.value);
            json.endObject();
        }
        json.endArray();
        json.endObject().endArray();
        json.finish();
        return text;
    }
};

} // namespace

void register_acl_reproducer(ReproducerKinds& kinds)
{
    kinds.add(std::make_unique<AclReproducer>());
}

} // namespace dumpscope::core
