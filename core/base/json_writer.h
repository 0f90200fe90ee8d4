// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/wide_integer.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// How NaN and infinities are written, which JSON has no numbers for.
enum class NonFiniteForm : std::uint8_t {
    Text,
    Null,
    Literal, ///< bare NaN, Infinity and -Infinity, as Python reads them: no JSON
};

/// Writes one JSON document into a growing text, in the contract's spelling: keys as given,
/// non-finite numbers as strings unless they are to be null, absent values as null. Invalid UTF-8 is
/// percent-escaped. Nesting mistakes are programming errors (asserted). When a sink is given, the text is
/// handed over in pieces of about 64 KiB so that documents of any size stream.
class JsonWriter {
public:
    using Sink = std::function<void(std::string_view)>;

    explicit JsonWriter(Sink sink, bool pretty = false, NonFiniteForm nonFinite = NonFiniteForm::Text);
    ~JsonWriter();
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);

    JsonWriter& null();
    JsonWriter& value(bool v);
    JsonWriter& value(double v);
    JsonWriter& value(float v);
    JsonWriter& value(std::int64_t v);
    JsonWriter& value(std::uint64_t v);
    JsonWriter& value(WideInteger v);
    JsonWriter& value(std::string_view v);
    JsonWriter& value(const char* v) { return value(std::string_view(v)); }
    JsonWriter& value(const std::string& v) { return value(std::string_view(v)); }
    template<std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, std::int64_t> && !std::same_as<T, std::uint64_t>)
        JsonWriter& value(T v)
    {
        if constexpr (std::signed_integral<T>)
            return value(static_cast<std::int64_t>(v));
        else
            return value(static_cast<std::uint64_t>(v));
    }
    template<typename T> JsonWriter& value(const std::optional<T>& v) { return v ? value(*v) : null(); }
    template<typename T> JsonWriter& member(std::string_view name, const T& v)
    {
        key(name);
        return value(v);
    }
    /// The exact number where there is one.
    JsonWriter& member(std::string_view name, double v, const std::optional<WideInteger>& exact)
    {
        key(name);
        return exact ? value(*exact) : value(v);
    }
    /// Numbers written by someone else, copied as they are (must be valid JSON).
    JsonWriter& raw(std::string_view json);

    /// Ends the document with a newline and hands over the rest. Another document may follow.
    void finish();

private:
    void beginLevel(bool array);
    void endLevel(bool array);
    void beforeValue();
    void newline();
    void flushIfLarge();

    Sink m_sink;
    std::string m_text;
    struct Level {
        bool array;
        bool empty;
    };
    std::vector<Level> m_levels;
    bool m_pretty;
    NonFiniteForm m_nonFinite;
    bool m_afterKey = false;
    bool m_complete = false; ///< the one value of the document has begun
};

/// Writes members of the object that is open, with names that come from a file. A second member of the same
/// name is left out. The writer must outlive this.
class ForeignMembers {
public:
    explicit ForeignMembers(JsonWriter& json)
        : m_json(json)
    {
    }
    void member(std::string_view name, std::string_view value);

private:
    JsonWriter& m_json;
    std::set<std::string, std::less<>> m_names; ///< as written
};

/// Appends a JSON string literal with quotes. Every control (controlLength) is escaped.
void appendJsonString(std::string& out, std::string_view text);
/// Appends one RFC 4180 field, quoted only when needed; what is not printable (base/text.h) is
/// percent-escaped.
void appendCsvField(std::string& out, std::string_view name);

} // namespace dumpscope::core
