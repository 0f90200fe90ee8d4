// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/name_elision.h"

#include "common/numbers.h"

#include <QFont>
#include <QFontMetrics>
#include <QTest>

using namespace dumpscope::gui;

class tst_name_elision : public QObject {
    Q_OBJECT
private slots:
    void levels_data();
    void levels();
    void fits();
    void asManySegmentsAsFit();
    void cutsInsideASegmentOnlyAtLast();
    void numbersOutliveTheCut();
    void whatAllHaveGoesFirst();
    void rangesShareTheirEnds();
    void rememberedIsTheSame();
    void sizesAreBinary();
};

void tst_name_elision::levels_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("shown");
    const auto row = [](const char* title, const QString& name, const QStringList& shown) {
        QTest::newRow(title) << name << shown;
    };
    // docs/window.md 9.
    row("operator", QStringLiteral("Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0"),
        {QStringLiteral("Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0"),
            QStringLiteral("Default/…/fc1-Dense/BiasAdd-op0"), QStringLiteral("…/fc1-Dense/BiasAdd-op0"),
            QStringLiteral("…/BiasAdd-op0")});
    row("module", QStringLiteral("Module.layer1.0.conv1.Conv2d.forward.0"),
        {QStringLiteral("Module.layer1.0.conv1.Conv2d.forward.0"),
            QStringLiteral("Module.….0.conv1.Conv2d.forward.0"), QStringLiteral("….0.conv1.Conv2d.forward.0"),
            QStringLiteral("….0.….Conv2d.forward.0")});
    row("gradients", QStringLiteral("Module.layer1.0.conv1.Conv2d.parameters_grad.0"),
        {QStringLiteral("Module.layer1.0.conv1.Conv2d.parameters_grad.0"),
            QStringLiteral("Module.….0.conv1.Conv2d.parameters_grad.0"),
            QStringLiteral("….0.conv1.Conv2d.parameters_grad.0"),
            QStringLiteral("….0.….Conv2d.parameters_grad.0")});
    row("parameter", QStringLiteral("decoder.layers.1.self_attention.linear_proj.weight"),
        {QStringLiteral("decoder.layers.1.self_attention.linear_proj.weight"),
            QStringLiteral("decoder.….1.self_attention.linear_proj.weight"),
            QStringLiteral("….1.self_attention.linear_proj.weight"),
            QStringLiteral("….1.….linear_proj.weight")});
    row("layer", QStringLiteral("model/layers/17/self_attn/q_proj/MatMul-op3"),
        {QStringLiteral("model/layers/17/self_attn/q_proj/MatMul-op3"),
            QStringLiteral("model/…/17/…/q_proj/MatMul-op3"), QStringLiteral("…/17/…/q_proj/MatMul-op3"),
            QStringLiteral("…/17/…/MatMul-op3")});
    row("layer with a class", QStringLiteral("net/3-DecoderLayer/attention-Attention/proj-Dense/MatMul-op9"),
        {QStringLiteral("net/3-DecoderLayer/attention-Attention/proj-Dense/MatMul-op9"),
            QStringLiteral("net/3/…/proj-Dense/MatMul-op9"), QStringLiteral("…/3/…/proj-Dense/MatMul-op9"),
            QStringLiteral("…/3/…/MatMul-op9")});
    row("three segments", QStringLiteral("Default/fc1-Dense/BiasAdd-op0"),
        {QStringLiteral("Default/fc1-Dense/BiasAdd-op0"), QStringLiteral("Default/fc1-Dense/BiasAdd-op0"),
            QStringLiteral("…/fc1-Dense/BiasAdd-op0"), QStringLiteral("…/BiasAdd-op0")});
    const QString whole = QStringLiteral("BatchNorm-op3");
    row("one segment", whole, {whole, whole, whole, whole});
    const QString file = QStringLiteral("weight.npy");
    row("file name", file, {file, file, file, file});
    row("empty", QString(), {QString(), QString(), QString(), QString()});
    const QString tiny = QStringLiteral("a/b");
    row("shorter than its elision", tiny, {tiny, tiny, tiny, tiny});
    row("absolute", QStringLiteral("/data/dumps/run42/rank_0"),
        {QStringLiteral("/data/dumps/run42/rank_0"), QStringLiteral("/data/…/run42/rank_0"),
            QStringLiteral("…/run42/rank_0"), QStringLiteral("…/rank_0")});
}

void tst_name_elision::levels()
{
    QFETCH(QString, name);
    QFETCH(QStringList, shown);
    QStringList is;
    for (int level = 0; level < kElisionLevels; ++level)
        is.append(elidedName(name, level));
    if (name == QLatin1String("/data/dumps/run42/rank_0") && is[1] == name)
        shown[1] = name; // only two segments would go
    QCOMPARE(is, shown);
}

void tst_name_elision::fits()
{
    const QFontMetrics metrics {QFont()};
    const QString name = QStringLiteral("Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0");
    for (int width = 600; width > 20; width -= 7) {
        const QString text = elidedName(name, metrics, width);
        QVERIFY(metrics.horizontalAdvance(text) <= width);
    }
    QCOMPARE(elidedName(name, metrics, 10000), name);
}

