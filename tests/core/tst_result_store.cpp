// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a comparison: used again only for what did not change, and never wrong numbers.
#include "compare/result_store.h"

#include "compare/comparison.h"
#include "compare/measuring/content_stamp.h"
#include "compare/measuring/pair_measurer.h"
#include "compare/report/comparison_document.h"
#include "compare/report/report.h"
#include "metrics/metric_profile.h"
#include "model/dump_folder.h"
#include "npy_file.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QTest>

#include <chrono>
#include <filesystem>
#include <functional>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kFiles = 6;

} // namespace

class TestResultStore : public QObject {
    Q_OBJECT

    struct Outcome {
        std::string document; ///< without the time it took; empty when refused
        std::vector<Diagnostic> problems;
        std::string refusal;
        Code code = Code::Internal;
    };

    std::shared_ptr<const DumpIndex> openSide(const char* name)
    {
        const auto index = openDump(m_folder->at(name), builtinFormats(), {}, m_task);
        return index ? *index : nullptr;
    }

    ComparisonOptions options()
    {
        const auto registry = builtinMetrics();
        ComparisonOptions made;
        made.measure.profile = registry->findProfile("dumpscope");
        made.measure.metrics = std::make_shared<const MetricSelection>(*selectMetrics(*registry, "all"));
        made.measure.top = 2;
        made.limits = *presetLimits("precision");
        return made;
    }

    Outcome compare(const std::string& store = {}, const std::function<void()>& afterOpening = {})
    {
        Outcome outcome;
        OwnedTask task;
        const ComparisonSide target {openSide("t"), {}}, golden {openSide("g"), {}};
        if (afterOpening)
            afterOpening();
        ComparisonOptions made = options();
        std::unique_ptr<ResultStore> kept;
        if (!store.empty()) {
            auto opened = ResultStore::open(store, settingsText(target, golden, made.measure));
            if (!opened) {
                outcome.code = opened.error().code;
                outcome.refusal = opened.error().text();
                return outcome;
            }
            kept = std::move(*opened);
            made.resume = kept.get();
        }
        const auto comparison = compareSides(target, golden, made, {}, task);
        if (!comparison)
            return outcome;
        JsonWriter json([&](std::string_view part) { outcome.document += part; });
        writeComparison(json, *comparison, {});
        json.finish();
        const std::size_t at = outcome.document.find("\"seconds\":");
        outcome.document.erase(at, outcome.document.find(',', at) - at);
        outcome.problems = task.diagnostics.sorted();
        return outcome;
    }

    /// Which pairs a later run would not measure again, as one letter each.
    std::string keptPairs(const std::string& store, const MeasureOptions& measure, std::size_t pairs = kFiles)
    {
        const ComparisonSide target {openSide("t"), {}}, golden {openSide("g"), {}};
        const auto opened = ResultStore::open(store, settingsText(target, golden, measure));
        const PairTable table(target, golden, measure.metrics);
        Diagnostics diagnostics;
        std::string kept;
        for (std::size_t i = 0; opened && i < pairs; ++i) {
            const TensorPair pair {TensorId(i), TensorId(i), PairOrigin::Exact, 1, {}, nullptr};
            kept += (*opened)->find(table, pair, diagnostics) ? 'k' : '-';
        }
        return kept;
    }
    std::string keptPairs(const std::string& store) { return keptPairs(store, options().measure); }

    std::string fileOf(const char* side, std::size_t i)
    {
        return m_folder->at(std::string(side) + "/Add.op" + std::to_string(i) + ".0.1."
            + std::to_string(1700000000000000 + i) + ".output.0.DefaultFormat.npy");
    }

    std::unique_ptr<TemporaryFolder> m_folder;
    OwnedTask m_task;

private slots:
    void init()
    {
        m_folder = std::make_unique<TemporaryFolder>();
        for (const char* side : {"t", "g"}) {
            fs::create_directory(m_folder->at(side));
            for (std::size_t i = 0; i < kFiles; ++i) {
                const float shift = *side == 't' && i >= 3 ? 0.25F : 0.0F;
                QVERIFY(writeFile(fileOf(side, i), npyFile({1.0F + shift, 2, 3, static_cast<float>(i)})));
            }
        }
    }

