// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/graph_file.h"
#include "readers/models/tensorflow_graph.h"
#include "readers/models/tensorflow_schema.h"

namespace dumpscope::core {

namespace {

namespace tf = tensorflow;

/// A frozen graph of TensorFlow, serialized or as text.
class TensorflowGraphFile : public GraphFileReader {
public:
    explicit TensorflowGraphFile(ProtoForm form)
        : GraphFileReader(form, tf::kGraphDef)
        , m_info(form == ProtoForm::Binary ? ReaderInfo {.id = "tensorflow-graph",
                     .title = Form<0>("TensorFlow GraphDef"),
                     .patterns = {"*.pb"},
                     .can = {.graph = true}}
                                           : ReaderInfo {.id = "tensorflow-text",
                                               .title = Form<0>("TensorFlow GraphDef as text"),
                                               .patterns = {"*.pbtxt"},
                                               .can = {.graph = true}})
        , m_binary(form == ProtoForm::Binary)
    {
    }

    const ReaderInfo& info() const override { return m_info; }

    Claim probe(const FileProbe& probe) const override
    {
        const ProtoEvidence seen = evidence(probe);
        const bool nodes = seen.has("NodeDef", tf::kNodeName) && seen.has("NodeDef", tf::kNodeOp);
        const bool library = seen.has("FunctionDef", tf::kFunctionSignature);
        if (seen.contradicts() || (!nodes && !library))
            return {0, phrase("no nodes of a tensorflow.GraphDef")};
        if (m_binary && !seen.mostlyKnown())
            return {50, phrase("reads like a tensorflow.GraphDef")};
        return {m_binary ? 88 : 82, phrase("nodes of a tensorflow.GraphDef")};
    }

protected:
    Result<GraphDocument> build(ProtoStream& in, const FileContext&) const override
    {
        return readTensorflowGraph(in, m_info.id);
    }

private:
    ReaderInfo m_info;
    bool m_binary;
};

} // namespace

void register_tensorflow_graph_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<TensorflowGraphFile>(ProtoForm::Binary));
    registry.add(std::make_unique<TensorflowGraphFile>(ProtoForm::Text));
}

} // namespace dumpscope::core
