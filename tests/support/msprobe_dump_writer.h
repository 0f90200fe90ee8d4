// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compared_folders.h"
#include "npy_file.h"
#include "temporary_folder.h"
#include "tensor/shape.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

namespace dumpscope::test {

/// A tensor of float32, or of int64 where it has the ids of tokens, or a number an operator got.
struct DumpedTensor {
    core::Shape shape;
    std::vector<float> values;
    bool areIds = false;
};
using DumpedArgument = std::variant<DumpedTensor, double>;

/// Of a name with "parameters_grad" the output is the gradient of a weight, and there is no input.
struct DumpedOperator {
    std::string name; ///< "Torch.neg.0.forward"
    std::vector<DumpedArgument> inputs;
    DumpedTensor output;
};

/// Writes dumps of msprobe: step0/rank<R> with tensors as .npy, or their statistics alone.
class MsprobeDumpWriter {
public:
    enum class Task { Tensor, Statistics };

    static bool write(const std::string& folder, const std::vector<DumpedOperator>& operators, int rank = 0,
        Task task = Task::Tensor)
    {
        const std::string place = folder + "/step0/rank" + std::to_string(rank) + '/';
        std::string data;
        bool good = true;
        for (const DumpedOperator& op : operators) {
            if (op.name.find("parameters_grad") != std::string::npos) {
                std::string gradient;
                good = tensor(place, op.name + ".weight.npy", op.output, task, gradient) && good;
                data += (data.empty() ? "\"" : ",\"") + op.name + R"(":{"weight":[)" + gradient + "]}";
                continue;
            }
            std::string inputs;
            for (std::size_t i = 0; i < op.inputs.size(); ++i) {
                inputs += i == 0 ? "" : ",";
                const std::string name = op.name + ".input." + std::to_string(i) + ".npy";
                if (const auto* number = std::get_if<double>(&op.inputs[i]))
                    inputs += R"({"type":"float","value":)"
                        + (std::isnan(*number) ? std::string("NaN") : std::to_string(*number)) + "}";
                else
                    good = tensor(place, name, std::get<DumpedTensor>(op.inputs[i]), task, inputs) && good;
            }
            std::string output;
            good = tensor(place, op.name + ".output.0.npy", op.output, task, output) && good;
            data += (data.empty() ? "\"" : ",\"") + op.name + R"(":{"input_args":[)" + inputs
                + R"(],"input_kwargs":{},"output":[)" + output + "]}";
        }
        return good
            && writeFile(place + "dump.json",
                std::string(R"({"task":")") + (task == Task::Tensor ? "tensor" : "statistics")
                    + R"(","level":"L1","framework":"mindspore","dump_data_dir":"rank0","data":{)" + data
                    + "}}");
    }

private:
    static std::string statistics(const std::vector<float>& values)
    {
        double max = 0, min = 0, sum = 0, squares = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double value = values[i];
            max = i == 0 ? value : std::max(max, value);
            min = i == 0 ? value : std::min(min, value);
            sum += value;
            squares += value * value;
        }
        if (std::isnan(squares) || values.empty())
            return R"(,"Max":"nan","Min":"nan","Mean":"nan","Norm":"nan")";
        const auto number = [](double value) -> std::string {
            if (std::isinf(value))
                return value > 0 ? "Infinity" : "-Infinity";
            std::ostringstream text;
            text << std::setprecision(17) << value;
            return text.str();
        };
        return R"(,"Max":)" + number(max) + R"(,"Min":)" + number(min) + R"(,"Mean":)"
            + number(sum / static_cast<double>(values.size())) + R"(,"Norm":)" + number(std::sqrt(squares));
    }

    static bool tensor(const std::string& place, const std::string& name, const DumpedTensor& tensor,
        Task task, std::string& json)
    {
        json += std::string(R"({"type":"mindspore.Tensor","dtype":")") + (tensor.areIds ? "Int64" : "Float32")
            + R"(","shape":)" + core::shapeText(tensor.shape) + statistics(tensor.values);
        if (task == Task::Statistics) {
            json += '}';
            return true;
        }
        json += R"(,"data_name":")" + name + "\"}";
        const std::vector<std::int64_t> ids(tensor.values.begin(), tensor.values.end());
        return writeFile(place + "dump_tensor_data/" + name,
            tensor.areIds ? npyFile("<i8", tensor.shape, ids) : npyFile(tensor.shape, tensor.values));
    }
};

/// Two such dumps compared.
struct ComparedDumps {
    TemporaryFolder folder;
    core::OwnedTask task;
    core::Limits limits;
    core::Comparison comparison;
    bool good = false;

    ComparedDumps(const std::vector<DumpedOperator>& target, const std::vector<DumpedOperator>& golden,
        std::string_view rules = R"({"version":1,"rules":[]})")
    {
        good = MsprobeDumpWriter::write(folder.at("target"), target)
            && MsprobeDumpWriter::write(folder.at("golden"), golden);
        limits = core::parseLimits(rules, "test").value();
        core::ComparisonOptions options;
        options.limits = limits;
        comparison
            = compareFolders(folder.path(), "cosine_similarity,max_absolute_error", options, task).value();
    }
};

} // namespace dumpscope::test
