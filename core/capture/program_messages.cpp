// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/program_messages.h"

#include "base/text.h"
#include "capture/message_fields.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 4> kOrders {"stop", "pause", "resume", "kill"};
constexpr std::array<std::string_view, 5> kProgramKinds {"started", "log", "processes", "note", "ended"};

/// Bytes of any kind; JSON takes UTF-8 only.
std::string packed(std::string_view bytes)
{
    return percentEscaped(bytes);
}

std::vector<std::string> packed(const std::vector<std::string>& list)
{
    std::vector<std::string> result;
    for (const std::string& item : list)
        result.push_back(packed(item));
    return result;
}

std::vector<std::string> unpacked(std::vector<std::string> list)
{
    for (std::string& item : list)
        item = percentUnescaped(item);
    return list;
}

void writeEnd(JsonWriter& json, const ProgramEnd& end)
{
    json.key("end")
        .beginObject()
        .member("start_error", end.startError)
        .member("exit_code", end.exitCode)
        .member("signal", end.signal)
        .member("stopped", end.wasStopped)
        .member("out_of_memory", end.isOutOfMemory)
        .member("last_error", end.lastError)
        .member("seconds", end.seconds)
        .member("log_lines", end.logLines)
        .member("log_bytes", end.logBytes);
    writeSentence(json, "words", end.words);
    json.endObject();
}

ProgramEnd readEnd(const JsonValue& object)
{
    ProgramEnd end;
    end.startError = static_cast<int>(numberOf(object, "start_error"));
    end.exitCode = static_cast<int>(numberOf(object, "exit_code"));
    end.signal = static_cast<int>(numberOf(object, "signal"));
    end.wasStopped = flagOf(object, "stopped");
    end.isOutOfMemory = flagOf(object, "out_of_memory");
    end.words = sentenceOf(object, "words");
    end.lastError = textOf(object, "last_error");
    end.seconds = realOf(object, "seconds");
    end.logLines = countOf(object, "log_lines");
    end.logBytes = countOf(object, "log_bytes");
    return end;
}

void writeProcesses(JsonWriter& json, const std::vector<ProgramProcess>& processes)
{
    json.key("processes").beginArray();
    for (const ProgramProcess& process : processes) {
        json.beginObject()
            .member("pid", process.pid)
            .member("parent", process.parent)
            .member("name", process.name);
        json.member("rank", process.rank)
            .member("cpu_seconds", process.cpuSeconds)
            .member("memory", process.memory)
            .member("paused", process.isPaused)
            .endObject();
    }
    json.endArray();
}

std::vector<ProgramProcess> readProcesses(const JsonValue& list)
{
    std::vector<ProgramProcess> processes;
    for (const JsonValue& item : list.items) {
        ProgramProcess process {static_cast<int>(numberOf(item, "pid")),
            static_cast<int>(numberOf(item, "parent")), textOf(item, "name"), std::nullopt,
            realOf(item, "cpu_seconds"), countOf(item, "memory"), flagOf(item, "paused")};
        if (const JsonValue* rank = item.find("rank"); rank != nullptr && rank->integer())
            process.rank = static_cast<int>(*rank->integer());
        processes.push_back(std::move(process));
    }
    return processes;
}

} // namespace

std::string programStartJson(const ProgramStart& start)
{
    return messageText([&](JsonWriter& json) {
        json.member("program", packed(start.program))
            .member("folder", packed(start.folder))
            .member("log_file", packed(start.logFile))
            .member("patience", start.patience.count())
            .member("linger", start.linger.count());
        writeList(json, "arguments", packed(start.arguments));
        writeList(json, "environment", packed(start.environment));
    });
}

Result<ProgramStart> parseProgramStart(std::string_view json)
{
    TRY_ASSIGN(const JsonValue value, parseMessage(json, "program host"));
    ProgramStart start;
    start.program = percentUnescaped(textOf(value, "program"));
    start.folder = percentUnescaped(textOf(value, "folder"));
    start.logFile = percentUnescaped(textOf(value, "log_file"));
    start.patience = std::chrono::milliseconds(numberOf(value, "patience"));
    start.linger = std::chrono::milliseconds(numberOf(value, "linger"));
    start.arguments = unpacked(listOf(value, "arguments"));
    start.environment = unpacked(listOf(value, "environment"));
    return start;
}

std::string programOrderJson(ProgramOrder order)
{
    return messageText(
        [&](JsonWriter& json) { json.member("order", kOrders[static_cast<std::size_t>(order)]); });
}

Result<ProgramOrder> parseProgramOrder(std::string_view json)
{
    TRY_ASSIGN(const JsonValue value, parseMessage(json, "program host"));
    const auto found = std::ranges::find(kOrders, std::string_view(textOf(value, "order")));
    if (found == kOrders.end())
        return fail(Code::BadSyntax, phrase("a message to the program host asks for nothing that is known"));
    return static_cast<ProgramOrder>(found - kOrders.begin());
}

std::string programEventJson(const ProgramEvent& event)
{
    using Kind = ProgramEvent::Kind;
    return messageText([&](JsonWriter& json) {
        json.member("kind", kProgramKinds[static_cast<std::size_t>(event.kind)]);
        writeSentence(json, "text", event.text);
        if (event.kind == Kind::Log) {
            json.member("left_out", event.leftOut);
            writeList(json, "lines", event.lines);
        }
        if (event.kind == Kind::Processes)
            writeProcesses(json, event.processes);
        if (event.kind == Kind::Ended)
            writeEnd(json, event.end);
    });
}

Result<ProgramEvent> parseProgramEvent(std::string_view json)
{
    TRY_ASSIGN(const JsonValue value, parseMessage(json, "program host"));
    ProgramEvent event;
    const auto found = std::ranges::find(kProgramKinds, std::string_view(textOf(value, "kind")));
    if (found == kProgramKinds.end())
        return fail(Code::BadSyntax, phrase("a message of the program host has no kind that is known"));
    event.kind = static_cast<ProgramEvent::Kind>(found - kProgramKinds.begin());
    event.text = sentenceOf(value, "text");
    event.leftOut = countOf(value, "left_out");
    event.lines = listOf(value, "lines");
    if (const JsonValue* processes = value.find("processes"))
        event.processes = readProcesses(*processes);
    if (const JsonValue* end = value.find("end"))
        event.end = readEnd(*end);
    return event;
}

} // namespace dumpscope::core
