// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/ge/ge_model.h"
#include "readers/ge/ge_schema.h"
#include "readers/graph_file.h"

namespace dumpscope::core {

namespace {

/// An offline model dumped as JSON (`atc --mode=1`), the "fusion file" of comparisons
/// (docs/formats/ascendcl-capture.md 6.1, docs/formats/comparison.md 3.3).
class GeJsonReader final : public GraphFileReader {
public:
    GeJsonReader()
        : GraphFileReader(ProtoForm::Json, ge::kModelDef)
    {
    }

    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "ge-json",
            .title = Form<0>("GE graph (offline model as JSON)"),
            .patterns = {"*.json"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const ProtoEvidence seen = evidence(probe);
        if (!seen.contradicts()
            && (seen.has("OpDef", ge::kOpType) || seen.has("OpDef", ge::kOpName)
                || seen.has("OpDef", ge::kOpAttr) || seen.has("OpDef", ge::kOpInputDesc)))
            return {88, phrase("operators of a ge.proto.ModelDef in JSON")};
        // Keys may be sorted, and then the model's own attributes fill the head.
        if (!seen.contradicts() && seen.has("attr", ge::kEntryKey) && seen.has("attr", ge::kEntryValue))
            return {60, phrase("attributes of a ge.proto.ModelDef in JSON")};
        return {0, phrase("no graph of a ge.proto.ModelDef in JSON")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        return readGeModel(in, info().id);
    }
};

} // namespace

void register_ge_json_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<GeJsonReader>());
}

} // namespace dumpscope::core
