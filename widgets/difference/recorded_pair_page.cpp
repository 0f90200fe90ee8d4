// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/recorded_pair_page.h"

#include "common/actions.h"
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "comparison/comparisons.h"
#include "comparison/verdict_words.h"
#include "difference/recorded_pair_model.h"
#include "kit/simple_table.h"
#include "kit/wrapped_label.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace dumpscope::gui {

namespace {
constexpr int kGlyph = 16, kLeastColumn = 96;

/// What cannot be compared has no basis; its statistics may be known all the same.
bool lacksElements(const ComparisonDocument& document, std::size_t row)
{
    if (document.pairs()->row(row).basis != core::PairBasis::Elements)
        return true;
    const TensorRef sides[] = {document.targetOf(row), document.goldenOf(row)};
    return std::ranges::any_of(sides, [](const TensorRef& side) {
        return side.isValid() && side.row().state == core::TensorState::StatisticsOnly;
    });
}

} // namespace

RecordedPairPage::RecordedPairPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_badge(new QLabel(this))
    , m_verdict(new WrappedLabel(this))
    , m_why(new WrappedLabel(this))
    , m_model(new RecordedPairModel(*this))
    , m_table(new SimpleTable(this))
{
    m_table->setRows(m_model, RecordedPairModel::Limit);
    m_table->setAlternatingRowColors(false);
    for (QLabel* label : {m_verdict, m_why}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_why->setFont(secondaryFont());
    m_why->setForegroundRole(QPalette::PlaceholderText);
    m_why->setContentsMargins(scaledMargins(kLarge, kSmall, kLarge, kMedium));
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(scaledMargins(kLarge, kMedium, kLarge, kMedium));
    top->setSpacing(scaled(kMedium));
    top->addWidget(m_badge, 0, Qt::AlignTop);
    top->addWidget(m_verdict, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    column->addWidget(m_why);
    setFocusProxy(m_table);
    m_workbench.actions.handle("edit.copy", m_table, [this] { copy(); });
    onChange(this, {QEvent::PaletteChange, QEvent::LanguageChange}, [this] {
        showVerdict();
        m_table->horizontalHeader()->viewport()->update();
    });
}

bool RecordedPairPage::showPair(const QString& why)
{
    const Comparisons& comparisons = m_workbench.comparisons;
    const ComparisonDocument* const document = comparisons.current();
    const auto row = comparisons.pair();
    const bool isRecorded = document && document->pairs() && row && *row < document->pairs()->rows()
        && lacksElements(*document, *row);
    m_model->setPair(isRecorded ? document : nullptr, row);
    if (!isRecorded || m_model->rowCount() == 0)
        return false;
    m_table->setAccessibleName(tr("Recorded of both sides"));
    m_why->setText(why);
    showVerdict();
    fitColumns();
    return true;
}

void RecordedPairPage::showVerdict()
{
    const ComparisonDocument* const document = m_workbench.comparisons.current();
    const auto row = m_workbench.comparisons.pair();
    if (!document || !document->pairs() || !row || *row >= document->pairs()->rows())
        return;
    const core::PairResult& result = document->pairs()->row(*row);
    const int side = scaled(kGlyph);
    QPixmap badge(QSize(side, side) * devicePixelRatioF());
    badge.setDevicePixelRatio(devicePixelRatioF());
    badge.fill(Qt::transparent);
    QPainter painter(&badge);
    paintStateGlyph(painter, stateOf(result.verdict), QRectF(0, 0, side, side), Theme::of(this));
    m_badge->setPixmap(badge);
    QString verdict = verdictText(result.verdict);
    verdict[0] = verdict.at(0).toUpper();
    m_verdict->setText(
        breakable(result.reason.empty() ? verdict : tr("%1: %2").arg(verdict, coreWords(result.reason))));
}

// Numbers are whole; columns of both sides are equally wide.
void RecordedPairPage::fitColumns()
{
    const auto widthOf = [this](int column) {
        return std::max(
            {scaled(kLeastColumn), static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(column),
                m_table->horizontalHeader()->sectionSizeHint(column)});
    };
    const int sides = std::max(widthOf(RecordedPairModel::Target), widthOf(RecordedPairModel::Golden));
    for (const int column :
        {RecordedPairModel::Name, RecordedPairModel::Difference, RecordedPairModel::Relative})
        m_table->setColumnWidth(column, widthOf(column));
    for (const int column : {RecordedPairModel::Target, RecordedPairModel::Golden})
        m_table->setColumnWidth(column, sides);
    m_table->setFillLeast(scaled(kLeastColumn));
}

void RecordedPairPage::copy() const
{
    QStringList lines;
    for (const int row : m_table->chosenRows()) {
        QStringList cells;
        for (int column = 0; column < m_model->columnCount(); ++column)
            cells.append(m_model->index(row, column).data(CopyRole).toString());
        lines.append(cells.join(u'\t'));
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

} // namespace dumpscope::gui
