// SPDX-License-Identifier: GPL-3.0-or-later
// The published schemas of resources/schemas against the validator: every file of the verdict tables, and
// thousands of configurations with one value changed, get the same answer from both. What a schema cannot
// say is listed here, with the reason.
#include "config/config_kind.h"
#include "config/json_edit.h"

#include "json_schema.h"
#include "qt_bytes.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope;

namespace {

/// A value to begin from and its kind; every value in it is changed.
constexpr std::pair<const char*, const char*> kBases[] = {
    {"acl",
        R"({"dump":{"dump_path":"out","dump_list":[{"model_name":"m","layer":["a"]}],"dump_mode":"all",)"
        R"("dump_step":"0|3-5","dump_data":"stats","dump_stats":["Max"],"dump_op_switch":"on","dump_kernel_data":"printf"}})"},
    {"acl",
        R"({"dump":{"dump_path":"out","dump_level":"op","dump_list":[{"model_name":"m",)"
        R"("optype_blacklist":[{"name":"A","pos":["input0"]}],"opname_range":[{"begin":"a","end":"b"}]}]}})"},
    {"acl",
        R"({"dump":{"dump_path":"out","dump_scene":"watcher","dump_mode":"output",)"
        R"("dump_list":[{"layer":["a"],"watcher_nodes":["b"]}]}})"},
    {"acl",
        R"({"dump":{"dump_scene":"lite_exception","dump_debug":"off","dump_step":"x","dump_list":[{"layer":[]}]}})"},
    {"acl", R"({"dump":{"dump_path":"out","dump_debug":"on","dump_step":"x"}})"},
    {"mindspore",
        R"({"common_dump_settings":{"op_debug_mode":0,"dump_mode":0,"path":"/d","net_name":"Net","iteration":"0|5-8",)"
        R"("saved_data":"full","input_output":0,"kernels":["a"],"support_device":[0],"statistic_category":["max"]},)"
        R"("e2e_dump_settings":{"enable":true,"trans_flag":true,"sample_mode":1,"sample_num":5,"stat_calc_mode":"host",)"
        R"("device_stat_precision_mode":"low","save_kernel_args":false}})"},
    {"mindspore",
        R"({"common_dump_settings":{"op_debug_mode":3,"dump_mode":0,"path":"/d","net_name":"Net","iteration":"all",)"
        R"("saved_data":"statistic","input_output":0,"kernels":[],"support_device":[0],"file_format":"npy","overflow_number":5,)"
        R"("initial_iteration":1}})"},
    {"mindspore",
        R"({"common_dump_settings":{"dump_mode":0,"path":"/d","net_name":"Net","iteration":0,"input_output":0,"kernels":[],)"
        R"("support_device":[0]},"async_dump_settings":{"enable":false,"op_debug_mode":2},)"
        R"("e2e_dump_settings":{"enable":true,"trans_flag":false}})"},
    {"msprobe",
        R"({"task":"tensor","dump_path":"p","rank":[0,"2-3"],"step":[],"level":"L1","async_dump":true,)"
        R"("extra_info":true,"risk_level":"ALL","precision":"low","dump_enable":true,"custom_op_namespaces":["x"],)"
        R"("tensor":{"scope":["F.a.0.forward","F.b.0.forward"],"list":["relu"],"data_mode":["input"],)"
        R"("slice":[{"dim":0,"size":8,"begin":-1}],"request_id":"r","summary_mode":"statistics"}})"},
    {"msprobe",
        R"({"task":"tensor","dump_path":"p","level":"L2","tensor":{"scope":[],"list":["Functional.a.0.forward"]}})"},
    {"msprobe",
        R"({"task":"statistics","dump_path":"p","level":"L0","statistics":)"
        R"({"scope":["Module.a.B.forward.0","Module.c.D.forward.0"],"tensor_list":["a"],"summary_mode":["max","md5"],)"
        R"("device":"host","precision":"high"}})"},
    {"msprobe",
        R"({"task":"structure","dump_path":"p","level":"mix","structure":{"scope":["F.a.0.forward","Module.b.C.forward.0"]}})"},
    {"msprobe",
        R"({"task":"nan_check","dump_path":"p","level":"L1","nan_check":{"data_mode":["input","output"]}})"},
    {"msprobe",
        R"({"task":"acc_check","dump_path":"p","acc_check":{"white_list":["a"],"black_list":[],"error_data_path":"x"}})"},
    {"msprobe", R"({"task":"diff_check","dump_path":"p","diff_check":{"diff_nums":3}})"},
    {"msprobe", R"({"task":"exception_dump","dump_path":"p","level":"mix","exception_dump":{}})"},
    {"msprobe",
        R"({"task":"statistics","load":{"modules":["Module.a.B.forward.0"],"path":"out","dump_after_load":false,"step":[1]}})"},
};

constexpr const char* kValues[] = {"null", "true", "false", "0", "1", "2", "3", "4", "5", "7", "-1", "1.5",
    R"("")", R"("x")", R"("on")", R"("off")", R"("op")", R"("all")", R"("output")", R"("input")",
    R"("stats")", R"("tensor")", R"("statistics")", R"("statistic")", R"("md5")", R"("L0")", R"("L1")",
    R"("L2")", R"("mix")", R"("debug")", R"("watcher")", R"("aic_err_norm_dump")", R"("npy")", R"("5|7")",
    R"("5|")", R"("1-2-3")", R"("/d")", R"("d e")", R"("10.1.2.3:/a")", R"("10.1.2.3:a b")",
    R"("10.1.2.300:/a")", R"("printf,tensor")", R"("printf, x")", "[]", "[0]", R"(["x"])", R"(["x","y"])",
    R"(["all"])", R"(["all","input"])", R"(["max"])", R"(["md5"])", R"(["Max","Nan"])", R"([0,"4-6"])",
    R"(["F.a.0.forward"])", R"(["F.a.0.forward","F.b.1.backward"])",
    R"(["Module.a.forward.0","Cell.b.c.backward.1"])", R"(["Module.a.B.forward.0","Module.a.B.forward.0"])",
    "[{}]", R"([{"name":1}])", R"([{"begin":"a"}])", R"([{"dim":-1}])", R"([{"size":true,"x":"y"}])", "{}",
    R"({"a":1})", R"({"watcher_nodes":["x"]})", R"({"layer":[]})", R"({"summary_mode":["max"]})",
    R"({"list":["x"]})"};

/// Paths of every value below the document.
void collectPaths(const core::JsonValue& value, const std::string& path, std::vector<std::string>& paths)
{
    if (!path.empty())
        paths.push_back(path);
    for (std::size_t i = 0; i < value.items.size(); ++i)
        collectPaths(value.items[i], path + '[' + std::to_string(i) + ']', paths);
    for (const auto& [key, member] : value.members)
        collectPaths(member, path.empty() ? key : path + '.' + key, paths);
}

std::string fileOf(std::string_view kind)
{
    return kind == "mindspore" ? "data_dump" : std::string(kind);
}

} // namespace

