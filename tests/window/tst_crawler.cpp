// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever can be pressed is pressed, on every kind of dump and pair: the window lives, Qt has nothing to
// complain about, and what is highlighted is what is shown. DUMPSCOPE_CRAWL_STEPS and DUMPSCOPE_CRAWL_SEED
// ask for more, or for the same again.
#include "common/language.h"
#include "crawler.h"
#include "npy_file.h"
#include "panel_dock.h"
#include "temporary_folder.h"

#include <QDesktopServices>
#include <QHeaderView>
#include <QLabel>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <filesystem>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 60'000;

int number(const char* variable, int usual)
{
    bool isNumber = false;
    const int given = qEnvironmentVariableIntValue(variable, &isNumber);
    return isNumber ? given : usual;
}

/// Outputs of operators `first`0, `first`1 ..., each of `length` elements.
bool writeOperators(const QString& folder, const QString& first, std::int64_t length)
{
    bool good = true;
    for (int op = 0; op < 6; ++op) {
        const QString name = QStringLiteral("Relu.%1%2.%2.0.%3.output.0.DefaultFormat.npy")
                                 .arg(first)
                                 .arg(op)
                                 .arg(1'700'000'000'000'000 + op);
        const std::vector<float> values(static_cast<std::size_t>(length), 1.5F);
        good = test::writeFile((folder + u'/' + name).toStdString(), test::npyFile(values)) && good;
    }
    return good;
}

/// Opens no page and no folder outside.
class ClosedDoors : public QObject {
    Q_OBJECT
public:
    ClosedDoors()
    {
        for (const char* scheme : kSchemes)
            QDesktopServices::setUrlHandler(QLatin1String(scheme), this, "open");
    }
    ~ClosedDoors() override
    {
        for (const char* scheme : kSchemes)
            QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
    }

public slots:
    void open(const QUrl&) { }

private:
    static constexpr const char* kSchemes[] = {"file", "http", "https"};
};

struct Highlight {
    const test::WindowProgram& program;

    /// Empty: the tables, the selection and the panels agree.
    [[nodiscard]] QString fault() const
    {
        const Comparisons& comparisons = program.services.comparisons;
        const Selection& selection = program.services.selection;
        const auto pair = comparisons.pair();
        const ComparisonDocument* const document = comparisons.current();
        if (pair && (!document || !document->pairs() || *pair >= document->pairs()->rows()))
            return QStringLiteral("the chosen pair is none of the rows");
        if (pair && document->setup().target.root != nullptr && isSide(selection.tensor(), *document)
            && !comparisons.isChosen(selection.tensor()))
            return QStringLiteral("the selected tensor is no side of the chosen pair");
        if (const QString fault = results(pair, document); !fault.isEmpty())
            return fault;
        if (const QString fault = why(pair, document); !fault.isEmpty())
            return fault;
        return difference(pair, document);
    }

    /// What the name of the chosen pair says in Difference.
    static QString tipOfDifference(const test::WindowProgram& program)
    {
        QStringList tips;
        for (const QLabel* const label :
            program.window.dock("difference")->panel()->findChildren<QLabel*>()) {
            if (label->toolTip().contains(u'\n'))
                tips.append(label->toolTip());
        }
        return tips.join(u'\n');
    }

private:
    static bool isSide(const TensorRef& tensor, const ComparisonDocument& document)
    {
        return tensor.isValid()
            && (tensor.root == document.setup().target.root || tensor.root == document.setup().golden.root);
    }
    [[nodiscard]] QString results(std::optional<std::size_t> pair, const ComparisonDocument* document) const
    {
        const auto* const table = program.find<DataTable>("results");
        const std::int64_t chosen = table->chosenSource();
        const bool isThere
            = pair && document && table->columnModel()->rowOf(static_cast<std::uint32_t>(*pair)) >= 0;
        const std::int64_t wanted = isThere ? static_cast<std::int64_t>(*pair) : -1;
        return chosen == wanted
            ? QString()
            : QStringLiteral("row %1 of the results is highlighted, %2 is shown").arg(chosen).arg(wanted);
    }
    [[nodiscard]] QString why(std::optional<std::size_t> pair, const ComparisonDocument* document) const
    {
        const QWidget* const panel = program.window.dock("why")->panel();
        if (!pair || !panel->isVisible())
            return {};
        const QString name = document->targetOf(*pair).opName().section(u'/', -1);
        for (const QLabel* const label : panel->findChildren<QLabel*>()) {
            if (label->text().remove(QChar(0x200B)).contains(name))
                return {};
        }
        return QStringLiteral("Why does not speak of ") + name;
    }
    [[nodiscard]] QString difference(
        std::optional<std::size_t> pair, const ComparisonDocument* document) const
    {
        const QWidget* const panel = program.window.dock("difference")->panel();
        if (!pair || !panel->isVisible())
            return {};
        const QString id = document->targetOf(*pair).tensorId();
        // Of two names each has its tensor below it.
        for (const QLabel* const label : panel->findChildren<QLabel*>()) {
            if (label->toolTip().split(u'\n').contains(id))
                return {};
        }
        return QStringLiteral("Difference does not name ") + id;
    }
};

} // namespace

class CrawlerTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void pressesEverything_data();
    void pressesEverything();
    void everyProfileOfEveryPair_data() { pressesEverything_data(); }
    void everyProfileOfEveryPair();
    void pairedByHand();

private:
    QTemporaryDir m_folder;
};

void CrawlerTest::initTestCase()
{
    // Nothing is written elsewhere, and there is no program to be found.
    QVERIFY(m_folder.isValid());
    QStandardPaths::setTestModeEnabled(true);
    for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, m_folder.path().toLocal8Bit());
    qputenv("PATH", "");
    QVERIFY(QDir::setCurrent(m_folder.path()));
    // The same once more: other roots, other pairs.
    for (const char* dump : {"msprobe/md5", "mindspore/nan-ms210-full"}) {
        std::error_code error;
        const QString copy = m_folder.filePath(QFileInfo(QLatin1String(dump)).fileName());
        std::filesystem::copy(DUMPSCOPE_TEST_DATA "/" + std::string(dump), copy.toStdString(),
            std::filesystem::copy_options::recursive, error);
        QVERIFY2(!error, error.message().c_str());
    }
    QVERIFY(writeOperators(m_folder.filePath("apples"), "apple", 8));
    QVERIFY(writeOperators(m_folder.filePath("pears"), "pear", 9));
    QVERIFY(writeOperators(m_folder.filePath("short"), "apple", 7));
}

void CrawlerTest::cleanup()
{
    applyLanguage("en");
}

void CrawlerTest::pressesEverything_data()
{
    const QString data = DUMPSCOPE_TEST_DATA, sample = DUMPSCOPE_SAMPLE_DATA;
    QTest::addColumn<QStringList>("paths");
    QTest::newRow("nothing") << QStringList();
    QTest::newRow("one dump") << QStringList {sample + "/target"};
    QTest::newRow("tensors") << QStringList {sample + "/target", sample + "/golden"};
    QTest::newRow("statistics only") << QStringList {
        data + "/mindspore/lenet-ms210-statistic", data + "/mindspore/lenet-ms210-bug-statistic"};
    QTest::newRow("checksums only") << QStringList {data + "/msprobe/md5", m_folder.filePath("md5")};
    QTest::newRow("nothing paired") << QStringList {m_folder.filePath("apples"), m_folder.filePath("pears")};
    QTest::newRow("nothing comparable")
        << QStringList {m_folder.filePath("apples"), m_folder.filePath("short")};
    QTest::newRow("not finite") << QStringList {
        data + "/mindspore/nan-ms210-full", m_folder.filePath("nan-ms210-full")};
    QTest::newRow("graph only") << QStringList {data + "/graphs"};
    QTest::newRow("overflow only") << QStringList {data + "/overflow"};
    QTest::newRow("model") << QStringList {data + "/models/mixed_types.onnx"};
    QTest::newRow("archive") << QStringList {data + "/archives/stored.zip"};
}

