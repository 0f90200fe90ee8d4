// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "request/print_options.h"
#include "request/raw_options.h"
#include "request/row_options.h"

namespace dumpscope::core {

/// `convert`: tensors as files of another form.
struct ConvertRequest {
    static constexpr std::string_view kCommand = "convert";

    std::string path = {};
    std::string output = {}; ///< folder
    RowOptions rows = {};
    RawOptions raw = {};
    std::string form = "npy"; ///< of `--to`
    std::string layout = {};  ///< empty: the default of `spec`
    std::string format = {};  ///< memory format; empty: unchanged
    std::string names = "msaccucmp", spec = "dumpscope";
    std::string shape = {}; ///< extents to crop to
    bool bits = false, joinSlices = false, force = false;
    PrintOptions print = {};
    bool operator==(const ConvertRequest&) const = default;

    void describe(OptionList& options)
    {
        print.describeRows(options);
        rows.describe(options);
        raw.describe(options);
        options.add("PATH", &path, "Folder or file").required().naming(PathUse::Dump);
        options
            .add("-o,--output", &output,
                "Folder for the files; made if missing, never inside PATH. Files that are there already "
                "stay: equal ones count as done, so an interrupted run can be repeated; different ones are "
                "reported unless --force is given")
            .required()
            .checkedBy(NotEmpty {})
            .naming(PathUse::OutputFolder);
        options
            .add("--to", &form,
                "npy, msnpy (npy with the format in its name), raw, csv or txt (a value a line)")
            .checkedBy(AnyOf {{"npy", "msnpy", "raw", "csv", "txt"}});
        options
            .add("--layout", &layout,
                "logical undoes device layouts (default), storage keeps what lies on disk")
            .checkedBy(AnyOf {{"logical", "storage"}});
        options
            .add("--format", &format,
                "Bring every tensor into this format, e.g. NCHW, NHWC, ND, NC1HWC0, FRACTAL_NZ, FRACTAL_Z")
            .excludes("--layout");
        options
            .add("--names", &names,
                "msaccucmp: <dump file>.<io>.<slot>.npy as the official tool; dumpscope: "
                "<op_name>.<io>.<slot>.npy")
            .checkedBy(AnyOf {{"msaccucmp", "dumpscope"}});
        options
            .add("--spec", &spec,
                "dumpscope, or msaccucmp: bit for bit what the official tool writes (storage layout "
                "unless --format is given, its widened types) and what it refuses, with its error number")
            .checkedBy(AnyOf {{"dumpscope", "msaccucmp"}});
        options.add("--shape", &shape,
            "With --spec msaccucmp and --format: shape to cut to, e.g. 17,20 (default: the original shape)");
        options.add("--bits", &bits,
            "Write types NumPy does not have (bfloat16, float8, int4) as raw integers instead of float32");
        options.add("--join-slices", &joinSlices,
            "Write the slices that FFTS+ threads dumped of one output as one file, in storage order");
        options.add("--force", &force, "Replace different files of the same names");
    }
};

} // namespace dumpscope::core
