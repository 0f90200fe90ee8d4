// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"
#include "readers/reader.h"

#include <string_view>

namespace dumpscope::core {

/// The graphs of an onnx.ModelProto: graph 0 is the main one, then bodies of If, Loop and Scan in file order,
/// and functions. Inputs and initializers are parameters; an operator without a name is called
/// `{op_type}_{place}` and a repeated name gets `_{k}`, as on the CPU device
/// (docs/formats/ascendcl-capture.md 7). A damaged file gives the nodes before the damage. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<GraphDocument> readOnnxGraph(ProtoStream& in, std::string_view format);

} // namespace dumpscope::core
