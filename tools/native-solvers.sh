#!/usr/bin/env bash
# Makes sure that the native SAT solvers can be built: their build scripts need cmake, a C++ compiler
# and libclang. Installs what is missing where apt-get can; elsewhere it says what to install.
set -euo pipefail

missing=()
command -v cmake >/dev/null || missing+=(cmake)
command -v c++ >/dev/null || missing+=(g++)
# bindgen looks for the library here, among other places.
libclang() {
    [ -n "${LIBCLANG_PATH:-}" ] && return
    ldconfig -p 2>/dev/null | grep -q 'libclang[-.0-9]*\.so' && return
    # `libclang-cpp.so` beside it is another library.
    compgen -G '/usr/lib/llvm-*/lib/libclang[.-][0-9s]*' >/dev/null
}
libclang || missing+=(libclang-dev)

if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "error: install ${missing[*]} (Debian's names) to build the native solvers" >&2
    exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root=()
else
    as_root=(sudo)
fi
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
