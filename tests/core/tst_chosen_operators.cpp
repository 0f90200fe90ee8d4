// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/chosen_operators.h"

#include <QTest>

using namespace dumpscope::core;

class TestChosenOperators : public QObject {
    Q_OBJECT

private slots:
    void whatIsCaptured_data()
    {
        QTest::addColumn<QString>("dump");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const char* items, const char* why, const char* more = "") {
            QTest::newRow(name) << QStringLiteral(
                R"({"dump":{"dump_path":".","dump_mode":"all"%2,"dump_list":[%1]}})")
                                       .arg(QLatin1String(items), QLatin1String(more))
                                << why;
        };
        row("everything", R"({"model_name":"net"})", "");
        row("by the name of the graph", R"({"model_name":"main"})", "");
        row("one of them", R"({"model_name":"net","layer":["nowhere","conv1"]})", "");
        row("its original name", R"({"model_name":"net","layer":["old/conv1"]})", "");
        row("none of them", R"({"model_name":"net","layer":["nowhere","Conv1"]})",
            "the model has no operator \"nowhere\", \"Conv1\"; it has \"conv1\", \"relu1\"");
        row("another model", R"({"model_name":"bert"})",
            "the configuration is for the model \"bert\", and this one is called \"net\" or \"main\"");
        row("another model besides", R"({"model_name":"bert"},{"model_name":"net","layer":["relu1"]})", "");
        row("another model, and no operator", R"({"model_name":"bert"},{"model_name":"net","layer":["x"]})",
            "the model has no operator \"x\"; it has \"conv1\", \"relu1\"");
    }
    void whatIsCaptured()
    {
        QFETCH(QString, dump);
        QFETCH(QString, why);
        const AclCheck check = checkAclConfig(dump.toStdString(), ".");
        QVERIFY2(check.isValid(), qPrintable(dump));
        const auto found
            = whyNothingIsChosen(check.config, {"net", "main", {"conv1", "relu1"}, {"old/conv1"}});
        QCOMPARE(found ? QString::fromStdString(found->text()) : QString(), why);
    }
    void manyNames()
    {
        ModelNames names {"net", "net", {}, {}};
        for (int i = 0; i < 11; ++i)
            names.operators.push_back("n" + std::to_string(i));
        const AclCheck check = checkAclConfig(
            R"({"dump":{"dump_path":".","dump_list":[{"model_name":"net","layer":["x"]}]}})", ".");
        QVERIFY(check.isValid());
        QVERIFY2(whyNothingIsChosen(check.config, names)->text().ends_with("\"n7\" and 3 more"),
            whyNothingIsChosen(check.config, names)->text().c_str());
    }
};

QTEST_APPLESS_MAIN(TestChosenOperators)
#include "tst_chosen_operators.moc"
