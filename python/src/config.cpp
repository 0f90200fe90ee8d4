// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "documents.h"
#include "errors.h"
#include "values.h"

#include "base/text.h"
#include "config/config_file.h"

#include <pybind11/stl.h>

namespace dumpscope::python {

namespace {

struct ConfigQuestion {
    std::string path, kind, release, device, framework, folder;
    std::vector<std::pair<std::string, std::string>> environment;
};

py::object checkConfig(const ConfigQuestion& question)
{
    core::ConfigKinds kinds;
    core::registerConfigKinds(kinds);
    const core::ConfigText config {valueOf(core::readConfigFile(question.path)), question.path,
        question.folder, question.release, question.device, question.framework, question.environment};
    const core::ConfigKind* const kind
        = question.kind.empty() ? kinds.recognise(config) : kinds.find(question.kind);
    if (kind == nullptr)
        throw CoreFailure(core::makeError(core::Code::Usage,
            question.kind.empty()
                ? core::phrase("no kind of configuration recognises this file")
                : core::phrase("no kind of configuration is called \"%1\"", core::printable(question.kind)),
            {.file = question.path}));
    const core::ConfigReport report = kind->check(config);
    py::object document
        = smallDocumentObject([&](core::JsonWriter& json) { core::writeConfigReport(json, *kind, report); });
    py::list lines;
    if (report.valid) {
        for (const core::Message& sentence : kind->explain(config))
            lines.append(textObject(sentence.text()));
    }
    document["lines"] = lines;
    return document;
}

} // namespace

void defineConfig(py::module_& module)
{
    module.def(
        "check_config",
        [](const std::string& path, const std::string& kind, const std::string& release,
            const std::string& device, const std::string& framework, const std::string& folder,
            const std::vector<std::pair<std::string, std::string>>& environment) {
            return checkConfig({path, kind, release, device, framework, folder, environment});
        },
        py::arg("path"), py::arg("kind"), py::arg("release"), py::arg("device"), py::arg("framework"),
        py::arg("folder"), py::arg("environment"));
}

} // namespace dumpscope::python
