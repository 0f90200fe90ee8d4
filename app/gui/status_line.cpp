// SPDX-License-Identifier: GPL-3.0-or-later
#include "status_line.h"

#include "chrome/task_strip.h"
#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/verdict_words.h"
#include "documents/first_non_finite.h"
#include "documents/probed_value.h"
#include "kit/dump_title.h"
#include "services.h"

#include <QLabel>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kMessageMs = 6000;

QString indexText(const std::vector<std::int64_t>& index)
{
    QStringList parts;
    for (const std::int64_t one : index)
        parts.append(QString::number(one));
    return QLatin1Char('[') + parts.join(QLatin1Char(',')) + QLatin1Char(']');
}

QToolButton* newButton(QStatusBar& bar)
{
    auto* const button = new QToolButton(&bar);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // keys have other ways
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return button;
}

} // namespace

StatusLine::StatusLine(QStatusBar& bar, Services& services, std::function<Sight()> sight)
    : m_bar(bar)
    , m_services(services)
    , m_sight(std::move(sight))
    , m_probe(new QLabel(&bar))
    , m_facts(new QLabel(&bar))
    , m_counts(new QLabel(&bar))
    , m_hidden(new QLabel(&bar))
    , m_first(newButton(bar))
    , m_problems(newButton(bar))
    , m_tasks(new TaskStrip(services.tasks, &bar))
{
    bar.setSizeGripEnabled(false);
    m_probe->setObjectName(QStringLiteral("status-probe"));
    m_probe->setFont(monospaceFont());
    for (QLabel* label : {m_probe, m_facts, m_counts}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setContentsMargins(scaledMargins(4, 0, 8, 0));
        bar.addWidget(label);
    }
    makeRich(*m_hidden);
    m_hidden->hide();
    connect(m_hidden, &QLabel::linkActivated, &services.selection, &Selection::showHiddenRequested);
    bar.addWidget(m_hidden);
    connect(m_problems, &QToolButton::clicked, this, &StatusLine::problemsRequested);
    QToolButton* const command = newButton(bar);
    command->setDefaultAction(services.actions.action("tools.command"));
    m_tasks->follow(services.capture.run().tasks());
    bar.addPermanentWidget(m_tasks);
    m_first->setObjectName(QStringLiteral("status-first"));
    connect(m_first, &QToolButton::clicked, this,
        [&services] { services.actions.trigger("go.first_divergence"); });
    bar.addPermanentWidget(m_first);
    bar.addPermanentWidget(m_problems);
    bar.addPermanentWidget(command);

    for (const auto signal : {&Selection::markedChanged, &Selection::hiddenCountChanged,
             &Selection::rowCountsChanged, &Selection::scopeChanged, &Selection::elementChanged})
        connect(&services.selection, signal, this, &StatusLine::update);
    connect(&ProbedValue::of(services.selection), &ProbedValue::changed, this, &StatusLine::update);
    connect(&services.problems, &ProblemList::changed, this, &StatusLine::update);
    connect(&FirstNonFinite::of(services.session), &FirstNonFinite::changed, this, &StatusLine::update);
    connect(&services.session, &Session::rootAdded, this, &StatusLine::update);
    connect(&services.session, &Session::rootRemoved, this, &StatusLine::update);
}

void StatusLine::say(const QString& sentence)
{
    m_bar.showMessage(sentence, kMessageMs);
    m_tasks->announce(sentence);
}

void StatusLine::openTasks()
{
    m_tasks->openList();
}

void StatusLine::update()
{
    updateTensor();
    updateRows();
    updateFirst();
    const int problems = m_services.problems.count(); // as behind the title of the panel
    // What was not read has no problems that anybody could know.
    const bool isOpened = !m_services.session.roots().isEmpty(), isRead = m_services.session.isSettled();
    const auto& roots = m_services.session.roots();
    const auto empty = std::ranges::count_if(roots, [](const OpenedRoot* root) {
        return root->index() && (root->index()->tensorCount() == 0 || !root->index()->holdsTensors());
    });
    m_problems->setText(problems > 0 ? tr("%n problem(s)", nullptr, problems)
            : !isOpened              ? tr("Nothing is open")
            : !isRead                ? tr("No problems so far")
            : empty == 0             ? tr("Read without problems")
            : empty == 1 && roots.size() == 1
            ? tr("The dump holds no tensor")
            : tr("%n dump(s) hold no tensor", nullptr, static_cast<int>(empty)));
    m_problems->setIcon(problems > 0           ? icon("warn", Token::Warn)
            : isOpened && isRead && empty == 0 ? icon("check")
                                               : QIcon());
}

