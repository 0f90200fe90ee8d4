// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"
#include "tensor/dtype.h"

#include <string>

namespace dumpscope::core::tensorflow {

/// Field numbers of TensorFlow's public graph.proto, node_def.proto, attr_value.proto, function.proto
/// and op_def.proto.
enum GraphField : std::uint32_t { kGraphNode = 1, kGraphLibrary = 2, kGraphVersions = 4 };
enum Node : std::uint32_t { kNodeName = 1, kNodeOp = 2, kNodeInput = 3, kNodeDevice = 4, kNodeAttr = 5 };
enum Entry : std::uint32_t { kEntryKey = 1, kEntryValue = 2 };
/// AttrValue; in its lists functions have number 9.
enum Attr : std::uint32_t {
    kAttrList = 1,
    kAttrS = 2,
    kAttrI = 3,
    kAttrF = 4,
    kAttrB = 5,
    kAttrType = 6,
    kAttrShape = 7,
    kAttrTensor = 8,
    kAttrPlaceholder = 9,
    kAttrFunction = 10,
    kListFunction = 9
};
enum Tensor : std::uint32_t { kTensorDtype = 1, kTensorShape = 2, kTensorContent = 4 };
enum ShapeField : std::uint32_t { kShapeDim = 2, kShapeUnknownRank = 3 };
enum Library : std::uint32_t { kLibraryFunction = 1 };
enum Function : std::uint32_t {
    kFunctionSignature = 1,
    kFunctionNode = 3,
    kFunctionReturn = 4,
    kFunctionAttr = 5
};
enum Signature : std::uint32_t { kSignatureName = 1, kSignatureInput = 2, kSignatureOutput = 3 };
enum Argument : std::uint32_t { kArgumentName = 1, kArgumentType = 3 };

extern const ProtoMessage kGraphDef;

/// DataType as a name or number; references (`DT_FLOAT_REF`) count as what they refer to.
struct Type {
    DType dtype = DType::Unknown;
    std::string text;
};
[[nodiscard]] Type typeOf(ProtoStream& in);

} // namespace dumpscope::core::tensorflow
