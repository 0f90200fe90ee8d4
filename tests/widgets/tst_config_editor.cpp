// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of dump configurations: form and text show the same, verdicts arrive for the newest text, what
// is wrong is marked in both, presets and other kinds are one step of undo, files are written whole.
#include "config/config_editor.h"

#include "common/core_sentences.h"
#include "common/language.h"
#include "config/code_edit.h"
#include "config/config_form_view.h"
#include "config/operator_picker.h"
#include "io/json_reader.h"
#include "kit/sentence_list.h"
#include "msprobe_dump_writer.h"
#include "temporary_folder.h"
#include "tensor_desk.h"

#include <QApplication>
#include <QComboBox>
#include <QDirIterator>
#include <QListView>
#include <QMenu>
#include <QTextBlock>
#include <QToolButton>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

using namespace dumpscope;
using namespace dumpscope::gui;

class TestConfigEditor : public QObject {
    Q_OBJECT

    dumpscope::test::TemporaryFolder m_folder;
    std::unique_ptr<gui::test::Desk> m_desk;
    std::unique_ptr<ConfigEditor> m_editor;

    static constexpr int kPatience = 20'000;

    CodeEdit* text() { return m_editor->findChild<CodeEdit*>(); }
    ConfigFormView* form() { return m_editor->findChild<ConfigFormView*>(); }
    QString words() { return m_editor->findChild<SentenceList*>()->plainText(); }
    QToolButton* button(const char* name)
    {
        for (QToolButton* one : m_editor->findChildren<QToolButton*>()) {
            if (one->accessibleName() == QLatin1String(name))
                return one;
        }
        return nullptr;
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_editor->isSettled(), kPatience); }
    QString withFolder(const QString& rest)
    {
        return QStringLiteral("{\n  \"dump\": {\n    \"dump_path\": \"%1\",\n%2\n  }\n}\n")
            .arg(QString::fromStdString(m_folder.at("out")), rest);
    }

    /// Everything that is said of a configuration: problems, meaning, fields, and what other kinds cannot
    /// say.
    static void collect(const core::ConfigKinds& kinds, const core::ConfigKind& kind,
        const core::ConfigText& config, std::map<std::string, core::Message>& said)
    {
        const auto add = [&said](const core::Message& message) { said.emplace(message.text(), message); };
        const core::ConfigReport report = kind.check(config);
        for (const core::ConfigProblem& problem : report.problems) {
            add(problem.message);
            add(problem.fix);
        }
        for (const core::ConfigField& field : kind.form(config))
            add(field.hint);
        if (!report.valid)
            return;
        for (const core::Message& line : kind.explain(config))
            add(line);
        for (const auto& other : kinds.kinds()) {
            if (const auto draft = core::convertConfig(kind, config, *other)) {
                for (const core::ConfigLoss& loss : draft->lost)
                    add(loss.message);
            }
        }
    }

