// SPDX-License-Identifier: GPL-3.0-or-later
#include "event_loop.h"
#include "heatmap/heatmap_view.h"

#include "common/theme.h"
#include "documents/probed_value.h"
#include "tensor/tensor_figures.h"
#include "tensor_desk.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QItemSelection>
#include <QItemSelectionModel>
#include <QJsonObject>
#include <QLineEdit>
#include <QListView>
#include <QTabBar>
#include <QTableView>
#include <QTest>

#include <cmath>
#include <fstream>
#include <span>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::gui::test;

namespace {

void grabIfWanted(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("DUMPSCOPE_TEST_PICTURES");
    if (!folder.isEmpty())
        widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

} // namespace

class TestTensorView : public QObject {
    Q_OBJECT
private slots:
    void showsWhatIsSelected();
    void probesAndSpeaks();
    void theProbeIsAroundItsCellAtTheBorder();
    void fillsItsRoom();
    void slicesByText();
    void findsNonFinite();
    void copies();
    void copiesWhatATabDraws();
    void showsAllSlices();
    void tilesGrowWithThePane();
    void tilesShareOneRange();
    void tilesSayWhatIsUnderTheMouse();
    void binsFollowElements();
    void wholeNumbersHaveABinEach();
    void logarithmicAxesHavePowersOfTen();
    void rangeIsNeverCut();
    void tabsBid();
    void gridIsWindowed();
    void saysWhatIsMissing();
    void keepsViewPerShape();
    void showsStorageOrder();
    void pictures();
};

void TestTensorView::showsWhatIsSelected()
{
    QTemporaryDir folder;
    writeTensor(folder.path(), QStringLiteral("Add.op.0.0.1700000000000000.output.0.npy"), {4, 3, 20, 30});
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    QVERIFY(root->index());
    QCOMPARE(root->index()->tensorCount(), std::size_t {1});
    const auto panel = desk.makePanel();
    panel->resize(1600, 700);
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && panel->findChild<HeatmapView*>(), 5000);
    auto* const view = panel->findChild<HeatmapView*>();
    QTRY_VERIFY(view->plane());
    QCOMPARE(view->plane()->rows, std::uint64_t {20});
    QCOMPARE(view->plane()->columns, std::uint64_t {30});
}

namespace {

using Index = std::vector<std::int64_t>;

} // namespace

void TestTensorView::probesAndSpeaks()
{
    Shown shown({4, 3, 20, 30});
    QVERIFY(shown.panel->showTab(QStringLiteral("heatmap")));
    auto* const view = shown.panel->findChild<HeatmapView*>();
    QVERIFY(view);
    shown.desk.selection.setElement({2, 1, 5, 7});
    // ((2 * 3 + 1) * 20 + 5) * 30 + 7 = 4357; 4357 / 8 - 100 = 444.625.
    QTRY_COMPARE(view->spokenCell(), QStringLiteral("row 5, column 7, 444.625"));
    QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(view);
    QVERIFY(spoken);
    QCOMPARE(spoken->text(QAccessible::Value), QStringLiteral("row 5, column 7, 444.625"));
    QTest::keyClick(view, Qt::Key_Right);
    QCOMPARE(shown.desk.selection.element(), (Index {2, 1, 5, 8}));
    QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(shown.desk.selection.element(), (Index {2, 1, 0, 8}));
    shown.desk.actions.trigger("plane.transpose");
    QTRY_VERIFY(view->plane() && view->plane()->rows == 30);
    QCOMPARE(*view->probe(), (HeatmapView::Cell {8, 0}));
    shown.desk.actions.trigger("plane.next_slice");
    QCOMPARE(shown.desk.selection.element(), (Index {2, 2, 0, 8}));
}

void TestTensorView::theProbeIsAroundItsCellAtTheBorder()
{
    for (const int width : {190, 240, 300, 420}) { // cells of some 7 to 40 pixels
        HeatmapView view;
        view.resize(width, 300);
        auto plane = std::make_shared<PlaneData>();
        plane->rows = 6;
        plane->columns = 8;
        view.setPlane(plane);
        const HeatmapView::VisibleCells cells = view.visibleCells();
        const QImage without = view.grab().toImage();
        view.setProbe(HeatmapView::Cell {2, 7}, QString());
        const QImage with = view.grab().toImage();
        // Beside the ring and its dark edge the neighbour is as it was, but for the cross in its middle.
        const QRect beside = view.cellPlace(cells, 2, 6);
        const int seen = beside.right() - 5;
        QVERIFY(seen > beside.left());
        QCOMPARE(with.pixel(seen, beside.top() + 1), without.pixel(seen, beside.top() + 1));
        const QRect own = view.cellPlace(cells, 2, 7);
        QVERIFY(with.copy(own) != without.copy(own));
    }
}

