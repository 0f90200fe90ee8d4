// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"

#include <QTest>

using namespace dumpscope::core;

class TestAscendLayout : public QObject {
    Q_OBJECT

private slots:
    void folders_data();
    void folders();
};

void TestAscendLayout::folders_data()
{
    QTest::addColumn<QString>("expected"); // run|device|rank|model|model_id|step, or another layout
    const auto row = [](const char* path, const char* expected) { QTest::newRow(path) << QString(expected); };
    // docs/formats/ascend-dump-binary.md 2.1.
    row("/d/20260214093015/0/ResNet-50_v1/1/0", "20260214093015|0|0|ResNet-50_v1|1|0");
    row("/d/20260214093015/3/ResNet-50_v1/1", "20260214093015|3|3|ResNet-50_v1|1|-");
    row("/d/20260214093015/3/ResNet-50_v1", "20260214093015|3|3|ResNet-50_v1|-|-");
    row("/d/20260214093015/3", "20260214093015|3|3||-|-");
    row("/d/20260214093015/3/", "20260214093015|3|3||-|-");
    row("/d/20260214093015/3/4/7", "20260214093015|3|3||4|7");
    row("/d/20260214093015/3/7", "20260214093015|3|3||-|7");
    row("/d/20260214093015/3/12/4/7", "20260214093015|3|3|12|4|7");
    row("/d/20260214093015/0/m/1/0/deeper", "20260214093015|0|0|m|1|0");
    // Graph-engine training, the name ends with another time; seconds of 66 are seen in real folders.
    row("/d/20200808163766/1/ge_default_20200808163719_121/11/5",
        "20200808163766|1|1|ge_default_20200808163719_121|11|5");
    // The right-most time with a device below it is the dump.
    row("/backup/20250101000000/20260214093015/2/m/1/0", "20260214093015|2|2|m|1|0");
    row("/backup/20250101000000/1/20260214093015/2/m/1/0", "other"); // a training step is above
    // A rank folder above names the rank.
    row("/d/rank_5/20260214093015/0/m/1/0", "20260214093015|0|5|m|1|0");
    row("/d/rank3/20260214093015/0", "20260214093015|0|3||-|-");
    // Nothing of ours.
    row("/d/20260214093015", "none");
    row("/d/2026021409301/0/m/1/0", "none");
    row("/d/20260214093015/a/m/1/0", "none");
    row("/d/20260214093015/123456/m", "none");
    row("/home/user/2024/1/2", "none");
    row("/", "none");
}

void TestAscendLayout::folders()
{
    QFETCH(QString, expected);
    const FolderFacts facts = builtinFormats()->describeFolder(QTest::currentDataTag());
    const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? QString::number(*value) : QStringLiteral("-");
    };
    QString got = facts.layout.empty() ? "none" : "other";
    if (facts.layout == "ascend-offline") {
        QVERIFY(facts.namesLosePath);
        got = QStringList {QString::fromStdString(facts.run), number(facts.deviceId), number(facts.rank),
            QString::fromStdString(facts.model), number(facts.modelId), number(facts.step)}
                  .join('|');
    }
    QCOMPARE(got, expected);
}

QTEST_APPLESS_MAIN(TestAscendLayout)
#include "tst_ascend_layout.moc"
