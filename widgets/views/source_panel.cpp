// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/fonts.h"
#include "common/icons.h"
#include "common/metrics.h"
#include "common/theme.h"
#include "documents/preferences.h"
#include "documents/program_lines.h"
#include "views/message_page.h"
#include "views/panel.h"

#include <QDesktopServices>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QStackedLayout>
#include <QTextBlock>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

constexpr qint64 kMostBytes = 4 << 20; ///< of a source file; nobody writes longer ones by hand
constexpr int kFramesShown = 4;

using Lines = std::shared_ptr<const ProgramLines>;

QString fromCore(const std::string& text)
{
    return QString::fromStdString(text);
}

/// A file with the number of each line in front of it.
core::Result<QString> numbered(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tl::make_unexpected(core::makeError(core::Code::NotFound, file.errorString().toStdString()));
    const QStringList lines = QString::fromUtf8(file.read(kMostBytes)).split(QLatin1Char('\n'));
    const int width = static_cast<int>(QString::number(lines.size()).size());
    QString text;
    for (qsizetype i = 0; i < lines.size(); ++i)
        text += QStringLiteral("%1  %2\n").arg(i + 1, width).arg(lines[i]);
    return text;
}

/// The lines of the user's program that made the selected operator: where they stand, and the file if it
/// is at hand (preference "Source folders").
class SourcePanel : public Panel {
    Q_OBJECT
public:
    explicit SourcePanel(Workbench& workbench);

    QString title() const override { return tr("Source"); }
    bool isSettled() const override
    {
        const auto isOver = [](const LatestOnly& slot) { return !slot.task() || slot.task()->isOver(); };
        return isOver(m_graphs) && isOver(m_reading);
    }

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        else if (event->type() == QEvent::PaletteChange)
            markLine();
        Panel::changeEvent(event);
    }
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        follow();
    }

private:
    void retranslate();
    void follow();
    void showFrames();
    void showFile();
    void showText(const QString& text);
    void markLine();
    [[nodiscard]] QString localPath() const;

    Workbench& m_workbench;
    QListWidget* m_frames;
    QLabel* m_path;
    QToolButton* m_open;
    QPlainTextEdit* m_text;
    MessagePage *m_message, *m_missing;
    QStackedLayout *m_pages, *m_filePages;
    QPointer<OpenedRoot> m_root; ///< whose graphs `m_lines` are
    std::shared_ptr<const core::DumpIndex> m_index;
    Lines m_lines;
    std::vector<ProgramLines::Frame> m_shown;
    LatestOnly m_graphs, m_reading;
};

SourcePanel::SourcePanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_frames(new QListWidget(this))
    , m_path(new QLabel(this))
    , m_open(new QToolButton(this))
    , m_text(new QPlainTextEdit(this))
    , m_message(new MessagePage(this))
    , m_missing(new MessagePage(this))
    , m_pages(new QStackedLayout)
    , m_filePages(new QStackedLayout)
{
    m_frames->setFont(monospaceFont());
    m_frames->setFrameShape(QFrame::NoFrame);
    m_frames->setFixedHeight(kFramesShown * rowHeight());
    m_text->setFont(monospaceFont());
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_path->setFont(monospaceFont(secondaryFont()));
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_path->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_open->setAutoRaise(true);
    m_open->setIcon(icon("open"));
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(kLarge, kTiny, kSmall, kTiny);
    bar->addWidget(m_path, 1);
    bar->addWidget(m_open);
    m_filePages->addWidget(m_missing);
    m_filePages->addWidget(m_text);
    auto* const page = new QWidget(this);
    auto* const body = new QVBoxLayout(page);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(m_frames);
    body->addLayout(bar);
    body->addLayout(m_filePages, 1);
    m_pages->addWidget(m_message);
    m_pages->addWidget(page);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(m_pages);
    setFocusProxy(m_frames);
    setMinimumSize(scaled(160), scaled(120));
    connect(&workbench.selection, &Selection::tensorChanged, this, &SourcePanel::follow);
    connect(&workbench.session, &Session::rootChanged, this, [this](const OpenedRoot* root) {
        if (root == m_root)
            m_lines.reset();
        follow();
    });
    connect(m_frames, &QListWidget::currentRowChanged, this, &SourcePanel::showFile);
    connect(m_open, &QToolButton::clicked, this,
        [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(localPath())); });
    if (workbench.preferences)
        connect(workbench.preferences, &Preferences::changed, this, [this](Preference preference) {
            if (preference == Preference::SourceFolders)
                showFile();
        });
    retranslate();
}

