#!/bin/sh
# The Debian packages layout-observer and liblob-dev from what `make install` puts below /usr: deb.sh BUILD_DIR OUT VERSION.
# The same tree gives the same bytes: times are those of the last commit (SOURCE_DATE_EPOCH wins), owners root, no debug parts.
set -eu
build=$1
out=$2
version=$3
for tool in dpkg-deb dpkg-shlibdeps dpkg-architecture strip; do
    command -v $tool >/dev/null 2>&1 || { echo "deb: $tool is needed (packages dpkg-dev, binutils)" >&2; exit 1; }
done
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1700000000)}"
architecture=$(dpkg --print-architecture)
here=$PWD
rm -rf "$out"
mkdir -p "$out"
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
sed "s,@PREFIX@,/usr,; s,@VERSION@,$version,; s,}/lib$,}/lib/$multiarch," src/api/liblob.pc.in >"$build/lib/liblob.pc"
DESTDIR=$here/$out/layout-observer PREFIX=/usr tools/install.sh install "$build" >/dev/null
cd "$out"
# liblob-dev: what programs are built with. A library without names of debuggers, so that no folder of the build is in it.
usr=liblob-dev/usr
mkdir -p "$usr/lib/$multiarch" $usr/share/doc/liblob-dev
mv layout-observer/usr/include $usr/
mv layout-observer/usr/lib/liblob.a layout-observer/usr/lib/pkgconfig "$usr/lib/$multiarch/"
rmdir layout-observer/usr/lib
mv layout-observer/usr/share/doc/layout-observer/examples $usr/share/doc/liblob-dev/
cp "$here/docs/LIBRARY.md" $usr/share/doc/liblob-dev/
strip --strip-debug --enable-deterministic-archives "$usr/lib/$multiarch/liblob.a"
# zsh and man pages where Debian has them, compressed as it wants them.
mkdir -p layout-observer/usr/share/zsh/vendor-completions
mv layout-observer/usr/share/zsh/site-functions/_layout-observer layout-observer/usr/share/zsh/vendor-completions/
rmdir layout-observer/usr/share/zsh/site-functions
gzip -9n layout-observer/usr/share/man/man1/*.1
strip layout-observer/usr/bin/* layout-observer/usr/libexec/layout-observer/*
for package in layout-observer liblob-dev; do
    doc=$package/usr/share/doc/$package
    rm -f "$doc/LICENSE"
    cp "$here/packaging/debian/copyright" "$doc/copyright"
    printf 'layout-observer (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md of the project for what is new.\n\n -- The Layout Observer authors <maintainers@layout-observer.invalid>  %s\n' \
        "$version" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.gz"
done
# dpkg-shlibdeps wants a source package around it.
mkdir -p debian
printf 'Source: layout-observer\n\nPackage: layout-observer\nArchitecture: any\n' >debian/control
libraries=$(dpkg-shlibdeps -O -xlayout-observer layout-observer/usr/bin/* layout-observer/usr/libexec/layout-observer/* 2>/dev/null | sed 's/^shlibs:Depends=//')
rm -rf debian
for package in layout-observer liblob-dev; do
    mkdir -p $package/DEBIAN
    find $package -type d -exec chmod 755 {} +
    size=$(find $package/usr -type f -printf '%s\n' | awk '{ kib += int(($1 + 1023) / 1024) } END { print kib }')
    sed "s|@VERSION@|$version|; s|@ARCHITECTURE@|$architecture|; s|@LIBRARIES@|$libraries|; s|@SIZE@|$size|" \
        "$here/packaging/debian/$package.control" >$package/DEBIAN/control
    (cd $package && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum >DEBIAN/md5sums)
    find $package -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build $package "${package}_${version}_$architecture.deb" >/dev/null
    rm -rf $package
    echo "$out/${package}_${version}_$architecture.deb"
done
