// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "readers/mindspore/mindspore_type_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

// Messages inside MindSpore's graph protobufs (docs/formats/mindspore-dump.md 7). Nesting is bounded;
// truncated or malformed messages give less, never a failure. Nothing is allocated beyond the size of the
// message.
/// The two schemas differ only in numbers of data types and in further fields of nodes.
enum class MindsporeProtoSchema : std::uint8_t {
    Debugger, ///< debug_graph.proto, written by the dump
    AnfIr,    ///< anf_ir.proto, written by save_graphs
};

/// Spelling of a data type as in the textual IR ("Float32"); "type <n>" for undefined numbers.
[[nodiscard]] std::string protoTypeName(std::uint64_t number, MindsporeProtoSchema schema);

/// ValueProto as text: numbers shortest, lists in brackets, strings bare; empty when it has no value.
[[nodiscard]] std::string protoValueText(ByteSpan message, MindsporeProtoSchema schema);

/// TypeProto; sequences element by element (their elements carry no shapes). `names` keeps the texts
/// the tensors point to.
void appendProtoTensors(ByteSpan message, MindsporeProtoSchema schema, std::vector<std::string>& names,
    std::vector<TypedTensor>& out);

} // namespace dumpscope::core
