// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model_facts.h"

#include "common/core_text.h"
#include "io/mapped_file.h"
#include "onnx/onnx_model.h"
#include "tensor/dtype.h"

#include <QFileInfo>

#include <cstring>

namespace dumpscope::gui {

namespace {

constexpr std::string_view kOmMagic = "IMOD"; ///< of offline models

QString dtypeText(int elementType)
{
    const auto ge = core::geTypeOfOnnx(elementType);
    const auto dtype = ge ? core::dtypeFromGe(*ge) : std::nullopt;
    return dtype ? fromCore(core::dtypeName(*dtype)) : QString();
}

void takeOnnx(ModelFacts& facts, const core::OnnxModel& model)
{
    facts.format = QStringLiteral("ONNX");
    facts.knowsInputs = true;
    for (const core::OnnxPort& port : model.inputs())
        facts.inputs.push_back({fromCore(port.name), dtypeText(port.kind.elementType), port.kind.dims});
    for (const core::OnnxPort& port : model.outputs())
        facts.outputs.append(fromCore(port.name));
    for (const core::OnnxNode& node : model.nodes()) {
        if (node.opType == "Constant")
            continue; // data, not dumped as an operator
        facts.operators.append(fromCore(node.name));
        for (const std::string& output : node.outputs)
            facts.tensors += output.empty() ? 0 : 1;
    }
}

} // namespace

core::Result<ModelFacts> readModelFacts(const std::string& path, core::TaskContext& task)
{
    TRY_ASSIGN(const core::Bytes file, core::mapFile(path, path));
    const QFileInfo info(QString::fromStdString(path));
    ModelFacts facts;
    facts.name = info.completeBaseName();
    facts.bytes = file.size();
    const bool isOm
        = file.size() >= kOmMagic.size() && std::memcmp(file.data(), kOmMagic.data(), kOmMagic.size()) == 0;
    if (isOm || info.suffix() == QLatin1String("om")) {
        facts.format = QStringLiteral("OM");
        return facts;
    }
    std::vector<std::byte> bytes(file.data(), file.data() + file.size());
    TRY_VOID(file.check());
    TRY_VOID(task.checkStop());
    TRY_ASSIGN(
        const core::OnnxModel model, core::OnnxModel::parse(std::move(bytes), info.path().toStdString()));
    takeOnnx(facts, model);
    facts.names = core::modelNames(model, facts.name.toStdString());
    return facts;
}

QString dimsText(const std::vector<std::int64_t>& dims)
{
    QStringList parts;
    for (const std::int64_t dim : dims)
        parts.append(dim < 0 ? QStringLiteral("?") : QString::number(dim));
    return QLatin1Char('[') + parts.join(QLatin1Char(',')) + QLatin1Char(']');
}

} // namespace dumpscope::gui
