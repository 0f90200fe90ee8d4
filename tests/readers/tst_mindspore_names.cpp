// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/mindspore/mindspore_scope.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <string>

using namespace dumpscope::core;

namespace dumpscope::core {
void register_mindspore_npy_name(FormatRegistry& registry);
void register_mindspore_g0_name(FormatRegistry& registry);
} // namespace dumpscope::core

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

template<typename T> QString number(const std::optional<T>& value)
{
    return value ? QString::number(*value) : QStringLiteral("-");
}

/// grammar|type|name|task|stream|time|io|slot|format|dtype|shape
QString summary(const NameFacts& facts)
{
    const QString io = facts.io == Io::Input ? "input" : facts.io == Io::Output ? "output" : "-";
    return QStringList {text(facts.grammar), text(facts.opType), text(facts.opName), number(facts.task),
        number(facts.stream), number(facts.timestamp), io, number(facts.slot), text(facts.format),
        text(facts.dtype), text(facts.shape)}
        .join('|');
}

} // namespace

class TestMindsporeNames : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void realNamesMatchTheSpecifiedExpression();
    void handMade_data();
    void handMade();
    void otherGrammars_data();
    void otherGrammars();
    void scopes_data();
    void scopes();

private:
    FormatRegistry m_registry;
};

void TestMindsporeNames::initTestCase()
{
    register_mindspore_npy_name(m_registry);
    register_mindspore_g0_name(m_registry);
}

void TestMindsporeNames::realNamesMatchTheSpecifiedExpression()
{
    // docs/formats/mindspore-dump.md 3.2, as published.
    const QRegularExpression expression(
        R"(^([^.]+)\.(.+)\.(\d+)\.(\d+)\.(\d+)\.(input|output)\.(\d+)\.([A-Za-z0-9_]+)(?:\.([A-Za-z0-9]+))?\.npy$)");
    QFile file(DUMPSCOPE_TEST_DATA "/mindspore/names.txt");
    QVERIFY(file.open(QIODevice::ReadOnly));
    int count = 0;
    while (!file.atEnd()) {
        const QByteArray name = file.readLine().trimmed();
        const auto match = expression.match(QString::fromUtf8(name));
        QVERIFY2(match.hasMatch(), name.constData());
        const QString expected = QStringList {"mindspore-npy", match.captured(1), match.captured(2),
            match.captured(3), match.captured(4), match.captured(5), match.captured(6), match.captured(7),
            match.captured(8), match.captured(9), QString()}
                                     .join('|');
        QCOMPARE(summary(m_registry.parseName(name.toStdString(), {})), expected);
        ++count;
    }
    QCOMPARE(count, 1332);
}

