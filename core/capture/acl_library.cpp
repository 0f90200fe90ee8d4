// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/acl_library.h"

#include <algorithm>

#include <dlfcn.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

/// Looks for functions in the library and in those beside it.
class SymbolSource {
public:
    SymbolSource(void* library, const std::string& path)
        : m_libraries {library}
        , m_folder(path.substr(0, path.rfind('/') + 1))
    {
    }

    template<typename Function> void optional(Function*& function, const char* name)
    {
        function = reinterpret_cast<Function*>(find(name));
    }
    template<typename Function> void needed(Function*& function, const char* name)
    {
        optional(function, name);
        if (function == nullptr)
            m_missing.emplace_back(name);
    }
    /// Of what is needed and not there: empty, or names of the first few.
    [[nodiscard]] Message missing() const
    {
        constexpr std::size_t kShown = 4;
        std::string text;
        for (std::size_t i = 0; i < std::min(m_missing.size(), kShown); ++i)
            text += (i == 0 ? "" : ", ") + m_missing[i];
        return m_missing.size() > kShown ? phrase("%1 and %2 more", text, m_missing.size() - kShown)
                                         : Message(text);
    }

private:
    void* find(const char* name)
    {
        for (void* library : m_libraries) {
            if (void* symbol = ::dlsym(library, name))
                return symbol;
        }
        if (m_sibling < std::size(kSiblings)) {
            const std::string path = m_folder + kSiblings[m_sibling++];
            if (::access(path.c_str(), R_OK) == 0) {
                if (void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL))
                    m_libraries.push_back(library);
            }
            return find(name);
        }
        return nullptr;
    }

    static constexpr const char* kSiblings[] = {"libacl_rt.so", "libacl_mdl.so", "libascend_dump.so"};
    std::vector<void*> m_libraries;
    std::string m_folder;
    std::vector<std::string> m_missing;
    std::size_t m_sibling = 0;
};

} // namespace

#define DUMPSCOPE_NEEDED(name) source.needed(library.name, #name)
#define DUMPSCOPE_OPTIONAL(name) source.optional(library.name, #name)

Result<AclLibrary> AclLibrary::open(const std::vector<std::string>& paths)
{
    std::string tried; // each behind a blank
    for (const std::string& path : paths) {
        tried += ' ' + path;
        // A bare name is for the loader to find.
        if (path.find('/') != std::string::npos && ::access(path.c_str(), R_OK) != 0)
            continue;
        void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
        if (handle == nullptr)
            return fail(Code::Unsupported,
                phrase("the runtime cannot be loaded: %1; is this the library of this machine's processor, "
                       "and are "
                       "the libraries it needs there?",
                    ::dlerror()));
        AclLibrary library;
        library.m_path = path;
        SymbolSource source(handle, path);
        DUMPSCOPE_NEEDED(aclInit);
        DUMPSCOPE_NEEDED(aclFinalize);
        DUMPSCOPE_NEEDED(aclrtGetDeviceCount);
        DUMPSCOPE_NEEDED(aclrtSetDevice);
        DUMPSCOPE_NEEDED(aclrtResetDevice);
        DUMPSCOPE_NEEDED(aclrtMalloc);
        DUMPSCOPE_NEEDED(aclrtFree);
        DUMPSCOPE_NEEDED(aclrtMemcpy);
        DUMPSCOPE_NEEDED(aclmdlLoadFromFile);
        DUMPSCOPE_NEEDED(aclmdlUnload);
        DUMPSCOPE_NEEDED(aclmdlExecute);
        DUMPSCOPE_NEEDED(aclmdlCreateDesc);
        DUMPSCOPE_NEEDED(aclmdlDestroyDesc);
        DUMPSCOPE_NEEDED(aclmdlGetDesc);
        DUMPSCOPE_NEEDED(aclmdlGetNumInputs);
        DUMPSCOPE_NEEDED(aclmdlGetNumOutputs);
        DUMPSCOPE_NEEDED(aclmdlGetOutputSizeByIndex);
        DUMPSCOPE_NEEDED(aclmdlGetInputDims);
        DUMPSCOPE_NEEDED(aclmdlGetInputNameByIndex);
        DUMPSCOPE_NEEDED(aclmdlGetInputDataType);
        DUMPSCOPE_NEEDED(aclmdlCreateDataset);
        DUMPSCOPE_NEEDED(aclmdlDestroyDataset);
        DUMPSCOPE_NEEDED(aclmdlAddDatasetBuffer);
        DUMPSCOPE_NEEDED(aclCreateDataBuffer);
        DUMPSCOPE_NEEDED(aclDestroyDataBuffer);
        DUMPSCOPE_NEEDED(aclGetDataBufferAddr);
        DUMPSCOPE_NEEDED(aclmdlInitDump);
        DUMPSCOPE_NEEDED(aclmdlSetDump);
        DUMPSCOPE_NEEDED(aclmdlFinalizeDump);
        DUMPSCOPE_OPTIONAL(aclGetRecentErrMsg);
        DUMPSCOPE_OPTIONAL(aclrtGetSocName);
        DUMPSCOPE_OPTIONAL(aclrtGetVersion);
        DUMPSCOPE_OPTIONAL(aclsysGetCANNVersion);
        DUMPSCOPE_OPTIONAL(aclrtGetMemInfo);
        DUMPSCOPE_OPTIONAL(aclrtSynchronizeDevice);
        DUMPSCOPE_OPTIONAL(aclCreateTensorDesc);
        DUMPSCOPE_OPTIONAL(aclDestroyTensorDesc);
        DUMPSCOPE_OPTIONAL(aclmdlSetDatasetTensorDesc);
        if (!source.missing().empty())
            return fail(Code::Unsupported,
                phrase(
                    "%1 is no AscendCL runtime that can dump: it lacks %2; name another with --runtime, or "
                    "install the toolkit that has them",
                    path, source.missing()));
        return library;
    }
    return fail(Code::NotFound,
        phrase(
            "no AscendCL runtime is there; looked for %1; install the CANN toolkit, or build the CPU device",
            tried.empty() ? Message(phrase("none")) : Message(tried.substr(1))));
}

#undef DUMPSCOPE_NEEDED
#undef DUMPSCOPE_OPTIONAL

} // namespace dumpscope::core
