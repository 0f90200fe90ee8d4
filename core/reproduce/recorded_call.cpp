// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/recorded_call.h"

#include "base/text.h"
#include "compare/recompute/dumped_call.h"
#include "compare/suspects/scalar_arguments.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <charconv>

namespace dumpscope::core {

namespace {

/// Lists in lists in lists: nobody calls an operator with more.
constexpr std::size_t kMostParts = 4;

std::string_view keyPrefix(Io io)
{
    switch (io) {
    case Io::Argument:
        return "kwargs";
    case Io::Parameter:
        return "parameters";
    default:
        return "input";
    }
}

/// "input.1.0" → 1, 0; "kwargs.dim" → dim; a bare name stays. What is missing is the slot.
std::vector<std::string> pathOf(std::string_view entry, Io io, std::int32_t slot)
{
    for (const std::string_view prefix : {"input.", "output.", "kwargs.", "parameters."}) {
        if (entry.starts_with(prefix)) {
            entry.remove_prefix(prefix.size());
            break;
        }
    }
    std::vector<std::string> path;
    // Names of parameters have dots of their own.
    if (io == Io::Parameter && !entry.empty())
        return {std::string(entry)};
    while (!entry.empty() && path.size() < kMostParts) {
        const std::size_t dot = path.size() + 1 < kMostParts ? entry.find('.') : std::string_view::npos;
        path.emplace_back(entry.substr(0, dot));
        entry = dot == std::string_view::npos ? std::string_view() : entry.substr(dot + 1);
    }
    if (path.empty())
        path.push_back(std::to_string(std::max(slot, 0)));
    return path;
}

std::optional<std::uint64_t> numberOf(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Numbers by size, names by their letters, and numbers first.
bool isBefore(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    return std::ranges::lexicographical_compare(a, b, [](const std::string& x, const std::string& y) {
        const auto left = numberOf(x), right = numberOf(y);
        return left && right                        ? *left < *right
            : left.has_value() != right.has_value() ? left.has_value()
                                                    : x < y;
    });
}

int groupOf(Io io)
{
    return io == Io::Input ? 0 : io == Io::Argument ? 1 : 2;
}

void putInOrder(std::vector<RecordedArgument>& arguments)
{
    std::ranges::stable_sort(arguments, [](const RecordedArgument& a, const RecordedArgument& b) {
        return groupOf(a.io) != groupOf(b.io) ? groupOf(a.io) < groupOf(b.io) : isBefore(a.path, b.path);
    });
}

void addPlainValues(const DumpIndex& index, TensorId tensor, std::vector<RecordedArgument>& arguments)
{
    ScalarArguments scalars;
    for (const StatisticTable::Scalar* scalar : scalars.of(index, tensor)) {
        if (scalar->io != Io::Input && scalar->io != Io::Argument)
            continue;
        const StringPool& strings = tableOf(index, tensor)->strings;
        const auto text = [&](StringId id) { return id.isValid() ? strings.text(id) : std::string_view(); };
        RecordedArgument argument;
        argument.io = scalar->io;
        argument.path = pathOf(text(scalar->entry), scalar->io, scalar->slot);
        argument.type = std::string(text(scalar->type));
        argument.value = std::string(text(scalar->value));
        const bool isTensor = std::ranges::any_of(arguments, [&](const RecordedArgument& other) {
            return other.io == argument.io && other.path == argument.path;
        });
        if (!isTensor)
            arguments.push_back(std::move(argument));
    }
}

std::vector<RecordedArgument> argumentsOf(const DumpIndex& index, const std::vector<TensorId>& tensors)
{
    std::vector<RecordedArgument> arguments;
    for (const TensorId id : tensors) {
        const TensorRow& row = index.tensor(id);
        if (row.io != Io::Input && row.io != Io::Argument && row.io != Io::Parameter)
            continue;
        arguments.push_back({pathOf(index.text(row.entry), row.io, row.slot), row.io, id, {}, {}});
    }
    if (!tensors.empty())
        addPlainValues(index, tensors.front(), arguments);
    putInOrder(arguments);
    return arguments;
}

} // namespace

std::string RecordedArgument::key() const
{
    std::string text(keyPrefix(io));
    for (const std::string& part : path)
        text += '.' + part;
    return text;
}

RecordedCall recordedCall(const DumpIndex& index, TensorId tensor)
{
    const TensorRow& row = index.tensor(tensor);
    RecordedCall call;
    call.name = std::string(index.text(row.opName));
    call.type = row.opType.isValid() ? std::string(index.text(row.opType)) : std::string();
    const auto entry = parseMsprobeEntry(call.name);
    call.isBackward = entry && entry->isBackward;
    const auto tensors = tensorsOfExecution(index, row.opName, tensor);
    call.arguments = argumentsOf(index, tensors);
    if (call.isBackward) {
        call.gradients = std::move(call.arguments);
        const StringId forward = index.findString(msprobeForwardEntry(call.name));
        call.arguments = forward.isValid() ? argumentsOf(index, tensorsOfExecution(index, forward, tensor))
                                           : std::vector<RecordedArgument>();
    }
    for (const TensorId id : tensors) {
        const TensorRow& one = index.tensor(id);
        if (one.io != Io::Output)
            continue;
        std::string key = "output";
        for (const std::string& part : pathOf(index.text(one.entry), one.io, one.slot))
            key += '.' + part;
        call.outputs.push_back({std::move(key), id});
    }
    return call;
}

} // namespace dumpscope::core
