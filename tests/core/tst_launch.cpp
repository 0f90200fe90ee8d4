// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of launches, and programs that run: how they start, print, fork, stop and end. This executable is
// its own program host.
#include "capture/launch.h"

#include "capture/disk_guard.h"
#include "capture/launch_config.h"
#include "capture/process_tree.h"
#include "capture/program_log.h"
#include "capture/undisturbed.h"
#include "model/dump_folder.h"

#include "temporary_folder.h"

#include <QTest>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <set>

#include <sys/wait.h>
#include <unistd.h>

using namespace dumpscope;
using namespace dumpscope::core;
using namespace std::chrono_literals;
using test::readFile;
using test::TemporaryFolder;
using test::writeFile;

namespace {

constexpr std::string_view kHost = "program-host";

HostProgram host()
{
    return {QCoreApplication::applicationFilePath().toStdString(), {std::string(kHost)}, {}};
}

struct Ran {
    ProgramEnd end;
    std::vector<std::string> lines, notes;
    std::uint64_t leftOut = 0;
    std::vector<std::vector<ProgramProcess>> looks;
    std::size_t longestEvent = 0;
};

/// Runs a shell's command; `during` is called all the time with what there is so far.
Ran runShell(const std::string& script, const std::function<void(ProgramRun&, const Ran&)>& during = {},
    ProgramStart start = {})
{
    Ran ran;
    if (start.program.empty()) {
        start.program = "sh";
        start.arguments = {"-c", script};
    }
    start.environment.emplace_back("PATH=/usr/local/bin:/usr/bin:/bin");
    const auto program = ProgramRun::start(start, host(), [&](const ProgramEvent& event) {
        ran.lines.insert(ran.lines.end(), event.lines.begin(), event.lines.end());
        ran.longestEvent = std::max(ran.longestEvent, event.lines.size());
        ran.leftOut += event.leftOut;
        if (event.kind == ProgramEvent::Kind::Note)
            ran.notes.push_back(event.text.text());
        if (event.kind == ProgramEvent::Kind::Processes)
            ran.looks.push_back(event.processes);
        if (event.kind == ProgramEvent::Kind::Ended)
            ran.end = event.end;
    });
    if (!program)
        qFatal("%s", program.error().text().c_str());
    while ((*program)->pump(10ms)) {
        if (during)
            during(**program, ran);
    }
    return ran;
}

bool isAlive(int pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name = text.rfind(')');
    return name != std::string::npos && text[name + 2] != 'Z' && text[name + 2] != 'X';
}

int pidIn(const std::string& file)
{
    const std::string text = readFile(file);
    return text.ends_with('\n') ? std::atoi(text.c_str()) : 0;
}

LaunchProfile fullProfile()
{
    LaunchProfile profile;
    profile.kind = "mindspore";
    profile.program = "/home/me/net/train";
    profile.arguments = {"--steps", "3", "", "{output}/x", "\"quoted\" \xE4\xBD\xA0"};
    profile.folder = "/home/me/net/run";
    profile.environment = {{"B", "2"}, {"A", ""}};
    profile.configPath = "/home/me/net/data_dump.json";
    profile.configPlace = "/home/me/net/run/data_dump.json";
    profile.output = "/home/me/net/dump-{n}";
    profile.golden = "/data/golden";
    profile.limits = "strict";
    profile.undisturbed = {false, {"loss.txt"}, {"loss .*"}};
    profile.keepFree = 5;
    return profile;
}

} // namespace

class TestLaunch : public QObject {
    Q_OBJECT

private slots:
    void profileComesBackAsItWas()
    {
        const LaunchProfile profile = fullProfile();
        const std::string text = launchProfileText(profile);
        const LaunchProfileReport report = parseLaunchProfile(text);
        QVERIFY(report.problems.empty());
        QVERIFY(report.profile == profile);
        QCOMPARE(launchProfileText(report.profile), text);
        QVERIFY(isLaunchProfile(text));
        QVERIFY(!isLaunchProfile(R"({"version":1,"model":"net.onnx"})"));
        LaunchProfile always;
        always.program = "x";
        always.undisturbed.isWanted = true;
        QVERIFY(parseLaunchProfile(launchProfileText(always)).profile == always);
    }

