// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// A pickle as data: nothing is imported, called or built. Calls stay calls for the reader to interpret.
/// Values are indices into `nodes`; texts point into the pickled bytes.
struct Pickle {
    enum class Kind : std::uint8_t {
        None,
        Bool,
        Int,
        BigInt, ///< beyond 64 bits: `text` has its bytes, little-endian
        Float,
        Text,
        Global, ///< `text` has "module\nname"
        Tuple,
        List,
        Dict,         ///< items alternate key, value
        PersistentId, ///< one item
        Call,         ///< items: function, arguments
    };
    struct Node {
        Kind kind = Kind::None;
        std::int64_t integer = 0;
        double real = 0;
        std::string_view text;
        std::vector<std::uint32_t> items;
        std::uint64_t offset = 0; ///< of the opcode
    };

    std::vector<Node> nodes;
    std::uint32_t root = 0;
    std::uint64_t end = 0; ///< bytes used

    [[nodiscard]] const Node& at(std::uint32_t number) const { return nodes[number]; }
    [[nodiscard]] const Node& item(const Node& node, std::size_t i) const { return nodes[node.items[i]]; }
    /// Whether the node is the global `module name`.
    [[nodiscard]] static bool isGlobal(const Node& node, std::string_view module, std::string_view name);
    [[nodiscard]] static std::pair<std::string_view, std::string_view> globalName(const Node& node);
    /// Value of a text key; null if there is none.
    [[nodiscard]] const Node* find(const Node& dict, std::string_view key) const;
};

/// Longer pickles are truncated for reading; a tensor takes about 300 bytes.
inline constexpr std::size_t kMaxPickleBytes = 32U << 20;

/// Reads one pickle of the opcodes that torch.save writes (docs/formats/msprobe-dump.md 9.2). `base` is added
/// to offsets. Errors: Code::Unsupported for any other opcode, with number and place, and for a global for
/// which `isAllowed` is false, with its name; Code::Truncated, Code::BadSyntax and Code::Limit for damage.
[[nodiscard]] Result<Pickle> readPickle(
    ByteSpan bytes, std::uint64_t base, bool (*isAllowed)(std::string_view module, std::string_view name));

} // namespace dumpscope::core
