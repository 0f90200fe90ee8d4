// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_ir_line.h"

#include "base/text.h"
#include "readers/mindspore/mindspore_type_text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::string_view kParameter = "%para";
constexpr std::string_view kFunctionPrefix = "PrimFunc_";

bool skipToken(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::string_view leadingDigits(std::string_view text)
{
    return text.substr(0, text.find_first_not_of("0123456789"));
}

/// First item up to a comma outside of all brackets; takes it and the comma away.
std::string_view takeListItem(std::string_view& list)
{
    std::size_t i = 0;
    while (i < list.size() && list[i] != ',') {
        const char c = list[i];
        std::size_t next = i + 1;
        if (c == '(' || c == '[' || c == '{') {
            next = behindBracket(list, i);
        } else if (beginsQuote(list, i)) {
            const auto end = behindQuote(list, i);
            next = end == std::string_view::npos ? i + 1 : end;
        }
        i = std::min(next, list.size());
    }
    const std::string_view item = list.substr(0, i);
    list.remove_prefix(i);
    if (!skipToken(list, ", "))
        (void)skipToken(list, ",");
    return item;
}

/// Inside of `[@@g]`, `[@FuncUnion(@a, @b)]`, `[@Partial(@a)]` and the spellings without `@`.
void appendClosure(std::string_view inside, std::vector<std::string_view>& called, int depth = 0)
{
    constexpr int kMaxDepth = 16;
    inside.remove_prefix(std::min(inside.find_first_not_of("@ "), inside.size()));
    if (inside.empty() || depth > kMaxDepth)
        return;
    for (const std::string_view word : {"FuncUnion(", "Partial("}) {
        if (!inside.starts_with(word) || !inside.ends_with(')'))
            continue;
        std::string_view list = inside.substr(word.size(), inside.size() - word.size() - 1);
        while (!list.empty())
            appendClosure(takeListItem(list), called, depth + 1);
        return;
    }
    called.push_back(inside);
}

/// Everything in front of the operands: a primitive, a graph, or a function value.
void parseOperator(std::string_view text, IrNodeLine& node)
{
    constexpr std::string_view kCall = "call @";
    if (text.starts_with(kCall)) {
        node.isCall = true;
        node.called.push_back(text.substr(kCall.size()));
        return;
    }
    if (!text.starts_with('%') && !text.starts_with("$(")) {
        (void)skipToken(text, kFunctionPrefix);
        node.operation = text;
        return;
    }
    node.isCall = true;
    std::size_t end = text.find('[');
    if (text.starts_with("$("))
        end = std::min(behindBracket(text, 1), text.size());
    node.callee = parseIrOperand(text.substr(0, end));
    if (end < text.size() && text[end] == '[' && text.ends_with(']'))
        appendClosure(text.substr(end + 1, text.size() - end - 2), node.called);
}

/// Length of the operator: up to the parenthesis that opens the operands. Values that are called may
/// have parentheses of their own, then the last group counts.
std::size_t operatorLength(std::string_view text)
{
    std::size_t i = text.starts_with("$(") ? behindBracket(text, 1) : 0;
    while (i < text.size()) {
        const char c = text[i];
        if (c == '(') {
            const std::size_t end = behindBracket(text, i);
            if (end == std::string_view::npos || end >= text.size() || text[end] != '(')
                return i;
            i = end;
        } else if (c == '[' || c == '{') {
            i = behindBracket(text, i);
        } else {
            ++i;
        }
    }
    return std::string_view::npos;
}

struct Extra {
    std::string_view label;
    AttributeOrigin origin;
};
constexpr std::array<Extra, 3> kExtras {{
    {"primitive_attrs: ", AttributeOrigin::Operator},
    {"cnode_attrs: ", AttributeOrigin::Node},
    {"cnode_primal_attrs: ", AttributeOrigin::Primal},
}};

/// A group without a label: the instance, a strategy, or the attributes of the oldest releases.
void appendBareGroup(std::string_view group, std::vector<IrAttribute>& out)
{
    constexpr std::string_view kInstance = "{instance name: ";
    if (group.starts_with(kInstance)) {
        out.push_back({"instance name", group.substr(kInstance.size(), group.size() - kInstance.size() - 1),
            AttributeOrigin::Note});
        return;
    }
    const bool strategy = group.starts_with("{ strategy") || group.starts_with("{strategy")
        || group.starts_with("{in_strategy") || group.starts_with("{out_strategy");
    appendIrAttributes(group, strategy ? AttributeOrigin::Note : AttributeOrigin::Operator, out);
}

IrNodeParse parseExtras(std::string_view rest, const char* lineStart, IrNodeLine& node)
{
    while (!rest.empty()) {
        if (rest.front() == ' ') {
            rest.remove_prefix(1);
            continue;
        }
        const auto* extra = std::ranges::find_if(
            kExtras, [&](const Extra& candidate) { return rest.starts_with(candidate.label); });
        if (extra != kExtras.end())
            rest.remove_prefix(extra->label.size());
        if (rest.empty() || rest.front() != '{') {
            node.rest = rest;
            return IrNodeParse::Done;
        }
        const std::size_t end = behindBracket(rest, 0);
        if (end == std::string_view::npos) {
            node.open = static_cast<std::size_t>(rest.data() - lineStart);
            return IrNodeParse::Unfinished;
        }
        const std::string_view group = rest.substr(0, end);
        if (extra != kExtras.end())
            appendIrAttributes(group, extra->origin, node.attributes);
        else
            appendBareGroup(group, node.attributes);
        rest.remove_prefix(end);
    }
    return IrNodeParse::Done;
}

} // namespace

