// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/start_page.h"

#include "capture/device_card.h"
#include "chrome/action_card.h"
#include "chrome/drop_area.h"
#include "common/actions.h"
#include "common/fonts.h"
#include "common/icon_label.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"

#include <QApplication>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>

namespace dumpscope::gui {

namespace {

constexpr int kPageWidth = 1260;
constexpr int kDevicesAfterMs = 400; ///< whoever opens something at once does not wait for them

class BoxHead : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = Theme::of(this);
        painter.fillRect(rect(), theme.color(Token::Title));
        painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(Token::Border));
    }
};

/// A framed part with a title bar.
QFrame* createBox(QWidget* parent, const char* iconName, QLabel*& title, QVBoxLayout*& body)
{
    auto* const box = new QFrame(parent);
    box->setFrameShape(QFrame::StyledPanel);
    box->setAutoFillBackground(true);
    box->setBackgroundRole(QPalette::Base);
    auto* const head = new BoxHead(box);
    head->setFixedHeight(scaled(27));
    auto* const row = new QHBoxLayout(head);
    row->setContentsMargins(scaled(kLarge), 0, scaled(kLarge), 0);
    row->setSpacing(scaled(kMedium));
    auto* const picture = new IconLabel(icon(iconName), 14, head);
    title = new QLabel(head);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    row->addWidget(picture);
    row->addWidget(title);
    row->addStretch();
    body = new QVBoxLayout(box);
    body->setContentsMargins(1, 1, 1, 1);
    body->setSpacing(0);
    body->addWidget(head);
    return box;
}

/// Actions everybody should know, and their names here.
constexpr const char* kKeys[] = {"go.palette", "go.filter", "go.index", "go.next_nonfinite",
    "view.maximise_panel", "help.shortcuts", "help.context"};

struct Topic {
    const char* id;
    const char* title;
};
constexpr Topic kTopics[] = {
    {"workflow", QT_TRANSLATE_NOOP("dumpscope::gui::StartPage", "The workflow in five steps")},
    {"metrics", QT_TRANSLATE_NOOP("dumpscope::gui::StartPage", "What the metrics mean")},
    {"filter", QT_TRANSLATE_NOOP("dumpscope::gui::StartPage", "How filters are written")},
    {"command-line", QT_TRANSLATE_NOOP("dumpscope::gui::StartPage", "Command line")},
};

} // namespace

StartPage::StartPage(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_drop(new DropArea(this))
{
    auto* const page = new QWidget(this);
    page->setMaximumWidth(scaled(kPageWidth));
    auto* const grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(scaled(kLarge));
    grid->addWidget(createHead(), 0, 0, 1, 2);
    grid->addWidget(m_drop, 1, 0, 1, 2);
    grid->addWidget(createCards(), 2, 0, 1, 2);
    grid->addWidget(createRecent(), 3, 0);
    grid->addWidget(createSide(), 3, 1);
    grid->setColumnStretch(0, 68);
    grid->setColumnStretch(1, 32);
    grid->setRowStretch(3, 1);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(kHuge), scaled(kVast), scaled(kHuge), scaled(kVast));
    row->addStretch(1);
    row->addWidget(page, 100);
    row->addStretch(1);

    connect(m_drop, &DropArea::openRequested, this, &StartPage::openRequested);
    connect(m_drop, &DropArea::compareRequested, this, &StartPage::sidesDropped);
    connect(m_filter, &QLineEdit::textChanged, m_list, &RecentList::setFilter);
    connect(m_list, &RecentList::chosen, this, [this](const QStringList& paths) {
        paths.size() > 1 ? emit compareRequested(paths) : emit openRequested(paths);
    });
    connect(&actions, &ActionRegistry::keysChanged, this, &StartPage::showKeys);
    keepTranslated(this, &StartPage::retranslate);
    setRecent({});
}

/// Lines that have no room go; none is cut.
void StartPage::resizeEvent(QResizeEvent* event)
{
    constexpr int kLow = 740, kLowest = 600, kFewKeys = 4;
    QWidget::resizeEvent(event);
    for (int i = 0; i < m_keys.size(); ++i) {
        const bool isShown = height() >= scaled(kLowest) || i < kFewKeys;
        m_keys[i].first->setVisible(isShown);
        m_keys[i].second->setVisible(isShown);
    }
    if (!m_links.isEmpty())
        m_links.first()->parentWidget()->setVisible(height() >= scaled(kLow));
}

