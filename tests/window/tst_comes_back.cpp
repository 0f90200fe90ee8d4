// SPDX-License-Identifier: GPL-3.0-or-later
// What was open comes back as it was left, and another run is looked at in the same place.
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "window_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 60'000;
const QString kTarget = QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target");
const QString kGolden = QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden");
const QString kFilter = QStringLiteral("op_type:MatMul");

bool isReady(const test::WindowProgram& program)
{
    return program.window.isSettled() && program.services.selection.tensor().isValid();
}

/// Some tensor that nobody would come to by himself, at some element.
QString lookAround(test::WindowProgram& program)
{
    program.find<FilterBar>("tensors")->setText(kFilter);
    auto* const table = program.find<DataTable>("tensors");
    const auto isFiltered = [&] {
        return isReady(program) && table->model()->rowCount() > 5 && table->model()->rowCount() < 168;
    };
    if (!QTest::qWaitFor(isFiltered, kPatienceMs))
        return {};
    table->setCurrentIndex(table->model()->index(5, 0));
    if (!QTest::qWaitFor([&] { return isReady(program); }, kPatienceMs))
        return {};
    program.services.selection.setElement({1, 2});
    return program.services.selection.tensor().tensorId();
}

} // namespace

class ComesBackTest : public QObject {
    Q_OBJECT

private slots:
    void recentOne();
    void recentPair();
    void anotherRun();
    void arrangementsStayApart();
};

void ComesBackTest::recentOne()
{
    const QTemporaryDir folder;
    gui::Program::Files files;
    files.state = folder.filePath("state.ini");
    QString id;
    {
        test::WindowProgram program(files);
        program.opening.open({kTarget});
        QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
        program.services.session.roots().first()->setSide(OpenedRoot::Side::Golden);
        id = lookAround(program);
        QVERIFY(!id.isEmpty());
        program.window.close();
    }
    test::WindowProgram program(files);
    QVERIFY(program.services.actions.trigger("file.recent.1"));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    QCOMPARE(program.services.session.roots().size(), 1);
    QCOMPARE(program.services.session.roots().first()->side(), OpenedRoot::Side::Golden);
    QTRY_COMPARE_WITH_TIMEOUT(program.services.selection.tensor().tensorId(), id, kPatienceMs);
    QCOMPARE(program.services.selection.element(), (std::vector<std::int64_t> {1, 2}));
    QCOMPARE(program.find<FilterBar>("tensors")->text(), kFilter);
    // Beside something else it is opened, and what is shown stays.
    program.services.actions.trigger("file.close");
    program.opening.open({kGolden});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    program.find<FilterBar>("tensors")->setText(QStringLiteral("io:input"));
    program.opening.openRecent({kTarget});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    QCOMPARE(program.services.session.roots().size(), 2);
    QCOMPARE(program.find<FilterBar>("tensors")->text(), QStringLiteral("io:input"));
}

void ComesBackTest::recentPair()
{
    const QTemporaryDir folder;
    gui::Program::Files files;
    files.state = folder.filePath("state.ini");
    {
        test::WindowProgram program(files);
        program.opening.open({kTarget, kGolden});
        QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
        program.find<FilterBar>("results")->setText(QStringLiteral("verdict:fail"));
        QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
        program.window.close();
    }
    test::WindowProgram program(files);
    QVERIFY(program.services.actions.trigger("file.recent.1"));
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program) && program.services.comparisons.current(), kPatienceMs);
    const auto& roots = program.services.session.roots();
    QCOMPARE(roots.size(), 2);
    QCOMPARE(roots[0]->path(), QDir::cleanPath(kTarget));
    QCOMPARE(roots[0]->side(), OpenedRoot::Side::Target);
    QCOMPARE(roots[1]->side(), OpenedRoot::Side::Golden);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    QCOMPARE(program.services.comparisons.all().size(), std::size_t {1});
    QCOMPARE(program.find<FilterBar>("results")->text(), QStringLiteral("verdict:fail"));
}

/// One run is closed and the next one opened: the same tensor, the same element, the same filter.
void ComesBackTest::anotherRun()
{
    const QTemporaryDir copies;
    const QString other = copies.filePath("other");
    std::filesystem::copy(
        kTarget.toStdString(), other.toStdString(), std::filesystem::copy_options::recursive);
    test::WindowProgram program;
    program.opening.open({kTarget});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
    const QString id = lookAround(program);
    QVERIFY(!id.isEmpty());
    const QString name = program.services.selection.tensor().opName();
    for (const QString& next : {other, kGolden}) {
        program.services.session.close(program.services.session.roots().first());
        program.opening.open({next});
        QTRY_VERIFY_WITH_TIMEOUT(isReady(program), kPatienceMs);
        QCOMPARE(program.services.session.roots().first()->path(), QDir::cleanPath(next));
        QCOMPARE(program.services.selection.tensor().opName(), name);
        QCOMPARE(program.services.selection.element(), (std::vector<std::int64_t> {1, 2}));
        QCOMPARE(program.find<FilterBar>("tensors")->text(), kFilter);
        if (next == other)
            QCOMPARE(program.services.selection.tensor().tensorId(), id);
    }
}

/// Each arrangement comes back with its own panels, whichever was seen in between.
void ComesBackTest::arrangementsStayApart()
{
    test::WindowProgram program;
    program.opening.open({kTarget, kGolden});
    QTRY_VERIFY_WITH_TIMEOUT(isReady(program) && program.services.comparisons.current(), kPatienceMs);
    QTRY_COMPARE(program.window.arrangement(), QByteArray("compare"));
    const auto shown = [&] {
        QStringList panels;
        for (const PanelDock* dock : program.window.docks()) {
            if (!dock->isHidden())
                panels.append(QLatin1String(dock->info().id));
        }
        return panels;
    };
    QHash<QByteArray, QStringList> panels;
    for (int round = 0; round < 2; ++round) {
        for (const char* arrangement : {"compare", "graph", "compare", "explore", "graph", "capture"}) {
            QVERIFY(program.window.showArrangement(arrangement));
            QCoreApplication::processEvents();
            QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
            QStringList& wanted = panels[arrangement];
            if (wanted.isEmpty())
                wanted = shown();
            QCOMPARE(shown().join(u' '), wanted.join(u' '));
        }
    }
}

QTEST_MAIN(ComesBackTest)
#include "tst_comes_back.moc"
