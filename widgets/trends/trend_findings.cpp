// SPDX-License-Identifier: GPL-3.0-or-later
#include "trends/trend_findings.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "kit/simple_table.h"
#include "trends/trend_finding_model.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kRuleLetters = 14, kWhatLeast = 240, kTensorMost = 220;
constexpr int kRowsShown = 2; ///< of the findings, before anything else has room
constexpr int kNarrow = 480, kWhatLeastNarrow = 130,
              kTensorMostNarrow = 96; ///< what was found is seen at once

} // namespace

TrendFindings::TrendFindings(QWidget* parent)
    : QWidget(parent)
    , m_rule(new QComboBox(this))
    , m_threshold(new QDoubleSpinBox(this))
    , m_found(new QLabel(this))
    , m_unable(new QLabel(this))
    , m_table(new SimpleTable(this))
    , m_findings(new TrendFindingModel(this))
{
    m_rule->addItem(QString(), QString());
    for (const core::TrendRule* rule : core::builtinTrendRules()->sorted())
        m_rule->addItem(QString(), fromCore(rule->info().id));
    m_rule->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_rule->setMinimumContentsLength(kRuleLetters); // the list itself is as wide as its words
    m_threshold->setDecimals(3);
    m_threshold->setKeyboardTracking(false);
    for (QLabel* label : {m_found, m_unable})
        label->setTextFormat(Qt::PlainText);
    m_unable->setForegroundRole(QPalette::PlaceholderText);
    m_unable->setWordWrap(true);
    m_unable->setContentsMargins(scaledMargins(kLarge, 0, kSmall, kTiny));
    m_unable->hide();
    auto* const row = new QHBoxLayout;
    row->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    row->setSpacing(scaled(kMedium));
    row->addWidget(m_rule);
    row->addWidget(m_threshold);
    row->addWidget(m_found, 1);
    m_table->setRows(m_findings, TrendFindingModel::What);
    // What was found stands beside the tensor: the rest says how long and by which rule.
    QHeaderView& header = *m_table->horizontalHeader();
    header.moveSection(
        header.visualIndex(TrendFindingModel::What), header.visualIndex(TrendFindingModel::Tensor) + 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_unable);
    layout->addWidget(m_table, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& now) {
            if (now.isValid())
                emit findingChosen(m_findings->at(now.row()).cell);
        });
    connect(m_rule, &QComboBox::activated, this, [this] {
        showRule();
        emit rulesChanged();
    });
    connect(m_threshold, &QDoubleSpinBox::valueChanged, this, &TrendFindings::rulesChanged);
    m_threshold->hide();
    keepTranslated(this, &TrendFindings::retranslate);
}

void TrendFindings::retranslate()
{
    m_rule->setAccessibleName(tr("Rule"));
    m_threshold->setAccessibleName(tr("Threshold of the rule"));
    m_table->setAccessibleName(tr("Findings"));
    m_rule->setItemText(0, tr("All rules"));
    for (int i = 1; i < m_rule->count(); ++i) {
        const auto* const rule
            = core::builtinTrendRules()->byId(m_rule->itemData(i).toString().toStdString());
        m_rule->setItemText(i, coreWords(core::Message(rule->info().title)));
        m_rule->setItemData(i, tipText(coreWords(core::Message(rule->info().meaning))), Qt::ToolTipRole);
    }
    describe();
}

const core::TrendRule* TrendFindings::chosenRule() const
{
    return core::builtinTrendRules()->byId(m_rule->currentData().toString().toStdString());
}

core::TrendRuleSet TrendFindings::rules() const
{
    core::TrendRuleSet set = core::usualTrendRules();
    if (const core::TrendRule* const rule = chosenRule())
        set.rules = {{std::string(rule->info().id),
            {{std::string(rule->info().parameters.front().name), m_threshold->value()}}}};
    return set;
}

void TrendFindings::showRule()
{
    const core::TrendRule* const rule = chosenRule();
    m_threshold->setVisible(rule != nullptr);
    if (!rule)
        return;
    const core::TrendParameter& parameter = rule->info().parameters.front();
    const QSignalBlocker quiet(m_threshold);
    m_threshold->setRange(parameter.least, std::min(parameter.most, 1e9));
    m_threshold->setSingleStep(parameter.value > 2 ? 1 : parameter.value / 10);
    m_threshold->setValue(parameter.value);
    m_threshold->setToolTip(tipText(coreWords(core::Message(parameter.meaning))));
}

void TrendFindings::setResult(
    std::shared_ptr<const core::TrendRun> run, std::shared_ptr<const core::TrendResult> result)
{
    m_result = result;
    m_findings->setFindings(std::move(run), std::move(result));
    describe();
    fitColumns();
}

void TrendFindings::fitColumns()
{
    const bool isNarrow = width() < scaled(kNarrow);
    m_table->setFillLeast(scaled(isNarrow ? kWhatLeastNarrow : kWhatLeast));
    m_table->resizeColumnsToContents();
    const int tensor = TrendFindingModel::Tensor;
    m_table->setColumnWidth(
        tensor, std::min(m_table->columnWidth(tensor), scaled(isNarrow ? kTensorMostNarrow : kTensorMost)));
}

void TrendFindings::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if ((event->oldSize().width() < scaled(kNarrow)) != (width() < scaled(kNarrow)))
        fitColumns();
    fitReasons();
}

/// Below the findings there is no room for what was not applied: then the tip alone has it.
void TrendFindings::fitReasons()
{
    const int others = m_rule->sizeHint().height() + m_table->horizontalHeader()->sizeHint().height()
        + kRowsShown * rowHeight();
    m_unable->setVisible(
        !m_unable->text().isEmpty() && others + m_unable->heightForWidth(width()) <= height());
}

void TrendFindings::describe()
{
    if (!m_result) {
        m_found->clear();
        m_unable->clear();
        return fitReasons();
    }
    m_found->setText(count() == 1 ? tr("1 finding") : tr("%1 findings").arg(groupedNumber(count())));
    QStringList names, reasons;
    for (const core::TrendResult::Unable& unable : m_result->unable) {
        const QString name
            = coreWords(core::Message(core::builtinTrendRules()->byId(unable.rule)->info().title));
        names.append(name);
        reasons.append(tr("Not applied: %1 (%2)").arg(name, coreWords(unable.reason)));
    }
    m_unable->setText(reasons.isEmpty()
            ? QString()
            : tr("Not applied: %1").arg(names.join(QStringLiteral(", ")))); // why, the tip says
    for (QLabel* label : {m_found, m_unable})
        label->setToolTip(tipText(reasons.join(u'\n')));
    fitReasons();
}

int TrendFindings::count() const
{
    return m_findings->rowCount();
}

} // namespace dumpscope::gui