void TestMindsporeNames::handMade_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");

    const auto add = [](const char* title, const char* name, const char* expected) {
        QTest::newRow(title) << QString::fromUtf8(name) << QString::fromUtf8(expected);
    };
    add("1.3, short name", "Conv2D.Conv2D-op12.0.0.1623124369613540.output.0.DefaultFormat.npy",
        "mindspore-npy|Conv2D|Conv2D-op12|0|0|1623124369613540|output|0|DefaultFormat||");
    add("2.4, full name and dtype",
        "Conv2D.Default_conv3-Conv2d_Conv2D-op12.0.7.1623124369613540.input.11.DefaultFormat.bfloat16.npy",
        "mindspore-npy|Conv2D|Default_conv3-Conv2d_Conv2D-op12|0|7|1623124369613540|input|11|"
        "DefaultFormat|bfloat16|");
    add("parameter with dots",
        "Parameter.net.layer1.0.weight.0.0.1623124369613540.output.0.DefaultFormat.npy",
        "mindspore-npy|Parameter|net.layer1.0.weight|0|0|1623124369613540|output|0|DefaultFormat||");
    add("parameter whose name ends in numbers",
        "Parameter.w.1.2.0.0.1623124369613540.output.0.DefaultFormat.Float32.npy",
        "mindspore-npy|Parameter|w.1.2|0|0|1623124369613540|output|0|DefaultFormat|Float32|");
    add("parameter not in ASCII",
        "Parameter.\xD1\x84x.0.0.1623124369613540.output.0.DefaultFormat.Float32.npy",
        "mindspore-npy|Parameter|\xD1\x84x|0|0|1623124369613540|output|0|DefaultFormat|Float32|");
    add("constant", "Parameter.data-3.0.0.1623124369613540.output.0.DefaultFormat.npy",
        "mindspore-npy|Parameter|data-3|0|0|1623124369613540|output|0|DefaultFormat||");
    add("device format", "Conv2D.Conv2D-op1.0.5.1623124369613540.output.0.NC1HWC0_C04.npy",
        "mindspore-npy|Conv2D|Conv2D-op1|0|5|1623124369613540|output|0|NC1HWC0_C04||");
    add("device format and dtype", "Conv2D.Conv2D-op1.0.5.1623124369613540.output.0.FRACTAL_Z_3D.float16.npy",
        "mindspore-npy|Conv2D|Conv2D-op1|0|5|1623124369613540|output|0|FRACTAL_Z_3D|float16|");
    add("async npy", "ReLU.ReLU-op13.4.7.1637563106061263.input.0.ND.npy",
        "mindspore-npy|ReLU|ReLU-op13|4|7|1637563106061263|input|0|ND||");
    add("op name with the words of the grammar",
        "Add.input.0.output.1.0.0.1637563106061263.input.2.DefaultFormat.npy",
        "mindspore-npy|Add|input.0.output.1|0|0|1637563106061263|input|2|DefaultFormat||");
    add("time of 15 digits", "ReLU.ReLU-op13.4.7.161243956333802.input.0.NCHW.npy",
        "mindspore-npy|ReLU|ReLU-op13|4|7|161243956333802|input|0|NCHW||");
    add("converted with a shape", "Conv2D.Conv2D-op11.2.7.1637563106061243.input.1.384x256x3x3.npy",
        "mindspore-npy|Conv2D|Conv2D-op11|2|7|1637563106061243|input|1|||384x256x3x3");
    add("MindInsight npy", "Conv2D.Default_conv1_Conv2D-op11.7.2.output.0.npy",
        "mindspore-npy|Conv2D|Default_conv1_Conv2D-op11|2|7|-|output|0|||");
    add("MindInsight bin", "Conv2D.Default_conv1_Conv2D-op11.7.2.output.0.2_3_4.float32.NCHW.bin",
        "mindspore-npy|Conv2D|Default_conv1_Conv2D-op11|2|7|-|output|0|NCHW|float32|2_3_4");

    add("1.2, labels", "Default--conv3-Conv2d--Conv2D-op7_output_0_shape_2_3_Float32_DefaultFormat.bin",
        "mindspore-g0|Conv2D|Default--conv3-Conv2d--Conv2D-op7|-|-|-|output|0|DefaultFormat|Float32|2_3");
    add("1.1, long labels", "Default--Add-op8_input_1_shape_4_kNumberTypeInt32_DefaultFormat.bin",
        "mindspore-g0|Add|Default--Add-op8|-|-|-|input|1|DefaultFormat|kNumberTypeInt32|4");
    add("1.2, device format", "Default--Conv2D-op7_output_10_shape_1_4_8_8_16_Float16_NC1HWC0_C04.bin",
        "mindspore-g0|Conv2D|Default--Conv2D-op7|-|-|-|output|10|NC1HWC0_C04|Float16|1_4_8_8_16");
    add("1.2, scalar constant", "cst3_output_0_shape_0_Float32_DefaultFormat.bin",
        "mindspore-g0||cst3|-|-|-|output|0|DefaultFormat|Float32|0");
    add("1.2, the mark twice",
        "Default--a_input_0_shape_trick--Add-op8_input_1_shape_4_Int32_DefaultFormat.bin",
        "mindspore-g0|Add|Default--a_input_0_shape_trick--Add-op8|-|-|-|input|1|DefaultFormat|Int32|4");
    add("1.2, parameter with dots", "conv1.weight_output_0_shape_6_1_5_5_Float32_DefaultFormat.bin",
        "mindspore-g0||conv1.weight|-|-|-|output|0|DefaultFormat|Float32|6_1_5_5");
}

void TestMindsporeNames::handMade()
{
    QFETCH(QString, name);
    QFETCH(QString, expected);
    const std::string bytes = name.toStdString();
    QCOMPARE(summary(m_registry.parseName(bytes, {})), expected);
}

