// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/comparison.h"

#include "compare/measuring/pair_sharing.h"
#include "compare/pairing/pairing_memory.h"
#include "compare/report/comparison_document.h"
#include "compare/report/report.h"
#include "compare/result_record.h"
#include "compare/result_store.h"
#include "io/atomic_file.h"
#include "memory_dump.h"
#include "metrics/metric_profile.h"
#include "model/dump_folder.h"
#include "npy_file.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QTest>

#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <random>
#include <thread>

using namespace dumpscope::core;
using dumpscope::test::npyFile;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

std::shared_ptr<const DumpIndex> openSample(const char* side)
{
    OwnedTask task;
    const auto index = openDump(std::string(DUMPSCOPE_SAMPLE_DATA) + "/" + side, builtinFormats(), {}, task);
    return index ? *index : nullptr;
}

ComparisonOptions usualOptions(const char* metrics = "quick")
{
    const auto registry = builtinMetrics();
    ComparisonOptions options;
    options.measure.profile = registry->findProfile("dumpscope");
    options.measure.metrics = std::make_shared<const MetricSelection>(*selectMetrics(*registry, metrics));
    options.limits = *presetLimits("precision");
    return options;
}

Result<Comparison> compareSample(
    const ComparisonOptions& options, const ComparisonObserver& observer = {}, int threads = 0)
{
    OwnedTask task(threads);
    return compareSides({openSample("target"), {}}, {openSample("golden"), {}}, options, observer, task);
}

/// The document without the time it took.
std::string documentOf(const Comparison& comparison)
{
    std::string text;
    JsonWriter json([&](std::string_view part) { text += part; });
    writeComparison(json, comparison, {});
    json.finish();
    const std::size_t at = text.find("\"seconds\":");
    return at == std::string::npos ? text : text.erase(at, text.find(',', at) - at);
}

/// A table has very many rows, each in a block of 272 bytes with what the allocator needs.
static_assert(sizeof(PairResult) <= 240);

/// What several processes say to the first, among threads of this one.
struct Mailbox {
    std::mutex mutex;
    std::condition_variable_any arrived;
    std::map<std::size_t, std::string> records;
    std::vector<std::string> problems;
};

class SharingThread : public PairSharing {
public:
    SharingThread(Mailbox& box, std::size_t process, std::size_t processes)
        : m_box(box)
        , m_process(process)
        , m_processes(processes)
    {
    }
    std::size_t process() const override { return m_process; }
    std::size_t processes() const override { return m_processes; }
    Result<void> send(std::size_t pair, std::string record) override
    {
        const std::lock_guard lock(m_box.mutex);
        m_box.records[pair] = std::move(record);
        m_box.arrived.notify_all();
        return {};
    }
    Result<void> finish(const std::vector<Diagnostic>& problems) override
    {
        const std::lock_guard lock(m_box.mutex);
        m_box.problems.push_back(encodeDiagnostics(problems));
        m_box.arrived.notify_all();
        return {};
    }
    Result<std::string> receive(std::size_t pair, std::stop_token stop) override
    {
        std::unique_lock lock(m_box.mutex);
        m_box.arrived.wait(lock, stop, [&] { return m_box.records.contains(pair); });
        return stop.stop_requested() ? Result<std::string>(fail(Code::Cancelled, Message("cancelled")))
                                     : m_box.records.extract(pair).mapped();
    }
    Result<std::vector<Diagnostic>> problems(std::stop_token stop) override
    {
        std::unique_lock lock(m_box.mutex);
        m_box.arrived.wait(lock, stop, [&] { return m_box.problems.size() + 1 == m_processes; });
        std::vector<Diagnostic> all;
        for (const std::string& bytes : m_box.problems) {
            const std::vector<Diagnostic> met = decodeDiagnostics(bytes).value();
            all.insert(all.end(), met.begin(), met.end());
        }
        return all;
    }

private:
    Mailbox& m_box;
    std::size_t m_process, m_processes;
};

} // namespace

