// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/line_difference.h"

#include <QTest>

using namespace dumpscope::core;

namespace {

/// As diff -U1000 prints it.
std::string shown(std::string_view before, std::string_view after)
{
    std::string text;
    for (const DifferentLine& line : lineDifference(before, after)) {
        text += line.kind == DifferentLine::Kind::Both ? ' '
            : line.kind == DifferentLine::Kind::Before ? '-'
                                                       : '+';
        text += std::string(line.text) + '\n';
    }
    return text;
}

} // namespace

class tst_LineDifference : public QObject {
    Q_OBJECT

private slots:
    void fewestLinesDiffer_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("nothing") << QByteArray("") << QByteArray("") << QByteArray("");
        QTest::newRow("equal") << QByteArray("a\nb\n") << QByteArray("a\nb") << QByteArray(" a\n b\n");
        QTest::newRow("changed") << QByteArray("{\n1\n}\n") << QByteArray("{\n2\n}\n")
                                 << QByteArray(" {\n-1\n+2\n }\n");
        QTest::newRow("added") << QByteArray("a\nc") << QByteArray("a\nb\nc\nd")
                               << QByteArray(" a\n+b\n c\n+d\n");
        QTest::newRow("removed") << QByteArray("a\n\nb\n") << QByteArray("b\n") << QByteArray("-a\n-\n b\n");
        QTest::newRow("all new") << QByteArray("") << QByteArray("a\n") << QByteArray("+a\n");
    }
    void fewestLinesDiffer()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, after);
        QFETCH(const QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(shown(before.toStdString(), after.toStdString())), expected);
    }

    void aLargeTextDiffersAsAWhole()
    {
        std::string text;
        for (int i = 0; i < 5000; ++i)
            text += "line\n";
        QCOMPARE(lineDifference(text, text).size(), std::size_t {10'000});
    }
};

QTEST_GUILESS_MAIN(tst_LineDifference)
#include "tst_line_difference.moc"
