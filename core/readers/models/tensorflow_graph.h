// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"
#include "readers/reader.h"

#include <string_view>

namespace dumpscope::core {

/// The graphs of a tensorflow.GraphDef: graph 0 is the main one, then the functions of its library. Types of
/// outputs are known from attributes (`dtype`, `DstT`, `_output_shapes`). A damaged file gives the nodes
/// before the damage. Errors: Code::Cancelled.
[[nodiscard]] Result<GraphDocument> readTensorflowGraph(ProtoStream& in, std::string_view format);

} // namespace dumpscope::core
