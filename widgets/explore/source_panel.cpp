// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "documents/preferences.h"
#include "documents/program_lines.h"
#include "explore/source_view.h"
#include "graph/shown_graph.h"
#include "graph/source_lines.h"
#include "kit/message_page.h"
#include "kit/panel.h"

#include <QDesktopServices>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr qint64 kMostBytes = 4 << 20; ///< of a source file; nobody writes longer ones by hand
constexpr int kFramesShown = 4;

using Lines = std::shared_ptr<const ProgramLines>;

QString fromCore(const std::string& text)
{
    return QString::fromStdString(text);
}

/// A file of the program and what the graph says of its lines.
struct SourceText {
    bool isHere = false;
    QString text;             ///< the file, or the lines that the graph quotes
    std::vector<int> numbers; ///< of those
    std::vector<ProgramLines::Line> lines;
    std::vector<std::uint32_t> places; ///< of the lines in the text, by their order; 0: not there any more
    std::uint32_t framePlace = 0;      ///< the same of the line that was asked for

    /// Of a line by the number it was recorded with.
    [[nodiscard]] std::uint32_t placeOf(std::uint32_t recorded) const
    {
        const auto line = std::ranges::find(lines, recorded, &ProgramLines::Line::line);
        return line == lines.end() ? recorded : places[static_cast<std::size_t>(line - lines.begin())];
    }
};

SourceText readSource(const ProgramLines& known, const ProgramLines::Operator& op,
    const ProgramLines::Frame& frame, const QString& path)
{
    SourceText source;
    source.lines = known.linesOf(frame.file, op);
    QFile local(path);
    source.isHere = QFileInfo(path).isFile() && local.open(QIODevice::ReadOnly);
    if (source.isHere) {
        const QByteArray text = local.read(kMostBytes);
        source.text = QString::fromUtf8(text);
        std::vector<core::RecordedLine> recorded;
        for (const ProgramLines::Line& line : source.lines)
            recorded.push_back({line.line, line.code});
        recorded.push_back({frame.line, frame.code});
        source.places = core::placeLines({text.data(), static_cast<std::size_t>(text.size())}, recorded);
        source.framePlace = source.places.back();
        return source;
    }
    QStringList quoted;
    for (const ProgramLines::Line& line : source.lines) {
        quoted += fromCore(line.code).simplified();
        source.numbers.push_back(static_cast<int>(line.line));
        source.places.push_back(line.line);
    }
    source.text = quoted.join(QLatin1Char('\n'));
    source.framePlace = frame.line;
    return source;
}

/// Code that somebody else wrote: the line of the user is further out.
bool isOfLibrary(const std::string& file)
{
    return file.find("/site-packages/") != std::string::npos
        || file.find("/dist-packages/") != std::string::npos;
}

/// The lines of the user's program that made the selected operator: where they stand, and the file if it
/// is at hand (preference "Source folders"), else what the graph quotes of it. Every line tells the worst
/// of its operators and selects them.
class SourcePanel : public Panel {
    Q_OBJECT
public:
    explicit SourcePanel(Workbench& workbench);

    QString title() const override { return tr("Source"); }
    bool isSettled() const override
    {
        const auto isOver = [](const LatestOnly& slot) { return !slot.task() || slot.task()->isOver(); };
        return isOver(m_graphs) && isOver(m_reading) && m_workbench.graph.isSettled();
    }

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        Panel::changeEvent(event);
    }
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        m_workbench.graph.setWanted(this, true);
        follow();
    }
    void resizeEvent(QResizeEvent* event) override
    {
        Panel::resizeEvent(event);
        fitFrames();
    }
    void hideEvent(QHideEvent* event) override
    {
        Panel::hideEvent(event);
        m_workbench.graph.setWanted(this, false);
    }

