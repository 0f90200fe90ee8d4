// SPDX-License-Identifier: GPL-3.0-or-later
// What core says of every broken file of the tests, in a window in Chinese: nothing stays English.
#include "common/core_sentences.h"

#include "common/language.h"
#include "compare/conclusion/explanation.h"
#include "compare/pairing/pairing_file.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"
#include "model/tensor_table.h"
#include "overflow/value_scan.h"
#include "readers/format_registry.h"
#include "records/statistic_table.h"
#include "temporary_folder.h"

#include <QRegularExpression>
#include <QTest>

#include <filesystem>
#include <set>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::test;
namespace fs = std::filesystem;

namespace {

const std::string kData = DUMPSCOPE_TEST_DATA;
constexpr std::uintmax_t kMostBytes = 64 << 10;

bool hasChinese(const QString& text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
}

/// Words of a sentence that are left, without names, which stand in quotes or hold other signs.
QString englishIn(QString text)
{
    static const QRegularExpression quoted(QStringLiteral("“[^”]*”|'[^']*'|\\([^()]*\\)|（[^（）]*）"));
    static const QRegularExpression said(QStringLiteral("msprobe 在转储时报告：.*"));
    static const QRegularExpression words(QStringLiteral("(?<![\\w/.%-])[a-z]{2,} [a-z]{2,}(?![\\w/.])"));
    return words.match(text.remove(said).remove(quoted)).captured();
}

/// Every sentence that opening `path` brings.
void collect(const std::string& path, std::set<core::Message>& sentences)
{
    core::OwnedTask task;
    const auto index = core::openDump(path, core::builtinFormats(), {}, task);
    if (!index) {
        for (const core::Error* one = &index.error(); one; one = one->cause.get())
            sentences.insert(one->message);
        return;
    }
    for (const core::Diagnostic& problem : (*index)->problems())
        sentences.insert(problem.message);
    const core::TensorTable table(*index);
    const int column = table.columnByName("problem");
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (core::Message problem = table.message(row, column); !problem.empty())
            sentences.insert(std::move(problem));
    }
}

/// What is said of NaN, infinities and overflows in a dump.
void collectOrigins(const std::string& path, std::set<core::Message>& sentences)
{
    core::OwnedTask task;
    const auto index = core::openDump(path, core::builtinFormats(), {}, task);
    QVERIFY(index.has_value());
    std::vector<core::TensorId> tensors;
    for (std::uint32_t i = 0; i < (*index)->tensorCount(); ++i)
        tensors.push_back(core::TensorId(i));
    core::ValueScan scan;
    QVERIFY(core::scanValues(*index, tensors, {}, task, scan).has_value());
    for (const auto* list : {&scan.found, &scan.masks}) {
        for (const core::NonFiniteTensor& tensor : *list)
            sentences.insert(tensor.why);
    }
    for (const core::OverflowEntry& entry : (*index)->overflows()) {
        for (const core::OverflowOperator& named : entry.operators)
            sentences.insert(named.note);
        for (const core::OverflowBlock* block : entry.record.setBlocks()) {
            for (const core::OverflowBit& bit : block->bits())
                sentences.insert(bit.meaning);
        }
    }
}

std::vector<std::string> filesBelow(const std::string& folder)
{
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.file_size() <= kMostBytes)
            files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// What a comparison of two dumps says of them.
void collectComparison(
    const std::string& target, const std::string& golden, std::set<core::Message>& sentences)
{
    core::OwnedTask task;
    const auto open = [&](const std::string& path) {
        return core::ComparisonSide {
            core::openDump(path, core::builtinFormats(), {}, task).value(), std::nullopt};
    };
    const auto metrics = core::builtinMetrics();
    core::ComparisonOptions options;
    options.limits = core::presetLimits("precision").value();
    options.measure.profile = metrics->findProfile("dumpscope");
    options.measure.metrics
        = std::make_shared<const core::MetricSelection>(core::selectMetrics(*metrics, "all").value());
    const core::Comparison comparison
        = core::compareSides(open(target), open(golden), options, {}, task).value();
    const core::Conclusion& conclusion = comparison.conclusion;
    sentences.insert({conclusion.headline, conclusion.reason, conclusion.first, conclusion.coverage.message(),
        comparison.suspicion.note});
    for (const auto* suspects : {&comparison.suspicion.suspects, &comparison.suspicion.cleared}) {
        for (const core::Suspect& suspect : *suspects)
            sentences.insert(suspect.why);
    }
    for (const core::KnownEffect& effect : comparison.suspicion.effects)
        sentences.insert(effect.text);
    for (const auto* unpaired : {&comparison.unpairedTarget, &comparison.unpairedGolden}) {
        for (const core::UnpairedTensor& tensor : *unpaired)
            sentences.insert(tensor.reason);
    }
    for (const core::Diagnostic& problem : comparison.problems)
        sentences.insert(problem.message);
    for (std::size_t row = 0; row < comparison.pairs->rows(); ++row) {
        sentences.insert({comparison.pairs->row(row).reason, comparison.pairs->row(row).details().note});
        for (const core::Explanation& explanation : core::explainPair(comparison, row, options.limits)) {
            if (explanation.kind
                != core::ExplanationKind::Limit) // it holds a rule, which has a grammar of its own
                sentences.insert(explanation.text);
        }
    }
}

} // namespace

