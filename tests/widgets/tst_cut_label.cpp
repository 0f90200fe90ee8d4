// SPDX-License-Identifier: GPL-3.0-or-later
// What does not fit says with dots that it is cut.
#include "kit/cut_label.h"

#include <QTest>

using namespace dumpscope::gui;

class CutLabelTest : public QObject {
    Q_OBJECT
private slots:
    void whatDoesNotFitHasDots()
    {
        const QString words = QStringLiteral("golden [18,16]: rank 0, part 1 of 2, element [18,16]");
        CutLabel label, other;
        for (CutLabel* const each : {&label, &other}) {
            each->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            each->setText(words);
        }
        const int whole = label.sizeHint().width();
        label.resize(whole / 2, label.sizeHint().height());
        other.resize(label.size());
        // As one that is given the dots by itself.
        other.setText(other.fontMetrics().elidedText(words, Qt::ElideRight, other.contentsRect().width()));
        QVERIFY(other.text() != words);
        QCOMPARE(label.grab().toImage(), other.grab().toImage());
        label.resize(whole, label.height());
        other.setText(words);
        other.resize(label.size());
        QCOMPARE(label.grab().toImage(), other.grab().toImage());
        QCOMPARE(label.text(), words); // what is copied is whole
    }
};

QTEST_MAIN(CutLabelTest)

#include "tst_cut_label.moc"
