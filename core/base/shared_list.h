// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// An immutable list; copies share it in O(1). Thread-safe. `operator[]` and `front` do not check bounds.
template<typename T> class SharedList {
public:
    SharedList() = default;
    SharedList(std::vector<T> items) // NOLINT: a list is made as a vector
        : m_size(items.size())
    {
        if (items.empty())
            return;
        auto made = std::make_shared<T[]>(m_size);
        std::move(items.begin(), items.end(), made.get());
        m_items = std::move(made);
    }
    SharedList(std::initializer_list<T> items)
        : SharedList(std::vector<T>(items))
    {
    }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] const T* begin() const { return m_items.get(); }
    [[nodiscard]] const T* end() const { return m_items.get() + m_size; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return m_items[static_cast<std::ptrdiff_t>(i)]; }
    [[nodiscard]] const T& front() const { return m_items[0]; }

private:
    std::shared_ptr<const T[]> m_items;
    std::size_t m_size = 0;
};

} // namespace dumpscope::core