private slots:
    /// One bracket less makes no form of nothing.
    void aFormOutlivesABrokenText()
    {
        m_editor->setText(withFolder("    \"dump_list\": []"), "acl");
        settle();
        const auto count = form()->fields().size();
        QVERIFY(count > 0 && form()->isEnabled());
        const QString good = m_editor->text();
        text()->replaceText(QString(good).remove(0, 1));
        settle();
        QVERIFY(!m_editor->isValid());
        QCOMPARE(form()->fields().size(), count);
        QVERIFY(!form()->isEnabled());
        QVERIFY2(words().contains("The form shows what the text said before"), qPrintable(words()));
        text()->replaceText(good);
        settle();
        QVERIFY(form()->isEnabled());
        QVERIFY(!words().contains("The form shows what the text said before"));
    }

    void sentencesAreKnown()
    {
        core::ConfigKinds kinds;
        core::registerConfigKinds(kinds);
        std::map<std::string, core::Message> said;
        for (const auto& kind : kinds.kinds()) {
            const QString folder
                = QStringLiteral(DUMPSCOPE_TEST_DATA "/configs/") + QString::fromLatin1(kind->id().data());
            QDirIterator files(folder, {"*.json", "*.py"}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                const std::string text = file.readAll().toStdString();
                for (const char* const device : {"", "CPU", "Ascend"}) {
                    for (const char* const release : {"", "2.3", "1.6"})
                        collect(kinds, *kind, {text, {}, ".", release, device}, said);
                }
            }
        }
        QVERIFY2(said.size() > 150, qPrintable(QString::number(said.size())));
        applyLanguage("zh_CN");
        const auto back = qScopeGuard([] { applyLanguage("en"); });
        // What is in quotes, and names, stays as it is.
        static const QRegularExpression quoted("\"[^\"]*\"|'[^']*'|\\S*[_/.]\\S*");
        static const QRegularExpression word(
            "\\b(the|is|of|it|not|must|are|be|and|or|no|with|only|at|has)\\b");
        QStringList missing;
        for (const auto& [text, message] : said) {
            const QString words = coreWords(message).remove(quoted);
            if (words.contains(word))
                missing.append(QString::fromStdString(text) + " -> " + words);
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }

    void initTestCase() { QVERIFY(std::filesystem::create_directory(m_folder.at("out"))); }

    void init()
    {
        m_desk = std::make_unique<gui::test::Desk>();
        m_editor = std::make_unique<ConfigEditor>(m_desk->bench);
        m_editor->resize(1000, 700);
        m_editor->show();
        settle();
    }
    void cleanup()
    {
        m_editor.reset();
        m_desk.reset();
    }

    void marksBothHalves()
    {
        m_editor->setText(
            withFolder("    \"dump_list\": [{\"layer\": []}],\n    \"dump_mode\": \"both\""), "acl");
        QVERIFY(!m_editor->isValid());
        settle();
        QVERIFY(!m_editor->isValid());
        const auto report = m_editor->report();
        QVERIFY(report != nullptr);
        QCOMPARE(report->returnCode, 100009);
        QCOMPARE(text()->marks().size(), std::size_t {2});
        QCOMPARE(text()->marks()[0].line, 5); // values come before lists
        QVERIFY(text()->tipAt(QTextCursor(text()->document()->findBlockByNumber(4))).contains("input"));
        QCOMPARE(text()->extraSelections().size(), 2);
        QWidget* const mode = form()->editorOf("dump.dump_mode");
        QVERIFY(mode != nullptr && mode->toolTip().contains("not one of"));
        QVERIFY(form()->editorOf("dump.dump_list[0].layer")->toolTip().contains("empty"));
        QVERIFY(words().contains("100009"));
        // mended in the form
        auto* const choice = qobject_cast<QComboBox*>(mode);
        QCOMPARE(choice->currentText(), QString("both")); // as it is typed
        choice->setCurrentIndex(choice->findText("all"));
        emit choice->activated(choice->currentIndex());
        QVERIFY(text()->toPlainText().contains("\"dump_mode\": \"all\""));
        settle();
        QCOMPARE(text()->marks().size(), std::size_t {1});
    }

    void formFollowsText()
    {
        m_editor->setText(withFolder("    \"dump_list\": [{}]"), "acl");
        settle();
        QVERIFY(m_editor->isValid());
        QVERIFY(words().contains("every operator of every model"));
        auto* const steps = qobject_cast<QLineEdit*>(form()->editorOf("dump.dump_step"));
        QVERIFY(steps != nullptr);
        steps->setFocus();
        QTest::keyClicks(steps, "0|3-5");
        QTest::keyClick(steps, Qt::Key_Return);
        QVERIFY(text()->toPlainText().contains("\"dump_step\": \"0|3-5\""));
        settle();
        QVERIFY(words().contains("3 to 5"));
        // typed in the text, seen in the form
        m_editor->setText(text()->toPlainText().replace("0|3-5", "7"), "acl");
        settle();
        QCOMPARE(qobject_cast<QLineEdit*>(form()->editorOf("dump.dump_step"))->text(), QString("7"));
        QCOMPARE(form()->editorOf("dump.dump_step"), steps); // the same widget
        text()->undo();
        text()->undo();
        settle();
        QVERIFY(!text()->toPlainText().contains("dump_step"));
        QCOMPARE(steps->text(), QString());
        text()->redo();
        QVERIFY(text()->toPlainText().contains("0|3-5"));
    }

    void itemsOfAList()
    {
        m_editor->setText(withFolder("    \"dump_list\": [{\"model_name\": \"m\"}]"), "acl");
        settle();
        auto* const add = qobject_cast<QToolButton*>(form()->editorOf("dump.dump_list[1]"));
        QVERIFY(add != nullptr);
        add->click();
        settle();
        QVERIFY(form()->editorOf("dump.dump_list[1].layer") != nullptr);
        qobject_cast<QToolButton*>(form()->editorOf("dump.dump_list[0]"))->click();
        settle();
        QVERIFY(!text()->toPlainText().contains("model_name"));
        QVERIFY(form()->editorOf("dump.dump_list[1].layer") == nullptr);
    }

    void otherKindsAndPresets()
    {
        m_editor->setText(withFolder("    \"dump_list\": [{}],\n    \"dump_step\": \"2\""), "acl");
        settle();
        m_editor->convertTo("msprobe");
        QTRY_COMPARE_WITH_TIMEOUT(m_editor->kind(), QString("msprobe"), kPatience);
        settle();
        QVERIFY(m_editor->isValid());
        QVERIFY(text()->toPlainText().contains("\"step\": [2]"));
        QVERIFY(form()->editorOf("task") != nullptr);
        for (const char* word : {"statistics", "tensor", "nan_check", "exception_dump"}) {
            QMenu* const menu = button("Presets")->menu();
            emit menu->aboutToShow();
            const QHash<QString, QString> presets {{"statistics", "statistics"}, {"tensor", "tensors"},
                {"nan_check", "overflow"}, {"exception_dump", "exception"}};
            for (QAction* action : menu->actions()) {
                if (action->data().toString() == presets[word])
                    action->trigger();
            }
            QTRY_VERIFY_WITH_TIMEOUT(
                text()->toPlainText().contains(QStringLiteral("\"task\": \"%1\"").arg(word)), kPatience);
            settle();
        }
        QVERIFY(words().contains("MindSpore only")); // what is lost is said
        m_editor->convertTo("tf");
        QTRY_COMPARE_WITH_TIMEOUT(m_editor->kind(), QString("tf"), kPatience);
        settle();
        QVERIFY(text()->toPlainText().contains("parameter_map"));
        QVERIFY(m_editor->usage().isEmpty());
    }

    /// The same request for another release, and the rules of that release.
    void otherGenerations()
    {
        m_editor->setText(
            R"({"common_dump_settings":{"op_debug_mode":0,"dump_mode":0,"path":"/d","net_name":"Net","iteration":"3",)"
            R"("input_output":0,"kernels":[],"support_device":[0]},"e2e_dump_settings":{"enable":true,"trans_flag":true}})");
        settle();
        QVERIFY(m_editor->isValid());
        QVERIFY(form()->editorOf("common_dump_settings.saved_data") != nullptr);
        QMenu* const menu = button("Program that reads it")->menu();
        emit menu->aboutToShow();
        QAction* wanted = nullptr;
        for (QAction* action : menu->actions().back()->menu()->actions()) {
            if (action->text() == "1.2")
                wanted = action;
        }
        QVERIFY(wanted != nullptr);
        wanted->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(text()->toPlainText().contains("\"iteration\": 3"), kPatience);
        settle();
        QVERIFY(m_editor->isValid());
        QVERIFY(form()->editorOf("common_dump_settings.saved_data") == nullptr); // not read by 1.2
        QVERIFY(form()->editorOf("async_dump_settings.enable") != nullptr);
        text()->undo();
        QVERIFY(text()->toPlainText().contains("\"iteration\":\"3\""));
    }

    void newestTextWins()
    {
        m_editor->setText("{", "acl");
        for (int i = 0; i < 20; ++i)
            m_editor->setText(withFolder(QStringLiteral("    \"dump_step\": \"%1\"").arg(i)), "acl");
        settle();
        QVERIFY(m_editor->isValid());
        QCOMPARE(qobject_cast<QLineEdit*>(form()->editorOf("dump.dump_step"))->text(), QString("19"));
    }

    void files()
    {
        const QString path = QString::fromStdString(m_folder.at("data_dump.json"));
        m_editor->setText("{\"common_dump_settings\": {\"dump_mode\": 3}}\n");
        QCOMPARE(m_editor->kind(), QString("mindspore"));
        QVERIFY(m_editor->isModified());
        m_editor->save(path);
        QTRY_COMPARE_WITH_TIMEOUT(m_editor->file(), path, kPatience);
        settle();
        QVERIFY(!m_editor->isModified());
        QCOMPARE(m_editor->usage(), "export MINDSPORE_DUMP_CONFIG='" + path + "'");
        button("Copy the line that makes the program read this configuration")->click();
        m_editor->setText("x");
        m_editor->open(path);
        QTRY_VERIFY_WITH_TIMEOUT(text()->toPlainText().contains("dump_mode"), kPatience);
        settle();
        const auto problems = m_desk->problems.problems().size();
        m_editor->open(path + ".gone");
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->problems.problems().size(), problems + 1, kPatience);
        m_editor->save(QString::fromStdString(m_folder.at("no/such/folder.json")));
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->problems.problems().size(), problems + 2, kPatience);
    }

    void estimatesAndPicks()
    {
        OpenedRoot* const root = m_desk->session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target"));
        QTRY_VERIFY_WITH_TIMEOUT(root->index() != nullptr, kPatience);
        settle();
        m_editor->setText(withFolder("    \"dump_list\": [{}]"), "acl");
        QTRY_VERIFY_WITH_TIMEOUT(m_editor->estimate().has_value(), kPatience);
        settle();
        QVERIFY(m_editor->estimate()->operators > 10 && m_editor->estimate()->bytes > 1000);
        const auto whole = m_editor->estimate()->operators;
        QVERIFY(words().contains("per step"));
        QVERIFY(words().contains("free there"));
        QTimer::singleShot(0, this, [] {
            auto* const picker = qobject_cast<OperatorPicker*>(QApplication::activeModalWidget());
            QVERIFY(picker != nullptr);
            auto* const list = picker->findChild<QListView*>();
            list->selectionModel()->select(list->model()->index(0, 0), QItemSelectionModel::Select);
            list->selectionModel()->select(list->model()->index(2, 0), QItemSelectionModel::Select);
            QTest::keyClicks(picker->findChild<QLineEdit*>(), "zzz"); // hidden ones stay chosen
            QCOMPARE(picker->chosen().size(), 2);
            picker->accept();
        });
        emit form()->pickRequested("dump.dump_list[0].layer");
        settle();
        QVERIFY(m_editor->isValid());
        QTRY_VERIFY_WITH_TIMEOUT(m_editor->estimate() && m_editor->estimate()->operators == 2, kPatience);
        QVERIFY(whole > 2);
    }

    /// In the words of what the dump was made with, whatever is shown; one step of undo.
    void moreOfADump()
    {
        const dumpscope::test::DumpedTensor some {{2}, {1, 2}};
        const std::string dump = m_folder.at("dump");
        QVERIFY(dumpscope::test::MsprobeDumpWriter::write(dump,
            {{"Torch.neg.0.forward", {some}, some}, {"Torch.mul.0.forward", {some}, some},
                {"Torch.add.0.forward", {some}, some}, {"Torch.exp.0.forward", {some}, some}}));
        std::filesystem::rename(dump + "/step0", dump + "/step7");
        core::OwnedTask task;
        const auto index = core::openDump(dump, core::builtinFormats(), {}, task);
        QVERIFY(index);
        m_editor->setText(withFolder("    \"dump_list\": []"), "acl");
        settle();
        const QString before = m_editor->text();
        m_editor->save(QString::fromStdString(m_folder.at("kept.json")), {});
        settle();
        QVERIFY(!m_editor->isModified());
        const auto asked = (*index)->tensorsOfOperator((*index)->findString("Torch.exp.0.forward"));
        m_editor->captureMore(*index, {asked.begin(), asked.end()});
        QTRY_COMPARE_WITH_TIMEOUT(m_editor->kind(), QStringLiteral("msprobe"), kPatience);
        settle();
        QVERIFY(!m_editor->isModified()); // nobody edited it: nobody is asked about it
        const core::JsonValue json = core::parseJson(m_editor->text().toStdString()).value();
        const core::JsonValue* const list = json.find("tensor")->find("list");
        QCOMPARE(list->items.size(), std::size_t {2});
        QCOMPARE(list->items[0].text, std::string("Torch.exp.0.forward"));
        QCOMPARE(list->items[1].text, std::string("Torch.add.0.forward"));
        QVERIFY2(words().contains("neighbours are the calls before and after", Qt::CaseInsensitive),
            qPrintable(words()));
        // Other presets for the same tensors: the step that failed and the one before, as a whole.
        const QString drafted = m_editor->text();
        QMenu* const menu = button("Presets")->menu();
        emit menu->aboutToShow();
        QMenu* const next = menu->actions().front()->menu();
        QVERIFY(next != nullptr && next->title().contains("Torch.exp.0.forward"));
        const auto actions = next->actions();
        const auto iterations = std::ranges::find(actions, QVariant("next-iterations"), &QAction::data);
        QVERIFY(iterations != actions.end());
        (*iterations)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_editor->text().contains("\"6-7\""), kPatience);
        settle();
        QVERIFY(!m_editor->text().contains("Torch."));
        QVERIFY(!words().contains("neighbours are", Qt::CaseInsensitive));
        text()->undo();
        settle();
        QCOMPARE(m_editor->text(), drafted);
        text()->undo();
        settle();
        QCOMPARE(m_editor->text(), before);
        QVERIFY(!words().contains("neighbours are", Qt::CaseInsensitive));
    }

    void smallAndKept()
    {
        m_editor->resize(420, 500);
        QApplication::processEvents();
        QVERIFY(form()->isVisible() && text()->isVisible());
        QVERIFY(form()->width() > 380); // one above the other
        button("Form")->setChecked(false);
        QVERIFY(!form()->isVisible());
        button("Text")->setChecked(false);
        QVERIFY(form()->isVisible() && !text()->isVisible());
        const QJsonObject view = m_editor->saveView();
        button("Text")->setChecked(true);
        m_editor->restoreView(view);
        QVERIFY(!text()->isVisible());
    }

    void keyboard()
    {
        m_editor->setText("{", "acl");
        text()->setFocus();
        text()->moveCursor(QTextCursor::End);
        QTest::keyClick(text(), Qt::Key_Return);
        QCOMPARE(text()->toPlainText(), QString("{\n  ")); // indented
        QTest::keyClick(text(), Qt::Key_Tab);
        QVERIFY(!text()->hasFocus()); // and out again
        for (QToolButton* one : m_editor->findChildren<QToolButton*>()) {
            if (one->isVisible() && one->text().isEmpty())
                QVERIFY(!one->accessibleName().isEmpty());
        }
    }
};

QTEST_MAIN(TestConfigEditor)
#include "tst_config_editor.moc"
