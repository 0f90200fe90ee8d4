// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/graph_file.h"

#include "readers/file_finding.h"
#include "readers/protobuf/protobuf_binary.h"

namespace dumpscope::core {

std::unique_ptr<ProtoStream> openProto(
    ProtoForm form, Bytes bytes, const ProtoMessage& schema, TaskContext* task)
{
    if (form == ProtoForm::Binary)
        return std::make_unique<ProtoBinaryStream>(std::move(bytes), schema, task);
    return std::make_unique<ProtoTextStream>(std::move(bytes), schema, task,
        form == ProtoForm::Json ? ProtoTextStream::Syntax::Json : ProtoTextStream::Syntax::Text);
}

ProtoEvidence probeProto(ProtoForm form, ByteSpan head, const ProtoMessage& schema)
{
    const auto stream = openProto(form, Bytes(head, nullptr), schema, nullptr);
    return ProtoEvidence::of(*stream);
}

std::vector<std::pair<std::string, std::string>> GraphFileReader::nameProperties(std::string_view) const
{
    return {};
}

Result<FileContents> GraphFileReader::read(const FileContext& file, TaskContext&) const
{
    FileContents contents;
    contents.properties = nameProperties(file.name);
    if (file.source.size() == 0)
        contents.problems.push_back({Severity::Warning, Code::Truncated, {}, emptyFileError().message});
    return contents;
}

Result<GraphDocument> GraphFileReader::readGraph(const FileContext& file, TaskContext& task) const
{
    TRY_ASSIGN(const Bytes bytes, file.source.map());
    if (bytes.isEmpty())
        return fail(emptyFileError());
    task.progress.setPhases({{phrase("Reading the graph"), 1}});
    task.progress.beginPhase(0, bytes.size());
    const auto stream = openProto(m_form, bytes, m_schema, &task);
    TRY_ASSIGN(GraphDocument document, build(*stream, file));
    TRY_VOID(bytes.check());
    if (document.graphs.empty()) {
        if (!document.problems.empty()) {
            Diagnostic& first = document.problems.front();
            return fail(first.code, std::move(first.message), std::move(first.place));
        }
        return fail(Code::NotRecognised, phrase("there is no graph in the file"));
    }
    auto fromName = nameProperties(file.name);
    document.properties.insert(document.properties.begin(), std::make_move_iterator(fromName.begin()),
        std::make_move_iterator(fromName.end()));
    return document;
}

} // namespace dumpscope::core
