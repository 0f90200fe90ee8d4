// SPDX-License-Identifier: GPL-3.0-or-later
// Dump parameters of the TensorFlow adapter (docs/formats/ascendcl-capture.md 5.1): verdicts of
// tests/data/configs/tf, and scripts in every form.
#include "config/config_kind.h"

#include "qt_bytes.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope;

class TestTfConfig : public QObject {
    Q_OBJECT

    core::ConfigKinds m_kinds;
    const core::ConfigKind* m_kind = nullptr;
    test::TemporaryFolder m_folder;

private slots:
    void initTestCase()
    {
        core::registerConfigKinds(m_kinds);
        m_kind = m_kinds.find("tf");
        QVERIFY(m_kind != nullptr);
        QVERIFY(std::filesystem::create_directory(m_folder.at("out")));
    }

    void verdictFiles()
    {
        const QList<QByteArray> lines = testData(QStringLiteral("configs/tf/verdicts.csv")).split('\n');
        int count = 0;
        for (const QByteArray& line : lines.mid(1)) {
            const QList<QByteArray> cells = line.split(',');
            if (cells.size() != 2)
                continue;
            const core::ConfigText config {
                testData("configs/tf/" + QString::fromLatin1(cells[0])).toStdString(), "", m_folder.path()};
            const core::ConfigReport report = m_kind->check(config);
            QVERIFY2(report.valid == (cells[1] == "ok"), cells[0].constData());
            QCOMPARE(m_kinds.recognise(config), m_kind);
            ++count;
        }
        QCOMPARE(count, 15);
    }

    void script_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error"); // its code
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("enabled");
        const auto row
            = [](const char* name, const char* text, const char* error = "", const char* key = "",
                  const char* enabled = "") { QTest::newRow(name) << text << error << key << enabled; };
        row("estimator",
            "dump_config = DumpConfig(enable_dump=True, dump_path='out', dump_step=\"0|5|10\", "
            "dump_mode='all')\n"
            "config = NPURunConfig(dump_config=dump_config, session_config=c)\n",
            "", "", "model-dump");
        row("positional", "DumpConfig(True, 'out', '0|5-8', 'all')", "", "", "model-dump");
        row("over several lines", "c = DumpConfig(enable_dump=True,  # on\n   dump_path=\n     'out')\n", "",
            "", "model-dump");
        row("sess.run",
            "custom_op.parameter_map[\"use_off_line\"].b = True\n"
            "custom_op.parameter_map[\"enable_dump\"].b = True\n"
            "custom_op.parameter_map[\"dump_path\"].s = tf.compat.as_bytes(\"out\")\n"
            "custom_op.parameter_map[\"dump_data\"].s = b'stats'\n",
            "", "", "model-dump statistics");
        row("TensorFlow 2",
            "npu.global_options().dump_config.enable_dump = True\n"
            "npu.global_options().dump_config.dump_path = 'out'\n",
            "", "", "model-dump");
        row("names", "PATH = 'out'\nDumpConfig(enable_dump=True, dump_path=PATH)", "", "", "model-dump");
        row("unknown name", "DumpConfig(enable_dump=True, dump_path=args.path)", "", "", "model-dump");
        row("a comment is no setting", "# DumpConfig(enable_dump=5)\nDumpConfig()");
        row("exception", "NPURunConfig(enable_exception_dump=1, dump_config=DumpConfig())", "", "",
            "exception");
        row("overflow", "DumpConfig(enable_dump_debug=True, dump_path='out', dump_debug_mode='all')", "", "",
            "overflow");
        row("both", "DumpConfig(enable_dump=True, enable_dump_debug=True, dump_path='out')", "E10001",
            "enable_dump_debug");
        row("no path", "DumpConfig(enable_dump=True)", "E10058", "dump_path");
        row("None", "DumpConfig(enable_dump=True, dump_path=None)", "E10058", "dump_path");
        row("mode", "DumpConfig(dump_mode='ALL')", "InvalidArgument", "dump_mode");
        row("type", "DumpConfig(enable_dump='True', dump_path='out')", "Internal", "enable_dump");
        row("range", "DumpConfig(enable_dump=True, dump_path='out', dump_step='3-3')", "InvalidArgument",
            "dump_step");
        row("field", "custom_op.parameter_map['enable_dump'].s = True", "TypeError", "enable_dump");
        row("exception of 3", "custom_op.parameter_map['enable_exception_dump'].i = 3", "InvalidArgument",
            "enable_exception_dump");
        row("nothing of ours", "print('hello')", "syntax");
    }

    void script()
    {
        QFETCH(QString, text);
        QFETCH(QString, error);
        QFETCH(QString, key);
        QFETCH(QString, enabled);
        const core::ConfigText config {text.toStdString(), "train.py", m_folder.path()};
        const core::ConfigReport report = m_kind->check(config);
        QString code, of, words;
        for (const core::ConfigProblem& problem : report.problems) {
            if (problem.severity == core::Severity::Error && code.isEmpty()) {
                code = QString::fromStdString(problem.code);
                of = QString::fromStdString(problem.key);
            }
        }
        for (const std::string& word : report.enabled)
            words += (words.isEmpty() ? "" : " ") + QString::fromStdString(word);
        QCOMPARE(code, error);
        QCOMPARE(of, key);
        QCOMPARE(words, enabled);
        if (report.valid) {
            QVERIFY(!m_kind->explain(config).empty());
            QCOMPARE(m_kinds.recognise(config), m_kind);
        }
    }

    void places()
    {
        const core::ConfigReport report
            = m_kind->check({"import x\nDumpConfig(\n  dump_mode='al')\n", "", m_folder.path()});
        QCOMPARE(report.problems[0].line, 3U);
        QCOMPARE(report.problems[0].column, 13U);
        QCOMPARE(report.problems[0].fix.text(), std::string("write \"all\""));
    }

    void newOnesAreValid()
    {
        for (const char* form : {"sess.run", "estimator"}) {
            const auto text = m_kind->create({{"form", form}, {"dump_path", "out"}, {"dump_step", "0|5-8"},
                {"enable_exception_dump", "1"}});
            QVERIFY(text.has_value());
            const core::ConfigText config {*text, "", m_folder.path()};
            const core::ConfigReport report = m_kind->check(config);
            QVERIFY2(report.valid, text->c_str());
            QCOMPARE(report.enabled, (std::vector<std::string> {"model-dump", "exception"}));
            QCOMPARE(m_kind->explain(config)[1].text(), std::string("At the steps 0|5-8 only."));
        }
        QVERIFY(m_kind
                    ->check({*m_kind->create({{"enable_dump_debug", "true"}, {"dump_path", "out"}}), "",
                        m_folder.path()})
                    .valid);
        QVERIFY(!m_kind->create({{"form", "x"}}));
        QVERIFY(!m_kind->create({{"dump_mod", "all"}}));
    }

    void damagedTexts()
    {
        const std::string whole = "P = 'out'\nDumpConfig(True, dump_path=P, dump_mode=\"\"\"all\"\"\")\n"
                                  "op.parameter_map[\"dump_step\"].s = b'1'";
        for (std::size_t cut = 0; cut < whole.size(); ++cut) {
            std::string changed = whole;
            changed[cut] = static_cast<char>(changed[cut] ^ 4);
            for (const std::string& text : {whole.substr(0, cut), changed}) {
                const core::ConfigText config {text, "", m_folder.path()};
                if (m_kind->check(config).valid)
                    QVERIFY(!m_kind->explain(config).empty());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestTfConfig)
#include "tst_tf_config.moc"
