// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/arrival_model.h"
#include "capture/capture_session.h"
#include "capture/rate_plot.h"
#include "capture/state_row.h"
#include "capture/step_header.h"
#include "common/core_text.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/simple_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QScrollBar>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {
constexpr int kTickMs = 100;
constexpr int kPlotFrom = 380;
constexpr int kNameLeast = 180;          ///< of operators, whatever the numbers need
constexpr qint64 kAwaitedAfterMs = 2000; ///< quieter than that: it is said what is waited for
} // namespace

/// A capture while it runs: states, progress, rate, overflows, tensors as they arrive; afterwards what came
/// of it (docs/window.md 3.4, 4).
class LivePanel : public Panel {
    Q_OBJECT
public:
    explicit LivePanel(Workbench& workbench);

    [[nodiscard]] QString title() const override { return tr("Live"); }
    [[nodiscard]] QString commandLine() const override { return m_capture.commandLine(); }
    /// Who waits for a picture does not wait for a device that says nothing.
    [[nodiscard]] bool isSettled() const override
    {
        return (!m_run.isActive() || m_run.silenceMs() > kAwaitedAfterMs) && m_model->isSettled();
    }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    void wire();
    void retranslate();
    void showState();
    void showIdle();
    void showProgress();
    void showBanner();
    void tick();
    void followNewest();
    void choose(int row);
    void keepChosen();
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString outcome() const;
    [[nodiscard]] QString awaited() const;

    Workbench& m_workbench;
    CaptureSession& m_capture;
    CaptureRun& m_run;
    ArrivalModel* m_model;
    QStackedLayout* m_pages;
    MessagePage* m_message;
    QWidget* m_page;
    StateRow* m_states;
    StateSentence* m_trouble;
    QLabel *m_headline, *m_facts;
    QProgressBar* m_bar;
    RatePlot* m_plot;
    QWidget* m_banner;
    QLabel *m_bannerGlyph, *m_bannerText;
    QToolButton *m_showTensor, *m_follow, *m_resume;
    SimpleTable* m_table;
    QTimer m_timer;
    QString m_chosenId; ///< of the tensor that stays selected while the dump is read again
    bool m_isFollowing = true, m_hasGrown = false;
};

LivePanel::LivePanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_capture(*CaptureSession::of(workbench.session))
    , m_run(m_capture.run())
    , m_model(new ArrivalModel(m_run, workbench.tasks, this))
{
    build();
    wire();
    keepTranslated(this, &LivePanel::retranslate);
    onChange(this, {QEvent::PaletteChange}, [this] { showBanner(); });
}

void LivePanel::build()
{
    m_pages = new QStackedLayout(this);
    m_message = new MessagePage(this);
    m_page = new QWidget(this);
    m_page->setBackgroundRole(QPalette::Base);
    m_page->setAutoFillBackground(true);
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_page);
    auto* const column = new QVBoxLayout(m_page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_states = new StateRow(m_run, m_page);
    m_trouble = new StateSentence(m_page);
    m_resume = new QToolButton(m_page);
    m_resume->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_resume->setIcon(icon("play"));
    connect(m_resume, &QToolButton::clicked, &m_run, &CaptureRun::resume);
    auto* const line = new QWidget(m_page);
    line->setBackgroundRole(QPalette::Window);
    line->setAutoFillBackground(true);
    auto* const row = new QHBoxLayout(line);
    row->setContentsMargins(scaled(kLarge), scaled(kSmall), scaled(kLarge), scaled(kSmall));
    row->setSpacing(scaled(kWide));
    m_headline = new QLabel(line);
    QFont bold = m_headline->font();
    bold.setBold(true);
    m_headline->setFont(bold);
    m_bar = new QProgressBar(line);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(scaled(6));
    m_facts = new QLabel(line);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(m_headline);
    row->addWidget(m_bar, 1);
    row->addStretch(0);
    row->addWidget(m_facts);
    m_plot = new RatePlot(m_run, m_page);
    m_banner = new QWidget(m_page);
    m_banner->setBackgroundRole(QPalette::Window);
    m_banner->setAutoFillBackground(true);
    auto* const bannerRow = new QHBoxLayout(m_banner);
    bannerRow->setContentsMargins(0, 0, scaled(kLarge), 0);
    m_bannerGlyph = new QLabel(m_banner);
    m_bannerGlyph->setContentsMargins(scaled(kLarge), 0, 0, 0);
    m_bannerText = new QLabel(m_banner);
    m_bannerText->setObjectName(QStringLiteral("banner"));
    m_bannerText->setForegroundRole(QPalette::WindowText);
    m_bannerText->setContentsMargins(scaled(kSmall), scaled(kSmall), 0, scaled(kSmall));
    makeRich(*m_bannerText);
    m_showTensor = new QToolButton(m_banner);
    m_showTensor->setAutoRaise(true);
    bannerRow->addWidget(m_bannerGlyph);
    bannerRow->addWidget(m_bannerText, 1);
    bannerRow->addWidget(m_showTensor);
    m_table = new SimpleTable(m_page);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setRows(m_model, ArrivalModel::OpName);
    m_table->setFillLeast(scaled(kNameLeast));
    m_follow = new QToolButton(m_table);
    m_follow->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_follow->setIcon(icon("next"));
    m_follow->hide();
    for (QWidget* part : QList<QWidget*> {m_states, m_trouble, m_resume, line, m_plot, m_banner})
        column->addWidget(part);
    column->addWidget(m_table, 1);
    setFocusProxy(m_table);
}

