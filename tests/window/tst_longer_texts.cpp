// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/help_window.h"
#include "chrome/preferences_dialog.h"
#include "chrome/start_page.h"
#include "event_loop.h"
#include "window_program.h"

#include <QAbstractButton>
#include <QLabel>
#include <QTest>
#include <QTranslator>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 20'000;

/// A language whose every sentence is two fifths longer than the English one.
class LongerTexts : public QTranslator {
public:
    using QTranslator::QTranslator;
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char* context, const char* text, const char*, int) const override
    {
        QString longer = QString::fromUtf8(text);
        // Qt's own words and texts with a meaning of their own stay.
        if (longer.isEmpty() || QByteArrayView(context).startsWith('Q') || longer.startsWith('<'))
            return {};
        const auto letters
            = std::count_if(longer.begin(), longer.end(), [](QChar c) { return c.isLetter(); });
        const QString tail(static_cast<qsizetype>((letters * 2 + 4) / 5), QChar(0x00E9)); // é
        const qsizetype end = longer.endsWith('.') ? longer.size() - 1 : longer.size();
        return longer.insert(end, tail);
    }
};

bool canShrink(const QWidget& widget)
{
    const QSizePolicy::Policy policy = widget.sizePolicy().horizontalPolicy();
    return policy == QSizePolicy::Ignored || !widget.toolTip().isEmpty();
}

/// Visible texts that do not fit where they are.
QStringList clipped(const QWidget& root)
{
    QStringList found;
    for (const QLabel* label : root.findChildren<QLabel*>()) {
        if (label->visibleRegion().isEmpty() || label->text().isEmpty() || canShrink(*label)
            || label->parentWidget()->inherits(
                "dumpscope::gui::FactTable")) // a grid that the values fill first
            continue;
        const bool isCut = label->wordWrap() ? label->heightForWidth(label->width()) > label->height() + 1
                                             : label->sizeHint().width() > label->width() + 1;
        if (isCut)
            found.append(QString("label \"%1\" (%2 of %3)")
                             .arg(label->text().left(60))
                             .arg(label->width())
                             .arg(label->sizeHint().width()));
    }
    for (const QAbstractButton* button : root.findChildren<QAbstractButton*>()) {
        if (!button->visibleRegion().isEmpty() && !button->text().isEmpty()
            && button->sizeHint().width() > button->width() + 1)
            found.append(QString("button \"%1\" (%2 of %3)")
                             .arg(button->text())
                             .arg(button->width())
                             .arg(button->sizeHint().width()));
    }
    return found;
}

} // namespace

class LongerTextsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(QCoreApplication::installTranslator(&m_longer)); }
    void panels_data();
    void panels();
    void dialogs();
    void startPage();

private:
    LongerTexts m_longer;
};

void LongerTextsTest::panels_data()
{
    QTest::addColumn<QString>("tab");
    for (const char* tab : {"grid", "heatmap", "histogram", "profile", "image", "statistics", "properties",
             "dumps", "tensors", "overflow", "nan and inf scan", "problems", "bookmarks"})
        QTest::newRow(tab) << QString(tab);
}

void LongerTextsTest::panels()
{
    QFETCH(const QString, tab);
    static test::WindowProgram* const program = [] {
        auto* const made = new test::WindowProgram; // one for all rows; a window takes long to make
        made->opening.open({DUMPSCOPE_SAMPLE_DATA "/target"});
        return made;
    }();
    QTRY_VERIFY_WITH_TIMEOUT(program->window.isSettled(), kPatienceMs);
    if (!program->window.showTab(tab))
        QSKIP("not offered for this tensor");
    QTRY_VERIFY_WITH_TIMEOUT(program->window.isSettled(), kPatienceMs);
    test::handleEvents();
    if (qEnvironmentVariableIsSet("DUMPSCOPE_TEST_PICTURES"))
        program->window.grab().save(
            qEnvironmentVariable("DUMPSCOPE_TEST_PICTURES") + QString("/longer-%1.png").arg(tab));
    const QStringList cut = clipped(program->window);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join("; ")));
}

void LongerTextsTest::dialogs()
{
    ActionRegistry actions;
    Preferences preferences {QString()};
    PreferencesDialog dialog(preferences, actions);
    dialog.show();
    test::handleEvents();
    const QStringList cut = clipped(dialog);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join("; ")));
}

void LongerTextsTest::startPage()
{
    ActionRegistry actions;
    StartPage page(actions);
    page.resize(1600, 900);
    page.show();
    test::handleEvents();
    const QStringList cut = clipped(page);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join("; ")));
}

QTEST_MAIN(LongerTextsTest)
#include "tst_longer_texts.moc"
