// SPDX-License-Identifier: GPL-3.0-or-later
// The machine with the dumps shows that it is there while a command runs, to sides that know it.
#include "io/child_process.h"
#include "protocol/message_pipe.h"
#include "remote/remote_messages.h"
#include "remote/remote_server.h"
#include "remote/served_command.h"
#include "temporary_folder.h"

#include <QTest>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <unistd.h>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// All that comes until the command has ended.
std::vector<RemoteAnswer> answersUntilEnd(int fd)
{
    std::vector<RemoteAnswer> answers;
    MessageSplitter splitter;
    std::string early, message;
    bool isMarked = false;
    std::array<char, 4096> buffer;
    for (::ssize_t got = 0; (got = ::read(fd, buffer.data(), buffer.size())) > 0;) {
        std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
        if (!isMarked) {
            early += bytes;
            const std::size_t mark = early.find(kRemoteMark);
            if (mark == std::string::npos)
                continue;
            isMarked = true;
            bytes = std::string_view(early).substr(mark + kRemoteMark.size());
        }
        splitter.add(bytes);
        for (auto next = splitter.next(message); next && *next; next = splitter.next(message)) {
            auto answer = decodeRemoteAnswer(message);
            if (!answer)
                return answers;
            answers.push_back(std::move(*answer));
            if (std::holds_alternative<RemoteEnd>(answers.back()))
                return answers;
        }
    }
    return answers;
}

} // namespace

class RemoteServerTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); }

    void showsThatItIsThere_data()
    {
        QTest::addColumn<uint>("minor");
        QTest::addColumn<bool>("shows");
        QTest::newRow("older") << 0U << false;
        QTest::newRow("this") << kRemoteMinor << true;
        QTest::newRow("later") << kRemoteMinor + 5 << true;
    }
    void showsThatItIsThere()
    {
        QFETCH(uint, minor);
        QFETCH(bool, shows);
        const TemporaryFolder folder;
        const std::string program = folder.at("program");
        std::ofstream(program) << "#!/bin/sh\nsleep 0.3\nexit 7\n";
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        RemoteServing serving {program, {"PATH=/usr/bin:/bin"}, folder.path(), folder.path()};
        serving.sign = std::chrono::milliseconds(10);
        auto orders = Pipe::make(), answers = Pipe::make();
        QVERIFY(orders && answers);
        std::jthread server([&] {
            static_cast<void>(serveRemote(
                orders->reading.get(), answers->writing.get(), serving, "test", std::stop_token()));
        });
        const std::string sent = framedMessage(encodeRemoteOrder(RemoteHello {kRemoteMajor, minor, "test"}))
            + framedMessage(encodeRemoteOrder(RemoteRun {1, {"ls", "/"}, {}, kRemoteWindow}));
        QCOMPARE(
            ::write(orders->writing.get(), sent.data(), sent.size()), static_cast<::ssize_t>(sent.size()));
        const auto got = answersUntilEnd(answers->reading.get());
        orders->writing.reset();
        QVERIFY(got.size() >= 2);
        QVERIFY(std::holds_alternative<RemoteEnd>(got.back()));
        QCOMPARE(std::get<RemoteEnd>(got.back()).exitCode, 7);
        const auto signs = std::ranges::count_if(
            got, [](const RemoteAnswer& answer) { return std::holds_alternative<RemoteAlive>(answer); });
        QCOMPARE(signs > 0, shows);
    }
};

QTEST_GUILESS_MAIN(RemoteServerTest)
#include "tst_remote_server.moc"
