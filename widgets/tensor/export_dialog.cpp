// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/export_dialog.h"

#include "common/shell_text.h"
#include "tensor/tensor_copy.h"
#include "tensor/tensor_export.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// What can be written: the suffix; before it `all.` where the whole tensor is, `drawn.` where it is what
/// the tab draws.
struct Choice {
    const char* id;
    enum class Needs : std::uint8_t { Nothing, Values, Drawing } needs;
    const char* name; ///< English, for tr()
};
constexpr Choice kChoices[] = {
    {"drawn.png", Choice::Needs::Drawing, QT_TRANSLATE_NOOP("ExportChoices", "This plot as .png")},
    {"drawn.svg", Choice::Needs::Drawing, QT_TRANSLATE_NOOP("ExportChoices", "This plot as .svg")},
    {"drawn.csv", Choice::Needs::Drawing, QT_TRANSLATE_NOOP("ExportChoices", "Numbers of this plot as .csv")},
    {"npy", Choice::Needs::Nothing, QT_TRANSLATE_NOOP("ExportChoices", "This slice as .npy")},
    {"csv", Choice::Needs::Nothing, QT_TRANSLATE_NOOP("ExportChoices", "This slice as .csv")},
    {"all.npy", Choice::Needs::Nothing, QT_TRANSLATE_NOOP("ExportChoices", "Whole tensor as .npy")},
    {"all.csv", Choice::Needs::Nothing, QT_TRANSLATE_NOOP("ExportChoices", "Whole tensor as .csv")},
    {"png", Choice::Needs::Values, QT_TRANSLATE_NOOP("ExportChoices", "Picture as .png")},
    {"svg", Choice::Needs::Values, QT_TRANSLATE_NOOP("ExportChoices", "Picture as .svg")},
};

bool isPicture(const QString& choice)
{
    return choice.endsWith(u"png") || choice.endsWith(u"svg");
}

bool isDrawn(const QString& choice)
{
    return choice.startsWith(u"drawn.");
}

} // namespace

ExportDialog::ExportDialog(TensorDocument& document, std::optional<TabDrawing> drawing, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_drawing(std::move(drawing))
    , m_what(new QComboBox(this))
    , m_path(new QLineEdit(this))
    , m_command(new QLineEdit(this))
    , m_remark(new QLabel(this))
    , m_answer(new QLabel(this))
    , m_export(new QPushButton(tr("Export"), this))
{
    setWindowTitle(tr("Export"));
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("help", QStringLiteral("tensor-view"));
    layOut();
    fillChoices();
    m_path->setText(suggestedPath());
    changeSuffix();
    connect(m_what, &QComboBox::activated, this, &ExportDialog::changeSuffix);
    const auto slicePassed = [this] {
        // What was drawn is no longer on screen.
        m_drawing.reset();
        fillChoices();
        changeSuffix();
    };
    connect(&document, &TensorDocument::stageChanged, this, slicePassed);
    connect(&document, &TensorDocument::planeChanged, this, slicePassed);
    connect(m_path, &QLineEdit::textEdited, this, &ExportDialog::refresh);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::run);
}

void ExportDialog::layOut()
{
    m_what->setAccessibleName(tr("What"));
    m_path->setAccessibleName(tr("File"));
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_command->setAccessibleName(tr("Command"));
    m_command->setReadOnly(true);
    m_remark->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_remark, m_answer})
        label->setWordWrap(true);
    auto* const choose = new QPushButton(tr("Choose…"), this);
    connect(choose, &QPushButton::clicked, this, &ExportDialog::chooseFile);
    auto* const place = new QHBoxLayout;
    place->addWidget(m_path, 1);
    place->addWidget(choose);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("What"), m_what);
    form->addRow(tr("File"), place);
    form->addRow(tr("Command"), m_command);
    form->addRow(QString(), m_remark);
    form->addRow(QString(), m_answer);
    form->addRow(m_export);
}

