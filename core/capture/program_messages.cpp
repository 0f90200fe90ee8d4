// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/program_messages.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "io/json_reader.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 4> kOrders {"stop", "pause", "resume", "kill"};
constexpr std::array<std::string_view, 5> kKinds {"started", "log", "processes", "note", "ended"};

template<typename Write> std::string document(const Write& write)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.beginObject();
    write(json);
    json.endObject();
    json.finish();
    return text;
}

/// Bytes of any kind; JSON takes UTF-8 only.
std::string packed(std::string_view bytes)
{
    return percentEscaped(bytes);
}

void writeList(JsonWriter& json, std::string_view key, const std::vector<std::string>& list, bool isPacked)
{
    json.key(key).beginArray();
    for (const std::string& item : list)
        json.value(isPacked ? packed(item) : item);
    json.endArray();
}

std::string textOf(const JsonValue& object, std::string_view key)
{
    const JsonValue* value = object.find(key);
    return value != nullptr && value->isString() ? value->text : "";
}

std::int64_t numberOf(const JsonValue& object, std::string_view key)
{
    const JsonValue* value = object.find(key);
    return value != nullptr && value->kind == JsonValue::Kind::Number ? value->integer().value_or(0) : 0;
}

double realOf(const JsonValue& object, std::string_view key)
{
    const JsonValue* value = object.find(key);
    return value != nullptr && value->kind == JsonValue::Kind::Number ? value->number().value_or(0) : 0;
}

bool flagOf(const JsonValue& object, std::string_view key)
{
    const JsonValue* value = object.find(key);
    return value != nullptr && value->boolean;
}

std::vector<std::string> listOf(const JsonValue& object, std::string_view key, bool isPacked)
{
    std::vector<std::string> list;
    if (const JsonValue* value = object.find(key)) {
        for (const JsonValue& item : value->items)
            list.push_back(isPacked ? percentUnescaped(item.text) : item.text);
    }
    return list;
}

Result<JsonValue> parseObject(std::string_view json)
{
    TRY_ASSIGN(JsonValue value, parseJson(json, {.maxDepth = 8}));
    if (!value.isObject())
        return fail(Code::BadSyntax, "a message of the program host is no object");
    return value;
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
        .member("words", end.words)
        .member("last_error", end.lastError)
        .member("seconds", end.seconds)
        .member("log_lines", end.logLines)
        .member("log_bytes", end.logBytes)
        .endObject();
}

ProgramEnd readEnd(const JsonValue& object)
{
    ProgramEnd end;
    end.startError = static_cast<int>(numberOf(object, "start_error"));
    end.exitCode = static_cast<int>(numberOf(object, "exit_code"));
    end.signal = static_cast<int>(numberOf(object, "signal"));
    end.wasStopped = flagOf(object, "stopped");
    end.isOutOfMemory = flagOf(object, "out_of_memory");
    end.words = textOf(object, "words");
    end.lastError = textOf(object, "last_error");
    end.seconds = realOf(object, "seconds");
    end.logLines = static_cast<std::uint64_t>(numberOf(object, "log_lines"));
    end.logBytes = static_cast<std::uint64_t>(numberOf(object, "log_bytes"));
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
            realOf(item, "cpu_seconds"), static_cast<std::uint64_t>(numberOf(item, "memory")),
            flagOf(item, "paused")};
        if (const JsonValue* rank = item.find("rank"); rank != nullptr && rank->integer())
            process.rank = static_cast<int>(*rank->integer());
        processes.push_back(std::move(process));
    }
    return processes;
}

} // namespace

std::string programStartJson(const ProgramStart& start)
{
    return document([&](JsonWriter& json) {
        json.member("program", packed(start.program))
            .member("folder", packed(start.folder))
            .member("log_file", packed(start.logFile))
            .member("patience", start.patience.count())
            .member("linger", start.linger.count());
        writeList(json, "arguments", start.arguments, true);
        writeList(json, "environment", start.environment, true);
    });
}

Result<ProgramStart> parseProgramStart(std::string_view json)
{
    TRY_ASSIGN(const JsonValue value, parseObject(json));
    ProgramStart start;
    start.program = percentUnescaped(textOf(value, "program"));
    start.folder = percentUnescaped(textOf(value, "folder"));
    start.logFile = percentUnescaped(textOf(value, "log_file"));
    start.patience = std::chrono::milliseconds(numberOf(value, "patience"));
    start.linger = std::chrono::milliseconds(numberOf(value, "linger"));
    start.arguments = listOf(value, "arguments", true);
    start.environment = listOf(value, "environment", true);
    return start;
}

std::string programOrderJson(ProgramOrder order)
{
    return document(
        [&](JsonWriter& json) { json.member("order", kOrders[static_cast<std::size_t>(order)]); });
}

Result<ProgramOrder> parseProgramOrder(std::string_view json)
{
    TRY_ASSIGN(const JsonValue value, parseObject(json));
    const auto found = std::ranges::find(kOrders, std::string_view(textOf(value, "order")));
    if (found == kOrders.end())
        return fail(Code::BadSyntax, "a message to the program host asks for nothing that is known");
    return static_cast<ProgramOrder>(found - kOrders.begin());
}

std::string programEventJson(const ProgramEvent& event)
{
    using Kind = ProgramEvent::Kind;
    return document([&](JsonWriter& json) {
        json.member("kind", kKinds[static_cast<std::size_t>(event.kind)]).member("text", event.text);
        if (event.kind == Kind::Log) {
            json.member("left_out", event.leftOut);
            writeList(json, "lines", event.lines, false);
        }
        if (event.kind == Kind::Processes)
            writeProcesses(json, event.processes);
        if (event.kind == Kind::Ended)
            writeEnd(json, event.end);
    });
}

Result<ProgramEvent> parseProgramEvent(std::string_view json)
{
    TRY_ASSIGN(const JsonValue value, parseObject(json));
    ProgramEvent event;
    const auto found = std::ranges::find(kKinds, std::string_view(textOf(value, "kind")));
    if (found == kKinds.end())
        return fail(Code::BadSyntax, "a message of the program host has no kind that is known");
    event.kind = static_cast<ProgramEvent::Kind>(found - kKinds.begin());
    event.text = textOf(value, "text");
    event.leftOut = static_cast<std::uint64_t>(numberOf(value, "left_out"));
    event.lines = listOf(value, "lines", false);
    if (const JsonValue* processes = value.find("processes"))
        event.processes = readProcesses(*processes);
    if (const JsonValue* end = value.find("end"))
        event.end = readEnd(*end);
    return event;
}

} // namespace dumpscope::core
