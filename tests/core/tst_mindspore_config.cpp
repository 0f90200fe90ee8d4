// SPDX-License-Identifier: GPL-3.0-or-later
// data_dump.json: every rule of docs/formats/mindspore-dump.md 1 as a row, the verdicts of
// tests/data/configs/mindspore, and the place of every problem.
#include "config/config_kind.h"
#include "config/json_edit.h"
#include "config/mindspore_iteration.h"

#include "qt_bytes.h"

#include <QTest>

using namespace dumpscope;

namespace {

/// A valid synchronous configuration; `common` and `e2e` are added behind and win over earlier keys.
std::string syncText(const std::string& common = {}, const std::string& e2e = {})
{
    return R"({"common_dump_settings":{"op_debug_mode":0,"dump_mode":0,"path":"/d","net_name":"Net",)"
           R"("iteration":"0|5-8","saved_data":"tensor","input_output":0,"kernels":[],"support_device":[0])"
        + common + R"(},"e2e_dump_settings":{"enable":true,"trans_flag":true)" + e2e + "}}";
}

std::string asyncText(const std::string& common = {})
{
    return R"({"common_dump_settings":{"op_debug_mode":0,"dump_mode":0,"path":"/d","net_name":"Net",)"
           R"("iteration":"all","input_output":0,"kernels":[],"support_device":[0])"
        + common + "}}";
}

/// A file of 1.0 to 1.2.
std::string first(const std::string& e2eEnable, const std::string& asyncEnable)
{
    return R"({"common_dump_settings":{"dump_mode":0,"path":"/d","net_name":"Net","iteration":0,"input_output":0,)"
           R"("kernels":[],"support_device":[0]},"async_dump_settings":{"enable":)"
        + asyncEnable + R"(,"op_debug_mode":0},"e2e_dump_settings":{"enable":)" + e2eEnable
        + R"(,"trans_flag":false}})";
}

} // namespace

class TestMindsporeConfig : public QObject {
    Q_OBJECT

    core::ConfigKinds m_kinds;
    const core::ConfigKind* m_kind = nullptr;

    static std::string verdictOf(const core::ConfigReport& report)
    {
        std::string verdict = "ok";
        for (const core::ConfigProblem& problem : report.problems) {
            if (problem.severity == core::Severity::Error)
                return "error";
            if (problem.severity == core::Severity::Warning)
                verdict = "warning";
        }
        return verdict;
    }

private slots:
    void initTestCase()
    {
        core::registerConfigKinds(m_kinds);
        m_kind = m_kinds.find("mindspore");
        QVERIFY(m_kind != nullptr);
    }

    void verdictFiles()
    {
        QList<QByteArray> lines = testData(QStringLiteral("configs/mindspore/verdicts.csv")).split('\n');
        int count = 0;
        for (const QByteArray& line : lines.mid(1)) {
            const QList<QByteArray> cells = line.split(',');
            if (cells.size() != 4)
                continue;
            const QByteArray text = testData("configs/mindspore/" + QString::fromLatin1(cells[0]));
            QVERIFY2(!text.isEmpty(), cells[0].constData());
            const core::ConfigText config {text.toStdString(), cells[0].toStdString(), ".",
                cells[1].toStdString(), cells[2].toStdString()};
            QCOMPARE(m_kinds.recognise(config), m_kind);
            const core::ConfigReport report = m_kind->check(config);
            QVERIFY2(verdictOf(report) == cells[3].toStdString(), cells[0].constData());
            QCOMPARE(report.valid, cells[3] != "error");
            for (const core::ConfigProblem& problem : report.problems) {
                QVERIFY(problem.line > 0 && problem.column > 0);
                QVERIFY(problem.severity == core::Severity::Hint || !problem.fix.empty());
            }
            ++count;
        }
        QCOMPARE(count, 34);
    }

