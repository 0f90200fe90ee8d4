// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_export.h"
#include "tensor/element_text.h"

#include "common/core_text.h"
#include "tensor/npy_writer.h"
#include "tensor/plane_picture.h"
#include "tensor/value_writer.h"

#include <QApplication>
#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

#include <tuple>

namespace dumpscope::gui {

namespace {

struct ExportText {
    Q_DECLARE_TR_FUNCTIONS(TensorExport)
};

core::Slice sliceOf(const core::Shape& shape, const core::PlaneSpec& plane, bool whole)
{
    core::Slice slice = core::fullSlice(shape);
    for (std::size_t axis = 0; axis < slice.axes.size() && !whole; ++axis) {
        if (axis != plane.rowAxis && axis != plane.columnAxis)
            slice.axes[axis] = {plane.fixedIndices[axis], 1, 1, true};
    }
    return slice;
}

core::Result<bool> writeValues(const core::ElementStream& stream, const core::Slice& slice,
    const std::string& path, bool isNpy, core::TaskContext& task)
{
    TRY_ASSIGN(core::AtomicFile file, core::AtomicFile::create(path));
    if (isNpy) {
        TRY_VOID(core::writeNpy(file, stream, slice, core::NpyWidening::Float32, task.stop));
    } else {
        TRY_VOID(core::writeValuesCsv(
            stream, slice, task.stop, [&file](std::string_view text) { return file.write(text); }));
    }
    TRY_VOID(stream.view().bytes.check());
    TRY_VOID(file.commit());
    return true;
}

/// All that a picture needs, so that the task asks nobody.
struct PictureOrder {
    core::ElementStream stream;
    core::PlaneSpec plane;
    Reduction reduction;
    std::shared_ptr<const core::PaddingMask> padding;
    ColourChoice colours;
    std::optional<ValueScale> scale; ///< absent: from the values
    QString name, rowTitle, columnTitle, reductionName;
    QFont font;
};

ValueScale scaleOf(const PictureOrder& order, const PlaneData& data)
{
    if (order.scale)
        return *order.scale;
    const auto [low, high] = data.percentiles.value_or(std::pair(0.0, 1.0));
    const double most = std::max(std::fabs(low), std::fabs(high));
    return order.colours.isSymmetric ? ValueScale(order.colours.kind, -most, most)
                                     : ValueScale(order.colours.kind, low, high);
}

QString captionOf(const PictureOrder& order, const PlaneData& data, const ValueScale& scale)
{
    const QString kinds[] = {ExportText::tr("linear"), ExportText::tr("log"), ExportText::tr("signed log")};
    QString text
        = ExportText::tr("%1 · colours %2, %3, %4 to %5")
              .arg(order.name,
                  QCoreApplication::translate("ColourMaps", colourMap(order.colours.map, false).name),
                  kinds[static_cast<std::size_t>(scale.kind())], valueText(scale.low()),
                  valueText(scale.high()));
    const PlaneTile& tile = data.overview;
    if (!tile.isExact())
        text += QStringLiteral(" · ")
            + ExportText::tr("a cell is %1 × %2 elements: %3")
                  .arg(tile.blockRows)
                  .arg(tile.blockColumns)
                  .arg(order.reductionName);
    return text;
}

core::Result<bool> writePicture(const PictureOrder& order, const QString& path, core::TaskContext& task)
{
    TRY_ASSIGN(PlaneData data,
        loadPlane(order.stream, order.plane, order.reduction, order.padding.get(), task, kPictureSide));
    TRY_VOID(order.stream.view().bytes.check());
    const ValueScale scale = scaleOf(order, data);
    PlanePicture::Words words {order.rowTitle, order.columnTitle, captionOf(order, data, scale)};
    const PlanePicture picture(std::move(data), {colourMap(order.colours.map, false).table(kColours), scale},
        std::move(words), order.font);
    TRY_VOID(task.checkStop());
    const bool isSvg = path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive);
    const QByteArray bytes = isSvg ? picture.svg() : picture.png();
    if (bytes.isEmpty())
        return core::fail(core::Code::OutOfMemory, core::phrase("no memory for the picture"));
    TRY_VOID(task.checkStop());
    TRY_ASSIGN(core::AtomicFile file, core::AtomicFile::create(path.toStdString()));
    TRY_VOID(file.write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    TRY_VOID(file.commit());
    return true;
}

QString reductionName(Reduction reduction)
{
    const QString names[] = {ExportText::tr("mean"), ExportText::tr("minimum"), ExportText::tr("maximum"),
        ExportText::tr("largest magnitude")};
    return names[static_cast<std::size_t>(reduction)];
}

PictureOrder orderOf(const TensorDocument& document)
{
    const core::PlaneSpec& plane = document.plane();
    const core::TensorRow& row = document.tensor().row();
    QString slot = fromCore(core::ioWord(row.io));
    if (row.slot >= 0)
        slot += u' ' + QString::number(row.slot);
    const QString name = QStringLiteral("%1 %2 [%3] · %4")
                             .arg(document.tensor().opName(), slot, planeText(document.shape().size(), plane),
                                 fromCore(core::dtypeName(document.dtype())));
    const bool isKnown = document.planeData() || !document.colours().isAutomatic;
    return {document.stream(), plane, document.reduction(), document.padding(), document.colours(),
        isKnown ? std::optional(document.scale()) : std::nullopt, name,
        plane.rowAxis == plane.columnAxis ? QString() : document.axisTitle(plane.rowAxis),
        document.axisTitle(plane.columnAxis), reductionName(document.reduction()), QApplication::font()};
}

constexpr QSize kDrawingSize(960, 540);

/// The drawing with a line below it that says what it shows.
void paintWithTitle(QPainter& painter, const TabDrawing& drawing)
{
    const QFont font = QApplication::font();
    const int line = QFontMetrics(font).height() + 12;
    painter.fillRect(QRect(QPoint(), kDrawingSize), Theme::light().color(Token::Base));
    drawing.paint(painter, QRect(0, 0, kDrawingSize.width(), kDrawingSize.height() - line));
    painter.setFont(font);
    painter.setPen(Theme::light().color(Token::Text));
    painter.drawText(QRect(8, kDrawingSize.height() - line, kDrawingSize.width() - 16, line),
        Qt::AlignCenter | Qt::TextSingleLine, drawing.title);
}

QByteArray drawnBytes(const TabDrawing& drawing, bool isSvg)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (isSvg) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(kDrawingSize);
        generator.setViewBox(QRect(QPoint(), kDrawingSize));
        generator.setTitle(drawing.title);
        QPainter painter(&generator);
        paintWithTitle(painter, drawing);
    } else {
        constexpr int kScale = 2; // fit for paper
        QImage image(kDrawingSize * kScale, QImage::Format_RGB32);
        image.setDevicePixelRatio(kScale);
        image.setText(QStringLiteral("Description"), drawing.title);
        QPainter painter(&image);
        paintWithTitle(painter, drawing);
        painter.end();
        image.save(&buffer, "PNG");
    }
    return bytes;
}

