// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/graph.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

// Single lines of MindSpore's textual IR (docs/formats/mindspore-dump.md 6.1). Views point into the argument.

/// An operand, or a callee.
struct IrOperand {
    enum class Kind : std::uint8_t {
        Node,      ///< `%5`
        Parameter, ///< `%para3_x`
        OtherNode, ///< `$(@g:CNode_5)`, a node of another graph by its label
        OtherParameter,
        Graph, ///< `@g`
        Value, ///< a constant as written
    };
    Kind kind = Kind::Value;
    std::string_view text;    ///< as written
    std::string_view graph;   ///< of the other kinds
    std::string_view name;    ///< label of a node, name of a parameter
    std::uint64_t number = 0; ///< of a parameter
};

[[nodiscard]] IrOperand parseIrOperand(std::string_view text);

struct IrAttribute {
    std::string_view key, value;
    AttributeOrigin origin = AttributeOrigin::Operator;
};

/// `  %3(CNode_5) = MatMul(%1, %2) primitive_attrs: {…}`, or `  Return(%3)`.
struct IrNodeLine {
    bool isReturn = false;
    std::string_view id;        ///< `%3`
    std::string_view label;     ///< `CNode_5`
    std::string_view operation; ///< primitive; empty for a call
    bool isCall = false;
    std::optional<IrOperand> callee;      ///< a function value that is called
    std::vector<std::string_view> called; ///< graphs that may be called
    std::vector<IrOperand> operands;
    std::vector<IrAttribute> attributes;
    std::string_view rest; ///< unparsed end of the line
    std::size_t open = 0;  ///< Unfinished: offset in the line of the bracket that is not closed
};

enum class IrNodeParse : std::uint8_t { NotANode, Unfinished, Done };

/// Unfinished: brackets are open at the end of the text, so a value has a line break inside.
[[nodiscard]] IrNodeParse parseIrNode(std::string_view line, IrNodeLine& node);

/// `{k: v, …}` with its braces.
void appendIrAttributes(std::string_view group, AttributeOrigin origin, std::vector<IrAttribute>& out);

/// Value of an attribute without the decoration of its type: `I64(1)` -> `1`, `"NCHW"` -> `NCHW`,
/// `Bool(1)` -> `true`, `(3, 3)` -> `[3, 3]`.
[[nodiscard]] std::string plainIrValue(std::string_view value);

/// `%para3_conv.weight: <T> : [..]  :  has_default  :  <K>  :  IsWeight: true`
/// (docs/formats/mindspore-dump.md 6.2).
struct IrParameterLine {
    std::uint64_t number = 0;
    std::string_view name; ///< may be empty
    std::string_view type, kernelType;
    std::string_view symbolicShape;
    bool hasDefault = false;
    std::optional<bool> isWeight;
};
[[nodiscard]] bool parseIrParameter(std::string_view line, IrParameterLine& parameter);

/// `subgraph @g parent: [subgraph @p](%para3_x, …) {`
struct IrSubgraphLine {
    std::string_view name, parent;
    std::vector<std::pair<std::uint64_t, std::string_view>> parameters; ///< number and name
};
[[nodiscard]] bool parseIrSubgraph(std::string_view line, IrSubgraphLine& subgraph);

/// Both sides of `: (A, B) -> (C)`; false when the line is something else.
struct IrTypeLine {
    std::string_view inputs, outputs; ///< without their parentheses
    bool hasOutputs = false;
};
[[nodiscard]] bool parseIrTypes(std::string_view line, IrTypeLine& types);
/// Removes and returns the first item of a list of types.
[[nodiscard]] std::string_view takeIrType(std::string_view& list);

} // namespace dumpscope::core