void CrawlerTest::pressesEverything()
{
    QFETCH(const QStringList, paths);
    const int steps = number("DUMPSCOPE_CRAWL_STEPS", 40);
    const auto seed = static_cast<unsigned>(number("DUMPSCOPE_CRAWL_SEED", 1));
    const ClosedDoors doors;
    const test::QtComplaints listening;
    test::WindowProgram program;
    if (paths.size() == 2)
        program.services.comparisons.compare(
            {{program.services.session.open(paths[0])}, {program.services.session.open(paths[1])}});
    else if (!paths.isEmpty())
        program.opening.open(paths);
    test::Crawler crawler(program, seed);
    if (paths.size() == 2)
        program.window.showArrangement("compare");
    QVERIFY(crawler.settle());
    QStringList done;
    for (int step = 0; step < steps; ++step) {
        // Now and then two things in one turn of the loop.
        const QString said = crawler.step();
        if (!said.isEmpty())
            done.append(QStringLiteral("%1: %2").arg(step).arg(said));
        if (step % 7 == 3)
            continue;
        const auto after = [&](const QString& fault) {
            const auto last = done.mid(std::max<qsizetype>(0, done.size() - 12));
            return QStringLiteral("%1\nseed %2, after\n  %3")
                .arg(fault)
                .arg(seed)
                .arg(last.join("\n  "))
                .toUtf8();
        };
        QVERIFY2(crawler.settle(kPatienceMs), after("it does not come to rest").constData());
        const QStringList& complaints = test::QtComplaints::found();
        QVERIFY2(complaints.isEmpty(), after(complaints.join(u'\n')).constData());
        const QString fault = Highlight {program}.fault();
        QVERIFY2(fault.isEmpty(), after(fault).constData());
    }
    crawler.tidy();
    QVERIFY(crawler.settle());
}

// Other columns under the same table, sorted and filtered by those that go.
void CrawlerTest::everyProfileOfEveryPair()
{
    QFETCH(const QStringList, paths);
    if (paths.size() != 2)
        return;
    const test::QtComplaints listening;
    test::WindowProgram program;
    ComparisonDocument* const document = program.services.comparisons.compare(
        {{program.services.session.open(paths[0])}, {program.services.session.open(paths[1])}});
    program.window.showArrangement("compare");
    const test::Crawler crawler(program, 1);
    QVERIFY(crawler.settle());
    auto* const table = program.find<DataTable>("results");
    auto* const filter = program.find<FilterBar>("results");
    auto* const profiles = program.find<QComboBox>("results");
    QVERIFY(profiles && profiles->count() >= 3);
    for (const char* text : {"", "verdict:fail", "max_absolute_error>0"}) {
        for (const bool isSorted : {false, true}) {
            for (int entry = profiles->count(); entry-- > 0;) {
                filter->setText(QLatin1String(text));
                if (isSorted) {
                    table->columns().show(table->columnModel()->columnCount() - 1, true);
                    table->columns().pin(table->columnModel()->columnCount() - 1, true);
                    table->horizontalHeader()->setSortIndicator(
                        table->columnModel()->columnCount() - 1, Qt::DescendingOrder);
                }
                profiles->setCurrentIndex(entry);
                emit profiles->activated(entry);
                program.window.resize(1200 + 10 * entry, 900);
                QVERIFY(crawler.settle());
                QCOMPARE(document->setup().profile, profiles->itemText(entry));
                QCOMPARE(test::QtComplaints::found(), QStringList());
                QCOMPARE(Highlight {program}.fault(), QString());
            }
        }
    }
}

// The first pair of a comparison that had none, of operators with other names.
void CrawlerTest::pairedByHand()
{
    const test::QtComplaints listening;
    test::WindowProgram program;
    Comparisons& comparisons = program.services.comparisons;
    Session& session = program.services.session;
    const ComparisonDocument* const document = comparisons.compare(
        {{session.open(m_folder.filePath("apples"))}, {session.open(m_folder.filePath("pears"))}});
    program.window.showArrangement("compare");
    const test::Crawler crawler(program, 1);
    QVERIFY(crawler.settle());
    QCOMPARE(document->pairs()->rows(), std::size_t {0});
    PairingEdits edits;
    edits.pair("apple3", "pear1");
    comparisons.changePairing(edits, "pair");
    QVERIFY(crawler.settle());
    QCOMPARE(document->pairs()->rows(), std::size_t {1});
    QCOMPARE(comparisons.pair(), std::optional<std::size_t>(0));
    QCOMPARE(Highlight {program}.fault(), QString());
    const QString tip = Highlight::tipOfDifference(program);
    for (const TensorRef& side : {document->targetOf(0), document->goldenOf(0)})
        QVERIFY2(tip.split(u'\n').contains(side.tensorId()), qPrintable(tip));
    QCOMPARE(test::QtComplaints::found(), QStringList());
}

QTEST_MAIN(CrawlerTest)
#include "tst_crawler.moc"
