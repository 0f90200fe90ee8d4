// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/compare_dialog.h"

#include "common/app_style.h"
#include "common/core_text.h"
#include "common/dropped_paths.h"
#include "common/icons.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/environment_field.h"
#include "comparison/side_sentence.h"
#include "kit/dropped_path_line.h"
#include "kit/open_sheet.h"
#include "remote/remote_place.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace dumpscope::gui {

namespace {

constexpr int kRecentHeight = 104; ///< of two entries

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

bool isThere(const QString& path)
{
    return core::isRemote(path.toStdString()) ? bool(core::parseRemotePath(path.toStdString()))
                                              : QFileInfo::exists(path);
}

std::vector<std::int64_t> chosen(const QComboBox& box)
{
    const QVariant number = box.currentData();
    return number.isValid() ? std::vector<std::int64_t> {number.toLongLong()} : std::vector<std::int64_t>();
}

} // namespace

CompareDialog::CompareDialog(
    TaskRunner& tasks, Session& session, Selection& selection, Comparisons& comparisons, QWidget* parent)
    : QDialog(parent)
    , m_tasks(tasks)
    , m_session(session)
    , m_selection(selection)
    , m_comparisons(comparisons)
{
    setWindowTitle(tr("Compare"));
    setObjectName(QStringLiteral("compare-sheet"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAcceptDrops(true);
    auto* const swapSides = new QToolButton(this);
    swapSides->setIcon(icon("swap"));
    swapSides->setToolTip(tr("Swap sides"));
    swapSides->setAccessibleName(swapSides->toolTip());
    swapSides->setAutoRaise(true);
    connect(swapSides, &QToolButton::clicked, this, &CompareDialog::swap);
    auto* const sides = new QHBoxLayout;
    sides->setSpacing(scaled(kLarge));
    sides->addWidget(makeSide(m_target, tr("Target: the run to check"), true), 1);
    sides->addWidget(swapSides);
    sides->addWidget(makeSide(m_golden, tr("Golden: the run that is right"), false), 1);
    m_truth = new DroppedPathLine(this);
    m_truth->setPlaceholderText(tr("a third run that is nearer to the truth than both, as one in float64"));
    m_truth->setAccessibleName(tr("Truth (optional)"));
    connect(m_truth, &QLineEdit::textChanged, this, &CompareDialog::refresh);
    auto* const chooseTruth = new QPushButton(tr("Choose…"), this);
    chooseTruth->setAutoDefault(false);
    chooseTruth->setAccessibleName(m_truth->accessibleName() + QLatin1String(", ") + chooseTruth->text());
    connect(chooseTruth, &QPushButton::clicked, this, &CompareDialog::browseTruth);
    auto* const truth = new QHBoxLayout;
    auto* const truthTitle = new QLabel(m_truth->accessibleName(), this);
    truthTitle->setBuddy(m_truth);
    truth->addWidget(truthTitle);
    truth->addWidget(m_truth, 1);
    truth->addWidget(chooseTruth);
    m_recentTitle = new QLabel(tr("Recent"), this);
    m_recent = new RecentList(this);
    m_recent->setAccessibleName(m_recentTitle->text());
    m_recent->setMinimumHeight(scaled(kRecentHeight));
    m_recentTitle->setForegroundRole(QPalette::PlaceholderText);
    setRecent({});
    connect(m_recent, &RecentList::chosen, this, &CompareDialog::setPaths);
    m_remark = new WrappedLabel(this);
    auto* const end = new QHBoxLayout;
    auto* const cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &CompareDialog::reject);
    m_compare = new QPushButton(tr("Compare"), this);
    m_compare->setDefault(true);
    markAsPrimary(*m_compare);
    end->addWidget(m_remark, 1);
    end->addWidget(cancel);
    end->addWidget(m_compare);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(sides);
    layout->addLayout(truth);
    layout->addWidget(m_recentTitle);
    layout->addWidget(m_recent, 1);
    layout->addLayout(end);
    connect(&session, &Session::rootAdded, this, &CompareDialog::fillRoots);
    connect(&session, &Session::rootRemoved, this, &CompareDialog::fillRoots);
    connect(&session, &Session::rootChanged, this, [this](const OpenedRoot* root) {
        for (const Side& side : {m_target, m_golden}) {
            if (rootOf(side) == root)
                fillPlaces(side);
        }
        refresh();
    });
    connect(m_compare, &QPushButton::clicked, this, &CompareDialog::compare);
    fillRoots();
    guess();
    refresh();
    (rootOf(m_target) ? m_golden : m_target).root->setFocus();
}

QWidget* CompareDialog::makeSide(Side& side, const QString& title, bool isTarget)
{
    auto* const box = new QGroupBox(title, this);
    side.root = new QComboBox(box);
    side.root->setMinimumWidth(scaled(240));
    side.root->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    side.path = new DroppedPathLine(box);
    side.root->setEditable(true);
    side.root->setLineEdit(side.path);
    side.root->setInsertPolicy(QComboBox::NoInsert);
    side.root->setCompleter(nullptr);
    side.root->setPlaceholderText(tr("none yet")); // so that the first of the list is not chosen by itself
    side.path->setPlaceholderText(tr("none yet: choose, drop or type one"));
    side.sentence = new SideSentence(m_tasks, box);
    side.run = new QComboBox(box);
    side.rank = new QComboBox(box);
    side.step = new QComboBox(box);
    side.tensor = new QLineEdit(box);
    side.tensor->setPlaceholderText(tr("all, or one: op_name:output:0"));
    side.environment = new EnvironmentField(box);
    auto* const other = new QPushButton(tr("Choose…"), box);
    auto* const dump = new QHBoxLayout;
    dump->addWidget(side.root, 1);
    dump->addWidget(other);
    auto* const form = new QFormLayout(box);
    form->addRow(tr("Dump"), dump);
    form->addRow(side.sentence);
    form->addRow(tr("Run"), side.run);
    form->addRow(tr("Step"), side.step);
    form->addRow(tr("Rank"), side.rank);
    form->addRow(tr("Tensor"), side.tensor);
    form->addRow(tr("Environment"), side.environment);
    const std::pair<QWidget*, QString> names[]
        = {{side.root, tr("Dump")}, {side.run, tr("Run")}, {side.step, tr("Step")}, {side.rank, tr("Rank")},
            {side.tensor, tr("Tensor")}, {side.environment->line(), tr("Environment")}};
    side.path->setAccessibleName(title + QLatin1String(", ") + tr("Dump"));
    for (const auto& [field, name] : names)
        field->setAccessibleName(title + QLatin1String(", ") + name);
    const Side& made = side;
    other->setAccessibleName(title + QLatin1String(", ") + other->text());
    connect(other, &QPushButton::clicked, this, [this, &made] { browse(made); });
    connect(side.root, &QComboBox::currentIndexChanged, this, [this, &made] {
        fillPlaces(made);
        refresh();
    });
    connect(side.root, &QComboBox::editTextChanged, this, &CompareDialog::refresh);
    connect(side.path, &QLineEdit::editingFinished, this, [this, &made] { openTyped(made); });
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
        const QString typed = typedPath(side).isEmpty() ? QString() : side.path->text();
        side.root->clear();
        for (const OpenedRoot* root : m_session.roots()) {
            side.root->addItem(root->title(), root->path());
            side.root->setItemData(side.root->count() - 1, root->path(), Qt::ToolTipRole);
        }
        if (const int place = side.root->findData(before); place >= 0)
            side.root->setCurrentIndex(place);
        if (!typed.isEmpty())
            side.root->setEditText(typed);
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
    side.sentence->show(root);
}

// The chosen place is the target; golden is another dump, else another step or rank of the same.
void CompareDialog::guess()
{
    const TensorRef& tensor = m_selection.tensor();
    if (!tensor.isValid()) {
        m_target.root->setCurrentIndex(m_target.root->count() > 0 ? 0 : -1);
        m_golden.root->setCurrentIndex(m_golden.root->count() > 1 ? 1 : -1);
        return;
    }
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
    m_golden.root->setCurrentIndex(m_target.root->currentIndex());
    if (!other(m_target.step, m_golden.step, facts.step) && !other(m_target.rank, m_golden.rank, facts.rank))
        m_golden.root->setCurrentIndex(-1);
}

void CompareDialog::choose(const Side& side, const QString& path)
{
    const OpenedRoot* const root = m_session.open(path);
    side.root->setCurrentIndex(side.root->findData(root->path()));
}

void CompareDialog::openTyped(const Side& side)
{
    if (const QString path = typedPath(side); !path.isEmpty() && isThere(path))
        choose(side, path);
}

void CompareDialog::setPaths(const QStringList& paths)
{
    if (paths.size() > 1) {
        choose(m_target, paths[0]);
        choose(m_golden, paths[1]);
    } else if (!paths.isEmpty()) {
        choose(rootOf(m_target) ? m_golden : m_target, paths.first());
    }
}

void CompareDialog::chooseTarget(const QString& path)
{
    choose(m_target, path);
    if (rootOf(m_golden) && rootOf(m_golden)->path() == path)
        m_golden.root->setCurrentIndex(-1);
    m_golden.root->setFocus();
}

void CompareDialog::setRecent(const QList<RecentEntry>& entries)
{
    QList<RecentEntry> dumps;
    std::ranges::copy_if(entries, std::back_inserter(dumps), [](const RecentEntry& entry) {
        return entry.isReachable && std::ranges::none_of(entry.paths, [](const QString& path) {
            return path.endsWith(QLatin1String(".dumpscope")) || path.endsWith(QLatin1String(".json"));
        });
    });
    m_recent->setEntries(dumps, false);
    m_recentTitle->setVisible(!dumps.isEmpty());
    m_recent->setVisible(!dumps.isEmpty());
}

/// Places and environments go along with their dumps.
void CompareDialog::swap()
{
    const auto placesOf = [](const Side& side) {
        return std::tuple(side.root->currentIndex(), side.run->currentIndex(), side.step->currentIndex(),
            side.rank->currentIndex(), side.tensor->text(), side.environment->line()->text());
    };
    const auto set = [](const Side& side, const auto& places) {
        side.root->setCurrentIndex(std::get<0>(places));
        side.run->setCurrentIndex(std::get<1>(places));
        side.step->setCurrentIndex(std::get<2>(places));
        side.rank->setCurrentIndex(std::get<3>(places));
        side.tensor->setText(std::get<4>(places));
        side.environment->line()->setText(std::get<5>(places));
    };
    const auto target = placesOf(m_target), golden = placesOf(m_golden);
    set(m_target, golden);
    set(m_golden, target);
}

void CompareDialog::dragEnterEvent(QDragEnterEvent* event)
{
    const qsizetype paths = droppedPaths(event->mimeData()).size();
    if (paths == 1 || paths == 2)
        event->acceptProposedAction();
}

void CompareDialog::dropEvent(QDropEvent* event)
{
    const QStringList paths = droppedPaths(event->mimeData());
    event->acceptProposedAction();
    if (paths.size() == 1)
        choose(event->position().x() < width() / 2.0 ? m_target : m_golden, paths.first());
    else
        setPaths(paths);
}

void CompareDialog::browse(const Side& side)
{
    auto* const sheet = new OpenSheet(this);
    if (const OpenedRoot* const root = rootOf(side))
        sheet->setDirectory(QFileInfo(root->path()).absolutePath());
    connect(sheet, &OpenSheet::chosen, this,
        [this, &side](const QStringList& paths) { choose(side, paths.first()); });
    sheet->open();
}

void CompareDialog::browseTruth()
{
    auto* const sheet = new OpenSheet(this);
    for (const Side& side : {m_golden, m_target}) {
        if (const OpenedRoot* const root = rootOf(side))
            sheet->setDirectory(QFileInfo(root->path()).absolutePath());
    }
    connect(sheet, &OpenSheet::chosen, this,
        [this](const QStringList& paths) { m_truth->setText(paths.first()); });
    sheet->open();
}

/// What was typed instead of one of the list; empty: nothing.
QString CompareDialog::typedPath(const Side& side) const
{
    const int place = side.root->currentIndex();
    return place >= 0 && side.root->currentText() == side.root->itemText(place)
        ? QString()
        : QString::fromStdString(side.path->path());
}

OpenedRoot* CompareDialog::rootOf(const Side& side) const
{
    if (side.root->currentText() != side.root->itemText(side.root->currentIndex()))
        return nullptr; // it is being typed
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
    setup.truth = m_truth->path();
    const core::SideRestriction &target = setup.target.restriction, &golden = setup.golden.restriction;
    if (!target.steps.empty() && !golden.steps.empty())
        setup.pairing.steps = {{target.steps.front(), golden.steps.front()}};
    if (!target.ranks.empty() && !golden.ranks.empty())
        setup.pairing.ranks = {{target.ranks.front(), golden.ranks.front()}};
    return setup;
}

/// What a comparison would stumble over; empty: nothing known.
QString CompareDialog::problem(const ComparisonSetup& now) const
{
    for (const Side& side : {m_target, m_golden}) {
        if (const QString path = typedPath(side); !path.isEmpty() && !isThere(path))
            return tr("There is nothing at %1.").arg(shownName(path));
    }
    if (!now.target.root || !now.golden.root) {
        const auto isNamed = [&](const Side& side) { return rootOf(side) || !typedPath(side).isEmpty(); };
        return isNamed(m_target) && isNamed(m_golden) ? tr("It begins when both sides are read.")
                                                      : tr("Choose a dump for both sides.");
    }
    for (const auto& [side, isTarget] : {std::pair(&now.target, true), std::pair(&now.golden, false)}) {
        const OpenedRoot& root = *side->root;
        if (root.state() == OpenedRoot::State::Failed)
            return isTarget ? tr("The target cannot be read.") : tr("Golden cannot be read.");
        if (root.index() && root.index()->tensorCount() == 0)
            return isTarget ? tr("The target holds no tensors.") : tr("Golden holds no tensors.");
    }
    if (!now.truth.empty() && !QFileInfo::exists(QString::fromStdString(now.truth)))
        return tr("There is no truth at %1.").arg(m_truth->text().trimmed());
    const core::SideRestriction &target = now.target.restriction, &golden = now.golden.restriction;
    const bool isSame = now.target.root == now.golden.root && target.steps == golden.steps
        && target.ranks == golden.ranks && target.tensor == golden.tensor && target.run == golden.run;
    if (isSame)
        return tr("Both sides are the same: everything will be equal.");
    if (now.target.root->state() == OpenedRoot::State::Loading
        || now.golden.root->state() == OpenedRoot::State::Loading)
        return tr("It begins when both sides are read.");
    return {};
}

void CompareDialog::refresh()
{
    if (!m_compare)
        return;
    const ComparisonSetup now = setup();
    const auto canRead = [this](const Side& side) {
        const OpenedRoot* const root = rootOf(side);
        const QString path = typedPath(side);
        return root ? root->state() != OpenedRoot::State::Failed : !path.isEmpty() && isThere(path);
    };
    m_compare->setEnabled(canRead(m_target) && canRead(m_golden)
        && (now.truth.empty() || QFileInfo::exists(QString::fromStdString(now.truth))));
    m_remark->setText(problem(now));
}

void CompareDialog::compare()
{
    openTyped(m_target);
    openTyped(m_golden);
    const ComparisonSetup now = setup();
    if (!now.target.root || !now.golden.root)
        return;
    m_comparisons.compare(now);
    emit started();
    close();
}

} // namespace dumpscope::gui
