// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/compare_dialog.h"

#include "common/app_style.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/environment_field.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

void addNumbers(QComboBox& box, const QString& all, const std::vector<std::int64_t>& numbers)
{
    const QVariant before = box.currentData();
    box.clear();
    box.addItem(all);
    for (const std::int64_t number : numbers)
        box.addItem(QString::number(number), static_cast<qint64>(number));
    box.setCurrentIndex(std::max(0, before.isValid() ? box.findData(before) : 0));
    box.setEnabled(!numbers.empty());
}

/// Of runs beside one another: most dumps are one, and have no use for the choice.
void addRuns(QComboBox& box, const QString& all, const std::vector<std::string>& runs)
{
    const QVariant before = box.currentData();
    box.clear();
    box.addItem(all);
    for (const std::string& run : runs) {
        if (!run.empty())
            box.addItem(shownName(run), QString::fromStdString(run));
    }
    box.setCurrentIndex(std::max(0, before.isValid() ? box.findData(before) : 0));
    static_cast<QFormLayout*>(box.parentWidget()->layout())->setRowVisible(&box, !runs.empty());
}

std::vector<std::int64_t> chosen(const QComboBox& box)
{
    const QVariant number = box.currentData();
    return number.isValid() ? std::vector<std::int64_t> {number.toLongLong()} : std::vector<std::int64_t>();
}

} // namespace