/// A wide plane is a strip of square cells, or as high as there is room.
void TestTensorView::fillsItsRoom()
{
    HeatmapView view;
    view.resize(800, 500);
    auto plane = std::make_shared<PlaneData>();
    plane->rows = 12;
    plane->columns = 128;
    view.setPlane(plane);
    const auto heightOf = [&] {
        const HeatmapView::VisibleCells cells = view.visibleCells();
        return view.cellPlace(cells, cells.rows - 1, 0).bottom() - view.cellPlace(cells, 0, 0).top();
    };
    QVERIFY(heightOf() < 100);
    view.fill();
    QVERIFY(view.viewport().isFilled && view.viewport().isFitted);
    QVERIFY2(heightOf() > 400, qPrintable(QString::number(heightOf())));
    // Views side by side show the same.
    HeatmapView other;
    other.resize(800, 500);
    other.setPlane(view.plane());
    other.setViewport(view.viewport());
    QCOMPARE(other.visibleCells(), view.visibleCells());
    QCOMPARE(other.viewport().stepY, view.viewport().stepY);
    view.fit();
    QVERIFY(heightOf() < 100);
}

void TestTensorView::slicesByText()
{
    Shown shown({4, 3, 20, 30});
    QVERIFY(shown.panel->commandLine().endsWith(QStringLiteral("--slice 0,0,:,:")));
    shown.enter(QStringLiteral("[3,:,2,:]"));
    QVERIFY(shown.panel->commandLine().endsWith(QStringLiteral("--slice 3,:,2,:")));
    shown.enter(QStringLiteral("1, 2, 3, -1"));
    QCOMPARE(shown.desk.selection.element(), (Index {1, 2, 3, 29}));
    // What cannot be is refused and stays in the field.
    shown.enter(QStringLiteral("[4,:,2,:]"));
    QCOMPARE(shown.desk.selection.element(), (Index {1, 2, 3, 29}));
    QVERIFY(!shown.panel->commandLine().contains(QStringLiteral("4,:,2,:")));
}

void TestTensorView::findsNonFinite()
{
    Shown shown({4, 3, 20, 30}, [](std::vector<float>& values) {
        values[700] = NAN;
        values[5000] = -INFINITY;
        values[1] = 1e9F;
    });
    shown.desk.actions.trigger("go.next_nonfinite");
    QTRY_COMPARE(shown.desk.selection.element(), (Index {0, 1, 3, 10}));
    shown.desk.actions.trigger("go.next_nonfinite");
    QTRY_COMPARE(shown.desk.selection.element(), (Index {2, 2, 6, 20}));
    shown.desk.actions.trigger("go.previous_nonfinite");
    QTRY_COMPARE(shown.desk.selection.element(), (Index {0, 1, 3, 10}));
    shown.desk.actions.trigger("plane.next_extreme");
    QTRY_COMPARE(shown.desk.selection.element(), (Index {0, 0, 0, 1}));
}

void TestTensorView::copies()
{
    Shown shown({2, 3, 4});
    QVERIFY(shown.panel->showTab(QStringLiteral("grid")));
    auto* const table = shown.panel->findChild<QTableView*>();
    QVERIFY(table);
    table->setFocus();
    QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    table->selectionModel()->select(QItemSelection(table->model()->index(1, 1), table->model()->index(2, 2)),
        QItemSelectionModel::ClearAndSelect);
    shown.desk.actions.trigger("edit.copy");
    QTRY_COMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("-99.375\t-99.25\n-98.875\t-98.75"));
    shown.desk.actions.trigger("edit.copy_names");
    QTRY_COMPARE(QGuiApplication::clipboard()->text(),
        QStringLiteral("\t1\t2\n1\t-99.375\t-99.25\n2\t-98.875\t-98.75"));
    shown.desk.actions.trigger("edit.copy_numpy");
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("np.load(\"")));
    QVERIFY(QGuiApplication::clipboard()->text().endsWith(QStringLiteral(".npy\")[0,1:3,1:3]")));
    QVERIFY(QFile::exists(QGuiApplication::clipboard()->text().section(u'"', 1, 1)));
    shown.desk.actions.trigger("edit.copy_csv");
    QTRY_COMPARE(
        QGuiApplication::clipboard()->text(), QStringLiteral(",1,2\n1,-99.375,-99.25\n2,-98.875,-98.75"));
}

