// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/message_stream.h"
#include "remote/remote_messages.h"
#include "remote/remote_plan.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace dumpscope::core;

namespace {

// What is decoded once is decoded the same way when it is encoded again, compressed or not.
template<typename Message>
Result<Message> roundTrip(std::string_view bytes, Result<Message> (*decode)(std::string_view),
    std::string (*encode)(const Message&, BytesPacker*))
{
    Result<Message> message = decode(bytes);
    if (!message)
        return message;
    const std::string encoded = encode(*message, nullptr);
    BytesPacker packer;
    for (BytesPacker* const used : {static_cast<BytesPacker*>(nullptr), &packer}) {
        const Result<Message> again = decode(encode(*message, used));
        if (!again || encode(*again, nullptr) != encoded)
            std::abort();
    }
    return message;
}

// A command that another machine asks for: its files stay below their folder, whatever they are called.
void serve(const RemoteRun& run)
{
    const auto served = readServedRequest(run, "/home/user");
    if (!served)
        return;
    if (served->files.size() != run.files.size())
        std::abort();
    for (const std::string& file : served->files) {
        if (!isPlainRelative(file))
            std::abort();
    }
}

} // namespace

// What a client gets from a machine with dumps, and that from a client: frames that arrive in pieces (the
// first byte says of which size), each frame as a message of both directions.
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
            const auto order = roundTrip<RemoteOrder>(message, decodeRemoteOrder, encodeRemoteOrder);
            if (order && std::holds_alternative<RemoteRun>(*order))
                serve(std::get<RemoteRun>(*order));
            (void)roundTrip<RemoteAnswer>(message, decodeRemoteAnswer, encodeRemoteAnswer);
        }
    }
    return 0;
}
