// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/difference_output.h"

#include "base/text.h"
#include "common/core_text.h"
#include "compare/elements/difference_writer.h"
#include "difference/difference_bar.h"
#include "tensor/element_text.h"
#include "tensor/plane_picture.h"

#include <QApplication>
#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

#include <numeric>

namespace dumpscope::gui {

namespace {

constexpr std::uint64_t kMostCells = 4'000'000;

struct OutputText {
    Q_DECLARE_TR_FUNCTIONS(DifferenceOutput)
};

core::Result<CellBlock> cellsOf(
    const DifferencePlane& plane, PairPart part, const core::PlaneWindow& row, core::TaskContext& task)
{
    if (part == PairPart::Difference)
        return plane.loadCells(row, {}, task);
    return plane.loadValues(part == PairPart::Golden, row, {}, task);
}

core::Result<bool> writeNumbers(
    const DifferencePlane& plane, const QString& path, bool whole, core::TaskContext& task)
{
    TRY_ASSIGN(core::AtomicFile file, core::AtomicFile::create(path.toStdString()));
    const auto part = whole ? std::nullopt : std::optional(plane.plane);
    if (path.endsWith(QStringLiteral(".npy"), Qt::CaseInsensitive)) {
        TRY_VOID(core::writeDifferenceNpy(
            file, plane.target, plane.golden, plane.difference(), part, task, plane.absent()));
    } else {
        TRY_VOID(core::writeDifferenceCsv(
            plane.target, plane.golden, plane.difference(), part, task,
            [&file](std::string_view text) { return file.write(text); }, plane.absent()));
    }
    TRY_VOID(file.commit());
    return true;
}

/// All that the pictures need, so that the task asks nobody.
struct PictureOrder {
    DifferencePlane plane;
    std::array<PlaneColours, 3> colours;
    std::array<PlanePicture::Words, 3> words;
    QFont font;
};

QByteArray drawn(const std::vector<PlanePicture>& pictures, bool isSvg)
{
    QSize size(0, 0);
    for (const PlanePicture& picture : pictures)
        size = QSize(size.width() + picture.size().width(), std::max(size.height(), picture.size().height()));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const auto paintAll = [&pictures](QPainter& painter) {
        for (const PlanePicture& picture : pictures) {
            picture.paint(painter);
            painter.translate(picture.size().width(), 0);
        }
    };
    if (isSvg) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        QPainter painter(&generator);
        paintAll(painter);
        painter.end();
        return bytes;
    }
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintAll(painter);
    painter.end();
    image.save(&buffer, "PNG");
    return bytes;
}

core::Result<bool> writePictures(const PictureOrder& order, const QString& path, core::TaskContext& task)
{
    // Three of them share the room of one.
    constexpr std::uint64_t kSide = kPictureSide / 2;
    std::vector<PlanePicture> pictures;
    for (const core::ElementStream* side : {&order.plane.target, &order.plane.golden}) {
        const std::size_t at = pictures.size();
        const core::PaddingMask* const absent = order.plane.absentIn(at == 1);
        TRY_ASSIGN(PlaneData data, loadPlane(*side, order.plane.plane, Reduction::Mean, absent, task, kSide));
        pictures.emplace_back(std::move(data), order.colours[at], order.words[at], order.font);
    }
    TRY_ASSIGN(PlaneData data, order.plane.load(task, kSide));
    pictures.emplace_back(std::move(data), order.colours[2], order.words[2], order.font);
    TRY_VOID(task.checkStop());
    const QByteArray bytes = drawn(pictures, path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive));
    if (bytes.isEmpty())
        return core::fail(core::Code::OutOfMemory, core::phrase("no memory for the picture"));
    TRY_ASSIGN(core::AtomicFile file, core::AtomicFile::create(path.toStdString()));
    TRY_VOID(file.write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    TRY_VOID(file.commit());
    return true;
}

PictureOrder orderOf(DifferenceDocument& document)
{
    TensorDocument& target = document.target();
    const core::PlaneSpec& plane = target.plane();
    const QString rows = plane.rowAxis == plane.columnAxis ? QString() : target.axisTitle(plane.rowAxis);
    const QString columns = target.axisTitle(plane.columnAxis);
    const QString place
        = QStringLiteral("%1 [%2]").arg(target.tensor().opName(), planeText(target.shape().size(), plane));
    const auto caption = [&](const QString& what, const ColourMap& map, const ValueScale& scale) {
        return OutputText::tr("%1 of %2 · colours %3, %4 to %5")
            .arg(what, place, QCoreApplication::translate("ColourMaps", map.name), valueText(scale.low()),
                valueText(scale.high()));
    };
    PictureOrder order {document.plane(), {}, {}, QApplication::font()};
    const QString names[] = {OutputText::tr("Target"), OutputText::tr("Golden"),
        OutputText::tr("Difference (%1)").arg(DifferenceBar::kindName(document.kind()))};
    for (std::size_t i = 0; i < 3; ++i) {
        const ColourMap& map = colourMap(i < 2 ? target.colours().map : document.differenceMap(), false);
        const ValueScale scale = i < 2 ? document.valueScale(i == 1) : document.differenceScale();
        order.colours[i] = {map.table(kColours), scale};
        order.words[i] = {rows, columns, caption(names[i], map, scale), differenceWord(core::kNoCounterpart)};
    }
    if (document.kind() == core::DifferenceKind::Mismatch)
        order.words[2].caption += QStringLiteral(" · ") + document.tolerance().condition();
    return order;
}

void start(
    DifferenceDocument& document, std::function<core::Result<bool>(core::TaskContext&)> work, OutputDone done)
{
    document.target().workbench().tasks.start<bool>(
        Lane::Bulk, OutputText::tr("Exporting %1").arg(document.target().tensor().opName()), &document,
        [work = std::move(work)](core::TaskContext& task, const TaskRunner::Post&) { return work(task); },
        [done = std::move(done)](const core::Result<bool>& result) {
            done(result ? QString() : TensorDocument::sentence(result.error()));
        });
}

} // namespace

