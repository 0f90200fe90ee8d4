// SPDX-License-Identifier: GPL-3.0-or-later
#include "process_group.h"

namespace dumpscope::cli {

bool startedTogether()
{
    return false;
}

JoinedProcesses joinProcesses()
{
    return {};
}

} // namespace dumpscope::cli
