// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "summary/dump_kind.h"

#include <memory>
#include <vector>

namespace dumpscope::core {

/// All kinds, sorted by id. A file `foo_kind.cpp` in core/summary defines `void
/// register_foo_kind(KindRegistry&)`.
class KindRegistry {
public:
    void add(std::unique_ptr<const DumpKind> kind);
    [[nodiscard]] const std::vector<std::unique_ptr<const DumpKind>>& kinds() const { return m_kinds; }

private:
    std::vector<std::unique_ptr<const DumpKind>> m_kinds;
};

/// Generated: calls every register_* function.
void registerBuiltinKinds(KindRegistry& registry);

} // namespace dumpscope::core
