// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ge/ge_schema.h"

namespace dumpscope::core::ge {

namespace {

using K = ProtoKind;

extern const ProtoMessage kAttrDef, kTensorDescriptor, kTensorDef, kNamedAttrs;

constexpr ProtoField kAttrEntryFields[] {
    {kEntryKey, "key", K::Text}, {kEntryValue, "value", K::Message, &kAttrDef}};
constexpr ProtoMessage kAttrEntry {"attr", kAttrEntryFields};

constexpr ProtoField kShapeFields[] {{1, "dim", K::Integer}};
constexpr ProtoMessage kShapeDef {"ShapeDef", kShapeFields};

constexpr ProtoField kIntListFields[] {{1, "list_i", K::Integer}};
constexpr ProtoMessage kIntList {"ListInt", kIntListFields};
constexpr ProtoField kIntListsFields[] {{1, "list_list_i", K::Message, &kIntList}};
constexpr ProtoMessage kIntLists {"ListListInt", kIntListsFields};
constexpr ProtoField kFloatListFields[] {{1, "list_f", K::Float}};
constexpr ProtoMessage kFloatList {"ListFloat", kFloatListFields};
constexpr ProtoField kFloatListsFields[] {{1, "list_list_f", K::Message, &kFloatList}};
constexpr ProtoMessage kFloatLists {"ListListFloat", kFloatListsFields};

constexpr ProtoField kListFields[] {{kListS, "s", K::Bytes}, {kListI, "i", K::Integer},
    {kListF, "f", K::Float}, {kListB, "b", K::Integer}, {kListBytes, "bt", K::Bytes},
    {kListDesc, "td", K::Message, &kTensorDescriptor}, {kListTensor, "t", K::Message, &kTensorDef},
    {kListGraph, "g", K::Message, &kGraphDef}, {kListNamed, "na", K::Message, &kNamedAttrs},
    {kListDtype, "dt", K::Integer}, {kListType, "val_type", K::Integer}};
constexpr ProtoMessage kListValue {"ListValue", kListFields};

constexpr ProtoField kAttrFields[] {{kAttrList, "list", K::Message, &kListValue}, {kAttrS, "s", K::Bytes},
    {kAttrI, "i", K::Integer}, {kAttrF, "f", K::Float}, {kAttrB, "b", K::Integer},
    {kAttrBytes, "bt", K::Bytes}, {kAttrFunc, "func", K::Message, &kNamedAttrs},
    {kAttrDesc, "td", K::Message, &kTensorDescriptor}, {kAttrTensor, "t", K::Message, &kTensorDef},
    {kAttrGraph, "g", K::Message, &kGraphDef}, {kAttrIntLists, "list_list_int", K::Message, &kIntLists},
    {kAttrDtype, "dt", K::Integer}, {kAttrFloatLists, "list_list_float", K::Message, &kFloatLists},
    {kAttrExpression, "expression", K::Text}};
constexpr ProtoMessage kAttrDef {"AttrDef", kAttrFields};

constexpr ProtoField kNamedFields[] {{1, "name", K::Text}, {2, "attr", K::Message, &kAttrEntry}};
constexpr ProtoMessage kNamedAttrs {"NamedAttrs", kNamedFields};

constexpr ProtoField kDescFields[] {{kDescName, "name", K::Text}, {kDescDtype, "dtype", K::Integer},
    {kDescShape, "shape", K::Message, &kShapeDef}, {kDescLayout, "layout", K::Text},
    {kDescAttr, "attr", K::Message, &kAttrEntry}, {kDescSize, "size", K::Integer},
    {kDescDevice, "device_type", K::Text}, {kDescDataOffset, "data_offset", K::Integer}};
constexpr ProtoMessage kTensorDescriptor {"TensorDescriptor", kDescFields};

constexpr ProtoField kTensorFields[] {{1, "desc", K::Message, &kTensorDescriptor}, {2, "data", K::Bytes}};
constexpr ProtoMessage kTensorDef {"TensorDef", kTensorFields};

constexpr ProtoField kOpFields[] {{kOpName, "name", K::Text}, {kOpType, "type", K::Text},
    {kOpInput, "input", K::Text}, {kOpAttr, "attr", K::Message, &kAttrEntry}, {kOpId, "id", K::Integer},
    {kOpStreamId, "stream_id", K::Integer}, {kOpInputName, "input_name", K::Text},
    {kOpInputOffset, "input_i", K::Integer}, {kOpOutputOffset, "output_i", K::Integer},
    {kOpWorkspace, "workspace", K::Integer}, {kOpWorkspaceBytes, "workspace_bytes", K::Integer},
    {kOpInputConst, "is_input_const", K::Integer},
    {kOpInputDesc, "input_desc", K::Message, &kTensorDescriptor},
    {kOpOutputDesc, "output_desc", K::Message, &kTensorDescriptor}, {kOpSubgraph, "subgraph_name", K::Text}};
constexpr ProtoMessage kOpDef {"OpDef", kOpFields};

constexpr ProtoField kGraphFields[] {{kGraphName, "name", K::Text}, {kGraphInput, "input", K::Text},
    {kGraphOutput, "output", K::Text}, {kGraphOp, "op", K::Message, &kOpDef},
    {kGraphAttr, "attr", K::Message, &kAttrEntry}};
constexpr ProtoField kModelFields[] {{kModelName, "name", K::Text}, {kModelVersion, "version", K::Integer},
    {kCustomVersion, "custom_version", K::Text}, {kModelGraph, "graph", K::Message, &kGraphDef},
    {kModelAttr, "attr", K::Message, &kAttrEntry}};

} // namespace

constexpr ProtoMessage kGraphDef {"GraphDef", kGraphFields};
constexpr ProtoMessage kModelDef {"ge.proto.ModelDef", kModelFields};

} // namespace dumpscope::core::ge
