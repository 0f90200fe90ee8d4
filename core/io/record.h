// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/byte_reader.h"

#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Fields in sequence as bytes in the byte order of the machine, for files and messages of Dumpscope.
class RecordWriter {
public:
    template<typename T>
    requires std::is_trivially_copyable_v<T>
    void put(const T& value)
    {
        char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof(T));
        m_bytes.append(bytes, sizeof(T));
    }
    void put(const std::string& text)
    {
        put(static_cast<std::uint32_t>(text.size()));
        m_bytes += text;
    }
    void put(const std::optional<double>& value)
    {
        put(static_cast<std::uint8_t>(value.has_value()));
        put(value.value_or(0));
    }
    void putAll(const auto& items, auto&& putItem)
    {
        put(static_cast<std::uint32_t>(items.size()));
        for (const auto& item : items)
            putItem(item);
    }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

/// Reads in the order of writing; after the first failure everything is empty. The bytes must outlive it.
class RecordReader {
public:
    explicit RecordReader(ByteSpan bytes)
        : m_reader(bytes)
    {
    }
    template<typename T> T get()
    {
        const auto value = m_reader.read<T>();
        if (!value)
            m_failed = true;
        return m_failed ? T {} : *value;
    }
    std::string getText()
    {
        const auto length = get<std::uint32_t>();
        const auto text = m_reader.takeText(length);
        if (!text)
            m_failed = true;
        return m_failed ? std::string() : std::string(*text);
    }
    std::optional<double> getOptional()
    {
        const bool present = get<std::uint8_t>() != 0;
        const auto value = get<double>();
        return present ? std::optional(value) : std::nullopt;
    }
    /// An enumeration of one byte whose last member is `last`; a larger number fails and gives `last`.
    template<typename Enum> Enum getEnum(Enum last)
    {
        const auto number = get<std::uint8_t>();
        if (number > static_cast<std::uint8_t>(last))
            m_failed = true;
        return m_failed ? last : static_cast<Enum>(number);
    }
    /// At least one byte per item must be there, so a wrong count cannot allocate much.
    std::uint32_t getCount()
    {
        const auto count = get<std::uint32_t>();
        if (count > m_reader.remaining())
            m_failed = true;
        return m_failed ? 0 : count;
    }
    void fail() { m_failed = true; }
    [[nodiscard]] bool failed() const { return m_failed; }
    [[nodiscard]] bool complete() const { return !m_failed && m_reader.atEnd(); }

private:
    ByteReader m_reader;
    bool m_failed = false;
};

} // namespace dumpscope::core