void ExportDialog::fillChoices()
{
    const QString chosen = m_what->currentData().toString();
    m_what->clear();
    for (const Choice& choice : kChoices) {
        const bool isThere = choice.needs == Choice::Needs::Drawing ? m_drawing.has_value()
            : choice.needs == Choice::Needs::Values ? m_document.isReady() && m_document.hasValues()
                                                    : true;
        if (isThere)
            m_what->addItem(
                QCoreApplication::translate("ExportChoices", choice.name), QString::fromLatin1(choice.id));
    }
    m_what->setCurrentIndex(std::max(0, m_what->findData(chosen)));
}

/// Operator and slot as the name of a file.
QString ExportDialog::suggestedPath() const
{
    if (!m_document.tensor().isValid())
        return QDir::current().absoluteFilePath(QStringLiteral("tensor.npy"));
    const core::TensorRow& row = m_document.tensor().row();
    QString name = m_document.tensor().opName().section(u'/', -1) + u'.' + fromCore(core::ioWord(row.io));
    if (row.slot >= 0)
        name += u'.' + QString::number(row.slot);
    static const QRegularExpression odd(QStringLiteral("[^A-Za-z0-9._-]"));
    name.replace(odd, QStringLiteral("_"));
    return QDir::current().absoluteFilePath(name.right(120) + QStringLiteral(".npy"));
}

void ExportDialog::changeSuffix()
{
    const QString suffix = m_what->currentData().toString().section(u'.', -1);
    static const QRegularExpression known(QStringLiteral("\\.(npy|csv|png|svg)$"));
    m_path->setText(m_path->text().remove(known) + u'.' + suffix);
    refresh();
}

QString ExportDialog::commandFor(const QString& what) const
{
    const QString suffix = what.section(u'.', -1);
    if (isDrawn(what) && m_drawing && !m_drawing->command.isEmpty())
        return m_drawing->command;
    if (isPicture(what) || isDrawn(what))
        return showCommand(m_document);
    return showCommand(m_document, QStringLiteral("--as %1 -o %2").arg(suffix, shellQuoted(m_path->text())),
        what.startsWith(u"all."));
}

void ExportDialog::refresh()
{
    const QString what = m_what->currentData().toString();
    const bool isReady = m_document.isReady();
    m_command->setText(commandFor(what));
    m_command->setCursorPosition(0);
    QStringList remarks;
    if (isPicture(what))
        remarks.append(tr("The window draws the picture; the command prints its values."));
    if (isDrawn(what) && !isPicture(what))
        remarks.append(tr("The window writes index and value; the command prints the same numbers."));
    if (isReady && what.endsWith(u"npy"))
        remarks.append(npyRemark(m_document));
    if (QFileInfo::exists(m_path->text()))
        remarks.append(tr("The file is there already and will be replaced."));
    remarks.removeAll(QString());
    m_remark->setText(remarks.join(u' '));
    m_answer->clear();
    m_export->setEnabled(isReady && !m_path->text().isEmpty());
}

void ExportDialog::chooseFile()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export to"), m_path->text());
    if (path.isEmpty())
        return;
    m_path->setText(path);
    refresh();
}

void ExportDialog::run()
{
    const QString what = m_what->currentData().toString();
    const QString path = m_path->text();
    m_export->setEnabled(false);
    m_answer->setText(tr("Writing %1.").arg(path));
    const auto answer = [dialog = QPointer(this), path](const QString& problem) {
        if (!dialog)
            return;
        dialog->refresh();
        dialog->m_answer->setText(problem.isEmpty() ? tr("Written to %1.").arg(path) : problem);
    };
    if (isDrawn(what) && m_drawing)
        exportDrawing(m_document, *m_drawing, path, answer);
    else if (isPicture(what))
        exportPicture(m_document, path, answer);
    else
        exportValues(m_document, path, what.startsWith(u"all."), answer);
}

} // namespace dumpscope::gui
