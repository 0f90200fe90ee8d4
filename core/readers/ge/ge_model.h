// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"
#include "readers/reader.h"

#include <string_view>

namespace dumpscope::core {

/// The graphs of a ge.proto.ModelDef (docs/formats/ascendcl-capture.md 6.1) in binary, text or JSON form;
/// graph 0 is the root. For a damaged file the operators before the damage, and the damage among the
/// problems. Errors: Code::Cancelled.
[[nodiscard]] Result<GraphDocument> readGeModel(ProtoStream& in, std::string_view format);

/// The same for a ge.proto.GraphDef by itself (docs/formats/llm-era.md 2.3).
[[nodiscard]] Result<GraphDocument> readGeGraph(ProtoStream& in, std::string_view format);

} // namespace dumpscope::core
