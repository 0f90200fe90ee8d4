// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/ge/ge_model.h"
#include "readers/ge/ge_schema.h"
#include "readers/graph_file.h"

namespace dumpscope::core {

namespace {

/// A serialized ge.proto.ModelDef, as it stands in an offline model (docs/formats/ascendcl-capture.md 6.1).
class GeBinaryReader final : public GraphFileReader {
public:
    GeBinaryReader()
        : GraphFileReader(ProtoForm::Binary, ge::kModelDef)
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "ge-binary",
            .title = Form<0>("GE graph (serialized ModelDef)"),
            .patterns = {"*.pb"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const ProtoEvidence seen = evidence(probe);
        const bool graph = seen.has("GraphDef", ge::kGraphOp) || seen.has("GraphDef", ge::kGraphName);
        if (seen.contradicts() || !graph || !seen.has("ge.proto.ModelDef", ge::kModelGraph))
            return {0, phrase("no graph of a serialized ge.proto.ModelDef")};
        if (seen.mostlyKnown() && seen.has("OpDef", ge::kOpType))
            return {90, phrase("operators of a serialized ge.proto.ModelDef")};
        return {
            seen.has("OpDef", ge::kOpType) ? 70 : 40, phrase("reads like a serialized ge.proto.ModelDef")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        return readGeModel(in, info().id);
    }
};

} // namespace

void register_ge_binary_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<GeBinaryReader>());
}

} // namespace dumpscope::core
