// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/name_elision.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/errors/error_pair_plot.h"
#include "comparison/sides_strip.h"
#include "comparison/suspects/no_suspects.h"
#include "comparison/suspects/suspect_errors.h"
#include "comparison/suspects/suspect_list_model.h"
#include "comparison/verdict_words.h"
#include "kit/message_page.h"
#include "kit/sentence_list.h"
#include "kit/simple_table.h"
#include "kit/tensor_menu.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kNameUsual = 110, kNameLeast = 80; ///< beside the errors, with and without the multiple
constexpr int kNameMost = 220;                   ///< that the multiple is hidden for
constexpr int kLeastSuspects = 3,
              kLeastLines = 3; ///< of the table and the sentence, before the plot is shown

/// Whose fault it is: the ranking, the sentence and the errors of the one chosen.
class SuspectsPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit SuspectsPanel(Workbench& workbench)
        : ComparisonPanel(workbench)
        , m_model(new SuspectListModel(this))
        , m_heading(new QLabel(this))
        , m_message(new MessagePage(this))
        , m_table(new SimpleTable(this))
        , m_plot(new ErrorPairPlot(this))
        , m_sentence(new QLabel(this))
        , m_sentencePage(new QScrollArea(this))
    {
        m_table->setRows(m_model, SuspectListModel::Operator);
        // As in the results, they come before the name.
        for (const int column : {SuspectListModel::Step, SuspectListModel::Rank})
            m_table->horizontalHeader()->moveSection(m_table->horizontalHeader()->visualIndex(column), 0);
        m_table->setSelectionMode(QAbstractItemView::SingleSelection);
        for (QLabel* label : {m_heading, m_sentence}) {
            label->setWordWrap(true);
            label->setContentsMargins(scaledMargins(kLarge, kMedium, kLarge, kMedium));
            label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
            label->setFocusPolicy(Qt::NoFocus);
            label->setTextFormat(Qt::PlainText);
            label->setBackgroundRole(QPalette::Base);
            label->setAutoFillBackground(true);
        }
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_heading);
        layout->addWidget(m_message, 1);
        layout->addWidget(m_table, 1);
        layout->addWidget(m_plot);
        layout->addWidget(m_sentencePage);
        m_sentencePage->setWidget(m_sentence);
        m_sentencePage->setWidgetResizable(true);
        m_sentencePage->setFrameShape(QFrame::NoFrame);
        m_sentencePage->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_sentencePage->setFocusPolicy(Qt::NoFocus);
        setMinimumSize(scaled(160), scaled(120));
        setFocusProxy(m_table);
        connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_isFollowing || !current.isValid() || !isOfShown())
                    return;
                const auto& pairs = m_model->at(current.row()).pairs;
                if (!pairs.empty())
                    m_comparisons.select(pairs.front());
                explain();
            });
        connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
            if (!isOfShown())
                return;
            const auto& pairs = m_model->at(index.row()).pairs;
            if (!pairs.empty())
                m_comparisons.open(pairs.front());
        });
        connect(m_table, &SimpleTable::menuRequested, this, &SuspectsPanel::showMenu);
        for (const char* const id : {"edit.copy", "edit.copy_names"})
            workbench.actions.handle(
                id, m_table, [this] { copy(); }, [this] { return m_model->rowCount() > 0; });
        begin();
    }

    QString title() const override { return tr("Suspects"); }
    int badge() const override { return m_model->rowCount(); }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        ComparisonPanel::resizeEvent(event);
        showColumns();
        shareRoom();
    }

