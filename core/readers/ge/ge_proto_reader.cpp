// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/ge/ge_graph_naming.h"
#include "readers/ge/ge_model.h"
#include "readers/ge/ge_schema.h"
#include "readers/graph_file.h"

namespace dumpscope::core {

namespace {

/// `ge_proto_*.txt`: text format of ge.proto.ModelDef (docs/formats/ascendcl-capture.md 6.1).
class GeProtoReader final : public GraphFileReader {
public:
    GeProtoReader()
        : GraphFileReader(ProtoForm::Text, ge::kModelDef)
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "ge-proto",
            .title = Form<0>("GE graph (ge_proto text)"),
            .patterns = {"ge_proto_*.txt"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const auto name = parseGeGraphName(probe.name);
        const bool named = name && name->kind == "proto";
        const ProtoEvidence seen = evidence(probe);
        if (!seen.contradicts() && (seen.has("OpDef", ge::kOpType) || seen.has("OpDef", ge::kOpName)))
            return {named ? 97 : 85, phrase("operators of a ge.proto.ModelDef in text format")};
        if (named)
            return {seen.contradicts() ? 45 : 80, phrase("named like a GE graph")};
        return {0, phrase("no operators in ge_proto text")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        return readGeModel(in, info().id);
    }
    std::vector<std::pair<std::string, std::string>> nameProperties(std::string_view name) const override
    {
        return geNameProperties(name);
    }
};

} // namespace

void register_ge_proto_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<GeProtoReader>());
}

} // namespace dumpscope::core
