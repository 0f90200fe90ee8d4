// SPDX-License-Identifier: GPL-3.0-or-later
// A dump that is followed while it is written: new folders, half-written and rewritten files, thousands a
// second, renames; and at the end the same index as if it had been opened.
#include "capture/live_dump.h"
#include "capture/live_file.h"

#include "model/dump_folder.h"

#include "npy_file.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <set>
#include <thread>

using namespace dumpscope;
using namespace dumpscope::core;
using test::npyFile;
using test::TemporaryFolder;
using test::writeFile;

namespace {

const std::string kStep = "/rank_0/Net/0/0";

std::string fileName(int i)
{
    return "ReLU.ReLU-op" + std::to_string(i) + ".0.0." + std::to_string(1'700'000'000'000'000 + i)
        + ".output.0.DefaultFormat.npy";
}

/// What was told, in order.
class Heard {
public:
    LiveObserver observer()
    {
        LiveObserver observer;
        observer.arrived = [this](const LiveBatch& batch) {
            const std::lock_guard lock(m_mutex);
            for (const LiveTensor& tensor : batch.tensors)
                (tensor.isHalfWritten ? m_half : m_whole).push_back(tensor);
            for (const LiveBatch::File& file : batch.files) {
                if (file.isHalfWritten)
                    m_halfFiles.insert(file.path);
            }
            m_findings.insert(m_findings.end(), batch.findings.begin(), batch.findings.end());
            m_gone.insert(m_gone.end(), batch.gone.begin(), batch.gone.end());
        };
        observer.index = [this](const std::shared_ptr<const DumpIndex>& index) {
            const std::lock_guard lock(m_mutex);
            m_index = index;
            ++m_indexes;
        };
        return observer;
    }
    template<typename Read> auto with(const Read& read)
    {
        const std::lock_guard lock(m_mutex);
        return read(*this);
    }
    std::size_t whole()
    {
        return with([](Heard& heard) { return heard.m_whole.size(); });
    }

    std::mutex m_mutex;
    std::vector<LiveTensor> m_whole, m_half;
    std::set<std::string> m_halfFiles;
    std::vector<LiveFinding> m_findings;
    std::vector<std::string> m_gone;
    std::shared_ptr<const DumpIndex> m_index;
    int m_indexes = 0;
};

std::unique_ptr<LiveDump> follow(const std::string& root, Heard& heard, LiveOptions options = {})
{
    auto live = LiveDump::start(root, builtinFormats(), options, heard.observer());
    if (!live)
        qFatal("%s", live.error().text().c_str());
    return std::move(*live);
}

std::vector<std::string> rowsOf(const DumpIndex& index)
{
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const TensorRow& row = index.tensor(TensorId(i));
        rows.push_back(index.tensorId(TensorId(i)) + ' ' + std::string(index.text(row.opName)) + ' '
            + std::string(stateWord(row.state)) + ' ' + std::to_string(row.execIndex) + ' '
            + std::to_string(row.occurrence));
    }
    return rows;
}

std::shared_ptr<const DumpIndex> opened(const std::string& root)
{
    OwnedTask task(1);
    const auto index = openDump(root, builtinFormats(), {}, task);
    if (!index)
        qFatal("%s", index.error().text().c_str());
    return *index;
}

} // namespace