private:
    void build();
    void connectAll();
    void retranslate();
    void follow();
    void showFrames();
    void fitFrames();
    void showFile();
    void take(SourceText source, const QString& path);
    void showNotice(const QString& path);
    void showMarks();
    void chooseLine(int number);
    [[nodiscard]] State stateOf(core::TensorId id) const;
    [[nodiscard]] std::vector<core::TensorId> tensorsHere(const ProgramLines::Operator& op) const;
    [[nodiscard]] const ProgramLines::Frame* frame() const;
    [[nodiscard]] int usualFrame() const;
    [[nodiscard]] QString localPath() const;

    Workbench& m_workbench;
    QListWidget* m_frames;
    QLabel *m_path, *m_notice; ///< where the file is; that it is not here
    QToolButton* m_open;
    SourceView* m_view;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    QPointer<OpenedRoot> m_root; ///< whose graphs `m_lines` are
    std::shared_ptr<const core::DumpIndex> m_index;
    Lines m_lines;
    std::vector<ProgramLines::Frame> m_shown;
    std::string m_file;             ///< as the graph has it: that of the frame last looked at
    std::uint32_t m_chosenLine = 0; ///< by a click; its operators are selected
    SourceText m_source;            ///< of that file
    LatestOnly m_graphs, m_reading;
};

