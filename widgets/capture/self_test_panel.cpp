// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_session.h"
#include "capture/self_test_model.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/widget_changes.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/simple_table.h"
#include "request/program_requests.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHeaderView>
#include <QMenu>
#include <QProcess>
#include <QStackedLayout>

namespace dumpscope::gui {

/// What this machine has for captures, the window and large dumps, each with a remedy: `dumpscope-cli doctor`
/// in a process of its own, and the folder of the profile.
class SelfTestPanel : public Panel {
    Q_OBJECT
public:
    explicit SelfTestPanel(Workbench& workbench);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString commandLine() const override
    {
        return fromCore(core::commandText(core::DoctorRequest()));
    }
    [[nodiscard]] bool isSettled() const override { return m_process.state() == QProcess::NotRunning; }

private:
    void run();
    void finish();
    void retranslate();
    void showPage();
    [[nodiscard]] SelfTestModel::Row folderRow() const;
    void copyRows() const;

    const CaptureSetup& m_setup;
    SelfTestModel* m_model;
    SimpleTable* m_table;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    QProcess m_process;
};

namespace {

/// What the window says itself.
core::Message inWindow(const QString& words)
{
    return words.toStdString();
}

} // namespace

SelfTestPanel::SelfTestPanel(Workbench& workbench)
    : m_setup(CaptureSession::of(workbench.session)->setup())
    , m_model(new SelfTestModel(this))
    , m_table(new SimpleTable(this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout(this))
{
    m_table->setRows(m_model, SelfTestModel::Found);
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_table);
    setFocusProxy(m_table);
    connect(&m_process, &QProcess::finished, this, &SelfTestPanel::finish);
    connect(&m_process, &QProcess::errorOccurred, this, &SelfTestPanel::finish);
    connect(m_table, &SimpleTable::menuRequested, this, [this](const QPoint& place) {
        QMenu menu;
        menu.addAction(tr("Copy"), this, &SelfTestPanel::copyRows);
        menu.addAction(tr("Test again"), this, &SelfTestPanel::run);
        menu.exec(place);
    });
    workbench.actions.handle("capture.run_self_test", this, [this] { run(); });
    workbench.actions.handle(
        "edit.copy", this, [this] { copyRows(); }, [this] { return m_model->rowCount() > 0; });
    keepTranslated(this, &SelfTestPanel::retranslate);
}

QString SelfTestPanel::title() const
{
    const auto& rows = m_model->rows();
    if (rows.isEmpty())
        return tr("Self-test");
    const auto good = std::ranges::count(rows, State::Pass, &SelfTestModel::Row::state);
    return tr("Self-test %1 of %2").arg(good).arg(rows.size());
}

void SelfTestPanel::run()
{
    if (m_process.state() != QProcess::NotRunning)
        return;
    if (m_setup.place().program.isEmpty())
        return finish();
    m_message->show(tr("Looking at this machine."), QString());
    m_pages->setCurrentWidget(m_message);
    m_process.start(m_setup.place().program, {QStringLiteral("self-test")});
}

// The worst first; what is only missing stands behind it.
void SelfTestPanel::finish()
{
    QList<SelfTestModel::Row> rows = SelfTestModel::rowsOf(m_process.readAllStandardOutput());
    if (rows.isEmpty())
        rows.append({QStringLiteral("program"), State::Fail,
            inWindow(m_setup.place().program.isEmpty()
                    ? tr("dumpscope-cli is not in this program's folder")
                    : tr("dumpscope-cli does not start: %1").arg(m_process.errorString())),
            inWindow(tr("install the whole package"))});
    rows.append(folderRow());
    const auto rank = [](const SelfTestModel::Row& row) {
        return row.state == State::Fail ? 0 : row.state == State::Warn ? 1 : 2;
    };
    std::ranges::stable_sort(rows, {}, rank);
    m_model->setRows(rows);
    m_table->resizeColumnToContents(SelfTestModel::Check);
    // The table may not have been shown yet; found and remedy share what the names leave.
    m_table->setColumnWidth(
        SelfTestModel::Remedy, (width() - m_table->columnWidth(SelfTestModel::Check)) / 2);
    m_table->setCurrentIndex(m_model->index(0, 0));
    showPage();
    emit titleChanged();
}

SelfTestModel::Row SelfTestPanel::folderRow() const
{
    SelfTestModel::Row row {QStringLiteral("output-folder"), State::Pass, {}, {}};
    // Of what is not there yet, the nearest folder above it.
    QFileInfo folder(fromCore(m_setup.profile().output));
    while (!folder.exists() && folder.filePath() != folder.path())
        folder.setFile(folder.path());
    const auto free = core::freeBytes(folder.filePath().toStdString());
    row.found = inWindow(free ? tr("%1 has %2 free").arg(folder.filePath(), byteSize(*free))
                              : tr("%1 does not say how much is free").arg(folder.filePath()));
    constexpr quint64 kEnough = 1ULL << 30U;
    if (!core::checkFolder(folder.filePath().toStdString())) {
        row.state = State::Fail;
        row.found = inWindow(tr("%1 cannot be written").arg(folder.filePath()));
        row.remedy = inWindow(tr("choose another folder for the dump, or change its permissions"));
    } else if (free && *free < kEnough) {
        row.state = State::Warn;
        row.remedy = inWindow(tr("free some space, or choose another folder for the dump"));
    }
    return row;
}

void SelfTestPanel::copyRows() const
{
    QStringList lines;
    for (int row : m_table->chosenRows()) {
        QStringList cells;
        for (int column = 0; column < SelfTestModel::kColumns; ++column)
            cells.append(m_model->index(row, column).data().toString());
        lines.append(cells.join(QLatin1Char('\t')));
    }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void SelfTestPanel::showPage()
{
    m_pages->setCurrentWidget(m_model->rowCount() == 0 ? static_cast<QWidget*>(m_message) : m_table);
}

void SelfTestPanel::retranslate()
{
    m_message->show(tr("Not tested yet: environment, versions, permissions, free space, toolkit."),
        tr("Test this machine"), [this] { run(); });
    m_table->setAccessibleName(tr("Self-test"));
    m_model->retranslate();
    showPage();
    emit titleChanged();
}

void register_self_test_panel(PanelRegistry& registry)
{
    registry.add(
        {"self-test", "check", [](Workbench& workbench) -> Panel* { return new SelfTestPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "self_test_panel.moc"