    void profileIsShared()
    {
        TemporaryFolder folder;
        const LaunchProfile profile = fullProfile();
        const LaunchProfile relative = withRelativePaths(profile, "/home/me/net");
        QCOMPARE(relative.program, std::string("./train"));
        QCOMPARE(relative.folder, std::string("run"));
        QCOMPARE(relative.configPath, std::string("data_dump.json"));
        QCOMPARE(relative.output, std::string("dump-{n}"));
        QCOMPARE(relative.golden, std::string("/data/golden"));
        QCOMPARE(relative.limits, std::string("strict"));
        QVERIFY(withAbsolutePaths(relative, "/home/other").program == "/home/other/./train");
        QVERIFY(writeFile(folder.at("a.json"),
            "{\n  \"version\": 1,\n  \"kind\": \"command\",\n  \"program\": \"sh\",\n  \"output\": "
            "\"out\"\n}\n"));
        const auto loaded = loadLaunchProfile(folder.at("a.json"));
        QVERIFY(loaded && loaded->isValid());
        QCOMPARE(loaded->profile.output, folder.at("out"));
        QCOMPARE(loaded->profile.folder, folder.path());
        QVERIFY(saveLaunchProfile(folder.at("b.json"), loaded->profile));
        QCOMPARE(readFile(folder.at("b.json")), readFile(folder.at("a.json")));
        LaunchProfile odd;
        odd.program = "\xFF";
        QVERIFY(!saveLaunchProfile(folder.at("c.json"), odd));
        QCOMPARE(folder.names().size(), std::size_t {2});
        // What the program is given is not written over.
        QVERIFY(writeFile(folder.at("model.onnx"), "model"));
        for (const char* argument : {"model.onnx", "--model=model.onnx", "./model.onnx"}) {
            LaunchProfile running = loaded->profile;
            running.arguments = {argument};
            QVERIFY(!saveLaunchProfile(folder.at("model.onnx"), running));
        }
        QCOMPARE(readFile(folder.at("model.onnx")), std::string("model"));
    }