void start(
    TensorDocument& document, std::function<core::Result<bool>(core::TaskContext&)> work, ExportDone done)
{
    document.workbench().tasks.start<bool>(
        Lane::Bulk, ExportText::tr("Exporting %1").arg(document.tensor().opName()), &document,
        [work = std::move(work)](core::TaskContext& task, const TaskRunner::Post&) { return work(task); },
        [done = std::move(done)](const core::Result<bool>& result) {
            done(result ? QString() : TensorDocument::sentence(result.error()));
        });
}

} // namespace

void exportValues(TensorDocument& document, const QString& path, bool whole, ExportDone done)
{
    start(
        document,
        [stream = document.stream(), slice = sliceOf(document.shape(), document.plane(), whole),
            path = path.toStdString(), isNpy = path.endsWith(QStringLiteral(".npy"), Qt::CaseInsensitive)](
            core::TaskContext& task) { return writeValues(stream, slice, path, isNpy, task); },
        std::move(done));
}

void exportPicture(TensorDocument& document, const QString& path, ExportDone done)
{
    start(
        document,
        [order = orderOf(document), path](
            core::TaskContext& task) { return writePicture(order, path, task); },
        std::move(done));
}

void exportDrawing(TensorDocument& document, const TabDrawing& drawing, const QString& path, ExportDone done)
{
    std::function<core::Result<void>(char, const core::TextSink&, core::TaskContext&)> write;
    if (path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive)) {
        write = drawing.write;
    } else {
        const QByteArray bytes
            = drawnBytes(drawing, path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive));
        write = [bytes](char, const core::TextSink& sink, core::TaskContext&) {
            return sink(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        };
    }
    start(
        document,
        [write, path = path.toStdString()](core::TaskContext& task) -> core::Result<bool> {
            TRY_ASSIGN(core::AtomicFile file, core::AtomicFile::create(path));
            TRY_VOID(write(
                ',', [&file](std::string_view text) { return file.write(text); }, task));
            TRY_VOID(file.commit());
            return true;
        },
        std::move(done));
}

QString npyRemark(const TensorDocument& document)
{
    if (core::isNpyVerbatim(document.dtype(), core::NpyWidening::Float32))
        return {};
    return ExportText::tr("NumPy has no %1; the file holds the same values as %2.")
        .arg(fromCore(core::dtypeName(document.dtype())),
            fromCore(core::npyDescr(document.dtype(), core::NpyWidening::Float32)));
}

} // namespace dumpscope::gui