void LivePanel::wire()
{
    connect(&m_run, &CaptureRun::started, this, [this] {
        m_isFollowing = true;
        m_chosenId.clear();
        m_timer.start();
        showState();
        showBanner();
    });
    connect(&m_run, &CaptureRun::stateChanged, this, &LivePanel::showState);
    const CaptureSetup& setup = m_capture.setup();
    for (const auto signal : {&CaptureSetup::changed, &CaptureSetup::devicesChanged,
             &CaptureSetup::modelChanged, &CaptureSetup::factsChanged})
        connect(&setup, signal, this, &LivePanel::showIdle);
    for (const auto signal : {&LaunchSetup::changed, &LaunchSetup::factsChanged})
        connect(&m_capture.launchSetup(), signal, this, &LivePanel::showIdle);
    connect(&m_capture, &CaptureSession::wayChanged, this, &LivePanel::showIdle);
    connect(&m_run, &CaptureRun::progressed, this, &LivePanel::showProgress);
    connect(&m_run, &CaptureRun::overflowFound, this, &LivePanel::showBanner);
    connect(&m_run, &CaptureRun::dumpGrew, this, &LivePanel::keepChosen);
    connect(&m_run, &CaptureRun::ended, this, [this] {
        m_timer.stop();
        showState();
        showProgress();
        m_model->refreshTimes();
    });
    connect(m_model, &ArrivalModel::nonFiniteFound, this, &LivePanel::showBanner);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &LivePanel::followNewest);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) {
            if (current.isValid())
                choose(current.row());
        });
    connect(m_table, &QAbstractItemView::clicked, this, [this] { m_isFollowing = false; });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (const TensorRef tensor = m_run.dump().find(m_model->at(index.row())); tensor.isValid())
            m_workbench.selection.open(tensor);
    });
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (m_table->verticalScrollBar()->isSliderDown())
            m_isFollowing = value >= m_table->verticalScrollBar()->maximum();
    });
    connect(m_follow, &QToolButton::clicked, this, [this] {
        m_isFollowing = true;
        followNewest();
    });
    connect(m_showTensor, &QToolButton::clicked, this, [this] {
        m_isFollowing = false;
        const core::LiveTensor* const first = m_model->firstNonFinite();
        if (const int row = m_model->firstNonFiniteRow(); row >= 0)
            m_table->setCurrentIndex(m_model->index(row, 0));
        else if (const TensorRef tensor = first ? m_run.dump().find(*first) : TensorRef(); tensor.isValid())
            m_workbench.selection.select(tensor);
    });
    // Whatever is looked at in the growing dump stays when it is read again.
    connect(&m_workbench.selection, &Selection::tensorChanged, this, [this] {
        const TensorRef& tensor = m_workbench.selection.tensor();
        if (m_run.isActive() && tensor.isValid() && tensor.root == m_run.dump().root())
            m_chosenId = tensor.tensorId();
    });
    m_timer.setInterval(kTickMs);
    connect(&m_timer, &QTimer::timeout, this, &LivePanel::tick);
}

void LivePanel::retranslate()
{
    showIdle();
    m_table->setAccessibleName(tr("Tensors as they arrive"));
    m_showTensor->setText(tr("Show tensor"));
    m_resume->setText(tr("Continue"));
    m_follow->setText(tr("Follow"));
    m_follow->setToolTip(tr("Keep the newest in sight"));
    m_bar->setAccessibleName(tr("Progress of the capture"));
    showState();
    showProgress();
    showBanner();
    emit titleChanged();
}

/// As the profile beside it says, so that nobody presses a key that does nothing.
void LivePanel::showIdle()
{
    const QString obstacle = m_capture.obstacle();
    m_message->show(m_capture.isReady()
            ? tr("No capture yet. The profile at the left sets what is captured; F5 starts it.")
            : obstacle.isEmpty()
            ? tr("No capture yet. The profile at the left sets what is captured.")
            : tr("No capture yet. The profile at the left is not ready: %1").arg(obstacle),
        QString());
}