    void onlyWhatChangedIsMeasuredAgain()
    {
        const std::string store = m_folder->at("kept.sqlite");
        const std::string first = compare(store).document;
        QCOMPARE(keptPairs(store), std::string("kkkkkk"));
        QCOMPARE(compare(store).document, first);
        // Another time, another size, other bytes at another time.
        const auto time = fs::last_write_time(fileOf("t", 0));
        fs::last_write_time(fileOf("t", 1), time + std::chrono::milliseconds(1));
        QVERIFY(writeFile(fileOf("g", 3), npyFile({1.25F, 2, 3, 3, 0})));
        QVERIFY(writeFile(fileOf("t", 4), npyFile({1, 2, 3, 4})));
        fs::last_write_time(fileOf("t", 4), time + std::chrono::hours(1));
        QCOMPARE(keptPairs(store), std::string("k-k--k"));
        const std::string fresh = compare().document;
        QVERIFY(fresh != first);
        QCOMPARE(compare(store).document, fresh);
        QCOMPARE(keptPairs(store), std::string("kkkkkk"));
    }

    /// As tar, cp -a and rsync leave a file: other bytes, the same size and time.
    void sizeAndTimeAreNotBelieved()
    {
        const std::string store = m_folder->at("kept.sqlite");
        QVERIFY(!compare(store).document.empty());
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const auto rewrite = [](const std::string& path, const std::string& bytes, bool replaces) {
            const auto time = fs::last_write_time(path);
            if (replaces)
                fs::remove(path);
            if (!writeFile(path, bytes))
                return false;
            fs::last_write_time(path, time);
            return true;
        };
        QVERIFY(rewrite(fileOf("t", 0), npyFile({nan, nan, nan, nan}), false));
        QVERIFY(rewrite(fileOf("g", 5), npyFile({nan, 2, 3, 5}), true));
        QCOMPARE(keptPairs(store), std::string("-kkkk-"));
        QCOMPARE(compare(store).document, compare().document);
        // Another folder under the same name, whose files have the same names, sizes and times.
        fs::create_directory(m_folder->at("other"));
        for (std::size_t i = 0; i < kFiles; ++i) {
            const std::string copy = m_folder->at("other") / fs::path(fileOf("t", i)).filename();
            fs::copy_file(fileOf("t", i), copy);
            fs::last_write_time(copy, fs::last_write_time(fileOf("t", i)));
        }
        fs::rename(m_folder->at("t"), m_folder->at("before"));
        fs::rename(m_folder->at("other"), m_folder->at("t"));
        QCOMPARE(keptPairs(store), std::string("------"));
    }

    /// What is rewritten while it is measured was not measured.
    void aChangeDuringTheRunIsSeenByTheNext()
    {
        const std::string store = m_folder->at("kept.sqlite");
        const ComparisonSide target {openSide("t"), {}}, golden {openSide("g"), {}};
        const MeasureOptions measure = options().measure;
        auto opened = ResultStore::open(store, settingsText(target, golden, measure));
        QVERIFY(opened);
        const PairTable table(target, golden, measure.metrics);
        const TensorPair pair {TensorId(1U), TensorId(1U), PairOrigin::Exact, 1, {}, nullptr};
        Diagnostics diagnostics;
        QVERIFY(!(*opened)->find(table, pair, diagnostics));
        PairMeasurer measurer(target, golden, measure);
        OwnedTask task;
        const auto result = measurer.measure(pair, task);
        QVERIFY(result);
        const auto time = fs::last_write_time(fileOf("t", 1));
        QVERIFY(writeFile(fileOf("t", 1), npyFile({9, 9, 9, 9})));
        fs::last_write_time(fileOf("t", 1), time);
        (*opened)->keep(table, *result, diagnostics);
        opened->reset();
        QCOMPARE(keptPairs(store), std::string("------"));
    }

    void statisticsAreKnownByTheirValues()
    {
        const auto write = [this](const char* side, const char* text) {
            fs::remove_all(m_folder->at(side));
            fs::create_directory(m_folder->at(side));
            return writeFile(m_folder->at(std::string(side) + "/statistic.csv"),
                std::string(
                    "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max "
                    "Value,Min Value\n")
                    + text);
        };
        const char* const clean = "Add,Add-op0,0,0,1,output,0,4,float32,\"(1,)\",1.5,1.5\n"
                                  "Add,Add-op1,0,0,2,output,0,4,float32,\"(1,)\",2.5,2.5\n";
        QVERIFY(write("t", clean) && write("g", clean));
        const std::string store = m_folder->at("kept.sqlite");
        QVERIFY(!compare(store).document.empty());
        const auto kept = [&] { return keptPairs(store, options().measure, 2); };
        QCOMPARE(kept(), std::string("kk"));
        const std::string path = m_folder->at("t/statistic.csv");
        const auto time = fs::last_write_time(path);
        QVERIFY(write("t",
            "Add,Add-op0,0,0,1,output,0,4,float32,\"(1,)\",1.5,1.5\n"
            "Add,Add-op1,0,0,2,output,0,4,float32,\"(1,)\",nan,nan\n"));
        fs::last_write_time(path, time);
        QCOMPARE(kept(), std::string("k-"));
    }

