// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "compare/tokens/token_errors.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/errors/error_map.h"
#include "kit/message_page.h"
#include "kit/sentence_list.h"

#include <QStackedLayout>
#include <QVBoxLayout>

#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kSentencesHeight = 96; ///< at most; more scroll

bool areSamePairs(const core::PairTable& one, const core::PairTable& other)
{
    if (one.rows() != other.rows() || one.target().index != other.target().index
        || one.golden().index != other.golden().index)
        return false;
    for (std::size_t row = 0; row < one.rows(); ++row) {
        const core::TensorPair &a = one.row(row).pair, &b = other.row(row).pair;
        if (a.target != b.target || a.golden != b.golden || a.hint != b.hint)
            return false;
    }
    return true;
}

/// What every token of golden is off by in every layer, and where that begins.
class TokensPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit TokensPanel(Workbench& workbench)
        : ComparisonPanel(workbench)
        , m_message(new MessagePage(this))
        , m_sentences(new SentenceList(this))
        , m_map(new ErrorMap(this))
        , m_page(new QWidget(this))
        , m_pages(new QStackedLayout(this))
    {
        m_sentences->setHeading({});
        m_sentences->setCommand({}, {});
        auto* const column = new QVBoxLayout(m_page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_sentences);
        column->addWidget(m_map, 1);
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_page);
        setFocusProxy(m_map);
        setMinimumSize(scaled(160), scaled(120));
        connect(m_map, &ErrorMap::chosen, this, &TokensPanel::choose);
        begin();
    }

    QString title() const override { return tr("Tokens"); }
    bool isSettled() const override { return !m_reading.task() || m_reading.task()->isOver(); }

protected:
    void showEvent(QShowEvent* event) override
    {
        ComparisonPanel::showEvent(event);
        // Docks that become tabs are seen for a moment, which is not worth reading files for.
        QMetaObject::invokeMethod(this, &TokensPanel::refresh, Qt::QueuedConnection);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        ComparisonPanel::resizeEvent(event);
        m_sentences->fitHeight(scaled(kSentencesHeight));
    }

private:
    void retranslate() override
    {
        m_map->setAccessibleName(tr("Errors by token and layer"));
        show();
        emit titleChanged();
    }
    void showComparison() override { refresh(); }
    void pairsChanged(bool) override { refresh(); }
    void stateChanged() override { refresh(); }
    void pairChanged() override { refresh(); }

    void refresh();
    void read();
    void show();
    void showMap();
    void showSentences();
    [[nodiscard]] QString rowName(std::size_t row) const;
    [[nodiscard]] QString describe(const ErrorMap::Place& place) const;
    void choose(const ErrorMap::Place& place);
    /// The pair that a cell is of.
    [[nodiscard]] std::optional<std::size_t> pairAt(const ErrorMap::Place& place) const;
    /// Of golden, which a step of one rank is read of.
    [[nodiscard]] std::optional<core::TensorId> wanted() const;

    MessagePage* m_message;
    SentenceList* m_sentences;
    ErrorMap* m_map;
    QWidget* m_page;
    QStackedLayout* m_pages;
    std::shared_ptr<const core::PairTable> m_pairs; ///< that m_errors is of, or is read of
    std::optional<core::TensorId> m_at;
    std::optional<core::Result<core::TokenErrors>> m_errors; ///< absent: not read
    LatestOnly m_reading;
};

std::optional<core::TensorId> TokensPanel::wanted() const
{
    const auto row = pair();
    return row ? std::optional(pairs()->row(*row).pair.golden) : std::nullopt;
}

void TokensPanel::refresh()
{
    if (!isVisible())
        return;
    const auto pairs = shown() && shown()->isOver() ? this->pairs() : nullptr;
    const auto at = wanted();
    const bool isSame = pairs && m_pairs && areSamePairs(*pairs, *m_pairs);
    const auto isElsewhere = [&] {
        const auto& index = *pairs->golden().index;
        return at && m_at
            && (index.factsOf(*at).rank != index.factsOf(*m_at).rank
                || (m_errors && *m_errors && (*m_errors)->areTokensLeftOut
                    && index.factsOf(*at).step != index.factsOf(*m_at).step));
    };
    if (isSame && !isElsewhere()) {
        m_pairs = pairs; // the verdicts may be others
        return;
    }
    m_reading.cancel();
    m_errors.reset();
    m_pairs = pairs;
    m_at = at;
    if (m_pairs)
        read();
    show();
}

void TokensPanel::read()
{
    m_reading.start<core::TokenErrors>(
        m_workbench.tasks, Lane::Bulk, tr("Read errors of tokens"), this,
        [pairs = m_pairs, at = m_at](
            core::TaskContext& task, const TaskRunner::Post&) { return core::tokenErrors(*pairs, at, task); },
        [this](core::Result<core::TokenErrors> errors) {
            m_errors = std::move(errors);
            show();
        });
}

void TokensPanel::show()
{
    const bool isShown = m_errors && *m_errors && !(*m_errors)->rows.empty();
    if (isShown) {
        showMap();
        showSentences();
        m_pages->setCurrentWidget(m_page);
        return;
    }
    m_map->setContent({}, {}, {});
    m_pages->setCurrentWidget(m_message);
    if (!shown())
        m_message->show(tr("Compare two dumps to see which tokens differ."), {});
    else if (!shown()->isOver())
        m_message->show(tr("Tokens are read when all pairs are compared."), {});
    else if (!m_pairs || (m_errors && *m_errors))
        m_message->show(m_pairs ? coreSentence(core::noTokensText(*m_pairs))
                                : tr("Nothing could be paired: nothing was compared."),
            {});
    else if (m_errors)
        m_message->show(coreErrorAndAdvice(m_errors->error()), tr("Read again"), [this] {
            m_errors.reset();
            read();
            show();
        });
    else
        m_message->show(tr("Reading the errors of tokens."), {});
}

