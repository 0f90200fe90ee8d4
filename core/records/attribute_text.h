// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/graph.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Writes attribute values as text in the form of GraphAttribute::value; collects single values and lists.
/// Reusable, so that a graph of many attributes allocates little. Not thread-safe.
class AttributeText {
public:
    void clear();
    /// The value is a list, even if nothing is added.
    void beginList() { m_list = true; }
    void add(std::string_view text); ///< bytes that are not UTF-8 become %XX
    void add(std::int64_t value);
    void add(double value);
    void addFloat(float value); ///< shortest text that reads back to the same float
    void add(bool value);
    void addDtype(std::string_view name);
    void addRaw(std::string_view text, AttributeType type); ///< text unchanged

    [[nodiscard]] bool isEmpty() const { return m_count == 0; }
    /// The whole text; nothing can be added after this call until `clear`. Valid until the next change.
    [[nodiscard]] std::string_view value();
    [[nodiscard]] AttributeType type() const;

private:
    void begin(AttributeType element);
    std::string m_text;
    bool m_list = false, m_closed = false;
    std::size_t m_count = 0;
    AttributeType m_element = AttributeType::Other;
};

/// Elements of an attribute of type Texts; the whole text as one element for any other.
[[nodiscard]] std::vector<std::string> attributeTexts(std::string_view value, AttributeType type);

/// "[1,2,3]" as numbers; empty for anything else.
[[nodiscard]] std::vector<std::int64_t> attributeIntegers(std::string_view value);

} // namespace dumpscope::core
