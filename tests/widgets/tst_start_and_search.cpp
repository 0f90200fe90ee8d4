// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/command_palette.h"
#include "chrome/drop_area.h"
#include "chrome/help_window.h"
#include "chrome/start_page.h"
#include "common/cell_roles.h"
#include "common/fuzzy_match.h"
#include "common/language.h"
#include "comparison/comparisons.h"
#include "documents/annotations.h"
#include "documents/problem_list.h"
#include "graph/shown_graph.h"
#include "kit/recent_list.h"
#include "readers/format_registry.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QDropEvent>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

struct Bench {
    TaskRunner tasks;
    ActionRegistry actions;
    Session session {tasks, core::builtinFormats()};
    Selection selection {session};
    ProblemList problems {session, tasks};
    Comparisons comparisons {session, selection, tasks};
    ShownGraph graph {session, selection, comparisons, tasks};
    Annotations annotations;
    Workbench workbench {session, selection, tasks, actions, problems, annotations, comparisons, graph};
    QMainWindow window;

    void openSample()
    {
        session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target"));
        QTRY_VERIFY_WITH_TIMEOUT(session.isSettled(), 20000);
    }
};

} // namespace

class tst_start_and_search : public QObject {
    Q_OBJECT
private slots:
    void fuzzyOrder_data();
    void fuzzyOrder();
    void fuzzyNeedsAllCharacters();
    void paletteFindsActions();
    void paletteFindsTensors();
    void paletteTellsStepsApart();
    void paletteListsTheTargetFirst();
    void paletteRunsTheAction();
    void escapeClosesThePalette();
    void startPageOpensRecent();
    void aChosenEntryMayBeReplaced();
    void startPageAsksForTheSample();
    void dropOnTheHalfThatCompares();
    void helpHasEveryTopic();
    void helpHeadingsStandOut();
};

void tst_start_and_search::fuzzyOrder_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("better");
    QTest::addColumn<QByteArray>("worse");
    QTest::newRow("run") << QByteArray("conv") << QByteArray("a/conv1") << QByteArray("a/c-o-n-v");
    QTest::newRow("word starts") << QByteArray("ba") << QByteArray("net/BiasAdd") << QByteArray("net/rubba");
    QTest::newRow("last segment") << QByteArray("relu") << QByteArray("net/ReLU-op0")
                                  << QByteArray("relu/net-op0/x");
    QTest::newRow("later but better")
        << QByteArray("fc") << QByteArray("f-loss/fc1") << QByteArray("f-loss/xc1");
    QTest::newRow("shorter") << QByteArray("op") << QByteArray("net/op")
                             << QByteArray("net/op-with-a-rather-long-tail");
}

void tst_start_and_search::fuzzyOrder()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, better);
    QFETCH(QByteArray, worse);
    const auto good = fuzzyScore(pattern.constData(), better.constData());
    const auto bad = fuzzyScore(pattern.constData(), worse.constData());
    QVERIFY(good);
    QVERIFY(bad);
    QVERIFY2(*good > *bad, qPrintable(QStringLiteral("%1 against %2").arg(*good).arg(*bad)));
}

void tst_start_and_search::fuzzyNeedsAllCharacters()
{
    QVERIFY(!fuzzyScore("convx", "conv1"));
    QVERIFY(!fuzzyScore("vc", "conv"));
    QVERIFY(!fuzzyScore("a", ""));
    QVERIFY(fuzzyScore("", "anything"));
    QVERIFY(fuzzyScore("fc1 bias", "fc1-Dense/BiasAdd-op0"));
    QVERIFY(fuzzyScore("CONV", "conv"));
}

void tst_start_and_search::paletteFindsActions()
{
    Bench bench;
    bench.window.show();
    bench.actions.handle("file.open", &bench.window, [] {});
    bench.actions.handle("edit.preferences", &bench.window, [] {});
    QTRY_VERIFY(bench.actions.action("file.open")->isEnabled());
    CommandPalette palette(bench.workbench, &bench.window);
    palette.open(CommandPalette::Scope::Everything);
    // What nobody handles is not offered.
    QCOMPARE(palette.shown().size(), 2);
    palette.findChild<QLineEdit*>()->setText(QStringLiteral("pref"));
    QCOMPARE(palette.shown(), QStringList {QStringLiteral("edit.preferences")});
}

