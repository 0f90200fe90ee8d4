// SPDX-License-Identifier: GPL-3.0-or-later
// The sequences of docs/formats/ascendcl-capture.md 3.4 against the CPU device, or against any library that
// speaks AscendCL:
//   tst_ascendcl_conformance --runtime libascendcl.so --model MODEL.om [--dynamic-model MODEL.om]
// Every sequence runs in a process of its own. Where generations differ, either answer is right.
#include "capture/acl_abi.h"

#include "child_process.h"
#include "temporary_folder.h"

#include <QTest>

#include <dlfcn.h>

using namespace dumpscope;
using namespace dumpscope::core;

namespace {

std::string theRuntime = DUMPSCOPE_BINARY_DIR "/../lib/dumpscope/libdumpscope_cpu_device.so";
std::string theModel = DUMPSCOPE_TEST_DATA "/models/overflow.onnx";
std::string theDynamicModel = DUMPSCOPE_TEST_DATA "/models/dynamic_batch.onnx";

int chunksOfA = 0, chunksOfB = 0;
std::int32_t callbackA(const acl::DumpChunk* chunk, std::int32_t length)
{
    // docs/formats/ascendcl-capture.md 2.5: the length counts the whole struct.
    chunksOfA += length == static_cast<std::int32_t>(sizeof(acl::DumpChunk) + chunk->bufLen) ? 1 : 1000;
    return 0;
}
std::int32_t callbackB(const acl::DumpChunk*, std::int32_t)
{
    ++chunksOfB;
    return 0;
}

int fileCount(const std::string& folder)
{
    int count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        count += entry.is_regular_file() ? 1 : 0;
    return count;
}

/// Says the words of a sequence to the library and writes down what it answers.
class Speaker {
public:
    explicit Speaker(const std::string& folder)
        : m_folder(folder)
        , m_library(::dlopen(theRuntime.c_str(), RTLD_NOW | RTLD_GLOBAL))
    {
    }
    bool isOpen() const { return m_library != nullptr; }

    std::string say(const std::string& word)
    {
        const std::string name = word.substr(0, word.find('('));
        const std::string argument
            = name.size() < word.size() ? word.substr(name.size() + 1, word.size() - name.size() - 2) : "";
        if (name == "MSG") {
            const char* text = function<const char*()>("aclGetRecentErrMsg")();
            const bool has = text != nullptr && std::string(text).find(argument) != std::string::npos;
            return text == nullptr ? "null" : has ? "text" : std::string("other text: ") + text;
        }
        if (name == "FILES")
            return fileCount(m_folder + '/' + argument) > 0 ? "some" : "none";
        if (name == "CHUNKS")
            return std::string(chunksOfA > 0 && chunksOfA < 1000 ? "a" : "") + (chunksOfB > 0 ? "b" : "");
        return std::to_string(call(name, argument));
    }

private:
    template<typename Type> Type* function(const char* name) const
    {
        return reinterpret_cast<Type*>(::dlsym(m_library, name));
    }
    std::string config(const std::string& name) const
    {
        return name.empty() ? "" : m_folder + '/' + name + ".json";
    }