class tst_Comparison : public QObject {
    Q_OBJECT

private slots:
    void findsThePlantedFault()
    {
        // resources/sample: before step 1, 4.0 was added to fc1.bias[3]; 82 of 168 files differ (cmp).
        std::vector<std::string> told;
        ComparisonObserver observer;
        observer.divergence = [&](const FirstDivergence& divergence) { told.push_back(divergence.opName); };
        const auto comparison = compareSample(usualOptions(), observer);
        QVERIFY(comparison.has_value());
        QCOMPARE(comparison->pairs->rows(), std::size_t {168});
        QCOMPARE(comparison->summary.pass, std::uint64_t {86});
        QCOMPARE(comparison->summary.fail + comparison->summary.warn, std::uint64_t {82});
        const std::string op = "Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0";
        QVERIFY(comparison->firstDivergence.has_value());
        QCOMPARE(comparison->firstDivergence->opName, op);
        QCOMPARE(comparison->firstDivergence->rule, std::string("inputs-differ"));
        QCOMPARE(told, std::vector<std::string> {op});
        const PairResult& pair = comparison->pairs->row(comparison->firstDivergence->index);
        const int error = comparison->pairs->columnByName("max_absolute_error");
        const auto added = cellNumber(comparison->pairs->cell(comparison->firstDivergence->index, error));
        QVERIFY(added && std::abs(*added - 4.0) < 1e-6); // float32 rounds the sum
        QCOMPARE(pair.verdict, Verdict::Fail);
    }

    void sameForAnyNumberOfThreads()
    {
        const auto one = compareSample(usualOptions("all"), {}, 1);
        const auto four = compareSample(usualOptions("all"), {}, 4);
        QCOMPARE(documentOf(*one), documentOf(*four));
    }

    void aDumpEqualsItself()
    {
        OwnedTask task;
        const ComparisonSide side {openSample("golden"), {}};
        const auto comparison = compareSides(side, side, usualOptions(), {}, task);
        QVERIFY(comparison.has_value());
        QCOMPARE(comparison->summary.pass, std::uint64_t {comparison->pairs->rows()});
        QVERIFY(!comparison->firstDivergence.has_value());
    }

