// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/slice_bar.h"

#include "heatmap/heatmap_view.h"
#include "tensor_desk.h"

#include <QAccessible>
#include <QComboBox>
#include <QDropEvent>
#include <QMimeData>
#include <QSlider>
#include <QToolButton>
#include <qcustomplot.h>

#include <cmath>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::gui::test;

namespace {

using Index = std::vector<std::int64_t>;

/// Lets go of a chip over the field of an axis.
bool dropChip(const Panel& panel, const char* role, int axis)
{
    auto* const bar = panel.findChild<SliceBar*>();
    QList<QWidget*> fields;
    for (QWidget* widget : bar->findChildren<QWidget*>()) {
        if (widget->acceptDrops() && !qobject_cast<QLineEdit*>(widget)
            && !qobject_cast<QLineEdit*>(widget->focusProxy()))
            fields.append(widget);
    }
    if (axis >= fields.size())
        return false;
    QMimeData data;
    data.setData(QStringLiteral("application/x-dumpscope-axis-role"), role);
    const QPointF middle = QRectF(fields[axis]->rect()).center();
    QDragEnterEvent enter(middle.toPoint(), Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(fields[axis], &enter);
    if (!enter.isAccepted())
        return false;
    QDropEvent drop(middle, Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(fields[axis], &drop);
    QCoreApplication::processEvents();
    return drop.isAccepted();
}

/// Three steps on two ranks of one tensor; the values of step s begin at 10 * s.
QString writeSteps(const QString& folder)
{
    for (const int rank : {0, 1}) {
        for (const int step : {0, 1, 2}) {
            const QString place = QStringLiteral("%1/rank_%2/Net/0/%3").arg(folder).arg(rank).arg(step);
            QDir().mkpath(place);
            writeTensor(place,
                QStringLiteral(
                    "Add.Default_Add-op0.0.0.17952534366827%1%2.output.0.DefaultFormat.Float32.npy")
                    .arg(rank)
                    .arg(step),
                {3, 4, 5}, [step](std::vector<float>& values) {
                    for (std::size_t i = 0; i < values.size(); ++i)
                        values[i] = static_cast<float>(10 * step) + static_cast<float>(i) / 100;
                });
        }
    }
    return folder;
}

} // namespace

class TestTensorSlices : public QObject {
    Q_OBJECT
private slots:
    void chipsAreDragged();
    void textAndKeys();
    void sliderFollowsTheSlice();
    void nothingIsCrushed();
    void profileOverlaysSteps();
    void rangeFromRegion();
    void focusCoversNothing();
    void extremesInOrder();
    void heatmapIsATable();
    void heatmapIsATableOfBlocks();
};

void TestTensorSlices::chipsAreDragged()
{
    Shown shown({4, 3, 20, 30});
    QVERIFY(shown.panel->commandLine().endsWith(QStringLiteral("--slice 0,0,:,:")));
    // "rows" to axis 0: axis 2 gets an index.
    QVERIFY(dropChip(*shown.panel, "rows", 0));
    QVERIFY(shown.panel->commandLine().endsWith(QStringLiteral("--slice :,0,0,:")));
    // "columns" to where the rows are: they change places.
    QVERIFY(dropChip(*shown.panel, "columns", 0));
    QTRY_VERIFY(shown.panel->isSettled());
    QVERIFY(shown.panel->showTab(QStringLiteral("heatmap")));
    auto* const view = shown.panel->findChild<HeatmapView*>();
    QTRY_VERIFY(view->plane() && view->plane()->rows == 30);
    QCOMPARE(view->plane()->columns, std::uint64_t {4});
    // Something else is not taken.
    QMimeData text;
    text.setText(QStringLiteral("rows"));
    auto* const bar = shown.panel->findChild<SliceBar*>();
    for (QWidget* widget : bar->findChildren<QWidget*>()) {
        if (!widget->acceptDrops() || widget->inherits("QLineEdit"))
            continue;
        QDragEnterEvent enter({2, 2}, Qt::MoveAction, &text, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QCoreApplication::sendEvent(widget, &enter);
        QVERIFY(!enter.isAccepted());
    }
}

void TestTensorSlices::textAndKeys()
{
    Shown shown({4, 3, 20, 30});
    shown.panel->activateWindow();
    QVERIFY(shown.desk.actions.trigger("go.index"));
    QTRY_VERIFY(shown.sliceText()->hasFocus());
    QCOMPARE(shown.sliceText()->selectedText(), QStringLiteral("[0,0,:,:]"));
    shown.enter(QStringLiteral("2,1,19,7"));
    QCOMPARE(shown.desk.selection.element(), (Index {2, 1, 19, 7}));
    shown.desk.actions.trigger("plane.next_axis");
    shown.desk.actions.trigger("plane.next_slice");
    QCOMPARE(shown.desk.selection.element(), (Index {3, 1, 19, 7}));
    shown.desk.actions.trigger("plane.next_slice"); // there is none
    QCOMPARE(shown.desk.selection.element(), (Index {3, 1, 19, 7}));
    shown.enter(QStringLiteral("1,:,:"));
    QVERIFY(says(*shown.panel, QStringLiteral("The tensor has 4 axes.")));
}

void TestTensorSlices::sliderFollowsTheSlice()
{
    QTemporaryDir folder;
    Desk desk;
    OpenedRoot* const root = desk.open(writeSteps(folder.path()));
    QCOMPARE(root->index()->tensorCount(), std::size_t {6});
    const auto panel = desk.makePanel();
    panel->resize(1400, 700);
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(panel->isSettled() && panel->commandLine().contains(QStringLiteral("--slice")));
    auto* const slider = panel->findChild<SliceBar*>()->findChild<QSlider*>();
    QVERIFY(slider->isVisible());
    QCOMPARE(slider->maximum(), 5);
    QVERIFY(says(*panel, QStringLiteral("rank 0 step 0")));
    // A turned plane, another slice, an element: all of it goes along.
    desk.actions.trigger("plane.transpose");
    desk.selection.setElement({2, 3, 1});
    QVERIFY(panel->showTab(QStringLiteral("heatmap")));
    auto* const view = panel->findChild<HeatmapView*>();
    slider->setValue(2);
    QTRY_VERIFY(panel->isSettled() && says(*panel, QStringLiteral("rank 0 step 2")));
    QCOMPARE(root->index()->factsOf(desk.selection.tensor().id).step, std::optional<std::int64_t>(2));
    QCOMPARE(desk.selection.element(), (Index {2, 3, 1}));
    QTRY_VERIFY(view->plane() && view->plane()->rows == 5);
    // 20 + ((2 * 4 + 3) * 5 + 1) / 100 = 20.56, at row 1 and column 3 of the turned plane.
    QTRY_COMPARE(view->spokenCell(), QStringLiteral("row 1, column 3, 20.56"));
    slider->setValue(5);
    QTRY_VERIFY(panel->isSettled() && says(*panel, QStringLiteral("rank 1 step 2")));
    QCOMPARE(desk.selection.element(), (Index {2, 3, 1}));
    desk.actions.trigger("plane.previous_step");
    QTRY_COMPARE(view->spokenCell(), QStringLiteral("row 1, column 3, 10.56"));
    // Key by key, without losing the focus on the way.
    QVERIFY(QTest::qWaitForWindowActive(panel.get()));
    slider->setFocus();
    QTRY_VERIFY(slider->hasFocus());
    for (const char* step : {"rank 1 step 0", "rank 0 step 2"}) {
        QTest::keyClick(slider, Qt::Key_Left);
        QVERIFY(slider->hasFocus());
        QTRY_VERIFY(panel->isSettled() && says(*panel, QString::fromLatin1(step)));
    }
}

/// As beside others in a low window: whole or not there, and the text is.
void TestTensorSlices::nothingIsCrushed()
{
    QTemporaryDir folder;
    Desk desk;
    OpenedRoot* const root = desk.open(writeSteps(folder.path()));
    const auto panel = desk.makePanel();
    panel->resize(1400, 500);
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(panel->isSettled() && panel->commandLine().contains(QStringLiteral("--slice")));
    auto* const bar = panel->findChild<SliceBar*>();
    for (const int width : {1400, 600, 480, 380, 300, 1400}) {
        panel->resize(width, 500);
        QTest::qWait(0);
        int seen = 0;
        for (const QWidget* part : bar->findChildren<QWidget*>()) {
            if (!part->isVisible() || part->parentWidget()->inherits("QAbstractSpinBox"))
                continue;
            ++seen;
            QVERIFY2(part->width() >= part->minimumSizeHint().width(),
                qPrintable(QStringLiteral("%1 at %2").arg(part->metaObject()->className()).arg(width)));
        }
        QVERIFY(seen > 0 && bar->field()->isVisible());
        if (width == 1400)
            QVERIFY(bar->findChild<QSlider*>()->isVisible() && seen > 8);
    }
}

void TestTensorSlices::profileOverlaysSteps()
{
    QTemporaryDir folder;
    Desk desk;
    OpenedRoot* const root = desk.open(writeSteps(folder.path()));
    const auto panel = desk.makePanel();
    panel->resize(1400, 700);
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(panel->isSettled() && panel->commandLine().contains(QStringLiteral("--slice")));
    QVERIFY(panel->showTab(QStringLiteral("profile")));
    auto* const plot = panel->findChild<QCustomPlot*>();
    QTRY_VERIFY(panel->isSettled() && plot->graphCount() == 1);
    QCOMPARE(plot->graph(0)->dataCount(), 5);
    QToolButton* overlay = nullptr;
    for (auto* const button : panel->findChildren<QToolButton*>()) {
        if (button->text() == QStringLiteral("Other steps and ranks"))
            overlay = button;
    }
    QVERIFY(overlay && overlay->isVisible());
    overlay->setChecked(true);
    QTRY_VERIFY(panel->isSettled() && plot->graphCount() == 6);
    QVERIFY(plot->legend->visible());
    QCOMPARE(plot->graph(0)->name(), QStringLiteral("rank 0 step 0"));
    QCOMPARE(plot->graph(5)->name(), QStringLiteral("rank 1 step 2"));
    // The fourth element of step 2: 20 + 3 / 100 in float32.
    QCOMPARE(plot->graph(5)->dataMainValue(3), static_cast<double>(20.03F));
    // Along another axis.
    auto* const axis = plot->parentWidget()->findChild<QComboBox*>();
    axis->setCurrentIndex(0);
    emit axis->activated(0);
    QTRY_VERIFY(panel->isSettled() && plot->graph(0)->dataCount() == 3);
}

void TestTensorSlices::rangeFromRegion()
{
    // Larger than an overview, so that what is drawn are means of blocks.
    Shown shown({3000, 3000}, [](std::vector<float>& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i % 2);
        values[3000 * 100 + 100] = 17;
        values[3000 * 101 + 101] = NAN;
    });
    QVERIFY(shown.panel->showTab(QStringLiteral("heatmap")));
    QTRY_VERIFY(shown.panel->isSettled());
    auto* const view = shown.panel->findChild<HeatmapView*>();
    QToolButton* fromRegion = nullptr;
    for (auto* const button : shown.panel->findChildren<QToolButton*>()) {
        if (button->toolTip() == QStringLiteral("Range from the marked region"))
            fromRegion = button;
    }
    QVERIFY(fromRegion && !fromRegion->isEnabled());
    view->setRegion(core::PlaneWindow {90, 90, 20, 20});
    QVERIFY(fromRegion->isEnabled());
    fromRegion->click();
    const auto hasField = [&shown](const QString& text) {
        for (const QLineEdit* field : shown.panel->findChildren<QLineEdit*>()) {
            if (field->isVisible() && field->text() == text)
                return true;
        }
        return false;
    };
    QTRY_VERIFY(hasField(QStringLiteral("17")));
    QVERIFY(hasField(QStringLiteral("0")));
}

void TestTensorSlices::focusCoversNothing()
{
    // The range is one of percentiles, so the colour bar says that values go on beyond it.
    Shown shown({64, 64});
    QVERIFY(shown.panel->showTab(QStringLiteral("heatmap")));
    QTRY_VERIFY(shown.panel->isSettled());
    auto* const view = shown.panel->findChild<HeatmapView*>();
    QTRY_VERIFY(view->plane());
    QVERIFY(QTest::qWaitForWindowActive(shown.panel->window()));
    view->clearFocus();
    const QImage without = view->grab().toImage();
    view->setFocus();
    QTRY_VERIFY(view->hasFocus());
    const QImage with = view->grab().toImage();
    QVERIFY(with.pixel(1, 1) != without.pixel(1, 1)); // the ring
    for (int part = 1; part < 8; ++part) {
        const QPoint at(with.width() * part / 8, with.height() * part / 8);
        QCOMPARE(with.pixel(at), without.pixel(at));
    }
}

void TestTensorSlices::extremesInOrder()
{
    Shown shown({5, 5}, [](std::vector<float>& values) {
        std::fill(values.begin(), values.end(), 0.F);
        values[3] = -9;
        values[7] = 5;
        values[11] = NAN;
        values[20] = INFINITY;
    });
    shown.desk.actions.trigger("plane.next_extreme");
    QTRY_COMPARE(shown.desk.selection.element(), (Index {0, 3}));
    shown.desk.actions.trigger("plane.next_extreme");
    QTRY_COMPARE(shown.desk.selection.element(), (Index {1, 2}));
    shown.desk.actions.trigger("plane.previous_extreme");
    QTRY_COMPARE(shown.desk.selection.element(), (Index {0, 3}));
    shown.desk.actions.trigger("go.next_nonfinite");
    QTRY_COMPARE(shown.desk.selection.element(), (Index {2, 1}));
    shown.desk.actions.trigger("go.next_nonfinite");
    QTRY_COMPARE(shown.desk.selection.element(), (Index {4, 0}));
    shown.desk.actions.trigger("go.next_nonfinite");
    QTRY_VERIFY(says(*shown.panel, QStringLiteral("First NaN or Inf: [2,1]."))); // around the end
    QCOMPARE(shown.desk.selection.element(), (Index {2, 1}));
}

void TestTensorSlices::heatmapIsATable()
{
    Shown shown({4, 5}, [](std::vector<float>& values) { values[7] = NAN; });
    QVERIFY(shown.panel->showTab(QStringLiteral("heatmap")));
    QTRY_VERIFY(shown.panel->isSettled());
    auto* const view = shown.panel->findChild<HeatmapView*>();
    QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(view);
    QVERIFY(spoken && spoken->tableInterface());
    QCOMPARE(spoken->role(), QAccessible::Table);
    QAccessibleTableInterface* const table = spoken->tableInterface();
    QCOMPARE(table->rowCount(), 4);
    QCOMPARE(table->columnCount(), 5);
    QCOMPARE(spoken->childCount(), 20);
    QCOMPARE(table->columnDescription(2), QStringLiteral("column 2"));
    // (2 * 5 + 3) / 8 - 100 = -98.375
    QAccessibleInterface* const cell = table->cellAt(2, 3);
    QVERIFY(cell && cell->isValid());
    QCOMPARE(cell->role(), QAccessible::Cell);
    QCOMPARE(cell->text(QAccessible::Name), QStringLiteral("row 2, column 3, -98.375"));
    QCOMPARE(cell->tableCellInterface()->rowIndex(), 2);
    QCOMPARE(cell->tableCellInterface()->columnIndex(), 3);
    QCOMPARE(cell->parent(), spoken);
    QCOMPARE(spoken->indexOfChild(cell), 13);
    QCOMPARE(spoken->child(13), cell);
    QCOMPARE(spoken->childAt(cell->rect().center().x(), cell->rect().center().y()), cell);
    QVERIFY(view->rect().contains(view->mapFromGlobal(cell->rect().center())));
    QCOMPARE(table->cellAt(1, 2)->text(QAccessible::Name), QStringLiteral("row 1, column 2, NaN"));
    QVERIFY(!table->cellAt(4, 0) && !table->cellAt(0, -1));
    // The probed cell is the marked one.
    shown.desk.selection.setElement({3, 4});
    QTRY_COMPARE(table->selectedCells().value(0), table->cellAt(3, 4));
    QVERIFY(table->cellAt(3, 4)->state().selected && !cell->state().selected);
    // Zoomed in there are fewer, and those known before are no longer right.
    view->resize(300, 200);
    view->zoomBy(8);
    QVERIFY(table->rowCount() < 4 || table->columnCount() < 5);
    QVERIFY(!cell->isValid() || !table->cellAt(2, 3));
}

void TestTensorSlices::heatmapIsATableOfBlocks()
{
    Shown shown({4096, 2048}, [](std::vector<float>& values) {
        std::fill(values.begin(), values.end(), 2.F);
        values[2048 * 4095 + 2047] = -INFINITY;
    });
    QVERIFY(shown.panel->showTab(QStringLiteral("heatmap")));
    QTRY_VERIFY(shown.panel->isSettled());
    auto* const view = shown.panel->findChild<HeatmapView*>();
    QAccessibleTableInterface* const table = QAccessible::queryAccessibleInterface(view)->tableInterface();
    // At most 1024 cells a side are drawn of it: blocks of 4 x 2.
    QTRY_COMPARE(table->rowCount(), 1024);
    QCOMPARE(table->columnCount(), 1024);
    QCOMPARE(table->cellAt(0, 0)->text(QAccessible::Name), QStringLiteral("rows 0 to 3, columns 0 to 1, 2"));
    QCOMPARE(table->cellAt(1023, 1023)->text(QAccessible::Name),
        QStringLiteral("rows 4092 to 4095, columns 2046 to 2047, -Inf 2"));
}

QTEST_MAIN(TestTensorSlices)
#include "tst_tensor_slices.moc"
