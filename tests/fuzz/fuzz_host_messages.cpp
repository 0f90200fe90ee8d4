// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device_messages.h"
#include "capture/program_messages.h"
#include "capture/self_test.h"
#include "protocol/message_pipe.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace dumpscope::core;

namespace {

// What is decoded once is decoded the same way when it is encoded again.
template<typename Message>
void roundTrip(std::string_view bytes, Result<Message> (*decode)(std::string_view),
    std::string (*encode)(const Message&))
{
    const Result<Message> message = decode(bytes);
    if (!message)
        return;
    const std::string encoded = encode(*message);
    const Result<Message> again = decode(encoded);
    if (!again || encode(*again) != encoded)
        std::abort();
}

} // namespace

// What a client gets from a device host or a program host, and they from it: frames that arrive in pieces
// (the first byte says of which size), each frame as a message of every kind.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::size_t piece = std::max<std::size_t>(1, data[0]);
    std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    MessageSplitter splitter;
    std::string message;
    while (!bytes.empty()) {
        splitter.add(bytes.substr(0, piece));
        bytes.remove_prefix(std::min(piece, bytes.size()));
        for (Result<bool> next = splitter.next(message);; next = splitter.next(message)) {
            if (!next)
                return 0;
            if (!*next)
                break;
            if (message.size() > kMaxMessageBytes)
                std::abort();
            roundTrip<CaptureHostRequest>(message, decodeCaptureRequest, encodeCaptureRequest);
            roundTrip<CaptureEvent>(message, decodeCaptureEvent, encodeCaptureEvent);
            roundTrip<ProgramStart>(message, decodeProgramStart, encodeProgramStart);
            roundTrip<ProgramEvent>(message, decodeProgramEvent, encodeProgramEvent);
            roundTrip<std::vector<SelfTestCheck>>(message, decodeSelfTest,
                [](const std::vector<SelfTestCheck>& checks) { return encodeSelfTest(checks); });
            (void)decodeProgramOrder(message);
        }
    }
    return 0;
}
