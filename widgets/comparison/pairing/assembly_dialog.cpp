// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/assembly_dialog.h"

#include "common/app_style.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "compare/layout/assembly_name.h"

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kAsNow = 0, kZigzag = -1; ///< in place of how many runs a part has

QString errorText(double error)
{
    return QString::number(error, 'g', 3);
}

} // namespace

AssemblyDialog::AssemblyDialog(Comparisons& comparisons, TaskRunner& tasks, std::size_t row, QWidget* parent)
    : QDialog(parent)
    , m_comparisons(comparisons)
    , m_tasks(tasks)
    , m_document(comparisons.current())
    , m_kind(new QComboBox(this))
    , m_axis(new QComboBox(this))
    , m_turns(new QComboBox(this))
    , m_list(new QListWidget(this))
    , m_answer(new QLabel(this))
    , m_up(new QPushButton(tr("Up"), this))
    , m_down(new QPushButton(tr("Down"), this))
    , m_usePair(new QPushButton(tr("Use for this pair"), this))
    , m_useRule(new QPushButton(tr("Use for all named alike"), this))
{
    setWindowTitle(tr("What golden is put together from"));
    setAttribute(Qt::WA_DeleteOnClose);
    const core::PairTable& pairs = *m_document->pairs();
    m_of = {pairs.target().index, pairs.golden().index, pairs.row(row).pair};
    m_parts = core::partsToChoose(m_of.pair, *m_of.target);
    const core::TensorRow& golden = m_of.golden->tensor(m_of.pair.golden);
    auto* const about = new QLabel(this);
    QString words = shownName(m_of.golden->text(golden.opName)) + QLatin1Char(' ')
        + ioText(golden.io, golden.slot) + QLatin1Char(' ')
        + fromCore(core::shapeText(m_of.golden->shape(golden.shape)));
    if (now())
        words += QLatin1Char('\n') + coreSentence(core::assemblyText(*now(), *m_of.target));
    about->setText(words);
    for (QLabel* label : {about, m_answer}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_answer->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_list->setAccessibleName(tr("Parts in order"));
    m_list->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_list->setMinimumHeight(4 * fontMetrics().lineSpacing());
    m_kind->setAccessibleName(tr("Kind"));
    m_axis->setAccessibleName(tr("Axis"));
    m_turns->setAccessibleName(tr("Runs of each part"));
    auto* const moves = new QVBoxLayout;
    moves->addWidget(m_up);
    moves->addWidget(m_down);
    moves->addStretch(1);
    auto* const parts = new QHBoxLayout;
    parts->addWidget(m_list, 1);
    parts->addLayout(moves);
    auto* const form = new QFormLayout(this);
    form->addRow(about);
    form->addRow(tr("Kind"), m_kind);
    form->addRow(tr("Axis"), m_axis);
    form->addRow(tr("Runs of each part"), m_turns);
    form->addRow(tr("Parts in order"), parts);
    form->addRow(m_answer);
    markAsPrimary(*m_usePair);
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_useRule);
    buttons->addWidget(m_usePair);
    form->addRow(buttons);
    fill();
    for (QComboBox* box : {m_kind, m_axis, m_turns})
        connect(box, &QComboBox::currentIndexChanged, this, &AssemblyDialog::refresh);
    connect(m_up, &QPushButton::clicked, this, [this] { movePart(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { movePart(1); });
    connect(m_list, &QListWidget::currentRowChanged, this,
        [this] { choice().parts.size() < m_parts.size() ? refresh() : showAnswer(); });
    connect(m_usePair, &QPushButton::clicked, this, [this] { use(false); });
    connect(m_useRule, &QPushButton::clicked, this, [this] { use(true); });
    // What it is of may be closed or swapped behind it.
    connect(&m_comparisons, &Comparisons::currentChanged, this, &QDialog::reject);
    refresh();
}

void AssemblyDialog::openFor(Comparisons& comparisons, TaskRunner& tasks, QWidget* parent)
{
    const ComparisonDocument* const document = comparisons.current();
    const auto row = comparisons.pair();
    if (document && document->pairs() && row && *row < document->pairs()->rows())
        (new AssemblyDialog(comparisons, tasks, *row, parent))->show();
}

const core::Assembly* AssemblyDialog::now() const
{
    return core::isTargetPutTogether(m_of.pair) ? m_of.pair.hint->assembly.get() : nullptr;
}

void AssemblyDialog::fill()
{
    std::vector<core::AssemblyKind> kinds = core::kindsToChoose();
    if (now() && std::ranges::find(kinds, now()->kind) == kinds.end())
        kinds.push_back(now()->kind);
    for (const core::AssemblyKind kind : kinds)
        m_kind->addItem(coreWords(core::assemblyName(kind)), static_cast<int>(kind));
    const auto shape = m_of.golden->shape(m_of.golden->tensor(m_of.pair.golden).shape);
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
        m_axis->addItem(tr("%1 of length %2").arg(axis).arg(shape[axis]), static_cast<int>(axis));
    if (now() && now()->kind == core::AssemblyKind::Interleaved)
        m_turns->addItem(tr("as they are now"), kAsNow);
    for (const int turns : {2, 3})
        m_turns->addItem(QString::number(turns), turns);
    m_turns->addItem(tr("2, the second in reverse order"), kZigzag);
    if (now()) {
        m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(now()->kind)));
        if (now()->axis)
            m_axis->setCurrentIndex(m_axis->findData(static_cast<int>(*now()->axis)));
    } else {
        m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(core::AssemblyKind::Replicated)));
    }
    for (const core::TensorId part : m_parts) {
        const auto rank = m_of.target->factsOf(part).rank;
        const QString id = shownName(m_of.target->tensorId(part));
        m_list->addItem(rank ? tr("rank %1: %2").arg(*rank).arg(id) : id);
    }
    m_list->setCurrentRow(0);
}

