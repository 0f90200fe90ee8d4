// SPDX-License-Identifier: GPL-3.0-or-later
// acl.json: acceptance, codes and their order as docs/formats/ascendcl-capture.md 1 gives them, and the place
// of every problem.
#include "config/acl_config.h"
#include "config/config_kind.h"

#include "qt_bytes.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope;

namespace {

std::string nested(int depth)
{
    std::string text;
    for (int i = 0; i < depth; ++i)
        text += "{\"a\":";
    return text + "1" + std::string(static_cast<std::size_t>(depth), '}');
}

std::string steps(int count)
{
    std::string text = "0";
    for (int i = 1; i < count; ++i)
        text += "|" + std::to_string(i);
    return text;
}

/// A whole-model configuration with more keys.
std::string with(const std::string& more)
{
    return "{\"dump\":{\"dump_path\":\"out\",\"dump_list\":[{\"model_name\":\"m\"}]" + more + "}}";
}

std::string withItem(const std::string& item, const std::string& more = {})
{
    return "{\"dump\":{\"dump_path\":\"out\",\"dump_list\":[" + item + "]" + more + "}}";
}

/// An item that leaves out `count` operators.
std::string blacklist(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? "" : ",") + std::string("{\"name\":\"A\"}");
    return "{\"opname_blacklist\":[" + text + "]}";
}

} // namespace

class TestAclConfig : public QObject {
    Q_OBJECT

    test::TemporaryFolder m_folder;

private slots:
    void initTestCase()
    {
        QVERIFY(std::filesystem::create_directory(m_folder.at("out")));
        QVERIFY(test::writeFile(m_folder.at("afile"), ""));
    }

    /// What acl.json cannot say, and without which nothing is found.
    void overflowNeedsAStatusCheck()
    {
        core::ConfigKinds kinds;
        core::registerConfigKinds(kinds);
        const auto hasHint = [&](const std::string& text) {
            const core::ConfigReport report = kinds.find("acl")->check({text, "acl.json", m_folder.path()});
            return report.valid
                && std::ranges::any_of(report.problems, [](const core::ConfigProblem& problem) {
                       return problem.severity == core::Severity::Hint && problem.key == "dump.dump_debug"
                           && problem.fix.text().find("--status_check=1") != std::string::npos;
                   });
        };
        QVERIFY(hasHint("{\"dump\":{\"dump_path\":\"out\",\"dump_debug\":\"on\"}}"));
        QVERIFY(!hasHint("{\"dump\":{\"dump_path\":\"out\",\"dump_list\":[{}]}}"));
    }