QWidget* StartPage::createHead()
{
    auto* const head = new QWidget(this);
    auto* const grid = new QGridLayout(head);
    grid->setContentsMargins(0, 0, 0, scaled(kLarge));
    grid->setHorizontalSpacing(scaled(kVast));
    grid->setVerticalSpacing(0);
    auto* const picture = new IconLabel(applicationIcon(), 42, head);
    m_name = new QLabel(head);
    QFont big = QApplication::font();
    big.setBold(true);
    big.setPointSizeF(std::max(1.0, big.pointSizeF()) * 1.6);
    m_name->setFont(big);
    m_purpose = new QLabel(head);
    m_purpose->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(picture, 0, 0, 2, 1);
    grid->addWidget(m_name, 0, 1);
    grid->addWidget(m_purpose, 1, 1);
    grid->setColumnStretch(1, 1);
    return head;
}

QWidget* StartPage::createCards()
{
    auto* const cards = new QWidget(this);
    auto* const row = new QHBoxLayout(cards);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(scaled(kLarge));
    const auto add = [&](const char* iconName, const char* action) {
        auto* const card = new ActionCard(iconName, cards);
        row->addWidget(card, 1);
        m_cards.append(card);
        if (!action) {
            connect(card, &ActionCard::clicked, this, &StartPage::sampleRequested);
            return;
        }
        const QByteArray id(action);
        const QAction* const known = m_actions.action(id);
        connect(card, &ActionCard::clicked, this, [this, id] { m_actions.trigger(id); });
        connect(known, &QAction::changed, card, [card, known] { card->setEnabled(known->isEnabled()); });
        card->setEnabled(known->isEnabled());
    };
    add("open", "file.open");
    add("compare", "file.compare");
    add("capture", "view.capture");
    add("tensor", nullptr);
    setFocusProxy(m_cards.first());
    return cards;
}

QWidget* StartPage::createRecent()
{
    QVBoxLayout* body = nullptr;
    QFrame* const box = createBox(this, "clock", m_recentTitle, body);
    auto* const bar = new QWidget(box);
    auto* const barRow = new QHBoxLayout(bar);
    barRow->setContentsMargins(scaled(kMedium), scaled(kSmall), scaled(kMedium), scaled(kSmall));
    m_filter = new QLineEdit(bar);
    m_filter->addAction(icon("filter"), QLineEdit::LeadingPosition);
    m_filter->setFont(monospaceFont());
    barRow->addWidget(m_filter);
    m_list = new RecentList(box);
    m_list->setFrameShape(QFrame::NoFrame);
    m_recentEmpty = new QLabel(box);
    makeRich(*m_recentEmpty);
    m_recentEmpty->setAlignment(Qt::AlignCenter);
    m_recentEmpty->setForegroundRole(QPalette::PlaceholderText);
    connect(m_recentEmpty, &QLabel::linkActivated, this, &StartPage::sampleRequested);
    body->addWidget(bar);
    body->addWidget(m_list, 1);
    body->addWidget(m_recentEmpty, 1);
    return box;
}

QWidget* StartPage::createSide()
{
    auto* const side = new QWidget(this);
    auto* const column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(scaled(kMedium));
    QVBoxLayout* body = nullptr;
    QFrame* const devices = createBox(side, "device", m_devicesTitle, body);
    m_deviceBody = body;
    m_wantDevices.setSingleShot(true);
    m_wantDevices.setInterval(kDevicesAfterMs);
    connect(&m_wantDevices, &QTimer::timeout, this, [this] {
        if (isVisible() && m_devices.isEmpty())
            emit devicesWanted();
    });
    QFrame* const keys = createBox(side, "keyboard", m_keysTitle, body);
    auto* const grid = new QGridLayout;
    grid->setContentsMargins(scaled(kLarge), scaled(kMedium), scaled(kLarge), scaled(kMedium));
    grid->setVerticalSpacing(scaled(kMedium));
    int line = 0;
    for ([[maybe_unused]] const char* id : kKeys) {
        auto* const name = new QLabel(keys);
        auto* const key = new QLabel(keys);
        key->setFont(monospaceFont());
        key->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(name, line, 0);
        grid->addWidget(key, line++, 1, Qt::AlignRight);
        m_keys.append(qMakePair(name, key));
    }
    body->addLayout(grid);
    body->addStretch(1);
    QFrame* const learn = createBox(side, "note", m_learnTitle, body);
    auto* const links = new QVBoxLayout;
    links->setContentsMargins(scaled(kLarge), scaled(kMedium), scaled(kLarge), scaled(kMedium));
    links->setSpacing(scaled(kMedium));
    for ([[maybe_unused]] const Topic& topic : kTopics) {
        auto* const link = new QLabel(learn);
        makeRich(*link);
        link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        connect(link, &QLabel::linkActivated, this, &StartPage::helpRequested);
        links->addWidget(link);
        m_links.append(link);
    }
    body->addLayout(links);
    body->addStretch(1);
    column->addWidget(devices);
    column->addWidget(keys);
    column->addWidget(learn, 1);
    return side;
}

