// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_place.h"
#include "capture/capture_session.h"
#include "capture/launched_round_model.h"
#include "common/app_style.h"
#include "common/core_sentences.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "kit/folder_field.h"
#include "kit/panel.h"
#include "kit/sentence_list.h"
#include "kit/simple_table.h"

#include <QDir>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace dumpscope::gui {

/// Captures what the profile says several times and compares the runs, which should be equal: statistics
/// first, then full tensors of what differed; shows the rounds as they come in.
class LaunchesPanel : public Panel {
    Q_OBJECT
public:
    explicit LaunchesPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_capture(*CaptureSession::of(workbench.session))
        , m_folder(new FolderField(this))
        , m_launches(new QSpinBox(this))
        , m_start(new QPushButton(this))
        , m_table(new SimpleTable(this))
        , m_says(new SentenceList(this))
        , m_model(this)
    {
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
        setMinimumSize(scaled(160), scaled(120));
        m_launches->setRange(2, 100);
        m_launches->setValue(static_cast<int>(core::LaunchedRepeatOptions().launches));
        m_folder->setPath(QDir::home().filePath(QStringLiteral("launches")));
        m_says->setHeading({});
        m_says->setCommand({}, {});
        m_table->setRows(&m_model, LaunchedRoundModel::First);
        auto* const form = new QFormLayout;
        form->setHorizontalSpacing(scaled(kLarge));
        form->setContentsMargins(scaled(kLarge), scaled(kLarge), scaled(kLarge), scaled(kMedium));
        form->addRow(m_folderLabel = new QLabel(this), m_folder);
        auto* const row = new QHBoxLayout;
        row->addWidget(m_launches);
        row->addStretch(1);
        row->addWidget(m_start);
        form->addRow(m_launchesLabel = new QLabel(this), row);
        auto* const column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addLayout(form);
        column->addWidget(m_table, 1);
        column->addWidget(m_says, 2); // there are two rounds at most
        setFocusProxy(m_start);
        connect(m_folder, &FolderField::changed, this, &LaunchesPanel::follow);
        connect(&m_capture.run(), &CaptureRun::stateChanged, this, &LaunchesPanel::follow);
        connect(m_start, &QPushButton::clicked, this, [this] { m_task ? m_task->cancel() : start(); });
        connect(
            m_table, &QTableView::activated, this, [this](const QModelIndex& at) { openRound(at.row()); });
        keepTranslated(this, &LaunchesPanel::retranslate);
    }

    [[nodiscard]] QString title() const override { return tr("Launches"); }
    [[nodiscard]] int badge() const override { return m_model.rowCount(); }
    [[nodiscard]] bool isSettled() const override { return !m_task; }
    [[nodiscard]] QJsonObject saveView() const override
    {
        return {
            {QStringLiteral("folder"), m_folder->path()}, {QStringLiteral("launches"), m_launches->value()}};
    }
    void restoreView(const QJsonObject& view) override
    {
        if (const QString folder = view.value(QStringLiteral("folder")).toString(); !folder.isEmpty())
            m_folder->setPath(folder);
        m_launches->setValue(view.value(QStringLiteral("launches")).toInt(m_launches->value()));
    }

private:
    void retranslate()
    {
        m_folderLabel->setText(tr("Folder of the rounds"));
        m_launchesLabel->setText(tr("Launches"));
        m_folder->nameAfter(m_folderLabel);
        m_launchesLabel->setBuddy(m_launches);
        m_launches->setAccessibleName(m_launchesLabel->text());
        m_table->setAccessibleName(tr("Rounds"));
        m_says->setAccessibleName(tr("What differs first"));
        follow();
        emit titleChanged();
    }

    void follow()
    {
        m_start->setText(m_task ? tr("Stop") : tr("Launch"));
        m_start->setEnabled(m_task || (!m_folder->path().isEmpty() && !m_capture.run().isActive()));
        m_table->setVisible(m_model.rowCount() > 0);
        say();
    }

