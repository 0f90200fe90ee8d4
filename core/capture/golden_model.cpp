// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/golden_model.h"

#include "base/text.h"
#include "io/mapped_file.h"

#include <filesystem>

namespace dumpscope::core {

Result<OnnxModel> readOnnxModel(const std::string& path)
{
    TRY_ASSIGN(const Bytes file, mapFile(path, path));
    std::vector<std::byte> bytes(file.data(), file.data() + file.size());
    TRY_VOID(file.check());
    auto model = OnnxModel::parse(std::move(bytes), std::filesystem::path(path).parent_path().string());
    if (model)
        return model;
    Error error = model.error();
    error.place.file = path;
    return fail(std::move(error));
}

Result<void> checkGoldenModel(const std::string& path, std::size_t inputs)
{
    TRY_ASSIGN(const OnnxModel model, readOnnxModel(path));
    if (model.inputs().size() == inputs)
        return {};
    std::string names;
    for (const OnnxPort& port : model.inputs())
        names += (names.empty() ? "" : ", ") + printable(port.name);
    return fail(Code::Usage,
        phrase("the model has %1 inputs (%2), %3 were given; name one file for each, in this order",
            model.inputs().size(), names, inputs),
        {.file = path});
}

} // namespace dumpscope::core
