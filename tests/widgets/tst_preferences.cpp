// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/preferences.h"

#include "chrome/preferences_dialog.h"
#include "chrome/shortcut_editor.h"
#include "common/actions.h"
#include "common/fonts.h"
#include "common/keymap.h"
#include "common/language.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace dumpscope::gui;

class tst_preferences : public QObject {
    Q_OBJECT
private slots:
    void tableIsComplete();
    void everyDefaultIsAccepted();
    void keptInTheFile();
    void outsideItsRangeIsRefused();
    void damagedFileGivesDefaults();
    void sourceFolders();
    void appliesAtOnce();
    void keysAreRememberedAndComeBack();
    void clashIsRefused();
    void keymapGoesThroughAFile();
    void badKeymapsChangeNothing_data();
    void badKeymapsChangeNothing();
    void dialogShowsAndSets();
};

void tst_preferences::tableIsComplete()
{
    for (std::size_t i = 0; i < preferenceTable().size(); ++i) {
        const PreferenceInfo& line = preferenceTable()[i];
        QCOMPARE(static_cast<std::size_t>(line.id), i);
        QVERIFY(qstrlen(line.key) > 0 && qstrlen(line.title) > 0 && qstrlen(line.purpose) > 0);
    }
}

void tst_preferences::everyDefaultIsAccepted()
{
    Preferences preferences {QString()};
    for (const PreferenceInfo& line : preferenceTable()) {
        QVERIFY(preferences.isDefault(line.id));
        QVERIFY(preferences.set(line.id, preferences.value(line.id)));
    }
}

void tst_preferences::keptInTheFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("preferences.ini"));
    {
        Preferences preferences(path);
        QSignalSpy changed(&preferences, &Preferences::changed);
        QVERIFY(preferences.set(Preference::Theme, QStringLiteral("dark")));
        QVERIFY(preferences.set(Preference::FontScale, 1.25));
        QVERIFY(preferences.set(Preference::Theme, QStringLiteral("dark")));
        QCOMPARE(changed.count(), 2);
    }
    Preferences again(path);
    QCOMPARE(again.text(Preference::Theme), QStringLiteral("dark"));
    QCOMPARE(again.value(Preference::FontScale).toDouble(), 1.25);
    again.reset(Preference::Theme);
    QVERIFY(again.isDefault(Preference::Theme));
}

void tst_preferences::outsideItsRangeIsRefused()
{
    Preferences preferences {QString()};
    QVERIFY(!preferences.set(Preference::Theme, QStringLiteral("purple")));
    QVERIFY(!preferences.set(Preference::FontScale, 9.0));
    QVERIFY(!preferences.set(Preference::FontScale, QStringLiteral("large")));
    QVERIFY(!preferences.set(Preference::Threads, -1));
    QVERIFY(preferences.isDefault(Preference::Theme));
    QVERIFY(preferences.isDefault(Preference::FontScale));
}

