// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/strong_id.h"
#include "io/bytes.h"
#include "io/message_record.h"
#include "io/piece_file.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace dumpscope::core {

// Values as bytes for files that only the same build reads. One description of a type serves both ways:
// `describe(fields, value)` calls `fields(value.a, value.b)`, and FieldWriter writes what FieldReader reads.
// Enumerations are given with their last member: `fields.upTo(Io::Argument, value.io)`.

/// Stored as it lies in memory: no padding, and every pattern of bits is a value.
template<typename T> inline constexpr bool kIsPlainBytes = std::is_arithmetic_v<T> && !std::same_as<T, bool>;
template<typename Tag> inline constexpr bool kIsPlainBytes<StrongId<Tag>> = true;

/// Hands out pieces of PieceWriter::kPieceBytes, the last one with `finish`.
class FieldWriter {
public:
    static constexpr bool kReads = false;

    explicit FieldWriter(ByteSink sink)
        : m_sink(std::move(sink))
    {
        m_piece.reserve(PieceWriter::kPieceBytes);
    }

    template<typename... T> void operator()(const T&... values) { (put(values), ...); }
    template<typename Enum> void upTo(Enum, const Enum& value) { put(static_cast<std::uint8_t>(value)); }
    template<typename Enum> void upTo(Enum, const std::vector<Enum>& values)
    {
        static_assert(sizeof(Enum) == 1);
        putBytes(values);
    }
    /// The bytes of all items in one piece; FieldReader calls `isSound` for the bytes of each.
    template<typename T, typename IsSound> void plain(const std::vector<T>& items, const IsSound&)
    {
        static_assert(std::has_unique_object_representations_v<T>);
        putBytes(items);
    }
    void require(bool) { }
    /// Errors: that of the sink; nothing is written after the first.
    [[nodiscard]] Result<void> finish()
    {
        flush();
        return m_result;
    }

private:
    void flush()
    {
        if (m_result && !m_piece.empty())
            m_result = m_sink(m_piece);
        m_piece.clear();
    }
    void write(ByteSpan bytes)
    {
        while (!bytes.empty()) {
            const std::size_t part = std::min(bytes.size(), PieceWriter::kPieceBytes - m_piece.size());
            m_piece.insert(m_piece.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(part));
            bytes = bytes.subspan(part);
            if (m_piece.size() == PieceWriter::kPieceBytes)
                flush();
        }
    }
    void putBytes(const auto& items)
    {
        put(std::uint64_t {items.size()});
        write(std::as_bytes(std::span(items)));
    }

    template<typename T> void put(const T& value)
    {
        if constexpr (kIsPlainBytes<T>)
            write(std::as_bytes(std::span(&value, 1)));
        else
            describe(*this, value);
    }
    void put(const bool& value) { put(static_cast<std::uint8_t>(value ? 1 : 0)); }
    void put(const std::string& text) { putBytes(text); }
    void put(const Message& message)
    {
        RecordWriter record;
        putMessage(record, message);
        put(record.take());
    }
    template<typename T> void put(const std::optional<T>& value)
    {
        put(value.has_value());
        if (value)
            put(*value);
    }
    template<typename A, typename B> void put(const std::pair<A, B>& value)
    {
        put(value.first);
        put(value.second);
    }
    template<typename T, std::size_t N> void put(const std::array<T, N>& values)
    {
        for (const T& value : values)
            put(value);
    }
    template<typename T> void put(const std::vector<T>& values)
    {
        if constexpr (kIsPlainBytes<T>) {
            putBytes(values);
        } else {
            put(std::uint64_t {values.size()});
            for (const T& value : values)
                put(value);
        }
    }

    ByteSink m_sink;
    std::vector<std::byte> m_piece;
    Result<void> m_result;
};

/// Of untrusted bytes: after the first failure every value is empty, and memory is bounded by a small
/// multiple of the bytes. The bytes must outlive it.
class FieldReader {
public:
    static constexpr bool kReads = true;

    explicit FieldReader(ByteSpan bytes)
        : m_rest(bytes)
    {
    }

