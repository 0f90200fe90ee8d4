// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace dumpscope::core {

/// A JSON document as a tree with the offset of every value, for configuration and metadata files. Numbers
/// keep their text. Bare NaN, Infinity, -Infinity (written by Python) are numbers. Object members keep their
/// order and duplicates.
class JsonValue {
public:
    enum class Kind : std::uint8_t { Null, Bool, Number, String, Array, Object };

    // Defined behind the class: clang must not look into `members` before the class is complete.
    JsonValue();
    JsonValue(const JsonValue&);
    JsonValue(JsonValue&&) noexcept;
    JsonValue& operator=(const JsonValue&);
    JsonValue& operator=(JsonValue&&) noexcept;
    ~JsonValue();

    Kind kind = Kind::Null;
    bool boolean = false;
    std::string text; ///< string content (unescaped) or number text
    std::vector<JsonValue> items;
    std::vector<std::pair<std::string, JsonValue>> members;
    std::uint64_t offset = 0; ///< of the first byte of the value

    [[nodiscard]] const JsonValue* find(std::string_view key) const; ///< last member of that name
    /// Text of a member of an object; empty where there is none. Valid as long as the value.
    [[nodiscard]] std::string_view textAt(std::string_view key) const;
    /// Of a member of an object; empty where there is none or it is no number (no integer).
    [[nodiscard]] std::optional<double> numberAt(std::string_view key) const;
    [[nodiscard]] std::optional<std::int64_t> integerAt(std::string_view key) const;
    [[nodiscard]] std::optional<double> number() const;
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    [[nodiscard]] bool isObject() const { return kind == Kind::Object; }
    [[nodiscard]] bool isArray() const { return kind == Kind::Array; }
    [[nodiscard]] bool isString() const { return kind == Kind::String; }
};

inline JsonValue::JsonValue() = default;
inline JsonValue::JsonValue(const JsonValue&) = default;
inline JsonValue::JsonValue(JsonValue&&) noexcept = default;
inline JsonValue& JsonValue::operator=(const JsonValue&) = default;
inline JsonValue& JsonValue::operator=(JsonValue&&) noexcept = default;
inline JsonValue::~JsonValue() = default;

struct JsonLimits {
    std::size_t maxDepth = 256; ///< nested arrays and objects; more than 384 counts as 384
    std::size_t maxBytes = 1U << 30;
    std::size_t maxValues = 1U << 24; ///< of a tree; `scanJson` keeps none
};

/// Parses with simdjson on demand (raw tokens). Errors carry offset, row and column: Code::Truncated
/// when the document ends too early, BadEncoding when it is not UTF-8, Limit, else BadSyntax. Halves
/// of surrogate pairs become U+FFFD.
[[nodiscard]] Result<JsonValue> parseJson(std::string_view text, const JsonLimits& limits = {});

/// Events of a document too large for a tree. Return false from any to stop early. Texts are valid during the
/// call.
class JsonHandler {
public:
    virtual ~JsonHandler() = default;
    virtual bool beginObject() = 0;
    virtual bool key(std::string_view name) = 0;
    virtual bool endObject() = 0;
    virtual bool beginArray() = 0;
    virtual bool endArray() = 0;
    virtual bool string(std::string_view value) = 0;
    virtual bool number(std::string_view text) = 0; ///< as written, incl. NaN, Infinity, -Infinity
    virtual bool boolean(bool value) = 0;
    virtual bool null() = 0;
};
[[nodiscard]] Result<void> scanJson(
    std::string_view text, JsonHandler& handler, const JsonLimits& limits = {});

/// Row and column (from 1, columns in bytes) of an offset.
[[nodiscard]] std::pair<std::uint64_t, std::uint64_t> rowAndColumn(
    std::string_view text, std::uint64_t offset);

} // namespace dumpscope::core