IrOperand parseIrOperand(std::string_view text)
{
    IrOperand operand;
    operand.text = text;
    std::string_view rest = text;
    if (skipToken(rest, kParameter)) {
        const std::string_view digits = leadingDigits(rest);
        if (const auto number = parseUnsigned(digits)) {
            operand.kind = IrOperand::Kind::Parameter;
            operand.number = *number;
            operand.name = rest.substr(digits.size());
            (void)skipToken(operand.name, "_");
        }
        return operand;
    }
    if (text.size() > 1 && text[0] == '%' && isDigits(text.substr(1))) {
        operand.kind = IrOperand::Kind::Node;
        return operand;
    }
    if (text.size() > 1 && text[0] == '@') {
        operand.kind = IrOperand::Kind::Graph;
        operand.graph = text.substr(1);
        return operand;
    }
    if (skipToken(rest, "$(") && rest.ends_with(')')) {
        rest.remove_suffix(1);
        (void)skipToken(rest, "@");
        const auto colon = rest.find(':');
        if (colon == std::string_view::npos)
            return operand;
        operand.graph = rest.substr(0, colon);
        operand.name = rest.substr(colon + 1);
        operand.kind = IrOperand::Kind::OtherNode;
        std::string_view parameter = operand.name;
        if (skipToken(parameter, kParameter.substr(1))) {
            const std::string_view digits = leadingDigits(parameter);
            const auto number = parseUnsigned(digits);
            if (number && parameter.substr(digits.size()).starts_with('_')) {
                operand.kind = IrOperand::Kind::OtherParameter;
                operand.number = *number;
                operand.name = parameter.substr(digits.size() + 1);
            }
        }
    }
    return operand;
}

IrNodeParse parseIrNode(std::string_view line, IrNodeLine& node)
{
    node = {};
    const char* const lineStart = line.data();
    if (!skipToken(line, "  "))
        return IrNodeParse::NotANode;
    if (line.starts_with('%') && line.size() > 1 && isDigit(line[1])) {
        const std::size_t numberEnd = 1 + leadingDigits(line.substr(1)).size();
        const auto equals = line.find(") = ");
        if (numberEnd >= line.size() || line[numberEnd] != '(' || equals == std::string_view::npos)
            return IrNodeParse::NotANode;
        node.id = line.substr(0, numberEnd);
        node.label = line.substr(numberEnd + 1, equals - numberEnd - 1);
        line.remove_prefix(equals + 4);
    } else if (line.starts_with("Return(") || line.starts_with("return(")) {
        node.isReturn = true;
    } else {
        return IrNodeParse::NotANode;
    }
    const std::size_t open = operatorLength(line);
    if (open == std::string_view::npos)
        return IrNodeParse::NotANode;
    const std::size_t end = behindBracket(line, open);
    if (end == std::string_view::npos) {
        node.open = static_cast<std::size_t>(line.data() - lineStart) + open;
        return IrNodeParse::Unfinished;
    }
    parseOperator(line.substr(0, open), node);
    std::string_view operands = line.substr(open + 1, end - open - 2);
    while (!operands.empty())
        node.operands.push_back(parseIrOperand(takeListItem(operands)));
    return parseExtras(line.substr(end), lineStart, node);
}

void appendIrAttributes(std::string_view group, AttributeOrigin origin, std::vector<IrAttribute>& out)
{
    std::string_view list = group.substr(1, group.size() - 2);
    const std::size_t first = out.size();
    const auto blanks = [](std::string_view text) {
        return text.substr(std::min(text.find_first_not_of(' '), text.size()));
    };
    while (!list.empty()) {
        const char* const itemStart = list.data();
        const std::string_view item = takeListItem(list);
        const auto colon = item.find(": ");
        const bool lone = colon == std::string_view::npos;
        if (lone && item.ends_with(':')) {
            out.push_back({blanks(item.substr(0, item.size() - 1)), {}, origin});
        } else if (!lone) {
            out.push_back({blanks(item.substr(0, colon)), item.substr(colon + 2), origin});
        } else if (out.size() > first) {
            // A text without quotes that has a comma inside: it goes on.
            std::string_view& value = out.back().value;
            const char* const start = value.empty() ? itemStart : value.data();
            value = {start, static_cast<std::size_t>(item.data() + item.size() - start)};
        } else {
            out.push_back({blanks(item), {}, origin});
        }
    }
}