QString LivePanel::headline() const
{
    switch (m_run.state()) {
    case CaptureRun::State::Idle:
        return {};
    case CaptureRun::State::Running: {
        if (m_run.steps().current() == RunSteps::kExecuting && m_run.executions() > 1)
            return tr("Executing step %1, %2 of %3")
                .arg(m_run.executed())
                .arg(std::min(m_run.executed() + 1, m_run.executions()))
                .arg(m_run.executions());
        return m_run.steps().current() >= 0 ? captureStepTitle(m_run.steps().current()) : QString();
    }
    case CaptureRun::State::Stopping:
        return tr("Stopping");
    case CaptureRun::State::Done:
        return tr("Done in %1").arg(stepTime(m_run.elapsedMs()));
    case CaptureRun::State::Failed:
        return tr("Failed");
    case CaptureRun::State::Cancelled:
        return tr("Stopped");
    }
    return {};
}

QString LivePanel::awaited() const
{
    const QString what[] = {tr("the runtime to be found"), tr("the device to answer"),
        tr("the model to be loaded"), tr("the dump to be armed"), tr("the device to execute"),
        tr("the last files"), tr("the dump to be read")};
    const int step = m_run.steps().current();
    if (step < 0 || m_run.silenceMs() < kAwaitedAfterMs)
        return {};
    return tr("Waiting for %1 (%2).")
        .arg(m_run.isLaunch() ? m_run.awaited() : what[step], stepTime(m_run.silenceMs()));
}

// What came of it, in place of what is awaited.
QString LivePanel::outcome() const
{
    const auto kept = [this] { return groupedNumber(static_cast<qint64>(m_run.live().files)); };
    switch (m_run.state()) {
    case CaptureRun::State::Failed:
        return m_run.live().files > 0
            ? tr("%1\n%2 files are kept.").arg(m_run.failure(), kept())
            : (m_run.isLaunch() ? tr("%1\nThe log has more.")
                                : tr("%1\nThe device log has more; F7 checks this machine."))
                  .arg(m_run.failure());
    case CaptureRun::State::Cancelled:
        return tr("Stopped. %1 files are kept, %2 half-written ones are marked.")
            .arg(kept(), groupedNumber(static_cast<qint64>(m_run.live().halfWritten)));
    case CaptureRun::State::Done:
        return m_run.live().files == 0
            ? (m_run.isLaunch() ? tr("The program wrote no dump. Does it read this configuration, and does "
                                     "the configuration name its operators and steps?")
                                : tr("The runtime wrote nothing. Does the configuration name this model, its "
                                     "operators and steps?"))
            : m_run.undisturbed();
    default:
        return m_run.diskTrouble().isEmpty() ? awaited() : m_run.diskTrouble();
    }
}

void LivePanel::showState()
{
    m_pages->setCurrentWidget(
        m_run.state() == CaptureRun::State::Idle ? static_cast<QWidget*>(m_message) : m_page);
    m_states->refresh();
    m_headline->setText(headline());
    const bool isFailed = m_run.state() == CaptureRun::State::Failed;
    m_trouble->set(isFailed           ? State::Fail
            : m_run.isActive()        ? State::Running
            : m_run.live().files == 0 ? State::Warn
                                      : State::NotComparable,
        outcome());
    m_resume->setVisible(!m_run.diskTrouble().isEmpty());
    m_plot->refresh();
}

void LivePanel::showProgress()
{
    const core::LiveProgress& live = m_run.live();
    const int total
        = static_cast<int>(std::min<quint64>(m_run.executions(), std::numeric_limits<int>::max()));
    m_bar->setRange(0, std::max(1, total));
    m_bar->setValue(m_run.state() == CaptureRun::State::Done ? total : static_cast<int>(m_run.executed()));
    const auto& expected = m_capture.setup().estimate();
    const QString count = groupedNumber(static_cast<qint64>(live.files));
    QStringList facts;
    facts.append(expected.files && m_run.isActive() && !m_run.isLaunch()
            ? tr("%1 of %2 files").arg(count, groupedNumber(static_cast<qint64>(*expected.files)))
            : tr("Files: %1").arg(count));
    facts.append(byteSize(live.bytes));
    if (m_run.isActive())
        facts.append(tr("%1/s").arg(byteSize(static_cast<quint64>(std::max(0.0, live.bytesPerSecond)))));
    const quint64 done = m_run.executed();
    if (m_run.isActive() && done > 0 && done < m_run.executions())
        facts.append(tr("about %1 left")
                         .arg(duration(static_cast<qint64>(static_cast<double>(m_run.elapsedMs())
                             / static_cast<double>(done) * static_cast<double>(m_run.executions() - done)))));
    m_facts->setText(facts.join(QStringLiteral("   ")));
    m_headline->setText(headline());
    m_plot->refresh();
}

