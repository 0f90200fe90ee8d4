// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_files.h"

#include "common/core_text.h"
#include "graph/graph_canvas.h"
#include "graph/graph_export.h"
#include "io/atomic_file.h"
#include "io/output_check.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

namespace dumpscope::gui {

namespace {

constexpr qint64 kMostPixels = 200'000'000; ///< 800 MB
constexpr int kPngScale = 2;

core::Result<QByteArray> png(const GraphCanvas& canvas)
{
    const QSize size = canvas.wholeSize();
    int scale = kPngScale;
    while (scale > 1 && static_cast<qint64>(size.width()) * size.height() * scale * scale > kMostPixels)
        --scale;
    if (static_cast<qint64>(size.width()) * size.height() > kMostPixels || size.isEmpty())
        return core::fail(core::Code::Limit,
            GraphCanvas::tr("A picture of %1 × %2 pixels is too large. Fold some scopes, or write SVG.")
                .arg(size.width())
                .arg(size.height())
                .toStdString());
    QImage image(size * scale, QImage::Format_RGB32);
    if (image.isNull())
        return core::fail(core::Code::OutOfMemory,
            GraphCanvas::tr("There is not enough memory for the picture.").toStdString());
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    canvas.paintAll(painter, Theme::light());
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(const GraphCanvas& canvas)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(canvas.wholeSize());
    generator.setViewBox(QRect(QPoint(), canvas.wholeSize()));
    generator.setTitle(GraphCanvas::tr("Graph"));
    QPainter painter(&generator);
    canvas.paintAll(painter, Theme::light());
    painter.end();
    return bytes;
}

} // namespace

core::Result<void> exportGraph(const ShownGraph& shown, const GraphCanvas& canvas, const QString& path,
    std::span<const std::string> inputs)
{
    const std::string output = path.toStdString();
    TRY_VOID(core::checkOutputs({&output, 1}, inputs));
    const QString ending = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (ending == QLatin1String("png")) {
        TRY_ASSIGN(bytes, png(canvas));
    } else if (ending == QLatin1String("svg")) {
        bytes = svg(canvas);
    } else if (ending == QLatin1String("dot") || ending == QLatin1String("gv")) {
        const core::GraphView view {
            &shown.loaded()->document, shown.number(), nullptr, &shown.match(), shown.loaded()->index.get()};
        core::writeGraphDot(view, [&bytes](std::string_view text) {
            bytes.append(text.data(), static_cast<qsizetype>(text.size()));
        });
    } else {
        return core::fail(core::Code::Usage,
            GraphCanvas::tr("The file name must end in .png, .svg or .dot: %1").arg(path).toStdString());
    }
    return core::writeFileAtomically(output, asText(bytes));
}

} // namespace dumpscope::gui
