// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_place.h"
#include "capture/capture_session.h"
#include "capture/hunt_round_model.h"
#include "common/app_style.h"
#include "common/core_sentences.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "comparison/comparison_document.h"
#include "comparison/comparisons.h"
#include "kit/folder_field.h"
#include "kit/panel.h"
#include "kit/simple_table.h"

#include <QDir>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

/// Captures what the profile says and compares it with golden, in rounds, until an operator is proven to be
/// at fault; shows the rounds as they come in.
class HuntPanel : public Panel {
    Q_OBJECT
public:
    explicit HuntPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_capture(*CaptureSession::of(workbench.session))
        , m_golden(new FolderField(this))
        , m_folder(new FolderField(this))
        , m_rounds(new QSpinBox(this))
        , m_start(new QPushButton(this))
        , m_table(new SimpleTable(this))
        , m_says(new QLabel(this))
        , m_model(this)
    {
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
        setMinimumSize(scaled(160), scaled(120));
        m_rounds->setRange(1, 20);
        m_rounds->setValue(static_cast<int>(core::HuntOptions().rounds));
        m_folder->setPath(QDir::home().filePath(QStringLiteral("hunt")));
        m_says->setWordWrap(true);
        m_says->setTextFormat(Qt::PlainText);
        m_says->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_table->setRows(&m_model, HuntRoundModel::Says);
        m_table->setColumnWidth(HuntRoundModel::Number, fontMetrics().averageCharWidth() * 8);
        m_table->setColumnWidth(HuntRoundModel::Captured, fontMetrics().averageCharWidth() * 30);
        m_table->setColumnWidth(HuntRoundModel::Accused, fontMetrics().averageCharWidth() * 30);
        auto* const form = new QFormLayout;
        form->setHorizontalSpacing(scaled(kLarge));
        form->setContentsMargins(scaled(kLarge), scaled(kLarge), scaled(kLarge), scaled(kMedium));
        form->addRow(m_goldenLabel = new QLabel(this), m_golden);
        form->addRow(m_folderLabel = new QLabel(this), m_folder);
        auto* const row = new QHBoxLayout;
        row->addWidget(m_rounds);
        row->addStretch(1);
        row->addWidget(m_start);
        form->addRow(m_roundsLabel = new QLabel(this), row);
        auto* const column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addLayout(form);
        column->addWidget(m_table, 1);
        m_says->setContentsMargins(scaled(kLarge), scaled(kMedium), scaled(kLarge), scaled(kLarge));
        column->addWidget(m_says);
        setFocusProxy(m_start);
        for (const FolderField* field : {m_golden, m_folder})
            connect(field, &FolderField::changed, this, &HuntPanel::follow);
        connect(&m_capture.run(), &CaptureRun::stateChanged, this, &HuntPanel::follow);
        connect(m_start, &QPushButton::clicked, this, [this] { m_task ? m_task->cancel() : start(); });
        connect(
            m_table, &QTableView::activated, this, [this](const QModelIndex& at) { openRound(at.row()); });
        keepTranslated(this, &HuntPanel::retranslate);
        connect(&m_workbench.comparisons, &Comparisons::currentChanged, this, &HuntPanel::proposeGolden);
        proposeGolden();
    }

    [[nodiscard]] QString title() const override { return tr("Hunt"); }
    [[nodiscard]] int badge() const override { return m_model.rowCount(); }
    [[nodiscard]] QJsonObject saveView() const override
    {
        return {{QStringLiteral("golden"), m_golden->path()}, {QStringLiteral("folder"), m_folder->path()},
            {QStringLiteral("rounds"), m_rounds->value()}};
    }
    void restoreView(const QJsonObject& view) override
    {
        m_golden->setPath(view.value(QStringLiteral("golden")).toString());
        if (const QString folder = view.value(QStringLiteral("folder")).toString(); !folder.isEmpty())
            m_folder->setPath(folder);
        m_rounds->setValue(view.value(QStringLiteral("rounds")).toInt(m_rounds->value()));
    }

private:
    void retranslate()
    {
        m_goldenLabel->setText(tr("Golden"));
        m_folderLabel->setText(tr("Folder of the rounds"));
        m_roundsLabel->setText(tr("Captures at most"));
        m_golden->edit().setPlaceholderText(tr("folder of the golden dump"));
        m_golden->nameAfter(m_goldenLabel);
        m_folder->nameAfter(m_folderLabel);
        m_roundsLabel->setBuddy(m_rounds);
        m_rounds->setAccessibleName(m_roundsLabel->text());
        m_table->setAccessibleName(tr("Rounds"));
        follow();
        emit titleChanged();
    }

