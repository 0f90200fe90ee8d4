// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/tensor_record.h"

#include "base/text.h"

#include <array>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 6> kStateWords
    = {"ok", "truncated", "unreadable", "empty", "statistics-only", "unsupported"};

} // namespace

std::string_view ioWord(Io io)
{
    return io == Io::Unknown ? std::string_view() : kIoWords[static_cast<std::size_t>(io) - 1];
}

Message ioPlace(Io io, std::int32_t slot)
{
    switch (io) {
    case Io::Unknown:
        break;
    case Io::Input:
        return slot < 0 ? phrase("input") : phrase("input %1", slot);
    case Io::Output:
        return slot < 0 ? phrase("output") : phrase("output %1", slot);
    case Io::Buffer:
        return slot < 0 ? phrase("buffer") : phrase("buffer %1", slot);
    case Io::Workspace:
        return slot < 0 ? phrase("workspace") : phrase("workspace %1", slot);
    case Io::Parameter:
        return slot < 0 ? phrase("parameter") : phrase("parameter %1", slot);
    case Io::Gradient:
        return slot < 0 ? phrase("gradient") : phrase("gradient %1", slot);
    case Io::Argument:
        return slot < 0 ? phrase("argument") : phrase("argument %1", slot);
    }
    return slot < 0 ? std::string() : std::to_string(slot);
}

std::optional<Io> ioFromWord(std::string_view word)
{
    for (std::size_t i = 0; i < kIoWords.size(); ++i) {
        if (equalsIgnoreCase(word, kIoWords[i]))
            return static_cast<Io>(i + 1);
    }
    if (equalsIgnoreCase(word, "space"))
        return Io::Workspace;
    if (equalsIgnoreCase(word, "l1buffer"))
        return Io::Buffer;
    return std::nullopt;
}

std::string_view stateWord(TensorState state)
{
    return kStateWords[static_cast<std::size_t>(state)];
}

} // namespace dumpscope::core
