// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_reader.h"

// Both forms of an operator's statistics: the CSV and the record of the device.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using dumpscope::core::fuzzReader;
    fuzzReader("ascend-statistic", "Conv2D.net_conv1.3.7.1772364600124456.csv", data, size);
    fuzzReader("ascend-statistic-struct", "MatMulV2.net_fc_raw.5.7.1772364600124458.bin", data, size);
    return 0;
}
