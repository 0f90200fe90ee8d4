// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/strong_id.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Texts in one block of memory, by number.
class TextBlock {
public:
    [[nodiscard]] std::size_t size() const { return m_offsets.size() - 1; }
    [[nodiscard]] std::string_view text(std::size_t number) const
    {
        return {m_text.data() + m_offsets[number], m_offsets[number + 1] - m_offsets[number]};
    }

    /// Its stored form (io/stored_fields.h).
    template<typename Fields, typename Block> static void describe(Fields& fields, Block& block)
    {
        fields(block.m_text, block.m_offsets);
        fields.require(block.isSound());
    }

private:
    friend class StringPool;
    [[nodiscard]] bool isSound() const;

    std::vector<char> m_text;
    std::vector<std::uint64_t> m_offsets {0}; ///< size() + 1 entries
};

/// Each distinct text once, in few blocks of memory. Id 0 is the empty text. Interning is not thread-safe;
/// const access is.
class StringPool {
public:
    StringPool();
    StringId intern(std::string_view text) { return intern(text, hashOf(text)); }
    /// With a known hash of the text; invalid when the pool has 2^32 - 2 texts.
    StringId intern(std::string_view text, std::size_t hash);
    [[nodiscard]] StringId find(std::string_view text) const; ///< invalid when absent
    /// Valid until the next intern or shrink, that of a settled text as long as its block; "" for invalid
    /// ids.
    [[nodiscard]] std::string_view text(StringId id) const;
    [[nodiscard]] std::size_t size() const { return m_settledCount + m_grown.size(); }
    /// The texts so far by the values of their ids, which any thread may read while more are interned. A
    /// second call settles nothing more.
    std::shared_ptr<const TextBlock> settle();
    [[nodiscard]] std::uint64_t memoryBytes() const;
    void shrink(); ///< frees unused memory; interning stays possible

    [[nodiscard]] static std::size_t hashOf(std::string_view text);
    /// Reserves memory for this number of texts and bytes in all, so that filling does not move them.
    void reserve(std::size_t texts, std::size_t bytes);
    /// Prefetches the memory that `intern` of a text with this hash will read; for loops that know the next
    /// texts.
    void prefetch(std::size_t hash) const;

    /// Its stored form (io/stored_fields.h).
    template<typename Fields, typename Pool> static void describe(Fields& fields, Pool& pool)
    {
        TextBlock settled;
        if constexpr (Fields::kReads) {
            TextBlock::describe(fields, settled);
        } else {
            TextBlock::describe(fields, pool.m_settled ? *pool.m_settled : settled);
        }
        TextBlock::describe(fields, pool.m_grown);
        fields(pool.m_slots);
        if constexpr (Fields::kReads) {
            if (fields.failed())
                return;
            if (settled.size() > 0)
                pool.m_settled = std::make_shared<const TextBlock>(std::move(settled));
            pool.m_settledCount = pool.m_settled ? pool.m_settled->size() : 0;
            fields.require(pool.isSound());
        }
    }

private:
    [[nodiscard]] bool isSound() const; ///< after it was read from bytes that nobody vouches for
    [[nodiscard]] std::size_t findSlot(std::string_view text, std::size_t hash) const;
    void appendText(std::string_view text);

    std::shared_ptr<const TextBlock> m_settled; ///< the first ids; null: none yet
    std::size_t m_settledCount = 0;
    TextBlock m_grown;                  ///< ids behind those
    std::vector<std::uint64_t> m_slots; ///< an InterningTable
};

} // namespace dumpscope::core
