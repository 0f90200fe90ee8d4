// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_reader.h"

#include <string>

namespace dumpscope::core {

Error ByteReader::truncated(std::uint64_t wanted) const
{
    return makeError(Code::Truncated,
        std::to_string(wanted) + " bytes are needed here but only " + std::to_string(remaining())
            + " are left",
        {.offset = offset()});
}

} // namespace dumpscope::core
