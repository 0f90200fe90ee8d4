// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core_build.h"

#include "source_digest.h"

namespace dumpscope::core {

std::string_view coreBuild()
{
    return kSourceDigest;
}

} // namespace dumpscope::core
