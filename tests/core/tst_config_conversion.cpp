// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations in another kind's or generation's words. Expected values are read off the tables of
// docs/formats/mindspore-dump.md 1.1, 1.2 and 1.7, docs/formats/ascendcl-capture.md 1.2, 1.3, 1.6, 1.9
// and 5.1, docs/formats/msprobe-dump.md 2.1 and 10.
#include "config/config_kind.h"
#include "config/json_edit.h"

#include "qt_bytes.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope;

namespace {

std::string mindspore(
    const std::string& common = {}, const std::string& e2e = R"("enable":true,"trans_flag":true)")
{
    const std::string section = e2e == "none" ? "" : R"(,"e2e_dump_settings":{)" + e2e + "}";
    return R"({"common_dump_settings":{"op_debug_mode":0,"dump_mode":0,"path":"/data/d","net_name":"Net",)"
           R"("iteration":"all","input_output":0,"kernels":[],"support_device":[0,1,2,3,4,5,6,7])"
        + common + "}" + section + "}";
}

/// What stands at "a.b[0].c=value", several separated by ';'; "~a.b" must be absent.
QString mismatch(const std::string& text, const QString& expected)
{
    const auto document = core::parseJson(text);
    if (!document)
        return QStringLiteral("no JSON: ") + QString::fromStdString(text);
    for (const QString& item : expected.split(';', Qt::SkipEmptyParts)) {
        const bool isAbsent = item.startsWith('~');
        const QString path = isAbsent ? item.mid(1) : item.section('=', 0, 0);
        const core::JsonValue* value = core::valueAt(*document, path.toStdString());
        const QString found = value ? QString::fromStdString(core::compactJson(*value)) : "absent";
        if (found != (isAbsent ? "absent" : item.section('=', 1)))
            return path + " is " + found + " in " + QString::fromStdString(text);
    }
    return {};
}

} // namespace

class TestConfigConversion : public QObject {
    Q_OBJECT

    core::ConfigKinds m_kinds;
    test::TemporaryFolder m_folder;

    core::Result<core::ConfigDraft> convert(const char* from, const std::string& text, const char* to,
        const char* generation = "", const char* release = "", const char* device = "") const
    {
        const core::ConfigText config {text, "", m_folder.path(), release, device};
        return core::convertConfig(*m_kinds.find(from), config, *m_kinds.find(to), generation);
    }

    static QString keysOf(const core::ConfigDraft& draft)
    {
        QStringList keys;
        for (const core::ConfigLoss& loss : draft.lost)
            keys << QString::fromStdString(loss.key);
        return keys.join(' ');
    }

private slots:
    void initTestCase()
    {
        core::registerConfigKinds(m_kinds);
        QVERIFY(std::filesystem::create_directory(m_folder.at("out")));
    }