class TestConfigSchemas : public QObject {
    Q_OBJECT

    core::ConfigKinds m_kinds;
    std::map<std::string, std::unique_ptr<test::JsonSchema>> m_schemas;
    test::TemporaryFolder m_folder;

    const test::JsonSchema& schema(const std::string& kind) { return *m_schemas.at(kind); }

    core::ConfigReport check(const std::string& kind, const std::string& text) const
    {
        return m_kinds.find(kind)->check({text, "", m_folder.path()});
    }

    /// A schema sees neither the disk nor the order of numbers in a text.
    static bool isBeyondSchemas(const core::ConfigProblem& problem)
    {
        return problem.severity != core::Severity::Error
            || (problem.key == "load.path"
                && problem.message.text().find("does not exist") != std::string::npos)
            || (problem.key == "dump.dump_path"
                && problem.message.text().find("does not exist") != std::string::npos)
            || (problem.key == "dump.dump_path"
                && problem.message.text().find("not a folder") != std::string::npos)
            || problem.message.text().find("ends before it begins") != std::string::npos
            || problem.message.text().find("left boundary") != std::string::npos || problem.code == "nesting";
    }
    static bool isAccepted(const core::ConfigReport& report)
    {
        return std::ranges::all_of(report.problems, isBeyondSchemas);
    }
    static QByteArray firstError(const core::ConfigReport& report)
    {
        for (const core::ConfigProblem& problem : report.problems) {
            if (!isBeyondSchemas(problem))
                return QByteArray::fromStdString(problem.key + ": " + problem.message.text());
        }
        return "no error";
    }

private slots:
    void initTestCase()
    {
        core::registerConfigKinds(m_kinds);
        QVERIFY(std::filesystem::create_directory(m_folder.at("out")));
        QVERIFY(test::writeFile(m_folder.at("afile"), ""));
        for (const char* kind : {"acl", "mindspore", "msprobe"}) {
            const QByteArray text = testData(
                "../../resources/schemas/" + QString::fromStdString(fileOf(kind)) + ".schema.json");
            m_schemas[kind] = std::make_unique<test::JsonSchema>(text.toStdString());
            QVERIFY2(m_schemas[kind]->isSchema(), kind);
        }
    }