void StatusLine::updateTensor()
{
    const TensorRef& tensor = m_services.selection.tensor();
    // Of pairs, a tensor that was selected elsewhere is none.
    const bool isInSight = !m_sight().isComparing || !m_services.comparisons.current()
        || m_services.comparisons.isChosen(tensor);
    const ProbedValue& probed = ProbedValue::of(m_services.selection);
    QString facts;
    if (tensor.isValid() && isInSight && !probed.isOfAssembly()) {
        const auto text = [&](const char* column) {
            const auto& table = *tensor.root->table();
            return QString::fromStdString(
                core::cellText(table.cell(tensor.id.value(), table.columnByName(column))));
        };
        facts = QStringList {text("dtype"), text("shape"), text("format")}.join(QLatin1Char(' ')).trimmed();
        // Tensors of two runs have the same names; of a pair the strip above says which they are.
        if (m_services.session.roots().size() > 1 && !m_sight().isComparing)
            facts = tr("%1: %2").arg(dumpTitle(*tensor.root, m_facts->fontMetrics()), facts);
    }
    m_facts->setText(facts);
    // The one element of a scalar has an index without numbers.
    m_probe->setText(!isInSight || (probed.element().empty() && probed.words().isEmpty())
            ? QString()
            : (indexText(probed.element()) + QLatin1Char(' ') + probed.words()).trimmed());
}

/// Of a dump that stands alone; of two, the comparison has the conclusion.
void StatusLine::updateFirst()
{
    const TensorRef tensor = FirstNonFinite::of(m_services.session).only();
    const bool isKnown = tensor.isValid() && !m_services.comparisons.current();
    m_first->setVisible(isKnown);
    if (!isKnown)
        return;
    const core::NonFiniteTensor& first = *FirstNonFinite::of(m_services.session).in(tensor.root);
    const QString place
        = (shownName(tensor.opName()).section(u'/', -1) + QLatin1Char(' ') + ioText(tensor.row())).trimmed();
    const QString keys
        = m_services.actions.action("go.first_divergence")->shortcut().toString(QKeySequence::NativeText);
    const bool isNan = first.nan.value_or(0) > 0;
    const QString words = isNan ? tr("First NaN: %1").arg(place) : tr("First NaN or infinity: %1").arg(place);
    m_first->setText(
        QStringLiteral("◆ ") + words + (keys.isEmpty() ? QString() : QStringLiteral(" · ") + keys));
    m_first->setToolTip(shownName(tensor.opName()) + QLatin1Char('\n') + coreSentence(first.why));
    m_first->setAccessibleName(words);
}

void StatusLine::updateRows()
{
    const RowScope& scope = m_services.selection.scope();
    const std::size_t all = scope.rows      ? scope.rows->size()
        : scope.root && scope.root->index() ? scope.root->index()->tensorCount()
                                            : 0;
    const Selection::RowCounts rows
        = m_services.selection.rowCounts().value_or(Selection::RowCounts {all, all});
    const auto number = [](std::size_t count) { return groupedNumber(static_cast<qint64>(count)); };
    // What is chosen in another dump is none of these rows.
    std::size_t marked = 0;
    for (const MarkedTensors& part : m_services.selection.marked()) {
        if (!scope.root || part.root == scope.root)
            marked += part.ids.size();
    }
    const QString selected = number(marked);
    // Elsewhere the tensors are not what the tables show; those count their rows themselves.
    const bool isCounted = m_sight().hasTensorRows && !m_services.session.roots().isEmpty();
    m_counts->setText(rows.shown != rows.all
            ? tr("%1 of %2 rows, %3 selected").arg(number(rows.shown), number(rows.all), selected)
            : rows.all == 1 ? tr("1 row, %1 selected").arg(selected)
                            : tr("%1 rows, %2 selected").arg(number(rows.all), selected));
    m_counts->setVisible(isCounted);
    const auto hidden = static_cast<int>(m_services.selection.hiddenCount());
    m_hidden->setVisible(hidden > 0 && isCounted);
    m_hidden->setText(tr("%n selected item(s) hidden by the filter.", nullptr, hidden)
        + QStringLiteral(" <a href=\"show\">%1</a>").arg(tr("Show")));
}

} // namespace dumpscope::gui
