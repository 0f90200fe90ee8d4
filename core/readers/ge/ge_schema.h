// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"

namespace dumpscope::core::ge {

/// Field numbers of ge.proto (docs/formats/ascendcl-capture.md 6.1).
enum Model : std::uint32_t {
    kModelName = 1,
    kModelVersion = 2,
    kCustomVersion = 3,
    kModelGraph = 7,
    kModelAttr = 11
};
enum GraphField : std::uint32_t {
    kGraphName = 1,
    kGraphInput = 4,
    kGraphOutput = 5,
    kGraphOp = 6,
    kGraphAttr = 11
};
enum Op : std::uint32_t {
    kOpName = 1,
    kOpType = 2,
    kOpInput = 5,
    kOpAttr = 10,
    kOpId = 21,
    kOpStreamId = 22,
    kOpInputName = 23,
    kOpInputOffset = 28,
    kOpOutputOffset = 29,
    kOpWorkspace = 30,
    kOpWorkspaceBytes = 31,
    kOpInputConst = 32,
    kOpInputDesc = 33,
    kOpOutputDesc = 34,
    kOpSubgraph = 35
};
enum Desc : std::uint32_t {
    kDescName = 1,
    kDescDtype = 2,
    kDescShape = 3,
    kDescLayout = 4,
    kDescAttr = 5,
    kDescSize = 10,
    kDescDevice = 14,
    kDescDataOffset = 18
};
enum Entry : std::uint32_t { kEntryKey = 1, kEntryValue = 2 };
/// AttrDef. For its lists see List.
enum Attr : std::uint32_t {
    kAttrList = 1,
    kAttrS = 2,
    kAttrI = 3,
    kAttrF = 4,
    kAttrB = 5,
    kAttrBytes = 7,
    kAttrFunc = 10,
    kAttrDesc = 11,
    kAttrTensor = 12,
    kAttrGraph = 13,
    kAttrIntLists = 14,
    kAttrDtype = 15,
    kAttrFloatLists = 16,
    kAttrExpression = 17
};
enum List : std::uint32_t {
    kListS = 2,
    kListI = 3,
    kListF = 4,
    kListB = 5,
    kListBytes = 7,
    kListDesc = 8,
    kListTensor = 9,
    kListGraph = 10,
    kListNamed = 11,
    kListDtype = 12,
    kListType = 20
};

extern const ProtoMessage kModelDef, kGraphDef;

} // namespace dumpscope::core::ge
