// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary/kind_registry.h"

#include <algorithm>

namespace dumpscope::core {

void KindRegistry::add(std::unique_ptr<const DumpKind> kind)
{
    const auto id = [](const std::unique_ptr<const DumpKind>& one) { return one->id(); };
    m_kinds.insert(std::ranges::upper_bound(m_kinds, kind->id(), {}, id), std::move(kind));
}

} // namespace dumpscope::core
