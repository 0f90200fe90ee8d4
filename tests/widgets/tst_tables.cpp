// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/data_table.h"

#include "chrome/task_strip.h"
#include "common/language.h"
#include "eventually.h"
#include "explore/column_plot.h"
#include "explore/status_boxes.h"
#include "kit/csv_dialog.h"
#include "kit/filter_bar.h"
#include "kit/room_splitter.h"
#include "kit/sentence_list.h"
#include "kit/simple_table.h"
#include "memory_table.h"
#include "records/overflow_record.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QCompleter>
#include <QFile>
#include <QFontDatabase>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QJsonArray>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

class NumberedTable : public core::FilterTable {
public:
    std::span<const Column> columns() const override
    {
        static constexpr Column kColumns[]
            = {{"op_name", core::ColumnType::Text}, {"slot", core::ColumnType::Integer}};
        return kColumns;
    }
    int columnByName(std::string_view name) const override
    {
        return name == "op_name" || name == "name" ? 0 : name == "slot" ? 1 : -1;
    }
    core::Cell cell(std::size_t row, int column) const override
    {
        if (column == 0)
            return "net/op_" + std::to_string(row);
        return std::uint64_t {row % 3};
    }
    int nameColumn() const override { return 0; }
    bool has(std::size_t, Property) const override { return false; }
};

/// How long a task had taken when the widget was shown that this filters; -1: it was not.
class WhenShown : public QObject {
public:
    explicit WhenShown(const Task& task)
        : m_task(task)
    {
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Show)
            m_ms = m_task.elapsedMs();
        return false;
    }
    [[nodiscard]] qint64 ms() const { return m_ms; }

private:
    const Task& m_task;
    qint64 m_ms = -1;
};

/// The last rows have more digits than those before.
class GrowingTable : public NumberedTable {
public:
    core::Cell cell(std::size_t row, int column) const override
    {
        return column == 1 && row > 500 ? std::uint64_t {1234567890123456789}
                                        : NumberedTable::cell(row, column);
    }
};

struct Shown {
    explicit Shown(std::size_t rows,
        std::shared_ptr<const core::FilterTable> shown = std::make_shared<const NumberedTable>())
        : source(std::move(shown))
        , model(tasks)
        , table(tasks)
    {
        table.columns().setDefaults({"op_name", "slot"});
        table.setColumnModel(&model);
        table.resize(600, 300);
        if (rows <= 1000) // it looks at all of them whenever they change
            tester.emplace(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(source, rows);
        table.show();
    }
    core::FilterExpression filter(const char* text) const
    {
        return core::FilterExpression::parse(text, *source).value();
    }

    TaskRunner tasks;
    std::shared_ptr<const core::FilterTable> source;
    ColumnModel model;
    DataTable table;
    std::optional<QAbstractItemModelTester> tester;
};

} // namespace

class TablesTest : public QObject {
    Q_OBJECT

private slots:
    void copiesWithHeaders();
    void exportSparesWhatIsOpen();
    void exportShowsItsCommand();
    void exportSaysWhyItFailed();
    void hitsAskForNoRoom();
    void hitsInAnotherLanguage();
    void exportOffersAllRows();
    void partsKeepTheirShares();
    void plotsAMillionRowsOfNan();
    void copyOfAMillionRowsCanBeCancelled();
    void exportIsNotWhatIsLoaded();
    void selectionSurvivesFilterAndSort();
    void hiddenRowLeavesNoneHighlighted();
    void deselectedRowIsNotShown();
    void theLastRowStaysHighlighted();
    void worksWithKeysAlone();
    void sortingShowsWhatComesFirst();
    void focusChoosesNothing();
    void highlightedRowIsTold();
    void otherColumnsComeAtOnce();
    void columnsAreChosenMovedAndPinned();
    void onlyChoicesAreKept();
    void completionKeepsAWholeWord();
    void filterShowsItsMistake();
    void recentFiltersAreWhole();
    void wheelLeavesNoRowHalfPainted();
    void rowsStayWhole();
    void menuOfTheHeaderSetsNoWidth();
    void sentencesAreLaidOutAtOnce();
    void numbersHaveRoomBeforeTheyAreSeen();
    void statusBitsAsBoxes_data();
    void statusBitsAsBoxes();
    void tasksBelowThreeTenthsAreHidden();
    void whatStandsStillIsNamed();
    void endsAreAnnounced();
};

void TablesTest::copiesWithHeaders()
{
    Shown shown(10);
    shown.table.chooseSources({4, 5}, 5);
    shown.table.output().copyRows();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("op_name\tslot\nnet/op_4\t1\nnet/op_5\t2\n"));
    shown.table.output().copyNames();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("op_name\tslot\nnet/op_4\t1\nnet/op_5\t2\n"));
    // The name and what tells tensors of an operator apart come along though they are not shown.
    shown.table.columns().show(1, false);
    shown.table.output().copyNames();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("op_name\tslot\nnet/op_4\t1\nnet/op_5\t2\n"));
    shown.table.columns().show(1, true);
    shown.table.output().copyAsCsv();
    QString csv = QGuiApplication::clipboard()->text();
    QCOMPARE(csv.remove('\r'), QString("op_name,slot\nnet/op_4,1\nnet/op_5,2\n"));
}