    void verdict_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");   // the first
        QTest::addColumn<QString>("key");     // its key
        QTest::addColumn<QString>("enabled"); // words
        const auto row = [](const char* name, const std::string& text, const char* error = "",
                             const char* key = "", const char* enabled = "") {
            QTest::newRow(name) << QString::fromStdString(text) << error << key << enabled;
        };
        row("model", with(""), "", "", "model-dump");
        row("all models", withItem("{}"), "", "", "model-dump");
        row("single operators",
            "{\"dump\":{\"dump_path\":\"out\",\"dump_list\":[],\"dump_op_switch\":\"on\"}}", "", "",
            "op-dump");
        row("both, statistics", with(",\"dump_op_switch\":\"on\",\"dump_data\":\"stats\""), "", "",
            "model-dump op-dump statistics");
        row("empty list", "{\"dump\":{\"dump_path\":\"out\",\"dump_list\":[]}}");
        row("path only", "{\"dump\":{\"dump_path\":\"out\"}}");
        row("no dump", "{\"note\":1}");
        row("no object", "[]");
        row("empty dump", "{\"dump\":{}}");
        row("empty file", "");
        row("mark of UTF-8", "\xEF\xBB\xBF" + with(""), "", "", "model-dump");
        row("last of two keys", "{\"dump\":{\"dump_path\":7,\"dump_path\":\"out\",\"dump_debug\":\"on\"}}",
            "", "", "overflow");
        row("blanks", " \n\t", "EP0004");
        row("syntax", "{\"dump\": {,}}", "EP0004");
        row("comment", "{/* */}", "EP0004");
        row("NaN", "{\"dump\":{},\"x\":NaN}", "EP0004");
        row("nested 11 deep", nested(11), "nesting");
        row("nested 10 deep", nested(10));
        row("brackets in a text", "{\"note\":\"[[[[[[[[[[[\",\"dump\":{}}", "nesting");
        row("dump is a list", "{\"dump\":[]}", "EP0001", "dump");
        row("dump is null", "{\"dump\":null}", "EP0001", "dump");
        row("no path", "{\"dump\":{\"dump_list\":[{}]}}", "EP0001", "dump.dump_path");
        row("empty path", "{\"dump\":{\"dump_path\":\"\",\"dump_list\":[{}]}}", "EP0001", "dump.dump_path");
        row("missing path", "{\"dump\":{\"dump_path\":\"none\",\"dump_list\":[{}]}}", "EP0003",
            "dump.dump_path");
        row("path is a file", "{\"dump\":{\"dump_path\":\"afile\"}}", "EP0003", "dump.dump_path");
        row("path of 513", "{\"dump\":{\"dump_path\":\"" + std::string(513, 'a') + "\"}}", "EP0003",
            "dump.dump_path");
        row("remote path", "{\"dump\":{\"dump_path\":\"10.1.2.3:/d\",\"dump_list\":[{}]}}", "", "",
            "model-dump");
        row("remote path with a blank", "{\"dump\":{\"dump_path\":\"10.1.2.3:a b\"}}", "EP0003",
            "dump.dump_path");
        row("no remote path", "{\"dump\":{\"dump_path\":\"10.1.2.256:/d\"}}", "EP0003", "dump.dump_path");
        row("unknown mode", with(",\"dump_mode\":\"both\""), "EP0002", "dump.dump_mode");
        row("mode is a number", with(",\"dump_mode\":1"), "EP0001", "dump.dump_mode");
        row("empty mode", with(",\"dump_mode\":\"\""), "EP0001", "dump.dump_mode");
        row("switch in capitals", with(",\"dump_op_switch\":\"ON\""), "EP0002", "dump.dump_op_switch");
        row("types before values", "{\"dump\":{\"dump_mode\":\"bogus\",\"dump_list\":7}}", "EP0001",
            "dump.dump_list");
        row("values before scene",
            "{\"dump\":{\"dump_scene\":\"lite_exception\",\"dump_op_switch\":\"on\",\"dump_data\":\"x\"}}",
            "EP0002", "dump.dump_data");
        row("path before steps", "{\"dump\":{\"dump_path\":\"none\",\"dump_step\":\"a\"}}", "EP0003",
            "dump.dump_path");
        row("steps", with(",\"dump_step\":\"0|3-5|10\""), "", "", "model-dump");
        row("100 steps", with(",\"dump_step\":\"" + steps(100) + "\""), "", "", "model-dump");
        row("101 steps", with(",\"dump_step\":\"" + steps(101) + "\""), "EP0003", "dump.dump_step[100]");
        row("reversed steps", with(",\"dump_step\":\"1|5-3\""), "EP0003", "dump.dump_step[1]");
        row("letter as step", with(",\"dump_step\":\"a\""), "EP0003", "dump.dump_step[0]");
        row("two dashes", with(",\"dump_step\":\"1--2\""), "EP0003", "dump.dump_step[0]");
        row("empty step", with(",\"dump_step\":\"1|\""), "EP0003", "dump.dump_step[1]");
        row("chosen statistics", with(",\"dump_data\":\"stats\",\"dump_stats\":[\"Max\",\"L2norm\"]"), "", "",
            "model-dump statistics");
        row("statistics of tensors", with(",\"dump_stats\":[\"Max\"]"), "EP0005", "dump.dump_stats");
        row("unknown statistic", with(",\"dump_data\":\"stats\",\"dump_stats\":[\"Max\",\"max\"]"), "EP0002",
            "dump.dump_stats[1]");
        row("no statistic", with(",\"dump_data\":\"stats\",\"dump_stats\":[]"), "EP0001", "dump.dump_stats");
        row("overflow", "{\"dump\":{\"dump_path\":\"out\",\"dump_debug\":\"on\"}}", "", "", "overflow");
        row("overflow with bad steps",
            "{\"dump\":{\"dump_path\":\"out\",\"dump_debug\":\"on\",\"dump_step\":\"a\"}}", "", "",
            "overflow");
        row("overflow and switch",
            "{\"dump\":{\"dump_path\":\"out\",\"dump_debug\":\"on\",\"dump_op_switch\":\"on\"}}", "EP0005",
            "dump.dump_op_switch");
        row("overflow with a list", with(",\"dump_debug\":\"on\""), "", "", "overflow");
        row("exception", "{\"dump\":{\"dump_scene\":\"aic_err_brief_dump\"}}", "", "", "exception");
        row("exception and switch",
            "{\"dump\":{\"dump_scene\":\"lite_exception\",\"dump_op_switch\":\"on\"}}", "EP0005",
            "dump.dump_op_switch");
        row("exception looks at nothing else",
            "{\"dump\":{\"dump_scene\":\"lite_exception\",\"dump_step\":\"a\",\"dump_path\":\"none\"}}", "",
            "", "exception");
        row("unknown scene", "{\"dump\":{\"dump_scene\":\"exception\",\"dump_path\":\"out\"}}", "EP0002",
            "dump.dump_scene");
        row("watcher",
            "{\"dump\":{\"dump_scene\":\"watcher\",\"dump_path\":\"out\",\"dump_list\":[{\"layer\":[\"A\"],"
            "\"watcher_nodes\":[\"C\"]}]}}",
            "", "", "watcher");
        row("watcher of inputs",
            "{\"dump\":{\"dump_scene\":\"watcher\",\"dump_path\":\"out\",\"dump_mode\":\"all\",\"dump_list\":"
            "[{\"watcher_nodes\":[\"C\"]}]}}",
            "EP0005", "dump.dump_mode");
        row("watcher without nodes",
            "{\"dump\":{\"dump_scene\":\"watcher\",\"dump_path\":\"out\",\"dump_list\":[{\"layer\":[\"A\"]}]}"
            "}",
            "EP0001", "dump.dump_list[0].watcher_nodes");
        row("watcher of a model",
            "{\"dump\":{\"dump_scene\":\"watcher\",\"dump_path\":\"out\",\"dump_list\":[{\"model_name\":"
            "\"m\",\"watcher_nodes\":[\"C\"]}]}}",
            "EP0005", "dump.dump_list[0].model_name");
        row("nodes without watcher", withItem("{\"watcher_nodes\":[\"C\"]}"), "EP0005",
            "dump.dump_list[0].watcher_nodes");
        row("empty model name", withItem("{\"model_name\":\"\"}"), "EP0001", "dump.dump_list[0].model_name");
        row("empty model name with switch", withItem("{\"model_name\":\"\"}", ",\"dump_op_switch\":\"on\""),
            "", "", "model-dump op-dump");
        row("empty layer list", withItem("{\"model_name\":\"m\",\"layer\":[]}"), "EP0001",
            "dump.dump_list[0].layer");
        row("layer is a number", withItem("{\"layer\":[\"a\",1]}"), "EP0001", "dump.dump_list[0].layer[1]");
        row("list of texts", withItem("\"m\""), "EP0001", "dump.dump_list[0]");
        row("blacklist",
            withItem("{\"optype_blacklist\":[{\"name\":\"Add\",\"pos\":[\"input0\",\"x\"]}]}",
                ",\"dump_level\":\"op\""),
            "", "", "model-dump");
        row("blacklist at any level", withItem("{\"opname_blacklist\":[{\"name\":\"Add\"}]}"), "EP0005",
            "dump.dump_list[0].opname_blacklist");
        row("range",
            withItem("{\"model_name\":\"m\",\"opname_range\":[{\"begin\":\"a\",\"end\":\"a\"}]}",
                ",\"dump_level\":\"op\""),
            "", "", "model-dump");
        row("range of any model",
            withItem("{\"opname_range\":[{\"begin\":\"a\",\"end\":\"a\"}]}", ",\"dump_level\":\"op\""),
            "EP0001", "dump.dump_list[0].opname_range");
        row("range without end",
            withItem("{\"model_name\":\"m\",\"opname_range\":[{\"begin\":\"a\",\"end\":\"\"}]}",
                ",\"dump_level\":\"op\""),
            "EP0003", "dump.dump_list[0].opname_range[0]");
        for (const char* scene : {"lite_exception", "aic_err_norm_dump", "aic_err_detail_dump"})
            row(scene, std::string("{\"dump\":{\"dump_scene\":\"") + scene + "\"}}", "", "", "exception");
        row("exception and overflow", "{\"dump\":{\"dump_scene\":\"lite_exception\",\"dump_debug\":\"on\"}}",
            "EP0005", "dump.dump_debug");
        row("exception, types are checked all the same",
            "{\"dump\":{\"dump_scene\":\"lite_exception\",\"dump_list\":7}}", "EP0001", "dump.dump_list");
        row("watcher and overflow",
            "{\"dump\":{\"dump_scene\":\"watcher\",\"dump_path\":\"out\",\"dump_debug\":\"on\"}}", "EP0005",
            "dump.dump_debug");
        row("watcher of outputs",
            "{\"dump\":{\"dump_scene\":\"watcher\",\"dump_path\":\"out\",\"dump_mode\":\"output\",\"dump_"
            "list\":"
            "[{\"watcher_nodes\":[\"C\"]}],\"dump_data\":\"stats\"}}",
            "", "", "watcher statistics");
        row("path ends in a colon", "{\"dump\":{\"dump_path\":\"10.1.2.3:\"}}", "EP0003", "dump.dump_path");
        row("path of the environment", "{\"dump\":{\"dump_path\":\"$HOME\"}}", "EP0003", "dump.dump_path");
        row("empty layer list with switch",
            withItem("{\"model_name\":\"m\",\"layer\":[]}", ",\"dump_op_switch\":\"on\""), "", "",
            "model-dump op-dump");
        row("level of kernels", with(",\"dump_level\":\"kernel\""), "", "", "model-dump");
        row("position that is a number",
            withItem("{\"optype_blacklist\":[{\"name\":\"A\",\"pos\":[0]}]}", ",\"dump_level\":\"op\""),
            "EP0001", "dump.dump_list[0].optype_blacklist[0].pos[0]");
        row("100 left out", withItem(blacklist(100), ",\"dump_level\":\"op\""), "", "", "model-dump");
        row("101 left out", withItem(blacklist(101), ",\"dump_level\":\"op\""), "EP0003",
            "dump.dump_list[0].opname_blacklist");
        row("range of an empty name",
            withItem("{\"model_name\":\"\",\"opname_range\":[]}",
                ",\"dump_level\":\"op\",\"dump_op_switch\":\"on\""),
            "EP0001", "dump.dump_list[0].opname_range");
        row("range at any level", withItem("{\"model_name\":\"m\",\"opname_range\":[]}"), "EP0005",
            "dump.dump_list[0].opname_range");
        row("every kernel data", with(",\"dump_kernel_data\":\"all,assert,timestamp\""), "", "",
            "model-dump");
        row("null is a type", with(",\"dump_step\":null"), "EP0001", "dump.dump_step");
        row("other objects of the file",
            "{\"profiler\":{\"switch\":\"on\"},\"err_msg_mode\":\"1\",\"defaultDevice\":{\"default_device\":"
            "\"0\"}}");
        row("kernel data", with(",\"dump_kernel_data\":\"printf,tensor\""), "", "", "model-dump");
        row("kernel data with a blank", with(",\"dump_kernel_data\":\"printf, tensor\""), "EP0002",
            "dump.dump_kernel_data");
        row("unknown keys",
            "{\"foo\":2,\"dump\":{\"dump_path\":\"out\",\"dump_list\":[{}],\"dump_layer\":\"x\"}}", "", "",
            "model-dump");
    }
    void verdict()
    {
        QFETCH(QString, text);
        QFETCH(QString, error);
        QFETCH(QString, key);
        QFETCH(QString, enabled);
        core::ConfigKinds kinds;
        core::registerConfigKinds(kinds);
        const core::ConfigText config {text.toStdString(), "acl.json", m_folder.path()};
        const core::ConfigReport report = kinds.find("acl")->check(config);
        QString firstError, firstKey, words;
        for (const core::ConfigProblem& problem : report.problems) {
            QVERIFY(!problem.message.empty());
            if (problem.severity == core::Severity::Error && firstError.isEmpty()) {
                firstError = QString::fromStdString(problem.code);
                firstKey = QString::fromStdString(problem.key);
            }
        }
        for (const std::string& word : report.enabled)
            words += (words.isEmpty() ? "" : " ") + QString::fromStdString(word);
        QCOMPARE(firstError, error);
        QCOMPARE(firstKey, key);
        QCOMPARE(words, enabled);
        QCOMPARE(report.valid, error.isEmpty());
        const core::AclCheck check = core::checkAclConfig(config.text, config.folder);
        QCOMPARE(check.returnCode, error.isEmpty() ? 0 : error == "nesting" ? 100006 : 100009);
        QCOMPARE(check.initReturnCode, error == "EP0004" || error == "nesting" ? 100006 : check.returnCode);
        if (report.valid)
            QVERIFY(!kinds.find("acl")->explain(config).empty());
    }

    /// Everything is wrong from one rule of docs/formats/ascendcl-capture.md 1.4 on: that rule is the one
    /// that is reported.
    void evaluationOrder()
    {
        struct Rule {
            const char *key, *bad, *code, *place;
        };
        static constexpr Rule kRules[] = {
            // step 3: types
            {"dump_path", "7", "EP0001", "dump_path"},
            {"dump_mode", "7", "EP0001", "dump_mode"},
            {"dump_op_switch", "true", "EP0001", "dump_op_switch"},
            {"dump_level", "null", "EP0001", "dump_level"},
            {"dump_scene", "[]", "EP0001", "dump_scene"},
            {"dump_data", "{}", "EP0001", "dump_data"},
            {"dump_debug", "1", "EP0001", "dump_debug"},
            {"dump_kernel_data", "[]", "EP0001", "dump_kernel_data"},
            {"dump_step", "5", "EP0001", "dump_step"},
            {"dump_stats", "\"Max\"", "EP0001", "dump_stats"},
            {"dump_list", "{}", "EP0001", "dump_list"},
            // step 4: values
            {"dump_mode", "\"both\"", "EP0002", "dump_mode"},
            {"dump_data", "\"Tensor\"", "EP0002", "dump_data"},
            {"dump_op_switch", "\"\"", "EP0001", "dump_op_switch"},
            {"dump_level", "\"graph\"", "EP0002", "dump_level"},
            {"dump_debug", "\"true\"", "EP0002", "dump_debug"},
            {"dump_scene", "\"normal\"", "EP0002", "dump_scene"},
            {"dump_kernel_data", "\"printf,\"", "EP0002", "dump_kernel_data"},
            {"dump_stats", "[]", "EP0001", "dump_stats"},
            // steps 6 and 8
            {"dump_path", "\"none\"", "EP0003", "dump_path"},
            {"dump_step", "\"1-2-3\"", "EP0003", "dump_step[0]"},
            {"dump_list", "[{\"layer\":[]}]", "EP0001", "dump_list[0].layer"},
            {"dump_stats", "[\"Max\"]", "EP0005", "dump_stats"},
        };
        for (std::size_t first = 0; first < std::size(kRules); ++first) {
            std::map<std::string, std::string> dump {{"dump_path", "\"out\""}};
            for (std::size_t i = std::size(kRules); i-- > first;)
                dump[kRules[i].key] = kRules[i].bad; // the earliest rule about a key wins
            std::string text = "{\"dump\":{";
            for (const auto& [key, value] : dump)
                text += (text.ends_with('{') ? "\"" : ",\"") + key + "\":" + value;
            const core::AclCheck check = core::checkAclConfig(text + "}}", m_folder.path());
            const core::AclFinding* error = check.firstError();
            QVERIFY2(error != nullptr, text.c_str());
            QVERIFY2(error->code == kRules[first].code, text.c_str());
            QCOMPARE(error->key, std::string("dump.") + kRules[first].place);
            QCOMPARE(check.returnCode, 100009);
        }
    }

    void verdictFiles()
    {
        int count = 0;
        for (const QByteArray& line :
            testData(QStringLiteral("configs/acl/verdicts.csv")).split('\n').mid(1)) {
            const QList<QByteArray> cells = line.split(',');
            if (cells.size() != 5)
                continue;
            const QByteArray text = testData("configs/acl/" + QString::fromLatin1(cells[0]));
            const core::AclCheck check = core::checkAclConfig(text.toStdString(), m_folder.path());
            QVERIFY2(check.returnCode == cells[2].toInt(), cells[0].constData());
            QVERIFY2(check.initReturnCode == cells[3].toInt(), cells[0].constData());
            QVERIFY2(
                (check.isValid() && check.config.isEnabled()) == (cells[1] == "yes"), cells[0].constData());
            // nesting has a code of the file, and none of the error texts
            const core::AclFinding* error = check.firstError();
            QCOMPARE(error != nullptr && error->code != "nesting" ? error->code : std::string(),
                cells[4].toStdString());
            ++count;
        }
        QCOMPARE(count, 48);
    }

    void damagedTexts()
    {
        const std::string whole = withItem(
            "{\"model_name\":\"m\",\"opname_range\":[{\"begin\":\"a\",\"end\":\"b\"}],\"optype_blacklist\":[{"
            "\"name\":\"x\",\"pos\":[\"input0\"]}]}",
            ",\"dump_level\":\"op\",\"dump_step\":\"1-2\",\"dump_data\":\"stats\",\"dump_stats\":[\"Max\"]");
        for (std::size_t cut = 1; cut < whole.size(); ++cut) {
            const core::AclCheck check = core::checkAclConfig(whole.substr(0, cut), m_folder.path());
            QCOMPARE(check.returnCode, 100009);
            std::string changed = whole;
            changed[cut] = static_cast<char>(changed[cut] ^ 4);
            static_cast<void>(core::checkAclConfig(changed, m_folder.path()));
        }
    }

    void places()
    {
        core::ConfigKinds kinds;
        core::registerConfigKinds(kinds);
        const core::ConfigText config {"{\n  \"dump\": {\n    \"dump_path\": \"out\",\n    \"dump_list\": "
                                       "[{\"model_name\": \"\"}]\n  }\n}\n",
            "acl.json", m_folder.path()};
        const core::ConfigReport report = kinds.recognise(config)->check(config);
        QCOMPARE(report.problems.size(), 1U);
        QCOMPARE(report.problems[0].line, 4U);
        QCOMPARE(report.problems[0].column, 34U);
        QVERIFY(!report.problems[0].fix.empty());
    }

    void files()
    {
        QCOMPARE(core::readAclFile(m_folder.at("none")).returnCode, 100003);
        QCOMPARE(core::readAclFile("").returnCode, 100003);
        QCOMPARE(core::readAclFile(m_folder.path()).returnCode, 100003);
        QCOMPARE(core::readAclFile(m_folder.at("afile")).returnCode, 0);
        QVERIFY(test::writeFile(m_folder.at("large"), std::string(10'485'761, ' ')));
        QCOMPARE(core::readAclFile(m_folder.at("large")).returnCode, 100003);
    }

    void newOnesAreValid()
    {
        core::ConfigKinds kinds;
        core::registerConfigKinds(kinds);
        const core::ConfigKind* acl = kinds.find("acl");
        const auto text = acl->create({{"dump_path", "out"}, {"dump.dump_list", "a,b\"c"},
            {"dump_data", "stats"}, {"dump_stats", "Max,Negative Inf"}});
        QVERIFY(text.has_value());
        const core::AclCheck check = core::checkAclConfig(*text, m_folder.path());
        QCOMPARE(check.returnCode, 0);
        QCOMPARE(check.config.items.size(), 2U);
        QCOMPARE(*check.config.items[1].modelName, std::string("b\"c"));
        QCOMPARE(check.config.statisticSet, 17U);
        QVERIFY(!acl->create({{"dump_mod", "all"}}));
    }
};

QTEST_APPLESS_MAIN(TestAclConfig)
#include "tst_acl_config.moc"
