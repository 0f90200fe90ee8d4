// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_document.h"

#include "event_loop.h"
#include "heatmap/heatmap_view.h"
#include "readers/ascend/ascend_dump_writer.h"
#include "tensor/fact_table.h"
#include "tensor/recorded_statistics.h"
#include "tensor/tensor_figures.h"
#include "tensor_desk.h"

#include <QTabBar>

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::gui::test;

namespace {

using Index = std::vector<std::int64_t>;

core::TensorId find(const OpenedRoot& root, const char* tail)
{
    for (std::uint32_t i = 0; i < root.index()->tensorCount(); ++i) {
        if (QString::fromStdString(root.index()->tensorId(core::TensorId(i))).endsWith(QLatin1String(tail)))
            return core::TensorId(i);
    }
    return core::TensorId(0U);
}

QStringList tabsOf(const Panel& panel)
{
    QStringList ids;
    auto* const tabs = panel.findChild<QTabBar*>();
    for (int i = 0; i < tabs->count(); ++i)
        ids.append(tabs->tabData(i).toString());
    return ids;
}

/// Cancels every task until `isDone`.
bool cancelUntil(Desk& desk, const std::function<bool()>& isDone)
{
    return dumpscope::test::spinUntil([&] {
        if (isDone())
            return true;
        desk.tasks.cancelAll();
        return false;
    });
}

} // namespace

class TestTensorStates : public QObject {
    Q_OBJECT
private slots:
    void truncatedIsAVector();
    void statisticsOnly();
    void watchedOutput();
    void nothingToShow();
    void failedReadsSettle();
    void conflictsAreProblems();
    void conflicts_data();
    void conflicts();
    void byteInFile();
    void stoppedPlaneIsReadAgain();
    void stoppedSearchGoesOn();
    void searchGoesAround();
    void pinnedStays();
};

void TestTensorStates::truncatedIsAVector()
{
    QTemporaryDir folder;
    QFile file(writeTensor(folder.path(), kOneTensor, {10, 10}));
    QVERIFY(file.resize(file.size() - 40));
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    const auto panel = desk.makePanel();
    panel->resize(1000, 600);
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(says(
        *panel, QStringLiteral("The file ends early: 90 of 100 elements are here. The rest is left empty.")));
    QVERIFY(says(
        *panel, QStringLiteral("one vector in the order of the file, because [10,10] cannot be filled.")));
    QTRY_VERIFY(panel->isSettled());
    QVERIFY(panel->commandLine().endsWith(QStringLiteral("--slice : --partial")));
}

void TestTensorStates::statisticsOnly()
{
    Desk desk;
    OpenedRoot* const root
        = desk.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/lenet-ms210-statistic"));
    QVERIFY(root->index() && root->index()->tensorCount() > 0);
    const auto panel = desk.makePanel();
    panel->resize(1000, 600);
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(says(*panel, QStringLiteral("Only statistics were dumped for this tensor.")));
    QTRY_VERIFY(panel->isSettled());
    QCOMPARE(tabsOf(*panel), QStringList({"statistics", "properties"}));
    // The first row of statistic.csv of step 0: Conv2D-op0, input 0.
    QVERIFY(panel->showTab(QStringLiteral("statistics")));
    QTRY_VERIFY(says(*panel, QStringLiteral("2.09467")) && says(*panel, QStringLiteral("-3.1897")));
    // They stand where others have what was computed.
    const auto tables = panel->findChildren<FactTable*>();
    const auto visible = std::ranges::find_if(tables, &QWidget::isVisible);
    QVERIFY(visible != tables.end());
    QTRY_COMPARE((*visible)->mapTo(panel.get(), QPoint()).x(), 0);
    QVERIFY(panel->showTab(QStringLiteral("properties")));
    QTRY_VERIFY(panel->isSettled() && says(*panel, QStringLiteral("[2,1,10,10]")));
}

