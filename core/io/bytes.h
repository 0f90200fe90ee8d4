// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace dumpscope::core {

using ByteSpan = std::span<const std::byte>;
/// Takes the bytes of a file piece by piece.
using ByteSink = std::function<Result<void>(ByteSpan)>;

/// Something that keeps bytes alive: a mapping, a buffer, an archive member in memory.
/// Thread-safe: any thread may read the bytes and call `check`.
class ByteOwner {
public:
    virtual ~ByteOwner() = default;
    /// Whether all bytes so far were really those of the file. Code::ChangedWhileRead for a file that shrank
    /// under its mapping (it reads as zeros from then on) or was overwritten; appending is no error. Call it
    /// after the last read and before results are shown.
    [[nodiscard]] virtual Result<void> check() const { return {}; }
    /// Hints that `part` of the bytes will not be read again soon, so that it need not stay in memory. The
    /// bytes stay valid.
    virtual void dropBehind(ByteSpan part) const { static_cast<void>(part); }
};

/// A reference-counted slice of bytes; copying is cheap, the bytes stay valid as long as any copy.
class Bytes {
public:
    Bytes() = default;
    Bytes(ByteSpan span, std::shared_ptr<const ByteOwner> owner)
        : m_span(span)
        , m_owner(std::move(owner))
    {
    }
    /// Takes over a buffer.
    static Bytes fromVector(std::vector<std::byte> data);

    [[nodiscard]] ByteSpan span() const { return m_span; }
    [[nodiscard]] const std::byte* data() const { return m_span.data(); }
    [[nodiscard]] std::uint64_t size() const { return m_span.size(); }
    [[nodiscard]] bool isEmpty() const { return m_span.empty(); }
    /// Bounds-checked sub-slice; fails with Code::Truncated.
    [[nodiscard]] Result<Bytes> slice(std::uint64_t offset, std::uint64_t length) const;
    [[nodiscard]] Result<void> check() const { return m_owner ? m_owner->check() : Result<void> {}; }
    void dropBehind(ByteSpan part) const
    {
        if (m_owner)
            m_owner->dropBehind(part);
    }
    [[nodiscard]] const std::shared_ptr<const ByteOwner>& owner() const { return m_owner; }

private:
    ByteSpan m_span;
    std::shared_ptr<const ByteOwner> m_owner;
};

} // namespace dumpscope::core
