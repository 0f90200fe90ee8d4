// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/ascend/om_file.h"
#include "readers/format_registry.h"
#include "readers/ge/ge_model.h"
#include "readers/ge/ge_schema.h"
#include "readers/graph_file.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Offline models of GE (docs/formats/llm-era.md 10): a container whose first part is the graph.
class OmReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "om",
            .title = Form<0>("Offline model of GE"),
            .patterns = {"*.om"},
            .can = {.graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (hasOmMagic(probe.head))
            return {95, phrase("magic of an offline model")};
        return {probe.name.ends_with(".om") ? 45 : 0, phrase("no magic of an offline model")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        FileContents contents;
        auto model = OmFile::read(bytes.span());
        TRY_VOID(bytes.check());
        if (!model) {
            contents.problems.push_back(
                {Severity::Error, model.error().code, model.error().place, model.error().message});
            return contents;
        }
        std::string parts;
        for (const OmPart& part : model->parts)
            parts += (parts.empty() ? "" : ", ") + omPartName(part.type) + " " + byteSizeText(part.size);
        contents.properties.emplace_back("om.name", printable(model->name));
        contents.properties.emplace_back("om.models", std::to_string(model->models));
        contents.properties.emplace_back("om.parts", std::move(parts));
        contents.problems = std::move(model->problems);
        return contents;
    }

    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(const OmFile model, OmFile::read(bytes.span()));
        const auto part = std::ranges::find(model.parts, OmFile::kModelPart, &OmPart::type);
        if (part == model.parts.end()) {
            if (!model.problems.empty())
                return fail(model.problems.front().code, model.problems.front().message);
            return fail(Code::NotRecognised, phrase("there is no graph in the file"));
        }
        const std::uint64_t begin = std::min(part->offset, bytes.size());
        TRY_ASSIGN(Bytes graph, bytes.slice(begin, std::min(part->size, bytes.size() - begin)));
        task.progress.setPhases({{phrase("Reading the graph"), 1}});
        task.progress.beginPhase(0, graph.size());
        const auto stream = openProto(ProtoForm::Binary, std::move(graph), ge::kModelDef, &task);
        TRY_ASSIGN(GraphDocument document, readGeModel(*stream, info().id));
        TRY_VOID(bytes.check());
        if (document.graphs.empty())
            return fail(Code::NotRecognised, phrase("there is no graph in the file"));
        document.properties.emplace_back("model", printable(model.name));
        document.problems.insert(document.problems.begin(), model.problems.begin(), model.problems.end());
        if (std::ranges::count(model.parts, OmFile::kModelPart, &OmPart::type) > 1)
            document.problems.push_back({Severity::Hint, Code::Unsupported, {},
                phrase("the file holds %1 models; this is the first one", model.models)});
        return document;
    }
};

} // namespace

void register_om_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<OmReader>());
}

} // namespace dumpscope::core
