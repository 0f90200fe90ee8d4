// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/msprobe_structure.h"

#include "base/text.h"
#include "base/text_scan.h"
#include "io/json_cursor.h"
#include "io/json_reader.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

using Kind = JsonCursor::Kind;

constexpr std::string_view kMicroSteps = "megatron_micro_step_number";

std::optional<std::int64_t> integer(JsonCursor& cursor)
{
    std::string_view text;
    if (cursor.kind() == Kind::Number)
        return cursor.number(text) ? parseInt(text) : std::nullopt;
    cursor.skip();
    return std::nullopt;
}

std::string textOrNothing(JsonCursor& cursor)
{
    std::string_view text;
    if (cursor.kind() == Kind::String)
        return cursor.string(text) ? std::string(text) : std::string();
    cursor.skip();
    return {};
}

/// Calls `member(key, cursor)` for every member of the outermost object.
template<typename Member>
Result<void> forEachMember(
    std::string_view text, TaskContext& task, std::vector<Diagnostic>& problems, const Member& member)
{
    JsonCursor cursor(text);
    if (cursor.atEnd())
        return fail(Code::Truncated, phrase("the file is empty"));
    if (cursor.kind() != Kind::Object || !cursor.beginObject())
        return fail(Code::BadSyntax, phrase("not a JSON object"));
    std::string_view key;
    while (cursor.member(key)) {
        TRY_VOID(task.checkStop());
        member(std::string(key), cursor);
    }
    if (!cursor.failed() && !cursor.atEnd())
        cursor.fail(Code::BadSyntax, phrase("text behind the end of the document"));
    if (cursor.failed()) {
        Place place = cursor.error().place;
        const auto [row, column] = rowAndColumn(text, place.offset.value_or(0));
        place.row = row;
        place.column = column;
        problems.push_back({Severity::Error, cursor.error().code, place, cursor.error().message});
    }
    return {};
}

/// `File <path>, line <n>, in <function>, \n <source line>`
MsprobeStacks::Frame parseFrame(std::string_view text)
{
    constexpr std::string_view kFile = "File ";
    constexpr std::string_view kLine = ", line ";
    constexpr std::string_view kIn = ", in ";
    MsprobeStacks::Frame frame;
    const std::size_t breakAt = text.find('\n');
    const std::string_view place = text.substr(0, breakAt);
    const std::size_t lineAt = place.rfind(kLine);
    const std::size_t inAt = lineAt == std::string_view::npos ? lineAt : place.find(kIn, lineAt);
    constexpr std::uint64_t kNoLine = UINT64_MAX;
    const std::uint64_t line = inAt == std::string_view::npos
        ? kNoLine
        : parseUnsigned(place.substr(lineAt + kLine.size(), inAt - lineAt - kLine.size())).value_or(kNoLine);
    if (!place.starts_with(kFile) || line > UINT32_MAX) {
        frame.code = text;
        return frame;
    }
    frame.file = place.substr(kFile.size(), lineAt - kFile.size());
    frame.line = static_cast<std::uint32_t>(line);
    frame.function = trimmed(place.substr(inAt + kIn.size()), " ,");
    if (breakAt != std::string_view::npos)
        frame.code = trimmed(text.substr(breakAt + 1), " \t\r\n");
    return frame;
}

void readFrames(JsonCursor& cursor, std::vector<MsprobeStacks::Frame>& frames)
{
    std::string_view text;
    if (cursor.kind() != Kind::Array) {
        cursor.skip();
        return;
    }
    if (!cursor.beginArray())
        return;
    while (cursor.item()) {
        if (cursor.kind() == Kind::String) {
            if (cursor.string(text))
                frames.push_back(parseFrame(text));
        } else {
            cursor.skip();
        }
    }
}

/// `[[names…], [frames…]]`
void readGroup(JsonCursor& cursor, MsprobeStacks::Stack& stack)
{
    if (!cursor.beginArray())
        return;
    for (int part = 0; cursor.item(); ++part) {
        if (part == 1) {
            readFrames(cursor, stack.frames);
        } else if (part > 1 || cursor.kind() != Kind::Array) {
            cursor.skip();
        } else if (cursor.beginArray()) {
            while (cursor.item())
                stack.names.push_back(textOrNothing(cursor));
        }
    }
}

} // namespace