void tst_start_and_search::paletteFindsTensors()
{
    Bench bench;
    bench.openSample();
    CommandPalette palette(bench.workbench, &bench.window);
    palette.open(CommandPalette::Scope::Tensors);
    palette.findChild<QLineEdit*>()->setText(QStringLiteral("fc1 biasadd"));
    QTRY_VERIFY(palette.isSettled() && !palette.shown().isEmpty());
    QVERIFY2(palette.shown().first().contains(QLatin1String("fc1")), qPrintable(palette.shown().first()));
    QSignalSpy opened(&bench.selection, &Selection::opened);
    QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    QVERIFY(bench.selection.tensor().opName().contains(QLatin1String("fc1")));
    palette.open(CommandPalette::Scope::Tensors);
    palette.findChild<QLineEdit*>()->setText(QStringLiteral("no such tensor at all"));
    QTRY_VERIFY(palette.isSettled());
    QVERIFY(palette.shown().isEmpty());
}

/// A tensor of each step: no two rows read the same.
void tst_start_and_search::paletteTellsStepsApart()
{
    Bench bench;
    bench.session.open(QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/lenet-ms210-statistic"));
    QTRY_VERIFY(bench.session.isSettled());
    CommandPalette palette(bench.workbench, &bench.window);
    palette.open(CommandPalette::Scope::Tensors);
    palette.findChild<QLineEdit*>()->setText(QStringLiteral("fc1 biasadd"));
    QTRY_VERIFY(palette.isSettled() && !palette.shown().isEmpty());
    const QAbstractItemModel& rows = *palette.findChild<QListView*>()->model();
    QStringList all;
    bool isStepSaid = false;
    for (int row = 0; row < rows.rowCount(); ++row) {
        const QModelIndex index = rows.index(row, 0);
        const QString words = index.data(SecondaryTextRole).toString();
        isStepSaid = isStepSaid || words.contains(QStringLiteral(" · step 1 · "));
        all += index.data().toString() + u'|' + words;
    }
    QVERIFY2(isStepSaid, qPrintable(all.join('\n')));
    QCOMPARE(all.removeDuplicates(), 0);
}

void tst_start_and_search::paletteListsTheTargetFirst()
{
    Bench bench;
    OpenedRoot* const golden = bench.session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden"));
    bench.openSample();
    golden->setSide(OpenedRoot::Side::Golden);
    bench.session.roots().last()->setSide(OpenedRoot::Side::Target);
    CommandPalette palette(bench.workbench, &bench.window);
    palette.open(CommandPalette::Scope::Tensors);
    palette.findChild<QLineEdit*>()->setText(QStringLiteral("fc1 biasadd"));
    QTRY_VERIFY(palette.isSettled() && palette.shown().size() > 1);
    const QAbstractItemModel& rows = *palette.findChild<QListView*>()->model();
    const auto rowOf = [&](const char* dump) {
        for (int row = 0; row < rows.rowCount(); ++row) {
            if (rows.index(row, 0).data(SecondaryTextRole).toString().endsWith(QLatin1String(dump)))
                return row;
        }
        return -1;
    };
    QCOMPARE(rowOf("target"), 0);
    QVERIFY(rowOf("golden") > 0);
}

void tst_start_and_search::paletteRunsTheAction()
{
    Bench bench;
    int runs = 0;
    bench.actions.handle("file.open", &bench.window, [&runs] { ++runs; });
    bench.window.show();
    QTRY_VERIFY(bench.actions.action("file.open")->isEnabled());
    CommandPalette palette(bench.workbench, &bench.window);
    palette.open(CommandPalette::Scope::Everything);
    QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return);
    QCOMPARE(runs, 1);
    QVERIFY(palette.isHidden());
}

void tst_start_and_search::escapeClosesThePalette()
{
    Bench bench;
    bench.window.show();
    CommandPalette palette(bench.workbench, &bench.window);
    palette.open(CommandPalette::Scope::Everything);
    QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Escape);
    QVERIFY(palette.isHidden());
}

