// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/export_dialog.h"

#include "explore/convert_dialog.h"
#include "tensor/tensor_copy.h"
#include "tensor/tensor_export.h"
#include "tensor_desk.h"

#include <QComboBox>
#include <QDirIterator>
#include <QProcess>
#include <QPushButton>

#include <cmath>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::gui::test;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A document that shows one tensor written for it, without any view.
struct Opened {
    QTemporaryDir folder, outputs;
    Desk desk;
    std::unique_ptr<TensorDocument> document;

    explicit Opened(const core::Shape& shape, const std::function<void(std::vector<float>&)>& change = {})
    {
        writeTensor(folder.path(), kOneTensor, shape, change);
        OpenedRoot* const root = desk.open(folder.path());
        document = std::make_unique<TensorDocument>(desk.bench);
        document->show({root, core::TensorId(std::uint32_t {0})});
        [this] { QTRY_VERIFY_WITH_TIMEOUT(document->isReady(), 10000); }();
    }
    [[nodiscard]] QString path(const char* name) const { return outputs.filePath(QLatin1String(name)); }
    /// What an export said; it is over then.
    [[nodiscard]] QString exported(const std::function<void(ExportDone)>& start) const
    {
        QString said = QStringLiteral("nothing");
        bool isOver = false;
        start([&](const QString& problem) {
            said = problem;
            isOver = true;
        });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(isOver, 20000); }();
        return said;
    }
};

qsizetype countOf(const QImage& image, QRgb colour)
{
    qsizetype count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixel(x, y) == colour;
    }
    return count;
}

/// The line as a shell would take it, with the program of this build in front.
int runLine(const QString& line, QByteArray& out)
{
    QString own = line;
    own.replace(QStringLiteral("dumpscope-cli "), QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli "));
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), own});
    shell.waitForFinished(30000);
    out = shell.readAllStandardOutput();
    return shell.exitCode();
}

} // namespace

class TestTensorExport : public QObject {
    Q_OBJECT
private slots:
    void sliceAsNpy();
    void moreThanIsShown();
    void pictureKeepsEverything();
    void pictureOfWhatWasNeverShown();
    void pictureAsSvg();
    void failuresAreSaid();
    void narrowTypesAreSaid();
    void linesWork_data();
    void linesWork();
    void truncatedLinesWork();
    void dialog();
    void drawings();
    void convert();
    void numpyReadsTheFile_data();
    void numpyReadsTheFile();
    void numpyReadsTheFileWithTheData();
};

void TestTensorExport::sliceAsNpy()
{
    Opened opened({2, 3, 4});
    core::PlaneSpec plane = opened.document->plane();
    plane.fixedIndices[0] = 1;
    opened.document->setPlane(plane);
    const QString path = opened.path("out.npy");
    QCOMPARE(opened.exported([&](ExportDone done) { exportValues(*opened.document, path, false, done); }),
        QString());
    const QByteArray bytes = contents(path);
    // Version 1.0 with a header of 118 bytes, then 12 values from (1 * 12) / 8 - 100 on.
    QCOMPARE(bytes.size(), 128 + 48);
    QVERIFY(bytes.left(128).contains("'descr': '<f4'") && bytes.left(128).contains("'shape': (3, 4)"));
    float first = 0;
    std::memcpy(&first, bytes.constData() + 128, sizeof first);
    QCOMPARE(first, -98.5F);
}

void TestTensorExport::moreThanIsShown()
{
    // 3 million values; a view would never have read more than a window of them.
    Opened opened({3'000'000});
    const QString path = opened.path("out.csv");
    QCOMPARE(opened.exported([&](ExportDone done) { exportValues(*opened.document, path, true, done); }),
        QString());
    const QByteArray bytes = contents(path);
    QCOMPARE(bytes.count(',') + 1, 3'000'000);
    QVERIFY(bytes.startsWith("-100,-99.875,"));
    QVERIFY(bytes.trimmed().endsWith(",374899.88")); // 2 999 999 / 8 - 100 in float32
}

