// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/environment_difference.h"
#include "model/dump_folder.h"
#include "temporary_folder.h"

#include <QTest>

#include <filesystem>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

/// Files of a package as config_check of msprobe writes them.
using Files = std::vector<std::pair<std::string, std::string>>;

Files package(const std::string& torch, const std::string& env, const std::string& seed)
{
    return {{"pip", "torch=" + torch + "\nnumpy=1.26.4\n"}, {"env", env},
        {"hyperparameters/hyperparameters_dynamic.json", R"({"seed": )" + seed + R"(, "lr": 0.001})"},
        {"random/rank0.json",
            R"({"torch.rand": [{"count": 2, "stack": ["a"]}, {"count": 3, "stack": ["b"]}]})"},
        {"dataset/step0/rank0/dataset.json", R"({"args": {"0": {"max": 2.5, "norm": 4.5}}, "kwargs": {}})"}};
}

void writeFolder(const TemporaryFolder& folder, const std::string& name, const Files& files)
{
    for (const auto& [path, text] : files)
        writeFile(folder.at(name + '/' + path), text);
}

/// Written by msprobe itself: two steps of one rank.
const std::string kRealPackage = DUMPSCOPE_TEST_DATA "/llm-era/config-check/config_check_pack.zip";

std::optional<RunEnvironment> environmentIn(const std::string& root)
{
    OwnedTask task;
    const auto index = openDump(root, builtinFormats(), {}, task);
    if (!index)
        return std::nullopt;
    const auto found = runEnvironmentOf(**index, task);
    return found ? *found : std::nullopt;
}

std::vector<Diagnostic> problemsIn(const std::string& root)
{
    OwnedTask task;
    const auto index = openDump(root, builtinFormats(), {}, task);
    return index ? (*index)->problems() : std::vector<Diagnostic>();
}

QStringList linesOf(const EnvironmentDifferences& found)
{
    QStringList lines;
    for (const EnvironmentDifference& difference : found.differences)
        lines.append(QString::fromStdString(
            std::string(environmentKindWord(difference.kind)) + ": " + environmentLine(difference).text()));
    return lines;
}

} // namespace

class EnvironmentDifferenceTest : public QObject {
    Q_OBJECT

private slots:
    void differences();
    void besideADump();
    void comparedPackagesAreNoProblem();
    void archiveItself();
    void givenApart();
    void oneSideAlone();
    void noPackage();
    void partsThatAreMissing();
    void damaged();
    void secretsAreNotHandedOn();
};

void EnvironmentDifferenceTest::differences()
{
    const TemporaryFolder folder;
    writeFolder(folder, "a", package("2.1.0", R"({"HCCL_DETERMINISTIC": "true", "A": "1"})", "1234"));
    writeFolder(folder, "b", package("2.5.1", R"({"A": "1", "NPU_ASD_ENABLE": "1"})", "42"));
    const auto found = environmentDifferences(environmentIn(folder.at("a")), environmentIn(folder.at("b")));
    QVERIFY(found);
    QCOMPARE(linesOf(*found),
        (QStringList {"version: torch: 2.1.0 in the target, 2.5.1 in golden",
            "environment: HCCL_DETERMINISTIC: true in the target, not in golden's package",
            "environment: NPU_ASD_ENABLE: 1 in golden, not in the target's package",
            "hyperparameter: seed: 1234 in the target, 42 in golden"}));
    QCOMPARE(found->text(),
        std::string("the environments of the runs differ: 1 package version, 2 environment variables, 1 "
                    "hyperparameter"));
    QCOMPARE(found->equal, std::size_t {6}); // numpy, A, lr, calls of torch.rand, two figures of the data
    QVERIFY(found->notes.empty());
}

void EnvironmentDifferenceTest::secretsAreNotHandedOn()
{
    const TemporaryFolder folder;
    writeFolder(folder, "a", package("2.1.0", R"({"Hub_Token": "abc", "THREADS": "1"})", "1"));
    writeFolder(folder, "b", package("2.1.0", R"({"Hub_Token": "def", "AWS_SECRET_ACCESS_KEY": "x"})", "1"));
    const auto found = environmentDifferences(environmentIn(folder.at("a")), environmentIn(folder.at("b")));
    QVERIFY(found);
    QCOMPARE(linesOf(*found),
        (QStringList {"environment: AWS_SECRET_ACCESS_KEY: (hidden) in golden, not in the target's package",
            "environment: Hub_Token: (hidden) in the target, (hidden) in golden",
            "environment: THREADS: 1 in the target, not in golden's package"}));
}

