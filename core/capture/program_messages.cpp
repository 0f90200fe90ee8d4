// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/program_messages.h"

#include "capture/program_host.pb.h"
#include "protocol/wire_message.h"

#include <cmath>

namespace dumpscope::core {

namespace {

double finite(double number)
{
    return std::isfinite(number) ? number : 0;
}

void putProcess(const ProgramProcess& process, wire::ProgramProcess& out)
{
    out.set_pid(process.pid);
    out.set_parent(process.parent);
    out.set_name(process.name);
    if (process.rank)
        out.set_rank(*process.rank);
    out.set_cpu_seconds(process.cpuSeconds);
    out.set_memory(process.memory);
    out.set_is_paused(process.isPaused);
}

void putEnd(const ProgramEnd& end, wire::ProgramEnd& out)
{
    out.set_start_error(end.startError);
    out.set_exit_code(end.exitCode);
    out.set_signal(end.signal);
    out.set_was_stopped(end.wasStopped);
    out.set_is_out_of_memory(end.isOutOfMemory);
    putWords(end.words, *out.mutable_words());
    out.set_last_error(end.lastError);
    out.set_seconds(end.seconds);
    out.set_log_lines(end.logLines);
    out.set_log_bytes(end.logBytes);
}

} // namespace

std::string encodeProgramStart(const ProgramStart& start)
{
    wire::ProgramStart out;
    out.set_program(start.program);
    *out.mutable_arguments() = {start.arguments.begin(), start.arguments.end()};
    out.set_folder(start.folder);
    *out.mutable_environment() = {start.environment.begin(), start.environment.end()};
    out.set_log_file(start.logFile);
    out.set_patience_ms(start.patience.count());
    out.set_linger_ms(start.linger.count());
    return out.SerializeAsString();
}

Result<ProgramStart> decodeProgramStart(std::string_view bytes)
{
    TRY_ASSIGN(const wire::ProgramStart in, decoded<wire::ProgramStart>(bytes, "program host"));
    return ProgramStart {in.program(), {in.arguments().begin(), in.arguments().end()}, in.folder(),
        {in.environment().begin(), in.environment().end()}, in.log_file(),
        std::chrono::milliseconds(in.patience_ms()), std::chrono::milliseconds(in.linger_ms())};
}

std::string encodeProgramOrder(ProgramOrder order)
{
    wire::ProgramOrder out;
    out.set_kind(static_cast<wire::ProgramOrder::Kind>(static_cast<int>(order) + 1));
    return out.SerializeAsString();
}

Result<ProgramOrder> decodeProgramOrder(std::string_view bytes)
{
    TRY_ASSIGN(const wire::ProgramOrder in, decoded<wire::ProgramOrder>(bytes, "program host"));
    if (in.kind() == wire::ProgramOrder::UNKNOWN || !wire::ProgramOrder::Kind_IsValid(in.kind()))
        return fail(Code::BadSyntax, phrase("a message to the program host asks for nothing that is known"));
    return static_cast<ProgramOrder>(in.kind() - 1);
}

std::string encodeProgramEvent(const ProgramEvent& event)
{
    wire::ProgramEvent out;
    out.set_kind(static_cast<wire::ProgramEvent::Kind>(static_cast<int>(event.kind) + 1));
    *out.mutable_lines() = {event.lines.begin(), event.lines.end()};
    out.set_left_out(event.leftOut);
    for (const ProgramProcess& process : event.processes)
        putProcess(process, *out.add_processes());
    putWords(event.text, *out.mutable_text());
    if (event.kind == ProgramEvent::Kind::Ended)
        putEnd(event.end, *out.mutable_end());
    return out.SerializeAsString();
}

Result<ProgramEvent> decodeProgramEvent(std::string_view bytes)
{
    TRY_ASSIGN(const wire::ProgramEvent in, decoded<wire::ProgramEvent>(bytes, "program host"));
    if (in.kind() == wire::ProgramEvent::UNKNOWN || !wire::ProgramEvent::Kind_IsValid(in.kind()))
        return fail(Code::BadSyntax, phrase("a message of the %1 has no kind that is known", "program host"));
    ProgramEvent event {static_cast<ProgramEvent::Kind>(in.kind() - 1),
        {in.lines().begin(), in.lines().end()}, in.left_out(), {}, messageOf(in.text()), {}};
    for (const wire::ProgramProcess& process : in.processes())
        event.processes.push_back({process.pid(), process.parent(), process.name(),
            process.has_rank() ? std::optional<int>(process.rank()) : std::nullopt,
            finite(process.cpu_seconds()), process.memory(), process.is_paused()});
    const wire::ProgramEnd& end = in.end();
    event.end = {end.start_error(), end.exit_code(), end.signal(), end.was_stopped(), end.is_out_of_memory(),
        messageOf(end.words()), end.last_error(), finite(end.seconds()), end.log_lines(), end.log_bytes()};
    return event;
}

} // namespace dumpscope::core
