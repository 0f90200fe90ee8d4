// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/help_window.h"

#include "chrome/shortcut_editor.h"
#include "common/actions.h"
#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/language.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "readers/format_registry.h"

#include <QDir>
#include <QEvent>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextFrame>
#include <QTextTable>

namespace dumpscope::gui {

namespace {

/// The list begins and ends with these; between them stand all other pages that are bundled. A panel's page
/// has the panel's id.
constexpr const char* kFirst[] = {"workflow", "dumps", "tensors", "tensor-view", "statistics", "overflow",
    "problems", "bookmarks", "results", "difference", "why"};
constexpr const char* kLast[] = {"metrics", "formats", "filter", "preferences", "shortcuts", "command-line"};

/// Pages are handed over; a link in one never makes it read a file.
class HelpText : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;
    QVariant loadResource(int type, const QUrl&) override { return noResource(type); }
};

QStringList gatherTopics()
{
    QStringList ids, last;
    for (const char* topic : kFirst)
        ids.append(QLatin1String(topic));
    for (const char* topic : kLast)
        last.append(QLatin1String(topic));
    const QStringList pages
        = QDir(QStringLiteral(":/help/") + languages().first()).entryList({QStringLiteral("*.md")});
    for (const QString& page : pages) {
        const QString id = page.chopped(3);
        if (!ids.contains(id) && !last.contains(id))
            ids.append(id);
    }
    return ids + last;
}

/// A bundled page in the language of the window, else in English.
QString page(const QString& name)
{
    for (const QString& folder : {currentLanguage(), languages().first()}) {
        QFile file(QStringLiteral(":/help/%1/%2.md").arg(folder, name));
        if (file.open(QIODevice::ReadOnly))
            return QString::fromUtf8(file.readAll());
    }
    return {};
}

QString headingOf(const QString& markdown)
{
    return markdown.section(QLatin1Char('\n'), 0, 0).mid(2).trimmed();
}

QString fromStd(const std::string& text)
{
    return QString::fromStdString(text);
}

/// A cell of a Markdown table.
QString cell(QString text)
{
    return text.replace(QLatin1Char('|'), QStringLiteral("\\|"))
        .replace(QLatin1Char('*'), QStringLiteral("\\*"));
}

/// One line between cells, where Markdown gives each cell a frame of its own.
void dressTables(QTextDocument& text, const QColor& line)
{
    for (QTextFrame* const frame : text.rootFrame()->childFrames()) {
        auto* const table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(line);
        format.setCellSpacing(0);
        format.setCellPadding(scaled(kSmall));
        table->setFormat(format);
    }
}

/// All of a heading, where Markdown forgets one that begins with code.
void dressHeadings(QTextDocument& text)
{
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        if (level == 0)
            continue;
        QTextCharFormat format;
        format.setFontWeight(QFont::Bold);
        format.setProperty(QTextFormat::FontSizeAdjustment, 4 - level);
        QTextCursor heading(block);
        heading.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        heading.mergeCharFormat(format);
    }
}

} // namespace

HelpWindow::HelpWindow(const core::FormatRegistry& formats, const ActionRegistry& actions, QWidget* parent)
    : QDialog(parent)
    , m_formats(formats)
    , m_actions(actions)
    , m_topics(new QListWidget(this))
    , m_text(new HelpText(this))
{
    m_topics->setFixedWidth(scaled(170));
    m_topics->setFrameShape(QFrame::NoFrame);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenExternalLinks(true);
    m_text->document()->setDocumentMargin(kVast);
    for (const QString& topic : topics()) {
        auto* const item = new QListWidgetItem(m_topics);
        item->setData(Qt::UserRole, topic);
    }
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(m_topics);
    layout->addWidget(m_text, 1);
    connect(m_topics, &QListWidget::currentRowChanged, this, &HelpWindow::load);
    connect(&actions, &ActionRegistry::keysChanged, this, &HelpWindow::load);
    m_topics->setCurrentRow(0);
    keepTranslated(this, &HelpWindow::retranslate);
    onChange(this, {QEvent::PaletteChange}, [this] { load(); });
    resize(scaled(920), scaled(680));
}