void LivePanel::showBanner()
{
    const Theme& theme = Theme::of(this);
    QPalette colours = palette();
    colours.setColor(QPalette::Window, theme.color(Token::FailFill));
    colours.setColor(QPalette::WindowText, theme.color(Token::Fail));
    m_banner->setPalette(colours);
    const int side = scaled(14);
    QPixmap glyph(QSize(side, side) * devicePixelRatioF());
    glyph.setDevicePixelRatio(devicePixelRatioF());
    glyph.fill(Qt::transparent);
    QPainter painter(&glyph);
    paintStateGlyph(painter, State::Fail, QRectF(0, 0, side, side), theme);
    painter.end();
    m_bannerGlyph->setPixmap(glyph);
    QString place, what;
    if (!m_run.findings().empty()) {
        const core::LiveFinding& last = m_run.findings().back();
        place = fromCore(last.opName.empty() ? last.file : last.opName);
        what = tr("The device recorded an overflow.");
    }
    const core::LiveTensor* const first = m_model->firstNonFinite();
    if (first) {
        place = fromCore(first->opName);
        what = m_model->firstNonFiniteWords();
    }
    m_banner->setVisible(!what.isEmpty());
    m_showTensor->setVisible(first != nullptr);
    const QString word = m_run.findings().empty() ? tr("NaN or Inf") : tr("Overflow");
    const QString sentence = QStringLiteral("<b>%1</b>&nbsp; %2 &nbsp; %3")
                                 .arg(word, place.toHtmlEscaped(), what.toHtmlEscaped());
    m_bannerText->setText(sentence);
    m_bannerText->setAccessibleName(QStringLiteral("%1: %2, %3").arg(word, place, what));
}

void LivePanel::tick()
{
    m_states->refresh();
    m_model->refreshTimes();
    if (const QString text = outcome(); m_run.isActive() && text != m_trouble->sentence())
        m_trouble->set(State::Running, text);
    m_plot->refresh();
}

void LivePanel::followNewest()
{
    // Columns only grow, so that nothing jumps.
    for (int column = 1; column < ArrivalModel::kColumns; ++column) {
        const int before = m_table->columnWidth(column);
        m_table->resizeColumnToContents(column);
        if (m_hasGrown && m_table->columnWidth(column) < before)
            m_table->setColumnWidth(column, before);
    }
    m_hasGrown = true;
    if (m_isFollowing)
        m_table->scrollToBottom();
    const bool canFollow = m_run.isActive() && !m_isFollowing;
    m_follow->setVisible(canFollow);
    if (canFollow) {
        m_follow->adjustSize();
        m_follow->move(m_table->viewport()->geometry().bottomRight()
            - QPoint(m_follow->width() + scaled(kLarge), m_follow->height() + scaled(kLarge)));
    }
}

void LivePanel::choose(int row)
{
    m_isFollowing = false;
    followNewest();
    if (const TensorRef tensor = m_run.dump().find(m_model->at(row)); tensor.isValid())
        m_workbench.selection.select(tensor);
}

void LivePanel::keepChosen()
{
    const OpenedRoot* const root = m_run.dump().root();
    if (!root || !root->index() || m_workbench.selection.tensor().isValid())
        return;
    if (!m_chosenId.isEmpty()) {
        if (const auto id = root->index()->findTensor(m_chosenId.toStdString()))
            m_workbench.selection.select({m_run.dump().root(), *id});
        return;
    }
    // What was chosen before the dump knew it.
    if (const QModelIndex current = m_table->currentIndex(); current.isValid()) {
        if (const TensorRef tensor = m_run.dump().find(m_model->at(current.row())); tensor.isValid())
            m_workbench.selection.select(tensor);
    }
}

// In a low panel the rows go before the plot.
void LivePanel::resizeEvent(QResizeEvent* event)
{
    Panel::resizeEvent(event);
    m_plot->setVisible(height() >= scaled(kPlotFrom));
}

void LivePanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_run.isActive())
        m_capture.stop();
    else
        Panel::keyPressEvent(event);
}

void register_live_panel(PanelRegistry& registry)
{
    registry.add(
        {"live", "capture", [](Workbench& workbench) -> Panel* { return new LivePanel(workbench); }});
}

} // namespace dumpscope::gui

#include "live_panel.moc"
