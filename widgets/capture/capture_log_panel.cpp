// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_session.h"
#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "kit/message_page.h"
#include "kit/panel.h"

#include <QDateTime>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTextBlock>

namespace dumpscope::gui {

/// What the device host and the runtime said, or what a launched program printed, with the time of each line.
class CaptureLogPanel : public Panel {
    Q_OBJECT
public:
    enum class Source : std::uint8_t { Device, Program };

    CaptureLogPanel(Workbench& workbench, Source source)
        : m_source(source)
        , m_run(CaptureSession::of(workbench.session)->run())
        , m_text(new QPlainTextEdit(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout(this))
    {
        m_text->setReadOnly(true);
        m_text->setFrameShape(QFrame::NoFrame);
        m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
        m_text->setFont(monospaceFont());
        m_text->setMaximumBlockCount(static_cast<int>(RunLines::kKept));
        m_text->setTabChangesFocus(true);
        m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_text);
        connect(&m_run, &CaptureRun::started, this, [this] {
            m_text->clear();
            m_shown = 0;
            update();
        });
        connect(&m_run, source == Source::Device ? &CaptureRun::logGrew : &CaptureRun::outputGrew, this,
            [this] { update(); });
        setFocusProxy(m_text);
        keepTranslated(this, &CaptureLogPanel::retranslate);
    }

    [[nodiscard]] QString title() const override
    {
        return m_source == Source::Device ? tr("Device log") : tr("Program output");
    }

private:
    void retranslate()
    {
        m_message->show(m_source == Source::Device
                ? tr("Messages of the device and the runtime during a capture appear here.")
                : tr("What a launched program prints appears here."),
            QString());
        m_text->setAccessibleName(title());
        update();
    }
    void update()
    {
        const bool isDevice = m_source == Source::Device;
        const RunLines& said = isDevice ? m_run.log() : m_run.output();
        const auto& lines = said.kept();
        const qint64 count = said.count();
        m_pages->setCurrentIndex(lines.empty() ? 0 : 1);
        if (count - m_shown > static_cast<qint64>(lines.size()))
            m_shown = count - static_cast<qint64>(lines.size());
        const Theme& theme = Theme::of(this);
        for (; m_shown < count; ++m_shown) {
            const auto place = lines.size() - static_cast<std::size_t>(count - m_shown);
            const RunLines::Line& line = lines[place];
            QTextCharFormat format;
            if (line.isProblem)
                format.setForeground(theme.color(Token::Fail));
            m_text->setCurrentCharFormat(format);
            m_text->appendPlainText(
                QStringLiteral("%1  %2%3")
                    .arg(QDateTime::fromMSecsSinceEpoch(line.ms).toString(QStringLiteral("HH:mm:ss.zzz")),
                        line.isProblem ? QStringLiteral("! ") : QString(), line.text));
        }
    }

    const Source m_source;
    const CaptureRun& m_run;
    QPlainTextEdit* m_text;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    qint64 m_shown = 0; ///< lines of all that were said
};

void register_capture_log_panel(PanelRegistry& registry)
{
    using Source = CaptureLogPanel::Source;
    registry.add({"device-log", "terminal",
        [](Workbench& workbench) -> Panel* { return new CaptureLogPanel(workbench, Source::Device); }});
    registry.add({"program-output", "file",
        [](Workbench& workbench) -> Panel* { return new CaptureLogPanel(workbench, Source::Program); }});
}

} // namespace dumpscope::gui

#include "capture_log_panel.moc"