std::string plainIrValue(std::string_view value)
{
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
        return std::string(value.substr(1, value.size() - 2));
    if (value.size() >= 2 && value.front() == '(' && behindBracket(value, 0) == value.size())
        return '[' + std::string(value.substr(1, value.size() - 2)) + ']';
    for (const std::string_view type :
        {"Bool", "I8", "I16", "I32", "I64", "U8", "U16", "U32", "U64", "F16", "F32", "F64", "BF16"}) {
        if (!value.starts_with(type) || value.size() < type.size() + 2 || value[type.size()] != '('
            || value.back() != ')')
            continue;
        const std::string_view inside = value.substr(type.size() + 1, value.size() - type.size() - 2);
        if (type == "Bool")
            return inside == "1" ? "true" : inside == "0" ? "false" : std::string(inside);
        return std::string(inside);
    }
    return std::string(value);
}

bool parseIrParameter(std::string_view line, IrParameterLine& parameter)
{
    parameter = {};
    if (!skipToken(line, kParameter))
        return false;
    const std::string_view digits = leadingDigits(line);
    const auto number = parseUnsigned(digits);
    if (!number)
        return false;
    parameter.number = *number;
    line.remove_prefix(digits.size());
    if (!skipToken(line, "_"))
        (void)skipToken(line, " = ");
    const auto type = line.find(": <");
    if (type == std::string_view::npos)
        return false;
    parameter.name = line.substr(0, type);
    while (parameter.name.ends_with(' '))
        parameter.name.remove_suffix(1);
    line.remove_prefix(type + 2);
    const std::size_t typeEnd = behindAngle(line, 0);
    if (typeEnd == std::string_view::npos)
        return false;
    parameter.type = line.substr(0, typeEnd);
    line.remove_prefix(typeEnd);
    while (!line.empty()) {
        line.remove_prefix(std::min(line.find_first_not_of(" :"), line.size()));
        if (line.empty())
            break;
        std::size_t end = line.find("  :  ");
        if (line.front() == '<')
            end = behindAngle(line, 0);
        end = std::min(end, line.size());
        const std::string_view part = line.substr(0, end);
        line.remove_prefix(end);
        if (part.starts_with('<'))
            parameter.kernelType = part;
        else if (part == "has_default")
            parameter.hasDefault = true;
        else if (part.starts_with("IsWeight:"))
            parameter.isWeight = part.ends_with("true");
        else if (part.starts_with('[') && parameter.symbolicShape.empty())
            parameter.symbolicShape = part;
        else
            return false;
    }
    return true;
}

bool parseIrSubgraph(std::string_view line, IrSubgraphLine& subgraph)
{
    subgraph = {};
    if (!skipToken(line, "subgraph @") || !line.ends_with('{'))
        return false;
    constexpr std::string_view kParent = " parent: [subgraph @";
    const auto open = line.find("(%");
    const auto empty = line.rfind("() {");
    const std::size_t list = std::min(open, empty);
    if (list == std::string_view::npos)
        return false;
    std::string_view head = line.substr(0, list);
    if (const auto parent = head.find(kParent); parent != std::string_view::npos) {
        subgraph.parent = head.substr(parent + kParent.size());
        if (subgraph.parent.ends_with(']'))
            subgraph.parent.remove_suffix(1);
        head = head.substr(0, parent);
    }
    subgraph.name = head;
    if (list == empty)
        return true;
    std::string_view rest = line.substr(list + 1);
    const auto close = rest.rfind(") {");
    if (close == std::string_view::npos)
        return false;
    rest = rest.substr(0, close);
    while (!rest.empty()) {
        // Names may hold anything, so a parameter goes on until the next one begins.
        const auto next = rest.find(", %para");
        const IrOperand parameter = parseIrOperand(rest.substr(0, next));
        if (parameter.kind != IrOperand::Kind::Parameter)
            return false;
        subgraph.parameters.emplace_back(parameter.number, parameter.name);
        rest.remove_prefix(next == std::string_view::npos ? rest.size() : next + 2);
    }
    return true;
}

bool parseIrTypes(std::string_view line, IrTypeLine& types)
{
    types = {};
    if (!line.starts_with('('))
        return false;
    constexpr std::string_view kArrow = ") -> (";
    // Types hold brackets of all sorts, some of them not in pairs, so the arrow is looked for instead.
    const auto arrow = line.rfind(kArrow);
    if (!line.ends_with(')'))
        return false;
    if (arrow == std::string_view::npos) {
        types.inputs = line.substr(1, line.size() - 2);
        return true;
    }
    types.inputs = line.substr(1, arrow - 1);
    types.outputs = line.substr(arrow + kArrow.size(), line.size() - arrow - kArrow.size() - 1);
    types.hasOutputs = true;
    return true;
}

std::string_view takeIrType(std::string_view& list)
{
    std::size_t end = list.starts_with('<') ? behindAngle(list, 0) : list.find(", ");
    end = std::min(end, list.size());
    const std::string_view item = list.substr(0, end);
    list.remove_prefix(end);
    if (!skipToken(list, ", "))
        list.remove_prefix(std::min(list.find_first_not_of(", "), list.size()));
    return item;
}

} // namespace dumpscope::core
