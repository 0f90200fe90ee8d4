// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

// Names in dumps of ATB and MindIE (docs/formats/llm-era.md 1.4).

/// Id of their folder layout.
inline constexpr std::string_view kAtbLayout = "atb";

/// Whether a folder says when its tensors were written: `before` or `after`.
[[nodiscard]] bool isAtbPoint(std::string_view component);
/// Whether a folder is called like an operator, `<number>_<Name>`.
[[nodiscard]] bool isAtbOperator(std::string_view component);
/// Numbers of an operator and those above it, joined: `1_0` of `1_Layer/0_LinearOperation`; nothing where a
/// part has no number.
[[nodiscard]] std::optional<std::string> atbNumbers(std::string_view opName);
/// Type of an operator: the last part of its name behind the number.
[[nodiscard]] std::string_view atbType(std::string_view opName);

/// `intensor<i>.bin` or `outtensor<i>.bin`.
struct AtbFileName {
    bool isInput = false;
    int slot = 0;
};
[[nodiscard]] std::optional<AtbFileName> parseAtbFileName(std::string_view name);

/// Where another file holds the values: `<numbers joined by _>_<file name>`. Views point into the key.
struct AtbKey {
    std::string_view numbers; ///< empty: the file of a kernel that was left out of the dump
    std::string_view name;
    std::string_view point; ///< the folder it is in
};
/// Nothing for what is no such key, a path among others.
[[nodiscard]] std::optional<AtbKey> parseAtbKey(std::string_view key);

} // namespace dumpscope::core