class tst_core_sentences : public QObject {
    Q_OBJECT

    void check(const std::set<core::Message>& sentences)
    {
        for (const core::Message& sentence : sentences) {
            // The monitor of msprobe speaks for itself.
            if (sentence.empty() || sentence.form() == "the monitor raised an anomaly: %1")
                continue;
            const QString words = coreWords(sentence);
            if (!hasChinese(words) || !englishIn(words).isEmpty()) {
                ++m_english;
                qWarning("%s\n    -> %s", sentence.text().c_str(), qUtf8Printable(words));
            }
        }
        QCOMPARE(m_english, 0);
    }

    int m_english = 0;

private slots:
    void init()
    {
        m_english = 0;
        applyLanguage(QStringLiteral("zh_CN"));
    }
    void cleanup() { applyLanguage(QStringLiteral("en")); }

    void dumps()
    {
        std::set<core::Message> sentences;
        for (const auto& entry : fs::directory_iterator(kData))
            collect(entry.path().string(), sentences);
        QVERIFY(sentences.size() > 50);
        check(sentences);
    }

    /// Damaged files by themselves: what cannot be opened at all, and why nobody claims one.
    void files()
    {
        std::set<core::Message> sentences;
        for (const char* folder : {"/../fuzz/corpus", "/ascend/hostile", "/torch", "/npy", "/overflow",
                 "/convert/inputs/bad", "/archives", "/configs", "/graphs"}) {
            for (const std::string& file : filesBelow(kData + folder))
                collect(file, sentences);
        }
        QVERIFY(sentences.size() > 100);
        check(sentences);
    }

    /// Samples of the readers, cut.
    void cutFiles()
    {
        std::set<core::Message> sentences;
        std::set<std::string> names;
        const TemporaryFolder folder;
        for (const std::string& file : filesBelow(kData)) {
            const std::string name = fs::path(file).filename().string();
            const std::string kind = name.substr(name.find_last_of('.') + 1);
            // A few of each kind are enough.
            if (kind.size() > 8 || std::count(names.begin(), names.end(), kind + "3") > 0)
                continue;
            for (const char* number : {"1", "2", "3"}) {
                if (names.insert(kind + number).second)
                    break;
            }
            const std::string content = readFile(file);
            for (const std::size_t eighth : {0U, 1U, 3U, 7U}) {
                QVERIFY(writeFile(folder.at(name), content.substr(0, content.size() * eighth / 8)));
                collect(folder.at(name), sentences);
            }
            fs::remove(folder.at(name));
        }
        collect(folder.at("nothing"), sentences);
        check(sentences);
    }

    /// Conclusions, suspects, verdicts and births of real runs.
    void runs()
    {
        std::set<core::Message> sentences;
        for (const auto& entry : fs::directory_iterator(kData + "/runs/dev")) {
            const QString target = QString::fromStdString(entry.path() / "target.zip");
            const QString golden = QString::fromStdString(entry.path() / "golden.zip");
            if (fs::exists(golden.toStdString()))
                collectComparison(target.toStdString(), golden.toStdString(), sentences);
            collectOrigins(target.toStdString(), sentences);
        }
        QVERIFY(sentences.size() > 100);
        check(sentences);
    }

    /// What the headings of metrics say when pointed at. A formula may have no words.
    void metrics()
    {
        std::set<core::Message> sentences;
        const auto registry = core::builtinMetrics();
        for (const auto& metric : registry->metrics()) {
            sentences.insert({metric->info().title, metric->info().guard});
            QVERIFY(englishIn(coreWords(metric->info().formula)).isEmpty());
        }
        QVERIFY(sentences.size() > 40);
        check(sentences);
    }

    void keysStay()
    {
        using core::phrase;
        const core::Message mapping = phrase("%1: %2", "mapping", phrase("not named %1", "mapping.csv"));
        QCOMPARE(coreWords(phrase("%1; %2", mapping, phrase("%1: %2", "npy", phrase("no NUMPY magic")))),
            QStringLiteral("mapping：名称不是 mapping.csv；npy：没有 NUMPY 标记"));
        // A sentence may have a semicolon of its own.
        QCOMPARE(coreWords(phrase("%1; %2", phrase("short row: %1 of %2 fields", 2, 9),
                     phrase("the last line has no end; the file may be incomplete"))),
            QStringLiteral("行过短：9 个字段中只有 2 个；最后一行没有换行，文件可能不完整"));
    }

