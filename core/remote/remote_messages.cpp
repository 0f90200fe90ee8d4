// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_messages.h"

#include "protocol/wire_message.h"
#include "remote/remote.pb.h"

namespace dumpscope::core {

namespace {

/// The member that holds bytes as they are or compressed.
template<typename Wire> void putBytes(std::string_view bytes, Wire& out, BytesPacker* packer)
{
    auto packed = packer ? packer->pack(bytes) : std::nullopt;
    if (packed)
        out.set_unpacked(static_cast<std::uint32_t>(bytes.size()));
    out.set_bytes(packed ? std::move(*packed) : std::string(bytes));
}
template<typename Wire> Result<std::string> bytesOfPiece(const Wire& in)
{
    return in.unpacked() == 0 ? Result<std::string>(in.bytes()) : unpackBytes(in.bytes(), in.unpacked());
}

// One pair of `put` and `valueOf` per message.

void put(const RemoteHello& hello, wire::RemoteHello& out)
{
    out.set_major(hello.major);
    out.set_minor(hello.minor);
    out.set_program_version(hello.programVersion);
}
RemoteHello valueOf(const wire::RemoteHello& in)
{
    return {in.major(), in.minor(), in.program_version()};
}

void put(const RemoteRun& run, wire::RemoteRun& out)
{
    out.set_command(run.command);
    for (const std::string& word : run.words)
        out.add_words(word);
    for (const RemoteFile& file : run.files) {
        wire::RemoteFile& added = *out.add_files();
        added.set_option(file.option);
        added.set_place(file.place);
        added.set_name(file.name);
        added.set_is_output(file.isOutput);
        added.set_is_folder(file.isFolder);
    }
    out.set_window(run.window);
}
RemoteRun valueOf(const wire::RemoteRun& in)
{
    RemoteRun run {in.command(), {in.words().begin(), in.words().end()}, {}, in.window()};
    for (const wire::RemoteFile& file : in.files())
        run.files.push_back({file.option(), file.place(), file.name(), file.is_output(), file.is_folder()});
    return run;
}

void put(const RemotePiece& piece, wire::RemotePiece& out, BytesPacker* packer)
{
    out.set_command(piece.command);
    out.set_file(piece.file);
    out.set_name(piece.name);
    putBytes(piece.bytes, out, packer);
    out.set_is_last(piece.isLast);
}
Result<RemotePiece> valueOf(const wire::RemotePiece& in)
{
    TRY_ASSIGN(std::string bytes, bytesOfPiece(in));
    return RemotePiece {in.command(), in.file(), in.name(), std::move(bytes), in.is_last()};
}

void put(const RemoteTaken& taken, wire::RemoteTaken& out)
{
    out.set_command(taken.command);
    out.set_bytes(taken.bytes);
}
RemoteTaken valueOf(const wire::RemoteTaken& in)
{
    return {in.command(), in.bytes()};
}

void put(const RemoteCancel& cancel, wire::RemoteCancel& out)
{
    out.set_command(cancel.command);
}
RemoteCancel valueOf(const wire::RemoteCancel& in)
{
    return {in.command()};
}

void put(const RemoteOutput& output, wire::RemoteOutput& out, BytesPacker* packer)
{
    out.set_command(output.command);
    out.set_is_problem(output.isProblem);
    putBytes(output.bytes, out, packer);
}
Result<RemoteOutput> valueOf(const wire::RemoteOutput& in)
{
    TRY_ASSIGN(std::string bytes, bytesOfPiece(in));
    return RemoteOutput {in.command(), in.is_problem(), std::move(bytes)};
}

void put(const RemoteEnd& end, wire::RemoteEnd& out)
{
    out.set_command(end.command);
    out.set_exit_code(end.exitCode);
    if (!end.refusal.empty())
        putWords(end.refusal, *out.mutable_refusal());
    out.set_left_out(end.leftOut);
}
RemoteEnd valueOf(const wire::RemoteEnd& in)
{
    return {
        in.command(), in.exit_code(), in.has_refusal() ? messageOf(in.refusal()) : Message(), in.left_out()};
}

/// Which member of the message a kind goes to.
struct OrderPlace {
    wire::RemoteOrder& out;
    BytesPacker* packer;

