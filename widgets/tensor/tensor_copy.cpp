// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_copy.h"

#include "common/core_text.h"
#include "tensor/cell_text.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr std::uint64_t kMostCells = 16'000'000;

/// A cell as a field of a comma-separated line.
QString field(const QString& text, CopyStyle style)
{
    return style == CopyStyle::Csv && text.contains(u',') ? u'"' + text + u'"' : text;
}

void copyNumpy(TensorDocument& document, const NumpyText& numpy)
{
    if (numpy.isText)
        QGuiApplication::clipboard()->setText(numpy.text);
    else if (!numpy.text.isEmpty())
        emit document.noticed(numpy.text);
}

} // namespace

core::Result<QString> cellsText(const core::ElementStream& stream, const core::PlaneSpec& plane,
    const core::PlaneWindow& window, CopyStyle style, bool withNames, std::stop_token stop)
{
    if (window.columns != 0 && window.rows > kMostCells / window.columns)
        return core::fail(core::Code::Limit,
            core::phrase("the clipboard takes at most 16000000 cells; export them instead"));
    const QChar separator = style == CopyStyle::Csv ? u',' : u'\t';
    QString text;
    if (withNames) {
        for (std::uint64_t column = 0; column < window.columns; ++column)
            text += separator + QString::number(window.firstColumn + column);
        text += u'\n';
    }
    for (std::uint64_t row = 0; row < window.rows; ++row) {
        const core::PlaneWindow line {window.firstRow + row, window.firstColumn, 1, window.columns};
        TRY_ASSIGN(const CellBlock block, loadCells(stream, plane, line, {}, nullptr, stop));
        if (withNames)
            text += QString::number(window.firstRow + row) + separator;
        for (std::size_t i = 0; i < block.texts.size(); ++i) {
            if (i > 0)
                text += separator;
            text += field(block.texts[i], style);
        }
        if (row + 1 < window.rows)
            text += u'\n';
    }
    return text;
}

void copyMarked(TensorDocument& document, const std::optional<core::PlaneWindow>& marked, CopyStyle style,
    bool withNames, LatestOnly& slot)
{
    const auto cell = document.probeCell();
    if (!document.isReady() || (!marked && !cell))
        return;
    const core::PlaneWindow window
        = marked.value_or(core::PlaneWindow {cell ? cell->first : 0, cell ? cell->second : 0, 1, 1});
    if (style == CopyStyle::NumPy) {
        copyNumpy(document, numpyText(document, document.plane(), window));
        return;
    }
    document.read<QString>(
        slot, Lane::Interactive, TensorDocument::tr("Copying"),
        [stream = document.stream(), plane = document.plane(), window, style, withNames](
            core::TaskContext& task) {
            return cellsText(stream, plane, window, style, withNames, task.stop);
        },
        [](const QString& text) { QGuiApplication::clipboard()->setText(text); });
}

void copyDrawing(TensorDocument& document, const TabDrawing& drawing, CopyStyle style, LatestOnly& slot)
{
    if (style == CopyStyle::NumPy) {
        copyNumpy(document, drawing.numpy);
        return;
    }
    document.read<QString>(
        slot, Lane::Interactive, TensorDocument::tr("Copying"),
        [write = drawing.write, separator = style == CopyStyle::Csv ? ',' : '\t'](
            core::TaskContext& task) -> core::Result<QString> {
            std::string text;
            TRY_VOID(write(
                separator,
                [&text](std::string_view part) -> core::Result<void> {
                    text += part;
                    return {};
                },
                task));
            return QString::fromStdString(text);
        },
        [](const QString& text) { QGuiApplication::clipboard()->setText(text); });
}

std::optional<core::ShowRequest> showRequest(const TensorDocument& document)
{
    if (!document.tensor().isValid())
        return std::nullopt;
    core::ShowRequest request;
    request.path = document.tensor().root->path().toStdString();
    request.raw = document.tensor().root->raw();
    request.tensor = document.tensor().tensorId().toStdString();
    if (document.isReady() && !document.shape().empty())
        request.slice = planeText(document.shape().size(), document.plane()).toStdString();
    if (document.isReady() && document.order() == core::Order::Storage && document.opened()->storage)
        request.layout = "storage";
    request.partial = document.tensor().row().state == core::TensorState::Truncated;
    return request;
}

QString showCommand(const TensorDocument& document)
{
    const auto request = showRequest(document);
    return request ? fromCore(core::commandText(*request)) : QString();
}

} // namespace dumpscope::gui
