// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_events.h"

#include "base/text.h"
#include "tensor/dtype.h"

#include <chrono>

namespace dumpscope::cli {

namespace {

double secondsSince1970()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void textOrNull(core::JsonWriter& json, std::string_view key, std::string_view text)
{
    text.empty() ? json.key(key).null() : json.member(key, text);
}

void slotOf(core::JsonWriter& json, core::Io io, std::int32_t slot)
{
    textOrNull(json, "io", core::ioWord(io));
    json.member("slot", slot >= 0 ? std::optional(slot) : std::nullopt);
}

std::string placeText(const core::LiveFinding& finding)
{
    std::string text;
    if (finding.rank)
        text += "rank " + std::to_string(*finding.rank) + ", ";
    if (finding.step)
        text += "step " + std::to_string(*finding.step) + ", ";
    text += finding.opName.empty() ? finding.file : finding.opName;
    if (finding.io != core::Io::Unknown)
        text += ' ' + std::string(core::ioWord(finding.io));
    if (finding.slot >= 0)
        text += ' ' + std::to_string(finding.slot);
    return core::printable(text);
}

} // namespace

void EventWriter::line(std::string_view event, const std::function<void(core::JsonWriter&)>& write) const
{
    if (!m_jsonl)
        return;
    core::JsonWriter json(consoleSink(m_console));
    json.beginObject().member("event", event).member("time", secondsSince1970());
    write(json);
    json.endObject();
    json.finish();
    static_cast<void>(m_console.flush());
}

void EventWriter::state(std::string_view word, const core::Message& awaited) const
{
    line("state", [&](core::JsonWriter& json) {
        json.member("state", word);
        if (!awaited.empty())
            json.member("awaited", awaited.text());
    });
}

void EventWriter::log(std::string_view severity, const core::Message& message) const
{
    const std::string text = message.text();
    if (!m_jsonl)
        m_console.note(severity == "hint" ? text : std::string(severity) + ": " + text);
    line("log", [&](core::JsonWriter& json) { json.member("severity", severity).member("text", text); });
}

void EventWriter::take(const core::CaptureEvent& event) const
{
    using Kind = core::CaptureEvent::Kind;
    if (event.kind == Kind::State)
        state(event.text.text());
    if (event.kind == Kind::Progress)
        line("progress",
            [&](core::JsonWriter& json) { json.member("done", event.done).member("total", event.total); });
    if (event.kind == Kind::Log || event.kind == Kind::Failed) {
        if (!m_jsonl && event.kind == Kind::Log)
            m_console.note(event.text.text());
        line("log", [&](core::JsonWriter& json) {
            json.member("severity", event.kind == Kind::Failed ? "error" : "hint")
                .member("text", event.text.text());
            if (event.code != 0)
                json.member("call", event.call).member("return_code", event.code);
        });
    }
}

void EventWriter::take(const core::ProgramEvent& event) const
{
    using Kind = core::ProgramEvent::Kind;
    if (event.kind == Kind::Note)
        log("hint", "program: " + event.text.text());
    if (event.kind == Kind::Processes)
        line("processes", [&](core::JsonWriter& json) {
            json.key("processes").beginArray();
            for (const core::ProgramProcess& process : event.processes) {
                json.beginObject().member("pid", process.pid).member("name", process.name);
                json.member("rank", process.rank)
                    .member("cpu_seconds", process.cpuSeconds)
                    .member("memory", process.memory)
                    .member("paused", process.isPaused)
                    .endObject();
            }
            json.endArray();
        });
    if (event.kind != Kind::Log)
        return;
    if (event.leftOut > 0)
        log("hint", "… " + std::to_string(event.leftOut) + " lines are only in the log file");
    for (const std::string& text : event.lines) {
        if (!m_jsonl)
            m_console.note(text);
        line("log", [&](core::JsonWriter& json) {
            json.member("severity", "hint").member("source", "program").member("text", text);
        });
    }
}

void EventWriter::take(const core::LiveTensor& tensor) const
{
    line("tensor", [&](core::JsonWriter& json) {
        json.member("path", tensor.file);
        textOrNull(json, "entry", tensor.entry);
        textOrNull(json, "op_name", tensor.opName);
        textOrNull(json, "op_type", tensor.opType);
        slotOf(json, tensor.io, tensor.slot);
        textOrNull(json, "dtype",
            tensor.dtype == core::DType::Unknown ? std::string_view() : core::dtypeName(tensor.dtype));
        textOrNull(json, "shape", tensor.shape);
        json.member("bytes", tensor.bytes).member("rank", tensor.rank).member("step", tensor.step);
        json.member("state", core::stateWord(tensor.state)).member("half_written", tensor.isHalfWritten);
    });
}

void EventWriter::take(const core::LiveFinding& finding) const
{
    if (!m_jsonl)
        m_console.note((finding.isRecord ? "overflow: " : "not finite: ") + placeText(finding) + ": "
            + finding.text.text());
    line("overflow", [&](core::JsonWriter& json) {
        json.member("path", finding.file);
        textOrNull(json, "op_name", finding.opName);
        slotOf(json, finding.io, finding.slot);
        json.member("record", finding.isRecord)
            .member("nan_count", finding.nan)
            .member("pos_inf_count", finding.posInf)
            .member("neg_inf_count", finding.negInf);
        json.member("rank", finding.rank).member("step", finding.step).member("text", finding.text.text());
    });
}

void EventWriter::take(const core::LiveBatch& batch) const
{
    for (const core::LiveBatch::File& file : batch.files) {
        line("file", [&](core::JsonWriter& json) {
            json.member("path", file.path)
                .member("bytes", file.bytes)
                .member("half_written", file.isHalfWritten);
            if (!file.isNew)
                json.member("changed", true);
            if (!file.problem.empty())
                json.member("problem", file.problem.text());
        });
    }
    for (const core::LiveTensor& tensor : batch.tensors)
        take(tensor);
    for (const core::LiveFinding& finding : batch.findings)
        take(finding);
}

void EventWriter::take(const core::LiveProgress& progress) const
{
    line("progress", [&](core::JsonWriter& json) {
        json.member("files", progress.files)
            .member("tensors", progress.tensors)
            .member("statistic_rows", progress.statisticRows)
            .member("half_written", progress.halfWritten)
            .member("waiting", progress.waiting)
            .member("bytes", progress.bytes)
            .member("bytes_per_second", progress.bytesPerSecond)
            .member("seconds", progress.seconds);
    });
}

} // namespace dumpscope::cli
