// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_form_view.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "config/json_edit.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QWheelEvent>

namespace dumpscope::gui {

namespace {

using Field = core::ConfigField;
using Type = Field::Type;

constexpr int kTypingPauseMs = 350;
constexpr int kListLines = 3;
constexpr int kLineHeight = 24; ///< labels stand beside the first line of their field

QString jsonOf(const QString& text)
{
    return fromCore(core::compactJson(core::jsonText(text.toStdString())));
}

core::JsonValue valueOf(const Field& field)
{
    return field.value ? core::parseJson(*field.value).value_or(core::JsonValue()) : core::JsonValue();
}

/// What a value looks like in a line: texts bare, lists with commas, the rest as JSON.
QString lineText(const Field& field)
{
    if (!field.value)
        return {};
    const core::JsonValue value = valueOf(field);
    if (value.isString())
        return fromCore(value.text);
    if (field.type != Type::Numbers || !value.isArray())
        return fromCore(*field.value);
    QStringList items;
    for (const core::JsonValue& item : value.items)
        items.append(fromCore(core::compactJson(item)));
    return items.join(QStringLiteral(", "));
}

QStringList listOf(const Field& field)
{
    QStringList items;
    for (const core::JsonValue& item : valueOf(field).items)
        items.append(fromCore(item.isString() ? item.text : core::compactJson(item)));
    return items;
}

QString jsonList(const QStringList& items)
{
    QStringList literals;
    for (const QString& item : items)
        literals.append(jsonOf(item));
    return QLatin1Char('[') + literals.join(QStringLiteral(", ")) + QLatin1Char(']');
}

/// JSON of what is typed into a line; empty for nothing.
QString typedJson(const Field& field, const QString& text)
{
    const QString bare = text.trimmed();
    if (bare.isEmpty())
        return {};
    if (field.type == Type::Text || field.type == Type::Choice)
        return jsonOf(text);
    if (field.type == Type::Numbers) {
        const QString list = QLatin1Char('[') + bare + QLatin1Char(']');
        return core::parseJson(list.toStdString()) ? list : jsonOf(text);
    }
    // what is no JSON is written as a text, so that the validator can say what belongs there
    return core::parseJson(bare.toStdString()) ? bare : jsonOf(text);
}

/// Wheels over a form scroll it, and change nothing.
class QuietCombo : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

} // namespace

ConfigFormView::ConfigFormView(QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_due.setSingleShot(true);
    m_due.setInterval(kTypingPauseMs);
    connect(&m_due, &QTimer::timeout, this, &ConfigFormView::flush);
}

void ConfigFormView::flush()
{
    m_due.stop();
    const QString path = std::exchange(m_pendingPath, {});
    if (!path.isEmpty())
        emit edited(path, m_pendingJson);
}

void ConfigFormView::later(const QString& path, const QString& json)
{
    if (path != m_pendingPath)
        flush();
    m_pendingPath = path;
    m_pendingJson = json;
    m_due.start();
}

void ConfigFormView::setFields(std::vector<Field> fields)
{
    const auto isSame = [](const Field& a, const Field& b) {
        return a.path == b.path && a.type == b.type && a.words == b.words && a.section == b.section
            && (a.type != Type::Item || a.value.has_value() == b.value.has_value());
    };
    const bool keeps = std::ranges::equal(fields, m_fields, isSame);
    m_fields = std::move(fields);
    if (!keeps)
        return rebuild();
    m_isFilling = true;
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        fill(i);
    m_isFilling = false;
}

void ConfigFormView::setProblems(const std::vector<core::ConfigProblem>& problems)
{
    m_problems = problems;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        mark(i);
}

QWidget* ConfigFormView::editorOf(const std::string& path) const
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_fields[i].path == path)
            return m_rows[i].editor;
    }
    return nullptr;
}

