// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/source_lines.h"

#include <QTest>

using namespace dumpscope::core;

class tst_SourceLines : public QObject {
    Q_OBJECT

private slots:
    void linesAreFoundAgain()
    {
        const std::string text = "import net\n\nx = net.fc1(x)\r\n    y = relu(x)\ny = relu(x)\nz = y";
        const std::vector<RecordedLine> lines {{3, "x = net.fc1(x)"}, // as it was
            {2, "x =  net.fc1( x )"},                                 // one line up then
            {9, "z = y"},                                             // beyond the end
            {4, "y = relu(x)"},                                       // twice, but where it was
            {1, "y = relu(x)"},                                       // twice: nobody knows which
            {3, "x = net.fc2(x)"},                                    // gone
            {3, ""},                                                  // not recorded
            {7, ""}, {0, "q"}};
        QCOMPARE(placeLines(text, lines), (std::vector<std::uint32_t> {3, 3, 6, 4, 0, 0, 3, 0, 0}));
        QCOMPARE(placeLines("", lines), std::vector<std::uint32_t>(9, 0));
        QVERIFY(placeLines(text, {}).empty());
    }
};

QTEST_APPLESS_MAIN(tst_SourceLines)
#include "tst_source_lines.moc"
