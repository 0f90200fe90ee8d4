// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote_hosts.h"

#include "common/plain_text.h"
#include "io/posix_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QInputDialog>
#include <QMessageBox>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cstdio>

#include <unistd.h>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kMostSshConfigurationBytes = 1U << 20;
constexpr const char* kAsks = "DUMPSCOPE_ASKS_FOR_SSH"; ///< a folder of the window that asks

/// Whether this connection has asked the same before: ssh takes an answer that was wrong without a word. Each
/// question is a process of its own, a child of its ssh.
bool isAskedAgain(const QString& question)
{
    QFile asked(QDir(qEnvironmentVariable(kAsks)).filePath(QString::number(::getppid())));
    if (!asked.open(QIODevice::ReadWrite))
        return false;
    const QByteArray line = question.toUtf8().toHex() + '\n';
    const bool isKnown = asked.readAll().contains(line);
    asked.write(line);
    return isKnown;
}

} // namespace

QStringList sshHosts()
{
    const auto text = core::readSmallFile(
        QDir::home().filePath(QStringLiteral(".ssh/config")).toStdString(), kMostSshConfigurationBytes);
    QStringList hosts;
    if (!text)
        return hosts;
    static const QRegularExpression blanks(QStringLiteral("[\\s=\"]+"));
    const QStringList lines = QString::fromStdString(*text).split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        QStringList words = line.split(blanks, Qt::SkipEmptyParts);
        if (words.isEmpty() || words.takeFirst().compare(QLatin1String("host"), Qt::CaseInsensitive) != 0)
            continue;
        for (const QString& word : std::as_const(words)) {
            if (core::parseRemoteHost(word.toStdString()) && !hosts.contains(word))
                hosts.append(word);
        }
    }
    return hosts;
}

core::SshProgram sshProgram()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // What the user has for it already goes first.
    if (!environment.contains(QStringLiteral("SSH_ASKPASS"))) {
        environment.insert(QStringLiteral("SSH_ASKPASS"), QCoreApplication::applicationFilePath());
        environment.insert(QStringLiteral("SSH_ASKPASS_REQUIRE"), QStringLiteral("force"));
        static const QTemporaryDir asked;
        environment.insert(QLatin1String(kAsks), asked.path());
    }
    core::SshProgram ssh;
    ssh.version = DUMPSCOPE_VERSION;
    const QStringList variables = environment.toStringList();
    for (const QString& variable : variables)
        ssh.environment.push_back(QFile::encodeName(variable).toStdString());
    return ssh;
}

bool isAskedBySsh()
{
    return qEnvironmentVariableIsSet(kAsks);
}

int answerSsh(const QString& question)
{
    const QString title = QCoreApplication::translate("SshQuestion", "ssh asks");
    bool isAnswered = false;
    QString answer;
    // A prompt of "confirm" and the question about an unknown machine want yes or no.
    if (qgetenv("SSH_ASKPASS_PROMPT") == "confirm" || question.contains(QLatin1String("(yes/no"))) {
        QMessageBox box(
            QMessageBox::Question, title, shownName(question), QMessageBox::Yes | QMessageBox::No);
        box.setTextFormat(Qt::PlainText);
        box.setDefaultButton(QMessageBox::No);
        isAnswered = box.exec() == QMessageBox::Yes;
        answer = QStringLiteral("yes");
    } else {
        QInputDialog box;
        box.setWindowTitle(title);
        const QString asked = shownName(question);
        box.setLabelText(isAskedAgain(question)
                ? QCoreApplication::translate("SshQuestion", "That was not accepted. ssh asks again:")
                    + QLatin1Char('\n') + asked
                : asked);
        box.setTextEchoMode(QLineEdit::Password);
        box.resize(box.fontMetrics().averageCharWidth() * 40, box.sizeHint().height());
        isAnswered = box.exec() == QDialog::Accepted;
        answer = box.textValue();
    }
    if (!isAnswered)
        return 1;
    std::printf("%s\n", answer.toLocal8Bit().constData());
    return 0;
}

} // namespace dumpscope::gui
