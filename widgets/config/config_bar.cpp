// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_bar.h"

#include "common/icons.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "config/code_edit.h"
#include "config/program_menu.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHash>
#include <QMenu>
#include <QToolButton>

namespace dumpscope::gui {

namespace {

struct BarWords {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::ConfigEditor)
};

} // namespace

QString ConfigBar::fileName(const QString& kind)
{
    static const QHash<QString, QString> kNames {{QStringLiteral("acl"), QStringLiteral("acl.json")},
        {QStringLiteral("mindspore"), QStringLiteral("data_dump.json")},
        {QStringLiteral("msprobe"), QStringLiteral("config.json")},
        {QStringLiteral("tf"), QStringLiteral("dump_settings.py")}};
    return kNames.value(kind, kind);
}

ConfigBar::ConfigBar(CodeEdit* text, QWidget* parent)
    : QWidget(parent)
    , m_kind(new QComboBox(this))
{
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    layout->setSpacing(scaled(kTiny));
    m_kind->setMinimumContentsLength(8);
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    layout->addWidget(m_kind, 1);
    const auto button = [&](const char* iconName) {
        auto* const made = new QToolButton(this);
        made->setAutoRaise(true);
        made->setIcon(icon(iconName));
        layout->addWidget(made);
        return made;
    };
    m_presets = button("flag");
    m_presets->setPopupMode(QToolButton::InstantPopup);
    m_presets->setMenu(new QMenu(m_presets));
    m_program = button("device");
    m_program->setPopupMode(QToolButton::InstantPopup);
    m_programMenu = new ProgramMenu(m_program);
    m_program->setMenu(m_programMenu);
    m_undo = button("undo");
    m_redo = button("redo");
    m_showForm = button("menu");
    m_showText = button("source");
    for (QToolButton* const half : {m_showForm, m_showText}) {
        half->setCheckable(true);
        half->setChecked(true);
        connect(half, &QToolButton::toggled, this, [this, half](bool isOn) {
            if (QToolButton* const other = half == m_showForm ? m_showText : m_showForm;
                !isOn && !other->isChecked())
                other->setChecked(true);
            emit halvesChanged();
        });
    }
    m_open = button("open");
    m_save = button("save");
    m_copy = button("copy");
    connect(m_kind, &QComboBox::activated, this,
        [this](int index) { emit kindChosen(m_kind->itemData(index).toString()); });
    m_undo->setEnabled(text->document()->isUndoAvailable());
    m_redo->setEnabled(text->document()->isRedoAvailable());
    connect(m_undo, &QToolButton::clicked, text, &QPlainTextEdit::undo);
    connect(m_redo, &QToolButton::clicked, text, &QPlainTextEdit::redo);
    connect(text, &QPlainTextEdit::undoAvailable, m_undo, &QToolButton::setEnabled);
    connect(text, &QPlainTextEdit::redoAvailable, m_redo, &QToolButton::setEnabled);
    connect(m_open, &QToolButton::clicked, this, &ConfigBar::openRequested);
    connect(m_save, &QToolButton::clicked, this, &ConfigBar::saveRequested);
    connect(m_copy, &QToolButton::clicked, this, &ConfigBar::copyRequested);
    keepTranslated(this, &ConfigBar::retranslate);
}

void ConfigBar::retranslate()
{
    const auto name = [](QToolButton* button, const QString& text) {
        button->setToolTip(text);
        button->setAccessibleName(text);
    };
    name(m_presets, BarWords::tr("Presets"));
    name(m_program, BarWords::tr("Program that reads it"));
    name(m_undo, BarWords::tr("Undo"));
    name(m_redo, BarWords::tr("Redo"));
    name(m_showForm, BarWords::tr("Form"));
    name(m_showText, BarWords::tr("Text"));
    name(m_open, BarWords::tr("Open a dump configuration…"));
    name(m_save, BarWords::tr("Save the dump configuration…"));
    name(m_copy, BarWords::tr("Copy the line that makes the program read this configuration"));
    m_kind->setAccessibleName(BarWords::tr("Kind of configuration"));
    m_kind->setToolTip(
        BarWords::tr("Kind of configuration; choosing another one expresses the same request in that kind"));
}

void ConfigBar::setKinds(const QStringList& offered, const QString& current)
{
    m_kind->clear();
    for (const QString& id : offered)
        m_kind->addItem(fileName(id), id);
    m_kind->setCurrentIndex(m_kind->findData(current));
    m_programMenu->setKind(current);
}

void ConfigBar::setHasUsage(bool hasUsage)
{
    m_copy->setEnabled(hasUsage);
}

QMenu* ConfigBar::presets() const
{
    return m_presets->menu();
}

bool ConfigBar::isFormShown() const
{
    return m_showForm->isChecked();
}

bool ConfigBar::isTextShown() const
{
    return m_showText->isChecked();
}

void ConfigBar::setFormShown(bool isShown)
{
    m_showForm->setChecked(isShown);
}

void ConfigBar::setTextShown(bool isShown)
{
    m_showText->setChecked(isShown);
}

} // namespace dumpscope::gui
