// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/slice.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace dumpscope::core {

namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

/// What stands between two commas.
struct Item {
    enum class Kind : std::uint8_t { Index, Range, Ellipsis };

    Kind kind = Kind::Index;
    std::size_t column = 1;
    std::optional<std::int64_t> start, stop, step; ///< an index is in `start`
    std::string_view text;                         ///< of the index, as written
    std::size_t stepColumn = 1;
};

class SliceParser {
public:
    explicit SliceParser(std::string_view text)
        : m_text(text)
    {
    }

    [[nodiscard]] Result<std::vector<Item>> parse()
    {
        skipBlanks();
        const char closing = take('[') ? ']' : (take('(') ? ')' : '\0');
        std::vector<Item> items;
        skipBlanks();
        // "()" indexes with nothing; "2," is a tuple of one index, as in Python.
        bool mayEnd = closing == ')';
        while (!mayEnd || !atEnd(closing)) {
            TRY_ASSIGN(const Item item, parseItem());
            items.push_back(item);
            skipBlanks();
            mayEnd = true;
            if (!take(','))
                break;
            skipBlanks();
        }
        if (closing != '\0' && !take(closing))
            return failHere(phrase("expected ',' or '%1'", closing));
        skipBlanks();
        if (m_position < m_text.size())
            return failHere(phrase("expected ',' or the end"));
        return items;
    }

private:
    [[nodiscard]] Failure failHere(Message message) const
    {
        return fail(
            Code::Usage, std::move(message), {.file = {}, .offset = {}, .row = {}, .column = m_position + 1});
    }

    [[nodiscard]] bool atEnd(char closing) const
    {
        return m_position == m_text.size() || (closing != '\0' && m_text[m_position] == closing);
    }

    void skipBlanks()
    {
        while (m_position < m_text.size() && (m_text[m_position] == ' ' || m_text[m_position] == '\t'))
            ++m_position;
    }

    bool take(char wanted)
    {
        if (m_position == m_text.size() || m_text[m_position] != wanted)
            return false;
        ++m_position;
        return true;
    }

    [[nodiscard]] Result<Item> parseItem()
    {
        Item item;
        item.column = m_position + 1;
        if (m_text.substr(m_position).starts_with("...")) {
            m_position += 3;
            item.kind = Item::Kind::Ellipsis;
            return item;
        }
        TRY_ASSIGN(item.start, parseNumber());
        item.text = m_text.substr(item.column - 1, m_position - item.column + 1);
        skipBlanks();
        if (!take(':')) {
            if (!item.start)
                return failHere(phrase("expected an index, a range (start:stop:step) or '...'"));
            return item;
        }
        item.kind = Item::Kind::Range;
        TRY_ASSIGN(item.stop, parseNumber());
        skipBlanks();
        if (take(':')) {
            skipBlanks();
            item.stepColumn = m_position + 1;
            TRY_ASSIGN(item.step, parseNumber());
        }
        return item;
    }

    /// An integer if one stands here; magnitudes beyond int64 saturate, as Python clips ranges.
    [[nodiscard]] Result<std::optional<std::int64_t>> parseNumber()
    {
        skipBlanks();
        std::size_t at = m_position;
        const bool isNegative = at < m_text.size() && m_text[at] == '-';
        if (at < m_text.size() && (m_text[at] == '-' || m_text[at] == '+'))
            ++at;
        const std::size_t digits = at;
        while (at < m_text.size() && m_text[at] >= '0' && m_text[at] <= '9')
            ++at;
        if (at == digits) {
            m_position = digits;
            if (digits > 0 && (m_text[digits - 1] == '-' || m_text[digits - 1] == '+'))
                return failHere(phrase("expected digits after the sign"));
            return std::optional<std::int64_t> {};
        }
        std::int64_t value = 0;
        const auto parsed = std::from_chars(m_text.data() + digits, m_text.data() + at, value);
        if (parsed.ec != std::errc())
            value = kMax;
        m_position = at;
        return std::optional(isNegative ? -value : value);
    }

    std::string_view m_text;
    std::size_t m_position = 0;
};