void ConfigFormView::rebuild()
{
    std::string focused;
    for (std::size_t i = 0; i < m_rows.size() && i < m_fields.size(); ++i) {
        if (m_rows[i].editor != nullptr && m_rows[i].editor->hasFocus())
            focused = m_rows[i].editor->objectName().toStdString();
    }
    const int position = verticalScrollBar()->value();
    m_isFilling = true;
    auto* const page = new QWidget;
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* const layout = new QFormLayout(page);
    layout->setContentsMargins(scaledMargins(kLarge, kMedium, kLarge, kMedium));
    layout->setHorizontalSpacing(scaled(kLarge));
    layout->setVerticalSpacing(scaled(kSmall));
    layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_rows.assign(m_fields.size(), {});
    std::string section;
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const Field& field = m_fields[i];
        if (field.section != section && field.type != Type::Item) {
            auto* const heading = new QLabel(fromCore(field.section), page);
            QFont bold = heading->font();
            bold.setBold(true);
            heading->setFont(bold);
            if (field.section.find('[') == std::string::npos) // an item has its own line
                layout->addRow(heading);
            else
                heading->hide();
        }
        section = field.section;
        auto* const label = new QLabel(fromCore(field.name), page);
        label->setFont(monospaceFont(secondaryFont()));
        label->setForegroundRole(QPalette::WindowText);
        label->setMinimumHeight(scaled(kLineHeight));
        QWidget* const editor = makeEditor(field, page);
        if (QWidget* const inner = editor->focusProxy() ? editor->focusProxy() : editor) {
            inner->setAccessibleName(fromCore(field.path));
            inner->setAccessibleDescription(coreWords(field.hint));
        }
        editor->setObjectName(fromCore(field.path));
        label->setBuddy(editor);
        layout->addRow(label, editor);
        m_rows[i] = {label, editor};
    }
    setWidget(page);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        fill(i);
        mark(i);
    }
    m_isFilling = false;
    verticalScrollBar()->setValue(position);
    if (QWidget* const again = focused.empty() ? nullptr : editorOf(focused))
        again->setFocus();
}

QWidget* ConfigFormView::makeEditor(const Field& field, QWidget* parent)
{
    if (!field.meanings.empty())
        return makeChoice(field, parent);
    switch (field.type) {
    case Type::Flag:
    case Type::Choice:
        return makeChoice(field, parent);
    case Type::Choices:
        return makeChoices(field, parent);
    case Type::Texts:
        return makeList(field, parent);
    case Type::Item:
        return makeItem(field, parent);
    case Type::Number:
    case Type::Text:
    case Type::Numbers:
    case Type::Json:
        break;
    }
    return makeLine(field, parent);
}

QWidget* ConfigFormView::makeChoice(const Field& field, QWidget* parent)
{
    auto* const choice = new QuietCombo(parent);
    choice->setFocusPolicy(Qt::StrongFocus);
    choice->addItem(tr("not set"));
    const bool isFlag = field.type == Type::Flag;
    for (const std::string& word : isFlag ? std::vector<std::string> {"true", "false"} : field.words)
        choice->addItem(fromCore(word), isFlag ? fromCore(word) : jsonOf(fromCore(word)));
    for (const auto& [number, meaning] : field.meanings)
        choice->addItem(
            QString::number(number) + QStringLiteral(": ") + coreWords(meaning), QString::number(number));
    choice->setProperty("known", choice->count());
    connect(choice, &QComboBox::activated, this, [this, choice, path = fromCore(field.path)](int index) {
        flush();
        emit edited(path, choice->itemData(index).toString());
    });
    return choice;
}

QWidget* ConfigFormView::makeChoices(const Field& field, QWidget* parent)
{
    auto* const button = new QPushButton(parent);
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    button->setAutoDefault(false);
    auto* const menu = new QMenu(button);
    for (const std::string& word : field.words) {
        QAction* const action = menu->addAction(fromCore(word));
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, menu, path = fromCore(field.path)] {
            QStringList words;
            for (const QAction* one : menu->actions()) {
                if (one->isChecked())
                    words.append(one->text());
            }
            flush();
            emit edited(path, words.isEmpty() ? QString() : jsonList(words));
        });
    }
    button->setMenu(menu);
    return button;
}

QWidget* ConfigFormView::makeLine(const Field& field, QWidget* parent)
{
    auto* const line = new QLineEdit(parent);
    if (field.type == Type::Json || field.type == Type::Numbers)
        line->setFont(monospaceFont());
    line->setPlaceholderText(field.hint.empty() ? tr("not set") : coreWords(field.hint));
    connect(line, &QLineEdit::textEdited, this,
        [this, field](const QString& text) { later(fromCore(field.path), typedJson(field, text)); });
    connect(line, &QLineEdit::editingFinished, this, &ConfigFormView::flush);
    if (!field.namesOperators)
        return line;
    auto* const pick = new QAction(icon("operator"), tr("Pick operators"), line);
    connect(
        pick, &QAction::triggered, this, [this, path = fromCore(field.path)] { emit pickRequested(path); });
    line->addAction(pick, QLineEdit::TrailingPosition);
    return line;
}

