// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_form.h"
#include "config/dump_request.h"

#include <optional>
#include <span>
#include <string_view>

namespace dumpscope::core {

/// A key of the `dump` object of acl.json, or of an item of its dump_list (docs/formats/ascendcl-capture.md
/// 1.2, 1.3): its type, which runtimes read it, its meaning.
struct AclKey {
    std::string_view name;
    ConfigField::Type type = ConfigField::Type::Text;
    /// Of Choice and Choices. Those of dump_stats in the order of the bits of AclDumpConfig::Statistic.
    std::span<const std::string_view> words = {};
    bool inLegacy = true, inSmall = true; ///< read by these generations, besides the current one
    ConfigMeaning meaning = {};           ///< for other kinds of configuration
    std::optional<Form<0>> hint = {};     ///< what to write
    bool namesOperators = false;
};

/// Keys of `dump`, in the order of a form.
[[nodiscard]] std::span<const AclKey> aclDumpKeys();
[[nodiscard]] std::span<const AclKey> aclItemKeys(); ///< keys of an item of dump_list
/// Null if no runtime knows it.
[[nodiscard]] const AclKey* findAclKey(std::span<const AclKey> keys, std::string_view name);
/// Words of dump_stats.
[[nodiscard]] std::span<const std::string_view> aclStatisticWords();
/// The key nearest to what was typed; empty if none is near.
[[nodiscard]] std::string nearestAclKey(std::span<const AclKey> keys, std::string_view typed);

} // namespace dumpscope::core
