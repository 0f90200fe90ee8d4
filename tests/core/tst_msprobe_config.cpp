// SPDX-License-Identifier: GPL-3.0-or-later
// config.json of msprobe: the verdicts that msprobe 26.2.0 itself gave (tests/data/configs/msprobe).
#include "config/config_kind.h"

#include "qt_bytes.h"

#include <QTest>

using namespace dumpscope;

class TestMsprobeConfig : public QObject {
    Q_OBJECT

    core::ConfigKinds m_kinds;
    const core::ConfigKind* m_kind = nullptr;

    static std::string task(const std::string& name, const std::string& section)
    {
        return "{\"task\":\"" + name + "\",\"dump_path\":\"./dump\",\"" + name + "\":{" + section + "}}";
    }

private slots:
    void initTestCase()
    {
        core::registerConfigKinds(m_kinds);
        m_kind = m_kinds.find("msprobe");
        QVERIFY(m_kind != nullptr);
    }

    void verdict_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("framework");
        QTest::addColumn<bool>("valid");
        const QList<QByteArray> lines
            = testData(QStringLiteral("configs/msprobe/verdicts.jsonl")).split('\n');
        QVERIFY(lines.size() > 300);
        for (int i = 0; i < lines.size(); ++i) {
            if (lines[i].isEmpty())
                continue;
            const QJsonObject line = QJsonDocument::fromJson(lines[i]).object();
            // as written: Qt would write 1.0 as 1
            const qsizetype start = lines[i].indexOf("\"config\": ") + 10;
            QTest::newRow(qPrintable(QString::number(i + 1) + " " + line["name"].toString())) << lines[i].mid(
                start, lines[i].size() - start - 1) << line["framework"].toString() << line["valid"].toBool();
        }
    }

    void verdict()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, framework);
        QFETCH(bool, valid);
        core::ConfigText config {text.toStdString()};
        config.folder = DUMPSCOPE_TEST_DATA;
        config.framework = framework.toStdString();
        const core::ConfigReport report = m_kind->check(config);
        QVERIFY2(report.valid == valid,
            report.problems.empty() ? "no problem" : report.problems.front().message.text().c_str());
        for (const core::ConfigProblem& problem : report.problems)
            QVERIFY(problem.line > 0 && problem.column > 0 && !problem.message.empty());
        if (report.valid)
            QVERIFY(!m_kind->explain(config).empty());
    }

    void recognised()
    {
        const core::ConfigText config {task("tensor", "")};
        QCOMPARE(m_kinds.recognise(config), m_kind);
        QVERIFY(
            m_kind->recognises({R"({"task":"tensor","level":"L1","dump_data_dir":null,"data":{}})"}) == 0);
    }

    void enabled_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("words");
        QTest::newRow("tensor") << "tensor"
                                << "model-dump";
        QTest::newRow("statistics") << "statistics"
                                    << "model-dump statistics";
        QTest::newRow("structure") << "structure"
                                   << "model-dump";
        QTest::newRow("nan_check") << "nan_check"
                                   << "overflow";
        QTest::newRow("exception_dump") << "exception_dump"
                                        << "exception";
        QTest::newRow("acc_check") << "acc_check"
                                   << "";
    }

    void enabled()
    {
        QFETCH(QString, task);
        QFETCH(QString, words);
        QStringList found;
        for (const std::string& word :
            m_kind->check({TestMsprobeConfig::task(task.toStdString(), "")}).enabled)
            found << QString::fromStdString(word);
        QCOMPARE(found.join(' '), words);
    }

    void placesAndCodes()
    {
        const core::ConfigReport report
            = m_kind->check({"{\"task\": \"statistics\",\n \"dump_path\": \"x\",\n \"statistics\": "
                             "{\"data_mode\": [\"all\", \"in\"]}}"});
        QCOMPARE(report.problems.size(), 2U);
        QCOMPARE(report.problems[0].key, std::string("statistics.data_mode[1]"));
        QCOMPARE(report.problems[0].code, std::string("INVALID_PARAM_ERROR"));
        QCOMPARE(report.problems[0].line, 3U);
        QCOMPARE(report.problems[0].column, 38U);
        QCOMPARE(report.problems[1].key, std::string("statistics.data_mode"));
    }

    void explained()
    {
        const auto lines
            = m_kind->explain({task("tensor", "\"list\":[\"relu\"],\"data_mode\":[\"forward\"]")});
        QCOMPARE(
            lines.front().text(), std::string("Of every API: whole tensors and statistics (forward only)."));
        QCOMPARE(lines.back().text(),
            std::string(
                "In ./dump/stepSTEP/rankRANK/: dump.json, construct.json, stack.json, dump_tensor_data/."));
    }

    void newOnesAreValid()
    {
        for (const char* name :
            {"tensor", "statistics", "structure", "nan_check", "acc_check", "diff_check"}) {
            const auto text = m_kind->create({{"task", name}, {"step", "0,4-6"}});
            QVERIFY2(text.has_value(), name);
            const core::ConfigReport report = m_kind->check({*text});
            QVERIFY2(report.valid, text->c_str());
        }
        const auto text
            = m_kind->create({{"summary_mode", "md5"}, {"list", "relu,linear"}, {"level", "mix"}});
        QVERIFY(text && text->find("[\"relu\", \"linear\"]") != std::string::npos
            && m_kind->check({*text}).valid);
        QVERIFY(!m_kind->create({{"task", "nix"}}));
        QVERIFY(!m_kind->create({{"nix", "1"}}));
    }

    /// Lists with which msprobe 26.2.0 writes no entry of a small network, and lists with which it does.
    void namesOfOtherLevelsCaptureNothing_data()
    {
        QTest::addColumn<QString>("level");
        QTest::addColumn<QString>("entry");
        QTest::addColumn<bool>("capturesNothing");
        QTest::newRow("path at L1") << "L1"
                                    << "model.layers.1.self_attn.attn" << true;
        QTest::newRow("module at L1") << "L1"
                                      << "Module.lm_head.Linear.forward.0" << true;
        QTest::newRow("path at mix") << "mix"
                                     << "model.layers.1.self_attn.attn" << false;
        QTest::newRow("path at L0") << "L0"
                                    << "model.layers.1.self_attn.attn" << false;
        QTest::newRow("api at L0") << "L0"
                                   << "Functional.linear.0.forward" << true;
        QTest::newRow("api at L1") << "L1"
                                   << "Functional.linear.0.forward" << false;
        QTest::newRow("part of an api") << "L1"
                                        << "linear.0.for" << false;
        QTest::newRow("word") << "L1"
                              << "relu" << false;
    }
    void namesOfOtherLevelsCaptureNothing()
    {
        QFETCH(const QString, level);
        QFETCH(const QString, entry);
        QFETCH(const bool, capturesNothing);
        const auto text = m_kind->create(
            {{"task", "tensor"}, {"list", entry.toStdString()}, {"level", level.toStdString()}});
        QVERIFY(text);
        const core::ConfigReport report = m_kind->check({*text});
        QVERIFY(report.valid);
        QCOMPARE(std::ranges::count(report.problems, "matches-nothing", &core::ConfigProblem::code),
            capturesNothing ? 1 : 0);
    }

    void damagedTexts()
    {
        const std::string whole = task("tensor",
            R"("scope":["Functional.a.0.forward","Functional.b.1.forward"],"slice":[{"dim":0}],"data_mode":["input"])");
        for (std::size_t cut = 0; cut < whole.size(); ++cut) {
            QVERIFY(!m_kind->check({whole.substr(0, cut)}).valid);
            std::string changed = whole;
            changed[cut] = static_cast<char>(changed[cut] ^ 4);
            if (m_kind->check({changed}).valid)
                QVERIFY(!m_kind->explain({changed}).empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestMsprobeConfig)
#include "tst_msprobe_config.moc"