    void aclVerdicts()
    {
        // 06 to 08 are no JSON
        const QByteArrayList notExpressible {"06-empty-file.json", "07-whitespace.json", "08-syntax.json",
            "12-path-missing-on-disk.json", "13-path-is-file.json", "14-path-home.json",
            "21-step-reversed.json", "45-nesting-11.json", "46-brackets-in-string.json"};
        int count = 0;
        for (const QByteArray& line :
            testData(QStringLiteral("configs/acl/verdicts.csv")).split('\n').mid(1)) {
            const QList<QByteArray> cells = line.split(',');
            if (cells.size() != 5 || notExpressible.contains(cells[0]))
                continue;
            const auto document
                = core::parseJson(testData("configs/acl/" + QString::fromLatin1(cells[0])).toStdString());
            QVERIFY2(document.has_value(), cells[0].constData());
            QVERIFY2(schema("acl").accepts(*document) == (cells[2] == "0"), cells[0].constData());
            ++count;
        }
        QCOMPARE(count, 39);
    }

    void mindsporeVerdicts()
    {
        int same = 0;
        for (const QByteArray& line :
            testData(QStringLiteral("configs/mindspore/verdicts.csv")).split('\n').mid(1)) {
            const QList<QByteArray> cells = line.split(',');
            if (cells.size() != 4)
                continue;
            const std::string text
                = testData("configs/mindspore/" + QString::fromLatin1(cells[0])).toStdString();
            const bool accepted = schema("mindspore").accepts(*core::parseJson(text));
            QVERIFY2(accepted == check("mindspore", text).valid, cells[0].constData());
            same += accepted == (cells[3] != "error") ? 1 : 0;
        }
        // the schema is told neither device nor release: set_dump() and statistics on a CPU are let through
        QVERIFY2(same >= 32, qPrintable(QString::number(same)));
    }

    void msprobeVerdicts()
    {
        int count = 0;
        for (const QByteArray& line :
            testData(QStringLiteral("configs/msprobe/verdicts.jsonl")).split('\n')) {
            if (line.isEmpty())
                continue;
            const qsizetype start = line.indexOf("\"config\": ") + 10;
            const std::string text = line.mid(start, line.size() - start - 1).toStdString();
            const auto document = core::parseJson(text);
            const core::ConfigReport report = check("msprobe", text);
            if (!document || text.find(".0") != std::string::npos)
                continue; // 1.0 is an integer to a schema, not to Python
            QVERIFY2(schema("msprobe").accepts(*document) == isAccepted(report),
                (firstError(report) + " in " + line).constData());
            ++count;
        }
        QVERIFY(count > 250);
    }

    void changedValues_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("base");
        for (const auto& [kind, base] : kBases)
            QTest::newRow(base) << kind << base;
    }

    void changedValues()
    {
        QFETCH(QString, kind);
        QFETCH(QString, base);
        const std::string id = kind.toStdString(), whole = base.toStdString();
        const auto document = core::parseJson(whole);
        QVERIFY(document.has_value());
        const core::ConfigReport untouched = check(id, whole);
        QVERIFY2(isAccepted(untouched), firstError(untouched));
        std::vector<std::string> paths;
        collectPaths(*document, "", paths);
        std::vector<std::string> changed {whole};
        for (const std::string& path : paths) {
            changed.push_back(*core::withJsonValue(whole, path, std::nullopt));
            for (const char* value : kValues)
                changed.push_back(*core::withJsonValue(whole, path, value));
        }
        for (const std::string& text : changed) {
            const auto value = core::parseJson(text);
            QVERIFY2(value.has_value(), text.c_str());
            const core::ConfigReport report = check(id, text);
            QVERIFY2(schema(id).accepts(*value) == isAccepted(report),
                (firstError(report) + " in " + QByteArray::fromStdString(text)).constData());
        }
        QCOMPARE(schema(id).unknownKeyword(), std::string());
    }

    /// What the program writes itself.
    void newOnes()
    {
        for (const char* id : {"acl", "mindspore", "msprobe"}) {
            const auto text = m_kinds.find(id)->create({});
            QVERIFY(text && schema(id).accepts(*core::parseJson(*text)));
        }
    }
};

QTEST_APPLESS_MAIN(TestConfigSchemas)
#include "tst_config_schemas.moc"