private:
    /// The chosen ones, else all of them.
    void copy();
    void shareRoom();
    void retranslate() override
    {
        m_table->setAccessibleName(tr("Suspects"));
        m_sentence->setAccessibleName(tr("Why the operator is suspect"));
        showHeading();
        emit titleChanged();
    }

    void showComparison() override { show(); }
    void suspicionChanged() override { show(); }
    void stateChanged() override { showHeading(); }
    void pairsChanged(bool) override
    {
        showStates();
        if (m_model->rowCount() == 0)
            showHeading();
    }
    void divergenceChanged() override
    {
        showStates();
        showHeading();
    }
    void pairChanged() override { followPair(); }

    void show()
    {
        m_isFollowing = true;
        m_model->setSuspicion(
            shown() ? shown()->sharedSuspicion() : std::make_shared<const core::Suspicion>());
        showStates();
        showColumns();
        m_isFollowing = false;
        showHeading();
        followPair();
        emit titleChanged();
        emit commandLineChanged();
    }

    void showStates()
    {
        const auto first = shown() ? shown()->firstDivergence() : std::nullopt;
        m_model->setTable(
            isOfShown() ? pairs() : nullptr, first ? std::optional<std::size_t>(first->index) : std::nullopt);
    }
    void showColumns();
    [[nodiscard]] int roomForNames() const;
    /// The suspects are those of the table; when there is a new one, they are reported a little later.
    [[nodiscard]] bool isOfShown() const { return shown() && &m_model->suspicion() == &shown()->suspicion(); }
    void showHeading();
    void compareAll();
    void followPair();
    void showMenu(const QPoint& place);
    void explain();
    [[nodiscard]] QString placeOf(const core::Suspect& suspect) const;

    SuspectListModel* m_model;
    QLabel* m_heading;
    MessagePage* m_message;
    SimpleTable* m_table;
    ErrorPairPlot* m_plot;
    QLabel* m_sentence;
    QScrollArea* m_sentencePage;
    bool m_isFollowing = false;
};

void SuspectsPanel::showColumns()
{
    // An operator may be suspect in several ranks and steps.
    const core::DumpIndex* const target = pairs() ? pairs()->target().index.get() : nullptr;
    m_table->setColumnHidden(SuspectListModel::Rank, !target || target->ranks().size() < 2);
    m_table->setColumnHidden(SuspectListModel::Step, !target || target->steps().size() < 2);
    using Model = SuspectListModel;
    m_table->setColumnHidden(Model::Score, false);
    m_table->setColumnHidden(Model::Worth, !m_model->hasWorth());
    int others = 0;
    for (const int column : {Model::Rank, Model::Step, Model::Errors, Model::Worth, Model::Score}) {
        if (m_table->isColumnHidden(column))
            continue;
        const bool isPlace = column == Model::Rank || column == Model::Step;
        m_table->setColumnWidth(column,
            std::max({scaled(isPlace ? 0 : 66),
                static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(column),
                m_table->horizontalHeader()->sectionSizeHint(column)}));
        others += m_table->columnWidth(column);
    }
    // How far it is off is decisive; the multiple is in the sentence as well.
    m_table->setFillLeast(scaled(kNameLeast));
    m_table->setColumnHidden(Model::Score, width() < others + std::max(scaled(kNameUsual), roomForNames()));
}

/// That the number of the layer and the last part of no name are cut, which names differ in.
int SuspectsPanel::roomForNames() const
{
    QFont bold = m_table->font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const int around = scaled(12) + scaled(kSmall) + 2 * scaled(kLarge); // glyph and margins
    int most = 0;
    for (const core::Suspect& suspect : m_model->suspicion().suspects)
        most = std::max(most,
            around + metrics.horizontalAdvance(elidedName(shownName(suspect.opName), kElisionLevels - 1)));
    return std::min(most, scaled(kNameMost));
}

void SuspectsPanel::copy()
{
    QList<int> rows = m_table->chosenRows();
    for (int row = 0; rows.isEmpty() && row < m_model->rowCount(); ++row)
        rows.append(row);
    QGuiApplication::clipboard()->setText(m_model->tabSeparated(rows));
}

void SuspectsPanel::showHeading()
{
    const bool isEmpty = m_model->suspicion().suspects.empty();
    if (isEmpty) {
        const NoSuspects none = noSuspects(shown());
        m_message->show(breakable(none.text), none.link, [this, action = none.action] {
            if (!action.isEmpty())
                m_workbench.actions.trigger(action);
            else if (shown())
                compareAll();
        });
    }
    // While an edit is worked out, what was found before is shown.
    const bool isOver = shown() && (shown()->isOver() || shown()->result());
    m_heading->setText(
        isOver ? QString() : tr("Results so far; the list becomes more exact as pairs are measured."));
    m_heading->setVisible(!isEmpty && !isOver);
    m_table->setVisible(!isEmpty);
    m_message->setVisible(isEmpty);
    explain();
}