    void say()
    {
        std::vector<Sentence> sentences;
        if (m_refusal)
            sentences.push_back({State::Fail, *m_refusal});
        if (m_model.rowCount() > 0) {
            const core::LaunchedRound& last = m_model.at(m_model.rowCount() - 1);
            const State state = last.result.first() ? State::Fail : State::None;
            for (const core::Message& one : core::repeatSentences(*last.runs.front(), last.result))
                sentences.push_back({sentences.empty() ? state : State::None, coreSentence(one)});
        }
        if (!m_ending.empty())
            sentences.push_back({State::None, coreSentence(m_ending)});
        if (m_task)
            sentences.push_back({State::Running,
                m_model.rowCount() == 0
                    ? tr("Launching with statistics of everything: captures can take a while.")
                    : tr("Launching again, with full tensors of what differed.")});
        else if (sentences.empty())
            sentences.push_back({State::None,
                tr("Captures what the profile says several times: statistics of everything first, then full "
                   "tensors of what differed, to see which operator is not deterministic.")});
        m_says->setSentences(std::move(sentences));
    }

    void refuse(const QString& sentence)
    {
        m_refusal = sentence;
        follow();
    }

    void start()
    {
        m_model.clear();
        m_ending = {};
        m_refusal.reset();
        emit titleChanged();
        const CapturePlace place = findCapturePlace();
        const QString folder = QDir(m_folder->path()).absolutePath();
        if (place.program.isEmpty())
            return refuse(tr("dumpscope-cli is not in this program's folder"));
        if (!QDir().mkpath(folder))
            return refuse(tr("The folder cannot be made: %1").arg(folder));
        const QString profile = QDir(folder).filePath(QStringLiteral("profile.json"));
        if (const auto saved = m_capture.saveProfile(profile); !saved)
            return refuse(coreError(saved.error()));
        const core::LaunchedRepeatOptions options {.profile = profile.toStdString(),
            .output = folder.toStdString(),
            .launches = static_cast<std::uint64_t>(m_launches->value()),
            .program = {place.host.path, place.host.environment}};
        m_task = m_workbench.tasks.start<core::LaunchedRepeat>(
            Lane::Bulk, tr("Launches that should be equal"), this,
            [this, options](core::TaskContext& task, const TaskRunner::Post& post) {
                return core::repeatLaunches(
                    options,
                    [&](const core::LaunchedRound& round) {
                        post([this, round] {
                            m_model.add(round);
                            giveRoom();
                            follow();
                            emit titleChanged();
                        });
                    },
                    task);
            },
            [this](const core::Result<core::LaunchedRepeat>& made) {
                m_task = nullptr;
                if (!made)
                    m_refusal = coreError(made.error());
                else if (!made->failure.empty())
                    m_refusal = coreSentence(made->failure);
                else
                    m_ending = made->ending;
                follow();
            });
        follow();
    }

    /// The names are long: the other columns take no more than they need.
    void giveRoom()
    {
        for (const int column :
            {LaunchedRoundModel::Number, LaunchedRoundModel::Captured, LaunchedRoundModel::Differing}) {
            m_table->resizeColumnToContents(column);
            m_table->setColumnWidth(
                column, std::min(m_table->columnWidth(column), fontMetrics().averageCharWidth() * 44));
        }
    }

    /// Its dumps, beside one another as any runs that should be equal.
    void openRound(int row)
    {
        for (const std::string& dump : m_model.at(row).dumps)
            m_workbench.session.open(QString::fromStdString(dump));
        m_workbench.actions.trigger("view.explore");
        m_workbench.actions.trigger("view.dock.repeat");
    }

    Workbench& m_workbench;
    CaptureSession& m_capture;
    QLabel *m_folderLabel = nullptr, *m_launchesLabel = nullptr;
    FolderField* m_folder;
    QSpinBox* m_launches;
    QPushButton* m_start;
    SimpleTable* m_table;
    SentenceList* m_says;
    LaunchedRoundModel m_model;
    QPointer<Task> m_task; ///< null: none is running
    core::Message m_ending;
    std::optional<QString> m_refusal; ///< why it did not start or did not end well
};

void register_launches_panel(PanelRegistry& registry)
{
    registry.add(
        {"launches", "swap", [](Workbench& workbench) -> Panel* { return new LaunchesPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "launches_panel.moc"