    int call(const std::string& name, const std::string& argument)
    {
        using Path = int(const char*);
        const std::string path = config(argument);
        const char* file = argument == "NULL" ? nullptr : path.c_str();
        if (name == "I") {
            const int code = function<Path>("aclInit")(file);
            if (code == 0)
                function<int(int)>("aclrtSetDevice")(0);
            return code;
        }
        if (name == "SD")
            return function<Path>("aclmdlSetDump")(file);
        if (name == "L")
            return load(argument == "NULL"  ? nullptr
                    : argument == "missing" ? "missing.om"
                    : argument == "dynamic" ? theDynamicModel.c_str()
                                            : theModel.c_str());
        if (name == "E")
            return argument == "unknown"
                ? run(4711, nullptr)
                : run(m_models.at(argument.empty() ? m_models.size() - 1 : std::stoul(argument)), nullptr);
        if (name == "U")
            return function<int(std::uint32_t)>("aclmdlUnload")(
                argument == "unknown" ? 4711 : m_models.back());
        if (name == "CB")
            return function<int(acl::DumpCallback, int)>("acldumpRegCallback")(argument == "NULL" ? nullptr
                    : argument == "b"                                                             ? callbackB
                                                                                                  : callbackA,
                argument == "flag" ? 1 : 0);
        if (name == "MALLOC0")
            return function<int(void**, std::size_t, int)>("aclrtMalloc")(&m_memory, 0, 0);
        if (name == "FREE")
            return function<int(void*)>("aclrtFree")(nullptr);
        if (name == "COPY") {
            char to[4], from[4] = {};
            const bool none = argument == "none";
            return function<int(void*, std::size_t, const void*, std::size_t, int)>("aclrtMemcpy")(
                none ? nullptr : to, none ? 0 : 4, none ? nullptr : from, none ? 0 : 4, none ? 99 : 6);
        }
        const char* plain = name == "ID" ? "aclmdlInitDump"
            : name == "FD"               ? "aclmdlFinalizeDump"
            : name == "F"                ? "aclFinalize"
                                         : nullptr;
        return plain != nullptr ? function<int()>(plain)() : -1;
    }

    int load(const char* path)
    {
        std::uint32_t id = 0;
        const int code = function<int(const char*, std::uint32_t*)>("aclmdlLoadFromFile")(path, &id);
        if (code == 0)
            m_models.push_back(id);
        return code;
    }

    /// Inputs are zeros; a free dimension is 1.
    int run(std::uint32_t id, void*)
    {
        acl::Dataset* inputs = function<acl::Dataset*()>("aclmdlCreateDataset")();
        acl::Dataset* outputs = function<acl::Dataset*()>("aclmdlCreateDataset")();
        acl::ModelDescription* model = function<acl::ModelDescription*()>("aclmdlCreateDesc")();
        const auto add = function<int(acl::Dataset*, acl::DataBuffer*)>("aclmdlAddDatasetBuffer");
        const auto buffer = function<acl::DataBuffer*(void*, std::size_t)>("aclCreateDataBuffer");
        using Count = std::size_t(acl::ModelDescription*);
        std::size_t inputCount = 0, outputCount = 0;
        if (function<int(acl::ModelDescription*, std::uint32_t)>("aclmdlGetDesc")(model, id) == 0) {
            inputCount = function<Count>("aclmdlGetNumInputs")(model);
            outputCount = function<Count>("aclmdlGetNumOutputs")(model);
        }
        for (std::size_t i = 0; i < inputCount; ++i) {
            acl::IODims dims {};
            function<int(acl::ModelDescription*, std::size_t, acl::IODims*)>("aclmdlGetInputDims")(
                model, i, &dims);
            const int type
                = function<int(acl::ModelDescription*, std::size_t)>("aclmdlGetInputDataType")(model, i);
            std::size_t size = function<std::size_t(int)>("aclDataTypeSize")(type);
            for (std::size_t k = 0; k < dims.dimCount; ++k) {
                dims.dims[k] = dims.dims[k] < 0 ? 1 : dims.dims[k];
                size *= static_cast<std::size_t>(dims.dims[k]);
            }
            void* memory = nullptr;
            function<int(void**, std::size_t, int)>("aclrtMalloc")(&memory, size, 0);
            function<int(void*, std::size_t, int, std::size_t)>("aclrtMemset")(memory, size, 0, size);
            add(inputs, buffer(memory, size));
            auto* shape = function<acl::TensorDescription*(int, int, const std::int64_t*, int)>(
                "aclCreateTensorDesc")(type, static_cast<int>(dims.dimCount), dims.dims, acl::kFormatNd);
            function<int(acl::Dataset*, acl::TensorDescription*, std::size_t)>("aclmdlSetDatasetTensorDesc")(
                inputs, shape, i);
        }
        for (std::size_t i = 0; i < outputCount; ++i)
            add(outputs, buffer(nullptr, 0));
        return function<int(std::uint32_t, const acl::Dataset*, acl::Dataset*)>("aclmdlExecute")(
            id, inputs, outputs);
    }

