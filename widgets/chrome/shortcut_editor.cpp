// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/shortcut_editor.h"

#include "common/actions.h"
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/icons.h"
#include "common/keymap.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "documents/preferences.h"
#include "io/atomic_file.h"
#include "io/posix_file.h"
#include "kit/cell_delegate.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <array>

namespace dumpscope::gui {

namespace {

constexpr int kIdRole = Qt::UserRole + 100;

constexpr std::array kContexts {QT_TRANSLATE_NOOP("Contexts", "Everywhere"),
    QT_TRANSLATE_NOOP("Contexts", "Trees, tables and graph"),
    QT_TRANSLATE_NOOP("Contexts", "Grid, heatmap and difference"), QT_TRANSLATE_NOOP("Contexts", "Graph"),
    QT_TRANSLATE_NOOP("Contexts", "Pairing"), QT_TRANSLATE_NOOP("Contexts", "Capture")};

constexpr unsigned kMostKeymapBytes = 1U << 20U;

/// A chooser that nothing waits for.
void askForKeymap(ShortcutEditor* editor, const QString& title, QFileDialog::AcceptMode mode,
    void (ShortcutEditor::*then)(const QString&))
{
    auto* const chooser = new QFileDialog(editor, title);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(mode);
    chooser->setFileMode(mode == QFileDialog::AcceptSave ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    chooser->setNameFilters({ShortcutEditor::tr("Keys (*.json)"), ShortcutEditor::tr("All files (*)")});
    chooser->setDefaultSuffix(QStringLiteral("json"));
    QObject::connect(chooser, &QFileDialog::fileSelected, editor, then);
    chooser->show();
}

QString keysText(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts.append(key.toString(QKeySequence::NativeText));
    return texts.join(QStringLiteral("   "));
}

} // namespace

QString contextWord(int context)
{
    return QCoreApplication::translate("Contexts", kContexts[static_cast<std::size_t>(context)]);
}

ShortcutEditor::ShortcutEditor(ActionRegistry& actions, Preferences& preferences, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_preferences(preferences)
    , m_filter(new QLineEdit(this))
    , m_view(new QTreeView(this))
    , m_model(new QStandardItemModel(this))
    , m_keys(new QKeySequenceEdit(this))
    , m_label(new QLabel(this))
    , m_notice(new QLabel(this))
    , m_reset(new QPushButton(this))
    , m_resetAll(new QPushButton(this))
    , m_export(new QPushButton(this))
    , m_import(new QPushButton(this))
{
    setProperty("help", QStringLiteral("shortcuts"));
    m_filter->addAction(icon("filter"), QLineEdit::LeadingPosition);
    m_view->setModel(m_model);
    m_view->setItemDelegate(new CellDelegate(m_view));
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setUniformRowHeights(true);
    m_view->setAlternatingRowColors(true);
    m_view->setRootIsDecorated(false);
    m_view->header()->setStretchLastSection(true);
    m_notice->setWordWrap(true);
    m_label->setBuddy(m_keys);
    auto* const row = new QHBoxLayout;
    row->setSpacing(scaled(kLarge));
    row->addWidget(m_label);
    row->addWidget(m_keys, 1);
    row->addWidget(m_reset);
    auto* const all = new QHBoxLayout;
    all->setSpacing(scaled(kLarge));
    all->addWidget(m_resetAll);
    all->addStretch();
    all->addWidget(m_import);
    all->addWidget(m_export);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(scaled(kLarge));
    layout->addWidget(m_filter);
    layout->addWidget(m_view, 1);
    layout->addLayout(row);
    layout->addLayout(all);
    layout->addWidget(m_notice);

    connect(m_filter, &QLineEdit::textChanged, this, &ShortcutEditor::filter);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ShortcutEditor::showCurrent);
    connect(m_view, &QTreeView::activated, m_keys, qOverload<>(&QWidget::setFocus));
    connect(m_keys, &QKeySequenceEdit::editingFinished, this, [this] {
        const QByteArray id = currentId();
        if (!id.isEmpty() && !m_keys->keySequence().isEmpty()
            && m_keys->keySequence() != m_actions.action(id)->shortcut())
            assign(id, m_keys->keySequence());
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        const QByteArray id = currentId();
        if (id.isEmpty())
            return;
        m_actions.remap(id, m_actions.defaultKeys(id));
        rememberKeys(m_preferences, m_actions);
    });
    connect(m_resetAll, &QPushButton::clicked, this, [this] { m_preferences.reset(Preference::Keys); });
    connect(m_export, &QPushButton::clicked, this, &ShortcutEditor::askForExport);
    connect(m_import, &QPushButton::clicked, this, &ShortcutEditor::askForImport);
    connect(&m_actions, &ActionRegistry::keysChanged, this, &ShortcutEditor::fill);
    keepTranslated(this, &ShortcutEditor::retranslate);
}

QByteArray ShortcutEditor::currentId() const
{
    return m_view->currentIndex().siblingAtColumn(0).data(kIdRole).toByteArray();
}

QString ShortcutEditor::notice() const
{
    return m_notice->text();
}

void ShortcutEditor::say(const QString& notice)
{
    m_notice->setText(notice);
    m_notice->setVisible(!notice.isEmpty());
}

bool ShortcutEditor::assign(QByteArrayView id, const QKeySequence& key)
{
    const QList<QByteArray> clashes = m_actions.conflicts(id, {key});
    if (!clashes.isEmpty()) {
        say(tr("%1 is already the key of %2. Give that another key first.")
                .arg(key.toString(QKeySequence::NativeText),
                    m_actions.title(clashes.first()).remove(QChar(0x2026)))); // no dots before the full stop
        return false;
    }
    say(QString());
    const QByteArray kept = id.toByteArray();
    m_actions.remap(kept, {key});
    rememberKeys(m_preferences, m_actions);
    selectAction(kept);
    return true;
}

void ShortcutEditor::askForExport()
{
    askForKeymap(this, m_actions.title("keys.export"), QFileDialog::AcceptSave, &ShortcutEditor::exportKeys);
}

void ShortcutEditor::askForImport()
{
    askForKeymap(this, m_actions.title("keys.import"), QFileDialog::AcceptOpen, &ShortcutEditor::importKeys);
}

void ShortcutEditor::exportKeys(const QString& path)
{
    // Nothing but keys of before is replaced, whatever the name that was typed.
    if (QFileInfo::exists(path)) {
        const auto before = core::readSmallFile(path.toStdString(), kMostKeymapBytes);
        if (!before || !isKeymap(QByteArray::fromStdString(*before)))
            return say(tr("%1 does not hold keys and is left as it is. Choose another name.").arg(path));
    }
    const auto written = core::writeFileAtomically(path.toStdString(), asText(keymapText(m_actions)));
    say(written ? tr("Written: %1").arg(path) : coreSentence(written.error().text()));
}

void ShortcutEditor::importKeys(const QString& path)
{
    const auto text = core::readSmallFile(path.toStdString(), kMostKeymapBytes);
    if (!text)
        return say(coreSentence(text.error().text()));
    const KeymapImport made = importKeymap(QByteArray::fromStdString(*text), m_actions);
    if (!made.refusal.isEmpty())
        return say(made.refusal + QLatin1Char(' ') + tr("Nothing was changed."));
    rememberKeys(m_preferences, m_actions);
    QString words = tr("%n action(s) have other keys now.", nullptr, made.changed);
    if (!made.unknown.isEmpty())
        words += QLatin1Char(' ') + tr("Unknown actions: %1.").arg(made.unknown.join(QStringLiteral(", ")));
    say(words);
}

void ShortcutEditor::fill()
{
    const QByteArray before = currentId();
    m_model->clear();
    m_model->setHorizontalHeaderLabels({tr("Action"), tr("Keys"), tr("Id")});
    for (int context = 0; context < static_cast<int>(kContexts.size()); ++context) {
        auto* const group = new QStandardItem(contextWord(context));
        group->setData(true, BoldRole);
        for (const ActionInfo& line : actionTable()) {
            if (static_cast<int>(line.context) != context)
                continue;
            const QList<QKeySequence> keys = m_actions.action(line.id)->shortcuts();
            auto* const title = new QStandardItem(m_actions.title(line.id));
            title->setData(QByteArray(line.id), kIdRole);
            auto* const key = new QStandardItem(keysText(keys));
            key->setData(true, MonoRole);
            key->setData(keys != m_actions.defaultKeys(line.id), BoldRole);
            auto* const id = new QStandardItem(QString::fromLatin1(line.id));
            id->setData(true, DimRole);
            group->appendRow({title, key, id});
        }
        m_model->appendRow(group);
    }
    for (int row = 0; row < m_model->rowCount(); ++row)
        m_view->setFirstColumnSpanned(row, {}, true);
    m_view->expandAll();
    m_view->setColumnWidth(0, scaled(280));
    m_view->setColumnWidth(1, scaled(190));
    filter();
    selectAction(before);
    showCurrent();
}

void ShortcutEditor::filter()
{
    const QString wanted = m_filter->text();
    for (int i = 0; i < m_model->rowCount(); ++i) {
        const QStandardItem* const group = m_model->item(i);
        bool any = false;
        for (int row = 0; row < group->rowCount(); ++row) {
            bool hit = wanted.isEmpty();
            for (int column = 0; column < group->columnCount() && !hit; ++column)
                hit = group->child(row, column)->text().contains(wanted, Qt::CaseInsensitive);
            m_view->setRowHidden(row, group->index(), !hit);
            any = any || hit;
        }
        m_view->setRowHidden(i, {}, !any);
    }
}

void ShortcutEditor::selectAction(QByteArrayView id)
{
    for (int i = 0; i < m_model->rowCount() && !id.isEmpty(); ++i) {
        const QStandardItem* const group = m_model->item(i);
        for (int row = 0; row < group->rowCount(); ++row) {
            if (group->child(row)->data(kIdRole).toByteArray() == id)
                m_view->setCurrentIndex(group->child(row)->index());
        }
    }
}

void ShortcutEditor::showCurrent()
{
    const QByteArray id = currentId();
    m_keys->setEnabled(!id.isEmpty());
    m_reset->setEnabled(!id.isEmpty() && m_actions.action(id)->shortcuts() != m_actions.defaultKeys(id));
    m_keys->setKeySequence(id.isEmpty() ? QKeySequence() : m_actions.action(id)->shortcut());
    say(QString());
}

void ShortcutEditor::retranslate()
{
    m_filter->setPlaceholderText(tr("action or key"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_view->setAccessibleName(tr("Actions and their keys"));
    m_keys->setAccessibleName(tr("New key"));
    m_label->setText(tr("New key"));
    m_reset->setText(tr("Reset key"));
    m_resetAll->setText(tr("Reset all keys"));
    m_export->setText(m_actions.title("keys.export"));
    m_import->setText(m_actions.title("keys.import"));
    fill();
}

ShortcutSheet::ShortcutSheet(ActionRegistry& actions, Preferences& preferences, QWidget* parent)
    : QDialog(parent)
    , m_editor(new ShortcutEditor(actions, preferences, this))
{
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(m_editor);
    setWindowTitle(tr("Shortcuts"));
    onChange(this, {QEvent::LanguageChange}, [this] { setWindowTitle(tr("Shortcuts")); });
    resize(scaled(680), scaled(620));
}

} // namespace dumpscope::gui
