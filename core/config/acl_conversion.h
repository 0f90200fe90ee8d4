// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_kind.h"

namespace dumpscope::core {

// acl.json to and from DumpRequest, and between its own generations (docs/formats/ascendcl-capture.md 1.2,
// 1.3, 1.9).

[[nodiscard]] DumpRequest aclRequest(const ConfigText& config);
[[nodiscard]] ConfigDraft writeAclConfig(const DumpRequest& request);
/// `generation`: "current", "legacy" (the documented closed-source one) or "small" (the C runtime). The
/// release of `config` is one of these words, too. Errors: Code::Usage for another word, Code::BadSyntax,
/// those of parseJson.
[[nodiscard]] Result<ConfigDraft> rewriteAclConfig(const ConfigText& config, std::string_view generation);

[[nodiscard]] std::vector<ConfigField> aclForm(const ConfigText& config);

} // namespace dumpscope::core