    void operator()(const RemoteLater& /*none*/) const { }
    void operator()(const RemoteHello& hello) const { put(hello, *out.mutable_hello()); }
    void operator()(const RemoteRun& run) const { put(run, *out.mutable_run()); }
    void operator()(const RemotePiece& input) const { put(input, *out.mutable_input(), packer); }
    void operator()(const RemoteTaken& taken) const { put(taken, *out.mutable_taken()); }
    void operator()(const RemoteCancel& cancel) const { put(cancel, *out.mutable_cancel()); }
};

struct AnswerPlace {
    wire::RemoteAnswer& out;
    BytesPacker* packer;

    void operator()(const RemoteLater& /*none*/) const { }
    void operator()(const RemoteHello& hello) const { put(hello, *out.mutable_hello()); }
    void operator()(const RemoteOutput& output) const { put(output, *out.mutable_output(), packer); }
    void operator()(const RemotePiece& file) const { put(file, *out.mutable_file(), packer); }
    void operator()(const RemoteEnd& end) const { put(end, *out.mutable_end()); }
    void operator()(const RemoteAlive& /*empty*/) const { out.mutable_alive(); }
};

constexpr std::string_view kOtherSide = "other machine";

} // namespace

std::string encodeRemoteOrder(const RemoteOrder& order, BytesPacker* packer)
{
    wire::RemoteOrder message;
    std::visit(OrderPlace {message, packer}, order);
    return message.SerializeAsString();
}

std::string encodeRemoteAnswer(const RemoteAnswer& answer, BytesPacker* packer)
{
    wire::RemoteAnswer message;
    std::visit(AnswerPlace {message, packer}, answer);
    return message.SerializeAsString();
}

Result<RemoteOrder> decodeRemoteOrder(std::string_view bytes)
{
    TRY_ASSIGN(const auto message, decoded<wire::RemoteOrder>(bytes, kOtherSide));
    switch (message.kind_case()) {
    case wire::RemoteOrder::kHello:
        return valueOf(message.hello());
    case wire::RemoteOrder::kRun:
        return valueOf(message.run());
    case wire::RemoteOrder::kInput: {
        TRY_ASSIGN(RemotePiece input, valueOf(message.input()));
        return RemoteOrder(std::move(input));
    }
    case wire::RemoteOrder::kTaken:
        return valueOf(message.taken());
    case wire::RemoteOrder::kCancel:
        return valueOf(message.cancel());
    case wire::RemoteOrder::KIND_NOT_SET:
        break;
    }
    return RemoteLater {};
}

Result<RemoteAnswer> decodeRemoteAnswer(std::string_view bytes)
{
    TRY_ASSIGN(const auto message, decoded<wire::RemoteAnswer>(bytes, kOtherSide));
    switch (message.kind_case()) {
    case wire::RemoteAnswer::kHello:
        return valueOf(message.hello());
    case wire::RemoteAnswer::kOutput: {
        TRY_ASSIGN(RemoteOutput output, valueOf(message.output()));
        return RemoteAnswer(std::move(output));
    }
    case wire::RemoteAnswer::kFile: {
        TRY_ASSIGN(RemotePiece file, valueOf(message.file()));
        return RemoteAnswer(std::move(file));
    }
    case wire::RemoteAnswer::kEnd:
        return valueOf(message.end());
    case wire::RemoteAnswer::kAlive:
        return RemoteAlive {};
    case wire::RemoteAnswer::KIND_NOT_SET:
        break;
    }
    return RemoteLater {};
}

} // namespace dumpscope::core
