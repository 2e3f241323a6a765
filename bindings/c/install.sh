#!/usr/bin/env bash
# Builds libtilebase and installs it for C and C++: the shared and the static library, the headers, and files
# for pkg-config and CMake.
#
#     bindings/c/install.sh PREFIX            such as /usr/local; DESTDIR=folder installs below that folder
#
# TILEBASE_PROFILE=dev builds with the test profile, which is faster. Exits 0 only if everything is
# installed.
set -euo pipefail
folder=$(cd "$(dirname "$0")" && pwd)

usage() {
  echo "usage: bindings/c/install.sh PREFIX: expected an absolute path, as /usr/local; $1" >&2
  exit 2
}
[ $# = 1 ] || usage "found $# arguments"
case $1 in
  /*) prefix=${1%/} ;;
  *) usage "found \"$1\"" ;;
esac
[ "$(uname -s)" = Linux ] || {
  echo "install.sh installs on Linux only, and this is $(uname -s); cargo build --release -p tilebase-capi builds the library" >&2
  exit 1
}

# The compiler prints the dependencies of the static library in a note, even if nothing is rebuilt.
notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
artifacts=$(cargo rustc --quiet --locked --manifest-path "$folder/Cargo.toml" --profile "${TILEBASE_PROFILE:-release}" --lib \
  --message-format=json-render-diagnostics -- --print native-static-libs 2>"$notes") || {
  cat "$notes" >&2
  exit 1
}
file() {
  grep -o '"[^"]*/libtilebase_c\.'"$1"'"' <<<"$artifacts" | tail -1 | tr -d '"'
}
shared=$(file so) static=$(file a)
needed=$(sed -n 's/^note: native-static-libs: //p' "$notes" | tail -1)
[ -n "$needed" ] || {
  echo "the compiler did not say which libraries the static one needs; it said:" >&2
  cat "$notes" >&2
  exit 1
}
version=$(sed -n '/^\[workspace\.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' "$folder/../../Cargo.toml")
abi=$(sed -n 's/^#define TB_ABI_VERSION //p' "$folder/include/tilebase.h")

root=${DESTDIR:-}$prefix
mkdir -p "$root/lib/pkgconfig" "$root/include"
install -m 755 "$shared" "$root/lib/libtilebase.so.$version"
ln -sf "libtilebase.so.$version" "$root/lib/libtilebase.so.$abi"
ln -sf "libtilebase.so.$abi" "$root/lib/libtilebase.so"
install -m 644 "$static" "$root/lib/libtilebase.a"
install -m 644 "$folder/include/tilebase.h" "$folder/include/tilebase.hpp" "$root/include/"
cat >"$root/lib/pkgconfig/tilebase.pc" <<END
prefix=$prefix
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: tilebase
Description: Exact distances and shortest paths of sliding-tile puzzles
Version: $version
Cflags: -I\${includedir}
Libs: -L\${libdir} -ltilebase
Libs.private: $needed
END
mkdir -p "$root/lib/cmake/tilebase"
cat >"$root/lib/cmake/tilebase/tilebaseConfig.cmake" <<END
# Defines tilebase::tilebase, the shared library, and tilebase::static. The prefix is found from the
# place of this file, so that the installed files can be moved.
get_filename_component(tilebase_prefix "\${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET tilebase::tilebase)
  add_library(tilebase::tilebase SHARED IMPORTED)
  set_target_properties(tilebase::tilebase PROPERTIES
    IMPORTED_LOCATION "\${tilebase_prefix}/lib/libtilebase.so.$version"
    IMPORTED_SONAME "libtilebase.so.$abi"
    INTERFACE_INCLUDE_DIRECTORIES "\${tilebase_prefix}/include")
  add_library(tilebase::static STATIC IMPORTED)
  set_target_properties(tilebase::static PROPERTIES
    IMPORTED_LOCATION "\${tilebase_prefix}/lib/libtilebase.a"
    INTERFACE_LINK_LIBRARIES "${needed// /;}"
    INTERFACE_INCLUDE_DIRECTORIES "\${tilebase_prefix}/include")
endif()
END
cat >"$root/lib/cmake/tilebase/tilebaseConfigVersion.cmake" <<END
# Any version with the same first number is compatible, and before 1.0 also with the same second.
set(PACKAGE_VERSION "$version")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
elseif("\${PACKAGE_FIND_VERSION_MAJOR}.\${PACKAGE_FIND_VERSION_MINOR}" VERSION_EQUAL "${version%.*}")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
elseif(NOT PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
else()
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
END
echo "libtilebase $version is in $root"
