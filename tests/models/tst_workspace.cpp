// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/workspace.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace dumpscope;
using namespace dumpscope::gui;

class WorkspaceTest : public QObject {
    Q_OBJECT

private slots:
    void roundTripsByteForByte();
    void pathsAreRelativeToTheFile();
    void refusesWhatIsNoWorkspace_data();
    void refusesWhatIsNoWorkspace();
};

void WorkspaceTest::roundTripsByteForByte()
{
    const QByteArray text = R"({
    "annotations": [
        {
            "bookmark": true,
            "note": "starts here 从这里开始",
            "root": "run",
            "tensor": "rank_0/a.npy"
        }
    ],
    "arrangement": "explore",
    "dumpscope_workspace": 1,
    "later_version": {
        "kept": 1.5
    },
    "pinned": {
        "pinned-tensor": {
            "root": "../golden",
            "tensor": "rank_0/b.npy"
        },
        "pinned-tensor-3": {
            "root": "run",
            "tensor": "rank_0/a.npy"
        }
    },
    "roots": [
        {
            "path": "run",
            "side": "target"
        },
        {
            "path": "../golden"
        }
    ],
    "selection": {
        "element": [
            0,
            12
        ],
        "root": "run",
        "tensor": "rank_0/a.npy"
    },
    "views": {
        "dumps": {
            "filter": "op_type:Conv*",
            "group_by": -1
        }
    }
}
)";
    QTemporaryDir folder;
    const QString file = folder.filePath("w.dumpscope");
    const auto workspace = Workspace::fromBytes(text, file);
    QVERIFY2(workspace.has_value(), workspace ? "" : workspace.error().text().c_str());
    QCOMPARE(workspace->toBytes(QDir(folder.path())), text);
    QVERIFY(workspace->save(file).has_value());
    const auto again = Workspace::load(file);
    QVERIFY(again.has_value());
    QCOMPARE(again->toBytes(QDir(folder.path())), text);
}

void WorkspaceTest::pathsAreRelativeToTheFile()
{
    Workspace workspace;
    workspace.roots.append({"/data/run7/target", OpenedRoot::Side::Target});
    workspace.roots.append({"/elsewhere/far/away", OpenedRoot::Side::None});
    const QByteArray bytes = workspace.toBytes(QDir("/data/run7/a/b/c/d"));
    QVERIFY(bytes.contains("\"/data/run7/target\""));
    QVERIFY(bytes.contains("\"/elsewhere/far/away\""));
    QVERIFY(workspace.toBytes(QDir("/data/run7")).contains("\"target\""));
    const auto moved = Workspace::fromBytes(workspace.toBytes(QDir("/data/run7")), "/copy/w.dumpscope");
    QCOMPARE(moved->roots.first().path, QString("/copy/target"));
}

void WorkspaceTest::refusesWhatIsNoWorkspace_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::newRow("empty") << QByteArray() << static_cast<int>(core::Code::BadSyntax);
    QTest::newRow("cut") << QByteArray("{\"dumpscope_workspace\": 1,")
                         << static_cast<int>(core::Code::BadSyntax);
    QTest::newRow("other JSON") << QByteArray("{\"dump\": {}}") << static_cast<int>(core::Code::BadSyntax);
    QTest::newRow("a list") << QByteArray("[1]") << static_cast<int>(core::Code::BadSyntax);
    QTest::newRow("newer") << QByteArray("{\"dumpscope_workspace\": 2}")
                           << static_cast<int>(core::Code::Unsupported);
}

void WorkspaceTest::refusesWhatIsNoWorkspace()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, code);
    const auto workspace = Workspace::fromBytes(bytes, "/tmp/w.dumpscope");
    QVERIFY(!workspace.has_value());
    QCOMPARE(static_cast<int>(workspace.error().code), code);
    // A form, which the window translates.
    QVERIFY(!workspace.error().message.form().empty());
}

QTEST_GUILESS_MAIN(WorkspaceTest)
#include "tst_workspace.moc"
