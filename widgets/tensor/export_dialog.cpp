// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/export_dialog.h"

#include "common/shell_text.h"
#include "tensor/tensor_copy.h"
#include "tensor/tensor_export.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

namespace dumpscope::gui {

namespace {

/// What can be written: the suffix, `all.` before it where the whole tensor is.
struct Choice {
    const char* id;
    bool needsValues;
};
constexpr Choice kChoices[]
    = {{"npy", false}, {"csv", false}, {"all.npy", false}, {"all.csv", false}, {"png", true}, {"svg", true}};

bool isPicture(const QString& choice)
{
    return choice == u"png" || choice == u"svg";
}

} // namespace

ExportDialog::ExportDialog(TensorDocument& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_what(new QComboBox(this))
    , m_path(new QLineEdit(this))
    , m_command(new QLineEdit(this))
    , m_remark(new QLabel(this))
    , m_answer(new QLabel(this))
    , m_export(new QPushButton(tr("Export"), this))
{
    setWindowTitle(tr("Export"));
    setAttribute(Qt::WA_DeleteOnClose);
    const QString names[] = {tr("This slice as .npy"), tr("This slice as .csv"), tr("Whole tensor as .npy"),
        tr("Whole tensor as .csv"), tr("Picture as .png"), tr("Picture as .svg")};
    for (std::size_t i = 0; i < std::size(kChoices); ++i) {
        if (!kChoices[i].needsValues || (document.isReady() && document.hasValues()))
            m_what->addItem(names[i], QString::fromLatin1(kChoices[i].id));
    }
    m_what->setAccessibleName(tr("What"));
    m_path->setAccessibleName(tr("File"));
    m_command->setAccessibleName(tr("Command"));
    m_command->setReadOnly(true);
    m_remark->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {m_remark, m_answer})
        label->setWordWrap(true);
    auto* const choose = new QPushButton(tr("Choose…"), this);
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
    m_path->setText(suggestedPath());
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    connect(m_what, &QComboBox::activated, this, &ExportDialog::changeSuffix);
    connect(&document, &TensorDocument::stageChanged, this, &ExportDialog::refresh);
    connect(&document, &TensorDocument::planeChanged, this, &ExportDialog::refresh);
    connect(choose, &QPushButton::clicked, this, &ExportDialog::chooseFile);
    connect(m_path, &QLineEdit::textEdited, this, &ExportDialog::refresh);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::run);
    refresh();
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

void ExportDialog::refresh()
{
    const QString what = m_what->currentData().toString();
    const bool isReady = m_document.isReady();
    const QString as
        = QStringLiteral("--as %1 -o %2").arg(what.section(u'.', -1), shellQuoted(m_path->text()));
    m_command->setText(showCommand(m_document, isPicture(what) ? QString() : as, what.startsWith(u"all.")));
    m_command->setCursorPosition(0);
    QStringList remarks;
    if (isPicture(what))
        remarks.append(tr("The window draws the picture; the command prints its values."));
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
    if (isPicture(what))
        exportPicture(m_document, path, answer);
    else
        exportValues(m_document, path, what.startsWith(u"all."), answer);
}

} // namespace dumpscope::gui
