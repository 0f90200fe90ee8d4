// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// A pickle as data: nothing is imported, called or built. Calls stay calls for the reader to interpret, of
/// whatever function or class. Values are indices into `nodes`, and may contain one another; texts point into
/// the pickled bytes or into `names`. Movable only.
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
        /// Result of a function or object of a class. Items: function, arguments, then what it was given
        /// later: its state, or a List or Dict of what was added to it.
        Call,
        Bytes, ///< `text` has them
    };
    struct Node {
        Kind kind = Kind::None;
        std::int64_t integer = 0;
        double real = 0;
        std::string_view text;
        std::vector<std::uint32_t> items;
        std::uint64_t offset = 0; ///< of the opcode
    };

    Pickle() = default;
    Pickle(const Pickle&) = delete;
    Pickle(Pickle&&) = default;
    Pickle& operator=(const Pickle&) = delete;
    Pickle& operator=(Pickle&&) = default;
    ~Pickle() = default;

    std::vector<Node> nodes;
    std::unordered_set<std::string> names; ///< of globals that the pickle puts together from two texts
    std::uint32_t root = 0;
    std::uint64_t end = 0; ///< bytes used

    [[nodiscard]] const Node& at(std::uint32_t number) const { return nodes[number]; }
    [[nodiscard]] const Node& item(const Node& node, std::size_t i) const { return nodes[node.items[i]]; }
    /// Whether the node is the global `module name`.
    [[nodiscard]] static bool isGlobal(const Node& node, std::string_view module, std::string_view name);
    [[nodiscard]] static std::pair<std::string_view, std::string_view> globalName(const Node& node);
    /// Name of the class of an object, or of the function of a call, without its module; empty for other
    /// nodes.
    [[nodiscard]] std::string_view className(const Node& node) const;
    /// Value of an attribute that an object got with its state; null if there is none.
    [[nodiscard]] const Node* attribute(const Node& object, std::string_view name) const;
    /// Value of a text key; null if there is none.
    [[nodiscard]] const Node* find(const Node& dict, std::string_view key) const;
};

/// Longer pickles are truncated for reading; a tensor takes about 300 bytes.
inline constexpr std::size_t kMaxPickleBytes = 32U << 20;

/// Reads one pickle of protocol 2 to 5 (docs/formats/msprobe-dump.md 9.2, docs/formats/llm-era.md
/// 7.1). `base` is added to offsets. Errors: Code::Unsupported for any other opcode, with number and place;
/// Code::Truncated, Code::BadSyntax and Code::Limit for damage.
[[nodiscard]] Result<Pickle> readPickle(
    ByteSpan bytes, std::uint64_t base, std::size_t mostBytes = kMaxPickleBytes);

} // namespace dumpscope::core
