// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/graph_file.h"
#include "readers/onnx_graph.h"
#include "readers/onnx_schema.h"

namespace dumpscope::core {

namespace {

/// A model in ONNX, binary.
class OnnxReader final : public GraphFileReader {
public:
    OnnxReader()
        : GraphFileReader(ProtoForm::Binary, onnx::kModelProto)
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "onnx",
            .title = Form<0>("ONNX model"),
            .patterns = {"*.onnx"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool named = probe.name.ends_with(".onnx");
        const ProtoEvidence seen = evidence(probe);
        // Without its name, one number and some bytes are too little.
        const bool model = seen.has("onnx.ModelProto", onnx::kIrVersion)
            && (seen.has("NodeProto", onnx::kNodeOpType)
                || (named && seen.has("onnx.ModelProto", onnx::kModelGraph)));
        if (seen.contradicts() || !model)
            return {named ? 45 : 0,
                named ? phrase("named .onnx, but without the fields of a model")
                      : phrase("no ir_version and graph of an ONNX model")};
        if (seen.mostlyKnown())
            return {named ? 97 : 90, phrase("ir_version and nodes of an ONNX model")};
        return {named ? 80 : 50, phrase("reads like an ONNX model")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        return readOnnxGraph(in, info().id);
    }
};

/// The same in protobuf's text format.
class OnnxTextReader final : public GraphFileReader {
public:
    OnnxTextReader()
        : GraphFileReader(ProtoForm::Text, onnx::kModelProto)
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "onnx-text",
            .title = Form<0>("ONNX model as text"),
            .patterns = {"*.pbtxt", "*.textproto"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const ProtoEvidence seen = evidence(probe);
        if (seen.contradicts() || !seen.has("onnx.ModelProto", onnx::kIrVersion)
            || !seen.has("NodeProto", onnx::kNodeOpType))
            return {0, phrase("no ir_version and nodes of an ONNX model in text")};
        return {82, phrase("ir_version and nodes of an ONNX model in text")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        return readOnnxGraph(in, info().id);
    }
};

} // namespace

void register_onnx_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<OnnxReader>());
    registry.add(std::make_unique<OnnxTextReader>());
}

} // namespace dumpscope::core
