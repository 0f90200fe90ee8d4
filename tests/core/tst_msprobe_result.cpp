// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of msprobe compare against what msprobe 26.2.0 wrote (tests/data/official/msprobe).
#include "official/msprobe_result.h"

#include "model/dump_folder.h"
#include "official/python_value.h"

#include <QFile>
#include <QTest>

using namespace dumpscope::core;

namespace {

const std::string kData = DUMPSCOPE_TEST_DATA "/official/msprobe/";

ComparisonSide opened(const std::string& path, TaskContext& task)
{
    auto index = openDump(path, builtinFormats(), {}, task);
    return {index ? *index : nullptr, std::nullopt};
}

QByteArray contentOf(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestMsprobeResult : public QObject {
    Q_OBJECT

private slots:
    void wholeTable_data()
    {
        QTest::addColumn<int>("pandas");
        QTest::addColumn<QString>("expected");
        QTest::newRow("pandas 2") << 2 << "compare_result.csv";
        QTest::newRow("pandas 3") << 3 << "compare_result_pandas3.csv";
    }
    void wholeTable()
    {
        QFETCH(int, pandas);
        QFETCH(QString, expected);
        const ComparisonSide target = opened(kData + "modules/target", m_task);
        const ComparisonSide golden = opened(kData + "modules/golden", m_task);
        const auto pairs = msprobeDumpPairs(target, golden);
        QVERIFY(pairs && pairs->size() == 1);
        const auto result
            = MsprobeResult::make(target, golden, pairs->front(), {}, PandasVersion(pandas), m_task);
        QVERIFY(result.has_value());
        std::string text = officialCsvLine(result->header(), "\n");
        const auto done = result->forEachRow(
            [&](std::span<const OfficialCell> cells) -> Result<void> {
                std::vector<std::string_view> texts;
                for (const OfficialCell& cell : cells)
                    texts.push_back(cell.text);
                text += officialCsvLine(texts, "\n");
                return {};
            },
            m_task);
        QVERIFY(done.has_value());
        QCOMPARE(QByteArray::fromStdString(text), contentOf(kData + "modules/" + expected.toStdString()));
    }

    /// Four arguments of the dump are null; their types and shapes as msprobe wrote them.
    void nullArguments_data()
    {
        QTest::addColumn<int>("pandas");
        QTest::addColumn<QString>("expected");
        QTest::newRow("pandas 2") << 2 << "None";
        QTest::newRow("pandas 3") << 3 << "N/A";
    }
    void nullArguments()
    {
        QFETCH(int, pandas);
        QFETCH(QString, expected);
        const ComparisonSide side = opened(kData + "pt", m_task);
        const auto pairs = msprobeDumpPairs(side, side);
        QVERIFY(pairs && pairs->size() == 1);
        const auto result
            = MsprobeResult::make(side, side, pairs->front(), {}, PandasVersion(pandas), m_task);
        QVERIFY(result.has_value());
        int found = 0;
        const auto done = result->forEachRow(
            [&](std::span<const OfficialCell> cells) -> Result<void> {
                for (const std::size_t column : {2, 3, 4, 5})
                    found += cells[column].text == expected.toStdString() ? 1 : 0;
                return {};
            },
            m_task);
        QVERIFY(done.has_value());
        QCOMPARE(found, 16);
    }

    void mappings_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("matched");
        QTest::newRow("classes") << "cell_mapping.yaml"
                                 << "x_cell.csv" << 184;
        QTest::newRow("apis") << "api_mapping.yaml"
                              << "x_api.csv" << 93;
        QTest::newRow("apis built in") << "no_api.yaml"
                                       << "x_api_builtin.csv" << 85;
        QTest::newRow("layers") << "layer_mapping.yaml"
                                << "x_layer.csv" << 212;
        QTest::newRow("tensors") << "data_mapping.yaml"
                                 << "x_data.csv" << 68;
    }
    void mappings()
    {
        QFETCH(QString, file);
        QFETCH(QString, expected);
        QFETCH(int, matched);
        const ComparisonSide target = opened(kData + "ms", m_task), golden = opened(kData + "pt", m_task);
        const auto pairs = msprobeDumpPairs(target, golden);
        QVERIFY(pairs && pairs->size() == 1);
        const auto mappings = msprobeMappings({kData + file.toStdString()});
        QVERIFY(mappings.has_value());
        const auto result
            = MsprobeResult::make(target, golden, pairs->front(), *mappings, PandasVersion::Two, m_task);
        QVERIFY(result.has_value());

        QList<QByteArray> rows;
        const auto add = [&](auto textAt) {
            QByteArray row;
            for (const std::size_t column : {0, 1, 8, 15, 25, 26})
                row += (column > 0 ? "\t" : "") + QByteArray::fromStdString(std::string(textAt(column)));
            rows.append(row);
        };
        const auto header = result->header();
        add([&](std::size_t column) { return header[column]; });
        int found = 0;
        const auto done = result->forEachRow(
            [&](std::span<const OfficialCell> cells) -> Result<void> {
                add([&](std::size_t column) { return cells[column].text; });
                found += cells[1].text != "N/A" ? 1 : 0;
                return {};
            },
            m_task);
        QVERIFY(done.has_value());
        QCOMPARE(found, matched);
        const QList<QByteArray> wanted = contentOf(kData + expected.toStdString()).trimmed().split('\n');
        QCOMPARE(rows.size(), wanted.size());
        for (qsizetype i = 0; i < rows.size(); ++i)
            QCOMPARE(rows[i], wanted[i]);
    }

    void otherKindsAreRefused()
    {
        const ComparisonSide target = opened(kData + "ms", m_task);
        const ComparisonSide golden = opened(DUMPSCOPE_TEST_DATA "/npy", m_task);
        const auto pairs = msprobeDumpPairs(target, golden);
        QVERIFY(!pairs && pairs.error().message.text().find("golden") != std::string::npos);
    }

    void pythonTexts()
    {
        // As CPython 3.11 prints them.
        QCOMPARE(pythonQuoted("a'b"), std::string("\"a'b\""));
        QCOMPARE(pythonQuoted("a'b\"\n"), std::string("'a\\'b\"\\n'"));
        const auto value = parseJson(R"({"a": [1, 1e-5, true, null, "x"], "b": NaN})");
        QVERIFY(value.has_value());
        QCOMPARE(pythonText(*value), std::string("{'a': [1, 1e-05, True, None, 'x'], 'b': nan}"));
    }

    /// Cut anywhere, a document gives what stands before or a reason.
    void cutDocuments()
    {
        const QByteArray text = contentOf(kData + "modules/target/dump.json");
        for (qsizetype length = 0; length < text.size(); length += 97) {
            const auto document = MsprobeDocument::parse(
                std::string_view(text.constData(), static_cast<std::size_t>(length)), false, m_task);
            QVERIFY(document || !document.error().message.empty());
        }
        const QByteArray stacks = contentOf(kData + "modules/target/stack.json");
        for (qsizetype length = 0; length < stacks.size(); length += 97) {
            const std::string_view cut(stacks.constData(), static_cast<std::size_t>(length));
            QVERIFY(!parseMsprobeStackTexts(cut) && !parseMsprobeParents(cut));
        }
    }

private:
    OwnedTask m_task;
};

QTEST_APPLESS_MAIN(TestMsprobeResult)
#include "tst_msprobe_result.moc"