    /// Pieces of a sentence join without a blank; a name among them keeps its own, and the blanks around it.
    void piecesJoin()
    {
        using core::phrase;
        const core::Message rounding = phrase("%1 rounding", "float16");
        QCOMPARE(coreWords(phrase("%1 and other parameters explain %2, %3", rounding, "0.1", "x"))
                     .contains(QStringLiteral("舍入 ")),
            false);
        QCOMPARE(coreWords(phrase("%1 is off by %2", phrase("the tensor"), "0.5")),
            QStringLiteral("该张量偏差 0.5"));
        QCOMPARE(coreWords(phrase("%1 is off by %2", core::ioPlace(core::Io::Output, 0), "0.5")),
            QStringLiteral("输出 0 偏差 0.5"));
        QCOMPARE(coreWords(phrase("%1 is off by %2", "算子 甲", "0.5")), QStringLiteral("算子 甲 偏差 0.5"));
    }

    void aQuestionHasOneStop()
    {
        QCOMPARE(
            withOneStop(QStringLiteral("不可比：批大小不同？。")), QStringLiteral("不可比：批大小不同？"));
        QCOMPARE(withOneStop(QStringLiteral("Not comparable: another batch size?.")),
            QStringLiteral("Not comparable: another batch size?"));
        QCOMPARE(withOneStop(QStringLiteral("Bit-equal.")), QStringLiteral("Bit-equal."));
    }

    void sentencesFollowEachOther()
    {
        QCOMPARE(joinedSentences(QStringLiteral("没有可疑算子。"), QStringLiteral("未比较任何内容。")),
            QStringLiteral("没有可疑算子。未比较任何内容。"));
        QCOMPARE(
            joinedSentences(QStringLiteral("One."), QStringLiteral("Two.")), QStringLiteral("One. Two."));
        const core::Diagnostic problem {
            core::Severity::Error, core::Code::BadSyntax, {"x.json"}, core::phrase("this is no JSON")};
        QVERIFY2(!coreProblem(problem).contains(QStringLiteral("。 ")), qPrintable(coreProblem(problem)));
    }

    void placesInALine()
    {
        const auto filter
            = core::makeError(core::Code::Usage, core::phrase("this is no JSON"), core::Place {.column = 5});
        QCOMPARE(coreError(filter), QStringLiteral("第 5 个字符: 这不是 JSON"));
    }

    /// As core puts them, behind the key they are about.
    void pairingFiles()
    {
        const std::string rule = R"({"version":1,"rules":[{"target":"*","golden":)";
        std::set<core::Message> sentences;
        for (const std::string& text :
            {std::string("[]"), std::string(R"({"version":2})"), std::string(R"({"version":1,"odd":1})"),
                std::string(R"({"version":1,"rules":1})"), std::string(R"({"version":1,"rules":[1]})"),
                std::string(R"({"version":1,"rules":[{"golden":"a"}]})"),
                std::string(R"({"version":1,"unpaired":[{}]})"), rule + "1}]}", rule + R"("$7"}]})",
                rule + R"("a","odd":1}]})", rule + R"("a","io":"odd"}]})", rule + R"("a","slot":1}]})",
                rule + R"("a","slot":{"x":1}}]})", rule + R"("a","layout":1}]})",
                rule + R"("a","layout":"NCHW"}]})", rule + R"("a","layout":"NCHW<-NHXY"}]})",
                rule + R"("a","layout":"NCHW<-NHW"}]})"}) {
            const auto file = core::PairingFile::parse(text, "pairs.json");
            QVERIFY2(!file, text.c_str());
            sentences.insert(file.error().message);
        }
        QVERIFY(sentences.size() > 12);
        check(sentences);
    }

    void filters_data()
    {
        QTest::addColumn<QString>("filter");
        for (const char* filter : {"(", ")", "a)", "bogus>1", "op_nam:x", "max>", "max>abc", "op_name>1",
                 "step:1..x", "has:bogus", "has:", "name:/(/", "and", "\"open", "max:", "-", ":x"})
            QTest::newRow(filter) << QString::fromLatin1(filter);
    }
    void filters()
    {
        QFETCH(const QString, filter);
        core::OwnedTask task;
        const auto index = core::openDump(kData + "/npy", core::builtinFormats(), {}, task);
        QVERIFY(index.has_value());
        const core::TensorTable table(*index);
        const auto parsed = core::FilterExpression::parse(filter.toStdString(), table);
        QVERIFY(!parsed);
        check({parsed.error().message});
    }
};

QTEST_MAIN(tst_core_sentences)
#include "tst_core_sentences.moc"