QString TokensPanel::rowName(std::size_t row) const
{
    const core::ExecutionRows::Row& one = (*m_errors)->rows[row];
    const QString name = shownName(one.name);
    return one.last.empty() ? name : name + QStringLiteral(" – ") + shownName(one.last);
}

void TokensPanel::showMap()
{
    const core::TokenErrors& errors = **m_errors;
    ErrorMap::Content content;
    content.columns = errors.tokens.size();
    content.far = errors.leastFar();
    for (std::size_t row = 0; row < errors.rows.size(); ++row)
        content.rows.append(rowName(row));
    content.errors.reserve(errors.cells.size());
    for (const core::TokenErrors::Cell& cell : errors.cells)
        content.errors.push_back(cell.error);
    ErrorMap::Line positions {tr("token"), {}, true}, ids {tr("id"), {}, true};
    for (std::size_t token = 0; token < errors.tokens.size(); ++token) {
        const core::GoldenToken& one = errors.tokens[token];
        positions.texts.append(QString::number(one.position));
        ids.texts.append(one.id ? QString::number(*one.id) : QString());
        if (token > 0
            && (one.sequence != errors.tokens[token - 1].sequence
                || one.step != errors.tokens[token - 1].step))
            content.begins.push_back(token);
    }
    content.lines.push_back(std::move(positions));
    if (errors.areIdsKnown)
        content.lines.push_back(std::move(ids));
    content.signedRow.name = tr("log-probability");
    for (const auto& one : errors.probabilities)
        content.differences.push_back(one ? static_cast<float>(one->difference()) : std::nanf(""));
    if (errors.first)
        content.first = ErrorMap::Place {errors.first->token, errors.first->row};
    m_map->setContent(
        std::move(content), [this](const ErrorMap::Place& place) { return describe(place); },
        tr("Click to choose this pair."));
}

void TokensPanel::showSentences()
{
    const core::TokenErrors& errors = **m_errors;
    std::vector<Sentence> sentences;
    for (const core::Message& message : core::tokenSentences(errors, *m_pairs)) {
        Sentence sentence {
            sentences.empty() && errors.first ? State::FirstDivergence : State::None, coreSentence(message)};
        if (sentence.state == State::FirstDivergence) {
            sentence.link = tr("Go there");
            sentence.action = [this] { choose({(*m_errors)->first->token, (*m_errors)->first->row}); };
        }
        sentences.push_back(std::move(sentence));
    }
    m_sentences->setSentences(std::move(sentences));
    m_sentences->fitHeight(scaled(kSentencesHeight));
}

std::optional<std::size_t> TokensPanel::pairAt(const ErrorMap::Place& place) const
{
    if (!m_errors || !*m_errors)
        return std::nullopt;
    const core::TokenErrors& errors = **m_errors;
    if (place.row >= errors.rows.size()) {
        const auto& one = errors.probabilities[place.column];
        return one ? std::optional<std::size_t>(one->row) : std::nullopt;
    }
    const core::TokenErrors::Cell& cell = errors.at(place.row, place.column);
    return std::isnan(cell.error) ? std::nullopt : std::optional<std::size_t>(cell.row);
}

QString TokensPanel::describe(const ErrorMap::Place& place) const
{
    const core::TokenErrors& errors = **m_errors;
    QStringList lines {coreSentence(core::tokenText(errors, place.column))};
    const auto row = pairAt(place);
    if (place.row < errors.rows.size() && errors.rows[place.row].isLayer)
        lines.append(rowName(place.row));
    if (!row) {
        lines.append(tr("Nothing is compared here."));
        return lines.join(u'\n');
    }
    const core::DumpIndex& golden = *m_pairs->golden().index;
    const core::TensorRow& tensor = golden.tensor(m_pairs->row(*row).pair.golden);
    lines.append(shownName(golden.text(tensor.opName)) + QLatin1Char(' ') + ioText(tensor.io, tensor.slot));
    const auto number = [](double value) { return QString::number(value, 'g', 3); };
    if (place.row >= errors.rows.size()) {
        const core::TokenProbability& one = *errors.probabilities[place.column];
        lines.append(tr("Log-probability of the next token: target %1, golden %2, difference %3, ratio %4")
                         .arg(number(one.target), number(one.golden), number(one.difference()),
                             number(std::exp(one.difference()))));
    } else {
        const float error = errors.at(place.row, place.column).error;
        lines.append(errors.isFar(error)
                ? tr("Relative L2 error %1, more than the noise of the run").arg(number(error))
                : tr("Relative L2 error %1").arg(number(error)));
    }
    return lines.join(u'\n');
}

void TokensPanel::choose(const ErrorMap::Place& place)
{
    // The rows are those of the comparison in front, also while it is judged again.
    const auto now = pairs();
    const auto row = pairAt(place);
    if (row && now && *row < now->rows() && now->row(*row).pair.golden == m_pairs->row(*row).pair.golden)
        m_comparisons.select(*row);
}

} // namespace

void register_tokens_panel(PanelRegistry& registry)
{
    registry.add({"tokens", "heat", [](Workbench& workbench) { return new TokensPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "tokens_panel.moc"
