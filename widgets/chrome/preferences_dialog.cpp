// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/preferences_dialog.h"

#include "chrome/shortcut_editor.h"
#include "common/fonts.h"
#include "common/language.h"
#include "common/spacing.h"
#include "common/widget_changes.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

// Words of the choices of the table.
constexpr const char* kWords[]
    = {QT_TRANSLATE_NOOP("Preferences", "system"), QT_TRANSLATE_NOOP("Preferences", "light"),
        QT_TRANSLATE_NOOP("Preferences", "dark"), QT_TRANSLATE_NOOP("Preferences", "comfortable"),
        QT_TRANSLATE_NOOP("Preferences", "normal"), QT_TRANSLATE_NOOP("Preferences", "compact"),
        QT_TRANSLATE_NOOP("Preferences", "ask"), QT_TRANSLATE_NOOP("Preferences", "live")};

QString choiceWord(const PreferenceInfo& line, const char* choice)
{
    if (line.id == Preference::Language && qstrcmp(choice, kWords[0]) != 0)
        return languageName(QString::fromLatin1(choice)); // a language calls itself by its own name
    return QCoreApplication::translate("Preferences", choice);
}

} // namespace

PreferencesDialog::PreferencesDialog(Preferences& preferences, ActionRegistry& actions, QWidget* parent)
    : QDialog(parent)
    , m_preferences(preferences)
    , m_tabs(new QTabWidget(this))
{
    setProperty("help", QStringLiteral("preferences"));
    auto* const general = new QWidget(this);
    auto* const form = new QFormLayout(general);
    form->setContentsMargins(scaled(kVast), scaled(kVast), scaled(kVast), scaled(kVast));
    form->setHorizontalSpacing(scaled(kVast));
    form->setVerticalSpacing(scaled(kSmall));
    form->setLabelAlignment(Qt::AlignLeft);
    for (const PreferenceInfo& line : preferenceTable()) {
        if (line.id != Preference::Keys)
            addLine(form, line);
    }
    auto* const keys = new ShortcutEditor(actions, preferences, this);
    m_editors.insert(static_cast<int>(Preference::Keys), keys);
    auto* const keyPage = new QWidget(this);
    auto* const keyLayout = new QVBoxLayout(keyPage);
    keyLayout->setContentsMargins(scaled(kVast), scaled(kVast), scaled(kVast), scaled(kVast));
    keyLayout->addWidget(keys);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(general, QString());
    m_tabs->addTab(keyPage, QString());
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    connect(&preferences, &Preferences::changed, this, &PreferencesDialog::load);
    keepTranslated(this, &PreferencesDialog::retranslate);
    resize(scaled(640), scaled(560));
}

QWidget* PreferencesDialog::createEditor(const PreferenceInfo& line)
{
    const Preference id = line.id;
    if (!line.choices.empty()) {
        auto* const box = new QComboBox(this);
        for (const char* choice : line.choices)
            box->addItem(QString(), QString::fromLatin1(choice));
        connect(
            box, &QComboBox::activated, this, [this, box, id] { m_preferences.set(id, box->currentData()); });
        return box;
    }
    if (id == Preference::SourceFolders) {
        auto* const text = new QPlainTextEdit(this);
        text->setFont(monospaceFont());
        text->setFixedHeight(5 * rowHeight());
        text->setTabChangesFocus(true);
        text->setLineWrapMode(QPlainTextEdit::NoWrap);
        connect(text, &QPlainTextEdit::textChanged, this, [this, text, id] {
            m_preferences.set(id, text->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts));
        });
        return text;
    }
    auto* const box = new QSpinBox(this);
    // A scale is shown as a percentage.
    const int factor = id == Preference::FontScale ? 100 : 1;
    box->setRange(qRound(line.least * factor), qRound(line.most * factor));
    box->setSingleStep(factor == 1 ? 1 : 5);
    if (factor != 1)
        box->setSuffix(QStringLiteral(" %"));
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this,
        [this, id, factor](int value) { m_preferences.set(id, double(value) / factor); });
    return box;
}

void PreferencesDialog::addLine(QFormLayout* form, const PreferenceInfo& line)
{
    const int key = static_cast<int>(line.id);
    QWidget* const editor = createEditor(line);
    editor->setObjectName(QLatin1String(line.key));
    if (line.id != Preference::SourceFolders)
        editor->setMaximumWidth(scaled(240));
    auto* const title = new QLabel(this);
    title->setBuddy(editor);
    auto* const purpose = new QLabel(this);
    purpose->setFont(secondaryFont());
    purpose->setWordWrap(true);
    purpose->setForegroundRole(QPalette::PlaceholderText);
    purpose->setContentsMargins(0, 0, 0, scaled(kWide));
    form->addRow(title, editor);
    form->addRow(nullptr, purpose);
    m_editors.insert(key, editor);
    m_titles.insert(key, title);
    m_purposes.insert(key, purpose);
}

void PreferencesDialog::load(Preference preference)
{
    QWidget* const widget = editor(preference);
    const QSignalBlocker quiet(widget);
    if (auto* const box = qobject_cast<QComboBox*>(widget)) {
        box->setCurrentIndex(box->findData(m_preferences.text(preference)));
    } else if (auto* const number = qobject_cast<QSpinBox*>(widget)) {
        const int factor = preference == Preference::FontScale ? 100 : 1;
        number->setValue(qRound(m_preferences.value(preference).toDouble() * factor));
    } else if (auto* const text = qobject_cast<QPlainTextEdit*>(widget); text && !text->hasFocus()) {
        text->setPlainText(m_preferences.value(preference).toStringList().join(QLatin1Char('\n')));
    }
}

void PreferencesDialog::retranslate()
{
    setWindowTitle(tr("Preferences"));
    m_tabs->setTabText(0, tr("General"));
    m_tabs->setTabText(1, tr("Keys"));
    for (const PreferenceInfo& line : preferenceTable()) {
        const int key = static_cast<int>(line.id);
        const QString title = QCoreApplication::translate("Preferences", line.title);
        const QString purpose = QCoreApplication::translate("Preferences", line.purpose);
        m_editors[key]->setAccessibleName(title);
        m_editors[key]->setAccessibleDescription(purpose);
        if (!m_titles.contains(key))
            continue;
        m_titles[key]->setText(title);
        m_purposes[key]->setText(purpose);
        if (auto* const box = qobject_cast<QComboBox*>(m_editors[key])) {
            for (int i = 0; i < box->count(); ++i)
                box->setItemText(i, choiceWord(line, line.choices[static_cast<std::size_t>(i)]));
        }
        if (auto* const text = qobject_cast<QPlainTextEdit*>(m_editors[key]))
            text->setPlaceholderText(tr("/path/in/the/dump=/path/on/this/computer"));
        load(line.id);
    }
}

} // namespace dumpscope::gui