void TestTensorView::copiesWhatATabDraws()
{
    Shown shown({2, 3, 4}, [](std::vector<float>& values) { values[3] = std::nanf(""); });
    QVERIFY(shown.panel->showTab(QStringLiteral("profile")));
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    const auto copied = [&](const char* action) {
        QGuiApplication::clipboard()->setText(QStringLiteral("before"));
        shown.desk.actions.trigger(action);
        [] { QTRY_VERIFY(QGuiApplication::clipboard()->text() != QStringLiteral("before")); }();
        return QGuiApplication::clipboard()->text();
    };
    // Along the columns through [0,0,0].
    QCOMPARE(copied("edit.copy"), QStringLiteral("index\tvalue\n0\t-100\n1\t-99.875\n2\t-99.75\n3\tNaN\n"));
    QCOMPARE(copied("edit.copy_csv"), QStringLiteral("index,value\n0,-100\n1,-99.875\n2,-99.75\n3,NaN\n"));
    QVERIFY(copied("edit.copy_numpy").endsWith(QStringLiteral(".npy\")[0,0,:]")));
    QVERIFY(shown.panel->showTab(QStringLiteral("histogram")));
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    const QStringList lines = copied("edit.copy").split(u'\n');
    QCOMPARE(lines.front(), QStringLiteral("low\thigh\tcount"));
    QVERIFY(lines.contains(QStringLiteral("nan\tnan\t1")));
    quint64 counted = 0;
    for (const QString& line : lines)
        counted += line.section(u'\t', 2).toULongLong();
    QCOMPARE(counted, quint64 {12}); // all of the slice, once
}

void TestTensorView::showsAllSlices()
{
    Shown shown({2, 40, 6, 5}, [](std::vector<float>& values) { values[7 * 30 + 4] = std::nanf(""); });
    QVERIFY(shown.panel->showTab(QStringLiteral("montage")));
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    auto* const gallery = shown.panel->findChild<QListView*>();
    QVERIFY(gallery);
    QAbstractItemModelTester tester(gallery->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(gallery->model()->rowCount(), 40);
    const auto picture
        = [&](int row) { return gallery->model()->index(row, 0).data(Qt::DecorationRole).value<QImage>(); };
    QTRY_VERIFY(!picture(7).isNull());
    // The slice with the NaN shows it, its neighbour does not.
    const auto hasNan = [](const QImage& image) {
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) == 0xFFD1147A)
                    return true;
            }
        }
        return false;
    };
    QVERIFY(hasNan(picture(7)));
    QVERIFY(!hasNan(picture(6)));
    // Choosing one shows it everywhere, and the pictures stay.
    gallery->setCurrentIndex(gallery->model()->index(5, 0));
    QTRY_COMPARE(shown.sliceText()->text(), QStringLiteral("[0,5,:,:]"));
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    QVERIFY(!picture(7).isNull());
    shown.desk.actions.trigger("plane.next_slice");
    QTRY_COMPARE(gallery->currentIndex().row(), 6);
}

namespace {

QListView* galleryOf(QWidget& panel)
{
    for (auto* const list : panel.findChildren<QListView*>()) {
        if (list->viewMode() == QListView::IconMode)
            return list;
    }
    return nullptr;
}

/// The lowest and highest value of the colours in sight.
QStringList shownRange(const QWidget& panel)
{
    QStringList ends;
    for (const QString& name : {QStringLiteral("Lowest value"), QStringLiteral("Highest value")}) {
        for (const auto* const field : panel.findChildren<QLineEdit*>()) {
            if (field->accessibleName() == name && field->isVisible())
                ends += field->text();
        }
    }
    return ends;
}

} // namespace

