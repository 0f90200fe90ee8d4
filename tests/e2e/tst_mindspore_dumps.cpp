// SPDX-License-Identifier: GPL-3.0-or-later
// Real MindSpore dumps against facts computed with NumPy (tests/data/mindspore/facts.json) and
// against the statistics MindSpore itself wrote.
#include "base/text.h"
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "summary/dump_summary.h"
#include "tensor/mindspore_statistics.h"
#include "tensor/statistics.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace dumpscope::core;

namespace {

const std::string kData = DUMPSCOPE_TEST_DATA "/mindspore/";

QJsonObject facts()
{
    QFile file(QString::fromStdString(kData + "facts.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("facts.json is missing");
    return QJsonDocument::fromJson(file.readAll()).object();
}

std::shared_ptr<const DumpIndex> openOrFail(const std::string& path, int threads = 0)
{
    OwnedTask task(threads);
    auto index = openDump(path, builtinFormats(), {}, task);
    if (!index)
        qFatal("%s", index.error().text().c_str());
    return *index;
}

void compareClose(double actual, double expected)
{
    const double scale = std::max({1.0, std::abs(actual), std::abs(expected)});
    QVERIFY2(std::abs(actual - expected) <= 1e-12 * scale,
        qPrintable(QStringLiteral("%1 is not %2").arg(actual, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

} // namespace

class TestMindsporeDumps : public QObject {
    Q_OBJECT

private slots:
    void countsOfIterationDirectories()
    {
        const QJsonObject counts = facts()[QStringLiteral("npy_files_per_iteration_directory")].toObject();
        int checked = 0;
        for (auto it = counts.begin(); it != counts.end(); ++it) {
            const std::string folder = kData + it.key().toStdString();
            if (!QFile::exists(QString::fromStdString(folder)))
                continue;
            const auto index = openOrFail(folder);
            std::size_t tensors = 0;
            for (std::uint32_t i = 0; i < index->tensorCount(); ++i)
                tensors += index->tensor(TensorId(i)).state != TensorState::StatisticsOnly ? 1 : 0;
            QCOMPARE(tensors, static_cast<std::size_t>(it.value().toInt()));
            ++checked;
        }
        QVERIFY(checked > 5);
    }

    void statisticsOfTensors()
    {
        OwnedTask task;
        int checked = 0;
        for (const auto& value : facts()[QStringLiteral("tensors")].toArray()) {
            const QJsonObject fact = value.toObject();
            const std::string path = kData + fact[QStringLiteral("path")].toString().toStdString();
            if (!QFile::exists(QString::fromStdString(path)))
                continue;
            const auto index = openOrFail(path);
            QCOMPARE(index->tensorCount(), std::size_t {1});
            const TensorRow& row = index->tensor(TensorId(0U));
            QCOMPARE(
                QString::fromUtf8(dtypeName(row.dtype).data()), fact[QStringLiteral("dtype")].toString());
            const auto shape = index->shape(row.shape);
            const QJsonArray dims = fact[QStringLiteral("shape")].toArray();
            QCOMPARE(static_cast<qsizetype>(shape.size()), dims.size());
            for (qsizetype d = 0; d < dims.size(); ++d)
                QCOMPARE(shape[static_cast<std::size_t>(d)], dims[d].toInteger());

            const auto view = TensorStore(index).open(TensorId(0U), task);
            QVERIFY(view.has_value());
            const auto statistics = computeStatistics(*view, task);
            QVERIFY(statistics.has_value());
            const auto integer = [&](const char* key) {
                return static_cast<std::uint64_t>(fact[QLatin1String(key)].toInteger());
            };
            QCOMPARE(statistics->count, integer("count"));
            QCOMPARE(statistics->nanCount, integer("nan"));
            QCOMPARE(statistics->posInfCount, integer("pos_inf"));
            QCOMPARE(statistics->negInfCount, integer("neg_inf"));
            QCOMPARE(statistics->zeroCount, integer("zeros"));
            // NumPy's `x < 0` counts infinities too; ours stand in their own columns.
            QCOMPARE(statistics->negativeCount + statistics->negInfCount, integer("negative"));
            QCOMPARE(statistics->positiveCount + statistics->posInfCount, integer("positive"));
            if (!fact[QStringLiteral("min_finite")].isNull()) {
                QCOMPARE(*statistics->min, fact[QStringLiteral("min_finite")].toDouble());
                QCOMPARE(*statistics->max, fact[QStringLiteral("max_finite")].toDouble());
                compareClose(*statistics->mean, fact[QStringLiteral("mean_finite")].toDouble());
                compareClose(*statistics->l2norm, fact[QStringLiteral("l2norm_finite")].toDouble());
            }
            ++checked;
        }
        QVERIFY(checked >= 3);
    }

    void firstNonFiniteTensorsInTimeOrder()
    {
        OwnedTask task;
        for (const auto& value : facts()[QStringLiteral("non_finite")].toArray()) {
            const QJsonObject fact = value.toObject();
            const auto index = openOrFail(kData + fact[QStringLiteral("dir")].toString().toStdString());
            const TensorStore store(index);
            std::vector<std::pair<std::uint64_t, TensorId>> bad;
            for (std::uint32_t i = 0; i < index->tensorCount(); ++i) {
                const auto view = store.open(TensorId(i), task);
                QVERIFY2(view.has_value(), index->tensorId(TensorId(i)).c_str());
                const auto s = computeStatistics(*view, task);
                QVERIFY(s.has_value());
                if (s->nanCount + s->posInfCount + s->negInfCount > 0)
                    bad.emplace_back(index->tensor(TensorId(i)).timestamp, TensorId(i));
            }
            std::ranges::sort(bad);
            QCOMPARE(bad.size(),
                static_cast<std::size_t>(fact[QStringLiteral("tensors_with_nan_or_inf")].toInt()));
            const QJsonArray first = fact[QStringLiteral("first_five_in_time_order")].toArray();
            for (qsizetype i = 0; i < first.size(); ++i) {
                const QJsonObject expected = first[i].toObject();
                const TensorRow& row = index->tensor(bad[static_cast<std::size_t>(i)].second);
                QCOMPARE(std::string(index->text(row.opType)),
                    expected[QStringLiteral("op_type")].toString().toStdString());
                QCOMPARE(std::string(index->text(row.opNameRaw)),
                    expected[QStringLiteral("op_name")].toString().toStdString());
                QCOMPARE(
                    std::string(ioWord(row.io)), expected[QStringLiteral("io")].toString().toStdString());
                QCOMPARE(row.slot, expected[QStringLiteral("slot")].toInt());
            }
        }
    }

    void statisticsFileAgreesWithItsTensors_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("generation");
        QTest::newRow("2.7 all categories") << "lenet-ms270-full" << static_cast<int>(MindsporeGeneration::C);
        QTest::newRow("2.10 NaN and Inf") << "nan-ms210-full" << static_cast<int>(MindsporeGeneration::D);
        QTest::newRow("2.10 twelve types") << "dtypes-ms210-full" << static_cast<int>(MindsporeGeneration::D);
    }

    /// Every row of the file MindSpore wrote is the row of a tensor file, and its cells come out of
    /// the tensor again to the printed digits.
    void statisticsFileAgreesWithItsTensors()
    {
        QFETCH(QString, folder);
        QFETCH(int, generation);
        OwnedTask task;
        const auto index = openOrFail(kData + folder.toStdString());
        const TensorStore store(index);
        using Field = StatisticTable::Field;
        std::size_t cells = 0;
        for (std::uint32_t i = 0; i < index->tensorCount(); ++i) {
            const TensorRow& row = index->tensor(TensorId(i));
            if (row.state == TensorState::StatisticsOnly) {
                continue; // empty tensors have no file, and not every file is kept here
            }
            if (row.statisticRow == TensorRow::kNone)
                continue;
            const StatisticTable& table = *index->statisticTables()[row.statisticTable];
            const auto view = store.open(TensorId(i), task);
            QVERIFY(view.has_value());
            const auto s
                = computeMindsporeStatistics(*view, static_cast<MindsporeGeneration>(generation), task);
            QVERIFY(s.has_value());
            const std::pair<Field, double> expected[] = {{Field::Max, s->max}, {Field::Min, s->min},
                {Field::Mean, s->avg}, {Field::L2Norm, s->l2norm}, {Field::Count, double(s->count)},
                {Field::NegativeCount, double(s->negativeZero)},
                {Field::PositiveCount, double(s->positiveZero)}, {Field::NanCount, double(s->nan)},
                {Field::NegInfCount, double(s->negInf)}, {Field::PosInfCount, double(s->posInf)},
                {Field::ZeroCount, double(s->zero)}};
            for (const auto& [field, value] : expected) {
                const auto cell = table.value(field, row.statisticRow);
                if (!cell)
                    continue;
                QCOMPARE(streamText(value), streamText(*cell));
                ++cells;
            }
            for (const auto& digest : table.digests) {
                const std::string text(table.strings.text(digest.text[row.statisticRow]));
                QCOMPARE(equalsIgnoreCase(digest.name, "MD5") ? s->md5 : s->sha1, text);
                ++cells;
            }
        }
        QVERIFY(cells > 100);
    }

    void loopTurnsAreOccurrences()
    {
        const auto index = openOrFail(kData + "control-ms210");
        std::uint32_t most = 0;
        for (std::uint32_t i = 0; i < index->tensorCount(); ++i)
            most = std::max(most, index->tensor(TensorId(i)).occurrence);
        QVERIFY(most >= 2);
    }

    void longNamesComeFromTheMapping()
    {
        const auto index = openOrFail(kData + "longname-ms210");
        QVERIFY(summarise(*index).has.mapping);
        std::size_t mapped = 0;
        for (std::uint32_t i = 0; i < index->fileCount(); ++i)
            mapped += index->file(FileId(i)).mappedName.value() != 0 ? 1 : 0;
        QCOMPARE(mapped, std::size_t {20});
        for (std::uint32_t i = 0; i < index->tensorCount(); ++i)
            QVERIFY(index->text(index->tensor(TensorId(i)).opName).find('/') != std::string_view::npos
                || index->text(index->tensor(TensorId(i)).opType) == "Parameter");
    }

    void everyLevelOpens_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* path :
            {"lenet-ms16-tensor", "lenet-ms16-tensor/rank_0", "lenet-ms16-tensor/rank_0/LeNet",
                "lenet-ms16-tensor/rank_0/LeNet/0", "lenet-ms16-tensor/rank_0/LeNet/0/0"})
            QTest::newRow(path) << path;
    }

    void everyLevelOpens()
    {
        QFETCH(QString, path);
        const auto index = openOrFail(kData + path.toStdString());
        QVERIFY(index->tensorCount() > 0);
        const TensorId id(static_cast<std::uint32_t>(index->tensorCount() - 1));
        QCOMPARE(index->factsOf(id).rank, std::optional<std::int64_t>(0));
        QCOMPARE(index->factsOf(id).model, std::string("LeNet"));
        QCOMPARE(index->factsOf(id).step, std::optional<std::int64_t>(0));
    }

    void sameForAnyNumberOfThreads()
    {
        const auto one = openOrFail(kData + "nan-ms210-full", 1);
        const auto four = openOrFail(kData + "nan-ms210-full", 4);
        QCOMPARE(one->tensorCount(), four->tensorCount());
        for (std::uint32_t i = 0; i < one->tensorCount(); ++i)
            QCOMPARE(one->tensorId(TensorId(i)), four->tensorId(TensorId(i)));
    }
};

QTEST_APPLESS_MAIN(TestMindsporeDumps)
#include "tst_mindspore_dumps.moc"
