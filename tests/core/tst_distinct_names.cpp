// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/distinct_names.h"

#include <QTest>

using namespace dumpscope::core;

class tst_DistinctNames : public QObject {
    Q_OBJECT

private slots:
    void nearestPartThatTellsApart()
    {
        using Texts = std::vector<std::string>;
        const auto names = [](const Texts& paths) { return distinctNames(paths); };
        QCOMPARE(names({}), Texts());
        QCOMPARE(names({"/a/t", "/a/g"}), (Texts {"t", "g"}));
        QCOMPARE(names({"/x/a/t", "/x/b/t", "/x/b/g"}), (Texts {"a/t", "b/t", "g"}));
        QCOMPARE(names({"/a/x/t", "/b/x/t"}), (Texts {"a/…/t", "b/…/t"}));
        QCOMPARE(names({"/a/x/t", "/b/x/t", "/a/y/t"}), (Texts {"a/…/t", "b/…/t", "y/t"}));
        // What stands between tells some of them apart.
        QCOMPARE(
            names({"/a/x/t", "/b/x/t", "/a/y/t", "/b/y/t"}), (Texts {"a/x/t", "b/x/t", "a/y/t", "b/y/t"}));
        QCOMPARE(names({"/t", "/a/t", "/a/t"}), (Texts {"t", "a/t", "a/t"}));
        QCOMPARE(names({"/", "/t/"}), (Texts {"/", "t"}));
    }
};

QTEST_APPLESS_MAIN(tst_DistinctNames)
#include "tst_distinct_names.moc"
