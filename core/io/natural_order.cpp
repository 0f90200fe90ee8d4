// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/natural_order.h"

#include "base/text.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace dumpscope::core {

namespace {

/// Writes a name so that plain byte order is natural order: a run of digits becomes the marker '0',
/// its length without leading zeros, and its digits.
void appendKey(std::string& out, std::string_view name)
{
    for (std::size_t i = 0; i < name.size();) {
        if (!isDigit(name[i])) {
            out += name[i++];
            continue;
        }
        std::size_t end = i;
        while (end < name.size() && isDigit(name[end]))
            ++end;
        while (i < end && name[i] == '0')
            ++i;
        // The length as bytes that are never zero, so that a zero always means the end of a key.
        std::size_t length = end - i;
        out += '0';
        for (; length >= 254; length -= 254)
            out += '\xff';
        out += static_cast<char>(length + 1);
        out += name.substr(i, end - i);
        i = end;
    }
}

struct Item {
    std::uint64_t word = 0; ///< the eight bytes of the key at the current depth
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
    std::uint32_t index = 0;
};

class Sorter {
public:
    Sorter(std::span<const std::string_view> names)
        : m_names(names)
    {
        std::size_t bytes = 0;
        for (const std::string_view name : names)
            bytes += name.size();
        m_keys.reserve(bytes + bytes / 4);
        m_items.reserve(names.size());
        for (const std::string_view name : names) {
            const std::size_t begin = m_keys.size();
            appendKey(m_keys, name);
            m_items.push_back({.begin = static_cast<std::uint32_t>(begin),
                .length = static_cast<std::uint32_t>(m_keys.size() - begin),
                .index = static_cast<std::uint32_t>(m_items.size())});
        }
        m_keys.append(sizeof(std::uint64_t), '\0');
    }

    std::vector<std::uint32_t> sorted()
    {
        sort(m_items, 0);
        std::vector<std::uint32_t> order;
        order.reserve(m_items.size());
        for (const Item& item : m_items)
            order.push_back(item.index);
        return order;
    }

private:
    [[nodiscard]] std::uint64_t wordAt(const Item& item, std::size_t depth) const
    {
        if (depth >= item.length)
            return 0;
        std::uint64_t word = 0;
        std::memcpy(&word, m_keys.data() + item.begin + depth, sizeof word);
        static_assert(std::endian::native == std::endian::little);
        word = __builtin_bswap64(word);
        const std::size_t left = item.length - depth;
        return left >= sizeof word ? word : word & ~(~std::uint64_t {0} >> (8 * left));
    }

    /// All items agree on the first `depth` bytes of their keys.
    void sort(std::span<Item> items, std::size_t depth)
    {
        while (items.size() > 1) {
            bool same = true;
            for (Item& item : items) {
                item.word = wordAt(item, depth);
                same = same && item.word == items.front().word;
            }
            depth += sizeof(std::uint64_t);
            if (!same)
                break;
            if ((items.front().word & 0xff) == 0) { // the keys have ended: only leading zeros differ
                std::sort(items.begin(), items.end(), [this](const Item& a, const Item& b) {
                    return naturalCompare(m_names[a.index], m_names[b.index]) < 0;
                });
                return;
            }
        }
        std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.word < b.word; });
        for (std::size_t from = 0; from < items.size();) {
            std::size_t to = from + 1;
            while (to < items.size() && items[to].word == items[from].word)
                ++to;
            if (to - from > 1)
                sort(items.subspan(from, to - from), depth);
            from = to;
        }
    }

    std::span<const std::string_view> m_names;
    std::string m_keys;
    std::vector<Item> m_items;
};

} // namespace

std::vector<std::uint32_t> naturalOrder(std::span<const std::string_view> names)
{
    return Sorter(names).sorted();
}

} // namespace dumpscope::core