/// The last segments come before the first one, which most names share.
void tst_name_elision::asManySegmentsAsFit()
{
    const QFontMetrics metrics {QFont()};
    const QString name = QStringLiteral("Module.layers.1.attn.proj.Linear.forward.0");
    for (const QString& form : {name, QStringLiteral("….layers.1.attn.proj.Linear.forward.0"),
             QStringLiteral("….1.attn.proj.Linear.forward.0"), QStringLiteral("….1.….proj.Linear.forward.0"),
             QStringLiteral("….1.….Linear.forward.0")})
        QCOMPARE(elidedName(name, metrics, metrics.horizontalAdvance(form)), form);
    const QString path = QStringLiteral("Default/network/backbone/layer1/conv1-Conv2d/Conv2D-op3");
    for (const QString& form : {QStringLiteral("Default/…/layer1/conv1-Conv2d/Conv2D-op3"),
             QStringLiteral("…/layer1/conv1-Conv2d/Conv2D-op3"), QStringLiteral("…/layer1/…/Conv2D-op3")})
        QCOMPARE(elidedName(path, metrics, metrics.horizontalAdvance(form)), form);
}

void tst_name_elision::cutsInsideASegmentOnlyAtLast()
{
    const QFontMetrics metrics {QFont()};
    const QString name = QStringLiteral("Default/network/SparseSoftmaxCrossEntropyWithLogits-op0");
    const QString last = elidedName(name, 3);
    const int width = metrics.horizontalAdvance(last);
    QCOMPARE(elidedName(name, metrics, width), last);
    const QString cut = elidedName(name, metrics, width - 4);
    QVERIFY(cut.endsWith(QLatin1String("op0")));
    QVERIFY(cut.count(QChar(0x2026)) >= 1);
}

/// However narrow a column is, layers are told apart, and calls of a function.
void tst_name_elision::numbersOutliveTheCut()
{
    const QFontMetrics metrics {QFont()};
    const auto shown = [&](const QString& name, const QString& text) {
        return elidedName(name, metrics, metrics.horizontalAdvance(text));
    };
    const QString matmul = QStringLiteral("model/layers/17/self_attn/q_proj/MatMul-op3");
    const QString narrow = shown(matmul, QStringLiteral("…17…MatM-op3"));
    QVERIFY2(narrow.startsWith(QStringLiteral("…17…M")) && narrow.endsWith(QLatin1String("op3")),
        qPrintable(narrow));
    // Where the last segment fits but the gap before it does not.
    const QString whole = QStringLiteral("net/layers/0/attention/MatMul-op53");
    QCOMPARE(shown(whole, QStringLiteral("…0…MatMul-op53 ")), QStringLiteral("…0…MatMul-op53"));
    const QString linear = QStringLiteral("Functional.linear.2.forward");
    const QString cut = shown(linear, QStringLiteral("…r.2.forward"));
    QVERIFY2(cut.endsWith(QLatin1String(".2.forward")), qPrintable(cut));
}

/// ".forward" says nothing where every name ends in it.
void tst_name_elision::whatAllHaveGoesFirst()
{
    const QStringList calls {QStringLiteral("Functional.linear.2.forward"),
        QStringLiteral("Functional.linear.13.forward"), QStringLiteral("Torch.add.0.forward")};
    QCOMPARE(commonEnd(calls), QStringLiteral(".forward"));
    QCOMPARE(commonEnd({calls[0], calls[0]}), QString());
    QCOMPARE(commonEnd({calls[0]}), QString());
    QCOMPARE(commonEnd({calls[0], QStringLiteral("Functional.linear.2.backward")}), QString());
    QCOMPARE(commonEnd({calls[0], QStringLiteral("Default/fc1-Dense/MatMul-op0")}), QString());
    QCOMPARE(commonEnd({QStringLiteral("Torch.add.0.forward"), QStringLiteral("Torch.mul.0.forward")}),
        QStringLiteral(".0.forward"));
    const QFont font;
    const QFontMetrics metrics(font);
    const int room = metrics.horizontalAdvance(QStringLiteral("….linear.13…"));
    QStringList shown;
    for (const QString& name : calls) {
        shown.append(elidedNameCached(name, font, room, commonEnd(calls)));
        QVERIFY(metrics.horizontalAdvance(shown.last()) <= room);
    }
    QVERIFY2(shown[0].contains(QStringLiteral("linear.2…")), qPrintable(shown[0]));
    QVERIFY2(shown[1].contains(QStringLiteral("linear.13…")), qPrintable(shown[1]));
    // Where there is room nothing goes.
    QCOMPARE(elidedNameCached(calls[0], font, 10000, commonEnd(calls)), calls[0]);
}

void tst_name_elision::rangesShareTheirEnds()
{
    QCOMPARE(shortRange(QStringLiteral("Functional.linear.1206.forward … Functional.linear.1237.forward")),
        QStringLiteral("Functional.linear.1206 … 1237"));
    QCOMPARE(shortRange(QStringLiteral("Functional.linear.9.forward … Torch.add.3.backward")),
        QStringLiteral("Functional.linear.9.forward … Torch.add.3.backward"));
    for (const QString& same :
        {QStringLiteral("conv1-Conv2d … fc3-Dense"), QStringLiteral("one"), QStringLiteral("a.b.c … a.b.c")})
        QCOMPARE(shortRange(same), same);
}

void tst_name_elision::rememberedIsTheSame()
{
    const QFont font;
    const QFontMetrics metrics(font);
    const QString name = QStringLiteral("Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0");
    for (int turn = 0; turn < 2; ++turn) {
        for (const int width : {40, 120, 240, 1000})
            QCOMPARE(elidedNameCached(name, font, width), elidedName(name, metrics, width));
    }
}

// docs/window.md 9.
void tst_name_elision::sizesAreBinary()
{
    QCOMPARE(byteSize(1000), QStringLiteral("1000 B"));
    QCOMPARE(byteSize(1536), QStringLiteral("1.5 KiB"));
    QCOMPARE(byteSize(1U << 30U), QStringLiteral("1 GiB"));
}

QTEST_MAIN(tst_name_elision)
#include "tst_name_elision.moc"