/// Few slices are as large as all of them are seen at once.
void TestTensorView::tilesGrowWithThePane()
{
    Shown shown({3, 60, 50});
    QVERIFY(shown.panel->showTab(QStringLiteral("montage")));
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    const QListView* const gallery = galleryOf(*shown.panel);
    QVERIFY(gallery);
    const auto sideAt = [&shown, gallery](const QSize& size) {
        shown.panel->resize(size);
        QCoreApplication::processEvents();
        return gallery->sizeHintForIndex(gallery->model()->index(0, 0)).width();
    };
    const int narrow = sideAt({620, 420});
    const int wide = sideAt({1800, 1100});
    QVERIFY2(wide > narrow, qPrintable(QStringLiteral("%1 %2").arg(narrow).arg(wide)));
    QVERIFY(gallery->viewport()->rect().contains(gallery->visualRect(gallery->model()->index(2, 0))));
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    QVERIFY(sideAt({620, 420}) < wide);
}

/// The percentiles are those of all slices there, and those of the slice everywhere else.
void TestTensorView::tilesShareOneRange()
{
    // Element i is i / 8 - 100, and one of 2400 is no number: the third from either end is meant.
    Shown shown({2, 40, 6, 5}, [](std::vector<float>& values) { values[7 * 30 + 4] = std::nanf(""); });
    QVERIFY(shown.panel->showTab(QStringLiteral("montage")));
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    QCOMPARE(shownRange(*shown.panel), QStringList({"-99.75", "199.625"}));
    shown.desk.actions.trigger("plane.next_slice");
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    QCOMPARE(shownRange(*shown.panel), QStringList({"-99.75", "199.625"}));
    QVERIFY(shown.panel->showTab(QStringLiteral("heatmap")));
    QTRY_COMPARE(shownRange(*shown.panel), QStringList({"-96.25", "-92.625"}));
}

void TestTensorView::tilesSayWhatIsUnderTheMouse()
{
    Shown shown({2, 40, 6, 5});
    QVERIFY(shown.panel->showTab(QStringLiteral("montage")));
    QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
    auto* const gallery = galleryOf(*shown.panel);
    QVERIFY(gallery);
    const QRect tile = gallery->visualRect(gallery->model()->index(9, 0));
    const ProbedValue& probed = ProbedValue::of(shown.desk.selection);
    QTest::mouseMove(gallery->viewport(), tile.center());
    QTRY_COMPARE(probed.element()[1], std::int64_t {9});
    const Index element = probed.element();
    const double value = static_cast<double>(9 * 30 + element[2] * 5 + element[3]) / 8 - 100;
    QCOMPARE(probed.words(), QStringLiteral("= %1").arg(value));
    // Nothing is chosen by looking, and nothing stays.
    QCOMPARE(shown.sliceText()->text(), QStringLiteral("[0,0,:,:]"));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(gallery->viewport(), &leave);
    QCOMPARE(probed.element()[1], std::int64_t {0});
}

void TestTensorView::binsFollowElements()
{
    QCOMPARE(TensorFigures::binsFor(0), std::size_t {8});
    QCOMPARE(TensorFigures::binsFor(6), std::size_t {8});
    QCOMPARE(TensorFigures::binsFor(100), std::size_t {20});
    QCOMPARE(TensorFigures::binsFor(1'000'000), std::size_t {96});
}