class TestLiveDump : public QObject {
    Q_OBJECT

private slots:
    void tensorsArrive()
    {
        TemporaryFolder folder;
        Heard heard;
        const auto live = follow(folder.path(), heard);
        std::filesystem::create_directories(folder.path() + kStep);
        constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                        kInf = std::numeric_limits<float>::infinity();
        QVERIFY(writeFile(folder.path() + kStep + '/' + fileName(0), npyFile({1, 2, 3})));
        QVERIFY(writeFile(folder.path() + kStep + '/' + fileName(1), npyFile({1, kNan, kInf, -kInf, kInf})));
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {2}, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(
            heard.with([](Heard& all) { return all.m_index && all.m_index->tensorCount() == 2; }), 20'000);
        live->finish();
        // Which of the two arrives first is the system's.
        std::ranges::sort(heard.m_whole, {}, &LiveTensor::file);
        QCOMPARE(heard.m_whole[0].opName, std::string("ReLU-op0"));
        QCOMPARE(heard.m_whole[0].shape, std::string("[3]"));
        QCOMPARE(heard.m_whole[0].rank.value_or(-1), 0);
        QCOMPARE(heard.m_whole[0].step.value_or(-1), 0);
        QCOMPARE(heard.m_findings.size(), std::size_t {1});
        const LiveFinding& finding = heard.m_findings.front();
        QCOMPARE(finding.opName, std::string("ReLU-op1"));
        QVERIFY(!finding.isRecord && finding.nan == 1 && finding.posInf == 2 && finding.negInf == 1);
        QCOMPARE(live->progress().tensors, std::uint64_t {2});
        QCOMPARE(live->progress().nonFinite, std::uint64_t {1});
    }

    void halfWrittenFilesAreReadAgain()
    {
        TemporaryFolder folder;
        std::filesystem::create_directories(folder.path() + kStep);
        Heard heard;
        // However long this writer is kept waiting.
        const auto live = follow(folder.path(), heard, {.givesUp = std::chrono::minutes(10)});
        const std::string text = npyFile(std::vector<float>(1000, 1.5F)),
                          path = folder.path() + kStep + '/' + fileName(0);
        std::ofstream file(path, std::ios::binary);
        file.write(text.data(), 1000);
        file.flush();
        QTRY_VERIFY_WITH_TIMEOUT(heard.with([](Heard& all) { return !all.m_half.empty(); }), 20'000);
        QCOMPARE(live->progress().halfWritten, std::uint64_t {1});
        QCOMPARE(heard.whole(), std::size_t {0});
        file.write(text.data() + 1000, static_cast<std::streamsize>(text.size() - 1000));
        file.close();
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {1}, 20'000);
        QVERIFY(heard.with([](Heard& all) { return all.m_whole[0].state == TensorState::Ok; }));
        live->finish();
        QCOMPARE(live->progress().halfWritten, std::uint64_t {0});
        QCOMPARE(live->progress().bytes, static_cast<std::uint64_t>(text.size()));
    }

    void cutFilesAreTakenInTheEnd()
    {
        TemporaryFolder folder;
        std::filesystem::create_directories(folder.path() + kStep);
        Heard heard;
        const auto live = follow(folder.path(), heard);
        const std::string text = npyFile(std::vector<float>(1000, 1.5F)),
                          path = folder.path() + kStep + '/' + fileName(0);
        std::ofstream file(path, std::ios::binary); // stays open
        file.write(text.data(), 1000);
        file.flush();
        QTRY_VERIFY_WITH_TIMEOUT(heard.with([](Heard& all) { return !all.m_half.empty(); }), 20'000);
        live->finish();
        QCOMPARE(heard.whole(), std::size_t {1});
        QCOMPARE(heard.m_whole[0].state, TensorState::Truncated);
        QCOMPARE(rowsOf(*heard.m_index), rowsOf(*opened(folder.path())));
    }

    void statisticsGrow()
    {
        TemporaryFolder folder;
        std::filesystem::create_directories(folder.path() + kStep);
        Heard heard;
        const auto live = follow(folder.path(), heard);
        std::ofstream file(folder.path() + kStep + "/statistic.csv", std::ios::binary);
        file << "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min "
                "Value,L2Norm Value\n";
        const auto row = [&](int i, const char* max) {
            file << "ReLU,ReLU-op" << i << ",0,0," << 1'700'000'000'000'000 + i
                 << ",output,0,12,float32,\"(3,)\"," << max << ",0,1\n";
            file.flush();
        };
        row(0, "1");
        row(1, "2");
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {2}, 20'000);
        row(2, "nan");
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {3}, 20'000);
        row(3, "3");
        file.close();
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {4}, 20'000);
        live->finish();
        QCOMPARE(heard.m_findings.size(), std::size_t {1});
        QCOMPARE(heard.m_findings[0].opName, std::string("ReLU-op2"));
        QCOMPARE(live->progress().statisticRows, std::uint64_t {4});
        QCOMPARE(rowsOf(*heard.m_index), rowsOf(*opened(folder.path())));
    }

    /// A table that changed while it was read: every row is told once, the last when nobody writes any more.
    void rowsOfAGrowingTable()
    {
        TemporaryFolder folder;
        std::string text
            = "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max "
              "Value,Min Value,L2Norm Value\n";
        for (const char* name : {"a", "b"})
            text += std::string("ReLU,ReLU-op") + name
                + ",0,0,1700000000000000,output,0,12,float32,\"(3,)\",1,0,1\n";
        QVERIFY(writeFile(folder.path() + "/statistic.csv", text));
        const auto tree = openFileTree(folder.path());
        QVERIFY(tree);
        const auto formats = builtinFormats();
        OwnedTask task(1);
        const LiveFolder parent;
        const std::string path = "statistic.csv";
        LiveFile file;
        file.folder = &parent;
        file.size = file.readSize = text.size();
        file.outcome = std::make_shared<DumpFileOutcome>(readDumpFile(**tree, *formats,
            {path, path, text.size(), parent.facts, formats->parseName(path, parent.facts)}, task));
        LiveBatch batch;
        LiveProgress progress;
        file.isHalfWritten = true;
        reportLiveFile(**tree, *formats, "statistic.csv", file, true, task, batch, progress);
        QCOMPARE(batch.tensors.size(), std::size_t {1});
        file.isHalfWritten = false;
        reportLiveFile(**tree, *formats, "statistic.csv", file, true, task, batch, progress);
        QCOMPARE(batch.tensors.size(), std::size_t {2});
        QCOMPARE(batch.tensors[0].opName, std::string("ReLU-opa"));
        QCOMPARE(batch.tensors[1].opName, std::string("ReLU-opb"));
        QVERIFY(!batch.tensors[0].isHalfWritten && !batch.tensors[1].isHalfWritten);
        QCOMPARE(progress.statisticRows, std::uint64_t {2});
    }

    void documentsAreRewritten()
    {
        TemporaryFolder folder;
        Heard heard;
        const auto live = follow(folder.path(), heard, {.givesUp = std::chrono::minutes(10)});
        const std::string rank = folder.path() + "/step0/proc123";
        std::filesystem::create_directories(rank);
        const auto write = [&](int entries) {
            std::string text
                = "{'task':'statistics','level':'L1','framework':'pytorch','dump_data_dir':null,'data':{";
            for (int i = 0; i < entries; ++i)
                text += std::string(i == 0 ? "" : ",") + "'Torch.add." + std::to_string(i)
                    + ".forward':{'input_args':[],'input_kwargs':{},'output':[{'type':'torch.Tensor',"
                      "'dtype':'torch.float32','shape':[2],'Max':1.0,'Min':0.0,'Mean':0.5,'Norm':1.0,"
                      "'requires_grad':false}]}";
            std::ranges::replace(text, '\'', '"');
            return writeFile(rank + "/dump.json", text + "}}");
        };
        QVERIFY(write(0));
        QVERIFY(write(2));
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {2}, 20'000);
        QVERIFY(write(5));
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {5}, 20'000);
        // Distributed initialisation renames the folder.
        std::filesystem::rename(rank, folder.path() + "/step0/rank3");
        QTRY_VERIFY_WITH_TIMEOUT(heard.with([](Heard& all) { return !all.m_gone.empty(); }), 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {10}, 20'000);
        live->finish();
        QCOMPARE(heard.m_gone.front(), std::string("step0/proc123/dump.json"));
        QCOMPARE(heard.m_whole.back().rank.value_or(-1), 3);
        QCOMPARE(live->progress().files, std::uint64_t {1});
        QCOMPARE(rowsOf(*heard.m_index), rowsOf(*opened(folder.path())));
    }

    void thousandsOfFiles()
    {
        TemporaryFolder folder;
        Heard heard;
        const auto live = follow(folder.path(), heard);
        constexpr int kSteps = 8, kFiles = 500;
        std::vector<std::jthread> writers;
        for (int writer = 0; writer < 2; ++writer) {
            writers.emplace_back([&, writer] {
                for (int step = writer; step < kSteps; step += 2) {
                    // Written into at once: nothing in it may be missed.
                    const std::string path = folder.path() + "/rank_0/Net/0/" + std::to_string(step);
                    for (int i = 0; i < kFiles; ++i)
                        writeFile(path + '/' + fileName(i), npyFile({static_cast<float>(i), 2}));
                }
            });
        }
        writers.clear();
        live->finish();
        QCOMPARE(heard.m_whole.size(), std::size_t {kSteps * kFiles});
        QCOMPARE(live->progress().files, std::uint64_t {kSteps * kFiles});
        QCOMPARE(live->progress().waiting, std::uint64_t {0});
        QCOMPARE(rowsOf(*heard.m_index), rowsOf(*opened(folder.path())));
    }

    void lostChangesAreFound()
    {
        TemporaryFolder folder;
        std::filesystem::create_directories(folder.path() + kStep);
        std::atomic<bool> isFlooded {false};
        Heard heard;
        LiveObserver observer = heard.observer();
        // It cannot listen while more changes come than the system keeps.
        observer.arrived = [&, told = observer.arrived](const LiveBatch& batch) {
            told(batch);
            isFlooded.wait(false);
        };
        auto live = LiveDump::start(folder.path(), builtinFormats(), {}, observer);
        QVERIFY(live);
        QVERIFY(writeFile(folder.path() + kStep + '/' + fileName(0), npyFile({1})));
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {1}, 20'000);
        int most = 16'384;
        std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> most;
        std::ofstream a(folder.at("a"), std::ios::binary), b(folder.at("b"), std::ios::binary);
        for (int i = 0; i < most / 2 + 1000; ++i) {
            a << 'x' << std::flush;
            b << 'x' << std::flush;
        }
        QVERIFY(writeFile(folder.path() + "/rank_1/Net/0/0/" + fileName(1), npyFile({1})));
        isFlooded = true;
        isFlooded.notify_all();
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {2}, 20'000);
        if ((*live)->progress().rescans == 0)
            QSKIP("the system kept all changes for the listener");
        // The new folder is watched from then on.
        QVERIFY(writeFile(folder.path() + "/rank_1/Net/0/0/" + fileName(2), npyFile({1})));
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {3}, 20'000);
        (*live)->finish();
    }

    void whatWasThereIsNotTold()
    {
        TemporaryFolder folder;
        std::filesystem::create_directories(folder.path() + kStep);
        std::filesystem::create_directories(folder.at(".capture"));
        QVERIFY(writeFile(folder.path() + kStep + '/' + fileName(0), npyFile({1})));
        Heard heard;
        const auto live = follow(folder.path(), heard);
        QVERIFY(writeFile(folder.at(".capture/program.log"), "x"));
        QVERIFY(writeFile(folder.path() + kStep + '/' + fileName(1), npyFile({1})));
        QTRY_COMPARE_WITH_TIMEOUT(heard.whole(), std::size_t {1}, 20'000);
        std::filesystem::remove(folder.path() + kStep + '/' + fileName(1));
        QTRY_COMPARE_WITH_TIMEOUT(
            heard.with([](Heard& all) { return all.m_gone.size(); }), std::size_t {1}, 20'000);
        live->finish();
        QCOMPARE(heard.m_index->tensorCount(), std::size_t {1});
        QCOMPARE(live->progress().files, std::uint64_t {0});
        QCOMPARE(live->progress().bytes, std::uint64_t {0});
    }

    void stopsAtOnce()
    {
        TemporaryFolder folder;
        Heard heard;
        auto live = follow(folder.path(), heard);
        for (int i = 0; i < 50; ++i)
            QVERIFY(writeFile(folder.at(fileName(i)), npyFile({1})));
        live.reset(); // without finish: nobody wants it any more
        QVERIFY(!LiveDump::start(folder.at("nothing"), builtinFormats(), {}, {}));
    }
};

QTEST_GUILESS_MAIN(TestLiveDump)
#include "tst_live_dump.moc"
