// SPDX-License-Identifier: GPL-3.0-or-later
#include "kept_cache.h"

#include <cstdlib>

namespace dumpscope::cli {

std::shared_ptr<const core::KeptIndexes> keptCache()
{
    return core::keptIndexes(std::getenv("XDG_CACHE_HOME"), std::getenv("HOME"));
}

std::shared_ptr<const core::KeptIndexes> usedCache(bool noCache)
{
    const char* const off = std::getenv(core::kNoCacheVariable);
    return noCache || (off != nullptr && *off != '\0') ? nullptr : keptCache();
}

} // namespace dumpscope::cli