void TestTensorView::wholeNumbersHaveABinEach()
{
    core::OwnedTask task(1);
    const auto counted = [&task](const std::vector<std::int32_t>& values) {
        const auto raw = std::as_bytes(std::span(values));
        core::Bytes bytes = core::Bytes::fromVector({raw.begin(), raw.end()});
        const auto view = core::makeDenseView(
            core::DType::Int32, {static_cast<std::int64_t>(values.size())}, std::move(bytes));
        return TensorFigures::histogramOf(core::DType::Int32, core::HistogramScale::Linear, 8,
            [&](std::size_t bins, std::optional<std::pair<double, double>> range) {
                return core::computeHistogram(view, bins, core::HistogramScale::Linear, range, task);
            });
    };
    const auto few = counted({3, 3, 5, 7, 3});
    QVERIFY(few);
    QCOMPARE(few->counts, (std::vector<std::uint64_t> {3, 0, 1, 0, 1}));
    QCOMPARE(few->edges.front(), 2.5);
    QCOMPARE(few->edges.back(), 7.5);
    const auto many = counted({0, 100'000});
    QVERIFY(many);
    QCOMPARE(many->counts.size(), std::size_t {8});
    // Of one value there is a sentence.
    QVERIFY(counted({4, 4})->only);
}

void TestTensorView::logarithmicAxesHavePowersOfTen()
{
    const auto texts = [](const ValueScale& scale, int count) {
        QStringList found;
        for (const ValueScale::Tick& tick : scale.ticks(count))
            found += tick.text;
        return found;
    };
    QCOMPARE(texts({ScaleKind::Log, 3e-4, 250}, 7), QStringList({"0.001", "0.01", "0.1", "1", "10", "100"}));
    QCOMPARE(texts({ScaleKind::Log, 3e-8, 250}, 7), QStringList({"1e-06", "0.0001", "0.01", "1", "100"}));
    // A narrow range has round numbers, told apart by their last digits.
    QCOMPARE(texts({ScaleKind::Log, 31.999176, 31.999994}, 5),
        QStringList({"31.9992", "31.9994", "31.9996", "31.9998"}));
    const QStringList both = texts({ScaleKind::SignedLog, -20, 3000}, 7);
    QVERIFY2(both.contains("0") && both.contains("1000"), qPrintable(both.join(' ')));
    QVERIFY(both.size() <= 7);
}

/// A number is never cut, however narrow the bar: what can be chosen by keys goes.
void TestTensorView::rangeIsNeverCut()
{
    Shown shown({1500, 4});
    QVERIFY(shown.panel->showTab(QStringLiteral("heatmap")));
    for (const int width : {1600, 620, 480}) {
        shown.panel->resize(width, 500);
        QTRY_VERIFY_WITH_TIMEOUT(shown.panel->isSettled(), 20000);
        int checked = 0;
        for (const auto* const field : shown.panel->findChildren<QLineEdit*>()) {
            const bool isRange = field->accessibleName() == QStringLiteral("Lowest value")
                || field->accessibleName() == QStringLiteral("Highest value");
            if (!isRange || !field->isVisible())
                continue;
            const QWidget* const colours = field->parentWidget();
            QVERIFY2(colours->rect().contains(field->geometry()), qPrintable(QString::number(width)));
            QVERIFY(colours->width() >= colours->minimumSizeHint().width());
            ++checked;
        }
        QCOMPARE(checked, 2);
    }
}

void TestTensorView::tabsBid()
{
    Shown shown({2, 3, 4});
    auto* const tabs = shown.panel->findChild<QTabBar*>();
    QStringList ids;
    for (int i = 0; i < tabs->count(); ++i)
        ids.append(tabs->tabData(i).toString());
    QCOMPARE(
        ids, QStringList({"grid", "heatmap", "montage", "histogram", "profile", "statistics", "properties"}));
    for (const QString& id : ids) {
        QVERIFY(shown.panel->showTab(id));
        QTRY_VERIFY(shown.panel->isSettled());
    }
    QVERIFY(!shown.panel->showTab(QStringLiteral("nothing")));
}

void TestTensorView::gridIsWindowed()
{
    QTemporaryDir folder;
    // 2^30 bytes of one row each, sparse on disk.
    const QString path = folder.path() + QStringLiteral("/Add.op.0.0.1700000000000000.output.0.npy");
    {
        std::ofstream file(path.toStdString(), std::ios::binary);
        file << core::npyHeader("|u1", false, std::vector<std::int64_t> {1 << 28, 4});
    }
    QFile sparse(path);
    QVERIFY(sparse.open(QIODevice::ReadWrite));
    QVERIFY(sparse.resize(sparse.size() + (qint64 {1} << 30)));
    sparse.close();
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    const auto panel = desk.makePanel();
    panel->resize(1000, 600);
    QVERIFY(panel->showTab(QStringLiteral("grid")));
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY_WITH_TIMEOUT(panel->findChild<QTableView*>(), 5000);
    auto* const table = panel->findChild<QTableView*>();
    QCOMPARE(table->model()->rowCount(), 1'000'000);
    QTRY_COMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("0"));
    desk.selection.setElement({(1 << 28) - 1, 3});
    QTRY_COMPARE(table->currentIndex().row(), 999'999);
    QCOMPARE(table->model()->headerData(999'999, Qt::Vertical).toString(), QString::number((1 << 28) - 1));
    desk.tasks.cancelAll();
}

void TestTensorView::saysWhatIsMissing()
{
    QTemporaryDir folder;
    const QString path
        = writeTensor(folder.path(), QStringLiteral("Add.op.0.0.1700000000000000.output.0.npy"), {100});
    QFile file(path);
    QVERIFY(file.resize(file.size() - 40));
    writeTensor(folder.path(), QStringLiteral("Add.op.0.0.1700000000000000.output.1.npy"), {0, 4});
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    QCOMPARE(root->index()->tensorCount(), std::size_t {2});
    const auto panel = desk.makePanel();
    panel->resize(1000, 600);
    panel->show();
    const auto says = [&panel](const QString& sentence) {
        for (const QLabel* label : panel->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().remove(QChar(0x2009)).contains(sentence))
                return true;
        }
        return false;
    };
    QTRY_VERIFY(says(QStringLiteral("Select a tensor to see its values.")));
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(
        says(QStringLiteral("The file ends early: 90 of 100 elements are here. The rest is left empty.")));
    desk.selection.select({root, core::TensorId(std::uint32_t {1})});
    QTRY_VERIFY(says(QStringLiteral("This tensor has no elements: [0,4].")));
}

void TestTensorView::keepsViewPerShape()
{
    QTemporaryDir folder;
    writeTensor(folder.path(), QStringLiteral("Add.a.0.0.1700000000000000.output.0.npy"), {4, 6, 5});
    writeTensor(folder.path(), QStringLiteral("Add.b.0.0.1700000000000000.output.0.npy"), {4, 6, 5});
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    const auto panel = desk.makePanel();
    panel->resize(1000, 600);
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(panel->isSettled() && panel->commandLine().contains(QStringLiteral("--slice")));
    desk.selection.setElement({2, 1, 1});
    QVERIFY(panel->commandLine().contains(QStringLiteral("--slice 2,:,:")));
    const QJsonObject saved = panel->saveView();
    desk.selection.select({root, core::TensorId(std::uint32_t {1})});
    QTRY_VERIFY(panel->isSettled() && panel->commandLine().contains(QStringLiteral("--slice 2,:,:")));
    const auto other = desk.makePanel();
    other->restoreView(saved);
    QTRY_VERIFY(other->commandLine().contains(QStringLiteral("--slice 2,:,:")));
}

void TestTensorView::showsStorageOrder()
{
    Desk desk;
    OpenedRoot* const root = desk.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/ascend"));
    QVERIFY(root->index());
    const auto panel = desk.makePanel();
    panel->resize(1600, 700);
    panel->show();
    int turned = 0;
    for (std::uint32_t i = 0; i < root->index()->tensorCount() && turned < 3; ++i) {
        if (!core::isDeviceFormat(root->index()->tensor(core::TensorId(i)).format))
            continue;
        desk.selection.select({root, core::TensorId(i)});
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 10000);
        if (!desk.actions.trigger("plane.layout_storage"))
            continue;
        ++turned;
        QVERIFY(panel->commandLine().endsWith(QStringLiteral("--layout storage")));
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 10000);
        QVERIFY(desk.actions.trigger("plane.layout_storage"));
        QVERIFY(!panel->commandLine().contains(QStringLiteral("--layout")));
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 10000);
    }
    QVERIFY(turned > 0);
}

