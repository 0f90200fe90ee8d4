// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/chosen_file.h"

#include "base/text.h"

#include <set>
#include <string>
#include <string_view>

namespace dumpscope::core {

namespace {

/// Files of a side that have a parameter of one of these names.
std::set<FileId> filesWith(const ComparisonSide& side, const std::set<std::string_view>& names)
{
    std::set<FileId> files;
    for (const TensorId id : side.tensors()) {
        const TensorRow& tensor = side.index->tensor(id);
        if (tensor.io == Io::Parameter && tensor.opName.isValid()
            && names.contains(side.index->text(tensor.opName)))
            files.insert(tensor.file);
    }
    return files;
}

} // namespace

Message chosenFile(const Comparison& comparison)
{
    const PairTable& pairs = *comparison.pairs;
    const ComparisonSide &target = pairs.target(), &golden = pairs.golden();
    std::set<FileId> targets, goldens;
    std::set<std::string_view> targetNames, goldenNames;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        const TensorRow &own = target.index->tensor(pair.target), &other = golden.index->tensor(pair.golden);
        if (own.io != Io::Parameter || other.io != Io::Parameter || !own.opName.isValid()
            || !other.opName.isValid())
            return {};
        targets.insert(own.file);
        goldens.insert(other.file);
        targetNames.insert(target.index->text(own.opName));
        goldenNames.insert(golden.index->text(other.opName));
    }
    if (targets.size() != 1 || goldens.size() != 1)
        return {};
    const auto name = [](const ComparisonSide& side, const std::set<FileId>& files) {
        return printable(side.index->filePath(*files.begin()));
    };
    if (const auto several = filesWith(golden, goldenNames); several.size() > 1)
        return phrase("%1 files of golden have parameters of these names, compared was %2 alone",
            several.size(), name(golden, goldens));
    if (const auto several = filesWith(target, targetNames); several.size() > 1)
        return phrase("%1 files of the target have parameters of these names, compared was %2 alone",
            several.size(), name(target, targets));
    return {};
}

} // namespace dumpscope::core