    /// Of an environment that is not known nothing is said.
    void collectiveTimeout()
    {
        const std::string text
            = R"({"common_dump_settings": {"dump_mode": 0, "path": "/d", "net_name": "N", "iteration": "0",
            "input_output": 0, "kernels": [], "support_device": [0]}, "e2e_dump_settings": {"enable": true}})";
        const auto hints
            = [&](std::vector<std::pair<std::string, std::string>> environment, const char* device) {
                  const core::ConfigReport report
                      = m_kind->check({text, "x.json", ".", "2.3", device, {}, std::move(environment)});
                  return std::ranges::count_if(report.problems, [](const core::ConfigProblem& problem) {
                      return problem.code == "timeout" && problem.severity == core::Severity::Hint;
                  });
              };
        QCOMPARE(hints({}, "Ascend"), 0);
        QCOMPARE(hints({{"A", "1"}}, "Ascend"), 1);
        QCOMPARE(hints({{"A", "1"}}, "CPU"), 0);
        QCOMPARE(hints({{"HCCL_EXEC_TIMEOUT", "3600"}}, "Ascend"), 0);
    }

    void rule_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("environment"); // NAME=VALUE
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("key"); // of the first error or warning
        const auto row
            = [](const char* name, const std::string& text, const char* release, const char* device,
                  const char* verdict, const char* key = "", const char* environment = "") {
                  QTest::newRow(name)
                      << QString::fromStdString(text) << release << device << environment << verdict << key;
              };
        constexpr auto kMode = "common_dump_settings.dump_mode";
        constexpr auto kPath = "common_dump_settings.path";
        constexpr auto kDebug = "common_dump_settings.op_debug_mode";
        constexpr auto kSaved = "common_dump_settings.saved_data";
        row("no JSON", "{", "2.4", "Ascend", "error");
        row("a list", "[]", "2.4", "Ascend", "error");
        row("no common settings", "{}", "2.4", "Ascend", "error", "common_dump_settings");
        row("synchronous", syncText(), "2.4", "Ascend", "ok");
        row("asynchronous", asyncText(), "2.4", "Ascend", "ok");
        row("asynchronous, 2.10", asyncText(), "2.10", "Ascend", "warning");
        for (const char* release : {"1.3", "1.6", "1.10", "2.0", "2.3", "2.7", "2.10"})
            row(release, syncText(), release, "Ascend", "ok");
        row("1.2", first("true", "false"), "1.2", "Ascend", "ok");
        row("1.2, by its own looks", first("false", "true"), "", "", "ok");
        row("1.2, nothing on", first("false", "false"), "1.2", "Ascend", "warning");
        row("number as iteration, 1.3", first("true", "false"), "1.3", "CPU", "error",
            "common_dump_settings.iteration");
        row("text as iteration, 1.2", syncText(), "1.2", "CPU", "error", "common_dump_settings.iteration");
        row("set_dump, 1.5", syncText(",\"dump_mode\":2"), "1.5", "Ascend", "error", kMode);
        row("set_dump, 1.6", syncText(",\"dump_mode\":2"), "1.6", "Ascend", "ok");
        row("set_dump on a GPU", syncText(",\"dump_mode\":2"), "2.4", "GPU", "error", kMode);
        row("set_dump, async 2.3", asyncText(",\"dump_mode\":2"), "2.3", "Ascend", "error", kMode);
        row("set_dump, GE", asyncText(",\"dump_mode\":2"), "2.4", "Ascend", "error", kMode,
            "ENABLE_MS_GE_DUMP=1");
        row("negative mode", syncText(",\"dump_mode\":-1"), "2.4", "Ascend", "error", kMode);
        row("fraction as mode", syncText(",\"dump_mode\":1.0"), "2.4", "Ascend", "error", kMode);
        row("path with a dot", syncText(",\"path\":\"/a.b\""), "2.10", "CPU", "error", kPath);
        row("empty path", syncText(",\"path\":\"\""), "2.4", "CPU", "error", kPath);
        row("path of the environment", syncText(",\"path\":\"\""), "2.4", "CPU", "ok", "",
            "MS_DIAGNOSTIC_DATA_PATH=/x");
        row("empty path, 1.3", syncText(",\"path\":\"\""), "1.3", "CPU", "error", kPath,
            "MS_DIAGNOSTIC_DATA_PATH=/x");
        row("empty net", syncText(",\"net_name\":\"\""), "2.4", "CPU", "error",
            "common_dump_settings.net_name");
        row("kernels are numbers", syncText(",\"kernels\":[1]"), "2.4", "CPU", "error",
            "common_dump_settings.kernels");
        row("device listed twice", syncText(",\"support_device\":[0,0]"), "2.4", "Ascend", "warning",
            "common_dump_settings.support_device");
        row("no device", syncText(",\"support_device\":[]"), "2.4", "Ascend", "warning",
            "common_dump_settings.support_device");
        row("no device, CPU", syncText(",\"support_device\":[]"), "2.4", "CPU", "ok");
        row("debug mode 1, async 2.2", asyncText(",\"op_debug_mode\":1"), "2.2", "Ascend", "ok");
        row("debug mode 4, async 2.2", asyncText(",\"op_debug_mode\":4"), "2.2", "Ascend", "error", kDebug);
        row("debug mode is not read, sync 2.2", syncText(",\"op_debug_mode\":9"), "2.2", "Ascend", "ok");
        row("debug mode 1, sync 2.3", syncText(",\"op_debug_mode\":1"), "2.3", "Ascend", "error", kDebug);
        row("debug mode 1, async 2.3", asyncText(",\"op_debug_mode\":1"), "2.3", "Ascend", "ok");
        row("debug mode 1, sync 2.4", syncText(",\"op_debug_mode\":1"), "2.4", "Ascend", "ok");
        row("debug mode 4, async 2.3", asyncText(",\"op_debug_mode\":4"), "2.3", "Ascend", "error", kDebug);
        row("debug mode 4 on a CPU", syncText(",\"op_debug_mode\":4"), "2.4", "CPU", "warning", kDebug);
        row("debug mode 4 wants all", syncText(",\"op_debug_mode\":4"), "2.4", "Ascend", "warning",
            "common_dump_settings.iteration");
        row("overflow forces both sides", syncText(",\"op_debug_mode\":3,\"input_output\":1"), "2.4",
            "Ascend", "warning", "common_dump_settings.input_output");
        row("overflow number", syncText(",\"op_debug_mode\":3,\"overflow_number\":4"), "2.4", "Ascend", "ok");
        row("overflow number, before it was", syncText(",\"overflow_number\":4"), "2.3", "Ascend", "ok");
        row("statistics, sync 2.2", syncText(",\"saved_data\":\"statistic\""), "2.2", "Ascend", "error",
            kSaved);
        row("statistics, sync 2.3", syncText(",\"saved_data\":\"statistic\""), "2.3", "Ascend", "ok");
        row("statistics, 1.5", syncText(",\"saved_data\":\"x\""), "1.5", "CPU", "ok");
        row("statistics, async npy", asyncText(",\"saved_data\":\"full\",\"file_format\":\"npy\""), "2.3",
            "Ascend", "ok");
        row("statistics, async", asyncText(",\"saved_data\":\"full\""), "2.3", "Ascend", "error", kSaved);
        row("format on a CPU", syncText(",\"file_format\":\"h5\""), "2.10", "CPU", "ok");
        row("hash, 2.7", syncText(",\"saved_data\":\"full\",\"statistic_category\":[\"hash\"]"), "2.7",
            "Ascend", "error", "common_dump_settings.statistic_category[0]");
        row("hash, 2.10", syncText(",\"saved_data\":\"full\",\"statistic_category\":[\"hash:sha1\"]"), "2.10",
            "Ascend", "ok");
        row("category of tensors", syncText(",\"statistic_category\":[\"median\"]"), "2.10", "CPU", "ok");
        row("device statistics of tensors", syncText("", ",\"stat_calc_mode\":\"device\""), "2.4", "Ascend",
            "warning", "e2e_dump_settings.stat_calc_mode");
        row("precision", syncText("", ",\"device_stat_precision_mode\":\"mid\""), "2.4", "Ascend", "error",
            "e2e_dump_settings.device_stat_precision_mode");
        row("precision, before it was", syncText("", ",\"device_stat_precision_mode\":\"mid\""), "2.3",
            "Ascend", "ok");
        row("sample mode", syncText("", ",\"sample_mode\":2"), "2.4", "Ascend", "error",
            "e2e_dump_settings.sample_mode");
        row("sample number of no sampling", syncText("", ",\"sample_num\":0"), "2.4", "Ascend", "ok");
        row("sampling on a CPU", syncText("", ",\"sample_mode\":2"), "2.10", "CPU", "ok");
        row("relative MINDSPORE_DUMP_CONFIG", syncText(), "2.4", "CPU", "warning", "",
            "MINDSPORE_DUMP_CONFIG=a.json");
        row("useless outputs", syncText(), "2.7", "CPU", "warning", "",
            "MINDSPORE_DUMP_IGNORE_USELESS_OUTPUT=yes");
    }

    void rule()
    {
        QFETCH(QString, text);
        QFETCH(QString, release);
        QFETCH(QString, device);
        QFETCH(QString, environment);
        QFETCH(QString, verdict);
        QFETCH(QString, key);
        core::ConfigText config {
            text.toStdString(), "data_dump.json", ".", release.toStdString(), device.toStdString()};
        if (!environment.isEmpty())
            config.environment.emplace_back(
                environment.section('=', 0, 0).toStdString(), environment.section('=', 1).toStdString());
        const core::ConfigReport report = m_kind->check(config);
        QCOMPARE(verdictOf(report), verdict.toStdString());
        for (const core::ConfigProblem& problem : report.problems) {
            if (problem.severity != core::Severity::Hint) {
                QCOMPARE(problem.key, key.toStdString());
                break;
            }
        }
        if (report.valid)
            QVERIFY(!m_kind->explain(config).empty());
    }

    /// Column "Required" of docs/formats/mindspore-dump.md 1.1, and the types of every key.
    void everyKey_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("wrong");
        QTest::addColumn<bool>("isRequired");
        const auto row = [](const char* release, const char* key, const char* wrong, bool isRequired) {
            QTest::newRow(qPrintable(QString("%1 %2").arg(key, release)))
                << release << key << wrong << isRequired;
        };
        for (const char* release : {"1.3", "2.2", "2.3", "2.4", "2.10"}) {
            const bool isOld
                = QString(release) < "2.4" && QString(release) != "2.10"; // e2e keys became optional
            for (const char* key : {"dump_mode", "input_output"})
                row(release, key, "\"0\"", true);
            for (const char* key : {"net_name", "iteration"})
                row(release, key, "0", true);
            for (const char* key : {"kernels", "support_device"})
                row(release, key, "{}", true);
            row(release, "path", "[]", true);
            row(release, "enable", "1", isOld);
            row(release, "trans_flag", "\"true\"", isOld);
        }
        row("1.6", "saved_data", "1", false);
        row("2.3", "op_debug_mode", "\"0\"", false);
        row("2.3", "save_kernel_args", "0", false);
        row("2.3", "stat_calc_mode", "true", false);
        row("2.3", "sample_mode", "true", false);
        row("2.4", "overflow_number", "\"5\"", false);
        row("2.4", "device_stat_precision_mode", "0", false);
        row("2.6", "initial_iteration", "\"1\"", false);
    }

    void everyKey()
    {
        QFETCH(QString, release);
        QFETCH(QString, key);
        QFETCH(QString, wrong);
        QFETCH(bool, isRequired);
        const bool isOfE2e = QStringList {"enable", "trans_flag", "save_kernel_args", "stat_calc_mode",
            "sample_mode", "device_stat_precision_mode"}
                                 .contains(key);
        const std::string path
            = (isOfE2e ? "e2e_dump_settings." : "common_dump_settings.") + key.toStdString();
        const auto firstError = [&](const std::string& text) {
            const core::ConfigReport report = m_kind->check({text, "", ".", release.toStdString(), "Ascend"});
            for (const core::ConfigProblem& problem : report.problems) {
                if (problem.severity == core::Severity::Error)
                    return problem;
            }
            return core::ConfigProblem();
        };
        QCOMPARE(firstError(syncText()).key, std::string());
        const core::ConfigProblem absent = firstError(*core::withJsonValue(syncText(), path, std::nullopt));
        if (isRequired) {
            QCOMPARE(absent.key, path);
            // an absent path may be named by the environment from 1.5 on, which it is not here
            if (key != "path")
                QCOMPARE(
                    absent.message.text(), "Check dump json failed, " + key.toStdString() + " not found");
        } else {
            QCOMPARE(absent.message.text(), std::string());
        }
        const core::ConfigProblem typed
            = firstError(*core::withJsonValue(syncText(), path, wrong.toStdString()));
        QCOMPARE(typed.key, path);
        QCOMPARE(typed.code, std::string("type"));
        QVERIFY(!typed.fix.empty());
    }

    void places()
    {
        const std::string text = "{\n \"common_dump_settings\": {\n  \"dump_mode\": 3}}\n";
        const core::ConfigReport report = m_kind->check({text, "", ".", "2.4", "CPU"});
        QCOMPARE(report.problems[0].key, std::string("common_dump_settings.dump_mode"));
        QCOMPARE(report.problems[0].line, 3U);
        QCOMPARE(report.problems[0].column, 16U);
        QCOMPARE(
            report.problems[1].message.text(), std::string("Check dump json failed, net_name not found"));
    }

    void iterations()
    {
        using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
        QCOMPARE(core::mindsporeIterations("0|5-8|100-120"), (Ranges {{0, 0}, {5, 8}, {100, 120}}));
        QCOMPARE(core::mindsporeIterations("1||3"), (Ranges {{1, 1}, {3, 3}}));
        QCOMPARE(core::mindsporeIterations("1-2-3|-4|5-|99999999999999999999"), Ranges());
        QVERIFY(core::hasDeadIterationSegment("1||3") && !core::hasDeadIterationSegment("1|3"));
        QVERIFY(core::mindsporeIterationFault("--||").empty());
        QVERIFY(!core::mindsporeIterationFault("All").empty());
    }

    void explained()
    {
        const auto lines
            = m_kind->explain({syncText(",\"dump_mode\":1,\"kernels\":[\"ReLU\",\"Default/a-op1\","
                                        "\"name-regex(.*)\"],\"saved_data\":\"full\"")});
        QCOMPARE(lines[0].text(),
            std::string("Of the operators Default/a-op1; operators whose type contains ReLU; operators whose "
                        "full name matches name-regex(.*): inputs and outputs, whole tensors and statistics: "
                        "max, min, l2norm."));
        QCOMPARE(lines[1].text(), std::string("At the iterations 0, 5 to 8 only; the first is 0."));
        QCOMPARE(
            lines[3].text(), std::string("In /d/rank_RANK/Net/GRAPH/ITERATION/, with statistic.csv there."));
    }

    void newOnesAreValid()
    {
        const auto text = m_kind->create(
            {{"path", "/data/x"}, {"iteration", "1-3"}, {"kernels", "ReLU,a\"b"}, {"dump_mode", "1"},
                {"enable", "false"}, {"saved_data", "full"}, {"statistic_category", "max,nan count"}});
        QVERIFY(text.has_value());
        const core::ConfigText config {*text};
        const core::ConfigReport report = m_kind->check(config);
        QVERIFY(report.valid && report.problems.empty());
        QVERIFY(m_kind->create({}).has_value());
        QVERIFY(!m_kind->create({{"dump_mod", "1"}}));
        QVERIFY(!m_kind->create({{"dump_mode", "one"}}));
        QVERIFY(!m_kind->create({{"trans_flag", "yes"}}));
    }

    void damagedTexts()
    {
        const std::string whole = syncText(",\"statistic_category\":[\"max\"]", ",\"sample_mode\":1");
        for (std::size_t cut = 0; cut < whole.size(); ++cut) {
            QVERIFY(!m_kind->check({whole.substr(0, cut)}).valid);
            std::string changed = whole;
            changed[cut] = static_cast<char>(changed[cut] ^ 4);
            const core::ConfigReport report = m_kind->check({changed});
            if (report.valid)
                QVERIFY(!m_kind->explain({changed}).empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestMindsporeConfig)
#include "tst_mindspore_config.moc"
