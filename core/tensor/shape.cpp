// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/shape.h"

#include "io/byte_reader.h"

#include <charconv>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kMaxElements = std::numeric_limits<std::int64_t>::max();

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Removes one pair of brackets; nullopt when only one of them is there.
std::optional<std::string_view> withoutBrackets(std::string_view text)
{
    const bool round = text.starts_with('(');
    const bool square = text.starts_with('[');
    if (!round && !square) {
        if (text.ends_with(')') || text.ends_with(']'))
            return std::nullopt;
        return text;
    }
    if (text.size() < 2 || text.back() != (round ? ')' : ']'))
        return std::nullopt;
    return trimmed(text.substr(1, text.size() - 2));
}

std::optional<std::int64_t> parseDim(std::string_view text)
{
    text = trimmed(text);
    if (text.empty() || text.front() < '0' || text.front() > '9')
        return std::nullopt;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

std::optional<std::uint64_t> elementCount(std::span<const std::int64_t> shape)
{
    std::uint64_t product = 1;
    bool hasZero = false;
    for (const std::int64_t dim : shape) {
        if (dim < 0)
            return std::nullopt;
        hasZero = hasZero || dim == 0;
    }
    if (hasZero) // (0, 2^62, 2^62) is an ordinary empty array, whatever its other dimensions are
        return 0;
    for (const std::int64_t dim : shape) {
        if (!checkedMul(product, static_cast<std::uint64_t>(dim), product) || product > kMaxElements)
            return std::nullopt;
    }
    return product;
}

std::string shapeText(std::span<const std::int64_t> shape)
{
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i > 0)
            text += ',';
        text += std::to_string(shape[i]);
    }
    text += ']';
    return text;
}

std::optional<Shape> parseShape(std::string_view text)
{
    text = trimmed(text);
    if (text == "-")
        return Shape {};
    const bool bracketed = text.starts_with('(') || text.starts_with('[');
    const auto inner = withoutBrackets(text);
    if (!inner)
        return std::nullopt;
    std::string_view rest = *inner;
    if (rest.empty())
        return bracketed ? std::optional(Shape {}) : std::nullopt;

    char separator = ',';
    if (rest.find(',') == std::string_view::npos)
        separator = rest.find('x') != std::string_view::npos ? 'x' : '_';
    if (separator == ',' && rest.ends_with(',')) // Python's "(5,)"
        rest.remove_suffix(1);

    Shape shape;
    while (true) {
        const std::size_t end = rest.find(separator);
        const auto dim = parseDim(rest.substr(0, end));
        if (!dim || shape.size() == kMaxRank)
            return std::nullopt;
        shape.push_back(*dim);
        if (end == std::string_view::npos)
            return shape;
        rest.remove_prefix(end + 1);
    }
}

Shape squeezed(std::span<const std::int64_t> shape)
{
    Shape result;
    for (const std::int64_t dimension : shape)
        if (dimension != 1)
            result.push_back(dimension);
    return result;
}

std::vector<std::int64_t> denseStrides(std::span<const std::int64_t> shape)
{
    std::vector<std::int64_t> strides(shape.size());
    std::uint64_t stride = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        strides[i] = static_cast<std::int64_t>(stride);
        // Wraps only for shapes elementCount refuses or calls empty, where strides are never used.
        stride *= static_cast<std::uint64_t>(shape[i]);
    }
    return strides;
}

} // namespace dumpscope::core