void tst_preferences::damagedFileGivesDefaults()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("preferences.ini"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[window]\ntheme=\xff\xfe\nfont_scale=1e99\nlanguage=tlh\n[work]\nthreads=many\n\x00[[[");
    file.close();
    const Preferences preferences(path);
    for (const PreferenceInfo& line : preferenceTable())
        QVERIFY2(preferences.isDefault(line.id), line.key);
}

void tst_preferences::sourceFolders()
{
    Preferences preferences {QString()};
    preferences.set(Preference::SourceFolders,
        QStringList {
            QStringLiteral("/build/net=/home/me/net"), QStringLiteral("broken line"), QStringLiteral("=x")});
    QCOMPARE(
        preferences.mappedSource(QStringLiteral("/build/net/a.py")), QStringLiteral("/home/me/net/a.py"));
    QCOMPARE(preferences.mappedSource(QStringLiteral("/build/network/a.py")),
        QStringLiteral("/build/network/a.py"));
    QCOMPARE(preferences.mappedSource(QStringLiteral("/other/a.py")), QStringLiteral("/other/a.py"));
}

void tst_preferences::appliesAtOnce()
{
    ActionRegistry actions;
    Preferences preferences {QString()};
    preferences.set(Preference::Theme, QStringLiteral("light"));
    preferences.set(Preference::Language, QStringLiteral("en"));
    followPreferences(preferences, actions);
    QVERIFY(!Theme::of(QApplication::palette()).isDark());
    preferences.set(Preference::Theme, QStringLiteral("dark"));
    QVERIFY(Theme::of(QApplication::palette()).isDark());
    preferences.set(Preference::Language, QStringLiteral("zh_CN"));
    QCOMPARE(currentLanguage(), QStringLiteral("zh_CN"));
    preferences.set(Preference::Density, QStringLiteral("compact"));
    QCOMPARE(density(), Density::Compact);
    const int before = QFontInfo(QApplication::font()).pixelSize();
    preferences.set(Preference::FontScale, 1.5);
    QVERIFY(QFontInfo(QApplication::font()).pixelSize() > before);
    for (const PreferenceInfo& line : preferenceTable())
        preferences.reset(line.id);
    preferences.set(Preference::Language, QStringLiteral("en"));
}

void tst_preferences::keysAreRememberedAndComeBack()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("preferences.ini"));
    {
        ActionRegistry actions;
        Preferences preferences(path);
        followPreferences(preferences, actions);
        ShortcutEditor editor(actions, preferences);
        QVERIFY(editor.assign("go.index", QKeySequence(QStringLiteral("Ctrl+Alt+G"))));
    }
    ActionRegistry actions;
    Preferences preferences(path);
    followPreferences(preferences, actions);
    QCOMPARE(actions.action("go.index")->shortcut(), QKeySequence(QStringLiteral("Ctrl+Alt+G")));
    // Several keys of one action stay apart.
    QCOMPARE(actions.action("go.filter")->shortcuts(), actions.defaultKeys("go.filter"));
    preferences.reset(Preference::Keys);
    QCOMPARE(actions.action("go.index")->shortcuts(), actions.defaultKeys("go.index"));
}

void tst_preferences::clashIsRefused()
{
    ActionRegistry actions;
    Preferences preferences {QString()};
    ShortcutEditor editor(actions, preferences);
    QVERIFY(!editor.assign("go.index", QKeySequence(QStringLiteral("Ctrl+O"))));
    QVERIFY2(editor.notice().contains(actions.title("file.open").remove(QChar(0x2026))),
        qPrintable(editor.notice()));
    QCOMPARE(actions.action("go.index")->shortcuts(), actions.defaultKeys("go.index"));
    // The same key in a context that never meets this one is fine.
    QVERIFY(editor.assign("graph.fit", QKeySequence(QStringLiteral("5"))));
}

void tst_preferences::keymapGoesThroughAFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("keys.json"));
    const QKeySequence go(QStringLiteral("Ctrl+Alt+G")), two(QStringLiteral("Ctrl+Alt+D, Ctrl+Y"));
    {
        ActionRegistry actions;
        Preferences preferences {QString()};
        ShortcutEditor editor(actions, preferences);
        QVERIFY(editor.assign("go.index", go));
        QVERIFY(editor.assign("view.dock.results", two));
        actions.remap("go.tensor", {});
        // What is no file of keys is somebody else's.
        QFile other(path);
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write("{\"version\":\"1\"}") > 0);
        other.close();
        editor.exportKeys(path);
        QCOMPARE(other.size(), qint64 {15});
        QVERIFY(other.remove());
        editor.exportKeys(path);
        QVERIFY2(editor.notice().contains(path), qPrintable(editor.notice()));
        editor.exportKeys(path); // once more
        QVERIFY2(editor.notice().startsWith("Written"), qPrintable(editor.notice()));
    }
    const QString kept = folder.filePath(QStringLiteral("preferences.ini"));
    {
        ActionRegistry actions;
        Preferences preferences(kept);
        followPreferences(preferences, actions);
        ShortcutEditor editor(actions, preferences);
        QVERIFY(editor.assign("go.palette", QKeySequence(QStringLiteral("Ctrl+Alt+P"))));
        editor.importKeys(path);
        QCOMPARE(actions.action("go.index")->shortcut(), go);
        QCOMPARE(actions.action("view.dock.results")->shortcut(), two);
        QVERIFY(actions.action("go.tensor")->shortcuts().isEmpty());
        // The file has the usual key of this one.
        QCOMPARE(actions.action("go.palette")->shortcuts(), actions.defaultKeys("go.palette"));
        QVERIFY2(editor.notice().contains(QLatin1Char('4')), qPrintable(editor.notice()));
        editor.importKeys(folder.filePath(QStringLiteral("not there")));
        QCOMPARE(actions.action("go.index")->shortcut(), go);
    }
    // It is remembered.
    ActionRegistry actions;
    Preferences preferences(kept);
    followPreferences(preferences, actions);
    QCOMPARE(actions.action("go.index")->shortcut(), go);
    QCOMPARE(actions.action("view.dock.results")->shortcut(), two);
    QVERIFY(actions.action("go.tensor")->shortcuts().isEmpty());
}

