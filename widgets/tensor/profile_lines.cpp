// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/profile_lines.h"

#include "tensor/cell_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::gui {

namespace {

constexpr std::uint64_t kMostPoints = 200'000; ///< beyond, every n-th pair of extremes
constexpr std::uint64_t kChunk = 1U << 16;

core::PlaneSpec lineThrough(const std::vector<std::int64_t>& at, std::size_t axis)
{
    core::PlaneSpec plane;
    plane.rowAxis = plane.columnAxis = axis;
    plane.fixedIndices = at;
    return plane;
}

std::uint64_t lengthOf(const core::ElementStream& stream, std::size_t axis)
{
    return static_cast<std::uint64_t>(stream.shape().empty() ? 1 : stream.shape()[axis]);
}

core::Result<ProfileLine> readLine(const core::ElementStream& stream, const std::vector<std::int64_t>& at,
    std::size_t axis, core::TaskContext& task)
{
    ProfileLine line;
    const core::PlaneSpec plane = lineThrough(at, axis);
    const std::uint64_t count = lengthOf(stream, axis);
    if (count <= kMostPoints) {
        TRY_ASSIGN(line.values, core::readPlaneWindow(stream, plane, 0, 1, 0, count));
        line.places.resize(line.values.size());
        for (std::size_t i = 0; i < line.places.size(); ++i)
            line.places[i] = static_cast<double>(i);
    } else {
        const std::uint64_t block = (count * 2 + kMostPoints - 1) / kMostPoints;
        TRY_ASSIGN(const core::PlaneBlocks blocks,
            core::reducePlaneWindow(stream, plane, {0, 0, 1, count}, 1, block, task));
        for (std::size_t i = 0; i < blocks.mean.size(); ++i) {
            for (const float value : {blocks.min[i], blocks.max[i]}) {
                line.places.push_back((static_cast<double>(i) + 0.5) * static_cast<double>(block));
                line.values.push_back(blocks.flags[i] != 0 ? std::numeric_limits<double>::quiet_NaN()
                                                           : static_cast<double>(value));
            }
        }
    }
    for (double& value : line.values) {
        if (!std::isfinite(value))
            value = std::numeric_limits<double>::quiet_NaN();
    }
    return line;
}

/// Fails for tensors of another shape and those that cannot be read.
core::Result<core::ElementStream> openOther(
    const ProfileSource& other, const ProfileRequest& request, core::TaskContext& task)
{
    TRY_ASSIGN(core::TensorView view, other.store->open(other.id, task));
    if (view.shapeIn(request.order) != request.stream.shape())
        return core::fail(core::Code::BadShape, core::phrase("another shape"));
    return core::ElementStream::make(std::move(view), request.order);
}

core::Result<ProfileLine> readOther(
    const ProfileSource& other, const ProfileRequest& request, core::TaskContext& task)
{
    TRY_ASSIGN(const core::ElementStream stream, openOther(other, request, task));
    TRY_ASSIGN(ProfileLine line, readLine(stream, request.at, request.axis, task));
    TRY_VOID(stream.view().bytes.check());
    line.label = other.label;
    return line;
}

/// A name as one cell of a line.
std::string named(const QString& label, char separator)
{
    std::string name = label.isEmpty() ? std::string("value") : label.toStdString();
    std::replace(name.begin(), name.end(), separator, ' ');
    return name;
}

} // namespace

core::Result<std::vector<ProfileLine>> readProfile(const ProfileRequest& request, core::TaskContext& task)
{
    std::vector<ProfileLine> lines;
    TRY_ASSIGN(ProfileLine first, readLine(request.stream, request.at, request.axis, task));
    first.label = request.label;
    lines.push_back(std::move(first));
    for (const ProfileSource& other : request.others) {
        TRY_VOID(task.checkStop());
        if (auto line = readOther(other, request, task))
            lines.push_back(std::move(*line));
    }
    return lines;
}

core::Result<void> writeProfile(
    const ProfileRequest& request, char separator, const core::TextSink& sink, core::TaskContext& task)
{
    std::vector<core::ElementStream> streams {request.stream};
    std::string text = "index" + (separator + named(request.label, separator));
    for (const ProfileSource& other : request.others) {
        if (auto stream = openOther(other, request, task)) {
            streams.push_back(std::move(*stream));
            text += separator + named(other.label, separator);
        }
    }
    text += '\n';
    const core::PlaneSpec plane = lineThrough(request.at, request.axis);
    const std::uint64_t count = lengthOf(request.stream, request.axis);
    for (std::uint64_t first = 0; first < count; first += kChunk) {
        TRY_VOID(task.checkStop());
        std::vector<CellBlock> blocks;
        for (const core::ElementStream& stream : streams) {
            TRY_ASSIGN(CellBlock block,
                loadCells(
                    stream, plane, {0, first, 1, std::min(kChunk, count - first)}, {}, nullptr, task.stop));
            blocks.push_back(std::move(block));
        }
        for (std::size_t i = 0; i < blocks.front().texts.size(); ++i) {
            text += std::to_string(first + i);
            for (const CellBlock& block : blocks)
                text += separator + block.texts[i].toStdString();
            text += '\n';
        }
        TRY_VOID(sink(text));
        text.clear();
    }
    for (const core::ElementStream& stream : streams)
        TRY_VOID(stream.view().bytes.check());
    return text.empty() ? core::Result<void>() : sink(text);
}

} // namespace dumpscope::gui
