// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_evidence.h"
#include "readers/protobuf/protobuf_text.h"
#include "readers/reader.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

enum class ProtoForm : std::uint8_t { Binary, Text, Json };

/// `schema` must outlive the stream; `task` may be null (see ProtoStream).
[[nodiscard]] std::unique_ptr<ProtoStream> openProto(
    ProtoForm form, Bytes bytes, const ProtoMessage& schema, TaskContext* task);

/// Evidence of the first bytes of a file. `schema` must outlive the result.
[[nodiscard]] ProtoEvidence probeProto(ProtoForm form, ByteSpan head, const ProtoMessage& schema);

/// Base of readers of files that hold nothing but a graph in one protobuf message.
class GraphFileReader : public Reader {
public:
    [[nodiscard]] Result<FileContents> read(const FileContext& file, TaskContext& task) const override;
    [[nodiscard]] Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override;

protected:
    GraphFileReader(ProtoForm form, const ProtoMessage& schema)
        : m_form(form)
        , m_schema(schema)
    {
    }
    [[nodiscard]] virtual Result<GraphDocument> build(ProtoStream& in, const FileContext& file) const = 0;
    /// Properties from the name of the file.
    [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> nameProperties(
        std::string_view name) const;
    [[nodiscard]] ProtoEvidence evidence(const FileProbe& probe) const
    {
        return probeProto(m_form, probe.head, m_schema);
    }

private:
    ProtoForm m_form;
    const ProtoMessage& m_schema;
};

} // namespace dumpscope::core
