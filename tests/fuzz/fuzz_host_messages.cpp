// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture.h"
#include "capture/message_pipe.h"
#include "capture/program_messages.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace dumpscope::core;

namespace {

// What was understood once is understood the same way when it is said again.
template<typename Message>
void roundTrip(
    std::string_view text, Result<Message> (*parse)(std::string_view), std::string (*write)(const Message&))
{
    const Result<Message> message = parse(text);
    if (!message)
        return;
    const std::string said = write(*message);
    const Result<Message> again = parse(said);
    if (!again || write(*again) != said)
        std::abort();
}

} // namespace

// What a client hears from a device host or a program host, and they from it: frames that arrive in pieces
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
            roundTrip<CaptureHostRequest>(message, parseCaptureRequest, captureRequestJson);
            roundTrip<CaptureEvent>(message, parseCaptureEvent, captureEventJson);
            roundTrip<ProgramStart>(message, parseProgramStart, programStartJson);
            roundTrip<ProgramEvent>(message, parseProgramEvent, programEventJson);
            (void)parseProgramOrder(message);
        }
    }
    return 0;
}