/// The package lies beside the tensors of the run.
void EnvironmentDifferenceTest::besideADump()
{
    const TemporaryFolder folder;
    writeFile(folder.at("dump/notes.txt"), "x");
    std::filesystem::create_directories(folder.at("dump"));
    std::filesystem::copy_file(kRealPackage, folder.at("dump/packed.zip"));
    const auto found = environmentIn(folder.at("dump"));
    QVERIFY(found);
    QCOMPARE(found->package, folder.at("dump/packed.zip"));
    QCOMPARE(found->facts.at(EnvironmentKind::Version).at("torch"), std::string("2.15.0"));
    QCOMPARE(found->facts.at(EnvironmentKind::Data).at("step1 rank0: args.0.norm"),
        std::string("3.9464492797851562"));
    QVERIFY(!found->facts.contains(EnvironmentKind::Hyperparameter));
}

/// What is compared is not told to be left alone; any other archive is.
void EnvironmentDifferenceTest::comparedPackagesAreNoProblem()
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.at("dump"));
    std::filesystem::copy_file(kRealPackage, folder.at("dump/packed.zip"));
    QVERIFY(problemsIn(folder.at("dump")).empty());
    std::filesystem::copy_file(DUMPSCOPE_TEST_DATA "/archives/stored.zip", folder.at("dump/stored.zip"));
    const auto problems = problemsIn(folder.at("dump"));
    QCOMPARE(problems.size(), std::size_t {1});
    QCOMPARE(problems.front().place.file, std::string("stored.zip"));
}

void EnvironmentDifferenceTest::archiveItself()
{
    const auto found = environmentDifferences(environmentIn(kRealPackage), environmentIn(kRealPackage));
    QVERIFY(found && found->differences.empty());
    QCOMPARE(found->text(),
        std::string("the environments of the runs are the same as far as config_check recorded them"));
}

/// Nothing is said of what nobody compared.
/// A package that lies elsewhere: an archive or a folder, and what is none.
void EnvironmentDifferenceTest::givenApart()
{
    const TemporaryFolder folder;
    writeFolder(folder, "a/deeper", package("2.1.0", R"({"A": "1"})", "1234"));
    writeFile(folder.at("note.txt"), "nothing");
    OwnedTask task(1);
    const auto packed = runEnvironmentAt(kRealPackage, task);
    QVERIFY(packed && packed->package == kRealPackage && !packed->facts.empty());
    const auto unpacked = runEnvironmentAt(folder.at("a"), task);
    QVERIFY(unpacked && unpacked->facts.at(EnvironmentKind::Environment).at("A") == "1");
    QVERIFY(runEnvironmentAt(folder.at("note.txt"), task).error().code == Code::NotRecognised);
    QVERIFY(runEnvironmentAt(folder.at("absent"), task).error().code == Code::NotFound);
}

void EnvironmentDifferenceTest::oneSideAlone()
{
    const TemporaryFolder folder;
    writeFolder(folder, "a", package("2.1.0", "{}", "1"));
    const auto found = environmentDifferences(std::nullopt, environmentIn(folder.at("a")));
    QVERIFY(found && found->differences.empty());
    QCOMPARE(environmentStateWord(found->state), std::string_view("golden-only"));
    QCOMPARE(found->text(),
        std::string(
            "the environments of the runs were not compared: the target has no package of config_check"));
}

void EnvironmentDifferenceTest::noPackage()
{
    const TemporaryFolder folder;
    writeFile(folder.at("dump/pip"), "torch=1\n"); // a part alone is no package
    QVERIFY(!environmentIn(folder.at("dump")));
    QVERIFY(!environmentDifferences(std::nullopt, std::nullopt));
}

void EnvironmentDifferenceTest::partsThatAreMissing()
{
    const TemporaryFolder folder;
    writeFolder(folder, "a", {{"pip", "torch=1\n"}, {"env", "{}"}, {"random/rank0.json", "{}"}});
    writeFolder(folder, "b", {{"pip", "torch=1\n"}, {"env", "{}"}});
    const auto found = environmentDifferences(environmentIn(folder.at("a")), environmentIn(folder.at("b")));
    QVERIFY(found && found->differences.empty());
    QCOMPARE(
        found->text(), std::string("the environments of the runs are the same where both recorded them"));
    QCOMPARE(found->notes.front().text(),
        std::string("calls of random operators were not compared: only the target's package has them"));
}

/// What cannot be read is not compared, whatever the other side says.
void EnvironmentDifferenceTest::damaged()
{
    const TemporaryFolder folder;
    writeFolder(folder, "a", {{"pip", "no line\n=\n\n==3\n"}, {"env", R"({"A": )"}});
    writeFolder(folder, "b", {{"pip", "torch=1\n"}, {"env", R"({"A": "1"})"}});
    const auto found = environmentDifferences(environmentIn(folder.at("a")), environmentIn(folder.at("b")));
    QVERIFY(found);
    for (const EnvironmentDifference& difference : found->differences)
        QVERIFY(difference.kind == EnvironmentKind::Version);
    QVERIFY(found->notes.front().text().starts_with("environment variables were not compared: "));
    writeFile(folder.at("c/config_check_pack.zip"), "PK\x03\x04 and nothing more");
    QVERIFY(!environmentIn(folder.at("c")));
}

QTEST_APPLESS_MAIN(EnvironmentDifferenceTest)
#include "tst_environment_difference.moc"
