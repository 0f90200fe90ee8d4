// SPDX-License-Identifier: GPL-3.0-or-later
// The form of every kind of configuration, edits that leave the rest as it is typed, presets, and what a
// request would write of a graph (sizes by hand).
#include "config/config_kind.h"
#include "config/dump_estimate.h"
#include "config/dump_presets.h"
#include "config/json_edit.h"
#include "model/dump_folder.h"

#include "qt_bytes.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope;

using Type = core::ConfigField::Type;

class TestConfigForm : public QObject {
    Q_OBJECT

    core::ConfigKinds m_kinds;
    test::TemporaryFolder m_folder;

    const core::ConfigKind& kindOf(const char* id) const { return *m_kinds.find(id); }

    static const core::ConfigField* field(const std::vector<core::ConfigField>& fields, std::string_view path)
    {
        const auto found = std::ranges::find(fields, path, &core::ConfigField::path);
        return found == fields.end() ? nullptr : &*found;
    }

private slots:
    void initTestCase()
    {
        core::registerConfigKinds(m_kinds);
        QVERIFY(std::filesystem::create_directory(m_folder.at("out")));
    }

    /// The weights of a model are listed as its tensors, and no capture writes them as operators.
    void weightsOfAModelAreNoOperators()
    {
        core::OwnedTask task;
        const auto model = core::openDump(
            DUMPSCOPE_TEST_DATA "/models/dynamic_batch.onnx", core::builtinFormats(), {}, task);
        QVERIFY(model && (*model)->tensorCount() > 0);
        QVERIFY(core::sizedOperators(**model).empty());
        const auto dump = core::openDump(DUMPSCOPE_SAMPLE_DATA "/golden", core::builtinFormats(), {}, task);
        QVERIFY(dump && !core::sizedOperators(**dump).empty());
    }