void TablesTest::numbersHaveRoomBeforeTheyAreSeen()
{
    Shown shown(1000, std::make_shared<const GrowingTable>());
    QVERIFY(QTest::qWaitForWindowExposed(&shown.table));
    const int before = shown.table.columnWidth(1);
    const int digits
        = QFontMetrics(QFontDatabase::systemFont(QFontDatabase::FixedFont)).horizontalAdvance(u'8') * 19;
    QVERIFY(before < digits);
    shown.table.verticalScrollBar()->setValue(shown.table.verticalScrollBar()->maximum());
    (void)shown.table.grab(); // painted once, and no event was handled
    QVERIFY2(shown.table.columnWidth(1) >= digits, qPrintable(QString::number(shown.table.columnWidth(1))));
    // It stays when short ones are in sight again.
    shown.table.verticalScrollBar()->setValue(0);
    (void)shown.table.grab();
    QVERIFY(shown.table.columnWidth(1) >= digits);
}

void TablesTest::exportShowsItsCommand()
{
    const QTemporaryDir folder;
    Shown shown(10);
    shown.table.output().setCommand([] { return QString("dumpscope-cli ls /d"); });
    shown.table.chooseSources({4, 5}, 5);
    shown.table.output().askForCsv();
    auto* const dialog = shown.table.findChild<CsvDialog*>();
    QVERIFY(dialog);
    QLineEdit *path = nullptr, *command = nullptr;
    for (QLineEdit* field : dialog->findChildren<QLineEdit*>())
        (field->isReadOnly() ? command : path) = field;
    QVERIFY(path && command);
    path->setText(folder.filePath("rows.csv"));
    emit path->textEdited(path->text());
    // The chosen rows are what is written, and no command writes those alone.
    QRadioButton *all = nullptr, *chosen = nullptr;
    for (QRadioButton* choice : dialog->findChildren<QRadioButton*>())
        (choice->isChecked() ? chosen : all) = choice;
    QVERIFY(all && chosen);
    QCOMPARE(command->text(), QString());
    all->setChecked(true);
    QCOMPARE(command->text(), "dumpscope-cli ls /d --csv > " + folder.filePath("rows.csv"));
    chosen->setChecked(true);
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        if (button->text() == "Export")
            button->click();
    }
    QTRY_VERIFY(QFile::exists(folder.filePath("rows.csv")));
    QFile file(folder.filePath("rows.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
    QCOMPARE(file.readAll(), QByteArray("op_name,slot\nnet/op_4,1\nnet/op_5,2\n"));
    QTRY_VERIFY(!shown.table.findChild<CsvDialog*>());
}

/// What is said while one types makes no dock wider.
void TablesTest::hitsAskForNoRoom()
{
    FilterBar bar;
    bar.setTable(std::make_shared<const NumberedTable>());
    bar.resize(300, 40);
    bar.show();
    bar.setText("a"); // and what clears it
    const int least = bar.minimumSizeHint().width();
    bar.setHits(123456789, 987654321, 123456);
    QCOMPARE(bar.minimumSizeHint().width(), least);
    QTest::keyClicks(bar.field(), " no_such_column_by_far:1");
    QVERIFY(bar.error().size() > 40);
    QCOMPARE(bar.minimumSizeHint().width(), least);
    QCOMPARE(bar.field()->toolTip(), bar.error()); // all of it
    QVERIFY(bar.field()->width() >= bar.width() / 4);
}

void TablesTest::hitsInAnotherLanguage()
{
    FilterBar bar;
    bar.setHits(1282, 1282, -1);
    const QString english = bar.hits();
    QVERIFY(english.contains(QStringLiteral("rows")));
    applyLanguage(QStringLiteral("zh_CN"));
    const auto back = qScopeGuard([] { applyLanguage(QStringLiteral("en")); });
    QTRY_VERIFY(!bar.hits().contains(QStringLiteral("rows")));
    bar.setStatus(QStringLiteral("3"));
    applyLanguage(QStringLiteral("en"));
    QCoreApplication::processEvents();
    QCOMPARE(bar.hits(), QStringLiteral("3"));
}

void TablesTest::exportSaysWhyItFailed()
{
    const QTemporaryDir folder;
    Shown shown(3);
    shown.table.output().askForCsv();
    const QPointer dialog(shown.table.findChild<CsvDialog*>());
    QVERIFY(dialog);
    QLineEdit* const path = dialog->findChildren<QLineEdit*>().at(0);
    QPushButton* const write = dialog->findChild<QPushButton*>("export");
    QVERIFY(!path->isReadOnly() && write);
    const auto writeTo = [&](const QString& name) {
        path->setText(folder.filePath(name));
        emit path->textEdited(path->text());
        write->click();
    };
    const auto says = [&](const QString& words) {
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            if (label->text().contains(words))
                return true;
        }
        return false;
    };
    writeTo("nowhere/rows.csv");
    QTRY_VERIFY(says("nowhere"));
    QVERIFY(dialog->isVisible() && write->isEnabled());
    writeTo("rows.csv");
    QTRY_VERIFY(!dialog);
    QVERIFY(QFile::exists(folder.filePath("rows.csv")));
}