Failure failAt(std::size_t column, Message message)
{
    return fail(Code::Usage, std::move(message), {.file = {}, .offset = {}, .row = {}, .column = column});
}

/// Python's slice.indices.
Slice::Axis resolveRange(const Item& item, std::int64_t size)
{
    const std::int64_t step = item.step.value_or(1);
    const std::int64_t lowest = step > 0 ? 0 : -1;
    const std::int64_t highest = step > 0 ? size : size - 1;
    const auto clipped = [&](std::optional<std::int64_t> bound, std::int64_t otherwise) {
        if (!bound)
            return otherwise;
        return std::clamp(*bound < 0 ? *bound + size : *bound, lowest, highest);
    };
    const std::int64_t start = clipped(item.start, step > 0 ? lowest : highest);
    const std::int64_t stop = clipped(item.stop, step > 0 ? highest : lowest);
    const std::int64_t distance = step > 0 ? stop - start : start - stop;
    if (distance <= 0)
        return {0, 1, 0, false};
    const std::int64_t hop = step > 0 ? step : -step;
    return {start, step, (distance - 1) / hop + 1, false};
}

Result<Slice::Axis> resolveIndex(const Item& item, std::int64_t size, std::size_t axis)
{
    const std::int64_t index = item.start.value_or(0);
    const std::int64_t resolved = index < 0 ? index + size : index;
    if (resolved < 0 || resolved >= size)
        return failAt(item.column,
            size == 0 ? phrase("index %1 is out of range: axis %2 has no elements", item.text, axis)
                      : phrase("index %1 is out of range: axis %2 of size %3 has indices from %4 to %5",
                          item.text, axis, size, -size, size - 1));
    return Slice::Axis {resolved, 1, 1, true};
}

Slice::Axis wholeAxis(std::int64_t size)
{
    return {0, 1, size, false};
}

Result<void> checkItems(const std::vector<Item>& items, std::size_t rank)
{
    std::size_t axes = 0;
    bool hasEllipsis = false;
    for (const Item& item : items) {
        if (item.kind == Item::Kind::Ellipsis) {
            if (hasEllipsis)
                return failAt(item.column, phrase("only one '...' is possible"));
            hasEllipsis = true;
            continue;
        }
        if (++axes > rank)
            return failAt(item.column, phrase("too many indices: the tensor has %1 axes", rank));
        if (item.step == 0)
            return failAt(item.stepColumn, phrase("the step must not be 0"));
    }
    return {};
}

} // namespace

Shape Slice::shape() const
{
    Shape result;
    for (const Axis& axis : axes) {
        if (!axis.dropped)
            result.push_back(axis.count);
    }
    return result;
}

std::uint64_t Slice::count() const
{
    return elementCount(shape()).value_or(0);
}

Result<Slice> parseSlice(std::string_view text, std::span<const std::int64_t> shape)
{
    TRY_ASSIGN(const std::vector<Item> items, SliceParser(text).parse());
    TRY_VOID(checkItems(items, shape.size()));
    const auto named = static_cast<std::size_t>(std::count_if(
        items.begin(), items.end(), [](const Item& item) { return item.kind != Item::Kind::Ellipsis; }));
    std::size_t unnamed = shape.size() - named;

    Slice slice;
    const auto addWhole = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            slice.axes.push_back(wholeAxis(shape[slice.axes.size()]));
    };
    for (const Item& item : items) {
        const std::size_t axis = slice.axes.size();
        if (item.kind == Item::Kind::Ellipsis) {
            addWhole(unnamed);
            unnamed = 0;
        } else if (item.kind == Item::Kind::Range) {
            slice.axes.push_back(resolveRange(item, shape[axis]));
        } else {
            TRY_ASSIGN(const Slice::Axis resolved, resolveIndex(item, shape[axis], axis));
            slice.axes.push_back(resolved);
        }
    }
    addWhole(unnamed);
    return slice;
}

Slice fullSlice(std::span<const std::int64_t> shape)
{
    Slice slice;
    for (const std::int64_t size : shape)
        slice.axes.push_back(wholeAxis(size));
    return slice;
}

} // namespace dumpscope::core