QStringList HelpWindow::topics()
{
    static const QStringList ids = gatherTopics();
    return ids;
}

QString HelpWindow::topicFor(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget()) {
        const QString topic = widget->property("help").toString();
        if (topics().contains(topic))
            return topic;
    }
    return topics().first();
}

bool HelpWindow::showTopic(const QString& topic)
{
    const auto row = topics().indexOf(topic);
    if (row < 0)
        return false;
    m_topics->setCurrentRow(static_cast<int>(row));
    show();
    raise();
    activateWindow();
    return true;
}

void HelpWindow::load()
{
    if (m_topics->currentRow() < 0)
        return;
    m_text->setMarkdown(textOf(m_topics->currentItem()->data(Qt::UserRole).toString()));
    dressHeadings(*m_text->document());
    dressTables(*m_text->document(), Theme::of(this).color(Token::Border));
}

QString HelpWindow::textOf(const QString& topic) const
{
    if (topic == QLatin1String("formats"))
        return formatsText();
    return topic == QLatin1String("shortcuts") ? shortcutsText() : page(topic);
}

QString HelpWindow::formatsText() const
{
    QString text
        = QStringLiteral("# %1\n\n%2\n\n| %3 | %4 | %5 |\n|---|---|---|\n")
              .arg(tr("Formats"), tr("A file is recognised by its content; its name is only a hint."),
                  tr("Format"), tr("Files"), tr("Supports"));
    for (const auto& reader : m_formats.readers()) {
        const core::ReaderInfo& info = reader->info();
        QStringList patterns, abilities;
        for (const std::string& pattern : info.patterns)
            patterns.append(QLatin1Char('`') + fromStd(pattern) + QLatin1Char('`'));
        const std::pair<bool, QString> words[] = {{info.can.values, tr("values")},
            {info.can.statistics, tr("statistics")}, {info.can.graph, tr("graph")},
            {info.can.overflow, tr("overflow")}, {info.can.write, tr("write")}};
        for (const auto& [can, word] : words) {
            if (can)
                abilities.append(word);
        }
        text += QStringLiteral("| %1 | %2 | %3 |\n")
                    .arg(cell(coreWords(info.title)), patterns.join(QLatin1Char(' ')),
                        abilities.join(QStringLiteral(", ")));
    }
    return text;
}

QString HelpWindow::shortcutsText() const
{
    QString text = QStringLiteral("# %1\n").arg(tr("Shortcuts"));
    int context = -1;
    // The table is not sorted by context.
    for (int wanted = 0; wanted <= static_cast<int>(KeyContext::Capture); ++wanted) {
        for (const ActionInfo& info : actionTable()) {
            const QList<QKeySequence> keys = m_actions.action(info.id)->shortcuts();
            if (static_cast<int>(info.context) != wanted || keys.isEmpty())
                continue;
            if (context != wanted) {
                context = wanted;
                text += QStringLiteral("\n## %1\n\n| %2 | %3 |\n|---|---|\n")
                            .arg(contextWord(context), tr("Keys"), tr("Action"));
            }
            QStringList names;
            for (const QKeySequence& key : keys)
                names.append(QLatin1Char('`') + key.toString(QKeySequence::NativeText) + QLatin1Char('`'));
            text += QStringLiteral("| %1 | %2 |\n")
                        .arg(names.join(QLatin1Char(' ')), cell(m_actions.title(info.id)));
        }
    }
    return text;
}

void HelpWindow::retranslate()
{
    setWindowTitle(tr("Help"));
    m_topics->setAccessibleName(tr("Topics"));
    m_text->setAccessibleName(tr("Help"));
    for (int row = 0; row < m_topics->count(); ++row)
        m_topics->item(row)->setText(headingOf(textOf(topics().at(row))));
    load();
}

} // namespace dumpscope::gui
