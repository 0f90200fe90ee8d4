// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/export_dialog.h"

#include "base/text.h"
#include "common/shell_text.h"
#include "common/theme.h"
#include "heatmap/heatmap_view.h"
#include "tensor/npy_writer.h"
#include "tensor/tensor_copy.h"
#include "tensor/value_writer.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSvgGenerator>

namespace dumpscope::gui {

namespace {

constexpr QSize kPictureSize(900, 820);
constexpr int kCaptionHeight = 44;

QString scaleName(ScaleKind kind)
{
    const QString names[]
        = {ExportDialog::tr("linear"), ExportDialog::tr("log"), ExportDialog::tr("signed log")};
    return names[static_cast<std::size_t>(kind)];
}

QString caption(const TensorDocument& document)
{
    const ValueScale scale = document.scale();
    return ExportDialog::tr("%1 %2 · colours %3, %4, %5 to %6")
        .arg(document.tensor().opName(), u'[' + planeText(document.shape().size(), document.plane()) + u']',
            QCoreApplication::translate("ColourMaps", colourMap(document.colours().map, false).name),
            scaleName(scale.kind()), QString::fromStdString(core::numberText(scale.low())),
            QString::fromStdString(core::numberText(scale.high())));
}

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

} // namespace

QString exportPicture(const TensorDocument& document, const QString& path)
{
    if (!document.isReady() || !document.planeData())
        return ExportDialog::tr("There is no picture to export yet.");
    // A view of its own: size and theme of the export, not of the screen.
    HeatmapView view;
    view.resize(kPictureSize);
    const core::PlaneSpec& plane = document.plane();
    view.setAxisTitles(plane.rowAxis == plane.columnAxis ? QString() : document.axisTitle(plane.rowAxis),
        document.axisTitle(plane.columnAxis));
    view.setPlane(document.planeData());
    view.setColours(colourMap(document.colours().map, false), document.scale());
    const auto draw = [&](QPainter& painter) {
        view.paint(painter, kPictureSize, Theme::light(), 1);
        const QRect line(0, kPictureSize.height(), kPictureSize.width(), kCaptionHeight);
        painter.fillRect(line, Theme::light().color(Token::Base));
        painter.setPen(Theme::light().color(Token::Text));
        painter.drawText(line.adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap, caption(document));
    };
    const QSize whole(kPictureSize.width(), kPictureSize.height() + kCaptionHeight);
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive)) {
        QSvgGenerator generator;
        generator.setFileName(path);
        generator.setSize(whole);
        generator.setViewBox(QRect(QPoint(), whole));
        generator.setTitle(caption(document));
        QPainter painter;
        if (!painter.begin(&generator))
            return ExportDialog::tr("%1 cannot be written.").arg(path);
        draw(painter);
        return {};
    }
    QImage image(whole, QImage::Format_RGB32);
    image.setText(QStringLiteral("Description"), caption(document));
    QPainter painter(&image);
    draw(painter);
    painter.end();
    return image.save(path) ? QString() : ExportDialog::tr("%1 cannot be written.").arg(path);
}

void exportValues(TensorDocument& document, const QString& path, bool whole, LatestOnly& slot,
    std::function<void(const QString&)> done)
{
    Task* const task = document.workbench().tasks.start<bool>(
        Lane::Bulk, ExportDialog::tr("Exporting %1").arg(document.tensor().opName()), &document,
        [stream = document.stream(), slice = sliceOf(document.shape(), document.plane(), whole),
            path = path.toStdString(), isNpy = path.endsWith(QStringLiteral(".npy"), Qt::CaseInsensitive)](
            core::TaskContext& context, const TaskRunner::Post&) -> core::Result<bool> {
            return writeValues(stream, slice, path, isNpy, context);
        },
        [done = std::move(done)](const core::Result<bool>& result) {
            done(result ? QString() : fromCore(result.error().text()));
        });
    slot.replace(task);
}

ExportDialog::ExportDialog(TensorDocument& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_what(new QComboBox(this))
    , m_path(new QLineEdit(this))
    , m_command(new QLineEdit(this))
    , m_answer(new QLabel(this))
    , m_export(new QPushButton(tr("Export"), this))
{
    setWindowTitle(tr("Export"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_what->addItem(tr("This slice as .npy"), QStringLiteral("npy"));
    m_what->addItem(tr("This slice as .csv"), QStringLiteral("csv"));
    m_what->addItem(tr("Whole tensor as .npy"), QStringLiteral("all.npy"));
    m_what->addItem(tr("Picture as .png"), QStringLiteral("png"));
    m_what->addItem(tr("Picture as .svg"), QStringLiteral("svg"));
    m_command->setReadOnly(true);
    m_answer->setWordWrap(true);
    auto* const choose = new QPushButton(tr("Choose…"), this);
    auto* const place = new QHBoxLayout;
    place->addWidget(m_path, 1);
    place->addWidget(choose);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("What"), m_what);
    form->addRow(tr("File"), place);
    form->addRow(tr("Command"), m_command);
    form->addRow(m_answer);
    form->addRow(m_export);
    m_path->setText(QDir::current().absoluteFilePath(QStringLiteral("slice.npy")));
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    connect(m_what, &QComboBox::activated, this, [this] {
        const QString suffix = m_what->currentData().toString().section(u'.', -1);
        QString path = m_path->text();
        const qsizetype dot = path.lastIndexOf(u'.');
        if (dot > path.lastIndexOf(u'/'))
            path.truncate(dot);
        m_path->setText(path + u'.' + suffix);
        refresh();
    });
    connect(choose, &QPushButton::clicked, this, &ExportDialog::chooseFile);
    connect(m_path, &QLineEdit::textEdited, this, &ExportDialog::refresh);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::run);
    refresh();
}

void ExportDialog::refresh()
{
    const QString what = m_what->currentData().toString();
    const bool isPicture = what == u"png" || what == u"svg";
    const QString as
        = QStringLiteral("--as %1 -o %2").arg(what.section(u'.', -1), shellQuoted(m_path->text()));
    m_command->setText(isPicture ? tr("Pictures are drawn by the window only.")
                                 : showCommand(m_document, as, what == u"all.npy"));
    m_command->setCursorPosition(0);
    m_answer->clear();
    m_export->setEnabled(m_document.isReady() && !m_path->text().isEmpty());
}

void ExportDialog::chooseFile()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export to"), m_path->text());
    if (path.isEmpty())
        return;
    m_path->setText(path);
    refresh();
}

void ExportDialog::run()
{
    const QString what = m_what->currentData().toString();
    const QString path = m_path->text();
    const auto answer = [this, path](const QString& problem) {
        m_answer->setText(problem.isEmpty() ? tr("Written to %1.").arg(path) : problem);
    };
    if (what == u"png" || what == u"svg")
        answer(exportPicture(m_document, path));
    else
        exportValues(m_document, path, what == u"all.npy", m_writing,
            [dialog = QPointer(this), answer](const QString& problem) {
                if (dialog)
                    answer(problem);
            });
}

} // namespace dumpscope::gui
