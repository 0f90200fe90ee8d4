// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/source.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// A file in memory. Every read is an allocation of exactly its length, so that the address
/// sanitizer sees a byte too many.
class MemorySource final : public Source {
public:
    explicit MemorySource(std::vector<std::byte> bytes, std::string name = "memory")
        : m_bytes(std::move(bytes))
        , m_name(std::move(name))
    {
    }
    MemorySource(const void* data, std::size_t size, std::string name = "memory")
        : m_bytes(size)
        , m_name(std::move(name))
    {
        if (size > 0)
            std::memcpy(m_bytes.data(), data, size);
    }

    const std::string& displayPath() const override { return m_name; }
    std::uint64_t size() const override { return m_bytes.size(); }
    Result<Bytes> read(std::uint64_t offset, std::uint64_t length) const override
    {
        constexpr std::uint64_t kSmall = 1U << 20U;
        if (length > kSmall)
            return fail(Code::Internal, Message("not a small read"));
        const std::uint64_t start = std::min<std::uint64_t>(offset, m_bytes.size());
        const std::uint64_t there = std::min<std::uint64_t>(length, m_bytes.size() - start);
        const auto first = m_bytes.begin() + static_cast<std::ptrdiff_t>(start);
        return Bytes::fromVector(std::vector<std::byte>(first, first + static_cast<std::ptrdiff_t>(there)));
    }
    Result<Bytes> map() const override { return Bytes::fromVector(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
    std::string m_name;
};

} // namespace dumpscope::core
