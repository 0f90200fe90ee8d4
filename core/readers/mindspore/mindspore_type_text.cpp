// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_type_text.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kVector = "[const vector]";
constexpr int kMaxTypeDepth = 32;
/// Tensors of one type; `Tensor[Float32]*N` could otherwise ask for any number.
constexpr std::size_t kMaxTypeTensors = 4096;
constexpr std::size_t kMaxTypeDims = 64;

/// First part of a list up to a comma outside of all brackets; takes it away with ", ".
std::string_view takeItem(std::string_view& list)
{
    std::size_t i = 0;
    while (i < list.size() && list[i] != ',') {
        const char c = list[i];
        std::size_t next = i + 1;
        if (c == '(' || c == '[' || c == '{')
            next = behindBracket(list, i);
        i = std::min(next, list.size());
    }
    const std::string_view item = list.substr(0, i);
    list.remove_prefix(i);
    while (!list.empty() && (list.front() == ',' || list.front() == ' '))
        list.remove_prefix(1);
    return item;
}

/// `2, 3`, `[0]:{2}, [1]:{3}`: numbers, anything else makes no shape.
bool parseDims(std::string_view list, std::vector<std::int64_t>& dims)
{
    dims.clear();
    while (!list.empty()) {
        std::string_view item = takeItem(list);
        if (const auto colon = item.find("]:{"); colon != std::string_view::npos && item.ends_with('}'))
            item = item.substr(colon + 3, item.size() - colon - 4);
        const auto dim = parseInt(item);
        if (!dim || dims.size() == kMaxTypeDims)
            return false;
        dims.push_back(*dim);
    }
    return true;
}

/// What stands between the brackets when the text is `word[…]` or `word(…)` and nothing more.
bool insideOf(std::string_view text, std::string_view word, std::string_view& inside)
{
    if (!text.starts_with(word) || text.size() < word.size() + 2)
        return false;
    const char open = text[word.size()];
    if ((open != '[' && open != '(') || behindBracket(text, word.size()) != text.size())
        return false;
    inside = text.substr(word.size() + 1, text.size() - word.size() - 2);
    return true;
}

void appendType(std::string_view type, std::string_view shape, int depth, std::vector<TypedTensor>& out);

void appendSequence(
    std::string_view elements, std::string_view shapes, int depth, std::vector<TypedTensor>& out)
{
    while (!elements.empty() && out.size() < kMaxTypeTensors) {
        std::string_view element = takeItem(elements);
        std::uint64_t times = 1;
        if (const auto star = element.rfind('*'); star != std::string_view::npos) {
            if (const auto count = parseUnsigned(element.substr(star + 1))) {
                times = *count;
                element = element.substr(0, star);
            }
        }
        for (; times > 0 && out.size() < kMaxTypeTensors; --times)
            appendType(element, takeItem(shapes), depth + 1, out);
    }
}

void appendType(std::string_view type, std::string_view shape, int depth, std::vector<TypedTensor>& out)
{
    if (depth > kMaxTypeDepth || out.size() >= kMaxTypeTensors)
        return;
    std::string_view inside;
    if (insideOf(type, "Ref", inside))
        return appendType(inside, shape, depth + 1, out);
    if (insideOf(type, "Tuple", inside) || insideOf(type, "List", inside)) {
        std::string_view shapes;
        if (!insideOf(shape, "TupleShape", shapes) && !insideOf(shape, "ListShape", shapes))
            shapes = {};
        return appendSequence(inside, shapes, depth, out);
    }
    TypedTensor tensor;
    tensor.dtype = insideOf(type, "Tensor", inside) ? inside : type;
    if (shape.starts_with('(') && shape.ends_with(')'))
        tensor.hasShape = parseDims(shape.substr(1, shape.size() - 2), tensor.shape);
    out.push_back(std::move(tensor));
}

std::string_view withoutAngles(std::string_view type)
{
    if (type.starts_with('<') && type.ends_with('>') && type.size() >= 2)
        return type.substr(1, type.size() - 2);
    return type;
}

} // namespace

std::size_t behindQuote(std::string_view text, std::size_t start)
{
    for (auto end = text.find('"', start + 1); end != std::string_view::npos; end = text.find('"', end + 1)) {
        if (end + 1 == text.size()
            || std::string_view(",)]} \n").find(text[end + 1]) != std::string_view::npos)
            return end + 1;
    }
    return std::string_view::npos;
}

bool beginsQuote(std::string_view text, std::size_t at)
{
    return text[at] == '"'
        && (at == 0 || std::string_view("([{,: =").find(text[at - 1]) != std::string_view::npos);
}

std::size_t behindBracket(std::string_view text, std::size_t start)
{
    std::size_t depth = 0;
    bool quotes = true; // once a quote is not closed, no later one is
    for (std::size_t i = start; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            if (--depth == 0)
                return i + 1;
        } else if (quotes && i > start && beginsQuote(text, i)) {
            const auto end = behindQuote(text, i);
            quotes = end != std::string_view::npos;
            if (quotes)
                i = end - 1;
        }
    }
    return std::string_view::npos;
}

std::size_t behindAngle(std::string_view text, std::size_t start)
{
    std::size_t depth = 0;
    for (std::size_t i = text.find_first_of("<>", start); i != std::string_view::npos;
         i = text.find_first_of("<>", i + 1)) {
        if (text[i] == '<')
            ++depth;
        else if (i > 0 && text[i - 1] == '-')
            continue;
        else if (--depth == 0)
            return i + 1;
    }
    return std::string_view::npos;
}

void appendTypedTensors(std::string_view type, std::vector<TypedTensor>& out)
{
    std::string_view text = withoutAngles(type);
    if (text == "null" || text.empty())
        return;
    // Up to 1.3 the shape follows the type with an `x`.
    if (const auto mark = text.find(kVector);
        mark != std::string_view::npos && mark > 0 && text[mark - 1] == 'x') {
        std::string_view dims = text.substr(mark + kVector.size());
        const std::string_view name = text.substr(0, mark - 1);
        const std::size_t before = out.size();
        appendType(name, {}, 0, out);
        if (out.size() == before + 1 && dims.size() >= 2)
            out.back().hasShape = parseDims(dims.substr(1, dims.size() - 2), out.back().shape);
        return;
    }
    const std::string_view name = takeItem(text);
    const std::string_view shape = takeItem(text);
    appendType(name, shape, 0, out);
}

bool appendKernelTensor(std::string_view type, std::vector<TypedTensor>& out)
{
    const std::string_view text = withoutAngles(type);
    const auto mark = text.find(kVector);
    if (mark == std::string_view::npos)
        return false;
    const std::string_view head = text.substr(0, mark);
    const auto cross = head.find('x');
    const bool plain = std::ranges::all_of(head, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    });
    // `Complex64xND`: the x that separates is the last before a capital; type names have none inside.
    auto split = cross;
    while (split != std::string_view::npos && split + 1 < head.size()
        && !(head[split + 1] >= 'A' && head[split + 1] <= 'Z'))
        split = head.find('x', split + 1);
    if (!plain || split == std::string_view::npos || split == 0 || split + 1 >= head.size())
        return false;
    TypedTensor tensor;
    tensor.dtype = head.substr(0, split);
    tensor.format = head.substr(split + 1);
    const std::string_view dims = text.substr(mark + kVector.size());
    if (dims.size() >= 2)
        tensor.hasShape = parseDims(dims.substr(1, dims.size() - 2), tensor.shape);
    out.push_back(std::move(tensor));
    return true;
}

} // namespace dumpscope::core