QWidget* ConfigFormView::makeList(const Field& field, QWidget* parent)
{
    auto* const box = new QWidget(parent);
    auto* const text = new QPlainTextEdit(box);
    text->setFont(monospaceFont());
    text->setTabChangesFocus(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFixedHeight(kListLines * text->fontMetrics().lineSpacing() + 3 * kSmall);
    text->setPlaceholderText(tr("one per line"));
    auto* const layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(scaled(kSmall));
    layout->addWidget(text, 1);
    box->setFocusProxy(text);
    connect(text, &QPlainTextEdit::textChanged, this, [this, text, path = fromCore(field.path)] {
        if (m_isFilling)
            return;
        const QStringList lines = text->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        later(path, lines.isEmpty() ? QStringLiteral("[]") : jsonList(lines));
    });
    if (field.namesOperators) {
        auto* const pick = new QToolButton(box);
        pick->setIcon(icon("operator"));
        pick->setAutoRaise(true);
        pick->setToolTip(tr("Pick operators"));
        pick->setAccessibleName(pick->toolTip());
        layout->addWidget(pick, 0, Qt::AlignTop);
        connect(pick, &QToolButton::clicked, this,
            [this, path = fromCore(field.path)] { emit pickRequested(path); });
    }
    return box;
}

QWidget* ConfigFormView::makeItem(const Field& field, QWidget* parent)
{
    auto* const button = new QToolButton(parent);
    const bool isThere = field.value.has_value();
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIcon(icon(isThere ? "trash" : "plus"));
    button->setText(isThere ? tr("Remove") : tr("Add"));
    connect(button, &QToolButton::clicked, this, [this, isThere, path = fromCore(field.path)] {
        flush();
        emit edited(path, isThere ? QString() : QStringLiteral("{}"));
    });
    return button;
}

void ConfigFormView::fill(std::size_t i)
{
    const Field& field = m_fields[i];
    QWidget* const editor = m_rows[i].editor;
    if (fromCore(field.path) == m_pendingPath)
        return; // what is being typed is newer
    if (auto* const choice = qobject_cast<QComboBox*>(editor)) {
        const int place = field.value ? choice->findData(fromCore(*field.value)) : 0;
        const int own = choice->property("known").toInt();
        while (choice->count() > own)
            choice->removeItem(choice->count() - 1);
        if (place < 0) // not a word it knows: shown as it is
            choice->addItem(lineText(field), fromCore(*field.value));
        choice->setCurrentIndex(place < 0 ? choice->count() - 1 : place);
    } else if (auto* const line = qobject_cast<QLineEdit*>(editor)) {
        if (line->text() != lineText(field))
            line->setText(lineText(field));
    } else if (auto* const text = editor->findChild<QPlainTextEdit*>()) {
        const QString lines = listOf(field).join(QLatin1Char('\n'));
        const QStringList shown = text->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        if (shown != listOf(field))
            text->setPlainText(lines);
    } else if (auto* const button = qobject_cast<QPushButton*>(editor); button != nullptr && button->menu()) {
        const QStringList words = listOf(field);
        for (QAction* action : button->menu()->actions())
            action->setChecked(words.contains(action->text()));
        button->setText(field.value ? words.join(QStringLiteral(", ")) : tr("not set"));
    }
}

/// A field whose key, or something inside of it, has a problem: its label takes the colour, the field the
/// tip.
void ConfigFormView::mark(std::size_t i)
{
    const Field& field = m_fields[i];
    const core::ConfigProblem* worst = nullptr;
    QStringList tips;
    for (const core::ConfigProblem& problem : m_problems) {
        const bool isOfIt = problem.key == field.path
            || (field.type != Type::Item && problem.key.starts_with(field.path)
                && (problem.key[field.path.size()] == '[' || problem.key[field.path.size()] == '.'));
        if (!isOfIt)
            continue;
        tips.append(coreAdvice(problem.message, problem.fix));
        if (worst == nullptr || problem.severity > worst->severity)
            worst = &problem;
    }
    QLabel* const label = m_rows[i].label;
    QFont font = monospaceFont(secondaryFont());
    font.setBold(field.type == Type::Item);
    QPalette palette = label->palette();
    Token token = Token::Secondary;
    if (worst != nullptr && worst->severity != core::Severity::Hint) {
        token = worst->severity == core::Severity::Error ? Token::Fail : Token::Warn;
        font.setUnderline(true);
    }
    palette.setColor(QPalette::WindowText, Theme::of(this).color(token));
    label->setPalette(palette);
    label->setFont(font);
    label->setText(fromCore(field.name) + (field.isRequired ? QStringLiteral(" *") : QString()));
    const QString tip = tips.isEmpty() ? coreWords(field.hint) : tips.join(QLatin1Char('\n'));
    label->setToolTip(tip);
    QWidget* const editor = m_rows[i].editor;
    editor->setToolTip(tip);
    QWidget* const inner = editor->focusProxy() ? editor->focusProxy() : editor;
    inner->setAccessibleDescription(tip);
}

void ConfigFormView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && !m_fields.empty()) {
        flush();
        rebuild();
    } else if (event->type() == QEvent::PaletteChange) {
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            mark(i);
    }
}

} // namespace dumpscope::gui
