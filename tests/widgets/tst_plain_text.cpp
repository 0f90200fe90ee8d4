// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/plain_text.h"

#include "chrome/help_window.h"
#include "common/actions.h"
#include "common/app_style.h"
#include "readers/format_registry.h"
#include "watched_pipe.h"

#include <QApplication>
#include <QInputDialog>
#include <QKeySequence>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QTest>
#include <QTextBrowser>
#include <QToolTip>

using namespace dumpscope::gui;
using dumpscope::test::WatchedPipe;

namespace {

/// The label of the tooltip that is shown.
QLabel* tipLabel()
{
    for (QWidget* const window : QApplication::topLevelWidgets()) {
        if (window->inherits("QTipLabel") && window->isVisible())
            return qobject_cast<QLabel*>(window);
    }
    return nullptr;
}

} // namespace

class PlainTextTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeChoice::Light); }
    void labelsShowNamesAsTheyAre();
    void tooltipsShowNamesAsTheyAre();
    void questionsShowNamesAsTheyAre();
    void helpReadsNothing();
    void menusShowNamesAsTheyAre();
    void breaksLongLines();
    void longNamesBreakAnywhere();
};

void PlainTextTest::menusShowNamesAsTheyAre()
{
    for (const QString& name : {QStringLiteral("R&D"), QStringLiteral("a&&b"), QStringLiteral("&"),
             QStringLiteral("plain"), QString()}) {
        QMenu menu;
        QAction* const action = menu.addAction(menuText(name));
        QCOMPARE(QKeySequence::mnemonic(action->text()), QKeySequence());
        QCOMPARE(QString(action->text()).replace(QStringLiteral("&&"), QStringLiteral("&")), name);
    }
}

/// A name of 150 letters, whatever it is made of, needs no more room than a short one.
void PlainTextTest::longNamesBreakAnywhere()
{
    const QString letters(150, u'x'), scopes = QStringLiteral("Default/network/").repeated(10);
    QLabel label;
    label.setWordWrap(true);
    for (const QString& name : {letters, scopes}) {
        const QString sentence = QStringLiteral("Fail: input 0 of %1 is off by 0.0001 (2.5e-07).").arg(name);
        label.setText(breakable(sentence));
        QVERIFY2(
            label.minimumSizeHint().width() < 20 * label.fontMetrics().averageCharWidth(), qPrintable(name));
        QCOMPARE(breakable(sentence).remove(QChar(0x200B)), sentence);
    }
    // Numbers and what fits stay whole.
    for (const char* const whole : {"is off by 0.3535533905932738; (-1.2345678901234567e-308), a.b_c",
             "误差为0.0001，最大值为12345.6789，限值为0.00024414062"})
        QCOMPARE(breakable(QString::fromUtf8(whole)), QString::fromUtf8(whole));
}

void PlainTextTest::labelsShowNamesAsTheyAre()
{
    const WatchedPipe pipe;
    QVERIFY(pipe.isThere());
    for (const QString& name : {pipe.image(), QStringLiteral("<h1>x</h1>"), QStringLiteral("&lt;")}) {
        QLabel shown(name), plain;
        plain.setTextFormat(Qt::PlainText);
        plain.setText(name);
        shown.adjustSize();
        plain.adjustSize();
        QCOMPARE(shown.textFormat(), Qt::PlainText);
        QCOMPARE(shown.grab().toImage(), plain.grab().toImage());
    }
    QLabel rich;
    makeRich(rich);
    rich.setText(pipe.image().toHtmlEscaped() + QStringLiteral(" <b>x</b>"));
    rich.adjustSize();
    rich.grab();
    QCOMPARE(rich.textFormat(), Qt::RichText);
    QVERIFY(!pipe.wasRead());
}

void PlainTextTest::tooltipsShowNamesAsTheyAre()
{
    const WatchedPipe pipe;
    QWidget window;
    window.resize(200, 100);
    window.show();
    for (const QString& name :
        {QStringLiteral("<h1>x</h1>"), pipe.image(), QStringLiteral("<qt>&lt;</qt>")}) {
        QToolTip::showText(window.mapToGlobal(QPoint(5, 5)), name, &window);
        QTRY_VERIFY(tipLabel());
        QCOMPARE(tipLabel()->textFormat(), Qt::PlainText);
        QCOMPARE(tipLabel()->text(), name);
        tipLabel()->grab();
    }
    QToolTip::hideText();
    QVERIFY(!pipe.wasRead());
}

void PlainTextTest::questionsShowNamesAsTheyAre()
{
    const WatchedPipe pipe;
    QMessageBox question(QMessageBox::Question, "Capture", pipe.image());
    question.setInformativeText(pipe.image());
    QInputDialog input;
    input.setLabelText(pipe.image());
    for (QDialog* const dialog : std::initializer_list<QDialog*> {&question, &input}) {
        dialog->show();
        dialog->grab();
        for (const QLabel* const label : dialog->findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
        dialog->close();
    }
    QVERIFY(!pipe.wasRead());
}

// The only document with markup.
void PlainTextTest::helpReadsNothing()
{
    const WatchedPipe pipe;
    const QString path = pipe.image().section(u'"', 1, 1);
    dumpscope::core::FormatRegistry formats;
    const ActionRegistry actions;
    HelpWindow help(formats, actions);
    auto* const text = help.findChild<QTextBrowser*>();
    text->setHtml(pipe.image() + QStringLiteral("<p style=\"background-image:url(%1)\">x</p>").arg(path)
        + QStringLiteral("<link rel=\"stylesheet\" href=\"%1\">").arg(path));
    help.show();
    help.grab();
    text->setSource(QUrl::fromLocalFile(path));
    text->setMarkdown(QStringLiteral("![x](%1)").arg(path));
    help.grab();
    QVERIFY(!pipe.wasRead());
}

void PlainTextTest::breaksLongLines()
{
    QCOMPARE(tipText("short\nlines"), QString("short\nlines"));
    // What turns text around is seen, and turns nothing around.
    QCOMPARE(tipText(u"a\u202eb"_qs), QString("a%E2%80%AEb"));
    QCOMPARE(menuText(u"a\u200fb"_qs), QString("a%E2%80%8Fb"));
    QCOMPARE(shownName(u"\u7b97\u5b50 50 %"_qs), u"\u7b97\u5b50 50 %"_qs);
    const QString path = QString("abcdefgh/").repeated(20);
    const QString broken = tipText(path);
    QCOMPARE(QString(broken).remove('\n'), path);
    for (const QString& line : broken.split('\n'))
        QVERIFY(line.size() <= 90 && (line.isEmpty() || line.endsWith('/')));
    const QString solid(200, u'x');
    QCOMPARE(tipText(solid), QString(90, u'x') + '\n' + QString(90, u'x') + '\n' + QString(20, u'x'));
}

QTEST_MAIN(PlainTextTest)
#include "tst_plain_text.moc"
