// SPDX-License-Identifier: GPL-3.0-or-later
#include "convert/conversion_names.h"

#include "base/text.h"
#include "convert/output_names.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using Names = ConversionOptions::Names;

/// The file's name, after mapping.csv.
std::string_view fileName(const DumpIndex& index, TensorId id)
{
    const FileRow& file = index.file(index.tensor(id).file);
    return index.text(file.mappedName.value() != 0 ? file.mappedName : file.name);
}

/// Without what only says how the values are stored.
std::string_view withoutExtension(std::string_view name)
{
    constexpr std::array<std::string_view, 12> kExtensions {
        "npy", "npz", "pt", "pth", "bin", "raw", "pb", "data", "quant", "txt", "onnx", "ckpt"};
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0)
        return name;
    const bool known
        = std::find(kExtensions.begin(), kExtensions.end(), name.substr(dot + 1)) != kExtensions.end();
    return known ? name.substr(0, dot) : name;
}

std::string_view officialIo(Io io)
{
    switch (io) {
    case Io::Buffer:
        return "l1buffer";
    case Io::Workspace:
        return "space";
    default:
        return ioWord(io);
    }
}

void append(std::string& name, std::string_view part)
{
    if (!part.empty())
        name += (name.empty() ? "" : ".") + std::string(part);
}

/// The op_type.op_name… of a dump file with the operator's own name, as `-t msnpy` of the official tool.
std::string withOperator(std::string_view file, std::string_view opName)
{
    constexpr auto kParts = 5;
    const std::string_view last = opName.substr(opName.rfind('/') + 1);
    if (last.empty() || std::count(file.begin(), file.end(), '.') != kParts - 1)
        return std::string(file);
    const std::size_t first = file.find('.');
    const std::size_t second = file.find('.', first + 1);
    return std::string(file.substr(0, first + 1)) + std::string(last) + std::string(file.substr(second));
}

std::string joined(const Shape& shape, char separator)
{
    std::string text;
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i > 0 ? std::string(1, separator) : "") + std::to_string(shape[i]);
    return text;
}

} // namespace

bool isDumpFile(const DumpIndex& index, TensorId id)
{
    const Reader* reader = index.readerOf(index.tensor(id).file);
    return reader != nullptr && (reader->info().id == "ascend-bin" || reader->info().id == "opdebug");
}

bool isOverflowDump(const DumpIndex& index, TensorId id)
{
    constexpr std::string_view kPrefix = "Opdebug.Node_OpDebug.";
    const std::string_view name = fileName(index, id);
    return isDumpFile(index, id) && index.tensor(id).io == Io::Output && name.size() > kPrefix.size()
        && equalsIgnoreCase(name.substr(0, kPrefix.size()), kPrefix);
}

bool isUntypedDump(const DumpIndex& index, TensorId id)
{
    const Io io = index.tensor(id).io;
    return (io == Io::Buffer || io == Io::Workspace) && isDumpFile(index, id);
}

std::string baseName(const DumpIndex& index, TensorId id, Names names, std::string_view dumpFile)
{
    const TensorRow& row = index.tensor(id);
    const std::string_view file = dumpFile.empty() ? fileName(index, id) : dumpFile;
    const std::string_view opName = index.text(row.opName);
    const bool isDump = isDumpFile(index, id);
    const std::string slot = row.slot >= 0 ? std::to_string(row.slot) : std::string();
    std::string name;
    if (names == Names::Dumpscope) {
        name = opName.empty() ? std::string(withoutExtension(file)) : std::string(opName);
        std::replace(name.begin(), name.end(), '/', '.');
        append(name, ioWord(row.io));
        append(name, slot);
        if (row.occurrence > 0)
            append(name, std::to_string(row.occurrence));
        return safeComponent(name);
    }
    if (isDump)
        name = names == Names::Msnpy ? withOperator(file, opName) : std::string(file);
    else
        name = withoutExtension(file);
    if (isDump || row.ownEntry) {
        append(name, index.text(row.entry));
        append(name, isDump ? officialIo(row.io) : ioWord(row.io));
        append(name, slot);
    }
    // A name that begins with a dot is hidden; the file of a checkpoint's tensors is.
    const std::size_t visible = name.find_first_not_of('.');
    return safeComponent(std::string_view(name).substr(std::min(visible, name.size())));
}

std::string detailsSuffix(const ConversionOptions& options, const NameDetails& details)
{
    if (options.names == Names::Dumpscope)
        return {};
    std::string format = details.format.empty() ? "" : "." + std::string(details.format);
    if (options.form == ArrayForm::Raw)
        return "." + joined(details.shape, '_') + "." + std::string(details.dtype) + format;
    if (options.names == Names::Msnpy)
        return format;
    return options.format ? "." + joined(details.shape, 'x') : std::string();
}

std::string_view extensionOf(ArrayForm form)
{
    switch (form) {
    case ArrayForm::Raw:
        return ".bin";
    case ArrayForm::Csv:
        return ".csv";
    case ArrayForm::Txt:
        return ".txt";
    default:
        return ".npy";
    }
}

} // namespace dumpscope::core