/// C, and what was in its memory after A and after B.
void TestTensorStates::watchedOutput()
{
    QTemporaryDir folder;
    for (const auto& [name, time, value] :
        {std::tuple("C", 1, 1.0F), std::tuple("A_To_C", 2, 1.0F), std::tuple("B_To_C", 3, 2.0F)}) {
        core::AscendDumpToWrite dump {static_cast<std::uint64_t>(time), name, {}, {}};
        core::AscendTensorToWrite tensor;
        tensor.dims = {1};
        tensor.bytes = std::as_bytes(std::span(&value, 1));
        dump.outputs.push_back(tensor);
        QFile file(folder.filePath(QStringLiteral("Add.%1.1.1.170000000000000%2").arg(name).arg(time)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(core::ascendDumpHeader(dump)));
        file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    QCOMPARE(root->index()->tensorCount(), 3U);
    const auto panel = desk.makePanel();
    panel->resize(1000, 600);
    panel->show();
    for (const auto& [tail, words] :
        {std::pair("Add.C.1.1.1700000000000001", "first; the next is compared with it (this one)"),
            std::pair("B_To_C.1.1.1700000000000003", "other bytes than before (this one)")}) {
        desk.selection.select({root, find(*root, tail)});
        QTRY_VERIFY(panel->showTab(QStringLiteral("properties")));
        QTRY_VERIFY(panel->isSettled() && says(*panel, QString::fromLatin1(words)));
        QVERIFY(says(*panel, QStringLiteral("after B"))
            && says(*panel, QStringLiteral("the same bytes as before")));
        QVERIFY(says(*panel, QStringLiteral("other bytes than before")));
    }
}

void TestTensorStates::nothingToShow()
{
    QTemporaryDir folder;
    writeTensor(folder.path(), kOneTensor, {0, 4});
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    const auto panel = desk.makePanel();
    panel->resize(1000, 600);
    panel->show();
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(says(*panel, QStringLiteral("This tensor has no elements: [0,4].")));
    QTRY_VERIFY(panel->isSettled() && says(*panel, QStringLiteral("<f4")));
    QCOMPARE(tabsOf(*panel), QStringList({"statistics", "properties"}));
}

void TestTensorStates::failedReadsSettle()
{
    Shown shown({4, 300, 400});
    const QStringList tabs = tabsOf(*shown.panel);
    QVERIFY(tabs.contains(QStringLiteral("image")));
    // The file becomes shorter behind our back: everything that is read from now on fails.
    QFile file(shown.folder.filePath(kOneTensor));
    QVERIFY(file.resize(4096));
    int slice = 0;
    for (const QString& tab : tabs) {
        QVERIFY(shown.panel->showTab(tab));
        slice = (slice + 1) % 4;
        shown.enter(QStringLiteral("[%1,:,:]").arg(slice));
        // And stays so: a view that moved asks for its details 30 ms later.
        const auto isSettled = [&] { return shown.panel->isSettled(); };
        QVERIFY2(dumpscope::test::spinUntilSteady(isSettled, 50, 10'000), qPrintable(tab));
    }
    QVERIFY(shown.panel->showTab(QStringLiteral("heatmap")));
    QTRY_VERIFY(says(*shown.panel, QStringLiteral("became shorter")));
}

void TestTensorStates::conflictsAreProblems()
{
    QTemporaryDir folder;
    const std::string copy = folder.path().toStdString() + "/dump";
    std::filesystem::copy(
        DUMPSCOPE_TEST_DATA "/mindspore/nan-ms210-full", copy, std::filesystem::copy_options::recursive);
    // One element of MatMul's first input is not what it was when the statistics were written.
    for (const auto& entry : std::filesystem::recursive_directory_iterator(copy)) {
        const std::string name = entry.path().filename().string();
        if (name.find("MatMul-op0.0.0.") == std::string::npos || name.find(".input.0.") == std::string::npos)
            continue;
        std::fstream file(entry.path(), std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(-4, std::ios::end);
        const float changed = 40;
        file.write(reinterpret_cast<const char*>(&changed), 4);
    }
    Desk desk;
    OpenedRoot* const root = desk.open(QString::fromStdString(copy));
    QVERIFY(root->index());
    const auto panel = desk.makePanel();
    panel->resize(1300, 700);
    panel->show();
    const std::size_t before = desk.problems.problems().size();
    int changed = 0;
    for (std::uint32_t i = 0; i < root->index()->tensorCount(); ++i) {
        const core::TensorRow& row = root->index()->tensor(core::TensorId(i));
        const std::size_t known = desk.problems.problems().size();
        desk.selection.select({root, core::TensorId(i)});
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 10000);
        if (panel->showTab(QStringLiteral("statistics")))
            QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), 10000);
        const bool isChanged = row.io == core::Io::Input && row.slot == 0
            && std::string(root->index()->text(row.opName)).find("MatMul") != std::string::npos;
        // As dumped, no tensor disagrees with its statistics, NaN and infinities or not.
        QVERIFY2((desk.problems.problems().size() > known) == isChanged,
            qPrintable(QString::fromStdString(root->index()->tensorId(core::TensorId(i)))));
        if (isChanged)
            QVERIFY(says(*panel, QStringLiteral("computed 40")));
        changed += isChanged ? 1 : 0;
    }
    QVERIFY(changed > 0);
    QCOMPARE(desk.problems.problems().size(), before + static_cast<std::size_t>(changed));
    const core::Message& sentence = desk.problems.problems().back().diagnostic.message;
    QVERIFY(sentence.text().find("(40)") != std::string::npos);
    QVERIFY(!sentence.form().empty()); // plain text has no translation
    // Nothing changes on the disk: what was found stays when the dump is read again, whatever is looked at.
    const std::size_t all = desk.problems.problems().size();
    desk.session.rescan(root);
    QTRY_VERIFY_WITH_TIMEOUT(desk.session.isSettled(), 10000);
    QCOMPARE(desk.problems.problems().size(), all);
    // Where the file is another one, it is to be found again.
    for (const auto& entry : std::filesystem::recursive_directory_iterator(copy)) {
        if (entry.is_regular_file())
            std::filesystem::last_write_time(entry.path(), std::filesystem::file_time_type::clock::now());
    }
    desk.session.rescan(root);
    QTRY_VERIFY_WITH_TIMEOUT(desk.session.isSettled(), 10000);
    QVERIFY(desk.problems.problems().size() < all);
}

void TestTensorStates::conflicts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<bool>("isConflict");
    const struct {
        const char *row, *name, *recorded;
        bool isConflict;
    } cases[] = {{"six digits", "max", "3.14159", false}, {"another number", "max", "3.1417", true},
        {"float32 mean", "mean", "0.1001", false}, {"another mean", "mean", "0.2", true},
        {"count", "count", "100", false}, {"one more", "count", "101", true}, {"nan", "nan_count", "1", true},
        {"no number", "max", "nan", false}};
    for (const auto& [row, name, recorded, isConflict] : cases)
        QTest::newRow(row) << name << recorded << isConflict;
}

void TestTensorStates::conflicts()
{
    QFETCH(QString, name);
    QFETCH(QString, recorded);
    QFETCH(bool, isConflict);
    core::Statistics computed;
    computed.count = computed.finiteCount = 100;
    computed.min = -1;
    computed.max = 3.14159265;
    computed.absMax = 3.14159265;
    computed.mean = 0.1;
    computed.l2norm = 20;
    const std::vector<StatisticConflict> found
        = statisticConflicts({{name, recorded, recorded.toDouble()}}, computed, core::DType::Float32);
    QCOMPARE(!found.empty(), isConflict);
    // msprobe records a norm in the tensor's type: 20.08 becomes 20.125 in bfloat16, 20.3 does not.
    computed.l2norm = 20.08;
    const auto isOff = [&](const char* norm, core::DType dtype) {
        return !statisticConflicts({{"l2norm", norm, QString(norm).toDouble()}}, computed, dtype).empty();
    };
    QVERIFY(!isOff("20.125", core::DType::BFloat16));
    QVERIFY(isOff("20.125", core::DType::Float32));
    QVERIFY(isOff("20.3", core::DType::BFloat16));
}

void TestTensorStates::byteInFile()
{
    Desk desk;
    OpenedRoot* const root = desk.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/ascend/output"));
    QVERIFY(root->index());
    TensorDocument document(desk.bench);
    document.show({root, find(*root, "TransData.trans_TransData_0.10.3.1771061415000000#output.0")});
    QTRY_VERIFY(document.isReady());
    QCOMPARE(document.shape(), (core::Shape {2, 18, 5, 6}));
    // Channel 17 lies in block 1 at place 1: element (((1*2+1)*5+4)*6+5)*16+1 = 1905 of two bytes, and
    // the payload begins at byte 196 of the file (facts.json).
    document.setProbe({1, 17, 4, 5});
    QTRY_VERIFY(document.probeFacts() && document.probeFacts()->index == (Index {1, 17, 4, 5}));
    QCOMPARE(*document.probeFacts()->storageIndex, (Index {1, 1, 4, 5, 1}));
    QCOMPARE(document.probeFacts()->byteOffset, std::uint64_t {3810});
    QCOMPARE(document.probeFacts()->fileOffset, std::optional<std::uint64_t>(4006));
    // In storage order it is the same element, and what lies behind channel 17 is padding.
    document.setOrder(core::Order::Storage);
    QTRY_VERIFY(document.probeFacts() && document.probeFacts()->index == (Index {1, 1, 4, 5, 1}));
    QTRY_VERIFY(document.padding() && document.padding()->hasPadding());
    document.wantPlane();
    QTRY_VERIFY(document.planeData());
    const PlaneTile& tile = document.planeData()->overview;
    QCOMPARE(tile.rows, std::uint64_t {6});
    QCOMPARE(tile.columns, std::uint64_t {16});
    for (std::uint64_t row = 0; row < tile.rows; ++row) {
        for (std::uint64_t column = 0; column < tile.columns; ++column)
            QCOMPARE((tile.flags[tile.at(row, column)] & kIsPadding) != 0, column >= 2);
    }
    document.setProbe({1, 1, 4, 5, 2});
    QTRY_VERIFY(document.probeFacts() && document.probeFacts()->isPadding);
}

void TestTensorStates::stoppedPlaneIsReadAgain()
{
    QTemporaryDir folder;
    // Large enough that it is still being read when it is stopped.
    writeSparse(folder.path(), kOneTensor, "<f4", {16384, 16384}, 4);
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    TensorDocument document(desk.bench);
    document.show({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(document.isReady());
    document.wantPlane();
    QVERIFY(!document.planeData());
    QVERIFY(cancelUntil(desk, [&] { return !document.planeFailure().isEmpty(); }));
    QCOMPARE(document.planeFailure(), QStringLiteral("Cancelled."));
    document.wantPlane(); // not by itself
    QVERIFY(!document.isBusy());
    document.retryPlane();
    QTRY_VERIFY_WITH_TIMEOUT(document.planeData(), 60000);
}

void TestTensorStates::stoppedSearchGoesOn()
{
    QTemporaryDir folder;
    const QString path = writeSparse(folder.path(), kOneTensor, "<f4", {1 << 28}, 4);
    {
        // A NaN as the last element.
        std::fstream file(path.toStdString(), std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(-4, std::ios::end);
        const float nan = NAN;
        file.write(reinterpret_cast<const char*>(&nan), 4);
    }
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    TensorDocument document(desk.bench);
    document.show({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(document.isReady() && !document.isBusy());
    QStringList said;
    connect(&document, &TensorDocument::noticed, this, [&said](const QString& text) { said.append(text); });
    document.findNonFinite(true);
    const auto hasSearchedSome = [&] {
        const QList<Task*> running = desk.tasks.running();
        return std::ranges::any_of(running, [](const Task* task) { return task->progress().done > 0; });
    };
    QVERIFY(dumpscope::test::spinUntil(hasSearchedSome));
    QVERIFY(cancelUntil(desk, [&] { return !document.isBusy(); }));
    QVERIFY(!said.isEmpty() && said.first().startsWith(QStringLiteral("The search stopped at [")));
    QVERIFY(!said.first().startsWith(QStringLiteral("The search stopped at [1].")));
    document.findNonFinite(true);
    QTRY_COMPARE_WITH_TIMEOUT(*document.probe(), (Index {(1 << 28) - 1}), 60000);
}

/// The first one is reached from wherever somebody looks, and is called so.
void TestTensorStates::searchGoesAround()
{
    Shown shown({4, 6}, [](std::vector<float>& values) { values[1] = values[9] = NAN; });
    TensorDocument document(shown.desk.bench);
    document.show({shown.root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(document.isReady() && !document.isBusy());
    QStringList said;
    connect(&document, &TensorDocument::noticed, this, [&said](const QString& text) { said.append(text); });
    const auto find = [&](bool isForward, const Index& index) {
        document.findNonFinite(isForward);
        QTRY_COMPARE_WITH_TIMEOUT(*document.probe(), index, 10000);
        QTRY_VERIFY(!document.isBusy());
    };
    document.setProbe({1, 0});
    find(true, {1, 3});
    QVERIFY(said.isEmpty());
    find(true, {0, 1});
    QCOMPARE(said.takeFirst(), QStringLiteral("First NaN or Inf: [0,1]."));
    find(false, {1, 3});
    QCOMPARE(said.takeFirst(), QStringLiteral("Last NaN or Inf: [1,3]."));
}

void TestTensorStates::pinnedStays()
{
    QTemporaryDir folder;
    writeTensor(folder.path(), QStringLiteral("Add.a.0.0.1700000000000000.output.0.npy"), {4, 6, 5});
    writeTensor(folder.path(), QStringLiteral("Add.b.0.0.1700000000000000.output.0.npy"), {4, 6, 5});
    Desk desk;
    OpenedRoot* const root = desk.open(folder.path());
    const auto panel = desk.makePanel();
    const auto pinned = desk.makePanel("pinned-tensor");
    for (Panel* shown : {panel.get(), pinned.get()}) {
        shown->resize(1000, 600);
        shown->show();
    }
    QVERIFY(!pinned->showTab(QStringLiteral("heatmap"))); // nothing there yet
    desk.selection.select({root, core::TensorId(std::uint32_t {0})});
    QTRY_VERIFY(panel->isSettled() && !panel->commandLine().isEmpty());
    desk.selection.setElement({3, 1, 2});
    QCOMPARE(panel->titleActions().size(), 1);
    panel->titleActions().first()->trigger();
    QTRY_VERIFY(pinned->isSettled() && pinned->commandLine().contains(QStringLiteral("--slice 3,:,:")));
    // Each goes its own way.
    desk.selection.setElement({0, 1, 2});
    QTRY_VERIFY(panel->commandLine().contains(QStringLiteral("--slice 0,:,:")));
    QVERIFY(pinned->commandLine().contains(QStringLiteral("--slice 3,:,:")));
    desk.selection.select({root, core::TensorId(std::uint32_t {1})});
    QTRY_VERIFY(panel->isSettled() && panel->commandLine().contains(QStringLiteral("Add.b")));
    QVERIFY(pinned->commandLine().contains(QStringLiteral("Add.a")));
    QVERIFY(pinned->showTab(QStringLiteral("heatmap")));
    // Keys go to the view that has the focus, else to that of the selection.
    desk.actions.trigger("plane.next_slice");
    QVERIFY(pinned->commandLine().contains(QStringLiteral("--slice 3,:,:")));
    pinned->activateWindow();
    pinned->findChild<HeatmapView*>()->setFocus();
    QTRY_VERIFY(pinned->isAncestorOf(QApplication::focusWidget()));
    desk.actions.trigger("plane.previous_slice");
    QTRY_VERIFY(pinned->commandLine().contains(QStringLiteral("--slice 2,:,:")));
    desk.session.close(root);
    QTRY_VERIFY(says(*pinned, QStringLiteral("Pin a tensor in the tensor view to keep it here.")));
}

QTEST_MAIN(TestTensorStates)
#include "tst_tensor_states.moc"
