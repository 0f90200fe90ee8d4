// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/dump_file_name.h"
#include "readers/format_registry.h"

#include <chrono>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr std::size_t kFxTimeDigits = 20;

/// Microseconds since 1970 of `YYYYmmddHHMMSS` and six digits, in UTC; nothing for other digits.
std::optional<std::uint64_t> microsecondsOf(std::string_view digits)
{
    if (digits.size() != kFxTimeDigits || !isDigits(digits))
        return std::nullopt;
    const auto part = [&](std::size_t begin, std::size_t count) {
        return static_cast<unsigned>(*parseUnsigned(digits.substr(begin, count)));
    };
    const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(part(0, 4))),
        std::chrono::month(part(4, 2)), std::chrono::day(part(6, 2)));
    const unsigned hour = part(8, 2), minute = part(10, 2), second = part(12, 2);
    constexpr int kFirstYear = 1970;
    if (!date.ok() || static_cast<int>(date.year()) < kFirstYear || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    const auto days = std::chrono::sys_days(date).time_since_epoch().count();
    constexpr std::uint64_t kHoursOfDay = 24, kMinutes = 60, kSeconds = 60, kMicroseconds = 1'000'000;
    const auto hours = static_cast<std::uint64_t>(days) * kHoursOfDay + hour;
    return ((hours * kMinutes + minute) * kSeconds + second) * kMicroseconds + part(14, 6);
}

std::optional<std::uint32_t> smallNumber(std::string_view text)
{
    constexpr std::size_t kMostDigits = 9;
    if (!isDigits(text) || text.size() > kMostDigits)
        return std::nullopt;
    return static_cast<std::uint32_t>(*parseUnsigned(text));
}

Io ioOfFx(std::string_view word)
{
    return word == "INPUT" ? Io::Input : word == "OUTPUT" ? Io::Output : Io::Unknown;
}

/// `<node>-<target>.<INPUT|OUTPUT>.<i>[.<j>].<20 digits>.npy` (docs/formats/llm-era.md 2.1).
class TorchairFxName final : public NameGrammar {
public:
    std::string_view id() const override { return "torchair-fx"; }
    int priority() const override { return 65; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        std::string_view rest = name;
        NameFacts facts;
        if (takeLastPart(rest) != "npy")
            return std::nullopt;
        facts.timestamp = microsecondsOf(takeLastPart(rest));
        if (!facts.timestamp)
            return std::nullopt;
        std::optional<std::uint32_t> last = smallNumber(takeLastPart(rest));
        std::string_view before = takeLastPart(rest);
        if (const auto slot = smallNumber(before); slot && last) {
            facts.occurrence = last; // a member of a list
            last = slot;
            before = takeLastPart(rest);
        }
        facts.io = ioOfFx(before);
        const std::size_t dash = rest.find('-');
        if (facts.io == Io::Unknown || !last || dash == std::string_view::npos || dash == 0
            || dash + 1 == rest.size())
            return std::nullopt;
        facts.slot = static_cast<std::int32_t>(*last);
        facts.holdsArguments = true;
        facts.opName = rest;
        facts.opType = rest.substr(dash + 1);
        return facts;
    }
};

} // namespace

void register_torchair_fx_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<TorchairFxName>());
}

} // namespace dumpscope::core
