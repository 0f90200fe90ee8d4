// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/nearest_word.h"

#include <QTest>

using namespace dumpscope::core;

class TestNearestWord : public QObject {
    Q_OBJECT

private slots:
    void word_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("expected");
        QTest::newRow("beginning") << "cosine"
                                   << "cosine_similarity";
        QTest::newRow("letters missing") << "cosin_similarty"
                                         << "cosine_similarity";
        QTest::newRow("capitals") << "ULP_Max"
                                  << "ulp_max";
        QTest::newRow("exchanged") << "shpae"
                                   << "shape";
        QTest::newRow("exchanged in a short one") << "slto"
                                                  << "slot";
        QTest::newRow("another word") << "foo"
                                      << "";
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("long") << QString(100000, u'x') << "";
    }
    void word()
    {
        QFETCH(const QString, typed);
        QFETCH(const QString, expected);
        const std::string text = typed.toStdString();
        NearestWord nearest(text);
        for (const std::string_view known : {"root", "slot", "shape", "cosine_similarity", "ulp_max"})
            nearest.consider(known);
        QCOMPARE(QString::fromStdString(std::string(nearest.word())), expected);
    }
};

QTEST_APPLESS_MAIN(TestNearestWord)
#include "tst_nearest_word.moc"