core::Result<QString> pairCellsText(const DifferencePlane& plane, PairPart part,
    const core::PlaneWindow& window, bool withNames, core::TaskContext& task)
{
    if (window.columns != 0 && window.rows > kMostCells / window.columns)
        return core::fail(core::Code::Limit,
            core::phrase("the clipboard takes at most 4000000 cells; export them instead"));
    static constexpr std::array kAll {PairPart::Target, PairPart::Golden, PairPart::Difference};
    static const QStringList kMarks {QStringLiteral("T"), QStringLiteral("G"), QStringLiteral("Δ")};
    QStringList lines;
    if (withNames) {
        QString names = part == PairPart::All ? QStringLiteral("\t") : QString();
        for (std::uint64_t column = 0; column < window.columns; ++column)
            names += u'\t' + QString::number(window.firstColumn + column);
        lines.append(names);
    }
    for (std::uint64_t row = window.firstRow; row < window.firstRow + window.rows; ++row) {
        for (std::size_t i = 0; i < kAll.size(); ++i) {
            if (part != PairPart::All && part != kAll[i])
                continue;
            TRY_ASSIGN(const CellBlock cells,
                cellsOf(plane, kAll[i], {row, window.firstColumn, 1, window.columns}, task));
            QString line = withNames ? QString::number(row) + u'\t' : QString();
            if (part == PairPart::All)
                line += kMarks[static_cast<qsizetype>(i)] + u'\t';
            for (std::size_t at = 0; at < cells.texts.size(); ++at)
                line += (at > 0 ? QStringLiteral("\t") : QString()) + cells.texts[at];
            lines.append(line);
        }
    }
    return lines.join(u'\n');
}

NumpyText numpyExpression(DifferenceDocument& document, const core::PlaneWindow& window)
{
    using Kind = core::DifferenceKind;
    if (!document.keepsAxes())
        return {
            OutputText::tr("No NumPy expression: the sides were aligned (%1).").arg(document.alignment())};
    if (document.kind() == Kind::Ulp)
        return {OutputText::tr("No NumPy expression: NumPy has no distance in ULP between types.")};
    const auto side = [&](const TensorDocument& of) {
        NumpyText part = numpyText(of, document.target().plane(), window);
        if (part.isText)
            part.text += QStringLiteral(".astype(\"f8\")");
        return part;
    };
    const NumpyText target = side(document.target()), golden = side(document.golden());
    if (!target.isText || !golden.isText)
        return target.isText ? golden : target;
    const QString& x = target.text;
    const QString& y = golden.text;
    const QString d = QStringLiteral("np.abs(%1 - %2)").arg(x, y);
    const MismatchTolerance& tolerance = document.tolerance();
    switch (document.kind()) {
    case Kind::Absolute:
        return {d, true};
    case Kind::Relative:
        return {QStringLiteral("%1 / np.abs(%2)").arg(d, y), true};
    case Kind::Mismatch:
        return {QStringLiteral("%1 > %2 + %3 * np.abs(%4)")
                    .arg(d, fromCore(core::numberText(tolerance.absolute)),
                        fromCore(core::numberText(tolerance.relative)), y),
            true};
    default:
        return {x + QStringLiteral(" - ") + y, true};
    }
}

void exportDifference(DifferenceDocument& document, const QString& path, bool whole, OutputDone done)
{
    start(
        document,
        [plane = document.plane(), path, whole](
            core::TaskContext& task) { return writeNumbers(plane, path, whole, task); },
        std::move(done));
}

void exportPictures(DifferenceDocument& document, const QString& path, OutputDone done)
{
    start(
        document,
        [order = orderOf(document), path](
            core::TaskContext& task) { return writePictures(order, path, task); },
        std::move(done));
}

} // namespace dumpscope::gui