    template<typename... T> void operator()(T&... values) { (get(values), ...); }
    template<typename Enum> void upTo(Enum last, Enum& value)
    {
        std::uint8_t number = 0;
        get(number);
        require(number <= static_cast<std::uint8_t>(last));
        value = m_failed ? Enum {} : static_cast<Enum>(number);
    }
    template<typename Enum> void upTo(Enum last, std::vector<Enum>& values)
    {
        static_assert(sizeof(Enum) == 1);
        const ByteSpan bytes = takeItems(1);
        values.reserve(bytes.size());
        for (const std::byte number : bytes) {
            require(std::to_integer<std::uint8_t>(number) <= static_cast<std::uint8_t>(last));
            values.push_back(m_failed ? Enum {} : static_cast<Enum>(number));
        }
    }
    template<typename T, typename IsSound> void plain(std::vector<T>& items, const IsSound& isSound)
    {
        static_assert(std::has_unique_object_representations_v<T>);
        const ByteSpan bytes = takeItems(sizeof(T));
        for (std::size_t at = 0; at < bytes.size() && !m_failed; at += sizeof(T))
            require(isSound(bytes.subspan(at, sizeof(T))));
        if (!m_failed)
            copyItems(items, bytes);
    }

    void require(bool holds) { m_failed = m_failed || !holds; }
    [[nodiscard]] bool failed() const { return m_failed; }
    /// What is still to be read.
    [[nodiscard]] ByteSpan rest() const { return m_rest; }
    /// Everything was read.
    [[nodiscard]] bool complete() const { return !m_failed && m_rest.empty(); }

private:
    ByteSpan take(std::uint64_t length)
    {
        require(length <= m_rest.size());
        if (m_failed)
            return {};
        const ByteSpan part = m_rest.first(length);
        m_rest = m_rest.subspan(length);
        return part;
    }
    ByteSpan takeItems(std::size_t itemBytes)
    {
        std::uint64_t count = 0;
        get(count);
        require(count <= m_rest.size() / itemBytes);
        return take(m_failed ? 0 : count * itemBytes);
    }
    template<typename T> static void copyItems(std::vector<T>& items, ByteSpan bytes)
    {
        items.resize(bytes.size() / sizeof(T));
        if (!bytes.empty())
            std::memcpy(items.data(), bytes.data(), bytes.size());
    }

    template<typename T> void get(T& value)
    {
        if constexpr (kIsPlainBytes<T>) {
            if (const ByteSpan bytes = take(sizeof(T)); !bytes.empty())
                std::memcpy(&value, bytes.data(), sizeof(T));
        } else {
            describe(*this, value);
        }
    }
    void get(bool& value)
    {
        std::uint8_t number = 0;
        get(number);
        require(number <= 1);
        value = number == 1;
    }
    void get(std::string& text)
    {
        const ByteSpan bytes = takeItems(1);
        text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    void get(Message& message)
    {
        RecordReader record(takeItems(1));
        message = getMessage(record);
        require(record.complete());
    }
    template<typename T> void get(std::optional<T>& value)
    {
        bool has = false;
        get(has);
        if (has)
            get(value.emplace());
    }
    template<typename A, typename B> void get(std::pair<A, B>& value)
    {
        get(value.first);
        get(value.second);
    }
    template<typename T, std::size_t N> void get(std::array<T, N>& values)
    {
        for (T& value : values)
            get(value);
    }
    template<typename T> void get(std::vector<T>& values)
    {
        if constexpr (kIsPlainBytes<T>) {
            copyItems(values, takeItems(sizeof(T)));
        } else {
            std::uint64_t count = 0;
            get(count);
            require(count <= m_rest.size()); // every item has a byte at least
            values.clear();
            // One by one: a wrong count ends with the bytes.
            for (std::uint64_t i = 0; i < count && !m_failed; ++i)
                get(values.emplace_back());
        }
    }
    void get(std::vector<bool>& values)
    {
        const ByteSpan bytes = takeItems(1);
        values.reserve(bytes.size());
        for (const std::byte value : bytes)
            values.push_back(value != std::byte {0});
    }

    ByteSpan m_rest;
    bool m_failed = false;
};

} // namespace dumpscope::core
