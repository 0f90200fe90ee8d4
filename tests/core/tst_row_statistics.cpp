// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a file is one problem, whoever comes across it.
#include "model/row_statistics.h"

#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "summary/dump_summary.h"
#include "temporary_folder.h"

#include <QFile>
#include <QTest>

#include <filesystem>

using namespace dumpscope::core;
using namespace dumpscope::test;

class TestRowStatistics : public QObject {
    Q_OBJECT

private slots:
    void faultOfTheOpening_data();
    void faultOfTheOpening();
    void problemsAreCounted();
    void recordedFiguresAreCompared();
};

void TestRowStatistics::faultOfTheOpening_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray head = QByteArray::fromHex("934e554d50590100");
    QTest::newRow("npy, empty") << "a.npy" << QByteArray();
    QTest::newRow("npy, cut header") << "a.npy" << head + QByteArray::fromHex("76007b");
    QTest::newRow("pt, empty") << "a.pt" << QByteArray();
    QTest::newRow("npz, empty") << "a.npz" << QByteArray();
    QTest::newRow("dump file, empty") << "Add.a.1.1.1772359872000001" << QByteArray();
}

void TestRowStatistics::faultOfTheOpening()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, bytes);
    const TemporaryFolder folder;
    QVERIFY(writeFile(folder.at(name.toStdString()), bytes.toStdString()));
    OwnedTask opening(2), task(2);
    const auto index = openDump(folder.path(), builtinFormats(), {}, opening);
    QVERIFY(index);
    QCOMPARE((*index)->problems().size(), 1U);
    QCOMPARE((*index)->tensorCount(), 1U);

    TensorTable table(*index);
    QVERIFY(measureAllRows(task, table));
    QCOMPARE(task.diagnostics.sorted().size(), 0U);
    if (!bytes.isEmpty())
        return;
    // Who opens it all the same gets the same words.
    const auto view = TensorStore(*index).open(TensorId(0U), task);
    QVERIFY(!view);
    QVERIFY(view.error().code == Code::Truncated);
    QCOMPARE(view.error().message.text(), std::string("the file is empty"));
}

void TestRowStatistics::problemsAreCounted()
{
    const TemporaryFolder folder;
    QVERIFY(writeFile(folder.at("a.npy"), std::string()));
    QVERIFY(writeFile(folder.at("b.npy"), std::string("\x93NUMPY\x01\x00\x76", 9)));
    QVERIFY(writeFile(folder.at("c.zip"), std::string("PK\x03\x04")));
    OwnedTask task(2);
    const auto index = openDump(folder.path(), builtinFormats(), {}, task);
    QVERIFY(index);
    const DumpSummary summary = summarise(**index);
    QCOMPARE(summary.problems.all(), (*index)->problems().size());
    QCOMPARE(summary.problems.text().text(), std::string("3: 2 errors, 1 hint"));
}

/// statistic.csv of ATB beside the files of the tensors: as its writer left it, and with a maximum that no
/// element has.
void TestRowStatistics::recordedFiguresAreCompared()
{
    const std::string run = "/atb_dump_data/data/0_13629/0";
    const TemporaryFolder folder;
    std::filesystem::copy(DUMPSCOPE_TEST_DATA "/llm-era/atb/tensor_filter1" + run, folder.path() + "/run",
        std::filesystem::copy_options::recursive);
    std::filesystem::create_directories(folder.path() + run);
    std::filesystem::remove(folder.path() + run);
    std::filesystem::rename(folder.path() + "/run", folder.path() + run);
    const auto said = [&] {
        OwnedTask task(2);
        const auto index = openDump(folder.path(), builtinFormats(), {}, task);
        if (!index)
            return QStringList {"not opened"};
        OwnedTask work(2);
        TensorTable table(*index);
        if (!measureAllRows(work, table))
            return QStringList {"not measured"};
        QStringList words;
        for (const Diagnostic& problem : work.diagnostics.sorted())
            words.append(QString::fromStdString(problem.place.file + ": " + problem.message.text()));
        return words;
    };
    QCOMPARE(said(), QStringList());
    const std::string table = folder.path() + run + "/statistic.csv";
    QFile file(QString::fromStdString(table));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    file.close();
    const auto at = text.indexOf("3.093750,"); // of the first row
    QVERIFY(at > 0);
    text.replace(at, 8, "3.293750");
    QVERIFY(writeFile(table, text.toStdString()));
    const QStringList words = said();
    QCOMPARE(words.size(), 1);
    QVERIFY2(words[0].contains("records the maximum 3.29375, but that of the values here is 3.09375"),
        qPrintable(words[0]));
}

QTEST_GUILESS_MAIN(TestRowStatistics)
#include "tst_row_statistics.moc"
