// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/result_record.h"

#include <cstdint>
#include <cstdlib>

// What can be read must be written back to the same bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dumpscope::core;
    const auto read = decodeResult({reinterpret_cast<const std::byte*>(data), size});
    if (!read)
        return 0;
    const std::string bytes = encodeResult(*read);
    const auto again = decodeResult({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
    if (!again)
        std::abort();
    return 0;
}
