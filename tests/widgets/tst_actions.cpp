// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/actions.h"

#include <QLineEdit>
#include <QTest>
#include <QVBoxLayout>

using namespace dumpscope::gui;

class ActionsTest : public QObject {
    Q_OBJECT

private slots:
    void theTableIsSound();
    void keysRunTheHandler();
    void focusDecidesWhoActs();
    void disabledHandlersDoNotRun();
    void remappingFindsConflicts();
    void handlersEndWithTheirOwner();
};

void ActionsTest::theTableIsSound()
{
    const ActionRegistry registry;
    QSet<QByteArray> ids;
    for (const ActionInfo& info : actionTable()) {
        QVERIFY2(!ids.contains(info.id), info.id);
        ids.insert(info.id);
        QVERIFY2(!registry.title(info.id).isEmpty(), info.id);
        const auto wanted
            = QByteArray(info.keys).split(' ').count() - (QByteArray(info.keys).isEmpty() ? 1 : 0);
        QCOMPARE(registry.defaultKeys(info.id).size(), wanted);
        for (const QKeySequence& key : registry.defaultKeys(info.id))
            QVERIFY2(!key.isEmpty() && key.toString() != QString(), info.id);
    }
    const auto clashes = registry.allConflicts();
    QVERIFY2(clashes.isEmpty(),
        clashes.isEmpty() ? "" : qPrintable(clashes.first().first + ' ' + clashes.first().second));
}

void ActionsTest::keysRunTheHandler()
{
    ActionRegistry registry;
    QWidget window;
    int runs = 0;
    registry.handle("go.next_nonfinite", &window, [&] { ++runs; });
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTRY_VERIFY(registry.action("go.next_nonfinite")->isEnabled());
    QTest::keyClick(&window, Qt::Key_F8);
    QCOMPARE(runs, 1);
    // Letters belong to text fields while they have the focus.
    registry.handle("go.next_failing", &window, [&] { runs += 10; });
    auto* const field = new QLineEdit(&window);
    field->show();
    field->setFocus();
    QTRY_VERIFY(registry.action("go.next_failing")->isEnabled());
    QTest::keyClick(field, Qt::Key_N);
    QCOMPARE(runs, 1);
    QCOMPARE(field->text(), "n");
}

void ActionsTest::focusDecidesWhoActs()
{
    ActionRegistry registry;
    QWidget window;
    auto* const layout = new QVBoxLayout(&window);
    QStringList acted;
    QList<QWidget*> planes;
    for (const char* name : {"left", "right"}) {
        auto* const plane = new QWidget;
        plane->setFocusPolicy(Qt::StrongFocus);
        layout->addWidget(plane);
        registry.handle("plane.fit", plane, [&acted, name] { acted.append(name); });
        planes.append(plane);
    }
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (QWidget* plane : {planes[0], planes[1], planes[0]}) {
        plane->setFocus();
        QTRY_VERIFY(registry.action("plane.fit")->isEnabled());
        QTest::keyClick(plane, Qt::Key_0);
    }
    QCOMPARE(acted, (QStringList {"left", "right", "left"}));
    planes[1]->setFocus();
    QVERIFY(registry.trigger("plane.fit"));
    QCOMPARE(acted.last(), "right");
}

void ActionsTest::disabledHandlersDoNotRun()
{
    ActionRegistry registry;
    QWidget window;
    window.show();
    bool can = false;
    int runs = 0;
    registry.handle(
        "file.save", &window, [&] { ++runs; }, [&] { return can; });
    QVERIFY(!registry.trigger("file.save"));
    can = true;
    registry.refresh();
    QTRY_VERIFY(registry.action("file.save")->isEnabled());
    QVERIFY(registry.trigger("file.save"));
    QCOMPARE(runs, 1);
    QVERIFY(!registry.trigger("no.such.action"));
}

void ActionsTest::remappingFindsConflicts()
{
    ActionRegistry registry;
    QCOMPARE(registry.conflicts("plane.fit", {QKeySequence("Ctrl+O")}), QList<QByteArray> {"file.open"});
    // Another context has the same key: no conflict.
    QCOMPARE(registry.conflicts("graph.fit", {QKeySequence("0")}), QList<QByteArray>());
    // Keys one after the other clash with what they begin with.
    QVERIFY(registry.conflicts("go.index", {QKeySequence("Ctrl+D")}).contains("view.dock.results"));
    QCOMPARE(
        registry.conflicts("go.index", {QKeySequence("Ctrl+O, Ctrl+P")}), QList<QByteArray> {"file.open"});
    registry.remap("file.open", {QKeySequence("Ctrl+T")});
    QVERIFY(registry.conflicts("plane.fit", {QKeySequence("Ctrl+O")}).isEmpty());
    registry.resetKeys();
    QVERIFY(registry.allConflicts().isEmpty());
}

void ActionsTest::handlersEndWithTheirOwner()
{
    ActionRegistry registry;
    auto owner = std::make_unique<QWidget>();
    owner->show();
    registry.handle("edit.note", owner.get(), [] {});
    QVERIFY(registry.trigger("edit.note"));
    owner.reset();
    QVERIFY(!registry.trigger("edit.note"));
}

QTEST_MAIN(ActionsTest)
#include "tst_actions.moc"