void tst_preferences::badKeymapsChangeNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("mentions");
    const auto row = [](const char* name, const char* text, const char* mentions) {
        QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(mentions);
    };
    row("nothing", "", "not JSON");
    row("cut", R"({"version":1,"keys":{"go.index":["Ctrl)", "not JSON");
    row("another version", R"({"version":2,"keys":{}})", "version 1");
    row("a list", "[1]", "version 1");
    row("no key", R"({"version":1,"keys":{"file.save":["Ctrl+T"],"go.index":["Ctrl+Banana"]}})", "go.index");
    row("no list", R"({"version":1,"keys":{"go.index":"Ctrl+G"}})", "go.index");
    row("clash", R"({"version":1,"keys":{"file.save":["Ctrl+T"],"go.index":["Ctrl+T"]}})", "Save workspace");
    row("clash with a usual key", R"({"version":1,"keys":{"go.index":["Ctrl+O"]}})", "Open");
    row("begins like another", R"({"version":1,"keys":{"go.index":["Ctrl+D"]}})", "Go to index");
}

void tst_preferences::badKeymapsChangeNothing()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, mentions);
    ActionRegistry actions;
    const QByteArray before = keymapText(actions);
    const KeymapImport made = importKeymap(text, actions);
    QVERIFY2(made.refusal.contains(mentions), qPrintable(made.refusal));
    QCOMPARE(keymapText(actions), before);
    QVERIFY(importKeymap(before, actions).refusal.isEmpty());
    // Actions that only another version has do no harm, and two may change places.
    const KeymapImport newer = importKeymap(
        R"({"version":1,"keys":{"go.later":["Ctrl+T"],"file.open":["Ctrl+S"],"file.save":["Ctrl+O"]}})",
        actions);
    QCOMPARE(newer.refusal, QString());
    QCOMPARE(newer.unknown, QStringList {QStringLiteral("go.later")});
    QCOMPARE(newer.changed, 2);
}

void tst_preferences::dialogShowsAndSets()
{
    ActionRegistry actions;
    Preferences preferences {QString()};
    PreferencesDialog dialog(preferences, actions);
    for (const PreferenceInfo& line : preferenceTable()) {
        QWidget* const editor = dialog.editor(line.id);
        QVERIFY2(editor, line.key);
        QVERIFY2(!editor->accessibleName().isEmpty(), line.key);
    }
    auto* const theme = qobject_cast<QComboBox*>(dialog.editor(Preference::Theme));
    preferences.set(Preference::Theme, QStringLiteral("dark"));
    QCOMPARE(theme->currentData().toString(), QStringLiteral("dark"));
    theme->setCurrentIndex(theme->findData(QStringLiteral("light")));
    emit theme->activated(theme->currentIndex());
    QCOMPARE(preferences.text(Preference::Theme), QStringLiteral("light"));
    QVERIFY(!dialog.isModal());
}

QTEST_MAIN(tst_preferences)
#include "tst_preferences.moc"