    void follow()
    {
        m_start->setText(m_task ? tr("Stop") : tr("Hunt"));
        m_start->setEnabled(m_task
            || (!m_golden->path().isEmpty() && !m_folder->path().isEmpty() && !m_capture.run().isActive()));
        if (!m_task && m_model.rowCount() == 0 && !m_hasEnded)
            say(tr(
                "Captures what the profile says: statistics first, then full tensors of what the comparison "
                "with golden accuses, until an operator is proven to be at fault."));
    }

    /// That of the comparison in front, until somebody gives another one.
    void proposeGolden()
    {
        const ComparisonDocument* const document = m_workbench.comparisons.current();
        const OpenedRoot* const golden = document ? document->setup().golden.root.data() : nullptr;
        if (!golden || m_task || (!m_golden->path().isEmpty() && m_golden->path() != m_proposed))
            return;
        m_proposed = golden->path();
        m_golden->setPath(m_proposed);
    }

    void say(const QString& sentence) { m_says->setText(sentence); }

    void start()
    {
        const CapturePlace place = findCapturePlace();
        const QString folder = QDir(m_folder->path()).absolutePath();
        if (place.program.isEmpty())
            return say(tr("dumpscope-cli is not in this program's folder"));
        if (!QDir().mkpath(folder))
            return say(tr("The folder cannot be made: %1").arg(folder));
        const QString profile = QDir(folder).filePath(QStringLiteral("profile.json"));
        if (const auto saved = m_capture.saveProfile(profile); !saved)
            return say(coreError(saved.error()));
        core::HuntOptions options;
        options.profile = profile.toStdString();
        options.golden = m_golden->path().toStdString();
        options.output = folder.toStdString();
        options.rounds = static_cast<std::uint64_t>(m_rounds->value());
        options.program = {place.host.path, place.host.environment};
        m_model.clear();
        m_hasEnded = false;
        m_against = m_golden->path();
        m_task = m_workbench.tasks.start<core::HuntResult>(
            Lane::Bulk, tr("Hunt"), this,
            [this, options](core::TaskContext& task, const TaskRunner::Post& post) {
                return core::runHunt(
                    options,
                    [&](const core::HuntRound& round) {
                        post([this, round] {
                            m_model.add(round);
                            giveRoom();
                            emit titleChanged();
                        });
                    },
                    task);
            },
            [this](const core::Result<core::HuntResult>& result) {
                m_task = nullptr;
                m_hasEnded = true;
                say(result ? coreWords(result->text) : coreError(result.error()));
                follow();
            });
        say(tr("The hunt goes on: captures can take a while."));
        follow();
    }

    /// What the comparison says is long: the other columns take no more than they need.
    void giveRoom()
    {
        for (const int column : {HuntRoundModel::Captured, HuntRoundModel::Accused}) {
            m_table->resizeColumnToContents(column);
            m_table->setColumnWidth(
                column, std::min(m_table->columnWidth(column), fontMetrics().averageCharWidth() * 30));
        }
    }

    /// Its comparison, as anybody's.
    void openRound(int row)
    {
        OpenedRoot* const target = m_workbench.session.open(QString::fromStdString(m_model.at(row).dump));
        OpenedRoot* const golden = m_workbench.session.open(m_against);
        m_workbench.comparisons.compare({{target}, {golden}});
        m_workbench.actions.trigger("view.compare");
    }

    Workbench& m_workbench;
    CaptureSession& m_capture;
    QLabel *m_goldenLabel = nullptr, *m_folderLabel = nullptr, *m_roundsLabel = nullptr;
    FolderField *m_golden, *m_folder;
    QSpinBox* m_rounds;
    QPushButton* m_start;
    SimpleTable* m_table;
    QLabel* m_says;
    HuntRoundModel m_model;
    QPointer<Task> m_task; ///< null: none is running
    QString m_against;     ///< of the hunt that is shown
    QString m_proposed;    ///< golden that nobody typed
    bool m_hasEnded = false;
};

void register_hunt_panel(PanelRegistry& registry)
{
    registry.add({"hunt", "search", [](Workbench& workbench) -> Panel* { return new HuntPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "hunt_panel.moc"