void TestMindsporeNames::otherGrammars_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {
             "",
             ".npy",
             "..........npy",
             "1985058979.npy",
             "x.npy",
             "output.0.npy",
             "Conv2D.Conv2D-op1.0.0.1623124369613540",
             "Conv2D.0.0.1623124369613540.output.0.DefaultFormat.npy",
             "Conv2D..0.0.1623124369613540.output.0.DefaultFormat.npy",
             ".name.0.0.1623124369613540.output.0.DefaultFormat.npy",
             "Conv2D.op.0.0.1623124369613540.output.x.DefaultFormat.npy",
             "Conv2D.op.0.0.1623124369613540.buffer.0.DefaultFormat.npy",
             "Conv2D.op.0.0.1623124369613540.output.99999999999.DefaultFormat.npy",
             "Conv2D.op.0.0.99999999999999999999999.output.0.DefaultFormat.npy",
             "Conv2D.op.4294967296.0.1623124369613540.output.0.DefaultFormat.npy",
             "Conv2D.op.-1.0.1623124369613540.output.0.DefaultFormat.npy",
             "Conv2D.op.0.0.1623124369613540.output.0.Default-Format.npy",
             // Converted files of the runtime's own names.
             "Conv2D.conv1.3.7.1623124369613540.output.0.npy",
             "Conv2D.conv1.3.1623124369613540.output.0.npy",
             "Conv2D.conv1.3.7.1623124369613540.4.10.2.0.output.0.ND.npy",
             "a_output_0_shape_2_3.bin",
             "a_output_0_shape_Float32_DefaultFormat.bin",
             "_output_0_shape_2_Float32_DefaultFormat.bin",
             "a_shape_2_Float32_DefaultFormat.bin",
         })
        QTest::newRow(name) << QString::fromUtf8(name);
}

void TestMindsporeNames::otherGrammars()
{
    QFETCH(QString, name);
    const std::string bytes = name.toStdString();
    QCOMPARE(text(m_registry.parseName(bytes, {}).grammar), QString());
}

void TestMindsporeNames::scopes_data()
{
    QTest::addColumn<QString>("full");
    QTest::addColumn<QString>("sanitised");
    QTest::addColumn<QString>("last");
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QString>("withoutNumber");
    QTest::addColumn<QString>("number");
    QTest::addColumn<QString>("primitive");

    QTest::newRow("operator") << "Default/network-WithLossCell/_backbone-AlexNet/conv3-Conv2d/Conv2D-op12"
                              << "Default_network-WithLossCell__backbone-AlexNet_conv3-Conv2d_Conv2D-op12"
                              << "Conv2D-op12"
                              << "Default/network-WithLossCell/_backbone-AlexNet/conv3-Conv2d"
                              << "Default/network-WithLossCell/_backbone-AlexNet/conv3-Conv2d/Conv2D"
                              << "12"
                              << "Conv2D";
    QTest::newRow("with offset") << "Default/Add-op3_14"
                                 << "Default_Add-op3_14"
                                 << "Add-op3_14"
                                 << "Default"
                                 << "Default/Add"
                                 << "3"
                                 << "Add";
    QTest::newRow("dots, blanks, backslashes") << "Default/fc.0-Dense/a b\\c-op0"
                                               << "Default_fc_0-Dense_a_b_c-op0"
                                               << "a b\\c-op0"
                                               << "Default/fc.0-Dense"
                                               << "Default/fc.0-Dense/a b\\c"
                                               << "0"
                                               << "a b\\c";
    QTest::newRow("parameter") << "conv1.weight"
                               << "conv1_weight"
                               << "conv1.weight"
                               << ""
                               << "conv1.weight"
                               << "-"
                               << "";
    QTest::newRow("1.2") << "Default--conv3-Conv2d--Conv2D-op7"
                         << "Default--conv3-Conv2d--Conv2D-op7"
                         << "Conv2D-op7"
                         << "Default--conv3-Conv2d"
                         << "Default--conv3-Conv2d--Conv2D"
                         << "7"
                         << "Conv2D";
    QTest::newRow("no number behind the mark") << "Default/x-opt"
                                               << "Default_x-opt"
                                               << "x-opt"
                                               << "Default"
                                               << "Default/x-opt"
                                               << "-"
                                               << "";
    QTest::newRow("mark in a scope") << "a-op3/b"
                                     << "a-op3_b"
                                     << "b"
                                     << "a-op3"
                                     << "a-op3/b"
                                     << "-"
                                     << "";
    QTest::newRow("only the mark") << "-op3"
                                   << "-op3"
                                   << "-op3"
                                   << ""
                                   << "-op3"
                                   << "-"
                                   << "";
    QTest::newRow("empty") << ""
                           << ""
                           << ""
                           << ""
                           << ""
                           << "-"
                           << "";
}

void TestMindsporeNames::scopes()
{
    QFETCH(QString, full);
    const std::string name = full.toStdString();
    QTEST(text(sanitisedScope(name)), "sanitised");
    QTEST(text(lastScopeComponent(name)), "last");
    QTEST(text(scopeOf(name)), "scope");
    QTEST(text(withoutOpNumber(name)), "withoutNumber");
    QTEST(number(opNumber(name)), "number");
    QTEST(text(primitiveOf(name)), "primitive");
}

QTEST_APPLESS_MAIN(TestMindsporeNames)
#include "tst_mindspore_names.moc"
