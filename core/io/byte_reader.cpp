// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_reader.h"

#include <string>

namespace dumpscope::core {

Error ByteReader::truncated(std::uint64_t wanted) const
{
    return makeError(Code::Truncated,
        phrase("%1 bytes are needed here but only %2 are left", wanted, remaining()), {.offset = offset()});
}

} // namespace dumpscope::core