// A row is chosen wherever one is: all rows are what is offered first then.
void TablesTest::exportOffersAllRows()
{
    const QTemporaryDir folder;
    Shown shown(3);
    shown.table.chooseSources({1}, 1);
    shown.table.output().askForCsv();
    auto* const dialog = shown.table.findChild<CsvDialog*>();
    QVERIFY(dialog);
    QStringList offered;
    for (const QRadioButton* choice : dialog->findChildren<QRadioButton*>()) {
        if (choice->isChecked())
            offered.prepend(choice->text());
        else
            offered.append(choice->text());
    }
    QCOMPARE(offered, QStringList({"All 3 rows that are shown", "The chosen row"}));
    emit dialog->chosen(folder.filePath("rows.csv"), false);
    QTRY_VERIFY(QFile::exists(folder.filePath("rows.csv")));
    QFile file(folder.filePath("rows.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
    QCOMPARE(file.readAll().count('\n'), 4);
}

void TablesTest::partsKeepTheirShares()
{
    RoomSplitter splitter(300, {60, 40});
    auto* const upper = new QWidget;
    auto* const lower = new QWidget;
    for (QWidget* part : {upper, lower}) {
        part->setMinimumSize(50, 50);
        splitter.addWidget(part);
    }
    lower->hide();
    // Asked for before there is a layout, as when a workspace is opened.
    lower->show();
    splitter.share();
    splitter.show();
    for (const QSize size : {QSize(1000, 200), QSize(500, 1000), QSize(1200, 250)}) {
        splitter.resize(size);
        const bool isLow = size.height() < 300;
        QTRY_COMPARE(splitter.orientation(), isLow ? Qt::Horizontal : Qt::Vertical);
        const double part
            = isLow ? double(upper->width()) / size.width() : double(upper->height()) / size.height();
        QVERIFY2(std::abs(part - 0.6) < 0.02, qPrintable(QString::number(part)));
    }
}

/// A column of which most is NaN: bands that share their pixels are painted once.
void TablesTest::plotsAMillionRowsOfNan()
{
    ColumnPlot plot;
    plot.resize(1200, 400);
    ColumnPlot::Series series;
    for (std::uint32_t i = 0; i < 1'000'000; ++i)
        series.points.push_back({i, double(i), i % 2 == 0 ? 1.0 : std::nan(""),
            i % 2 == 0 ? std::nullopt : std::optional(NonFinite::Nan)});
    plot.setSeries(std::move(series));
    plot.show();
    QElapsedTimer clock;
    clock.start();
    const QImage picture = plot.grab().toImage();
    QVERIFY2(clock.elapsed() < 3000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!picture.isNull());
}

void TablesTest::copyOfAMillionRowsCanBeCancelled()
{
    Shown shown(1'000'000);
    QGuiApplication::clipboard()->setText("before");
    QElapsedTimer clock;
    clock.start();
    shown.table.selectAll();
    QVERIFY(shown.table.isAllSelected());
    shown.table.output().copyRows();
    QVERIFY2(clock.elapsed() < 320, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(shown.tasks.running().size(), 1);
    shown.tasks.cancelAll();
    QTRY_VERIFY(shown.tasks.running().isEmpty());
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("before"));
    shown.table.output().copyRows();
    QTRY_VERIFY_WITH_TIMEOUT(shown.tasks.running().isEmpty(), 60'000);
    const QByteArray text = QGuiApplication::clipboard()->mimeData()->data("text/plain");
    QCOMPARE(text.count('\n'), 1'000'001);
    QVERIFY(text.endsWith("net/op_999999\t0\n"));
}

void TablesTest::exportSparesWhatIsOpen()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("dump"));
    Shown shown(10);
    shown.table.output().setInputs([&] { return std::vector {folder.filePath("dump").toStdString()}; });
    shown.table.output().exportCsv(folder.filePath("dump/rows.csv"), false);
    QTRY_VERIFY(shown.tasks.running().isEmpty());
    QVERIFY(QDir(folder.filePath("dump")).isEmpty());
    shown.table.output().exportCsv(folder.filePath("rows.csv"), false);
    QTRY_VERIFY(shown.tasks.running().isEmpty());
    QVERIFY(QFile::exists(folder.filePath("rows.csv")));
}

/// Three million rows, of which a window of thirty was ever looked at.
void TablesTest::exportIsNotWhatIsLoaded()
{
    constexpr int kRows = 3'000'000;
    const QTemporaryDir folder;
    Shown shown(kRows);
    shown.table.output().exportCsv(folder.filePath("rows.csv"), true);
    QTRY_VERIFY_WITH_TIMEOUT(shown.tasks.running().isEmpty(), 120'000);
    QFile file(folder.filePath("rows.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const uchar* const bytes = file.map(0, file.size());
    QVERIFY(bytes);
    const QByteArray text
        = QByteArray::fromRawData(reinterpret_cast<const char*>(bytes), qsizetype(file.size()));
    QCOMPARE(text.count('\n'), kRows + 1);
    const auto place = text.indexOf("net/op_1500000,");
    QVERIFY(place > text.size() / 3 && place < text.size() * 2 / 3);
    QVERIFY(text.last(40).contains("net/op_2999999,2"));
}

void TablesTest::selectionSurvivesFilterAndSort()
{
    Shown shown(1000);
    shown.table.chooseSources({7, 70, 700}, 70);
    shown.model.setFilter(shown.filter("name:*op_70*"));
    QTRY_COMPARE(shown.model.rowCount(), 11); // op_70 and op_700 to op_709
    QCOMPARE(shown.table.currentSource(), 70);
    QCOMPARE(shown.table.selectedSources(), (std::vector<std::uint32_t> {70, 700}));
    QCOMPARE(shown.table.hiddenSelected(), std::size_t {1});
    shown.model.sort(0, Qt::DescendingOrder);
    QTRY_COMPARE(shown.model.sourceRow(0), 709U);
    QCOMPARE(shown.table.currentSource(), 70);
    shown.model.setFilter(shown.filter(""));
    QTRY_COMPARE(shown.model.rowCount(), 1000);
    QCOMPARE(shown.table.selectedSources(), (std::vector<std::uint32_t> {700, 70, 7}));
    // The current row is on screen.
    QVERIFY(shown.table.viewport()->rect().intersects(shown.table.visualRect(shown.table.currentIndex())));
}

// The window goes on showing row 7: row 70 must not look as if it were the shown one.
void TablesTest::hiddenRowLeavesNoneHighlighted()
{
    Shown shown(1000);
    shown.table.chooseSources({7, 70, 700}, 7);
    shown.model.setFilter(shown.filter("name:*op_70*"));
    QTRY_COMPARE(shown.model.rowCount(), 11);
    QCOMPARE(shown.table.chosenSource(), std::int64_t {-1});
    QCOMPARE(shown.table.selectedSources(), std::vector<std::uint32_t>());
    QCOMPARE(shown.table.hiddenSelected(), std::size_t {3});
    shown.model.setFilter(shown.filter(""));
    QTRY_COMPARE(shown.model.rowCount(), 1000);
    QCOMPARE(shown.table.chosenSource(), std::int64_t {7});
    QCOMPARE(shown.table.selectedSources(), (std::vector<std::uint32_t> {7, 70, 700}));
}

// The keyboard is on row 5, which is not chosen any more; row 4 is shown, before a filter and after it.
void TablesTest::deselectedRowIsNotShown()
{
    Shown shown(1000);
    shown.table.chooseSources({4, 5}, 4);
    shown.table.selectionModel()->setCurrentIndex(shown.model.index(5, 0), QItemSelectionModel::NoUpdate);
    shown.table.selectionModel()->select(
        shown.model.index(5, 0), QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
    QCOMPARE(shown.table.chosenSource(), std::int64_t {4});
    QSignalSpy told(&shown.table, &DataTable::chosenSourceChanged);
    shown.model.setFilter(shown.filter("name:*op_*4*"));
    QTRY_VERIFY(shown.model.rowCount() < 1000);
    QCOMPARE(shown.table.chosenSource(), std::int64_t {4});
    QCOMPARE(shown.table.selectedSources(), std::vector<std::uint32_t> {4});
    QCOMPARE(told.count(), 0);
}

// What is shown has not changed, so its row stays highlighted.
void TablesTest::theLastRowStaysHighlighted()
{
    Shown shown(1000);
    shown.table.chooseSources({3}, 3);
    QSignalSpy told(&shown.table, &DataTable::chosenSourceChanged);
    const QRect row = shown.table.visualRect(shown.model.index(3, 0));
    QVERIFY(!row.isEmpty());
    QTest::mouseClick(shown.table.viewport(), Qt::LeftButton, Qt::ControlModifier, row.center());
    QCOMPARE(shown.table.chosenSource(), std::int64_t {3});
    QCOMPARE(shown.table.selectedSources(), std::vector<std::uint32_t> {3});
    shown.model.setFilter(shown.filter("name:*op_3"));
    QTRY_VERIFY(shown.model.rowCount() < 5);
    QTest::mouseClick(shown.table.viewport(), Qt::LeftButton, Qt::NoModifier,
        {5, shown.table.viewport()->height() - 2}); // below the rows
    QCOMPARE(shown.table.chosenSource(), std::int64_t {3});
    QCOMPARE(told.count(), 0);
}

void TablesTest::worksWithKeysAlone()
{
    Shown shown(100);
    QVERIFY(QTest::qWaitForWindowActive(&shown.table));
    shown.table.setFocus();
    QSignalSpy moved(&shown.table, &DataTable::chosenSourceChanged);
    QSignalSpy menu(&shown.table, &DataTable::rowMenuRequested);
    shown.table.setCurrentIndex(shown.model.index(0, 0));
    QTest::keyClick(&shown.table, Qt::Key_Down);
    QTest::keyClick(&shown.table, Qt::Key_Down);
    QCOMPARE(shown.table.currentSource(), 2);
    QVERIFY(moved.count() >= 2);
    QTest::keyClick(&shown.table, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(shown.table.selectedSources(), (std::vector<std::uint32_t> {2, 3}));
    // A letter is no search: it is left for actions.
    QTest::keyClick(&shown.table, Qt::Key_N);
    QCOMPARE(shown.table.currentSource(), 3);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
    QApplication::sendEvent(&shown.table, &event);
    QCOMPARE(menu.count(), 1);
    shown.table.goToRow(50);
    QCOMPARE(shown.table.currentSource(), 50);
}

// The row that is chosen stays so, though others are shown; the dump's order shows it again.
void TablesTest::sortingShowsWhatComesFirst()
{
    Shown shown(100);
    const int column = shown.model.columnNumber("slot");
    shown.table.setColumnWidth(column, 30);
    shown.table.goToRow(50);
    QVERIFY(shown.table.verticalScrollBar()->value() > 0);
    // As panels do that show the selection of the window.
    connect(&shown.model, &ColumnModel::rowsReplaced, &shown.table,
        [&shown] { shown.table.chooseSources({50}, 50); });
    QTest::mouseClick(shown.table.horizontalHeader()->viewport(), Qt::LeftButton, {},
        QPoint(shown.table.columnViewportPosition(column) + 8, 8));
    QTRY_VERIFY(!shown.model.isBusy() && !shown.model.sortKeys().empty());
    QTRY_COMPARE(shown.table.verticalScrollBar()->value(), 0);
    // The arrow has room beside the title.
    QVERIFY(shown.table.columnWidth(column) >= shown.table.horizontalHeader()->sectionSizeHint(column));
    QCOMPARE(shown.table.currentSource(), 50);
    shown.table.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    QTRY_VERIFY(shown.table.verticalScrollBar()->value() > 0);
    QCOMPARE(shown.table.currentSource(), 50);
}

// A panel that comes to the front, or back, is no choice; the first key is.
void TablesTest::focusChoosesNothing()
{
    Shown shown(10);
    QVERIFY(QTest::qWaitForWindowActive(&shown.table));
    QSignalSpy current(shown.table.selectionModel(), &QItemSelectionModel::currentChanged);
    QSignalSpy chosen(&shown.table, &DataTable::chosenSourceChanged);
    shown.table.setFocus();
    QVERIFY(shown.table.hasFocus());
    QCOMPARE(current.count() + chosen.count(), 0);
    QCOMPARE(shown.table.currentSource(), -1);
    QTest::keyClick(&shown.table, Qt::Key_Down);
    QCOMPARE(shown.table.currentSource(), 0);
    QCOMPARE(chosen.count(), 1);
    shown.table.clearFocus();
    shown.table.setFocus();
    QCOMPARE(shown.table.currentSource(), 0);
}

// Whatever is highlighted, one of those rows is told, and none twice.
void TablesTest::highlightedRowIsTold()
{
    Shown shown(100);
    QVERIFY(QTest::qWaitForWindowActive(&shown.table));
    QSignalSpy chosen(&shown.table, &DataTable::chosenSourceChanged);
    const auto click = [&](int row, Qt::KeyboardModifiers held = {}) {
        QTest::mouseClick(shown.table.viewport(), Qt::LeftButton, held,
            shown.table.visualRect(shown.model.index(row, 0)).center());
    };
    shown.table.chooseSources({1}, 1);
    QCOMPARE(shown.table.chosenSource(), 1);
    shown.model.setFilter(shown.filter("slot:0"));
    QTRY_COMPARE(shown.model.rowCount(), 34);
    QCOMPARE(shown.table.chosenSource(), -1);
    click(0);
    QCOMPARE(shown.table.chosenSource(), 0);
    QCOMPARE(chosen.count(), 1);
    click(2, Qt::ControlModifier);
    QCOMPARE(shown.table.chosenSource(), 6);
    click(2, Qt::ControlModifier); // no longer highlighted, though the keyboard is there
    QCOMPARE(shown.table.selectedSources(), (std::vector<std::uint32_t> {0}));
    QCOMPARE(shown.table.chosenSource(), 0);
    QCOMPARE(chosen.count(), 3);
    QCOMPARE(chosen.last().first().toLongLong(), 0);
    shown.table.chooseSources({}, -1);
    QCOMPARE(shown.table.chosenSource(), -1);
    QCOMPARE(shown.table.currentSource(), -1);
    click(0);
    QCOMPARE(chosen.count(), 4);
}

// A table with fewer and other columns, while something asks for sizes all the time.
void TablesTest::otherColumnsComeAtOnce()
{
    using Column = core::FilterTable::Column;
    using core::ColumnType;
    const auto table = [](std::vector<Column> columns, int rows) {
        auto made = std::make_shared<test::MemoryTable>(std::move(columns), 0);
        for (int row = 0; row < rows; ++row) {
            test::MemoryTable::Row cells {"op_" + std::to_string(row)};
            while (cells.size() < made->columns().size())
                cells.emplace_back(double(row));
            made->add(std::move(cells));
        }
        return made;
    };
    const Column name {"op_name", ColumnType::Text}, a {"a", ColumnType::Real}, b {"b", ColumnType::Real},
        c {"c", ColumnType::Real};
    for (const bool isGrown : {false, true}) {
        Shown shown(5, table({name, a, b, c}, 5));
        connect(&shown.model, &QAbstractItemModel::modelReset, &shown.table,
            [&] { static_cast<QWidget&>(shown.table).minimumSizeHint(); });
        shown.table.columns().show(3, true);
        shown.table.columns().pin(3, true);
        shown.table.columns().show(1, true);
        shown.table.horizontalHeader()->setSortIndicator(3, Qt::DescendingOrder);
        shown.model.setFilter(shown.filter("a>0"));
        QTRY_COMPARE(shown.model.rowCount(), 4);
        const auto fewer = table({name, c}, 7);
        isGrown ? shown.model.growTable(fewer, 7) : shown.model.setTable(fewer, 7);
        QTRY_COMPARE(shown.model.columnCount(), 2);
        QTRY_COMPARE(shown.model.rowCount(), 7); // nobody knows what to filter by
        QCOMPARE(shown.model.sortKeys().size(), std::size_t {1});
        QCOMPARE(shown.model.sortKeys().front().column, 1);
        QCOMPARE(shown.model.sourceRow(0), 6U);
        QCOMPARE(shown.table.horizontalHeader()->sortIndicatorSection(), 1);
        QVERIFY(shown.table.columns().isPinned(1));
        QCOMPARE(shown.table.columns().shown(), (std::vector<int> {1, 0}));
        shown.table.grab();
        // Without the column that sorted, the table's own order.
        shown.model.setTable(table({name}, 2), 2);
        QTRY_COMPARE(shown.model.columnCount(), 1);
        QVERIFY(shown.model.sortKeys().empty());
        QCOMPARE(shown.table.columns().shown(), (std::vector<int> {0}));
        QCOMPARE(shown.table.horizontalHeader()->sortIndicatorSection(), -1);
        shown.table.grab();
    }
    // A filter line forgets what it compiled for columns that are gone.
    FilterBar bar;
    bar.setTable(table({name, a}, 1));
    bar.setText("a>0");
    QVERIFY(!bar.filter().matchesEverything());
    bar.setTable(table({name}, 1));
    QVERIFY(!bar.error().isEmpty());
    QVERIFY(bar.filter().matchesEverything());
}

void TablesTest::columnsAreChosenMovedAndPinned()
{
    Shown shown(10);
    QCOMPARE(shown.table.columns().shown(), (std::vector<int> {0, 1}));
    shown.table.columns().pin(1, true);
    QCOMPARE(shown.table.columns().shown(), (std::vector<int> {1, 0}));
    const QJsonObject view = shown.table.columns().save();
    shown.table.columns().pin(1, false);
    shown.table.columns().show(1, false);
    QCOMPARE(shown.table.columns().shown(), (std::vector<int> {0}));
    shown.table.columns().restore(view);
    QCOMPARE(shown.table.columns().shown(), (std::vector<int> {1, 0}));
    QVERIFY(shown.table.columns().isPinned(1));
    QCOMPARE(shown.table.columns().save(), view);
    // Columns that nobody knows leave the usual ones.
    shown.table.columns().restore({{"columns", QJsonArray {"nosuch"}}});
    QVERIFY(!shown.table.columns().shown().empty());
    shown.table.columns().restore({});
    QCOMPARE(shown.table.columns().shown(), (std::vector<int> {0, 1}));
    QVERIFY(!shown.table.columns().isPinned(1));
}

// What follows from the rows and the room there is is no choice of anybody.
void TablesTest::onlyChoicesAreKept()
{
    Shown shown(1000);
    QVERIFY(QTest::qWaitForWindowExposed(&shown.table));
    QCOMPARE(shown.table.columns().save(), QJsonObject());
    shown.table.resize(900, 300);
    shown.table.goToRow(990);
    QCOMPARE(shown.table.columns().save(), QJsonObject());
    QHeaderView* const header = shown.table.horizontalHeader();
    const int wanted = header->sectionSize(1) + 40;
    const QPoint edge(header->sectionViewportPosition(1) + header->sectionSize(1) - 1, header->height() / 2);
    QTest::mousePress(header->viewport(), Qt::LeftButton, {}, edge);
    QTest::mouseMove(header->viewport(), edge + QPoint(40, 0));
    QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, edge + QPoint(40, 0));
    QCOMPARE(header->sectionSize(1), wanted);
    const QJsonObject view = shown.table.columns().save();
    QCOMPARE(view, (QJsonObject {{"widths", QJsonObject {{"slot", wanted}}}}));
    Shown other(10);
    other.table.columns().restore(view);
    QCOMPARE(other.table.columnWidth(1), wanted);
    QCOMPARE(other.table.columns().save(), view);
    other.table.columns().restore({});
    QVERIFY(other.table.columnWidth(1) < wanted);
}

/// A word that is whole already is not made longer by Return.
void TablesTest::completionKeepsAWholeWord()
{
    const auto table = std::make_shared<test::MemoryTable>(
        std::vector<core::FilterTable::Column> {
            {"op_name", core::ColumnType::Text}, {"run", core::ColumnType::Text}},
        0);
    table->add({std::string("a"), std::string("bug-statistic")});
    table->add({std::string("b"), std::string("bug")});
    FilterBar bar;
    bar.setTable(table);
    bar.show();
    bar.activateWindow();
    bar.field()->setFocus();
    QTRY_VERIFY(bar.field()->hasFocus());
    QTest::keyClicks(bar.field(), "run:bug");
    QAbstractItemView* const popup = bar.findChild<QCompleter*>()->popup();
    QTRY_VERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(bar.text(), QStringLiteral("run:bug"));
    QTest::keyClicks(bar.field(), "-");
    QTRY_VERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(bar.text(), QStringLiteral("run:bug-statistic"));
}

void TablesTest::filterShowsItsMistake()
{
    FilterBar bar;
    bar.setTable(std::make_shared<const NumberedTable>());
    QSignalSpy changed(&bar, &FilterBar::filterChanged);
    QTest::keyClicks(bar.field(), "slot>1");
    QVERIFY(changed.count() >= 1);
    QVERIFY(bar.error().isEmpty());
    bar.setHits(61, 2368, 12);
    QCOMPARE(bar.hits(), QStringLiteral("61 of 2\u2009368 · 12 ms"));
    bar.setText("op slto>1");
    QVERIFY(bar.error().contains("slot")); // the nearest column
    auto* const line = qobject_cast<ExpressionLine*>(bar.field());
    QCOMPARE(line->errorAt(), 3);
    bar.setText("op");
    bar.addTerm("slot:2");
    QCOMPARE(bar.text(), QString("op slot:2"));
    QCOMPARE(line->errorAt(), -1);
    QVERIFY(!bar.field()->accessibleName().isEmpty());
}

/// What is typed on the way to a filter is no filter of its own, and what is cleared can be had again.
void TablesTest::recentFiltersAreWhole()
{
    FilterBar bar;
    bar.setTable(std::make_shared<const NumberedTable>());
    bar.show();
    bar.field()->setFocus();
    for (const char* typed : {"op", "_1", " slot>1"}) {
        QTest::keyClicks(bar.field(), typed);
        QTest::keyClick(bar.field(), Qt::Key_Return);
    }
    QSignalSpy wrong(&bar, &FilterBar::errorChanged);
    bar.clear();
    QCOMPARE(bar.text(), QString());
    auto* const button = bar.findChild<QToolButton*>();
    emit button->menu()->aboutToShow();
    QStringList recent;
    for (const QAction* action : button->menu()->actions()) {
        if (action->text().startsWith("op"))
            recent.append(action->text());
    }
    QCOMPARE(recent, QStringList {"op_1 slot>1"});
    bar.setText("nothing:1");
    QCOMPARE(wrong.count(), 1);
    bar.clear();
    QCOMPARE(wrong.count(), 2);
}

/// What the window shows, without painting anything.
template<typename View> QImage onScreen(const View& view)
{
    QCoreApplication::processEvents(); // what is due is painted
    return view.screen()->grabWindow(view.winId()).toImage();
}

void turnWheel(QAbstractScrollArea& view, int notches)
{
    const QPointF place = QRectF(view.viewport()->rect()).center();
    QWheelEvent wheel(place, view.viewport()->mapToGlobal(place), {}, QPoint(0, -120 * notches), Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view.viewport(), &wheel);
}

/// Scrolling moves what is painted, and with it what covers the row at the lower edge.
void TablesTest::wheelLeavesNoRowHalfPainted()
{
    Shown shown(200);
    SimpleTable simple;
    QStandardItemModel rows(200, 1);
    for (int row = 0; row < rows.rowCount(); ++row)
        rows.setItem(row, new QStandardItem(QStringLiteral("row %1").arg(row)));
    simple.setRows(&rows, 0);
    simple.resize(300, 301);
    simple.show();
    for (QTableView* const table :
        {static_cast<QTableView*>(&shown.table), static_cast<QTableView*>(&simple)}) {
        QVERIFY(QTest::qWaitForWindowExposed(table));
        // Lower than a whole number of rows, so that one is cut.
        const int height = table->verticalHeader()->defaultSectionSize();
        table->resize(table->width(), table->height() + height / 2 - table->viewport()->height() % height);
        QTRY_COMPARE(table->viewport()->height() % height, height / 2);
        for (const int notches : {1, 1, 1, -1, 2}) {
            turnWheel(*table, notches);
            const QImage scrolled = onScreen(*table);
            table->viewport()->repaint();
            const QImage painted = onScreen(*table);
            QVERIFY(!painted.isNull());
            QCOMPARE(scrolled, painted);
            QCOMPARE(table->rowViewportPosition(table->rowAt(0)), 0);
        }
        QVERIFY(table->verticalScrollBar()->value() > 0);
    }
}

/// However a table comes to a row, the uppermost one is not cut.
void TablesTest::rowsStayWhole()
{
    Shown shown(200);
    QVERIFY(QTest::qWaitForWindowExposed(&shown.table));
    const int height = shown.table.verticalHeader()->defaultSectionSize();
    shown.table.resize(600, shown.table.height() + height / 2 - shown.table.viewport()->height() % height);
    const auto isWhole = [&] { return shown.table.rowViewportPosition(shown.table.rowAt(0)) == 0; };
    for (const auto hint : {QAbstractItemView::EnsureVisible, QAbstractItemView::PositionAtCenter}) {
        for (const int row : {57, 11, 199, 100}) {
            const QModelIndex index = shown.model.index(row, 0);
            shown.table.scrollTo(index, hint);
            QVERIFY2(isWhole(), qPrintable(QString::number(row)));
            const QRect place = shown.table.visualRect(index);
            QVERIFY(shown.table.viewport()->rect().contains(place.adjusted(0, 0, -place.width() + 1, 0)));
        }
    }
    QScrollBar& bar = *shown.table.verticalScrollBar();
    bar.setValue(bar.maximum());
    QVERIFY(isWhole());
    const QRect last = shown.table.visualRect(shown.model.index(199, 0));
    QVERIFY(last.bottom() < shown.table.viewport()->height());
    // Nor does it move when the table is laid out anew.
    const int before = bar.value();
    shown.table.resize(580, shown.table.height());
    QCoreApplication::processEvents();
    QCOMPARE(bar.value(), before);
}

/// A menu takes the release of the button that opened it; what is laid out after it is not drawn by hand.
void TablesTest::menuOfTheHeaderSetsNoWidth()
{
    Shown shown(20);
    QVERIFY(QTest::qWaitForWindowExposed(&shown.table));
    const int before = shown.table.columnWidth(0);
    QVERIFY(before >= 180);
    QTest::mousePress(shown.table.horizontalHeader()->viewport(), Qt::RightButton, {}, QPoint(10, 5));
    shown.table.columns().setDefaults({"op_name", "slot"});
    QCOMPARE(shown.table.columnWidth(0), before);
    QVERIFY(!shown.table.columns().save().contains("widths"));
}

/// Other sentences never stand in the heights of those before, not even until events are handled.
void TablesTest::sentencesAreLaidOutAtOnce()
{
    SentenceList list;
    list.resize(220, 300);
    list.setSentences({{State::Pass, "Short."}});
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list));
    const QString sentence = QString("An operator is off by more than what comes in explains. ").repeated(4);
    list.setSentences({{State::Fail, sentence}, {State::Warn, sentence + "Again."}, {State::None, sentence}});
    int shown = 0;
    for (const QLabel* label : list.findChildren<QLabel*>()) {
        if (!label->accessibleName().startsWith("An operator"))
            continue;
        QVERIFY(label->isVisible());
        QVERIFY2(label->height() >= label->heightForWidth(label->width()),
            qPrintable(QString::number(label->height())));
        ++shown;
    }
    QCOMPARE(shown, 3);
}

void TablesTest::statusBitsAsBoxes_data()
{
    // docs/formats/ascend-dump-binary.md 3.3: bits of the AI Core's status word.
    QTest::addColumn<quint64>("status");
    QTest::addColumn<QStringList>("meanings");
    QTest::newRow("bit 5") << quint64 {0x20} << QStringList {"bit 5: floating-point compute overflow"};
    QTest::newRow("two bits") << quint64 {0x420}
                              << QStringList {"bit 5: floating-point compute overflow",
                                     "bit 10: cube accumulation overflow"};
    QTest::newRow("unknown") << quint64 {0x2} << QStringList {"bit 1: unknown bit"};
}

void TablesTest::statusBitsAsBoxes()
{
    QFETCH(const quint64, status);
    QFETCH(const QStringList, meanings);
    // The old layout: 2048 bytes, the AI Core's status behind kernel_code and block_idx at 1024.
    std::vector<std::byte> payload(2048);
    for (std::size_t i = 0; i < 8; ++i)
        payload[1024 + 16 + i] = static_cast<std::byte>(status >> (8 * i));
    const core::OverflowRecord record = core::decodeOverflowRecord(payload);
    QCOMPARE(record.setBlocks().size(), std::size_t {1});
    StatusBoxes boxes;
    boxes.setStatus(*record.setBlocks().front(), 0);
    QCOMPARE(boxes.bits(), 16);
    for (int bit = 0; bit < 16; ++bit)
        QCOMPARE(boxes.isSet(bit), ((status >> bit) & 1U) != 0);
    QCOMPARE(boxes.meanings().size(), meanings.size());
    for (int i = 0; i < meanings.size(); ++i)
        QVERIFY2(boxes.meanings()[i].startsWith(meanings[i]), qPrintable(boxes.meanings()[i]));
    QVERIFY(!boxes.accessibleDescription().isEmpty());
}

void TablesTest::tasksBelowThreeTenthsAreHidden()
{
    TaskRunner tasks;
    QWidget window;
    TaskStrip strip(tasks, &window);
    window.show();
    QVERIFY(!strip.isVisible());
    Task* const task = tasks.start<int>(Lane::Bulk, "Long work", &window,
        [&](core::TaskContext& context, const TaskRunner::Post&) -> core::Result<int> {
            context.progress.setPhases({{core::Message("Work"), 1.0}});
            context.progress.beginPhase(0, 1'000'000);
            test::eventually([&] {
                context.progress.advance(20);
                return context.stopped();
            });
            return core::fail(core::Code::Cancelled, core::Message("cancelled"));
        },
        {});
    WhenShown whenShown(*task);
    strip.installEventFilter(&whenShown);
    QTRY_VERIFY(strip.isVisible());
    QVERIFY2(whenShown.ms() >= 300, qPrintable(QString::number(whenShown.ms())));
    QVERIFY(strip.text().startsWith("Long work"));
    const auto* const bar = strip.findChild<QProgressBar*>();
    QList<int> values {bar->value()};
    connect(bar, &QProgressBar::valueChanged, this, [&values](int value) { values.append(value); });
    QTRY_VERIFY(values.size() > 5);
    QVERIFY(std::is_sorted(values.begin(), values.end()));
    strip.findChild<QToolButton*>()->click();
    QTRY_VERIFY(task->isOver());
    QCOMPARE(strip.text(), QString("Cancelled."));
}

void TablesTest::whatStandsStillIsNamed()
{
    TaskRunner tasks;
    QWidget window;
    TaskStrip strip(tasks, &window);
    window.show();
    std::atomic<bool> moves = false;
    Task* const task = tasks.start<int>(Lane::Bulk, "Long work", &window,
        [&](core::TaskContext& context, const TaskRunner::Post&) -> core::Result<int> {
            context.progress.setPhases({{core::Message("Reading headers"), 1.0}});
            context.progress.beginPhase(0, 100'000);
            context.progress.advance(10);
            context.progress.setItem("rank_0/huge.npz");
            test::eventually([&] {
                if (moves)
                    context.progress.advance();
                return context.stopped();
            });
            return core::fail(core::Code::Cancelled, core::Message("cancelled"));
        },
        {});
    QTRY_VERIFY(strip.isVisible());
    // Within two seconds; how busy the machine is does not matter as nothing else moves.
    QTRY_VERIFY2(strip.text().contains("Reading headers: rank_0/huge.npz"), qPrintable(strip.text()));
    moves = true;
    QTRY_VERIFY2(!strip.text().contains("huge.npz"), qPrintable(strip.text()));
    // Nothing of it is modal.
    QVERIFY(!QApplication::activeModalWidget());
    task->cancel();
    QTRY_VERIFY(task->isOver());
}

void TablesTest::endsAreAnnounced()
{
    std::atomic<bool> mayEnd;
    TaskRunner tasks;
    QWidget window;
    TaskStrip strip(tasks, &window);
    window.show();
    const auto run = [&](const QString& title, core::Code code) {
        mayEnd = false;
        Task* const task = tasks.start<int>(Lane::Bulk, title, &window,
            [&mayEnd, code](core::TaskContext& context, const TaskRunner::Post&) -> core::Result<int> {
                test::eventually([&] { return mayEnd || context.stopped(); });
                if (code == core::Code::Internal)
                    return core::fail(code, core::Message("broken"));
                return context.stopped() ? core::Result<int>(
                           tl::unexpect, core::makeError(core::Code::Cancelled, core::Message("")))
                                         : core::Result<int>(1);
            },
            {});
        QTRY_VERIFY(task->elapsedMs() > 350); // what is shorter is not told
        QTRY_VERIFY(strip.text().startsWith(title));
        if (code == core::Code::Cancelled)
            strip.findChild<QToolButton*>()->click();
        else
            mayEnd = true;
        QTRY_VERIFY(task->isOver());
    };
    run("Whole", core::Code::Usage);
    QCOMPARE(strip.accessibleDescription(), QString("Whole: done."));
    run("Broken", core::Code::Internal);
    QCOMPARE(strip.accessibleDescription(), QString("Broken: failed."));
    // A view that asks anew drops what it asked before; that is no news.
    for (const Lane lane : {Lane::Interactive, Lane::Bulk}) {
        Task* const dropped = tasks.start<int>(lane, "Dropped", &strip,
            [](core::TaskContext& context, const TaskRunner::Post&) -> core::Result<int> {
                context.progress.setPhases({{core::Message("Work"), 1.0}});
                context.progress.beginPhase(0, 206'916);
                test::eventually([&] { return context.stopped(); });
                return core::fail(core::Code::Cancelled, core::Message("cancelled"));
            },
            {});
        QTRY_VERIFY(dropped->elapsedMs() > 350);
        dropped->cancel();
        QTRY_VERIFY(dropped->isOver());
        QCOMPARE(strip.accessibleDescription(), QString("Broken: failed."));
        QVERIFY(!strip.text().startsWith("Cancelled"));
    }
    run("Stopped", core::Code::Cancelled);
    QCOMPARE(strip.accessibleDescription(), QString("Cancelled."));
}

QTEST_MAIN(TablesTest)
#include "tst_tables.moc"