void SourcePanel::retranslate()
{
    m_frames->setAccessibleName(tr("Lines that made the operator"));
    m_text->setAccessibleName(tr("Source"));
    m_open->setToolTip(tr("Open the file"));
    m_open->setAccessibleName(m_open->toolTip());
    showFrames();
    emit titleChanged();
}

void SourcePanel::follow()
{
    const TensorRef& tensor = m_workbench.selection.tensor();
    if (!isVisible())
        return;
    if (!tensor.isValid() || (m_lines && m_root == tensor.root && m_index == tensor.root->index()))
        return showFrames();
    m_root = tensor.root;
    m_index = tensor.root->index();
    m_lines.reset();
    showFrames();
    m_graphs.replace(m_workbench.tasks.start<Lines>(
        Lane::Bulk, tr("Graphs of %1").arg(m_root->title()), this,
        [index = m_index](core::TaskContext& context, const TaskRunner::Post&) {
            return ProgramLines::read(*index, context);
        },
        [this](core::Result<Lines> lines) {
            if (lines)
                m_lines = *lines;
            showFrames();
        }));
}

void SourcePanel::showFrames()
{
    const TensorRef& tensor = m_workbench.selection.tensor();
    m_shown = m_lines && tensor.isValid() && tensor.root->index() == m_index
        ? m_lines->frames(tensor.id)
        : std::vector<ProgramLines::Frame>();
    m_frames->clear();
    for (const ProgramLines::Frame& frame : m_shown) {
        auto* const item = new QListWidgetItem(QStringLiteral("%1:%2  %3")
                                                   .arg(QFileInfo(fromCore(frame.file)).fileName())
                                                   .arg(frame.line)
                                                   .arg(fromCore(frame.code)),
            m_frames);
        item->setSizeHint({0, rowHeight()});
    }
    m_pages->setCurrentIndex(m_shown.empty() ? 0 : 1);
    if (!m_shown.empty())
        return m_frames->setCurrentRow(0);
    if (!tensor.isValid())
        m_message->show(tr("Select a tensor to see its source."), {});
    else if (!m_lines)
        m_message->show(tr("Reading the graphs of this dump."), {});
    else if (!m_lines->hasGraph())
        m_message->show(tr("This dump has no graph."), {});
    else
        m_message->show(tr("The graph names no line of the program for this operator."), {});
}

QString SourcePanel::localPath() const
{
    const int row = m_frames->currentRow();
    if (row < 0 || static_cast<std::size_t>(row) >= m_shown.size())
        return {};
    const QString path = fromCore(m_shown[static_cast<std::size_t>(row)].file);
    return m_workbench.preferences ? m_workbench.preferences->mappedSource(path) : path;
}

void SourcePanel::showFile()
{
    const QString path = localPath();
    m_path->setText(path);
    m_path->setToolTip(path);
    if (path.isEmpty())
        return;
    m_reading.replace(m_workbench.tasks.start<QString>(
        Lane::Interactive, tr("Read %1").arg(path), this,
        [path](core::TaskContext&, const TaskRunner::Post&) { return numbered(path); },
        [this, path](core::Result<QString> text) {
            if (path != localPath())
                return;
            m_open->setEnabled(text.has_value());
            if (text)
                return showText(*text);
            m_missing->show(tr("The file %1 is not here.").arg(path), tr("Set the source folder"),
                [this] { m_workbench.actions.trigger("edit.preferences"); });
            m_filePages->setCurrentWidget(m_missing);
        }));
}

void SourcePanel::showText(const QString& text)
{
    if (m_text->toPlainText() != text)
        m_text->setPlainText(text);
    m_filePages->setCurrentWidget(m_text);
    markLine();
}

void SourcePanel::markLine()
{
    const int row = m_frames->currentRow();
    if (row < 0 || static_cast<std::size_t>(row) >= m_shown.size())
        return;
    const auto line = static_cast<int>(m_shown[static_cast<std::size_t>(row)].line);
    const QTextBlock block = m_text->document()->findBlockByNumber(std::max(0, line - 1));
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(block);
    mark.format.setBackground(Theme::of(this).color(Token::Selection));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    m_text->setExtraSelections({mark});
    m_text->setTextCursor(QTextCursor(block));
    m_text->centerCursor();
}

} // namespace

void register_source_panel(PanelRegistry& registry)
{
    registry.add({"source", "source", [](Workbench& workbench) { return new SourcePanel(workbench); }});
}

} // namespace dumpscope::gui

#include "source_panel.moc"