    std::string m_folder;
    void* m_library;
    void* m_memory = nullptr;
    std::vector<std::uint32_t> m_models;
};

std::vector<std::string> words(const std::string& text)
{
    std::vector<std::string> list;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        list.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return list;
}

std::string steps(int count)
{
    std::string text = "0";
    for (int i = 1; i < count; ++i)
        text += "|" + std::to_string(i);
    return text;
}

} // namespace

class TestAscendclConformance : public QObject {
    Q_OBJECT

    static void writeConfigs(const test::TemporaryFolder& folder)
    {
        const auto write = [&](const char* name, const std::string& text) {
            test::writeFile(folder.at(std::string(name) + ".json"), text);
        };
        const auto dump = [&](const std::string& out, const std::string& rest) {
            return "{\"dump\":{\"dump_path\":\"" + folder.at(out) + "\"" + rest + "}}";
        };
        const std::string all = ",\"dump_list\":[{}]";
        for (const char* out : {"out", "a", "b"}) {
            std::filesystem::create_directory(folder.at(out));
            write(*out == 'o' ? "ok" : out, dump(out, all));
        }
        std::filesystem::create_directory(folder.at("directory.json"));
        write("empty", "");
        write("large", std::string(11U << 20U, ' '));
        write("nested",
            "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}}}");
        write("malformed", "{\"dump\":");
        write("braces", "{}");
        write("nodump", "{\"dump\":{}}");
        write("path", dump("out", ""));
        write("list", "{\"dump\":[]}");
        write("nopath", "{\"dump\":{\"dump_list\":[{}]}}");
        write("nosuch", dump("nosuch", all));
        write("exception", "{\"dump\":{\"dump_scene\":\"lite_exception\"}}");
        write("exceptionon", "{\"dump\":{\"dump_scene\":\"lite_exception\",\"dump_op_switch\":\"on\"}}");
        write("debugon", dump("out", ",\"dump_debug\":\"on\",\"dump_op_switch\":\"on\""));
        write("debuglist", dump("out", ",\"dump_debug\":\"on\"" + all));
        write("watcherall",
            dump("out",
                ",\"dump_scene\":\"watcher\",\"dump_mode\":\"all\",\"dump_list\":[{\"watcher_nodes\":[\"C\"]}"
                "]"));
        write("watchermodel",
            dump("out",
                ",\"dump_scene\":\"watcher\",\"dump_list\":[{\"model_name\":\"m\",\"watcher_nodes\":[\"C\"]}"
                "]"));
        write("watchernone", dump("out", ",\"dump_scene\":\"watcher\",\"dump_list\":[{\"layer\":[\"A\"]}]"));
        write("steps100", dump("out", all + ",\"dump_step\":\"" + steps(100) + "\""));
        write("steps101", dump("out", all + ",\"dump_step\":\"" + steps(101) + "\""));
        write("step53", dump("out", all + ",\"dump_step\":\"5-3\""));
        write("stepa", dump("out", all + ",\"dump_step\":\"a\""));
        write("stepdashes", dump("out", all + ",\"dump_step\":\"1--2\""));
        write("emptylist", dump("out", ",\"dump_list\":[]"));
    }

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(
                std::filesystem::path(theRuntime).parent_path() / "libonnxruntime.so.1.28.0")
            && theRuntime.ends_with("libdumpscope_cpu_device.so"))
            QSKIP("the build found no ONNX Runtime");
    }

    void sequence_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("answers");
        const auto row = [](const char* name, const char* said, const char* answers) {
            QTest::newRow(name) << said << answers;
        };
        row("1", "ID MSG(EP0008)", "100001 text");
        row("2", "SD(ok) SD(NULL)", "100001 100001");
        row("3", "FD", "100001");
        row("4", "I(NULL) SD(ok)", "0 100045");
        row("5", "I(NULL) SD(NULL)", "0 100045");
        row("6", "I(NULL) FD", "0 100045");
        row("7", "I(NULL) ID ID SD(ok)", "0 0 100002 0");
        row("8", "I(NULL) ID SD(NULL)", "0 0 100000");
        row("9", "I(NULL) ID SD(none) SD() SD(directory)", "0 0 100003 100003 100003");
        row("10", "I(NULL) ID SD(large)", "0 0 100003");
        row("11", "I(NULL) ID SD(empty) L E FILES(out)", "0 0 0 0 0 none");
        row("12", "I(NULL) ID SD(nested)", "0 0 100006");
        row("13", "I(NULL) ID SD(malformed) MSG(EP0004)", "0 0 100009 text");
        row("14", "I(malformed) ID", "100006 100001");
        row("15", "I(NULL) ID SD(braces) SD(nodump) SD(path) L E FILES(out)", "0 0 0 0 0 0 0 none");
        row("16", "I(NULL) ID SD(list) MSG(EP0001)", "0 0 100009 text");
        row("17", "I(NULL) ID SD(nopath) SD(ok)", "0 0 100009 0");
        row("18", "I(NULL) ID SD(nosuch) MSG(EP0003)", "0 0 100009 text");
        row("19", "I(NULL) ID SD(ok) L E FD FILES(out)", "0 0 0 0 0 0 some");
        row("20", "I(NULL) ID SD(a) SD(b) L E FILES(a) FILES(b)", "0 0 0 0 0 0 none some");
        row("21 first", "I(NULL) ID L SD(ok) L E(0) FILES(out)", "0 0 0 0 0 0 none");
        row("21 second", "I(NULL) ID L SD(ok) L E(0) E(1) FILES(out)", "0 0 0 0 0 0 0 some");
        row("22", "I(NULL) ID SD(a) L E FD U SD(b) L E FILES(b)", "0 0 0 0 0 0 0 100045 0 0 none");
        row("23", "I(NULL) ID SD(a) L E FD U ID SD(b) L E FD FILES(a) FILES(b)",
            "0 0 0 0 0 0 0 0 0 0 0 0 some some");
        row("24", "I(NULL) ID SD(ok) FD FD", "0 0 0 0 100045");
        row("25", "I(NULL) ID FD SD(ok)", "0 0 0 100045");
        row("26", "I(ok) L E FILES(out)", "0 0 0 some");
        row("27", "I(ok) ID", "0 0|100044");
        row("28", "I(nopath) ID I(ok)", "100009 100001 0");
        row("29", "I(NULL) I(NULL) ID", "0 100002 0");
        row("30", "I(a) F I(b)", "0 0 100000");
        row("30 same", "I(a) F I(a)", "0 0 0");
        row("31", "I(NULL) F I(ok)", "0 0 100000");
        row("32", "I(NULL) F F", "0 0 100037");
        row("33", "I(NULL) ID F I(NULL) ID FD", "0 0 0 0 100002 0");
        row("34", "I(NULL) ID SD(exception) SD(exception)", "0 0 0 0");
        row("35", "I(NULL) ID SD(exceptionon)", "0 0 100009|0");
        row("36", "I(NULL) ID SD(debugon)", "0 0 100009");
        row("37", "I(NULL) ID SD(debuglist) L E FILES(out)", "0 0 0 0 0 none");
        row("38",
            "I(NULL) ID SD(watcherall) MSG(EP0005) SD(watchermodel) MSG(EP0005) SD(watchernone) MSG(EP0001)",
            "0 0 100009 text 100009 text 100009 text");
        row("39", "I(NULL) ID SD(steps100) SD(steps101) SD(step53) SD(stepa) SD(stepdashes)",
            "0 0 0 100009 100009 100009 100009");
        row("40", "I(NULL) ID SD(emptylist)", "0 0 0");
        row("41", "I(NULL) ID SD(ok) CB(a) L E FD FILES(out) CHUNKS", "0 0 0 0 0 0 0 none a");
        row("42", "I(NULL) CB(NULL) CB(flag)", "0 500001 500001");
        row("43", "I(NULL) ID SD(ok) CB(a) CB(b) L E CHUNKS", "0 0 0 0 0 0 0 a");
        row("44 static", "I(NULL) ID L SD(ok) E FILES(out)", "0 0 0 0 0 none");
        row("44 dynamic", "I(NULL) ID L(dynamic) SD(ok) E FILES(out)", "0 0 0 0 0 some");
        row("45", "I(NULL) E(unknown) U(unknown) L U U", "0 145003 145003 0 0 145003");
        row("46", "I(NULL) L(missing) L(NULL)", "0 145002 100000");
        row("47", "I(NULL) MALLOC0 FREE COPY(none) COPY(some)", "0 100000 100000 0 100000");
        row("48", "I(NULL) ID SD(nopath) MSG(EP0001) MSG(EP0001)", "0 0 100009 text null");
    }

    void sequence()
    {
        QFETCH(QString, said);
        QFETCH(QString, answers);
        const test::TemporaryFolder folder;
        writeConfigs(folder);
        const int status = test::inChild([&] {
            Speaker speaker(folder.path());
            std::string answered;
            for (const std::string& word : words(said.toStdString()))
                answered += (answered.empty() ? "" : " ")
                    + (speaker.isOpen() ? speaker.say(word) : "cannot be loaded");
            return test::writeFile(folder.at("answers"), answered) ? 0 : 1;
        });
        QVERIFY2(test::exitedWith(status, 0), qPrintable(said));
        const QString answered = QString::fromStdString(test::readFile(folder.at("answers")));
        QString pattern = answers;
        pattern.replace("0|100044", "(0|100044)").replace("100009|0", "(100009|0)");
        QVERIFY2(QRegularExpression("^" + pattern + "$").match(answered).hasMatch(),
            qPrintable(said + " -> " + answered + ", expected " + answers));
        QVERIFY(!std::filesystem::exists(folder.at("nosuch")));
    }

    /// A library that is there and is what it says has everything a capture may call
    /// (docs/formats/ascendcl-capture.md 2.5).
    void symbols()
    {
        void* library = ::dlopen(theRuntime.c_str(), RTLD_NOW | RTLD_LOCAL);
        QVERIFY2(library != nullptr, ::dlerror());
        for (const char* name : {"aclFinalizeReference", "aclrtGetVersion", "aclsysGetCANNVersion",
                 "aclrtPeekAtLastError", "aclrtGetRunMode", "aclrtCreateStream",
                 "aclrtSynchronizeStreamWithTimeout", "aclrtMemcpyAsync", "aclmdlLoadFromMem",
                 "aclmdlExecuteAsync", "aclmdlExecuteV2", "aclmdlQuerySize", "aclmdlGetInputDimsV2",
                 "aclmdlGetCurOutputDims", "aclmdlGetTensorRealName", "aclmdlGetOpAttr",
                 "aclmdlCreateAndGetOpDesc", "aclmdlGetDatasetTensorDesc", "aclUpdateDataBuffer",
                 "acldumpUnregCallback", "acldumpGetPath", "acldumpSaveExceptionInfo", "aclopStartDumpArgs",
                 "aclopStopDumpArgs", "aclrtGetOverflowStatus"})
            QVERIFY2(::dlsym(library, name) != nullptr, name);
    }
};

int main(int argc, char** argv)
{
    std::vector<char*> rest {argv[0]};
    for (int i = 1; i < argc; ++i) {
        std::string* target = std::strcmp(argv[i], "--runtime") == 0 ? &theRuntime
            : std::strcmp(argv[i], "--model") == 0                   ? &theModel
            : std::strcmp(argv[i], "--dynamic-model") == 0           ? &theDynamicModel
                                                                     : nullptr;
        if (target != nullptr && i + 1 < argc)
            *target = argv[++i];
        else
            rest.push_back(argv[i]);
    }
    TestAscendclConformance test;
    return QTest::qExec(&test, static_cast<int>(rest.size()), rest.data());
}
#include "tst_ascendcl_conformance.moc"