void TestTensorExport::pictureKeepsEverything()
{
    // Larger than any screen, with one NaN: 2000 x 1500.
    Opened opened({2000, 1500}, [](std::vector<float>& values) { values[1500 * 777 + 333] = NAN; });
    const QString path = opened.path("out.png");
    QCOMPARE(
        opened.exported([&](ExportDone done) { exportPicture(*opened.document, path, done); }), QString());
    const QImage image(path);
    QVERIFY(image.width() > 1500 && image.height() > 2000);
    // Every element has its pixel; the NaN has nine, and as many as its plate in the legend shows.
    constexpr QRgb magenta = 0xFFD1147A;
    const int nan = [&] {
        for (int y = 12; y < 2012; ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) == magenta)
                    return y;
            }
        }
        return -1;
    }();
    QCOMPARE(nan, 12 + 776);
    QVERIFY(countOf(image, magenta) > 9);
    // The range is written beside it.
    QVERIFY(image.text(QStringLiteral("Description")).contains(QStringLiteral("linear, ")));
    QVERIFY(image.text(QStringLiteral("Description")).contains(QStringLiteral("[:,:]")));
}

void TestTensorExport::pictureOfWhatWasNeverShown()
{
    Opened opened({1, 5});
    QVERIFY(!opened.document->planeData());
    const QString path = opened.path("out.png");
    QCOMPARE(
        opened.exported([&](ExportDone done) { exportPicture(*opened.document, path, done); }), QString());
    QVERIFY(!QImage(path).isNull());
    // -100 to -99.5, five values: the ends of the range are the ends of the data.
    QVERIFY(QImage(path).text(QStringLiteral("Description")).contains(QStringLiteral("-100 to -99.5")));
}

void TestTensorExport::pictureAsSvg()
{
    Opened opened({20, 30});
    const QString path = opened.path("out.svg");
    QCOMPARE(
        opened.exported([&](ExportDone done) { exportPicture(*opened.document, path, done); }), QString());
    const QByteArray text = contents(path);
    QVERIFY(text.contains("<svg") && text.contains("<image"));
    // Both axes count, the bar has its ends.
    QVERIFY2(
        text.contains(">18<") && text.contains("axis 1") && text.contains("-99.875 to"), text.right(300));
}

void TestTensorExport::failuresAreSaid()
{
    Opened opened({2, 2});
    const QString nowhere = opened.path("no/such/folder/out.npy");
    QVERIFY(opened.exported([&](ExportDone done) { exportValues(*opened.document, nowhere, false, done); })
                .contains(QStringLiteral("no/such/folder")));
    QVERIFY(opened
                .exported([&](ExportDone done) {
                    exportPicture(*opened.document, opened.path("no/such/folder/out.png"), done);
                })
                .contains(QStringLiteral("no/such/folder")));
}

void TestTensorExport::narrowTypesAreSaid()
{
    Desk desk;
    OpenedRoot* const root = desk.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/ascend"));
    QVERIFY(root->index());
    TensorDocument document(desk.bench);
    for (std::uint32_t i = 0; i < root->index()->tensorCount(); ++i) {
        const core::TensorRow& row = root->index()->tensor(core::TensorId(i));
        if (row.dtype != core::DType::BFloat16 || row.state != core::TensorState::Ok)
            continue;
        document.show({root, core::TensorId(i)});
        QTRY_VERIFY(document.stage() != TensorDocument::Stage::Loading);
        if (!document.isReady())
            continue;
        QCOMPARE(npyRemark(document),
            QStringLiteral("NumPy has no bfloat16; the file holds the same values as <f4."));
        return;
    }
    QSKIP("no bfloat16 tensor in the samples");
}

void TestTensorExport::linesWork_data()
{
    QTest::addColumn<bool>("whole");
    QTest::addColumn<QString>("suffix");
    for (const bool whole : {false, true}) {
        for (const char* suffix : {"npy", "csv"})
            QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(
                whole ? QStringLiteral("whole") : QStringLiteral("slice"), QLatin1String(suffix))))
                << whole << QString::fromLatin1(suffix);
    }
}

void TestTensorExport::linesWork()
{
    QFETCH(bool, whole);
    QFETCH(QString, suffix);
    Opened opened({3, 4, 5});
    core::PlaneSpec plane = opened.document->plane();
    plane.fixedIndices[0] = 2;
    opened.document->setPlane(plane);
    const QString ours = opened.path("ours.") + suffix, theirs = opened.path("it's theirs.") + suffix;
    QCOMPARE(opened.exported([&](ExportDone done) { exportValues(*opened.document, ours, whole, done); }),
        QString());
    auto request = showRequest(*opened.document);
    QVERIFY(request);
    request->form = suffix.toStdString();
    request->output = theirs.toStdString();
    if (whole)
        request->slice.clear();
    const QString line = QString::fromStdString(core::commandText(*request));
    QByteArray out;
    QCOMPARE(runLine(line, out), 0);
    QVERIFY(!contents(ours).isEmpty());
    QCOMPARE(contents(theirs), contents(ours));
}

