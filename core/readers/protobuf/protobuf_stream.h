// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "io/bytes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

struct ProtoMessage;

/// How a field is written on the wire. Enumerations and booleans are integers.
enum class ProtoKind : std::uint8_t {
    Integer,
    Float,
    Double,
    Text,  ///< string
    Bytes, ///< bytes, and packed numbers that are wanted as raw bytes
    Message,
};

struct ProtoField {
    std::uint32_t number;
    std::string_view name;
    ProtoKind kind;
    const ProtoMessage* message = nullptr;
};

/// The fields of a message that a reader needs; all others are skipped.
struct ProtoMessage {
    std::string_view name;
    std::span<const ProtoField> fields;

    [[nodiscard]] const ProtoField* find(std::uint32_t number) const;
    [[nodiscard]] const ProtoField* find(std::string_view fieldName) const;
};

/// A place in the file, in bytes. For text, the literal with its quotes.
struct ProtoExtent {
    std::uint64_t offset = 0, size = 0;
};

/// A protobuf message field by field, in the wire format, the text format or JSON. Nothing is kept: memory
/// does not grow with the message. Not thread-safe.
///
///     while (in.next()) {
///         switch (in.number()) {
///         case kName: name = in.text(); break;
///         case kShape: in.enter(); while (in.next()) dims.push_back(in.integer()); break;
///         }
///     }
///     if (in.error()) …
class ProtoStream {
public:
    static constexpr std::size_t kMaxDepth = 200; ///< nested messages

    /// `schema` must outlive the stream. `task` may be null: then it cannot be stopped and reports no
    /// progress.
    ProtoStream(const ProtoMessage& schema, TaskContext* task)
        : m_schema(schema)
        , m_task(task)
    {
    }
    virtual ~ProtoStream() = default;
    ProtoStream(const ProtoStream&) = delete;
    ProtoStream& operator=(const ProtoStream&) = delete;

    /// The next field of the current message. False at its end, which leaves the message, and always after an
    /// error. A message that was not entered is skipped. Elements of lists are separate fields.
    [[nodiscard]] virtual bool next() = 0;
    /// Enters the message that is the current field.
    virtual void enter() = 0;
    [[nodiscard]] std::uint32_t number() const { return m_field->number; }
    [[nodiscard]] const ProtoField& field() const { return *m_field; }
    [[nodiscard]] const ProtoMessage& schema() const { return m_schema; } ///< of the outermost message

    // The current field. Valid until the next call of `next`.
    [[nodiscard]] virtual std::int64_t integer() = 0; ///< 0 when it is none
    [[nodiscard]] virtual double real() = 0;
    [[nodiscard]] virtual std::string_view text() = 0; ///< content, or number and word as written
    /// Name of an enumeration's value, empty when it is written as a number.
    [[nodiscard]] virtual std::string_view word() = 0;
    [[nodiscard]] virtual ProtoExtent extent() = 0;

    /// Skips the rest of the current message and leaves it.
    void leave()
    {
        while (next()) { }
    }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    /// Number of fields that were skipped because the schema does not have them.
    [[nodiscard]] std::uint64_t unknownFields() const { return m_unknown; }
    /// Returns to before the first field of the outermost message; for formats that use names before they
    /// define them. Errors stay.
    virtual void restart() = 0;

protected:
    bool stop(Error error)
    {
        if (!m_error)
            m_error = std::move(error);
        return false;
    }
    /// Reports progress and checks the stop token; to be called with the offset reached. False: stopped.
    [[nodiscard]] bool watch(std::uint64_t offset) { return offset < m_watchAt || watchNow(offset); }

    const ProtoMessage& m_schema;
    const ProtoField* m_field = nullptr;
    std::uint64_t m_unknown = 0;
    Bytes m_all; ///< what is dropped behind

private:
    [[nodiscard]] bool watchNow(std::uint64_t offset);

    TaskContext* m_task;
    std::uint64_t m_watchAt = 0, m_dropped = 0;
    std::optional<Error> m_error;
};

} // namespace dumpscope::core
