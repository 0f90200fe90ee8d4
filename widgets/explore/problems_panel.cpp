// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/spacing.h"
#include "explore/no_tensors_words.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/simple_table.h"
#include "models/problem_model.h"
#include "request/info_request.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

class ProblemsPanel : public Panel {
    Q_OBJECT
public:
    explicit ProblemsPanel(Workbench& workbench)
        : m_workbench(workbench)
        , m_model(new ProblemModel(workbench.problems, this))
        , m_table(new SimpleTable(this))
        , m_why(new QLabel(this))
        , m_message(new MessagePage(this))
        , m_pages(new QStackedLayout)
    {
        m_table->setRows(m_model, ProblemModel::Sentence);
        m_table->setColumnWidth(ProblemModel::DumpColumn, scaled(160));
        m_table->setColumnWidth(ProblemModel::PlaceColumn, scaled(320));
        m_table->setColumnWidth(ProblemModel::Count, scaled(66));
        m_table->setColumnWidth(ProblemModel::CodeColumn, scaled(140));
        m_why->setWordWrap(true);
        m_why->setMargin(kLarge);
        m_why->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        m_why->setFocusPolicy(Qt::NoFocus);
        auto* const body = new QWidget(this);
        auto* const inside = new QVBoxLayout(body);
        inside->setContentsMargins(0, 0, 0, 0);
        inside->setSpacing(0);
        inside->addWidget(m_table, 1);
        inside->addWidget(m_why);
        m_pages->addWidget(m_message);
        m_pages->addWidget(body);
        setFocusProxy(m_table);
        m_pages->setContentsMargins(0, 0, 0, 0);
        setLayout(m_pages);
        setMinimumSize(scaled(160), scaled(120));

        connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
            showPage();
            emit titleChanged();
        });
        connect(
            m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { explain(); });
        connect(m_table, &QTableView::activated, this, [this] { jump(); });
        connect(m_table, &SimpleTable::menuRequested, this, &ProblemsPanel::showMenu);
        connect(&workbench.session, &Session::rootChanged, this, &ProblemsPanel::showPage);
        connect(&workbench.session, &Session::rootRemoved, this, &ProblemsPanel::showPage);
        addActions();
        retranslate();
    }

    QString title() const override { return tr("Problems"); }
    int badge() const override { return m_workbench.problems.count(); }
    QString commandLine() const override
    {
        const auto& roots = m_workbench.session.roots();
        return roots.isEmpty()
            ? QString()
            : fromCore(core::commandText(core::InfoRequest {
                .paths = {roots.first()->path().toStdString()}, .raw = roots.first()->raw()}));
    }

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        Panel::changeEvent(event);
    }

private:
    void addActions()
    {
        ActionRegistry& actions = m_workbench.actions;
        const auto hasRow = [this] { return m_table->currentIndex().isValid(); };
        actions.handle(
            "item.open", m_table, [this] { jump(); }, hasRow);
        actions.handle(
            "item.why", m_table, [this] { m_why->setVisible(!m_why->isVisible()); }, hasRow);
        actions.handle(
            "edit.copy", m_table, [this] { copy(); }, hasRow);
        actions.handle("edit.select_all", m_table, [this] { m_table->selectAll(); });
    }

    void retranslate()
    {
        m_table->setAccessibleName(tr("Problems"));
        m_why->setAccessibleName(tr("What the problem means and what to try"));
        showPage();
        emit titleChanged();
    }

    void showPage()
    {
        if (m_model->rowCount() == 0) {
            m_workbench.problems.hiddenCount() == 0
                ? m_message->show(withoutProblems(), {})
                : m_message->show(tr("Hidden problems: %1.").arg(m_workbench.problems.hiddenCount()),
                    tr("Show them"), [this] { m_workbench.problems.showHidden(); });
            m_pages->setCurrentWidget(m_message);
            return;
        }
        m_pages->setCurrentIndex(1);
        if (!m_table->currentIndex().isValid())
            m_table->selectRow(0);
        explain();
    }

    /// A dump in which nothing was found is no problem of reading it.
    [[nodiscard]] QString withoutProblems() const
    {
        QStringList lines;
        for (const OpenedRoot* root : m_workbench.session.roots()) {
            if (const QString why = noTensorsWords(*root); !why.isEmpty())
                lines.append(why);
        }
        return lines.isEmpty() ? tr("Everything was read without problems.") : lines.join(QLatin1Char('\n'));
    }

    void explain()
    {
        const int row = m_table->currentIndex().row();
        if (row < 0)
            return m_why->clear();
        for (const core::CodeInfo& info : core::codeTable()) {
            if (info.code != m_model->at(row).code)
                continue;
            m_why->setText(tr("%1 %2").arg(coreWords(info.meaning), coreRemedy(info.code)));
        }
    }

    /// The next place of the row's, so that Return again goes on to the next file.
    void jump()
    {
        const int row = m_table->currentIndex().row();
        if (row < 0)
            return;
        const ProblemModel::Row& problem = m_model->at(row);
        m_jumps = row == m_jumpRow ? m_jumps + 1 : 0;
        m_jumpRow = row;
        const core::Place& place = problem.places[static_cast<std::size_t>(m_jumps) % problem.places.size()];
        if (!problem.root || place.file.empty())
            return;
        if (const TensorRef tensor = tensorOf(problem.root, place.file); tensor.isValid())
            return m_workbench.selection.open(tensor);
        const QString file = problem.root->path() + QLatin1Char('/') + QString::fromStdString(place.file);
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(file).absolutePath()));
    }

    static TensorRef tensorOf(OpenedRoot* root, const std::string& file)
    {
        if (!root->index())
            return {};
        const core::DumpIndex& index = *root->index();
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const core::FileId id(i);
            if (index.filePath(id) == file && !index.tensorsOfFile(id).empty())
                return {root, index.tensorsOfFile(id).front()};
        }
        const auto named = index.findTensor(file);
        return named ? TensorRef {root, *named} : TensorRef {};
    }

    void copy()
    {
        QStringList lines;
        for (const int row : m_table->chosenRows())
            lines.append(m_model->copyText(row));
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    }

    void showMenu(const QPoint& place)
    {
        const int row = m_table->currentIndex().row();
        if (row < 0)
            return;
        QMenu menu(this);
        for (const char* id : {"item.open", "item.why", "edit.copy"})
            menu.addAction(m_workbench.actions.action(id));
        menu.addSeparator();
        menu.addAction(
            tr("Hide this kind"), this, [this, row] { m_workbench.problems.hide(m_model->at(row).code); });
        menu.addAction(tr("Show hidden kinds"), &m_workbench.problems, &ProblemList::showHidden)
            ->setEnabled(m_workbench.problems.hiddenCount() > 0);
        menu.exec(place);
    }

    Workbench& m_workbench;
    ProblemModel* m_model;
    SimpleTable* m_table;
    QLabel* m_why;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    int m_jumpRow = -1, m_jumps = 0;
};

} // namespace

void register_problems_panel(PanelRegistry& registry)
{
    registry.add({"problems", "warn", [](Workbench& workbench) { return new ProblemsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "problems_panel.moc"