void TestTensorExport::truncatedLinesWork()
{
    QTemporaryDir folder;
    QFile file(writeTensor(folder.path(), kOneTensor, {10, 10}));
    QVERIFY(file.resize(file.size() - 40));
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    TensorDocument document(desk.bench);
    document.show({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(document.isReady());
    QCOMPARE(document.shape(), (core::Shape {90}));
    QByteArray out;
    auto request = showRequest(document);
    QVERIFY(request);
    request->form = "csv";
    runLine(QString::fromStdString(core::commandText(*request)), out);
    QCOMPARE(out.count(',') + 1, 90);
    QVERIFY(out.startsWith("-100,-99.875,"));
}

void TestTensorExport::dialog()
{
    Opened opened({2, 3, 4});
    auto* const dialog = new ExportDialog(*opened.document);
    dialog->show();
    auto* const what = dialog->findChild<QComboBox*>();
    QLineEdit *path = nullptr, *command = nullptr;
    for (QLineEdit* field : dialog->findChildren<QLineEdit*>())
        (field->isReadOnly() ? command : path) = field;
    QVERIFY(what && path && command);
    QVERIFY(path->text().endsWith(QStringLiteral(".output.0.npy")));
    QCOMPARE(what->count(), 6);
    what->setCurrentIndex(3); // all of it as .csv
    emit what->activated(3);
    QVERIFY(path->text().endsWith(QStringLiteral(".output.0.csv")));
    QVERIFY(!command->text().contains(QStringLiteral("--slice")));
    path->setText(opened.path("dialog.csv"));
    emit path->textEdited(path->text());
    QVERIFY(command->text().endsWith(QStringLiteral("--as csv -o ") + opened.path("dialog.csv")));
    QPushButton* button = nullptr;
    for (QPushButton* known : dialog->findChildren<QPushButton*>()) {
        if (known->text() == QStringLiteral("Export"))
            button = known;
    }
    QVERIFY(button);
    button->click();
    QTRY_VERIFY(says(*dialog, QStringLiteral("Written to ")));
    QCOMPARE(contents(opened.path("dialog.csv")).count('\n'), 6);
    // The dialog follows the document.
    core::PlaneSpec plane = opened.document->plane();
    plane.fixedIndices[0] = 1;
    opened.document->setPlane(plane);
    what->setCurrentIndex(0);
    emit what->activated(0);
    QVERIFY(command->text().contains(QStringLiteral("--slice 1,:,:")));
    // What was chosen is written, whatever it is called.
    for (const char* name : {"named.dat", "named.dat.csv"}) {
        path->setText(opened.path(name));
        emit path->textEdited(path->text());
        QVERIFY(command->text().endsWith(QStringLiteral("--as npy -o ") + opened.path("named.dat.npy")));
    }
    button->click();
    QTRY_VERIFY(says(*dialog, QStringLiteral("Written to ")));
    QVERIFY(contents(opened.path("named.dat.npy")).startsWith("\x93NUMPY"));
    // Files of the dump stay as they are.
    const QString input = opened.folder.filePath(QDir(opened.folder.path()).entryList(QDir::Files).value(0));
    const QByteArray before = contents(input);
    path->setText(input);
    emit path->textEdited(input);
    button->click();
    QTRY_VERIFY(!says(*dialog, QStringLiteral("Written to ")) && !says(*dialog, QStringLiteral("Writing")));
    QCOMPARE(contents(input), before);
    delete dialog;
}

/// Plots of tabs: what they show as a picture, all they stand for as numbers.
void TestTensorExport::drawings()
{
    Shown shown({2, 300'000}, [](std::vector<float>& values) { values[5] = std::nanf(""); });
    QVERIFY(shown.panel->showTab(QStringLiteral("profile")));
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    shown.desk.actions.trigger("file.export");
    auto* const dialog = shown.panel->findChild<ExportDialog*>();
    QVERIFY(dialog);
    auto* const what = dialog->findChild<QComboBox*>();
    QCOMPARE(what->count(), 9);
    QCOMPARE(what->currentData().toString(), QStringLiteral("drawn.png"));
    QLineEdit *path = nullptr, *command = nullptr;
    for (QLineEdit* field : dialog->findChildren<QLineEdit*>())
        (field->isReadOnly() ? command : path) = field;
    const QTemporaryDir outputs;
    const auto exported = [&](const char* choice) {
        what->setCurrentIndex(what->findData(QString::fromLatin1(choice)));
        emit what->activated(what->currentIndex());
        const QString file
            = outputs.filePath(QStringLiteral("plot.") + QString::fromLatin1(choice).section(u'.', -1));
        path->setText(file);
        emit path->textEdited(file);
        for (QPushButton* known : dialog->findChildren<QPushButton*>()) {
            if (known->text() == QStringLiteral("Export"))
                known->click();
        }
        [&] { QTRY_VERIFY_WITH_TIMEOUT(says(*dialog, QStringLiteral("Written to ")), 20000); }();
        return contents(file);
    };
    QVERIFY(!QImage::fromData(exported("drawn.png")).isNull());
    const QByteArray svg = exported("drawn.svg");
    QVERIFY(svg.contains("<svg") && svg.contains("profile [0,:]"));
    // Every element, although neighbours share a pixel.
    const QByteArray csv = exported("drawn.csv");
    QCOMPARE(csv.count('\n'), 300'001);
    QVERIFY(csv.startsWith("index,value\n0,-100\n1,-99.875\n"));
    QVERIFY(csv.contains("\n5,NaN\n"));
    // The command prints the same numbers.
    QByteArray out;
    QCOMPARE(runLine(command->text() + QStringLiteral(" --as csv"), out), 0);
    QCOMPARE(out.trimmed().count(',') + 1, 300'000);
    // Where there is another plot, there is nothing of the old one to write.
    shown.desk.actions.trigger("plane.transpose");
    QTRY_COMPARE(what->count(), 6);
}

/// The dialog writes what its line writes.
void TestTensorExport::convert()
{
    QTemporaryDir folder, out;
    const QString first = QStringLiteral("Add.a.0.0.1700000000000000.output.0.npy");
    const QString second = QStringLiteral("Mul.b.0.0.1700000000000001.output.0.npy");
    writeTensor(folder.path(), first, {2, 3});
    writeTensor(folder.path(), second, {4});
    Desk desk;
    const auto panel = desk.makePanel("tensors");
    QVERIFY(!desk.actions.trigger("tools.convert")); // nothing to convert yet
    OpenedRoot* const root = desk.open(folder.path());
    desk.selection.select({root, core::TensorId(std::uint32_t {1})});
    QVERIFY(desk.actions.trigger("tools.convert"));
    const QPointer<ConvertDialog> dialog = panel->findChild<ConvertDialog*>();
    QVERIFY(dialog);
    const auto boxes = dialog->findChildren<QComboBox*>();
    QCOMPARE(boxes.size(), 4);
    auto* const place = dialog->findChildren<QLineEdit*>().first();
    const auto write = [&](const QString& path) {
        place->setText(path);
        dialog->findChild<QPushButton*>(QStringLiteral("convert"))->click();
    };
    // The selected tensor as it is: the same bytes, under the official tool's name.
    write(out.filePath("a"));
    QTRY_VERIFY_WITH_TIMEOUT(says(*dialog, QStringLiteral("1 written to ")), 20000);
    QDirIterator files(out.filePath("a"), QDir::Files, QDirIterator::Subdirectories);
    QVERIFY(files.hasNext());
    QCOMPARE(contents(files.next()), contents(folder.filePath(second)));
    QVERIFY(!files.hasNext());
    QByteArray printed;
    place->setText(out.filePath("b"));
    QCOMPARE(runLine(dialog->command(), printed), 0);
    QVERIFY2(printed.contains("1 written"), printed.constData());
    // All of them as text by operator.
    boxes[0]->setCurrentIndex(boxes[0]->count() - 1);
    boxes[1]->setCurrentIndex(3);
    boxes[3]->setCurrentIndex(1);
    write(out.filePath("c"));
    QTRY_VERIFY_WITH_TIMEOUT(says(*dialog, QStringLiteral("2 written to ")), 20000);
    place->setText(out.filePath("d"));
    QCOMPARE(runLine(dialog->command(), printed), 0);
    for (const char* name : {"a.output.0.csv", "b.output.0.csv"}) {
        QVERIFY(!contents(out.filePath(QLatin1String("c/") + QLatin1String(name))).isEmpty());
        QCOMPARE(contents(out.filePath(QLatin1String("c/") + QLatin1String(name))),
            contents(out.filePath(QLatin1String("d/") + QLatin1String(name))));
    }
    // Into the dump itself nothing is written.
    write(folder.filePath("inside"));
    QTRY_VERIFY_WITH_TIMEOUT(says(*dialog, QStringLiteral("inside the dump")), 20000);
    QVERIFY(!QFileInfo::exists(folder.filePath("inside")));
}

void TestTensorExport::numpyReadsTheFile_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("isStorage");
    QTest::addColumn<int>("tail"); // bytes of the tensor and what follows it, to the end of the file
    QTest::addColumn<QString>("expected");

    // Strides of the storage [1,2,3,4,16]: 384, 192, 64, 16, 1; the output has twice as much.
    const QString channels = QStringLiteral("Conv2D.nc1hwc0.1.3.1700000000001000");
    QTest::newRow("NC1HWC0") << channels << channels + QStringLiteral("#input.0") << false << 3 * 768
                             << QStringLiteral("np.fromfile(\"FILE\", \"<f2\", 384, offset=OFFSET).take("
                                               "(np.arange(1)*0)[:,None,None,None] + "
                                               "(np.arange(20)//16*192+np.arange(20)%16)[:,None,None] + "
                                               "(np.arange(3)*64)[:,None] + np.arange(4)*16)[0,19,1:3,2]");
    QTest::newRow("as stored") << channels << channels + QStringLiteral("#input.0") << true << 3 * 768
                               << QStringLiteral("np.fromfile(\"FILE\", \"<f2\", 384, offset=OFFSET)"
                                                 ".reshape((1,2,3,4,16))[0,19,1:3,2]");
    // [18,21] as [2,2,16,16]: blocks of 16 columns, 512 elements apart.
    const QString matrix = QStringLiteral("MatMul.nz2d.3.3.1700000000003000");
    QTest::newRow("FRACTAL_NZ") << matrix << matrix << false << 2048
                                << QStringLiteral("np.fromfile(\"FILE\", \"<f2\", 1024, offset=OFFSET).take("
                                                  "(np.arange(18)*16)[:,None] + "
                                                  "np.arange(21)//16*512+np.arange(21)%16)[0,19,1:3,2]");
    const QString halves = QStringLiteral("Cast.bf16.13.3.1700000000013000");
    QTest::newRow("bfloat16") << halves << halves << false << 30
                              << QStringLiteral(
                                     "(np.fromfile(\"FILE\", \"<u2\", 15, offset=OFFSET).reshape((3,5))"
                                     ".astype(\"<u4\") << 16).view(\"<f4\")[0,19,1:3,2]");
}

void TestTensorExport::numpyReadsTheFile()
{
    QFETCH(const QString, file);
    QFETCH(const QString, id);
    QFETCH(const bool, isStorage);
    QFETCH(const int, tail);
    QFETCH(QString, expected);
    const QString folder = QStringLiteral(DUMPSCOPE_TEST_DATA "/convert/inputs/layout");
    Desk desk;
    OpenedRoot* const root = desk.open(folder);
    TensorDocument document(desk.bench);
    document.show({root, *root->index()->findTensor(id.toStdString())});
    QTRY_VERIFY_WITH_TIMEOUT(document.isReady(), 10000);
    if (isStorage)
        document.setOrder(core::Order::Storage);
    const NumpyText numpy = numpyText(document, QStringLiteral("0,19,1:3,2"));
    QVERIFY2(numpy.isText, qPrintable(numpy.text));
    const QString path = folder + u'/' + file;
    expected.replace(QStringLiteral("FILE"), path);
    expected.replace(QStringLiteral("OFFSET"), QString::number(QFileInfo(path).size() - tail));
    QCOMPARE(numpy.text, expected);
}

/// A file that lists tensors does not hold them.
void TestTensorExport::numpyReadsTheFileWithTheData()
{
    const QString folder = QStringLiteral(DUMPSCOPE_TEST_DATA "/llm-era/dcp/ckpt");
    Desk desk;
    OpenedRoot* const root = desk.open(folder);
    QVERIFY(root->index() && root->index()->tensorCount() > 0);
    TensorDocument document(desk.bench);
    document.show({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY_WITH_TIMEOUT(document.isReady(), 10000);
    QVERIFY(document.opened()->fileOffset.has_value());
    QCOMPARE(QString::fromStdString(document.opened()->dataFile), folder + "/__0_0.distcp");
    const NumpyText numpy = numpyText(document, QStringLiteral("..."));
    QVERIFY2(numpy.text.startsWith("np.fromfile(\"" + folder + "/__0_0.distcp\""), qPrintable(numpy.text));
}

QTEST_MAIN(TestTensorExport)
#include "tst_tensor_export.moc"