    void archivesAndWhatLiesInThemAreKnownByTheirBytes()
    {
        const std::string archive = m_folder->at("t.tar");
        QVERIFY(writeFile(archive, std::string(100'000, 'a')));
        const std::string first = rootStamp(archive), inside = rootStamp(archive + "/rank_0/Net");
        QVERIFY(!first.empty());
        QCOMPARE(inside, first);
        const auto time = fs::last_write_time(archive);
        QVERIFY(writeFile(archive, std::string(100'000, 'b')));
        fs::last_write_time(archive, time);
        QVERIFY(rootStamp(archive) != first);
        QVERIFY(rootStamp(archive + "/rank_0/Net") != inside);
        QCOMPARE(rootStamp(m_folder->at("t")), std::string());
    }

    void otherOptionsAreOtherResults()
    {
        const std::string store = m_folder->at("kept.sqlite");
        QVERIFY(!compare(store).document.empty());
        MeasureOptions other = options().measure;
        other.atol = 1;
        QCOMPARE(keptPairs(store, other), std::string("------"));
        other = options().measure;
        other.top = 3;
        QCOMPARE(keptPairs(store, other), std::string("------"));
        QCOMPARE(keptPairs(store), std::string("kkkkkk"));
    }

    void whatCannotBeReadIsTriedAgain()
    {
        const std::string store = m_folder->at("kept.sqlite");
        // The file goes away after the folder was listed.
        const auto hide = [this] { fs::rename(fileOf("t", 2), m_folder->at("hidden")); };
        const auto show = [this] { fs::rename(m_folder->at("hidden"), fileOf("t", 2)); };
        const Outcome damaged = compare(store, hide);
        QCOMPARE(damaged.problems.size(), std::size_t {1});
        show();
        QCOMPARE(keptPairs(store), std::string("kk-kkk"));
        const Outcome again = compare(store, hide);
        show();
        QCOMPARE(again.document, damaged.document);
        QCOMPARE(again.problems.size(), std::size_t {1});
        QCOMPARE(compare(store).document, compare().document);
        QCOMPARE(keptPairs(store), std::string("kkkkkk"));
    }

    void foreignFilesStayAsTheyAre_data()
    {
        QTest::addColumn<int>("offset");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        // SQLite's header: application id at 68, user version at 60, magic at 0.
        QTest::newRow("another program's database") << 68 << QByteArray("abcd") << "no results of an earlier";
        QTest::newRow("a later version") << 60 << QByteArray("\0\0\0\x63", 4) << "version 99";
        QTest::newRow("no database") << 0 << QByteArray("a text file that") << "no results of an earlier";
    }
    void foreignFilesStayAsTheyAre()
    {
        QFETCH(const int, offset);
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, says);
        const std::string store = m_folder->at("kept.sqlite");
        QVERIFY(!compare(store).document.empty());
        std::string content = readFile(store);
        content.replace(static_cast<std::size_t>(offset), static_cast<std::size_t>(bytes.size()),
            bytes.constData(), static_cast<std::size_t>(bytes.size()));
        QVERIFY(writeFile(store, content));
        const Outcome refused = compare(store);
        QVERIFY2(QString::fromStdString(refused.refusal).contains(says), qPrintable(refused.refusal.c_str()));
        QVERIFY(refused.refusal.find(store) != std::string::npos);
        QCOMPARE(refused.code, Code::Usage); // whose advice is not to check the disk
        QCOMPARE(readFile(store), content);
    }

    void damageNeverChangesNumbers()
    {
        const std::string fresh = compare().document;
        const std::string store = m_folder->at("kept.sqlite");
        QVERIFY(!compare(store).document.empty());
        const std::string content = readFile(store);
        int told = 0, refused = 0;
        for (std::size_t at = 0; at < content.size(); at += content.size() / 97) {
            std::string damaged = content;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
            if (at % 2 == 0)
                damaged.resize(std::max<std::size_t>(at, 1));
            const std::string copy = m_folder->at("damaged.sqlite");
            QVERIFY(writeFile(copy, damaged));
            const Outcome outcome = compare(copy);
            if (outcome.document.empty()) {
                QVERIFY(!outcome.refusal.empty());
                ++refused;
            } else {
                QCOMPARE(outcome.document, fresh);
                told += !outcome.problems.empty();
            }
            for (const char* left : {"", "-wal", "-shm"})
                fs::remove(copy + left);
        }
        QVERIFY2(told > 0 && refused > 0, qPrintable(QString("%1 told, %2 refused").arg(told).arg(refused)));
    }
};

QTEST_APPLESS_MAIN(TestResultStore)
#include "tst_result_store.moc"
