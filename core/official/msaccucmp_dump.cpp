// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_dump.h"

#include "base/text.h"
#include "compare/pairing/fusion_graph.h"
#include "readers/ascend/ascend_container.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace dumpscope::core {

namespace {

using Kind = MsaccucmpDump::Kind;

struct ParsedName {
    Kind kind = Kind::Device;
    std::string key;
    MsaccucmpDumpFile file;
};

std::vector<std::string_view> dumpNameParts(std::string_view name)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = 0;;) {
        const std::size_t dot = std::min(name.find('.', at), name.size());
        parts.push_back(name.substr(at, dot - at));
        if (dot == name.size())
            return parts;
        at = dot + 1;
    }
}

/// `type.name.task[.stream].time[.four numbers]`.
std::optional<ParsedName> parseDeviceName(std::string_view name)
{
    constexpr std::size_t kTail = 4;
    const auto parts = dumpNameParts(name);
    if (parts.size() < 4 || !std::all_of(parts.begin() + 2, parts.end(), isDigits))
        return std::nullopt;
    const std::size_t numbers = parts.size() - 2;
    ParsedName parsed;
    parsed.file.hasTail = numbers == 2 + kTail || numbers == 3 + kTail;
    if (numbers != 2 && numbers != 3 && !parsed.file.hasTail)
        return std::nullopt;
    parsed.key = parts[1];
    parsed.file.opType = parts[0];
    const std::string_view time = parts[parts.size() - 1 - (parsed.file.hasTail ? kTail : 0)];
    parsed.file.timestamp = parseUnsigned(time).value_or(0);
    return parsed;
}

/// `name.index.time.npy` and `.pb`.
std::optional<ParsedName> parseTensorName(std::string_view name, std::string_view extension, Kind kind)
{
    if (!name.ends_with(extension))
        return std::nullopt;
    name.remove_suffix(extension.size());
    const auto last = name.rfind('.');
    const auto before = last == std::string_view::npos || last == 0 ? last : name.rfind('.', last - 1);
    if (last == std::string_view::npos || before == std::string_view::npos || !isDigits(name.substr(last + 1))
        || !isDigits(name.substr(before + 1, last - before - 1)))
        return std::nullopt;
    ParsedName parsed;
    parsed.kind = kind;
    parsed.key = dumpSpelling(name.substr(0, before)) + std::string(name.substr(before, last - before));
    parsed.file.timestamp = parseUnsigned(name.substr(last + 1)).value_or(0);
    return parsed;
}

/// What the tool has a NumPy type for (docs/formats/comparison.md 1.1).
bool isKnown(DType dtype)
{
    return dtypeInfo(dtype).hasValues && dtype != DType::Unknown && dtype != DType::Int4;
}

} // namespace

Result<MsaccucmpDump> MsaccucmpDump::list(const ComparisonSide& side)
{
    const DumpIndex& index = *side.index;
    std::optional<std::set<std::uint32_t>> wanted;
    if (side.only) {
        wanted.emplace();
        for (const TensorId id : *side.only)
            wanted->insert(index.tensor(id).file.value());
    }
    std::vector<ParsedName> found;
    for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
        const FileRow& row = index.file(FileId(i));
        if (wanted && !wanted->contains(i))
            continue;
        const std::string_view name = index.text(row.mappedName.value() != 0 ? row.mappedName : row.name);
        auto parsed = parseTensorName(name, ".npy", Kind::Npy);
        if (!parsed)
            parsed = parseTensorName(name, ".pb", Kind::Protobuf);
        if (!parsed)
            parsed = parseDeviceName(name);
        if (!parsed)
            continue;
        parsed->file.file = FileId(i);
        found.push_back(std::move(*parsed));
    }
    if (found.empty())
        return fail(Code::Unsupported,
            phrase("no file is called type.name.task.stream.time, name.index.time.npy or name.index.time.pb, "
                   "which msaccucmp asks for"),
            {.file = index.root()});
    MsaccucmpDump dump;
    dump.m_side = side;
    dump.m_kind = found.front().kind;
    if (std::ranges::any_of(found, [&](const ParsedName& file) { return file.kind != dump.m_kind; }))
        return fail(Code::Unsupported,
            phrase("the folder mixes device dumps and converted ones, which msaccucmp refuses"),
            {.file = index.root()});
    std::ranges::stable_sort(found, [](const ParsedName& a, const ParsedName& b) {
        return std::pair(!a.file.hasTail, a.file.timestamp) < std::pair(!b.file.hasTail, b.file.timestamp);
    });
    for (ParsedName& file : found) {
        const auto [entry, isNew] = dump.m_files.insert_or_assign(file.key, file.file); // the last one counts
        if (isNew)
            dump.m_order.push_back(entry->first);
    }
    return dump;
}

const MsaccucmpDumpFile* MsaccucmpDump::find(std::string_view name) const
{
    const auto found = m_files.find(name);
    return found == m_files.end() ? nullptr : &found->second;
}

std::string MsaccucmpDump::path(const MsaccucmpDumpFile& file) const
{
    return index().fullPath(file.file);
}

Result<MsaccucmpDump::Tensors> MsaccucmpDump::tensors(const MsaccucmpDumpFile& file) const
{
    std::vector<StoredTensor> stored;
    if (m_kind == Kind::Device) {
        const auto source = index().tree().open(index().filePath(file.file), index().file(file.file).size);
        TRY_ASSIGN(AscendFile parsed, readAscendFile(*source, {}));
        stored = std::move(parsed.containers.front().header.tensors);
    }
    Tensors tensors;
    for (const TensorId id : index().tensorsOfFile(file.file)) {
        const TensorRow& row = index().tensor(id);
        if (row.state == TensorState::Truncated || row.state == TensorState::Unreadable)
            return fail(
                Code::Truncated, phrase("a tensor is not complete"), {.file = index().filePath(file.file)});
        MsaccucmpTensor tensor;
        tensor.id = id;
        if (isKnown(row.dtype))
            tensor.dtype = dtypeName(row.dtype);
        const auto shape = index().shape(row.shape);
        tensor.shape.assign(shape.begin(), shape.end());
        tensor.format = row.format;
        for (const StoredTensor& header : stored) {
            if (header.io == row.io && static_cast<std::int32_t>(header.slot) == row.slot) {
                tensor.dataType = header.dataType;
                tensor.address = header.address;
                if (header.dataType == 0 && row.dtype == DType::Unknown)
                    tensor.dtype = dtypeName(DType::Int8); // type 0 is read as int8
                tensor.shape = header.shape.dims;
            }
        }
        if (row.io == Io::Input)
            tensors.inputs.push_back(std::move(tensor));
        else if (row.io == Io::Output || m_kind != Kind::Device)
            tensors.outputs.push_back(std::move(tensor));
    }
    return tensors;
}

} // namespace dumpscope::core
