// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of a protobuf message are moved, repeated, removed and changed at any depth; lengths around them
// stay right.
#include "mutator.h"

#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace dumpscope::fuzz;

enum Wire : unsigned { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

struct Field {
    std::uint64_t number = 0;
    unsigned wire = kVarint;
    std::uint64_t value = 0;
    std::string bytes; // of a leaf
    std::vector<Field> children;
};

std::optional<std::uint64_t> varint(std::string_view bytes, std::size_t& at)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
        const auto byte = static_cast<std::uint8_t>(bytes[at++]);
        value |= std::uint64_t {byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0)
            return value;
    }
    return std::nullopt;
}

std::optional<std::vector<Field>> parsed(std::string_view bytes, unsigned depth)
{
    constexpr unsigned kDeepest = 24;
    std::vector<Field> fields;
    for (std::size_t at = 0; at < bytes.size();) {
        const auto tag = varint(bytes, at);
        if (!tag || *tag < 8)
            return std::nullopt;
        Field field {*tag >> 3U, static_cast<unsigned>(*tag & 7U), 0, {}, {}};
        if (field.wire == kVarint) {
            const auto value = varint(bytes, at);
            if (!value)
                return std::nullopt;
            field.value = *value;
        } else if (field.wire == kFixed32 || field.wire == kFixed64) {
            const std::size_t size = field.wire == kFixed32 ? 4 : 8;
            if (bytes.size() - at < size)
                return std::nullopt;
            field.bytes = bytes.substr(at, size);
            at += size;
        } else if (field.wire == kBytes) {
            const auto size = varint(bytes, at);
            if (!size || *size > bytes.size() - at)
                return std::nullopt;
            const std::string_view body = bytes.substr(at, *size);
            at += *size;
            auto children = depth < kDeepest && body.size() > 1 ? parsed(body, depth + 1) : std::nullopt;
            if (children)
                field.children = std::move(*children);
            else
                field.bytes = body;
        } else {
            return std::nullopt;
        }
        fields.push_back(std::move(field));
    }
    return fields;
}

void append(std::uint64_t value, std::string& to)
{
    for (; value > 0x7F; value >>= 7U)
        to.push_back(static_cast<char>((value & 0x7FU) | 0x80U));
    to.push_back(static_cast<char>(value));
}

std::string written(const std::vector<Field>& fields)
{
    std::string result;
    for (const Field& field : fields) {
        append(field.number << 3U | field.wire, result);
        if (field.wire == kVarint) {
            append(field.value, result);
        } else if (field.wire == kBytes) {
            const std::string body = field.children.empty() ? field.bytes : written(field.children);
            append(body.size(), result);
            result += body;
        } else {
            result += field.bytes;
        }
    }
    return result;
}

/// Every list of fields of the message, itself first.
void listsOf(std::vector<Field>& fields, std::vector<std::vector<Field>*>& lists)
{
    lists.push_back(&fields);
    for (Field& field : fields) {
        if (!field.children.empty())
            listsOf(field.children, lists);
    }
}

void change(Field& field, Random& random)
{
    constexpr std::uint64_t kNumbers[] = {0, 1, 2, 127, 128, 255, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
        0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF};
    if (below(random, 8) == 0) {
        field.number = 1 + below(random, 64);
    } else if (field.wire == kVarint) {
        field.value = below(random, 2) == 0 ? kNumbers[below(random, std::size(kNumbers))]
                                            : field.value + below(random, 17) - 8;
    } else if (field.wire == kBytes) {
        // A message may become a text: what reads it must expect that.
        if (!field.children.empty() && below(random, 4) == 0)
            field.bytes = written(std::exchange(field.children, {}));
        if (field.children.empty())
            field.bytes = bytesMutated(std::move(field.bytes));
    } else {
        const std::size_t size = field.bytes.size();
        field.bytes = bytesMutated(std::move(field.bytes), 0);
        field.bytes.resize(size);
    }
}

std::string mutated(std::string_view bytes, Random& random)
{
    auto message = parsed(bytes, 0);
    if (!message || message->empty())
        return {};
    std::vector<std::vector<Field>*> lists;
    listsOf(*message, lists);
    std::vector<Field>& list = *lists[below(random, lists.size())];
    std::vector<Field>& from = *lists[below(random, lists.size())];
    const auto chosen = list.begin() + static_cast<std::ptrdiff_t>(below(random, list.size()));
    Field other = from[below(random, from.size())];
    switch (below(random, 6)) {
    case 0:
        if (list.size() > 1 || &list != &*message) {
            list.erase(chosen);
            break;
        }
        [[fallthrough]];
    case 1:
        list.insert(chosen, std::move(other));
        break;
    case 2:
        list.insert(chosen, Field(*chosen));
        break;
    case 3:
        other.number = chosen->number;
        *chosen = std::move(other);
        break;
    default:
        change(*chosen, random);
    }
    return written(*message);
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(
    std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed)
{
    Random random(seed);
    if (below(random, 5) == 0)
        return LLVMFuzzerMutate(data, size, maxSize);
    return give(mutated(textOf(data, size), random), data, size, maxSize);
}