    /// Every key of a form can be written into a blank page and read back, and taken out again.
    void everyField_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("fields");
        QTest::newRow("acl") << "acl"
                             << R"({"dump":{"dump_list":[{}]}})" << 18;
        QTest::newRow("mindspore") << "mindspore"
                                   << R"({"common_dump_settings":{},"e2e_dump_settings":{"sample_mode":1}})"
                                   << 18;
        QTest::newRow("msprobe tensor") << "msprobe"
                                        << R"({"task":"tensor"})" << 18;
        QTest::newRow("msprobe statistics") << "msprobe"
                                            << R"({"task":"statistics"})" << 18;
        QTest::newRow("tf call") << "tf"
                                 << "d = DumpConfig(enable_dump=True)\nr = NPURunConfig(dump_config=d)\n"
                                 << 11;
        QTest::newRow("tf map") << "tf"
                                << "if x:\n    op.parameter_map[\"use_off_line\"].b = True\n"
                                << 10;
        QTest::newRow("tf member") << "tf"
                                   << "npu.global_options().dump_config.enable_dump = True\n"
                                   << 11;
    }

    void everyField()
    {
        QFETCH(QString, kind);
        QFETCH(QString, text);
        QFETCH(int, fields);
        const core::ConfigKind& rules = kindOf(qPrintable(kind));
        const core::ConfigText before {text.toStdString(), "", m_folder.path()};
        const auto form = rules.form(before);
        QCOMPARE(static_cast<int>(form.size()), fields);
        for (const core::ConfigField& one : form) {
            if (one.type == Type::Item)
                continue;
            const std::string json = one.type == Type::Flag ? "true"
                : one.type == Type::Number                  ? "1"
                : one.type == Type::Text                    ? "\"a b\""
                : one.type == Type::Choice                  ? '"' + one.words.back() + '"'
                : one.type == Type::Choices                 ? "[\"" + one.words.back() + "\"]"
                : one.type == Type::Texts                   ? "[\"a\"]"
                                                            : "[0]";
            const auto written = rules.withValue(before, one.path, json);
            QVERIFY2(written.has_value(), one.path.c_str());
            const auto after = rules.form({*written, "", m_folder.path()});
            const core::ConfigField* same = field(after, one.path);
            QVERIFY2(same != nullptr || one.path == "task", one.path.c_str());
            if (same != nullptr)
                QCOMPARE(same->value.value_or("absent"), core::compactJson(*core::parseJson(json)));
            const auto back = rules.withValue({*written, "", m_folder.path()}, one.path, std::nullopt);
            QVERIFY(back.has_value());
            const auto none = rules.form({*back, "", m_folder.path()});
            if (const core::ConfigField* gone = field(none, one.path))
                QVERIFY2(!gone->value, one.path.c_str());
        }
    }

    void rulesMakeTheForm()
    {
        const auto sync = kindOf("mindspore").form({*kindOf("mindspore").create({})});
        QCOMPARE(field(sync, "common_dump_settings.kernels")->namesOperators, true);
        QVERIFY(field(sync, "common_dump_settings.dump_mode")->type == Type::Number);
        QCOMPARE(field(sync, "common_dump_settings.dump_mode")->most, 2);
        QVERIFY(field(sync, "common_dump_settings.saved_data")->type == Type::Choice);
        QVERIFY(field(sync, "common_dump_settings.file_format") == nullptr); // of the asynchronous dump
        QVERIFY(field(sync, "common_dump_settings.net_name")->isRequired);
        core::ConfigText old {*kindOf("mindspore").create({})};
        old.release = "2.2";
        QVERIFY(field(kindOf("mindspore").form(old), "e2e_dump_settings.sample_mode") == nullptr);
        const auto acl = kindOf("acl").form({R"({"dump":{"dump_list":[{"model_name":"m"},{}]}})"});
        QCOMPARE(field(acl, "dump.dump_list[0].model_name")->value.value_or(""), std::string("\"m\""));
        QVERIFY(field(acl, "dump.dump_list[1].layer")->namesOperators);
        QVERIFY(
            field(acl, "dump.dump_list[2]")->type == Type::Item && !field(acl, "dump.dump_list[2]")->value);
        QVERIFY(!kindOf("msprobe").form({"{"}).empty()); // of a text that is being typed
    }

    void scripts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("expected");
        const auto row
            = [](const char* name, const char* text, const char* key, const char* json,
                  const char* expected) { QTest::newRow(name) << text << key << json << expected; };
        row("argument", "c = DumpConfig(enable_dump=True,  # on\n  dump_path='a')", "dump_path", "\"b\"",
            "c = DumpConfig(enable_dump=True,  # on\n  dump_path=\"b\")");
        row("argument taken out", "DumpConfig(enable_dump=True, dump_path='a')", "dump_path", "",
            "DumpConfig(enable_dump=True)");
        row("first argument taken out", "DumpConfig(enable_dump=True, dump_path='a')", "enable_dump", "",
            "DumpConfig(dump_path='a')");
        row("argument added", "DumpConfig(dump_path='a')", "enable_dump", "true",
            "DumpConfig(dump_path='a', enable_dump=True)");
        row("first argument", "DumpConfig()", "dump_step", "\"0|2\"", "DumpConfig(dump_step=\"0|2\")");
        row("of the run", "NPURunConfig(dump_config=DumpConfig())", "enable_exception_dump", "1",
            "NPURunConfig(dump_config=DumpConfig(), enable_exception_dump=1)");
        row("entry", "op.parameter_map[\"dump_mode\"].s = tf.compat.as_bytes(\"all\")  # both\n", "dump_mode",
            "\"input\"", "op.parameter_map[\"dump_mode\"].s = tf.compat.as_bytes(\"input\")  # both\n");
        row("entry added", "  op.parameter_map[\"enable_dump\"].b = True\n", "dump_path", "\"p\"",
            "  op.parameter_map[\"enable_dump\"].b = True\n  op.parameter_map[\"dump_path\"].s = "
            "tf.compat.as_bytes(\"p\")\n");
        row("member taken out", "a.dump_config.enable_dump = True\nb = 1\n", "enable_dump", "", "b = 1\n");
        row("a name becomes a value", "P='x'\nDumpConfig(dump_path=P)", "dump_path", "\"y\"",
            "P='x'\nDumpConfig(dump_path=\"y\")");
        row("a call becomes a value", "DumpConfig(dump_path=os.path.join('a', b), enable_dump=True)",
            "dump_path", "\"y\"", "DumpConfig(dump_path=\"y\", enable_dump=True)");
        row("a blank page", "", "enable_dump", "true", "dump_config = DumpConfig(enable_dump=True)\n");
    }

    void scripts()
    {
        QFETCH(QString, text);
        QFETCH(QString, key);
        QFETCH(QString, json);
        QFETCH(QString, expected);
        const auto value = json.isEmpty() ? std::nullopt : std::optional(json.toStdString());
        const auto changed = kindOf("tf").withValue({text.toStdString()}, key.toStdString(), value);
        QVERIFY2(changed.has_value(), changed ? "" : changed.error().message.text().c_str());
        QCOMPARE(QString::fromStdString(*changed), expected);
        QVERIFY(!kindOf("tf").withValue({"print(1)\n"}, "enable_dump", "true"));
        QVERIFY(!kindOf("tf").withValue({"DumpConfig()"}, "nix", "true"));
    }

    void damagedScripts()
    {
        const std::string whole = "D(\nDumpConfig(True, dump_path=P, dump_mode=\"\"\"all\"\"\")\n"
                                  "op.parameter_map[\"dump_step\"].s = b'1'\nx.dump_config.dump_data = 'a'";
        for (std::size_t cut = 0; cut < whole.size(); ++cut) {
            for (const char* key :
                {"dump_path", "dump_step", "dump_data", "dump_layer", "enable_exception_dump"}) {
                static_cast<void>(kindOf("tf").withValue({whole.substr(0, cut)}, key, "\"v\""));
                static_cast<void>(kindOf("tf").withValue({whole.substr(cut)}, key, std::nullopt));
            }
        }
    }

    /// Every preset makes a configuration of every kind that is accepted and captures what it says.
    void presets_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"acl", "mindspore", "msprobe", "tf"})
            QTest::newRow(kind) << kind;
    }

    void presets()
    {
        QFETCH(QString, kind);
        const core::ConfigKind& rules = kindOf(qPrintable(kind));
        const std::map<std::string_view, std::vector<std::string>> enabled {{"statistics", {"statistics"}},
            {"operators", {}}, {"tensors", {}}, {"iterations", {}}, {"overflow", {"overflow"}},
            {"exception", {"exception"}}};
        for (const core::DumpPreset& preset : core::dumpPresets()) {
            core::DumpRequest before;
            before.folder = kind == "mindspore" ? "/d" : "out";
            const auto draft = rules.write(core::presetRequest(preset, before, {"net/conv1-op1"}));
            QVERIFY(draft.has_value());
            const core::ConfigReport report = rules.check({draft->text, "", m_folder.path()});
            QVERIFY2(report.valid,
                (draft->text + (report.problems.empty() ? "" : report.problems[0].message.text())).c_str());
            for (const std::string& word : enabled.at(preset.id))
                QVERIFY2(
                    std::ranges::find(report.enabled, word) != report.enabled.end(), draft->text.c_str());
            QCOMPARE(draft->text.find("conv1") != std::string::npos, preset.id == "operators");
        }
    }

    void estimates_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("operators");
        QTest::addColumn<int>("files");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("steps"); // -1: open
        const auto row = [](const char* name, const char* kind, const char* text, int operators, int files,
                             int bytes, int steps = -1) {
            QTest::newRow(name) << kind << text << operators << files << bytes << steps;
        };
        // per tensor 128 bytes of header; outputs 400, 80, ?, inputs 0, 400, 80
        row("outputs of all", "acl", R"({"dump":{"dump_path":"out","dump_list":[{}]}})", 3, 3, 480 + 3 * 128);
        row("both sides", "acl",
            R"({"dump":{"dump_path":"out","dump_mode":"all","dump_list":[{}],"dump_step":"0|3-5"}})", 3, 3,
            480 + 480 + 5 * 128, 4);
        row("one layer", "acl",
            R"({"dump":{"dump_path":"out","dump_list":[{"layer":["net/fc-MatMul-op2"]}]}})", 1, 1, 80 + 128);
        row("a range", "acl",
            R"({"dump":{"dump_path":"out","dump_level":"op","dump_list":[{"model_name":"m","opname_range":[{"begin":"net/conv-Conv2D-op1","end":"net/fc-MatMul-op2"}]}]}})",
            2, 2, 480 + 2 * 128);
        row("statistics", "acl", R"({"dump":{"dump_path":"out","dump_list":[{}],"dump_data":"stats"}})", 3, 3,
            3 * 200);
        row("a file per tensor", "mindspore",
            R"({"common_dump_settings":{"op_debug_mode":0,"dump_mode":1,"path":"/d","net_name":"N","iteration":"all","input_output":0,"kernels":["matmul"],"support_device":[0]},"e2e_dump_settings":{"enable":true}})",
            1, 3, 400 + 80 + 2 * 128);
        row("a pattern", "mindspore",
            R"x({"common_dump_settings":{"op_debug_mode":0,"dump_mode":1,"path":"/d","net_name":"N","iteration":"2","input_output":2,"kernels":["name-regex(.*op[12])"],"support_device":[0]
    }
    , "e2e_dump_settings": { "enable" : true }})x",
            2, 3, 480 + 2 * 128, 1);
    }

    void estimates()
    {
        QFETCH(QString, kind);
        QFETCH(QString, text);
        QFETCH(int, operators);
        QFETCH(int, files);
        QFETCH(int, bytes);
        QFETCH(int, steps);
        const std::vector<core::SizedOperator> model {{"net/conv-Conv2D-op1", "Conv2D", {}, {400}},
            {"net/fc-MatMul-op2", "MatMul", {400}, {80}},
            {"net/Reshape-op3", "Reshape", {80}, {std::nullopt}}};
        const core::DumpRequest request
            = kindOf(qPrintable(kind)).request({text.toStdString(), "", m_folder.path()});
        const core::DumpEstimate estimate = core::estimateDump(request, model);
        QCOMPARE(static_cast<int>(estimate.operators), operators);
        QCOMPARE(static_cast<int>(estimate.files), files);
        QCOMPARE(static_cast<int>(estimate.bytes), bytes);
        QCOMPARE(estimate.steps ? static_cast<int>(*estimate.steps) : -1, steps);
        QCOMPARE(estimate.totalBytes(), estimate.bytes * static_cast<unsigned>(std::max(steps, 1)));
    }

    void hostileNumbers()
    {
        core::DumpRequest request;
        request.steps = {{0, std::numeric_limits<std::uint64_t>::max()}, {1, 5}};
        const std::vector<core::SizedOperator> model {
            {"a", "A", {}, {std::numeric_limits<std::uint64_t>::max()}}};
        QCOMPARE(core::estimateDump(request, model).totalBytes(), std::numeric_limits<std::uint64_t>::max());
    }
};

QTEST_APPLESS_MAIN(TestConfigForm)
#include "tst_config_form.moc"