void tst_start_and_search::startPageOpensRecent()
{
    ActionRegistry actions;
    StartPage page(actions);
    QSignalSpy opened(&page, &StartPage::openRequested);
    QSignalSpy compared(&page, &StartPage::compareRequested);
    page.setRecent({{{QStringLiteral("/d/a"), QStringLiteral("/d/b")}, {}, State::Fail, true,
                        QDateTime::currentDateTime()},
        {{QStringLiteral("/d/c")}, {}, State::None, false, {}}});
    auto* const list = page.findChild<QAbstractItemView*>();
    QCOMPARE(list->model()->rowCount(), 2);
    emit list->activated(list->model()->index(0, 0));
    emit list->activated(list->model()->index(1, 0));
    QCOMPARE(compared.count(), 1);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened.first().first().toStringList(), QStringList {QStringLiteral("/d/c")});
    page.findChild<QLineEdit*>()->setText(QStringLiteral("/d/c"));
    QCOMPARE(list->model()->rowCount(), 1);
}

/// The half that compares asks for both sides, whether one is dropped or two.
/// What is opened becomes an entry of the list at once, while others still read which one was chosen.
void tst_start_and_search::aChosenEntryMayBeReplaced()
{
    RecentList list;
    const QStringList pair {QStringLiteral("/dumps/target"), QStringLiteral("/dumps/golden")};
    list.setEntries({RecentEntry {pair, {}, State::None, true, {}}}, false);
    QStringList read;
    connect(&list, &RecentList::chosen, this, [&list](const QStringList&) { list.setEntries({}, false); });
    connect(&list, &RecentList::chosen, this, [&read](const QStringList& paths) { read = paths; });
    emit list.activated(list.model()->index(0, 0));
    QCOMPARE(read, pair);
}

void tst_start_and_search::dropOnTheHalfThatCompares()
{
    ActionRegistry actions;
    StartPage page(actions);
    page.resize(1100, 700);
    QSignalSpy sides(&page, &StartPage::sidesDropped), opened(&page, &StartPage::openRequested);
    auto* const area = page.findChild<DropArea*>();
    area->resize(900, 190);
    const auto drop = [area](const QStringList& paths, int x) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls += QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(x, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(area, &enter);
        QDropEvent event(QPointF(x, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(area, &event);
    };
    drop({QStringLiteral("/d/a")}, 800);
    QCOMPARE(sides.takeFirst().first().toStringList(), QStringList({"/d/a"}));
    drop({QStringLiteral("/d/a"), QStringLiteral("/d/b")}, 800);
    QCOMPARE(sides.takeFirst().first().toStringList(), QStringList({"/d/a", "/d/b"}));
    QVERIFY(opened.isEmpty());
    drop({QStringLiteral("/d/a")}, 100);
    QCOMPARE(opened.size(), 1);
}

void tst_start_and_search::startPageAsksForTheSample()
{
    ActionRegistry actions;
    StartPage page(actions);
    QSignalSpy asked(&page, &StartPage::sampleRequested);
    for (QAbstractButton* button : page.findChildren<QAbstractButton*>()) {
        if (button->text() == QLatin1String("Open the sample"))
            button->click();
    }
    QCOMPARE(asked.count(), 1);
}

void tst_start_and_search::helpHasEveryTopic()
{
    ActionRegistry actions;
    const auto formats = core::builtinFormats();
    HelpWindow help(*formats, actions);
    for (const QString& topic : HelpWindow::topics()) {
        QVERIFY(help.showTopic(topic));
        QVERIFY2(help.findChild<QTextBrowser*>()->toPlainText().size() > 100, qPrintable(topic));
    }
    QVERIFY(!help.showTopic(QStringLiteral("nonsense")));
}

void tst_start_and_search::helpHeadingsStandOut()
{
    ActionRegistry actions;
    const auto formats = core::builtinFormats();
    HelpWindow help(*formats, actions);
    for (const QString& language : languages()) {
        applyLanguage(language);
        for (const QString& topic : HelpWindow::topics()) {
            QVERIFY(help.showTopic(topic));
            const QTextDocument& text = *help.findChild<QTextBrowser*>()->document();
            for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
                if (block.blockFormat().headingLevel() == 0)
                    continue;
                for (auto part = block.begin(); !part.atEnd(); ++part) {
                    const QTextCharFormat format = part.fragment().charFormat();
                    QVERIFY2(format.fontWeight() >= QFont::Bold, qPrintable(topic + block.text()));
                    QCOMPARE(format.intProperty(QTextFormat::FontSizeAdjustment),
                        4 - block.blockFormat().headingLevel());
                }
            }
        }
    }
    applyLanguage(languages().first());
}

QTEST_MAIN(tst_start_and_search)
#include "tst_start_and_search.moc"
