// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/comparisons.h"

#include "compare/layout/assembly.h"

#include <algorithm>
#include <functional>
#include <ranges>

namespace dumpscope::gui {

namespace {

bool isSame(const core::SideRestriction& a, const core::SideRestriction& b)
{
    return a.filter == b.filter && a.steps == b.steps && a.ranks == b.ranks && a.tensor == b.tensor
        && a.run == b.run;
}

bool isSame(const ComparisonSetup::Side& a, const ComparisonSetup::Side& b)
{
    return a.root == b.root && isSame(a.restriction, b.restriction);
}

bool isOfSide(const TensorRef& tensor, const ComparisonDocument* document)
{
    return document && tensor.isValid()
        && (tensor.root == document->setup().target.root || tensor.root == document->setup().golden.root);
}

/// Something that was done to a comparison; nothing where that is gone.
class Step : public QUndoCommand {
public:
    Step(ComparisonDocument* document, const char* panel, const QString& what)
        : QUndoCommand(what)
        , m_document(document)
        , m_panel(panel)
    {
    }
    [[nodiscard]] ComparisonDocument* document() const { return m_document; }
    /// Where it is seen.
    [[nodiscard]] const char* panel() const { return m_panel; }

private:
    QPointer<ComparisonDocument> m_document;
    const char* m_panel;
};

/// Limits before and after.
class LimitsStep : public Step {
public:
    LimitsStep(ComparisonDocument* document, core::Limits limits, const QString& what)
        : Step(document, "limits", what)
        , m_before(document->setup().limits)
        , m_after(std::move(limits))
    {
    }
    void undo() override { set(m_before); }
    void redo() override { set(m_after); }

private:
    void set(const core::Limits& limits)
    {
        if (document())
            document()->setLimits(limits);
        else
            setObsolete(true);
    }
    core::Limits m_before, m_after;
};

/// What was said about the pairing before and after.
class PairingStep : public Step {
public:
    PairingStep(ComparisonDocument* document, PairingEdits edits, const QString& what, const char* panel)
        : Step(document, panel, what)
        , m_before(document->setup().edits)
        , m_after(std::move(edits))
    {
    }
    void undo() override { set(m_before); }
    void redo() override { set(m_after); }

private:
    void set(const PairingEdits& edits)
    {
        if (!document())
            return setObsolete(true);
        ComparisonSetup setup = document()->setup();
        setup.edits = edits;
        document()->run(std::move(setup));
    }
    PairingEdits m_before, m_after;
};

/// Metrics of one tool's definitions, and of another's.
class ProfileStep : public Step {
public:
    ProfileStep(ComparisonDocument* document, QString profile, const QString& what)
        : Step(document, "results", what)
        , m_before(document->setup().profile)
        , m_after(std::move(profile))
    {
    }
    void undo() override { set(m_before); }
    void redo() override { set(m_after); }

private:
    void set(const QString& profile)
    {
        if (!document())
            return setObsolete(true);
        ComparisonSetup setup = document()->setup();
        setup.profile = profile;
        document()->run(std::move(setup));
    }
    QString m_before, m_after;
};

/// Taken back the way it was done.
class SwapStep : public Step {
public:
    SwapStep(ComparisonDocument* document, std::function<void(ComparisonDocument*)> swap, const QString& what)
        : Step(document, "results", what)
        , m_swap(std::move(swap))
    {
    }
    void undo() override { redo(); }
    void redo() override
    {
        if (document())
            m_swap(document());
        else
            setObsolete(true);
    }

private:
    std::function<void(ComparisonDocument*)> m_swap;
};

} // namespace

Comparisons::Comparisons(Session& session, Selection& selection, TaskRunner& tasks, QObject* parent)
    : QObject(parent)
    , m_selection(selection)
    , m_tasks(tasks)
{
    connect(&session, &Session::rootAboutToBeRemoved, this, &Comparisons::forget);
    connect(&selection, &Selection::tensorChanged, this, &Comparisons::followSelection);
}

ComparisonDocument* Comparisons::compare(const ComparisonSetup& setup)
{
    const auto open = std::find_if(m_all.begin(), m_all.end(), [&](const ComparisonDocument* document) {
        return isSame(document->setup().target, setup.target)
            && isSame(document->setup().golden, setup.golden);
    });
    if (open != m_all.end()) {
        setCurrent(*open);
        if (!setup.truth.empty())
            (*open)->setTruth(setup.truth);
        return *open;
    }
    auto* const document = new ComparisonDocument(m_tasks, setup, this);
    m_all.append(document);
    // Rows of the table before mean nothing in the next one.
    connect(document, &ComparisonDocument::pairsReplaced, this, [this, document] {
        if (document == m_current && m_pair && !showsChosen()) {
            // Mostly it is in another row now; whoever shows it need not hear that it was gone.
            m_pair.reset();
            followSelection();
            if (!m_pair)
                setPair(std::nullopt);
        }
    });
    connect(document, &ComparisonDocument::stateChanged, this, [this, document] {
        if (document == m_current && document->state() == ComparisonDocument::State::Done)
            showWorst();
    });
    if (setup.target.root != setup.golden.root) {
        setup.target.root->setSide(OpenedRoot::Side::Target);
        setup.golden.root->setSide(OpenedRoot::Side::Golden);
    }
    emit added(document);
    setCurrent(document);
    return document;
}

void Comparisons::swapSides()
{
    if (m_current)
        m_undo.push(new SwapStep(
            m_current, [this](ComparisonDocument* document) { swapSidesOf(document); }, tr("swap sides")));
}

void Comparisons::unpair(const std::vector<std::size_t>& rows)
{
    if (!m_current || !m_current->pairs() || rows.empty())
        return;
    PairingEdits edits = m_current->setup().edits;
    for (const std::size_t row : rows) {
        if (row < m_current->pairs()->rows())
            edits.unpair(m_current->targetOf(row).tensorId(), m_current->goldenOf(row).tensorId());
    }
    // Rows were taken apart, which is where they are missed.
    m_undo.push(new PairingStep(m_current, std::move(edits), tr("unpair"), "results"));
}

// What it changes may be behind something else, and belong to another comparison.
void Comparisons::step(bool isRedone)
{
    while (isRedone ? m_undo.canRedo() : m_undo.canUndo()) {
        const auto* const next
            = static_cast<const Step*>(m_undo.command(isRedone ? m_undo.index() : m_undo.index() - 1));
        const QPointer<ComparisonDocument> document = next->document();
        const QString what = next->text();
        const QByteArray panel = next->panel();
        if (document)
            setCurrent(document);
        isRedone ? m_undo.redo() : m_undo.undo();
        if (document)
            return emit stepped(what, isRedone, panel);
    }
}

void Comparisons::swapSidesOf(ComparisonDocument* document)
{
    setCurrent(document); // what happens is seen
    ComparisonSetup setup = document->setup();
    // The window goes on with the target's tensor of the same pair.
    const bool isShown = m_pair && showsChosen() && m_selection.tensor() == document->targetOf(*m_pair);
    const TensorRef other = isShown ? document->goldenOf(*m_pair) : TensorRef();
    std::swap(setup.target, setup.golden);
    std::swap(setup.targetEnvironment, setup.goldenEnvironment);
    if (setup.target.root != setup.golden.root) {
        setup.target.root->setSide(OpenedRoot::Side::Target);
        setup.golden.root->setSide(OpenedRoot::Side::Golden);
    }
    for (auto* equations : {&setup.pairing.steps, &setup.pairing.ranks}) {
        for (auto& [target, golden] : *equations)
            std::swap(target, golden);
    }
    document->run(std::move(setup));
    emit currentChanged();
    if (other.isValid())
        m_selection.select(other);
}

void Comparisons::setCurrent(ComparisonDocument* document)
{
    if (m_current == document)
        return;
    m_current = document;
    m_hasOpened = false;
    emit currentChanged();
    setPair(std::nullopt);
    followSelection();
}

void Comparisons::close(ComparisonDocument* document)
{
    const auto at = m_all.indexOf(document);
    if (at < 0)
        return;
    m_all.removeAt(at);
    document->cancel();
    if (m_current == document)
        setCurrent(m_all.isEmpty() ? nullptr : m_all[std::min(at, m_all.size() - 1)]);
    document->deleteLater();
    emit removed();
}

void Comparisons::select(std::optional<std::size_t> pair)
{
    if (m_pair == pair)
        return;
    // Whoever asks may show what was there before.
    if (pair && (!m_current || !m_current->pairs() || *pair >= m_current->pairs()->rows()))
        return;
    setPair(pair);
    if (m_pair && m_pair == pair)
        m_selection.select(m_current->targetOf(*pair));
}

bool Comparisons::isChosen(const TensorRef& tensor) const
{
    return m_current && m_pair && m_current->pairs() && *m_pair < m_current->pairs()->rows()
        && (tensor == m_current->targetOf(*m_pair) || tensor == m_current->goldenOf(*m_pair));
}

void Comparisons::open(std::size_t pair)
{
    select(pair);
    emit pairOpened();
}

void Comparisons::goTo(std::size_t pair)
{
    select(pair);
    emit worstWanted();
}

std::vector<std::size_t> Comparisons::marked() const
{
    const bool isCurrent = m_pair && std::find(m_marked.begin(), m_marked.end(), *m_pair) != m_marked.end();
    if (isCurrent)
        return m_marked;
    return m_pair ? std::vector<std::size_t> {*m_pair} : std::vector<std::size_t>();
}

std::optional<std::size_t> Comparisons::worstPair() const
{
    if (!m_current || !m_current->pairs())
        return std::nullopt;
    const auto& suspects = m_current->suspicion().suspects;
    std::optional<std::size_t> worst;
    if (m_current->result() && m_current->isOver())
        worst = m_current->result()->conclusion.row;
    else if (!suspects.empty() && !suspects.front().pairs.empty())
        worst = suspects.front().pairs.front();
    else if (m_current->firstDivergence())
        worst = m_current->firstDivergence()->index;
    return worst && *worst < m_current->pairs()->rows() ? worst : std::nullopt;
}

void Comparisons::changePairing(const PairingEdits& edits, const QString& what)
{
    if (m_current)
        m_undo.push(new PairingStep(m_current, edits, what, "pairing"));
}

void Comparisons::changeProfile(const QString& profile)
{
    if (m_current && m_current->setup().profile != profile)
        m_undo.push(new ProfileStep(m_current, profile, tr("profile %1").arg(profile)));
}

void Comparisons::changeLimits(core::Limits limits, const QString& what)
{
    if (m_current)
        m_undo.push(new LimitsStep(m_current, std::move(limits), what));
}

// Every view opens at its most suspicious item, unless somebody looks at another one by then; where nothing
// is suspicious, at the first.
void Comparisons::showWorst()
{
    if (m_hasOpened && !m_pair)
        followSelection(); // the same comparison again: what was looked at
    if (!m_pair && !(m_hasOpened && isOfSide(m_selection.tensor(), m_current)))
        select(worstPair() ? worstPair() : std::optional(std::size_t {0}));
    m_hasOpened = true;
}

bool Comparisons::showsChosen() const
{
    const auto& pairs = m_current->pairs();
    if (!pairs || *m_pair >= pairs->rows())
        return false;
    const core::TensorPair& pair = pairs->row(*m_pair).pair;
    return std::pair(pair.target, pair.golden) == m_chosen;
}

void Comparisons::setPair(std::optional<std::size_t> pair)
{
    m_pair = pair;
    if (m_pair && m_current && m_current->pairs() && *m_pair < m_current->pairs()->rows()) {
        const core::TensorPair& chosen = m_current->pairs()->row(*m_pair).pair;
        m_chosen = {chosen.target, chosen.golden};
    }
    emit pairChanged();
}

void Comparisons::forget(OpenedRoot* root)
{
    const QList<ComparisonDocument*> all = m_all;
    for (ComparisonDocument* document : all) {
        if (document->setup().target.root == root || document->setup().golden.root == root)
            close(document);
    }
}

void Comparisons::followSelection()
{
    const TensorRef& tensor = m_selection.tensor();
    if (!m_current || !m_current->pairs() || !tensor.isValid())
        return;
    const core::PairTable& pairs = *m_current->pairs();
    const bool isTarget = tensor.root == m_current->setup().target.root;
    const bool isGolden = tensor.root == m_current->setup().golden.root;
    const auto shows = [&](std::size_t row) {
        const core::TensorPair& pair = pairs.row(row).pair;
        if ((isTarget && pair.target == tensor.id) || (isGolden && pair.golden == tensor.id))
            return true;
        return core::isPutTogether(pair) && (pair.hint->assembly->isOfGolden ? isGolden : isTarget)
            && std::ranges::any_of(pair.hint->assembly->parts,
                [&](const core::AssemblyPart& part) { return part.id == tensor.id; });
    };
    if ((!isTarget && !isGolden) || (m_pair && *m_pair < pairs.rows() && shows(*m_pair)))
        return;
    // Rows stand in the target's order.
    const auto numbers = std::views::iota(std::size_t {0}, pairs.rows());
    const auto first = !isTarget || isGolden ? numbers.begin()
                                             : std::ranges::lower_bound(numbers, tensor.id, {},
                                                 [&](std::size_t row) { return pairs.row(row).pair.target; });
    for (std::size_t row = static_cast<std::size_t>(first - numbers.begin()); row < pairs.rows(); ++row) {
        if (isTarget && !isGolden && pairs.row(row).pair.target != tensor.id)
            break;
        if (shows(row))
            return setPair(row);
    }
    // A part that does not stand for the others.
    if (const auto part = std::ranges::find_if(numbers, shows); isTarget && part != numbers.end())
        return setPair(*part);
    // It has no counterpart: nobody shows the pair before as if it were its own.
    if (m_pair)
        setPair(std::nullopt);
}

} // namespace dumpscope::gui
