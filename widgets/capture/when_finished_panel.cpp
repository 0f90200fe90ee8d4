// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_session.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "kit/panel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

/// What is done with a dump when it is finished, and where the last one lies.
class WhenFinishedPanel : public Panel {
    Q_OBJECT
public:
    explicit WhenFinishedPanel(Workbench& workbench)
        : m_capture(*CaptureSession::of(workbench.session))
        , m_label(new QLabel(this))
        , m_finish(new QComboBox(this))
        , m_golden(new QLineEdit(this))
        , m_browse(new QToolButton(this))
        , m_result(new QLabel(this))
    {
        auto* const column = new QVBoxLayout(this);
        column->setContentsMargins(scaled(kLarge), scaled(kLarge), scaled(kLarge), scaled(kLarge));
        column->setSpacing(scaled(kMedium));
        m_label->setBuddy(m_finish);
        m_finish->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_golden->setFont(monospaceFont());
        m_browse->setAutoRaise(true);
        m_browse->setIcon(icon("open"));
        auto* const row = new QHBoxLayout;
        row->addWidget(m_golden, 1);
        row->addWidget(m_browse);
        m_result->setWordWrap(true);
        m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_result->setForegroundRole(QPalette::PlaceholderText);
        column->addWidget(m_label);
        column->addWidget(m_finish);
        column->addLayout(row);
        column->addWidget(m_result);
        column->addStretch(1);
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
        setFocusProxy(m_finish);
        connect(m_finish, &QComboBox::activated, this, [this](int chosen) {
            m_capture.setFinish(static_cast<CaptureSession::Finish>(m_finish->itemData(chosen).toInt()));
        });
        connect(m_golden, &QLineEdit::textEdited, &m_capture, &CaptureSession::setGolden);
        connect(m_browse, &QToolButton::clicked, this, &WhenFinishedPanel::chooseGolden);
        connect(&m_capture, &CaptureSession::finishChanged, this, &WhenFinishedPanel::follow);
        connect(&m_capture.run(), &CaptureRun::stateChanged, this, &WhenFinishedPanel::follow);
        keepTranslated(this, &WhenFinishedPanel::retranslate);
    }

    [[nodiscard]] QString title() const override { return tr("When finished"); }
    [[nodiscard]] QJsonObject saveView() const override
    {
        return {{QStringLiteral("finish"), static_cast<int>(m_capture.finish())},
            {QStringLiteral("golden"), m_capture.golden()}};
    }
    void restoreView(const QJsonObject& view) override
    {
        const int finish = view.value(QStringLiteral("finish")).toInt(0);
        if (finish >= 0 && finish <= static_cast<int>(CaptureSession::Finish::Stay))
            m_capture.setFinish(static_cast<CaptureSession::Finish>(finish));
        m_capture.setGolden(view.value(QStringLiteral("golden")).toString());
    }

private:
    void retranslate()
    {
        m_label->setText(tr("Open the dump"));
        m_finish->clear();
        const std::pair<CaptureSession::Finish, QString> ways[]
            = {{CaptureSession::Finish::Explore, tr("in Explore")},
                {CaptureSession::Finish::CompareGolden, tr("in Compare, against a golden")},
                {CaptureSession::Finish::CompareCpu, tr("in Compare, against the CPU device")},
                {CaptureSession::Finish::Stay, tr("and stay here")}};
        for (const auto& [way, words] : ways)
            m_finish->addItem(words, static_cast<int>(way));
        m_finish->setAccessibleName(m_label->text());
        m_golden->setPlaceholderText(tr("folder of the golden dump"));
        m_golden->setAccessibleName(tr("Golden dump"));
        m_browse->setToolTip(tr("Choose the golden dump"));
        m_browse->setAccessibleName(m_browse->toolTip());
        follow();
        emit titleChanged();
    }
    void follow()
    {
        m_finish->setCurrentIndex(m_finish->findData(static_cast<int>(m_capture.finish())));
        const bool hasGolden = m_capture.finish() == CaptureSession::Finish::CompareGolden;
        m_golden->setVisible(hasGolden);
        m_browse->setVisible(hasGolden);
        if (m_golden->text() != m_capture.golden())
            m_golden->setText(m_capture.golden());
        const QString& folder = m_capture.run().dump().folder();
        m_result->setText(folder.isEmpty() ? QString() : tr("The last dump: %1").arg(folder));
        m_result->setVisible(!folder.isEmpty());
    }
    void chooseGolden()
    {
        auto* const chooser = new QFileDialog(this, tr("Golden: the run that is right"));
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::Directory);
        connect(chooser, &QFileDialog::fileSelected, &m_capture, &CaptureSession::setGolden);
        chooser->open();
    }

    CaptureSession& m_capture;
    QLabel* m_label;
    QComboBox* m_finish;
    QLineEdit* m_golden;
    QToolButton* m_browse;
    QLabel* m_result;
};

void register_when_finished_panel(PanelRegistry& registry)
{
    registry.add({"when-finished", "flag",
        [](Workbench& workbench) -> Panel* { return new WhenFinishedPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "when_finished_panel.moc"
