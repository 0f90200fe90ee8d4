// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/language.h"

#include "common/actions.h"
#include "common/glyphs.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

using namespace dumpscope::gui;

namespace {

bool hasChinese(const QString& text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
}

class Watcher : public QLabel {
public:
    int changes = 0;

protected:
    void changeEvent(QEvent* event) override
    {
        changes += event->type() == QEvent::LanguageChange ? 1 : 0;
        QLabel::changeEvent(event);
    }
};

} // namespace

class tst_language : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { applyLanguage(QStringLiteral("en")); }
    void switchesLive();
    void fixedWords_data();
    void fixedWords();
    void everyActionIsTranslated();
    void pluralsOfEnglish();
    void unknownIsEnglish();
    void languagesNameThemselves();
    void wordsOfQtAreLookedFor();
};

void tst_language::switchesLive()
{
    Watcher watcher;
    applyLanguage(QStringLiteral("zh_CN"));
    QCoreApplication::sendPostedEvents();
    QCOMPARE(currentLanguage(), QStringLiteral("zh_CN"));
    QVERIFY(watcher.changes > 0);
    QCOMPARE(stateWord(State::Fail), QStringLiteral("不合格"));
    applyLanguage(QStringLiteral("en"));
    QCOMPARE(stateWord(State::Fail), QStringLiteral("fail"));
}

void tst_language::fixedWords_data()
{
    QTest::addColumn<QByteArray>("context");
    QTest::addColumn<QByteArray>("english");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char* context, const char* english, const char* chinese) {
        QTest::newRow(english) << QByteArray(context) << QByteArray(english) << QString::fromUtf8(chinese);
    };
    // docs/window.md 8.3, 9 and 10.
    row("States", "pass", "通过");
    row("States", "warn", "警告");
    row("States", "fail", "不合格");
    row("States", "first divergence", "首个分歧");
    row("States", "not comparable", "不可比");
    row("States", "unpaired", "未配对");
    row("States", "running", "进行中");
    row("States", "Target", "目标侧");
    row("States", "Golden", "基准侧");
    row("Actions", "Dumps", "转储");
    row("Actions", "Overflow", "溢出");
    row("Actions", "Capture", "采集");
    row("Actions", "Storage layout", "存储格式");
    row("dumpscope::gui::DumpsPanel", "Drop a dump folder here, or open one.",
        "将转储文件夹拖到此处，或打开一个。");
    row("dumpscope::gui::DumpsPanel", "This cannot be read: %1", "无法读取：%1");
    row("dumpscope::gui::TaskStrip", "Cancelled.", "已取消。");
    row("dumpscope::gui::TensorsPanel", "Nothing here yet. Choose something in Dumps.",
        "暂无内容。请在“转储”中选择。");
    row("dumpscope::gui::FilterBar", "No row matches. Clear the filter to see %1 rows.",
        "没有匹配的行。清除筛选可查看 %1 行。");
    row("dumpscope::gui::TensorViewPanel", "Select a tensor to see its values.", "选择一个张量以查看数值。");
    row("dumpscope::gui::TensorDocument", "Only statistics were dumped for this tensor.",
        "此张量仅转储了统计值。");
    row("dumpscope::gui::ProblemsPanel", "Everything was read without problems.", "全部读取正常。");
}

void tst_language::fixedWords()
{
    QFETCH(QByteArray, context);
    QFETCH(QByteArray, english);
    QFETCH(QString, chinese);
    applyLanguage(QStringLiteral("zh_CN"));
    QCOMPARE(QCoreApplication::translate(context.constData(), english.constData()), chinese);
}

void tst_language::everyActionIsTranslated()
{
    applyLanguage(QStringLiteral("zh_CN"));
    ActionRegistry actions;
    for (const ActionInfo& info : actionTable()) {
        if (qstrcmp(info.id, "view.language_en") != 0)
            QVERIFY2(hasChinese(actions.title(info.id)), info.id);
    }
}

void tst_language::pluralsOfEnglish()
{
    applyLanguage(QStringLiteral("en"));
    const auto ago = [](int count) {
        return QCoreApplication::translate("dumpscope::gui::RecentList", "%n minutes ago", nullptr, count);
    };
    QCOMPARE(ago(1), QStringLiteral("1 minute ago"));
    QCOMPARE(ago(5), QStringLiteral("5 minutes ago"));
}

void tst_language::unknownIsEnglish()
{
    applyLanguage(QStringLiteral("tlh"));
    QCOMPARE(currentLanguage(), QStringLiteral("en"));
    QVERIFY(languages().contains(systemLanguage()));
}

void tst_language::languagesNameThemselves()
{
    for (const QString& code : languages())
        QVERIFY(!languageName(code).isEmpty());
    QCOMPARE(languageName(QStringLiteral("zh_CN")), QStringLiteral("简体中文"));
}

void tst_language::wordsOfQtAreLookedFor()
{
    const QTemporaryDir bundled, system;
    const QString name = QStringLiteral("qtbase_zh_CN");
    QVERIFY(folderOfQtWords(name, {bundled.path(), system.path()}).isEmpty());
    QFile file(system.filePath(name + QStringLiteral(".qm")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(folderOfQtWords(name, {bundled.path(), system.path()}), system.path());
}

QTEST_MAIN(tst_language)
#include "tst_language.moc"