std::string msprobeScope(std::string_view name, std::string_view parent)
{
    using NameKind = MsprobeEntryName::Kind;
    std::string_view path;
    const auto parts = parseMsprobeEntry(name);
    const auto above = parseMsprobeEntry(parent);
    if (parts && parts->kind == NameKind::Module) {
        const std::size_t dot = parts->path.rfind('.');
        path = dot == std::string_view::npos ? std::string_view() : parts->path.substr(0, dot);
    } else if (parts && parts->kind == NameKind::Gradient) {
        path = parts->path;
    } else if (above && above->kind == NameKind::Module) {
        path = above->path;
    } else {
        path = parent; // optimizer, clip_grad
    }
    std::string scope(path);
    std::ranges::replace(scope, '.', '/');
    return scope;
}

Result<MsprobeConstruct> parseMsprobeConstruct(std::string_view text, TaskContext& task)
{
    MsprobeConstruct result;
    TRY_VOID(forEachMember(text, task, result.problems, [&](std::string&& key, JsonCursor& cursor) {
        if (key == kMicroSteps) {
            result.microSteps = integer(cursor);
            return;
        }
        MsprobeConstruct::Entry entry;
        entry.name = std::move(key);
        if (cursor.kind() != Kind::Array) {
            entry.parent = textOrNothing(cursor);
        } else if (cursor.beginArray()) { // Megatron: parent and micro step
            for (int part = 0; cursor.item(); ++part) {
                if (part == 0)
                    entry.parent = textOrNothing(cursor);
                else if (part == 1)
                    entry.microStep = integer(cursor);
                else
                    cursor.skip();
            }
        }
        if (!cursor.failed())
            result.entries.push_back(std::move(entry));
    }));
    return result;
}

Result<MsprobeStacks> parseMsprobeStacks(std::string_view text, TaskContext& task)
{
    MsprobeStacks result;
    TRY_VOID(forEachMember(text, task, result.problems, [&](std::string&& key, JsonCursor& cursor) {
        MsprobeStacks::Stack stack;
        JsonCursor ahead = cursor;
        const bool isGroup = isDigits(key) && ahead.kind() == Kind::Array && ahead.beginArray()
            && ahead.item() && ahead.kind() == Kind::Array;
        if (isGroup) {
            readGroup(cursor, stack);
        } else {
            stack.names.push_back(std::move(key));
            readFrames(cursor, stack.frames);
        }
        result.stacks.push_back(std::move(stack));
    }));
    return result;
}

std::vector<MsprobeStacks::Frame> parseMsprobeFrames(std::string_view list)
{
    std::vector<MsprobeStacks::Frame> frames;
    JsonCursor cursor(list);
    if (!cursor.atEnd())
        readFrames(cursor, frames);
    return frames;
}

bool isMsprobeConstruct(std::string_view text)
{
    JsonCursor cursor(text);
    std::string_view key;
    if (cursor.kind() != Kind::Object || !cursor.beginObject() || !cursor.member(key))
        return false;
    if (key != kMicroSteps && !parseMsprobeEntry(key))
        return false;
    // Frames of the older stack.json stand under the same names.
    std::string_view parent;
    switch (cursor.kind()) {
    case Kind::Null:
    case Kind::Number:
        return true;
    case Kind::String:
        return cursor.string(parent) && (parent.empty() || parseMsprobeEntry(parent));
    case Kind::Array:
        return cursor.beginArray() && cursor.item()
            && (cursor.kind() == Kind::Null
                || (cursor.kind() == Kind::String && cursor.string(parent)
                    && parseMsprobeEntry(parent).has_value()));
    default:
        return false;
    }
}

bool isMsprobeStacks(std::string_view text)
{
    JsonCursor cursor(text);
    std::string_view key;
    if (cursor.kind() != Kind::Object || !cursor.beginObject() || !cursor.member(key))
        return false;
    std::string_view first;
    const bool isName = parseMsprobeEntry(key).has_value();
    if ((!isDigits(key) && !isName) || cursor.kind() != Kind::Array || !cursor.beginArray() || !cursor.item())
        return false;
    if (isName)
        return cursor.kind() == Kind::String && cursor.string(first) && !parseMsprobeEntry(first);
    return cursor.kind() == Kind::Array && cursor.beginArray() && cursor.item()
        && cursor.kind() == Kind::String && cursor.string(first) && parseMsprobeEntry(first).has_value();
}

} // namespace dumpscope::core