CompareDialog::CompareDialog(
    Session& session, Selection& selection, Comparisons& comparisons, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_selection(selection)
    , m_comparisons(comparisons)
    , m_remark(new QLabel(this))
    , m_compare(new QPushButton(tr("Compare"), this))
{
    setWindowTitle(tr("Compare with"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* const sides = new QHBoxLayout;
    sides->setSpacing(scaled(kVast));
    sides->addWidget(makeSide(m_target, tr("Target: the run to check"), true));
    sides->addWidget(makeSide(m_golden, tr("Golden: the run that is right"), false));
    m_remark->setWordWrap(true);
    markAsPrimary(*m_compare);
    auto* const end = new QHBoxLayout;
    auto* const cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &CompareDialog::reject);
    end->addWidget(m_remark, 1);
    end->addWidget(cancel);
    end->addWidget(m_compare);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(sides);
    layout->addLayout(end);
    connect(&session, &Session::rootAdded, this, &CompareDialog::fillRoots);
    connect(&session, &Session::rootRemoved, this, &CompareDialog::fillRoots);
    connect(&session, &Session::rootChanged, this, [this] {
        fillPlaces(m_target);
        fillPlaces(m_golden);
        refresh();
    });
    connect(m_compare, &QPushButton::clicked, this, &CompareDialog::compare);
    fillRoots();
    guess();
    refresh();
}

QWidget* CompareDialog::makeSide(Side& side, const QString& title, bool isTarget)
{
    auto* const box = new QGroupBox(title, this);
    side.root = new QComboBox(box);
    side.root->setMinimumWidth(scaled(260));
    side.run = new QComboBox(box);
    side.rank = new QComboBox(box);
    side.step = new QComboBox(box);
    side.tensor = new QLineEdit(box);
    side.tensor->setPlaceholderText(tr("all, or one: op_name:output:0"));
    side.environment = new EnvironmentField(box);
    auto* const folder = new QPushButton(tr("Folder…"), box);
    auto* const file = new QPushButton(tr("File…"), box);
    auto* const browsers = new QHBoxLayout;
    browsers->addWidget(folder);
    browsers->addWidget(file);
    browsers->addStretch(1);
    auto* const form = new QFormLayout(box);
    form->addRow(tr("Dump"), side.root);
    form->addRow(QString(), browsers);
    form->addRow(tr("Run"), side.run);
    form->addRow(tr("Step"), side.step);
    form->addRow(tr("Rank"), side.rank);
    form->addRow(tr("Tensor"), side.tensor);
    form->addRow(tr("Environment"), side.environment);
    const std::pair<QWidget*, QString> names[]
        = {{side.root, tr("Dump")}, {side.run, tr("Run")}, {side.step, tr("Step")}, {side.rank, tr("Rank")},
            {side.tensor, tr("Tensor")}, {side.environment->line(), tr("Environment")}};
    for (const auto& [field, name] : names)
        field->setAccessibleName(title + QLatin1String(", ") + name);
    const Side& made = side;
    connect(folder, &QPushButton::clicked, this, [this, &made] { browse(made, false); });
    connect(file, &QPushButton::clicked, this, [this, &made] { browse(made, true); });
    connect(side.root, &QComboBox::currentIndexChanged, this, [this, &made] {
        fillPlaces(made);
        refresh();
    });
    for (QComboBox* choice : {side.run, side.rank, side.step})
        connect(choice, &QComboBox::currentIndexChanged, this, &CompareDialog::refresh);
    connect(side.tensor, &QLineEdit::textChanged, this, &CompareDialog::refresh);
    box->setObjectName(isTarget ? QStringLiteral("target") : QStringLiteral("golden"));
    return box;
}

void CompareDialog::fillRoots()
{
    for (const Side& side : {m_target, m_golden}) {
        const QString before = side.root->currentData().toString();
        side.root->clear();
        for (const OpenedRoot* root : m_session.roots()) {
            side.root->addItem(root->title(), root->path());
            side.root->setItemData(side.root->count() - 1, root->path(), Qt::ToolTipRole);
        }
        if (const int place = side.root->findData(before); place >= 0)
            side.root->setCurrentIndex(place);
        fillPlaces(side);
    }
    refresh();
}

void CompareDialog::fillPlaces(const Side& side)
{
    const OpenedRoot* const root = rootOf(side);
    const auto index = root ? root->index() : nullptr;
    addRuns(*side.run, tr("all"), index ? index->runs() : std::vector<std::string>());
    addNumbers(*side.step, tr("all"), index ? index->steps() : std::vector<std::int64_t>());
    addNumbers(*side.rank, tr("all"), index ? index->ranks() : std::vector<std::int64_t>());
}

// The chosen place is the target; golden is another dump, else another step or rank of the same.
void CompareDialog::guess()
{
    const TensorRef& tensor = m_selection.tensor();
    if (!tensor.isValid())
        return;
    const auto& facts = tensor.root->index()->factsOf(tensor.id);
    m_target.root->setCurrentIndex(std::max(0, m_target.root->findData(tensor.root->path())));
    for (int i = 0; i < m_golden.root->count(); ++i) {
        if (m_golden.root->itemData(i).toString() != tensor.root->path())
            return m_golden.root->setCurrentIndex(i);
    }
    if (const int run = m_target.run->findData(fromCore(facts.run)); run > 0 && m_target.run->count() > 2) {
        m_target.run->setCurrentIndex(run);
        return m_golden.run->setCurrentIndex(run == 1 ? 2 : 1);
    }
    const auto other = [](QComboBox* target, QComboBox* golden, const std::optional<std::int64_t>& here) {
        if (!here || target->count() < 3)
            return false;
        target->setCurrentIndex(target->findData(static_cast<qint64>(*here)));
        golden->setCurrentIndex(target->currentIndex() == 1 ? 2 : 1);
        return true;
    };
    if (!other(m_target.step, m_golden.step, facts.step))
        other(m_target.rank, m_golden.rank, facts.rank);
}

void CompareDialog::browse(const Side& side, bool isFile)
{
    auto* const chooser = new QFileDialog(this, isFile ? tr("Open a file") : tr("Open a dump folder"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(isFile ? QFileDialog::ExistingFile : QFileDialog::Directory);
    connect(chooser, &QFileDialog::fileSelected, this, [this, box = side.root](const QString& path) {
        const OpenedRoot* const root = m_session.open(path);
        box->setCurrentIndex(box->findData(root->path()));
    });
    chooser->open();
}

OpenedRoot* CompareDialog::rootOf(const Side& side) const
{
    for (OpenedRoot* root : m_session.roots()) {
        if (root->path() == side.root->currentData().toString())
            return root;
    }
    return nullptr;
}

ComparisonSetup::Side CompareDialog::sideOf(const Side& side) const
{
    ComparisonSetup::Side made;
    made.root = rootOf(side);
    made.restriction.run = side.run->currentData().toString().toStdString();
    made.restriction.steps = chosen(*side.step);
    made.restriction.ranks = chosen(*side.rank);
    made.restriction.tensor = side.tensor->text().trimmed().toStdString();
    return made;
}

ComparisonSetup CompareDialog::setup() const
{
    ComparisonSetup setup;
    setup.target = sideOf(m_target);
    setup.golden = sideOf(m_golden);
    setup.targetEnvironment = m_target.environment->path();
    setup.goldenEnvironment = m_golden.environment->path();
    const core::SideRestriction &target = setup.target.restriction, &golden = setup.golden.restriction;
    if (!target.steps.empty() && !golden.steps.empty())
        setup.pairing.steps = {{target.steps.front(), golden.steps.front()}};
    if (!target.ranks.empty() && !golden.ranks.empty())
        setup.pairing.ranks = {{target.ranks.front(), golden.ranks.front()}};
    return setup;
}

void CompareDialog::refresh()
{
    if (!m_compare)
        return;
    const ComparisonSetup now = setup();
    const core::SideRestriction &target = now.target.restriction, &golden = now.golden.restriction;
    const bool isSame = now.target.root && now.target.root == now.golden.root && target.steps == golden.steps
        && target.ranks == golden.ranks && target.tensor == golden.tensor && target.run == golden.run;
    m_compare->setEnabled(now.target.root && now.golden.root);
    m_remark->setText(!now.target.root || !now.golden.root ? tr("Choose a dump for both sides.")
            : isSame ? tr("Both sides are the same: everything will be equal.")
                     : QString());
}

void CompareDialog::compare()
{
    const ComparisonSetup now = setup();
    if (!now.target.root || !now.golden.root)
        return;
    m_comparisons.compare(now);
    emit started();
    close();
}

} // namespace dumpscope::gui
