// SPDX-License-Identifier: GPL-3.0-or-later
// A message that another process or a kept result hands over: any bytes are read or refused, and what is read
// is written and read again as the same.
#include "io/message_record.h"

#include <cstdlib>

using namespace dumpscope::core;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    RecordReader in(std::as_bytes(std::span(data, size)));
    const Message message = getMessage(in);
    if (in.failed())
        return 0;
    RecordWriter out;
    putMessage(out, message);
    const std::string bytes = out.take();
    RecordReader again(std::as_bytes(std::span(bytes)));
    if (getMessage(again) != message || !again.complete())
        std::abort();
    return 0;
}