    void judgingAgainKeepsNumbers()
    {
        auto comparison = compareSample(usualOptions());
        const std::uint64_t failed = comparison->summary.fail;
        OwnedTask task;
        QVERIFY(judgeAgain(*comparison,
            *parseLimits(R"({"version":1,"rules":[
            {"metric":"max_absolute_error","op":"<=","value":1000000}]})",
                "loose"),
            task)
                    .has_value());
        QCOMPARE(comparison->summary.fail, std::uint64_t {0});
        QVERIFY(!comparison->firstDivergence.has_value());
        QVERIFY(judgeAgain(*comparison, *presetLimits("precision"), task).has_value());
        QCOMPARE(comparison->summary.fail, failed);
    }

    // Whatever was said of pairs and limits before: rows that are taken over are those of a fresh start.
    void editsGiveWhatAFreshStartGives()
    {
        const ComparisonSide target {openSample("target"), {}}, golden {openSample("golden"), {}};
        const auto compare = [&](const ComparisonOptions& options) {
            OwnedTask task;
            return compareSides(target, golden, options, {}, task);
        };
        std::mt19937 random(9);
        const auto any = [&](const ComparisonSide& side) {
            const TensorId id(static_cast<std::uint32_t>(random() % side.index->tensorCount()));
            return std::string(side.index->text(side.index->tensor(id).opName));
        };
        const auto entry = [](std::string& list, const std::string& text) {
            list += (list.empty() ? "{" : ",{") + text + '}';
        };
        std::string pairs, unpaired, rules;
        ComparisonOptions options = usualOptions();
        const auto memory = std::make_shared<PairingMemory>();
        std::vector<std::shared_ptr<const PairTable>> before; // the newest first
        bool hadRules = false;
        for (int i = 0; i < 20; ++i) {
            switch (random() % 6) {
            case 0:
                entry(unpaired, "\"target\":\"" + any(target) + '"');
                break;
            case 1: // as taking back does
                pairs.clear();
                rules.clear();
                break;
            case 2: {
                constexpr const char* kConditions[] {"index<60", "io:output", "pair_origin:mapping"};
                options.limits.rules.front().value = random() % 2 == 0 ? 0.5 : 1e-3;
                options.limits.rules.front().when = kConditions[random() % 3];
                break;
            }
            case 3: // the same pairs for another reason
                entry(rules, R"("target":"*","golden":"$1")");
                break;
            case 4: // all of them with one
                entry(rules, R"("target":"*","golden":")" + any(golden) + '"');
                break;
            default:
                entry(pairs, "\"target\":\"" + any(target) + "\",\"golden\":\"" + any(golden) + '"');
            }
            options.pairing.ruleTexts = {{"edits",
                "{\"version\":1,\"pairs\":[" + pairs + "],\"unpaired\":[" + unpaired + "],\"rules\":[" + rules
                    + "]}"}};
            options.known.clear();
            options.pairing.memory = nullptr;
            const auto fresh = compare(options);
            options.known = before;
            options.pairing.memory = memory;
            const auto edited = compare(options);
            QVERIFY(fresh && edited);
            QCOMPARE(documentOf(*edited), documentOf(*fresh));
            const std::shared_ptr<const PairTable> known = before.empty() ? nullptr : before.front();
            if (known && rules.empty()) {
                std::size_t shared = 0;
                for (std::size_t row = 0, old = 0; row < edited->pairs->rows(); ++row) {
                    while (old < known->rows()
                        && known->row(old).pair.target < edited->pairs->row(row).pair.target)
                        ++old;
                    shared += old < known->rows() && &known->row(old) == &edited->pairs->row(row) ? 1 : 0;
                }
                // A limit gives some rows another sentence; a pair leaves most rows alone.
                QVERIFY(shared > 0 || hadRules);
            }
            hadRules = !rules.empty();
            before.insert(before.begin(), edited->pairs);
            before.resize(std::min<std::size_t>(before.size(), 3));
        }
    }

    /// Nobody computed them before: a filter that asks for statistics of the target's tensors.
    void filtersAskForStatistics_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QStringList>("pairs");
        QTest::addColumn<QStringList>("unpaired");
        QTest::newRow("largest") << "max>5" << QStringList {"a", "c"} << QStringList {"onlygolden"};
        QTest::newRow("not finite") << "nan_count>0" << QStringList {"b"} << QStringList {"onlytarget"};
        QTest::newRow("has") << "has:nan" << QStringList {"b"} << QStringList {"onlytarget"};
        QTest::newRow("none") << "mean>100" << QStringList {} << QStringList {};
    }
    void filtersAskForStatistics()
    {
        QFETCH(const QString, filter);
        QFETCH(const QStringList, pairs);
        QFETCH(const QStringList, unpaired);
        const TemporaryFolder folder;
        const auto open = [&](const char* side, const std::map<std::string, std::vector<float>>& tensors) {
            for (const auto& [name, values] : tensors)
                writeFile(folder.at(side) + "/Add." + name + ".0.0.1.output.0.npy", npyFile(values));
            OwnedTask task;
            return openDump(folder.at(side), builtinFormats(), {}, task).value();
        };
        const float nan = std::nanf("");
        const auto target = open("target",
            {{"a", {1, 6}}, {"b", {nan, 2}}, {"c", {9, 9}}, {"d", {1, 1}}, {"onlytarget", {nan, 1, 2}}});
        // Pairs go by the target, whatever golden holds.
        const auto golden = open("golden",
            {{"a", {1, 1}}, {"b", {2, 2}}, {"c", {1, nan}}, {"d", {7, 7}}, {"onlygolden", {8, 8, 8, 8}}});
        ComparisonOptions options = usualOptions();
        options.filter = filter.toStdString();
        OwnedTask task;
        const auto comparison = compareSides({target, {}}, {golden, {}}, options, {}, task);
        QVERIFY(comparison.has_value());
        QStringList foundPairs, foundUnpaired;
        for (std::size_t row = 0; row < comparison->pairs->rows(); ++row) {
            const TensorId id = comparison->pairs->row(row).pair.target;
            foundPairs.append(QString::fromStdString(std::string(target->text(target->tensor(id).opName))));
        }
        for (const auto& [list, index] : {std::pair(&comparison->unpairedTarget, target.get()),
                 std::pair(&comparison->unpairedGolden, golden.get())}) {
            for (const UnpairedTensor& tensor : *list)
                foundUnpaired.append(
                    QString::fromStdString(std::string(index->text(index->tensor(tensor.id).opName))));
        }
        QCOMPARE(foundPairs, pairs);
        QCOMPARE(foundUnpaired, unpaired);
    }

    void wrongLimitsAreToldFirst()
    {
        ComparisonOptions options = usualOptions();
        options.limits.rules.front().when = "no_such_column:1";
        const auto comparison = compareSample(options);
        QVERIFY(!comparison);
        QCOMPARE(comparison.error().code, Code::Usage);
    }

    void aStoreGivesTheSameResult()
    {
        TemporaryFolder folder;
        const std::string path = folder.path() + "/kept.sqlite";
        ComparisonOptions options = usualOptions();
        options.measure.top = 3;
        const ComparisonSide target {openSample("target"), {}}, golden {openSample("golden"), {}};
        const std::string settings = settingsText(target, golden, options.measure);
        const std::string plain = documentOf(*compareSample(options));

        OwnedTask stopped;
        {
            // Stopped after 40 pairs: what is finished is kept and marked partial.
            auto store = ResultStore::open(path, settings);
            QVERIFY(store.has_value());
            options.resume = store->get();
            ComparisonObserver observer;
            observer.pair = [&](const PairTable&, std::size_t row) {
                if (row == 39)
                    stopped.stopSource().request_stop();
            };
            const auto partial = compareSides(target, golden, options, observer, stopped);
            QVERIFY(partial.has_value());
            QVERIFY(partial->partial);
            QVERIFY(partial->pairs->rows() >= 40 && partial->pairs->rows() < 168);
        }
        for (int run = 0; run < 2; ++run) {
            auto store = ResultStore::open(path, settings);
            options.resume = store->get();
            QCOMPARE(documentOf(*compareSample(options)), plain);
        }
        auto other = ResultStore::open(path, settings + "x");
        const auto pair = TensorPair {TensorId(0U), TensorId(0U), PairOrigin::Exact, 1, {}, nullptr};
        const PairTable table(target, golden, options.measure.metrics);
        QVERIFY(!(*other)->find(table, pair, stopped.diagnostics).has_value());
    }

    void aStoreThatIsNoDatabaseIsRefused()
    {
        TemporaryFolder folder;
        const std::string path = folder.path() + "/text.sqlite";
        QVERIFY(writeFileAtomically(path, "this is not a database, and long enough to be read as a header")
                    .has_value());
        const auto store = ResultStore::open(path, "s");
        QVERIFY(!store);
        QCOMPARE(store.error().place.file, path);
    }

    void recordsSurviveEveryTruncation()
    {
        PairResult result;
        result.state = PairState::NonFinite;
        result.values = {{1.5, PairState::Ok, "1.5"}, {std::nullopt, PairState::Unsupported, "unsupported"}};
        PairDetails details;
        details.note = phrase("%1 of %2", phrase("the %1", "target"), 3);
        details.alignment = {Message("a"), Message("b")};
        details.worst = {
            {7, 0x1p63, 2, 0x1p63, 0.5, std::nullopt, WideInteger {INT64_MAX}, std::nullopt, std::nullopt}};
        details.blocks = {{0, 10, 0.25, 0.5, 3}};
        details.histogram = ErrorHistogram {-3, {1, 2}, 4, 5};
        result.setDetails(std::move(details));
        const std::string bytes = encodeResult(result);
        const auto span = [&](std::size_t length) {
            return ByteSpan(reinterpret_cast<const std::byte*>(bytes.data()), length);
        };
        const auto read = decodeResult(span(bytes.size()));
        QVERIFY(read.has_value());
        QCOMPARE(encodeResult(*read), bytes);
        QVERIFY(read->details().worst[0].exactTarget == WideInteger {INT64_MAX});
        QCOMPARE(read->details().note.text(), std::string("the target of 3"));
        QCOMPARE(read->details().note.form(), std::string_view("%1 of %2"));
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!decodeResult(span(length)).has_value());
    }

    void checksumsAndStatisticsAreJudged()
    {
        using dumpscope::test::MemoryDump;
        // Same checksum, other checksum, equal extremes of an integer, other maximum.
        const auto make = [](const char* digest, double max) {
            MemoryDump dump;
            dump.add({"same", {}, Io::Output, 0, {2}, DType::Float32, {}, {}, "7af1a542"});
            dump.add({"other", {}, Io::Output, 0, {2}, DType::Float32, {}, {}, digest});
            dump.add({"equal", {}, Io::Output, 0, {2}, DType::Int64, {}, {3, 1, 2, 4}});
            dump.add({"maximum", {}, Io::Output, 0, {2}, DType::Int64, {}, {max, 1, 2, 4}});
            return dump.finish();
        };
        OwnedTask task;
        const auto comparison = compareSides(
            {make("0bb02f58", 9), {}}, {make("7af1a542", 5), {}}, usualOptions("all"), {}, task);
        QVERIFY(comparison.has_value());
        QCOMPARE(comparison->pairs->rows(), std::size_t {4});
        std::map<std::string, Verdict> verdicts;
        for (std::size_t i = 0; i < 4; ++i) {
            const int name = comparison->pairs->columnByName("op_name");
            verdicts[cellText(comparison->pairs->cell(i, name))] = comparison->pairs->row(i).verdict;
        }
        QCOMPARE(verdicts["same"], Verdict::Pass);
        QCOMPARE(verdicts["other"], Verdict::Fail);
        QCOMPARE(verdicts["equal"], Verdict::Pass);
        QCOMPARE(verdicts["maximum"], Verdict::Fail);
    }

    void otherBitsAreNoPassInAnyProfile_data()
    {
        QTest::addColumn<QByteArray>("profile");
        for (const char* profile : {"dumpscope", "msprobe", "msaccucmp"})
            QTest::newRow(profile) << QByteArray(profile);
    }
    void otherBitsAreNoPassInAnyProfile()
    {
        QFETCH(QByteArray, profile);
        const auto make = [](const char* digest) {
            dumpscope::test::MemoryDump dump;
            dump.add({"relu", {}, Io::Output, 0, {2}, DType::Float32, {}, {3, 1, 2, 4}, digest});
            return dump.finish();
        };
        ComparisonOptions options = usualOptions();
        const auto metrics = builtinMetrics();
        options.measure.profile = metrics->findProfile(profile.constData());
        options.measure.metrics
            = std::make_shared<const MetricSelection>(defaultMetrics(*metrics, profile.constData()));
        OwnedTask task;
        const auto comparison
            = compareSides({make("0bb02f58"), {}}, {make("7af1a542"), {}}, options, {}, task);
        QVERIFY(comparison.has_value());
        QCOMPARE(comparison->pairs->row(0).sameChecksum, std::optional(false));
        QVERIFY(comparison->pairs->row(0).verdict != Verdict::Pass);
    }

    void whereNaNsAreIsInTheReason_data()
    {
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<std::vector<float>>("target");
        QTest::addColumn<QByteArray>("reason"); // empty: it does not fail
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const QByteArray other = "NaN or infinities at different places",
                         same = "NaN or infinities at the same";
        QTest::newRow("msaccucmp, the same")
            << QByteArray("msaccucmp") << std::vector {1.F, nan, 9.F} << same;
        QTest::newRow("msaccucmp, other") << QByteArray("msaccucmp") << std::vector {nan, 1.F, 2.F} << other;
        QTest::newRow("dumpscope, the same")
            << QByteArray("dumpscope") << std::vector {1.F, nan, 2.F} << QByteArray();
    }
    void whereNaNsAreIsInTheReason()
    {
        QFETCH(const QByteArray, profile);
        QFETCH(const std::vector<float>, target);
        QFETCH(const QByteArray, reason);
        TemporaryFolder folder;
        const float nan = std::numeric_limits<float>::quiet_NaN();
        writeFile(folder.at("target") + "/Add.a.0.0.1.output.0.npy", npyFile(target));
        writeFile(folder.at("golden") + "/Add.a.0.0.1.output.0.npy", npyFile({1.F, nan, 2.F}));
        ComparisonOptions options = usualOptions();
        const auto metrics = builtinMetrics();
        options.measure.profile = metrics->findProfile(profile.constData());
        options.measure.metrics
            = std::make_shared<const MetricSelection>(defaultMetrics(*metrics, profile.constData()));
        OwnedTask task;
        const auto open = [&](const char* side) {
            return ComparisonSide {openDump(folder.at(side), builtinFormats(), {}, task).value(), {}};
        };
        const auto comparison = compareSides(open("target"), open("golden"), options, {}, task);
        QVERIFY(comparison.has_value());
        const PairResult& result = comparison->pairs->row(0);
        QCOMPARE(result.verdict == Verdict::Fail, !reason.isEmpty());
        if (!reason.isEmpty())
            QVERIFY2(result.reason.text().starts_with(reason.constData()), result.reason.text().c_str());
    }

    void manyRowsAreJudged()
    {
        const ComparisonSide side {openSample("golden"), {}};
        PairTable table(side, side, usualOptions().measure.metrics);
        PairResult result;
        result.pair = {TensorId(5U), TensorId(5U), PairOrigin::Exact, 1, {}, nullptr};
        result.values = std::vector<MetricValue>(table.metrics().size(), {0.5, PairState::Ok, {}});
        result.state = PairState::Ok;
        for (int i = 0; i < 100'000; ++i)
            table.add(result);
        const auto limits = CompiledLimits::compile(*presetLimits("precision"), table);
        QVERIFY(limits.has_value());
        table.judge(*limits);
        QCOMPARE(table.row(0).verdict, Verdict::Fail);
        QCOMPARE(table.row(99'999).verdict, Verdict::Fail);
    }

    void severalProcessesGiveTheSameDocument_data()
    {
        QTest::addColumn<int>("processes");
        for (const int processes : {1, 2, 3, 200})
            QTest::addRow("%d", processes) << processes;
    }
    void severalProcessesGiveTheSameDocument()
    {
        QFETCH(int, processes);
        const auto alone = compareSample(usualOptions());
        QVERIFY(alone.has_value());
        const ComparisonSide target {openSample("target"), {}}, golden {openSample("golden"), {}};
        Mailbox box;
        std::vector<std::jthread> others;
        for (int process = 1; process < processes; ++process) {
            others.emplace_back([&, process] {
                SharingThread sharing(
                    box, static_cast<std::size_t>(process), static_cast<std::size_t>(processes));
                ComparisonOptions options = usualOptions();
                options.sharing = &sharing;
                OwnedTask task(1);
                if (const auto measured = measureShare(target, golden, options, task); !measured)
                    qWarning("%s", measured.error().message.text().c_str());
            });
        }
        SharingThread first(box, 0, static_cast<std::size_t>(processes));
        ComparisonOptions options = usualOptions();
        options.sharing = &first;
        OwnedTask task;
        const auto together = compareSides(target, golden, options, {}, task);
        QVERIFY(together.has_value());
        QCOMPARE(documentOf(*together), documentOf(*alone));
    }

    void processesGetRunsOfAboutEqualCost()
    {
        // By hand: 100 in all, so runs end where the middle of a pair passes 50.
        const std::vector<std::uint64_t> costs {10, 10, 40, 30, 10};
        QCOMPARE(shareBoundaries(costs, 1), (std::vector<std::size_t> {0, 5}));
        QCOMPARE(shareBoundaries(costs, 2), (std::vector<std::size_t> {0, 3, 5}));
        QCOMPARE(shareBoundaries({}, 3), (std::vector<std::size_t> {0, 0, 0, 0}));
        const std::vector<std::uint64_t> nothing {0, 0};
        QCOMPARE(shareBoundaries(nothing, 3), (std::vector<std::size_t> {0, 2, 2, 2}));
        const std::vector<std::uint64_t> one {7};
        QCOMPARE(shareBoundaries(one, 3), (std::vector<std::size_t> {0, 0, 1, 1}));
    }

    void problemsTravel()
    {
        const std::vector<Diagnostic> sent {
            {Severity::Error, Code::Truncated, {.file = "a/b", .row = 7}, Message("it ends")},
            {Severity::Hint, Code::Internal, {}, Message("")}};
        const std::string bytes = encodeDiagnostics(sent);
        const auto received = decodeDiagnostics(bytes);
        QVERIFY(received.has_value());
        QCOMPARE(received->size(), sent.size());
        QCOMPARE(received->front().place.text(), std::string("a/b:7"));
        QCOMPARE(received->front().message, sent.front().message);
        QVERIFY(received->front().code == Code::Truncated && received->front().severity == Severity::Error);
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!decodeDiagnostics(std::string_view(bytes).substr(0, length)).has_value());
    }
};

QTEST_APPLESS_MAIN(tst_Comparison)
#include "tst_comparison.moc"