SourcePanel::SourcePanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_frames(new QListWidget(this))
    , m_path(new QLabel(this))
    , m_notice(new QLabel(this))
    , m_open(new QToolButton(this))
    , m_view(new SourceView(this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
{
    build();
    connectAll();
    retranslate();
}

void SourcePanel::build()
{
    m_frames->setObjectName(QStringLiteral("source-frames"));
    m_frames->setFont(monospaceFont());
    m_frames->setFrameShape(QFrame::NoFrame);
    m_path->setObjectName(QStringLiteral("source-path"));
    m_path->setFont(monospaceFont(secondaryFont()));
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_path->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notice->setObjectName(QStringLiteral("source-missing"));
    m_notice->setWordWrap(true); // a panel is narrow
    makeRich(*m_notice);
    m_notice->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_notice->setContentsMargins(scaledMargins(kLarge, kTiny, kLarge, kSmall));
    m_notice->hide();
    m_open->setAutoRaise(true);
    m_open->setIcon(icon("open"));
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    bar->addWidget(m_path, 1);
    bar->addWidget(m_open);
    auto* const page = new QWidget(this);
    auto* const body = new QVBoxLayout(page);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(m_frames);
    body->addLayout(bar);
    body->addWidget(m_notice);
    body->addWidget(m_view, 1);
    m_pages->addWidget(m_message);
    m_pages->addWidget(page);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(m_pages);
    setFocusProxy(m_view);
    setMinimumSize(scaled(160), scaled(120));
}

void SourcePanel::connectAll()
{
    connect(&m_workbench.selection, &Selection::tensorChanged, this, &SourcePanel::follow);
    connect(&m_workbench.graph, &ShownGraph::marksChanged, this, &SourcePanel::showMarks);
    connect(&m_workbench.graph, &ShownGraph::graphChanged, this, &SourcePanel::showMarks);
    connect(&m_workbench.session, &Session::rootChanged, this, [this](const OpenedRoot* root) {
        if (root == m_root)
            m_lines.reset();
        follow();
    });
    connect(m_frames, &QListWidget::currentRowChanged, this, &SourcePanel::showFile);
    connect(m_open, &QToolButton::clicked, this,
        [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(localPath())); });
    connect(
        m_notice, &QLabel::linkActivated, this, [this] { m_workbench.actions.trigger("edit.preferences"); });
    connect(m_view, &SourceView::lineChosen, this, &SourcePanel::chooseLine);
    if (m_workbench.preferences)
        connect(m_workbench.preferences, &Preferences::changed, this, [this](Preference preference) {
            if (preference == Preference::SourceFolders)
                showFile();
        });
}

void SourcePanel::retranslate()
{
    m_frames->setAccessibleName(tr("Lines that made the operator"));
    m_view->setAccessibleName(tr("Source"));
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
    m_graphs.start<Lines>(
        m_workbench.tasks, Lane::Bulk, tr("Graphs of %1").arg(m_root->title()), this,
        [index = m_index](core::TaskContext& context, const TaskRunner::Post&) {
            return ProgramLines::read(*index, context);
        },
        [this](core::Result<Lines> lines) {
            if (lines)
                m_lines = *lines;
            showFrames();
        });
}

void SourcePanel::showFrames()
{
    const TensorRef& tensor = m_workbench.selection.tensor();
    m_shown = m_lines && tensor.isValid() && tensor.root->index() == m_index
        ? m_lines->frames(tensor.id)
        : std::vector<ProgramLines::Frame>();
    {
        const QSignalBlocker quiet(m_frames);
        m_frames->clear();
        for (const ProgramLines::Frame& frame : m_shown) {
            auto* const item = new QListWidgetItem(QStringLiteral("%1:%2  %3")
                                                       .arg(QFileInfo(fromCore(frame.file)).fileName())
                                                       .arg(frame.line)
                                                       .arg(fromCore(frame.code)),
                m_frames);
            item->setSizeHint({0, rowHeight()});
            item->setToolTip(fromCore(frame.file));
        }
        m_frames->setCurrentRow(usualFrame());
    }
    fitFrames();
    m_pages->setCurrentIndex(m_shown.empty() ? 0 : 1);
    if (!m_shown.empty())
        return showFile();
    if (!tensor.isValid())
        m_message->show(tr("Select a tensor to see its source."), {});
    else if (!m_lines)
        m_message->show(tr("Reading the graphs of this dump."), {});
    else if (!m_lines->hasGraph())
        m_message->show(tr("This dump has no graph."), {});
    else
        m_message->show(tr("The graph names no line of the program for this operator."), {});
}

/// The line that was clicked, else one of the file that is looked at, else the innermost of the user's own.
int SourcePanel::usualFrame() const
{
    const auto rowOf = [this](const auto& fits) {
        const auto found = std::ranges::find_if(m_shown, fits);
        return found == m_shown.end() ? -1 : static_cast<int>(found - m_shown.begin());
    };
    using Frame = ProgramLines::Frame;
    const int clicked
        = rowOf([this](const Frame& frame) { return frame.file == m_file && frame.line == m_chosenLine; });
    const int same = rowOf([this](const Frame& frame) { return frame.file == m_file; });
    const int own = rowOf([](const Frame& frame) { return !isOfLibrary(frame.file); });
    return clicked >= 0 ? clicked : same >= 0 ? same : own >= 0 ? own : m_shown.empty() ? -1 : 0;
}

const ProgramLines::Frame* SourcePanel::frame() const
{
    const int row = m_frames->currentRow();
    return row < 0 || static_cast<std::size_t>(row) >= m_shown.size()
        ? nullptr
        : &m_shown[static_cast<std::size_t>(row)];
}

QString SourcePanel::localPath() const
{
    if (!frame())
        return {};
    const QString path = fromCore(frame()->file);
    return m_workbench.preferences ? m_workbench.preferences->mappedSource(path) : path;
}

// Whole rows, and fewer where the panel is low: the path below would lie over a part of one.
void SourcePanel::fitFrames()
{
    constexpr int kShare = 4; ///< of the panel's height
    const int most = std::clamp(static_cast<int>(m_shown.size()), 1, kFramesShown);
    m_frames->setFixedHeight(std::clamp(height() / (kShare * rowHeight()), 1, most) * rowHeight());
    m_frames->scrollToItem(m_frames->currentItem());
}

void SourcePanel::showFile()
{
    const QString path = localPath();
    m_path->setText(path);
    m_path->setToolTip(path);
    if (path.isEmpty() || !m_lines)
        return;
    m_file = frame()->file;
    m_reading.start<SourceText>(
        m_workbench.tasks, Lane::Interactive, tr("Read %1").arg(path), this,
        [lines = m_lines, op = m_lines->operatorOf(m_workbench.selection.tensor().id), shown = *frame(),
            path](core::TaskContext&, const TaskRunner::Post&) -> core::Result<SourceText> {
            return readSource(*lines, op, shown, path);
        },
        [this, path](core::Result<SourceText> source) {
            if (source && path == localPath())
                take(std::move(*source), path);
        });
}

void SourcePanel::take(SourceText source, const QString& path)
{
    m_source = std::move(source);
    m_open->setEnabled(m_source.isHere);
    showNotice(path);
    m_view->setSource(m_source.text, m_source.numbers);
    showMarks();
    m_view->showLine(static_cast<int>(m_source.framePlace));
}

/// That the file is not here, or is not the one that ran.
void SourcePanel::showNotice(const QString& path)
{
    const std::uint32_t place = m_source.framePlace;
    m_notice->setVisible(!m_source.isHere || place != frame()->line);
    if (!m_source.isHere)
        m_notice->setText(tr("The file %1 is not here.").arg(QFileInfo(path).fileName().toHtmlEscaped())
            + QStringLiteral(" <a href=\"#\">") + tr("Set the source folder").toHtmlEscaped()
            + QStringLiteral("</a>"));
    else if (place != 0)
        m_notice->setText(
            tr("The file has changed since: what was line %1 is line %2 now.").arg(frame()->line).arg(place));
    else
        m_notice->setText(tr("The file has changed since: line %1 read “%2”.")
                              .arg(frame()->line)
                              .arg(fromCore(frame()->code).simplified().toHtmlEscaped()));
}

// --- What the lines made

/// As the graph view has it, whichever of the dump's graphs it shows.
State SourcePanel::stateOf(core::TensorId id) const
{
    const ShownGraph& shown = m_workbench.graph;
    if (!shown.loaded() || shown.loaded()->index != m_index)
        return State::None;
    const LoadedGraph::Place& place = shown.loaded()->places[id.value()];
    if (!place.node.isValid() || place.number != shown.number() || place.node.value() >= shown.marks().size())
        return State::None;
    return shown.markOf(place.node).state;
}

/// Of the rank and step that is looked at; all of them where it has none there.
std::vector<core::TensorId> SourcePanel::tensorsHere(const ProgramLines::Operator& op) const
{
    std::vector<core::TensorId> tensors = m_lines->tensorsOf(op);
    const TensorRef& selected = m_workbench.selection.tensor();
    if (!selected.isValid() || selected.root != m_root)
        return tensors;
    const auto isElsewhere = [this, &selected](core::TensorId id) {
        const core::FolderFacts &facts = m_index->factsOf(id), &here = m_index->factsOf(selected.id);
        return facts.rank != here.rank || facts.step != here.step;
    };
    if (!std::ranges::all_of(tensors, isElsewhere))
        std::erase_if(tensors, isElsewhere);
    return tensors;
}

void SourcePanel::showMarks()
{
    if (!m_lines || !m_index)
        return;
    std::map<int, SourceMark> marks;
    for (const ProgramLines::Line& line : m_source.lines) {
        const std::uint32_t place = m_source.placeOf(line.line);
        if (place == 0)
            continue; // the line that has its number now made nothing
        SourceMark& mark = marks[static_cast<int>(place)];
        mark.operators += static_cast<int>(line.operators.size());
        for (const ProgramLines::Operator& op : line.operators) {
            const std::vector<core::TensorId> tensors = tensorsHere(op);
            mark.tensors += static_cast<int>(tensors.size());
            if (!tensors.empty())
                mark.state = worseOf(mark.state, stateOf(tensors.front()));
        }
    }
    m_view->setMarks(std::move(marks));
}

/// Selects what the line made, the worst of it in front.
void SourcePanel::chooseLine(int number)
{
    const auto line = std::ranges::find_if(m_source.lines, [this, number](const ProgramLines::Line& known) {
        return static_cast<int>(m_source.placeOf(known.line)) == number;
    });
    if (line == m_source.lines.end() || !m_root || m_root->index() != m_index)
        return;
    std::vector<core::TensorId> all;
    std::optional<core::TensorId> worst;
    for (const ProgramLines::Operator& op : line->operators) {
        const std::vector<core::TensorId> tensors = tensorsHere(op);
        all.insert(all.end(), tensors.begin(), tensors.end());
        if (tensors.empty())
            continue;
        const auto output = std::ranges::find_if(
            tensors, [this](core::TensorId id) { return m_index->tensor(id).io != core::Io::Input; });
        const core::TensorId best = output == tensors.end() ? tensors.front() : *output;
        if (!worst
            || (stateOf(best) != stateOf(*worst) && worseOf(stateOf(best), stateOf(*worst)) == stateOf(best)))
            worst = best;
    }
    if (!worst)
        return;
    std::ranges::sort(all);
    m_chosenLine = line->line;
    m_workbench.selection.selectMany({{m_root, std::move(all)}}, {m_root, *worst});
}

} // namespace

void register_source_panel(PanelRegistry& registry)
{
    registry.add({"source", "source", [](Workbench& workbench) { return new SourcePanel(workbench); }});
}

} // namespace dumpscope::gui

#include "source_panel.moc"
