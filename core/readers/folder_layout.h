// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/folder_facts.h"

#include <optional>
#include <span>
#include <string_view>

namespace dumpscope::core {

/// One way of arranging directories. The components are those of the directory's absolute path, so the result
/// does not depend on which level the user opened (a parent of many runs, one rank, one step). Match from the
/// right; require enough evidence not to match ordinary paths. Stateless; thread-safe.
class FolderLayout {
public:
    virtual ~FolderLayout() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;
    [[nodiscard]] virtual int priority() const = 0; ///< higher is asked first (0-100)
    [[nodiscard]] virtual std::optional<FolderFacts> match(
        std::span<const std::string_view> components) const = 0;
};

} // namespace dumpscope::core
