// SPDX-License-Identifier: GPL-3.0-or-later
// No two captures in one folder of the time.
#include "capture/output_claim.h"

#include "capture/capture_profile.h"
#include "temporary_folder.h"

#include <QTest>

#include <filesystem>
#include <optional>

using namespace dumpscope::core;
using namespace dumpscope::test;
namespace fs = std::filesystem;

class TestOutputClaim : public QObject {
    Q_OBJECT

private slots:
    void oneAtATime()
    {
        const TemporaryFolder folder;
        auto first = prepareCapture(std::string(kEverything), folder.at("out"));
        QVERIFY(first && first->claim);
        const auto second = prepareCapture(std::string(kEverything), folder.at("out"));
        QVERIFY(!second);
        QCOMPARE(second.error().code, Code::Usage);
        QVERIFY(prepareCapture(std::string(kEverything), folder.at("other")));
        first->claim.reset();
        QVERIFY(prepareCapture(std::string(kEverything), folder.at("out")));
        // Nothing is left of the claims.
        QVERIFY(!fs::exists(folder.at("out")));
    }

    void neverInTheSecondOfAnother()
    {
        const TemporaryFolder folder;
        const std::time_t begun = std::time(nullptr);
        // However long it takes to come here, the present second is among them.
        for (std::time_t second = begun; second < begun + 2; ++second)
            fs::create_directory(folder.at(captureTimeText(second)));
        QVERIFY(OutputClaim::take(folder.path()));
        QVERIFY(std::time(nullptr) >= begun + 2);
    }

    void anEmptyFolderThatWasMadeGoes()
    {
        const TemporaryFolder folder;
        const std::string made = folder.at("made"), used = folder.at("used"), there = folder.at("there");
        fs::create_directory(there);
        for (const std::string& path : {made, used, there}) {
            const auto prepared = prepareCapture(std::string(kEverything), path);
            QVERIFY(prepared);
            fs::create_directory(path + "/20260131235959");
            if (path == used)
                QVERIFY(writeFile(used + "/file", std::string("x")));
        }
        QVERIFY(!fs::exists(made));
        QVERIFY(fs::exists(used + "/file"));
        QVERIFY(fs::exists(there));
    }

    void aFolderThatIsNotThere()
    {
        const TemporaryFolder folder;
        const auto none = OutputClaim::take(folder.at("nowhere"));
        QVERIFY(!none);
        QCOMPARE(none.error().code, Code::NotFound);
    }
};

QTEST_APPLESS_MAIN(TestOutputClaim)
#include "tst_output_claim.moc"