void StartPage::retranslate()
{
    m_name->setText(QStringLiteral("Dumpscope"));
    m_purpose->setText(tr("Explore and compare tensor dumps of Ascend NPUs"));
    m_recentTitle->setText(tr("Recent"));
    m_devicesTitle->setText(tr("Devices"));
    showDevices();
    m_keysTitle->setText(tr("Keys worth knowing"));
    m_learnTitle->setText(tr("Learn"));
    m_filter->setPlaceholderText(tr("name, path or verdict"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_list->setAccessibleName(m_recentTitle->text());
    //: Exactly one part is the link.
    m_recentEmpty->setText(tr("Nothing opened yet. <a href=\"sample\">Try the sample</a>."));
    for (qsizetype i = 0; i < m_links.size(); ++i) {
        const Topic& topic = kTopics[i];
        m_links[i]->setText(QStringLiteral("<a style=\"text-decoration:none\" href=\"%1\">%2</a>")
                                .arg(QLatin1String(topic.id), StartPage::tr(topic.title)));
    }
    m_drop->update();
    m_list->viewport()->update();
    showKeys();
}

void StartPage::showKeys()
{
    const auto key = [this](const char* id) {
        return m_actions.action(id)->shortcut().toString(QKeySequence::NativeText);
    };
    for (qsizetype i = 0; i < m_keys.size(); ++i) {
        m_keys[i].first->setText(m_actions.title(kKeys[i]));
        m_keys[i].second->setText(key(kKeys[i]));
    }
    m_cards[0]->setTexts(tr("Open…"), tr("a dump: its folder, files or an archive"), key("file.open"));
    m_cards[1]->setTexts(tr("Compare…"), tr("target and golden"), key("file.compare"));
    m_cards[2]->setTexts(
        tr("New capture…"), tr("on a device or by launching a program"), key("view.capture"));
    m_cards[3]->setTexts(tr("Open the sample"), tr("LeNet with one planted bug"), QString());
}

void StartPage::setDevices(const QList<CaptureSetup::Device>& devices, bool isLooking)
{
    m_devices = devices;
    m_isLooking = isLooking;
    showDevices();
}

// A line each: name, whether it is ready, what it is.
void StartPage::showDevices()
{
    delete m_deviceLines;
    m_deviceLines = new QWidget(m_deviceBody->parentWidget());
    auto* const grid = new QGridLayout(m_deviceLines);
    grid->setContentsMargins(scaled(kLarge), scaled(kMedium), scaled(kLarge), scaled(kMedium));
    grid->setHorizontalSpacing(scaled(kMedium));
    grid->setVerticalSpacing(scaled(kMedium));
    grid->setColumnStretch(2, 1);
    int line = 0;
    for (const CaptureSetup::Device& device : std::as_const(m_devices)) {
        auto* const name = new QLabel(deviceTitle(device), m_deviceLines);
        QFont bold = name->font();
        bold.setBold(true);
        name->setFont(bold);
        const bool isReady = device.trouble.isEmpty();
        auto* const state = new QLabel(m_deviceLines);
        const int side = scaled(12);
        QPixmap glyph(QSize(side, side) * devicePixelRatioF());
        glyph.setDevicePixelRatio(devicePixelRatioF());
        glyph.fill(Qt::transparent);
        QPainter painter(&glyph);
        paintStateGlyph(
            painter, isReady ? State::Pass : State::Warn, QRectF(0, 0, side, side), Theme::of(this));
        painter.end();
        state->setPixmap(glyph);
        state->setAccessibleName(isReady ? tr("ready") : tr("not ready"));
        auto* const facts = new QLabel(m_deviceLines);
        facts->setForegroundRole(QPalette::PlaceholderText);
        const QString words = !isReady ? deviceFacts(device)
            : device.memoryTotal > 0
            ? tr("ready, %1 of %2 free").arg(byteSize(device.memoryFree), byteSize(device.memoryTotal))
            : tr("ready");
        facts->setText(words);
        facts->setWordWrap(true);
        grid->addWidget(name, line, 0, Qt::AlignTop);
        grid->addWidget(state, line, 1, Qt::AlignTop);
        grid->addWidget(facts, line++, 2);
    }
    if (m_devices.isEmpty() || m_isLooking) {
        auto* const looking = new QLabel(tr("Looking for devices."), m_deviceLines);
        looking->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(looking, line, 0, 1, 3);
    }
    m_deviceBody->insertWidget(1, m_deviceLines);
}

void StartPage::setRecent(const QList<RecentEntry>& entries)
{
    m_list->setEntries(entries);
    m_list->setVisible(!entries.isEmpty());
    m_recentEmpty->setVisible(entries.isEmpty());
}

void StartPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_wantDevices.start();
}

} // namespace dumpscope::gui