    void profileProblems_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QByteArray>("fix");
        const auto row = [](const char* name, const char* text, const char* key, int line, int column,
                             const char* fix) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(key) << line << column << QByteArray(fix);
        };
        row("cut", "{\"version\": 1,", "", 1, 15, "");
        row("no object", "[1]", "", 1, 1, "");
        row("no version", "{\"program\": \"x\"}", "version", 1, 1, "\"version\": 1");
        row("other version", "{\"version\": 2}", "version", 1, 13, "");
        row("misspelt", "{\"version\": 1,\n \"programm\": \"x\"}", "programm", 2, 14, "\"program\"");
        row("type", "{\"version\": 1,\n\"output\": 3}", "output", 2, 11, "quotes");
        row("twice", "{\"version\": 1, \"kind\": \"acl\", \"kind\": \"tf\"}", "kind", 1, 39, "");
        row("list", "{\"version\": 1, \"arguments\": [\"a\", 1]}", "arguments[1]", 1, 35, "");
        row("variable", "{\"version\": 1, \"env\": {\"A=B\": \"c\"}}", "env.A=B", 1, 31, "");
        row("free", "{\"version\": 1, \"keep_free\": -1}", "keep_free", 1, 29, "1073741824");
        row("NUL", "{\"version\": 1, \"program\": \"a\\u0000b\"}", "program", 1, 27, "");
    }
    void profileProblems()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, key);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QByteArray, fix);
        const LaunchProfileReport report = parseLaunchProfile(text.toStdString());
        QVERIFY(!report.isValid());
        const ConfigProblem& problem = report.problems.front();
        QCOMPARE(QByteArray::fromStdString(problem.key), key);
        QCOMPARE(static_cast<int>(problem.line), line);
        QCOMPARE(static_cast<int>(problem.column), column);
        QVERIFY(QByteArray::fromStdString(problem.fix.text()).contains(fix));
        QVERIFY(!problem.message.empty());
    }

    void everyCutOfAProfileIsToldOf()
    {
        const std::string text = launchProfileText(fullProfile());
        for (std::size_t length = 0; length + 2 < text.size(); ++length)
            QVERIFY(!parseLaunchProfile(std::string_view(text).substr(0, length)).isValid());
    }

    void profilesThatCannotWork()
    {
        const auto keysOf = [](const LaunchProfile& profile) {
            QStringList keys;
            for (const ConfigProblem& problem : checkLaunchProfile(profile))
                keys.append(QString::fromStdString(problem.key));
            return keys.join(u' ');
        };
        LaunchProfile profile;
        QCOMPARE(keysOf(profile), QStringLiteral("program output"));
        profile.program = profile.output = "x";
        QCOMPARE(keysOf(profile), QString());
        profile.kind = "mindspor";
        QCOMPARE(keysOf(profile), QStringLiteral("kind dump"));
        profile.kind = "acl";
        profile.configPath = profile.configText = "{}";
        profile.undisturbed.log = {"("};
        QCOMPARE(keysOf(profile), QStringLiteral("dump_text undisturbed.log"));
    }

    void configurationsLeadToTheOutput_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("made");
        QTest::newRow("mindspore") << QByteArray("mindspore")
                                   << QByteArray("{\"common_dump_settings\": {\"path\":\"/a\",  \"x\":1}}")
                                   << QByteArray("{\"common_dump_settings\": {\"path\":\"/out\",  \"x\":1}}");
        QTest::newRow("msprobe") << QByteArray("msprobe")
                                 << QByteArray("{\"dump_path\": \"./\\\"d\", \"task\": \"tensor\"}")
                                 << QByteArray("{\"dump_path\": \"/out\", \"task\": \"tensor\"}");
        QTest::newRow("acl") << QByteArray("acl") << QByteArray("{\"dump\":{\"dump_path\":\"d\"}}")
                             << QByteArray("{\"dump\":{\"dump_path\":\"/out\"}}");
        QTest::newRow("tf") << QByteArray(
            "tf") << QByteArray("c = DumpConfig(enable_dump=True, dump_path='/a\\'b', dump_step=\"0\")\n")
                            << QByteArray(
                                   "c = DumpConfig(enable_dump=True, dump_path=\"/out\", dump_step=\"0\")\n");
    }
    void configurationsLeadToTheOutput()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, made);
        const LaunchWay* way = findLaunchWay(kind.toStdString());
        QVERIFY(way != nullptr);
        const auto result = configWithOutput(*way, text.toStdString(), "/out");
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QCOMPARE(QByteArray::fromStdString(*result), made);
    }

    void nothingIsAcceptedToo()
    {
        ConfigKinds kinds;
        registerConfigKinds(kinds);
        for (const std::string kind : {"msprobe", "acl"}) {
            const LaunchWay* way = findLaunchWay(kind);
            QVERIFY(way != nullptr);
            const ConfigReport report = kinds.find(kind)->check({filledIn(way->nothing, {}, "/tmp")});
            QVERIFY2(report.valid, kind.c_str());
        }
    }

    void environmentOfKinds()
    {
        LaunchProfile profile;
        profile.kind = "mindspore";
        profile.environment = {{"OUT", "{output}"}, {"HOME", "/h"}, {"MS_ACL_DUMP_CFG_PATH", "{config}"}};
        const std::vector<std::string> inherited {"MINDSPORE_DUMP_CONFIG=/old", "HOME=/root", "ODD"};
        const auto has = [&](bool isDumping, const std::string& variable) {
            const auto all = programEnvironment(profile, inherited, "/c.json", "/o", isDumping);
            return std::ranges::find(all, variable) != all.end();
        };
        QVERIFY(has(true, "MINDSPORE_DUMP_CONFIG=/c.json"));
        QVERIFY(has(true, "MS_DIAGNOSTIC_DATA_PATH=/o"));
        QVERIFY(has(true, "DUMPSCOPE_DUMP_PATH=/o"));
        QVERIFY(has(true, "PYTHONUNBUFFERED=1"));
        QVERIFY(has(true, "OUT=/o"));
        QVERIFY(has(true, "MS_ACL_DUMP_CFG_PATH=/c.json"));
        QVERIFY(has(true, "HOME=/h"));
        const auto without = programEnvironment(profile, inherited, "", "/o", false);
        QVERIFY(std::ranges::none_of(
            without, [](const std::string& variable) { return variable.starts_with("MINDSPORE_DUMP"); }));
    }

    void placedConfigurationsAreGivenBack()
    {
        TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("acl.json"), "mine"));
        {
            const auto placed = PlacedConfig::put(folder.at("acl.json"), "theirs");
            QVERIFY(placed);
            QCOMPARE(readFile(folder.at("acl.json")), std::string("theirs"));
        }
        QCOMPARE(readFile(folder.at("acl.json")), std::string("mine"));
        {
            const auto placed = PlacedConfig::put(folder.at("new.json"), "theirs");
            QVERIFY(placed);
        }
        QCOMPARE(folder.names().size(), std::size_t {1});
        // What a crash left.
        QVERIFY(writeFile(folder.at("acl.json.before-capture"), "mine"));
        QVERIFY(writeFile(folder.at("acl.json"), "left"));
        {
            const auto placed = PlacedConfig::put(folder.at("acl.json"), "theirs");
            QVERIFY(placed);
        }
        QCOMPARE(readFile(folder.at("acl.json")), std::string("mine"));
    }

    void ranksOfLaunchers()
    {
        using namespace std::string_view_literals;
        QCOMPARE(rankOf("A=1\0RANK_ID=3\0RANK=7\0"sv).value_or(-1), 3);
        QCOMPARE(rankOf("OMPI_COMM_WORLD_RANK=12"sv).value_or(-1), 12);
        QCOMPARE(rankOf("MS_NODE_ID=1\0RANK_TABLE_FILE=x\0"sv).value_or(-1), 1);
        QVERIFY(!rankOf("RANK=x\0RANK=-1\0RANK_ID=99999999999\0"sv));
        QVERIFY(!rankOf(""sv));
    }

    void wordsOfEnds_data()
    {
        QTest::addColumn<int>("startError");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<int>("signal");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("well") << 0 << 0 << 0 << QByteArray("ended well");
        QTest::newRow("missing") << ENOENT << 0 << 0 << QByteArray("no such program");
        QTest::newRow("not executable") << EACCES << 0 << 0 << QByteArray("chmod +x");
        QTest::newRow("no interpreter") << ENOEXEC << 0 << 0 << QByteArray("python3");
        QTest::newRow("3") << 0 << 3 << 0 << QByteArray("exit code 3");
        QTest::newRow("126") << 0 << 126 << 0 << QByteArray("may not be executed");
        QTest::newRow("127") << 0 << 127 << 0 << QByteArray("did not find");
        QTest::newRow("137") << 0 << 137 << 0 << QByteArray("SIGKILL");
        QTest::newRow("139") << 0 << 139 << 0 << QByteArray("SIGSEGV");
        QTest::newRow("abort") << 0 << 0 << SIGABRT << QByteArray("SIGABRT");
        QTest::newRow("unusual") << 0 << 0 << SIGUSR1 << QByteArray("signal 10");
    }
    void wordsOfEnds()
    {
        QFETCH(int, startError);
        QFETCH(int, exitCode);
        QFETCH(int, signal);
        QFETCH(QByteArray, part);
        ProgramEnd end;
        end.startError = startError;
        end.exitCode = exitCode;
        end.signal = signal;
        const auto words = QByteArray::fromStdString(programEndWords(end, "net").text());
        QVERIFY2(words.contains(part) && words.startsWith("net "), words.constData());
    }

    void logIsBounded()
    {
        TemporaryFolder folder;
        ProgramLog log;
        QVERIFY(log.open(folder.at("log")));
        log.add("\x1b[31mred\x1b[0m\ttab\r10%\r20%\nbad \xFF byte\n");
        log.add("Traceback (most recent call last):\n  File \"x\", line 1\n    boom()\nValueError: no\n");
        log.add("Traceback (most recent call last):\n  File \"x\", line 1\nKeyError: 'late'\nlater\n");
        const ProgramLog::Lines lines = log.take();
        QCOMPARE(lines.lines[0], std::string("red    tab"));
        QCOMPARE(lines.lines[2], std::string("20%"));
        QCOMPARE(lines.lines[3], std::string("bad \xEF\xBF\xBD byte"));
        QCOMPARE(log.lastError(), std::string("KeyError: 'late'"));
        const std::string piece(1 << 20, 'x');
        for (int i = 0; i < 20; ++i)
            log.add(piece);
        for (int i = 0; i < 10'000; ++i)
            log.add("line " + std::to_string(i) + '\n');
        log.add("end");
        log.end();
        const ProgramLog::Lines flood = log.take();
        QCOMPARE(flood.lines.size(), ProgramLog::kLinesAtOnce);
        QCOMPARE(flood.leftOut + flood.lines.size(), std::uint64_t {10'001});
        QCOMPARE(flood.lines.back(), std::string("end"));
        QVERIFY(std::ranges::all_of(flood.lines, [](const std::string& line) { return line.size() < 5000; }));
        QCOMPARE(static_cast<std::uint64_t>(readFile(folder.at("log")).size()), log.bytes());
    }

    void diskGuardPausesAndGoesOn()
    {
        std::uint64_t freeBytes = 2000;
        DiskGuard::Clock::time_point now = DiskGuard::Clock::now();
        DiskGuard guard(
            "/", 800, [&](const std::string&) { return std::optional(freeBytes); }, [&] { return now; });
        const auto look = [&](double bytesPerSecond = 0) {
            now += std::chrono::milliseconds(110);
            return guard.look(bytesPerSecond);
        };
        using Decision = DiskGuard::Decision;
        QCOMPARE(look(), Decision::Nothing);
        QCOMPARE(guard.look(1e9), Decision::Nothing); // not so soon
        freeBytes = 700;
        QCOMPARE(look(), Decision::Pause);
        QVERIFY(guard.isPausing());
        QCOMPARE(look(), Decision::Nothing);
        guard.override();
        QCOMPARE(look(), Decision::Nothing);
        freeBytes = 850; // a little is not room
        QCOMPARE(look(), Decision::Nothing);
        freeBytes = 5000;
        QCOMPARE(look(), Decision::Nothing);
        QCOMPARE(look(20'000), Decision::Pause); // full before the next look
        QCOMPARE(look(), Decision::GoOn);
    }

    void programsEnd()
    {
        Ran ran = runShell("echo out; echo err >&2; pwd; echo $0; cat; exit 3", {}, [] {
            ProgramStart start;
            start.program = "sh";
            start.arguments = {"-c", "echo out; echo err >&2; pwd; cat; exit 3"};
            start.folder = "/";
            return start;
        }());
        QCOMPARE(ran.end.exitCode, 3);
        QVERIFY(!ran.end.isSuccess() && !ran.end.wasStopped);
        QCOMPARE(ran.lines, (std::vector<std::string> {"out", "err", "/"}));
        QCOMPARE(ran.end.logLines, std::uint64_t {3});
        ran = runShell("kill -SEGV $$");
        QCOMPARE(ran.end.signal, SIGSEGV);
        ran = runShell("printf 'terminate called after x\\n'; kill -ABRT $$");
        QCOMPARE(ran.end.signal, SIGABRT);
        QVERIFY(ran.end.words.text().find("terminate called") != std::string::npos);
    }

    void programsThatDoNotStart()
    {
        TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("plain"), "no program"));
        const auto startError = [&](const std::string& program, const std::string& where) {
            ProgramStart start;
            start.program = program;
            start.folder = where;
            return runShell({}, {}, start).end.startError;
        };
        QCOMPARE(startError("no-such-program-at-all", ""), ENOENT);
        QCOMPARE(startError(folder.at("nothing"), ""), ENOENT);
        QCOMPARE(startError(folder.at("plain"), ""), EACCES);
        QCOMPARE(startError("./plain", folder.path()), EACCES);
        QCOMPARE(startError("sh", folder.at("nothing")), ENOTDIR);
        QCOMPARE(::chmod(folder.at("plain").c_str(), 0755), 0);
        QCOMPARE(startError(folder.at("plain"), ""), ENOEXEC);
    }

    void stopIsGentleThenFirm()
    {
        TemporaryFolder folder;
        ProgramStart start;
        start.program = "sh";
        start.patience = 200ms;
        // The first answers, the second does not.
        start.arguments = {"-c", "trap 'echo bye; exit 7' INT; echo up; while :; do sleep 0.02; done"};
        const auto stopWhenUp = [](ProgramRun& program, const Ran& ran) {
            static const Ran* stopped = nullptr;
            if (!ran.lines.empty() && stopped != &ran) {
                stopped = &ran;
                program.stop();
            }
        };
        const Ran gentle = runShell({}, stopWhenUp, start);
        QCOMPARE(gentle.end.exitCode, 7);
        QVERIFY(gentle.end.wasStopped);
        QCOMPARE(gentle.lines.back(), std::string("bye"));
        start.arguments = {"-c", "trap '' INT TERM; echo up; while :; do sleep 0.02; done"};
        const Ran firm = runShell(
            {},
            [&, isStopped = false](ProgramRun& program, const Ran& ran) mutable {
                if (!ran.lines.empty() && !std::exchange(isStopped, true))
                    program.stop();
            },
            start);
        QCOMPARE(firm.end.signal, SIGKILL);
        QVERIFY(firm.notes.size() >= 3 && firm.notes[2].find("SIGKILL") != std::string::npos);
        QVERIFY2(firm.end.seconds >= 0.4, "both had their time");
    }

    void nothingIsLeftBehind()
    {
        TemporaryFolder folder;
        ProgramStart start;
        start.program = "sh";
        start.patience = 100ms;
        start.linger = 300ms;
        // Leaves the group and loses its parent; does nothing.
        start.arguments = {"-c",
            "(setsid sh -c 'echo $$ > " + folder.at("pid") + "; exec sleep 1000' &) & sleep 0.2; exit 0"};
        const Ran ran = runShell({}, {}, start);
        QVERIFY(ran.end.isSuccess());
        const int pid = pidIn(folder.at("pid"));
        QVERIFY(pid > 0);
        QVERIFY(!isAlive(pid));
        QVERIFY(!ran.notes.empty() && ran.notes[0].find("left 1 running: sleep") != std::string::npos);
    }

    void pauseAndGoOn()
    {
        int state = 0;
        std::size_t linesThen = 0;
        QElapsedTimer timer;
        const Ran ran = runShell("i=0; while [ $i -lt 40 ]; do echo $i; i=$((i+1)); sleep 0.02; done",
            [&](ProgramRun& program, const Ran& so) {
                if (state == 0 && so.lines.size() > 3) {
                    program.pause();
                    timer.start();
                    state = 1;
                } else if (state == 1 && timer.elapsed() > 300) {
                    linesThen = so.lines.size();
                    state = 2;
                } else if (state == 2 && timer.elapsed() > 700) {
                    state = so.lines.size() == linesThen ? 3 : 9;
                    program.resume();
                }
            });
        QCOMPARE(state, 3);
        QCOMPARE(ran.lines.size(), std::size_t {40});
        QVERIFY(ran.end.isSuccess());
    }

    void ranksAreFound()
    {
        // Two of each rank, as msrun does it: the worker, and something small that follows its log.
        const Ran ran = runShell("for r in 0 1; do RANK_ID=$r bash -c 'bash -c \"sleep 0.6; true\"; true' & "
                                 "RANK_ID=$r sleep 0.6 & done; wait");
        std::set<int> found;
        for (const auto& processes : ran.looks) {
            std::multiset<int> ranks;
            for (const ProgramProcess& process : processes) {
                if (process.rank)
                    ranks.insert(*process.rank);
            }
            found.insert(ranks.begin(), ranks.end());
            QVERIFY2(ranks.count(0) <= 1 && ranks.count(1) <= 1, "one process of each rank");
        }
        QCOMPARE(found, (std::set<int> {0, 1}));
    }

    void floodIsKept()
    {
        TemporaryFolder folder;
        ProgramStart start;
        start.program = "sh";
        start.arguments = {"-c", "yes 0123456789012345678901234567890123456789012345678 | head -c 20000000"};
        start.logFile = folder.at("log");
        const Ran ran = runShell({}, {}, start);
        QVERIFY(ran.end.isSuccess());
        QCOMPARE(ran.end.logBytes, std::uint64_t {20'000'000});
        QCOMPARE(std::filesystem::file_size(folder.at("log")), std::uintmax_t {20'000'000});
        QCOMPARE(ran.end.logLines, std::uint64_t {400'000});
        QVERIFY(ran.longestEvent <= ProgramLog::kLinesAtOnce);
        QVERIFY(ran.leftOut > 0 && ran.lines.size() + ran.leftOut == ran.end.logLines);
    }

    void hostEndsTheProgramWhenWeDie()
    {
        TemporaryFolder folder;
        const std::string pidFile = folder.at("pid"), log = folder.at("log");
        const pid_t child = ::fork();
        if (child == 0) {
            ProgramStart start;
            start.program = "sh";
            start.arguments = {"-c", "echo $$ > " + pidFile + "; sleep 1000"};
            start.environment = {"PATH=/usr/bin:/bin"};
            start.logFile = log;
            start.patience = 100ms;
            const auto program = ProgramRun::start(start, host(), [](const ProgramEvent&) {});
            while (program && (*program)->pump(50ms)) { }
            ::_exit(1);
        }
        QTRY_VERIFY_WITH_TIMEOUT(pidIn(pidFile) > 0, 20'000);
        const int pid = pidIn(pidFile);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(pid), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(readFile(log).find("has gone") != std::string::npos, 20'000);
    }

    void launchPausesBeforeTheDiskIsFull()
    {
        TemporaryFolder folder;
        std::atomic<std::uint64_t> freeBytes {5'000'000'000};
        LaunchProfile profile;
        profile.program = "sh";
        profile.arguments
            = {"-c", "i=0; while [ $i -lt 30 ]; do echo $i > {output}/$i.txt; i=$((i+1)); sleep 0.02; done"};
        profile.output = folder.at("out");
        LaunchPlace place {host(), {"PATH=/usr/bin:/bin"}, builtinFormats()};
        place.freeSpace = [&](const std::string&) { return std::optional(freeBytes.load()); };
        LaunchControl control;
        LaunchObserver observer;
        QStringList states;
        bool isAsked = false, isResumed = false;
        observer.state = [&](std::string_view word, const Message&) {
            states.append(QString::fromLatin1(word.data(), static_cast<qsizetype>(word.size())));
        };
        observer.live.arrived = [&](const LiveBatch&) { freeBytes = isAsked ? freeBytes.load() : 1000; };
        observer.diskFull = [&](std::uint64_t bytes, const Message& text) {
            isAsked = bytes == 1000 && text.text().find("paused") != std::string::npos;
            control.resume();
        };
        observer.resumed = [&](const Message&) { isResumed = true; };
        OwnedTask task(1);
        const auto report = launchProgram(profile, place, control, observer, task);
        QVERIFY(report);
        QVERIFY(report->end.isSuccess());
        QVERIFY(isAsked && isResumed);
        QCOMPARE(report->live.files, std::uint64_t {30});
        QCOMPARE(states.first(), QStringLiteral("self-test"));
        QCOMPARE(states.last(), QStringLiteral("draining"));
        QVERIFY(states.contains(QStringLiteral("executing")));
        // Nor is it begun where there is no room.
        freeBytes = 1000;
        const auto refused = launchProgram(profile, place, control, observer, task);
        QVERIFY(!refused && refused.error().code == Code::NoSpace);
    }

    void undisturbedRunsAreCompared()
    {
        TemporaryFolder folder;
        LaunchProfile profile;
        profile.program = "sh";
        profile.folder = folder.path();
        profile.arguments = {"-c",
            "echo same > same.txt; echo one > other.txt; date +%N >> other.txt; echo loss 0.5; echo time "
            "$(date +%N)"
            "; echo 1 > {output}/result.txt"};
        profile.output = folder.at("out");
        profile.undisturbed
            = {false, {"same.txt", "other.txt", "never.txt"}, {"loss .*", "time .*", "nothing"}};
        const LaunchPlace place {host(), {"PATH=/usr/bin:/bin"}, builtinFormats()};
        LaunchControl control;
        OwnedTask task(1);
        const auto report = launchProgram(profile, place, control, {}, task);
        QVERIFY(report && report->undisturbed);
        const auto& outputs = report->undisturbed->outputs;
        QCOMPARE(outputs.size(), std::size_t {6});
        QCOMPARE(outputs[0].equal, std::optional(true));
        QCOMPARE(outputs[1].equal, std::optional(false));
        QCOMPARE(outputs[1].why.text(), std::string("differs from line 2 on"));
        QVERIFY(!outputs[2].equal); // neither run wrote it
        QCOMPARE(outputs[3].equal, std::optional(true));
        QCOMPARE(outputs[4].equal, std::optional(false));
        QVERIFY(!outputs[5].equal);
        QCOMPARE(report->undisturbed->equal(), std::optional(false));
        UndisturbedReport partly = *report->undisturbed;
        std::erase_if(partly.outputs, [](const auto& output) { return output.equal == false; });
        QVERIFY(!partly.equal());
        QCOMPARE(partly.words().text(), std::string("not compared"));
        // What the second run wrote there is not found beside the dump.
        const auto index = openDump(folder.at("out"), builtinFormats(), {}, task);
        QVERIFY(index);
        int results = 0;
        for (std::size_t i = 0; i < (*index)->fileCount(); ++i)
            results += (*index)->filePath(FileId(i)).ends_with("result.txt") ? 1 : 0;
        QCOMPARE(results, 1);
    }
};

int main(int argc, char** argv)
{
    if (argc > 1 && argv[1] == kHost)
        return core::serveProgram(STDIN_FILENO, STDOUT_FILENO);
    QCoreApplication application(argc, argv);
    TestLaunch test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_launch.moc"