void SuspectsPanel::compareAll()
{
    ComparisonSetup setup = shown()->setup();
    setup.filter.clear();
    shown()->run(std::move(setup));
}

void SuspectsPanel::followPair()
{
    const auto pair = m_comparisons.pair();
    const int row = pair ? m_model->rowOfPair(*pair) : -1;
    m_isFollowing = true;
    if (row >= 0)
        m_table->selectRow(row);
    else
        m_table->selectionModel()->clear();
    m_isFollowing = false;
    explain();
}

// As in the results, for the pair that the operator is accused by: actions go by what is selected.
void SuspectsPanel::showMenu(const QPoint& place)
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid() || !isOfShown() || m_model->at(current.row()).pairs.empty())
        return;
    const std::size_t pair = m_model->at(current.row()).pairs.front();
    m_comparisons.select(pair);
    if (!m_comparisons.isChosen(m_workbench.selection.tensor()))
        m_workbench.selection.select(shown()->targetOf(pair));
    QMenu menu(this);
    fillTensorMenu(menu, m_workbench, m_workbench.selection.tensor());
    if (!menu.isEmpty())
        menu.exec(place);
}

// An operator may be suspect in several ranks and steps.
QString SuspectsPanel::placeOf(const core::Suspect& suspect) const
{
    return pairs() ? placeText(*pairs()->target().index, suspect.rank, suspect.step, suspect.run) : QString();
}

// Of the one chosen, else of the likeliest.
void SuspectsPanel::explain()
{
    const int current = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : 0;
    if (current >= m_model->rowCount()) {
        m_plot->setErrors(std::nullopt, 0);
        m_sentencePage->hide();
        return;
    }
    const core::Suspect& suspect = m_model->at(current);
    const bool hasErrors = suspectErrors(suspect).isAny();
    m_plot->setErrors(hasErrors ? std::optional(suspect) : std::nullopt, m_model->suspicion().noise);
    const QString place = placeOf(suspect);
    const QString name = fromCore(core::printable(suspect.opName)); // the whole one, which the list may cut
    m_sentence->setText(breakable((place.isEmpty() ? name : name + QStringLiteral(" · ") + place)
        + QLatin1Char('\n') + coreSentence(suspect.why)
        + (suspect.counterfactual ? QLatin1Char('\n') + coreSentence(suspect.counterfactual->text())
                                  : QString())
        + (hasErrors ? QString() : QLatin1Char('\n') + tr("No error of an input or output shows this."))));
    m_sentencePage->show();
    m_sentencePage->verticalScrollBar()->setValue(0);
    shareRoom();
}

// The list comes first, then the sentence, which scrolls; what the plot draws is said in numbers as well.
void SuspectsPanel::shareRoom()
{
    if (m_model->rowCount() == 0)
        return; // none is said by the message alone
    const int rows = std::min(m_model->rowCount(), kLeastSuspects);
    const int list = m_table->horizontalHeader()->sizeHint().height() + rows * rowHeight()
        + m_table->horizontalScrollBar()->sizeHint().height();
    m_table->setMinimumHeight(list);
    const int rest
        = height() - list - (m_heading->isVisibleTo(this) ? m_heading->heightForWidth(width()) : 0);
    const int line = m_sentence->fontMetrics().lineSpacing();
    const int text = std::max(line, m_sentence->heightForWidth(width()));
    const int least = std::min(text, kLeastLines * line + 2 * scaled(kMedium));
    const bool hasPlot = m_plot->hasErrors() && rest >= least + m_plot->sizeHint().height();
    m_plot->setVisible(hasPlot);
    const int room = rest - (hasPlot ? m_plot->sizeHint().height() : 0);
    m_sentencePage->setFixedHeight(std::clamp(room, std::min(text, 2 * line), text));
}

} // namespace

void register_suspects_panel(PanelRegistry& registry)
{
    registry.add({"suspects", "stats", [](Workbench& workbench) { return new SuspectsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "suspects_panel.moc"