void TestTensorView::pictures()
{
    const QString data = qEnvironmentVariable("DUMPSCOPE_TEST_TENSOR");
    if (data.isEmpty())
        QSKIP("DUMPSCOPE_TEST_TENSOR names no file");
    for (const bool dark : {false, true}) {
        QApplication::setPalette((dark ? Theme::dark() : Theme::light()).palette());
        Desk desk;
        OpenedRoot* const root = desk.open(data);
        QVERIFY(root->index() && root->index()->tensorCount() > 0);
        const auto panel = desk.makePanel();
        panel->resize(1600, 700);
        panel->show();
        const auto number = static_cast<std::uint32_t>(qEnvironmentVariableIntValue("DUMPSCOPE_TEST_NUMBER"));
        desk.selection.select({root, core::TensorId(number)});
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 20000);
        const QString probe = qEnvironmentVariable("DUMPSCOPE_TEST_PROBE");
        if (!probe.isEmpty()) {
            std::vector<std::int64_t> element;
            for (const QString& part : probe.split(u','))
                element.push_back(part.toLongLong());
            desk.selection.setElement(element);
        }
        auto* const tabs = panel->findChild<QTabBar*>();
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            // Figures beside a large picture begin a moment after it.
            QVERIFY(dumpscope::test::spinUntilSteady([&] { return panel->isSettled(); }, 300));
            grabIfWanted(*panel,
                QStringLiteral("tensorview-%1-%2")
                    .arg(tabs->tabData(i).toString(),
                        dark ? QStringLiteral("dark") : QStringLiteral("light")));
        }
    }
}

QTEST_MAIN(TestTensorView)
#include "tst_tensor_view.moc"