core::AssemblyChoice AssemblyDialog::choice() const
{
    core::AssemblyChoice made;
    made.kind = static_cast<core::AssemblyKind>(m_kind->currentData().toInt());
    if (core::hasAxis(made.kind) || (now() && now()->kind == made.kind && now()->axis))
        made.axis = static_cast<std::size_t>(m_axis->currentData().toInt());
    made.parts = m_parts;
    // Of one tensor as it lies there, the chosen one.
    const bool isOfOne = made.kind == core::AssemblyKind::Same || made.kind == core::AssemblyKind::Transpose;
    if (isOfOne && !(now() && now()->kind == made.kind) && !m_parts.empty())
        made.parts = {m_parts[static_cast<std::size_t>(std::max(0, m_list->currentRow()))]};
    const int turns = m_turns->currentData().toInt();
    made.isZigzag = turns == kZigzag;
    made.turns = turns == kZigzag ? 2 : static_cast<std::size_t>(turns);
    return made;
}

QString AssemblyDialog::answer() const
{
    return m_answer->text();
}

void AssemblyDialog::movePart(int by)
{
    const int row = m_list->currentRow(), to = row + by;
    if (row < 0 || to < 0 || to >= m_list->count())
        return;
    std::swap(m_parts[static_cast<std::size_t>(row)], m_parts[static_cast<std::size_t>(to)]);
    m_list->insertItem(to, m_list->takeItem(row));
    m_list->setCurrentRow(to);
    refresh();
}

void AssemblyDialog::refresh()
{
    const core::AssemblyChoice wanted = choice();
    m_axis->setEnabled(core::hasAxis(wanted.kind));
    m_turns->setEnabled(wanted.kind == core::AssemblyKind::Interleaved);
    m_made.reset();
    m_reading.start<core::Assembly>(
        m_tasks, Lane::Interactive, tr("Put a tensor together"), this,
        [wanted, of = m_of](core::TaskContext& task, const TaskRunner::Post&) {
            return core::assembledAs(wanted,
                core::isTargetPutTogether(of.pair) ? of.pair.hint->assembly.get() : nullptr, of.pair.golden,
                core::TensorStore(of.target), core::TensorStore(of.golden), task);
        },
        [this](core::Result<core::Assembly> made) {
            m_made = std::move(made);
            showAnswer();
        });
    showAnswer();
}

void AssemblyDialog::showAnswer()
{
    const int row = m_list->currentRow();
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_list->count());
    const bool isMade = m_made && *m_made;
    m_usePair->setEnabled(isMade && m_document);
    m_useRule->setEnabled(isMade && m_document && withAssembly({}, m_of, **m_made, true));
    if (!m_made)
        return m_answer->setText(tr("Reading the parts."));
    if (!isMade)
        return m_answer->setText(tr("Cannot be so: %1").arg(coreSentence(m_made->error().message)));
    const QString words = coreWords(core::readingText(**m_made, *m_of.target));
    m_answer->setText(now() ? tr("%1: relative L2 error %2, until now %3.")
                                  .arg(words, errorText((*m_made)->error), errorText(now()->error))
                            : tr("%1: relative L2 error %2.").arg(words, errorText((*m_made)->error)));
}

void AssemblyDialog::use(bool asRule)
{
    if (!m_made || !*m_made || !m_document || m_document != m_comparisons.current())
        return;
    if (const auto edits = withAssembly(m_document->setup().edits, m_of, **m_made, asRule))
        m_comparisons.changePairing(*edits, tr("put together"));
    accept();
}

} // namespace dumpscope::gui
