// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/recorded_pair_page.h"

#include "common/actions.h"
#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "comparison/comparisons.h"
#include "comparison/verdict_words.h"
#include "difference/recorded_pair_table.h"
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
constexpr int kGlyph = 16;

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
    , m_table(new RecordedPairTable(this))
{
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
    m_workbench.actions.handle(
        "edit.copy", m_table, [this] { QGuiApplication::clipboard()->setText(m_table->copiedText()); });
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
    if (!m_table->showPair(isRecorded ? document : nullptr, row))
        return false;
    m_why->setText(why);
    showVerdict();
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

} // namespace dumpscope::gui