    void kind_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("lost"); // keys
        const auto row = [](const char* name, const char* from, const std::string& text, const char* to,
                             const char* expected, const char* lost = "") {
            QTest::newRow(name) << from << QString::fromStdString(text) << to << expected << lost;
        };
        // docs/formats/mindspore-dump.md 1.7: what MindSpore itself writes for AscendCL
        row("MindSpore, both sides", "mindspore", mindspore(), "acl",
            R"(dump.dump_mode="all";dump.dump_op_switch="on";dump.dump_path="/data/d";dump.dump_list=[{}];~dump.dump_step)");
        row("MindSpore, inputs", "mindspore", mindspore(R"(,"input_output":1)"), "acl",
            R"(dump.dump_mode="input")");
        row("MindSpore, outputs", "mindspore", mindspore(R"(,"input_output":2)"), "acl",
            R"(dump.dump_mode="output")");
        row("MindSpore, overflow", "mindspore", mindspore(R"(,"op_debug_mode":3)"), "acl",
            R"(dump={"dump_path":"/data/d","dump_debug":"on"})");
        row("MindSpore, exception", "mindspore", mindspore(R"(,"op_debug_mode":4)"), "acl",
            R"(dump.dump_scene="lite_exception";~dump.dump_list)");
        row("MindSpore, layers", "mindspore",
            mindspore(R"x(,"dump_mode":1,"kernels":["Default/a-op1","ReLU","name-regex(.*x)"])x"), "acl",
            R"(dump.dump_list[0].layer=["Default/a-op1"])",
            "common_dump_settings.kernels common_dump_settings.kernels");
        row("MindSpore, iterations", "mindspore", mindspore(R"(,"iteration":"0|5-8")"), "acl",
            R"(dump.dump_step="0|5-8")");
        row("MindSpore, statistics", "mindspore",
            mindspore(R"(,"saved_data":"statistic","statistic_category":["max","avg","nan count","md5"])"),
            "acl", R"(dump.dump_data="stats";dump.dump_stats=["Max","Avg","Nan"])",
            "common_dump_settings.statistic_category");
        row("MindSpore, both contents", "mindspore", mindspore(R"(,"saved_data":"full")"), "acl",
            R"(dump.dump_data="tensor")", "common_dump_settings.saved_data");
        row("MindSpore, devices and samples", "mindspore",
            mindspore(R"(,"support_device":[0])", R"("enable":true,"trans_flag":false,"sample_mode":1)"),
            "acl", "",
            "e2e_dump_settings.trans_flag e2e_dump_settings.sample_mode common_dump_settings.support_device");
        row("MindSpore to msprobe", "mindspore",
            mindspore(
                R"(,"iteration":"0|5-8","support_device":[0,2],"saved_data":"statistic","input_output":2)"),
            "msprobe",
            R"(task="statistics";dump_path="/data/d";step=[0,"5-8"];rank=[0,2];statistics.data_mode=["output"])",
            "common_dump_settings.support_device");
        row("AscendCL to MindSpore", "acl",
            R"({"dump":{"dump_path":"/data/x","dump_list":[{"layer":["conv1","Default/fc-op2"]}],"dump_step":"1|3-4",)"
            R"("dump_data":"stats","dump_stats":["Max","Positive Inf"]}})",
            "mindspore",
            R"x(common_dump_settings.dump_mode=1;common_dump_settings.kernels=["name-regex(conv1)","Default/fc-op2"];)x"
            R"(common_dump_settings.iteration="1|3-4";common_dump_settings.saved_data="statistic";)"
            R"(common_dump_settings.statistic_category=["max","positive inf count"];common_dump_settings.input_output=2;)"
            R"(common_dump_settings.path="/data/x";e2e_dump_settings.enable=true)");
        row("AscendCL overflow", "acl", R"({"dump":{"dump_path":"/x","dump_debug":"on"}})", "mindspore",
            "common_dump_settings.op_debug_mode=3;common_dump_settings.dump_mode=0");
        row("AscendCL exception", "acl", R"({"dump":{"dump_scene":"aic_err_norm_dump","dump_path":"/x"}})",
            "msprobe", R"(task="exception_dump")", "dump.dump_scene");
        row("AscendCL, what nobody else has", "acl",
            R"({"dump":{"dump_path":"/x","dump_level":"op","dump_kernel_data":"printf","dump_list":[{"model_name":"m",)"
            R"("optype_blacklist":[{"name":"Add","pos":["input0"]}],"opname_range":[{"begin":"a","end":"b"}]}]}})",
            "mindspore", "common_dump_settings.dump_mode=0",
            "dump.dump_level dump.dump_kernel_data dump.dump_list[0].optype_blacklist "
            "dump.dump_list[0].model_name "
            "dump.dump_list[0].opname_range");
        row("a folder MindSpore refuses", "acl", R"({"dump":{"dump_path":"my out","dump_list":[{}]}})",
            "mindspore", R"(common_dump_settings.path="/tmp/dump")", "dump.dump_path");
        row("msprobe to AscendCL", "msprobe",
            R"({"task":"statistics","dump_path":"/p","level":"mix","step":[0,"4-6"],"rank":[1],"statistics":)"
            R"({"list":["relu"],"data_mode":["input"]}})",
            "acl",
            R"(dump.dump_step="0|4-6";dump.dump_mode="input";dump.dump_data="stats";dump.dump_list[0].layer=["relu"])",
            "level rank");
        row("msprobe, NaN", "msprobe", R"({"task":"nan_check","dump_path":"/p","nan_check":{}})", "acl",
            R"(dump.dump_debug="on")");
        // docs/formats/ascendcl-capture.md 5.1: the adapter's keys are those of the graph engine
        row("TensorFlow to AscendCL", "tf",
            "DumpConfig(enable_dump=True, dump_path='/o', dump_step='0|5-10', dump_mode='all', "
            "dump_data='stats', "
            "dump_layer='a b')",
            "acl",
            R"(dump.dump_path="/o";dump.dump_step="0|5-10";dump.dump_mode="all";dump.dump_data="stats";)"
            R"(dump.dump_list=[{"layer":["a","b"]}];~dump.dump_op_switch)");
        row("TensorFlow overflow", "tf",
            "DumpConfig(enable_dump_debug=True, dump_path='/o', dump_debug_mode='aicore_overflow')", "acl",
            R"(dump.dump_debug="on")", "dump_debug_mode");
    }

    void kind()
    {
        QFETCH(QString, from);
        QFETCH(QString, text);
        QFETCH(QString, to);
        QFETCH(QString, expected);
        QFETCH(QString, lost);
        const auto draft = convert(qPrintable(from), text.toStdString(), qPrintable(to));
        QVERIFY2(draft.has_value(), draft ? "" : draft.error().message.text().c_str());
        QCOMPARE(mismatch(draft->text, expected), QString());
        QCOMPARE(keysOf(*draft), lost);
        for (const core::ConfigLoss& loss : draft->lost)
            QVERIFY(!loss.message.empty());
    }

    void toScripts()
    {
        const auto draft = convert("acl",
            R"({"dump":{"dump_path":"out","dump_list":[{"layer":["a","b c"]}],"dump_mode":"input","dump_step":"2"}})",
            "tf");
        QVERIFY(draft.has_value());
        for (const char* line : {R"(parameter_map["enable_dump"].b = True)",
                 R"(parameter_map["dump_path"].s = tf.compat.as_bytes("out"))",
                 R"(parameter_map["dump_layer"].s = tf.compat.as_bytes("a"))",
                 R"(parameter_map["dump_mode"].s = tf.compat.as_bytes("input"))",
                 R"(parameter_map["dump_step"].s = tf.compat.as_bytes("2"))"})
            QVERIFY2(draft->text.find(line) != std::string::npos, line);
        QCOMPARE(keysOf(*draft), QString("dump.dump_list[0].layer"));
        const auto estimator = convert("tf", draft->text, "tf", "estimator");
        QVERIFY(estimator && estimator->text.find("DumpConfig(dump_path=\"out\"") != std::string::npos);
        QVERIFY(estimator->lost.empty());
        const auto back = convert("tf", estimator->text, "tf", "sess.run");
        QCOMPARE(back->text, draft->text);
        const auto exception = convert("mindspore", mindspore(R"(,"op_debug_mode":4)"), "tf");
        QVERIFY(exception && exception->text.find("enable_exception_dump\"].i = 1") != std::string::npos);
    }

    void generation_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("generation");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("lost");
        const auto row = [](const char* name, const char* kind, const std::string& text, const char* release,
                             const char* generation, const char* expected, const char* lost = "") {
            QTest::newRow(name) << kind << QString::fromStdString(text) << release << generation << expected
                                << lost;
        };
        const std::string first
            = R"({"common_dump_settings":{"dump_mode":0,"path":"/d","net_name":"Net","iteration":0,"input_output":0,)"
              R"("kernels":[],"support_device":[0]},"async_dump_settings":{"enable":false,"op_debug_mode":2},)"
              R"("e2e_dump_settings":{"enable":true,"trans_flag":false}})";
        row("1.2 to 2.2, sync", "mindspore", first, "1.2", "2.2",
            R"(common_dump_settings.iteration="all";common_dump_settings.op_debug_mode=2;~async_dump_settings;)"
            R"(e2e_dump_settings={"enable":true,"trans_flag":false})");
        row("1.2 to 2.4, sync", "mindspore", first, "1.2", "2.4", "common_dump_settings.op_debug_mode=3",
            "common_dump_settings.op_debug_mode");
        const std::string firstAsync
            = R"({"common_dump_settings":{"dump_mode":0,"path":"/d","net_name":"Net","iteration":7,"input_output":0,)"
              R"("kernels":[],"support_device":[0]},"async_dump_settings":{"enable":true,"op_debug_mode":0},)"
              R"("e2e_dump_settings":{"enable":false,"trans_flag":false}})";
        row("1.2 to 2.4, async", "mindspore", firstAsync, "1.2", "2.4",
            R"(common_dump_settings.iteration="7";~e2e_dump_settings;~async_dump_settings)");
        row("2.10 to 1.2", "mindspore", mindspore(R"(,"iteration":"3|5","saved_data":"tensor")"), "", "1.2",
            R"(common_dump_settings.iteration=3;async_dump_settings={"enable":false,"op_debug_mode":0};)"
            R"(~common_dump_settings.saved_data;~common_dump_settings.op_debug_mode;e2e_dump_settings.enable=true)",
            "common_dump_settings.iteration common_dump_settings.saved_data");
        row("2.10 to 1.2, all", "mindspore", mindspore(), "", "1.2", "common_dump_settings.iteration=0");
        row("sync to async", "mindspore",
            mindspore(
                R"(,"saved_data":"statistic")", R"("enable":true,"trans_flag":true,"save_kernel_args":true)"),
            "2.3", "async", R"(~e2e_dump_settings;common_dump_settings.file_format="npy")",
            "e2e_dump_settings.save_kernel_args");
        row("async to sync", "mindspore", mindspore(R"(,"file_format":"bin")", "none"), "2.3", "sync",
            R"(e2e_dump_settings={"enable":true,"trans_flag":true};~common_dump_settings.file_format)",
            "common_dump_settings.file_format");
        row("async leaves with 2.6", "mindspore", mindspore("", "none"), "2.4", "2.6",
            R"(e2e_dump_settings={"enable":false,"trans_flag":true})", "e2e_dump_settings.enable");
        row("callback to 2.3", "mindspore", mindspore("", R"("enable":false)"), "2.5", "2.3",
            R"(e2e_dump_settings={"enable":true,"trans_flag":true})", "e2e_dump_settings.enable");
        row("keys of 2.3 to 2.2", "mindspore",
            mindspore(R"(,"statistic_category":["max"])",
                R"("enable":true,"trans_flag":true,"stat_calc_mode":"host","sample_mode":1,"sample_num":5)"),
            "2.4", "2.2",
            "~common_dump_settings.statistic_category;~e2e_dump_settings.stat_calc_mode;~e2e_dump_settings."
            "sample_num",
            "common_dump_settings.statistic_category e2e_dump_settings.stat_calc_mode "
            "e2e_dump_settings.sample_mode "
            "e2e_dump_settings.sample_num");
        row("statistics to 2.2, sync", "mindspore", mindspore(R"(,"saved_data":"full")"), "2.4", "2.2",
            R"(common_dump_settings.saved_data="tensor")", "common_dump_settings.saved_data");
        row("overflow number to 2.3", "mindspore", mindspore(R"(,"op_debug_mode":3,"overflow_number":5)"),
            "2.4", "2.3", "~common_dump_settings.overflow_number", "common_dump_settings.overflow_number");
        row("exceptions to 2.2", "mindspore", mindspore(R"(,"op_debug_mode":4)"), "2.4", "2.2",
            "common_dump_settings.op_debug_mode=0", "common_dump_settings.op_debug_mode");
        row("set_dump to 1.5", "mindspore", mindspore(R"(,"dump_mode":2)"), "2.0", "1.5",
            "common_dump_settings.dump_mode=0", "common_dump_settings.dump_mode");
        row("kernels to 2.2", "mindspore",
            mindspore(R"x(,"dump_mode":1,"kernels":["a/b-op1","ReLU","name-regex(x)"])x"), "2.4", "2.2",
            R"(common_dump_settings.kernels=["a/b-op1","ReLU"])", "common_dump_settings.kernels");
        row("kernels to 1.9", "mindspore", mindspore(R"(,"dump_mode":1,"kernels":["a/b-op1","ReLU"])"), "2.4",
            "1.9", R"(common_dump_settings.kernels=["a/b-op1"])", "common_dump_settings.kernels");
        row("no kernels to 2.4", "mindspore", mindspore(R"(,"dump_mode":1)"), "2.5", "2.4",
            "common_dump_settings.dump_mode=0");
        row("hashes to 2.7", "mindspore",
            mindspore(R"(,"saved_data":"full","statistic_category":["max","hash:md5","hash"])"), "2.10",
            "2.7", R"(common_dump_settings.statistic_category=["max","md5"])",
            "common_dump_settings.statistic_category");
        row("first iteration to 2.5", "mindspore", mindspore(R"(,"initial_iteration":3)"), "2.6", "2.5",
            "~common_dump_settings.initial_iteration", "common_dump_settings.initial_iteration");

        row("small runtime keeps statistics", "acl",
            R"({"dump":{"dump_path":"/p","dump_list":[{"model_name":"m"}]}})", "small", "current",
            R"(dump.dump_data="stats")");
        row("to the small runtime", "acl",
            R"({"dump":{"dump_path":"/p","dump_list":[{"model_name":"m"}],"dump_step":"1","dump_level":"op"}})",
            "", "small", R"(dump.dump_data="tensor";~dump.dump_step)", "dump.dump_step dump.dump_level");
        row("documented single-operator form", "acl",
            R"({"dump":{"dump_path":"/p","dump_list":[],"dump_data":"tensor"}})", "legacy", "current",
            "dump.dump_list=[{}]", "dump.dump_list");
        row("switch wants an empty list", "acl",
            R"({"dump":{"dump_path":"/p","dump_list":[{}],"dump_op_switch":"on"}})", "", "legacy",
            "dump.dump_list=[]");
        row("a list is mandatory", "acl", R"({"dump":{"dump_path":"/p","dump_debug":"on"}})", "", "legacy",
            "dump.dump_list=[]");
        row("scene of older ones", "acl", R"({"dump":{"dump_scene":"aic_err_norm_dump"}})", "", "legacy",
            R"(dump.dump_scene="lite_exception")", "dump.dump_scene");
        row("statistics of the newest", "acl",
            R"({"dump":{"dump_path":"/p","dump_list":[{}],"dump_data":"stats","dump_stats":["Max"]}})", "",
            "legacy", "~dump.dump_stats", "dump.dump_stats");
        row("no watcher in the small one", "acl",
            R"({"dump":{"dump_path":"/p","dump_scene":"watcher","dump_list":[{"watcher_nodes":["a"]}]}})", "",
            "small", "~dump.dump_scene", "dump.dump_scene dump.dump_list[0].watcher_nodes");

        row("older overflow_check", "msprobe",
            R"({"task":"overflow_check","dump_path":"p","overflow_check":{"overflow_nums":3}})", "", "",
            R"(task="nan_check";nan_check={};~overflow_check)", "task overflow_check.overflow_nums");
        row("older run_ut", "msprobe", R"({"task":"run_ut","dump_path":"p","run_ut":{"white_list":["a"]}})",
            "", "", R"(task="acc_check";acc_check.white_list=["a"])");
        row("to older", "msprobe", R"({"task":"nan_check","dump_path":"p","nan_check":{}})", "", "older",
            R"(task="overflow_check";overflow_check={})");
        row("to MindSpore", "msprobe", R"({"task":"acc_check","dump_path":"p"})", "", "mindspore",
            R"(task="statistics")", "task");
        row("to PyTorch", "msprobe",
            R"({"task":"statistics","dump_path":"p","statistics":{"summary_mode":["max","md5"],"device":"host"}})",
            "", "pytorch", R"(statistics={"summary_mode":"md5"})",
            "statistics.summary_mode statistics.device");
    }

    void generation()
    {
        QFETCH(QString, kind);
        QFETCH(QString, text);
        QFETCH(QString, release);
        QFETCH(QString, generation);
        QFETCH(QString, expected);
        QFETCH(QString, lost);
        const auto draft = convert(qPrintable(kind), text.toStdString(), qPrintable(kind),
            qPrintable(generation), qPrintable(release));
        QVERIFY2(draft.has_value(), draft ? "" : draft.error().message.text().c_str());
        QCOMPARE(mismatch(draft->text, expected), QString());
        QCOMPARE(keysOf(*draft), lost);
        if (kind != "mindspore")
            return;
        // whatever comes out is accepted by the release it is for
        const core::ConfigText result {draft->text, "", ".", generation.section('-', 0, 0).toStdString()};
        const core::ConfigReport report = m_kinds.find("mindspore")->check(result);
        QVERIFY2(report.valid, report.problems.empty() ? "" : report.problems.front().message.text().c_str());
    }

    /// Every accepted configuration can be said for every release that has the kind, and is accepted there.
    void everyRelease()
    {
        const core::ConfigKind* kind = m_kinds.find("mindspore");
        for (const QByteArray& line :
            testData(QStringLiteral("configs/mindspore/verdicts.csv")).split('\n').mid(1)) {
            const QList<QByteArray> cells = line.split(',');
            if (cells.size() != 4 || cells[3] == "error")
                continue;
            const std::string text
                = testData("configs/mindspore/" + QString::fromLatin1(cells[0])).toStdString();
            for (const char* to :
                {"1.2", "1.3", "1.6", "1.10", "2.2", "2.3", "2.4", "2.7", "2.10", "2.3-async", "1.2-async"}) {
                const core::ConfigText config {text, "", ".", cells[1].toStdString(), cells[2].toStdString()};
                const auto draft = kind->rewrite(config, to);
                QVERIFY2(draft.has_value(), cells[0].constData());
                const std::string release = std::string(to).substr(0, std::string(to).find('-'));
                const core::ConfigReport report
                    = kind->check({draft->text, "", ".", release, cells[2].toStdString()});
                QVERIFY2(report.valid,
                    qPrintable(
                        QString("%1 for %2: %3 %4")
                            .arg(cells[0].constData(), to,
                                QString::fromStdString(
                                    report.problems.empty() ? "" : report.problems.front().message.text()),
                                QString::fromStdString(draft->text))));
            }
        }
    }

    void refused()
    {
        QCOMPARE(convert("acl", R"({"dump":{"dump_path":"/p"}})", "mindspore").error().code,
            core::Code::Unsupported);
        QCOMPARE(convert("acl", R"({"dump":{}})", "acl", "newest").error().code, core::Code::Usage);
        QCOMPARE(convert("mindspore", mindspore(), "mindspore", "later").error().code, core::Code::Usage);
        QCOMPARE(
            convert("msprobe", R"({"task":"tensor"})", "msprobe", "jax").error().code, core::Code::Usage);
        QCOMPARE(
            convert("tf", "DumpConfig(enable_dump=True)", "tf", "keras").error().code, core::Code::Usage);
        QVERIFY(!convert("mindspore", "{", "mindspore", "2.4"));
        QVERIFY(!convert("mindspore", "[]", "mindspore", "2.4"));
        QVERIFY(!convert("mindspore", R"({"common_dump_settings":7})", "mindspore", "2.4"));
        QVERIFY(!convert("acl", "{\"dump\":7}", "acl", "legacy"));
    }

    void damagedTexts()
    {
        const std::string whole = mindspore(R"(,"statistic_category":["max"],"saved_data":"full")");
        const std::string acl
            = R"({"dump":{"dump_path":"/p","dump_list":[{"model_name":"m","layer":["a"]}],"dump_step":"1-2"}})";
        for (const auto& [kind, text] : {std::pair("mindspore", whole), std::pair("acl", acl)}) {
            for (std::size_t cut = 0; cut < text.size(); ++cut) {
                std::string changed = text;
                changed[cut] = static_cast<char>(changed[cut] ^ 4);
                for (const char* to : {"mindspore", "acl", "msprobe", "tf"}) {
                    static_cast<void>(convert(kind, text.substr(0, cut), to));
                    static_cast<void>(convert(kind, changed, to));
                }
                static_cast<void>(convert(kind, changed, kind, kind == std::string("acl") ? "small" : "1.2"));
            }
        }
    }

    void edited_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("json"); // empty: taken out
        QTest::addColumn<QString>("expected");
        const auto row
            = [](const char* name, const char* text, const char* path, const char* json,
                  const char* expected) { QTest::newRow(name) << text << path << json << expected; };
        row("changed", "{\n  \"a\": {\"b\": 1 }\n}\n", "a.b", "22", "{\n  \"a\": {\"b\": 22 }\n}\n");
        row("added to a line", R"({"a":{"b":1}})", "a.c", "2", R"({"a":{"b":1, "c": 2}})");
        row("added to lines", "{\n  \"a\": {\n    \"b\": [1, 2]\n  }\n}\n", "a.c", "\"x\"",
            "{\n  \"a\": {\n    \"b\": [1, 2],\n    \"c\": \"x\"\n  }\n}\n");
        row("into an empty object", "{\n  \"a\": {}\n}\n", "a.b", "1",
            "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n");
        row("objects on the way", "{}", "a.b[0].c", "1", "{\n  \"a\": {\"b\": [{\"c\": 1}]}\n}");
        row("an element more", R"({"l":[{"a":1}]})", "l[1]", "{}", R"({"l":[{"a":1}, {}]})");
        row("taken out, first", "{\n  \"a\": 1,\n  \"b\": 2\n}", "a", "", "{\n  \"b\": 2\n}");
        row("taken out, last", "{\n  \"a\": 1,\n  \"b\": [{\"x\": \",\"}]\n}", "b", "", "{\n  \"a\": 1\n}");
        row("taken out, only", "{\"a\": {\"b\": \"}\"}}", "a.b", "", "{\"a\": {}}");
        row("taken out of a list", R"({"l": [1, 2, 3]})", "l[1]", "", R"({"l": [1, 3]})");
        row("absent anyway", R"({"a": 1})", "b.c", "", R"({"a": 1})");
        row("odd keys", "{\"a\\\"b\\\\\": \"x:\\\"y\\\"\", \"c\": 1}", "c", "",
            "{\"a\\\"b\\\\\": \"x:\\\"y\\\"\"}");
        row("a blank page", " \n", "a", "1", "{\n  \"a\": 1\n}\n");
    }

    void edited()
    {
        QFETCH(QString, text);
        QFETCH(QString, path);
        QFETCH(QString, json);
        QFETCH(QString, expected);
        const auto value = json.isEmpty() ? std::nullopt : std::optional(json.toStdString());
        const auto changed = core::withJsonValue(text.toStdString(), path.toStdString(), value);
        QVERIFY2(changed.has_value(), changed ? "" : changed.error().message.text().c_str());
        QCOMPARE(QString::fromStdString(*changed), expected);
    }

    void notEdited()
    {
        QVERIFY(!core::withJsonValue("{", "a", "1"));
        QVERIFY(!core::withJsonValue("[]", "a", "1"));
        QVERIFY(!core::withJsonValue(R"({"a":1})", "a.b", "1"));
        QVERIFY(!core::withJsonValue(R"({"l":[]})", "l[2]", "1"));
        QVERIFY(!core::withJsonValue("{}", "", "1"));
        QVERIFY(!core::withJsonValue("{}", "a[x]", "1"));
    }
};

QTEST_APPLESS_MAIN(TestConfigConversion)
#include "tst_config_conversion.moc"
