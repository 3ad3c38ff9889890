#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh FOLDER - boots kernels of the distribution in QEMU and runs fragscope and its live tests
# there.
# FOLDER is a build folder where "make check" has built the tests.  Kernels are downloaded, never
# installed.  Software emulation is used on purpose: it works on each machine, and a kernel boots in
# seconds.  The last line is "N passed, N failed, N skipped".
set -eu
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$build/guest
passed=0 failed=0 skipped=0

skip() { echo "skipped: $*"; skipped=$((skipped + 1)); }
finish() {
	printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
	[ "$failed" = 0 ]
	exit
}

for tool in qemu-system-x86_64 cpio busybox apt-get dpkg-deb setpriv gcc; do
	if ! command -v $tool >/dev/null; then
		skip "all kernels: no $tool; apt-get install qemu-system-x86 busybox-static cpio util-linux gcc"
		finish
	fi
done
if [ "$(uname -m)" != x86_64 ]; then
	skip "all kernels: the guests are x86-64, and this is $(uname -m)"
	finish
fi

copy_program() { # file, its folder in the guest
	mkdir -p "$tree/$2"
	cp -L "$1" "$tree/$2/"
	for library in $(ldd "$1" 2>/dev/null | grep -o '/[^ ]*'); do
		mkdir -p "$tree$(dirname "$library")"
		cp -L "$library" "$tree$library"
	done
}

# The guest's file system, the same for all kernels.
make_initramfs() {
	tree=$work/root
	rm -rf "$tree"
	mkdir -p "$tree/bin" "$tree/proc" "$tree/sys" "$tree/dev" "$tree/tmp" "$tree/usr/lib/locale"
	chmod 1777 "$tree/tmp"
	cp -L "$(command -v busybox)" "$tree/bin/busybox"
	copy_program "$build/fragscope" bin
	copy_program "$(command -v setpriv)" bin
	mv "$tree/bin/setpriv" "$tree/bin/runas"
	for name in proc/test_live source/test_roundtrip source/test_sweep_live; do
		copy_program "$build/tests/$name" tests
	done
	gcc -static -O2 -o "$tree/bin/hold" "$here/hold.c"
	terminfo=$(find /lib/terminfo /usr/share/terminfo -name xterm-256color 2>/dev/null | head -n 1)
	mkdir -p "$tree/usr/share/terminfo/x"
	[ -z "$terminfo" ] || cp -L "$terminfo" "$tree/usr/share/terminfo/x/"
	[ ! -d /usr/lib/locale/C.utf8 ] || cp -r /usr/lib/locale/C.utf8 "$tree/usr/lib/locale/"
	cp "$here/init" "$tree/init"
	chmod +x "$tree/init"
	(cd "$tree" && find . | cpio -o -H newc 2>/dev/null | gzip -1) >"$work/initramfs"
}

# Newest package of a series, downloaded and unpacked; prints the path of its kernel.
kernel_of() { # series
	name=$(apt-cache search --names-only "^linux-image-$1[.+0-9a-z-]*-cloud-amd64\$" |
		cut -d' ' -f1 | grep "^linux-image-$1\\.[0-9]" | sort -V | tail -n 1)
	[ -n "$name" ] || return 1
	mkdir -p "$work/$name"
	if [ -z "$(find "$work/$name" -name 'vmlinuz-*')" ]; then
		(cd "$work/$name" && apt-get download "$name" >/dev/null 2>&1) || return 1
		dpkg-deb --fsys-tarfile "$work/$name"/*.deb |
			tar -xf - -C "$work/$name" --wildcards './boot/vmlinuz-*' || return 1
		rm -f "$work/$name"/*.deb
	fi
	find "$work/$name" -name 'vmlinuz-*'
}

count() { # pattern
	grep "$1" "$log" | sort -u | wc -l # cmocka names a failed test twice
}

boot() { # what, kernel, kernel's arguments, QEMU's arguments
	what=$1 kernel=$2 append=$3
	log="$work/$(echo "$what" | tr ' ,' '--').log"
	shift 3
	timeout 140 qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 \
		-object memory-backend-ram,id=m0,size=1G -object memory-backend-ram,id=m1,size=1G \
		-numa node,memdev=m0,cpus=0 -numa node,memdev=m1,cpus=1 "$@" -kernel "$kernel" \
		-initrd "$work/initramfs" -append "console=ttyS0 panic=-1 quiet $append" \
		-display none -no-reboot -nodefaults -serial stdio </dev/null 2>&1 |
		tr -d '\r' >"$log" || true
	good=$(($(count '^ok ') + $(count '^\[       OK')))
	bad=$(($(count '^not ok ') + $(count '^\[  FAILED  \] [a-z_]*$')))
	none=$(count '^\[  SKIPPED \] [a-z_]*$')
	grep -q '^end of guest' "$log" || bad=$((bad + 1))
	echo "$what: $good passed, $bad failed, $none skipped"
	[ $bad = 0 ] || tail -n 60 "$log"
	passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + none))
}

mkdir -p "$work"
make_initramfs
for series in 6.1 6.12; do
	if ! kernel=$(kernel_of "$series"); then
		skip "Linux $series: apt-get has no linux-image-$series…-cloud-amd64 to download"
		continue
	fi
	boot "Linux $series, two nodes" "$kernel" "" -m 2G
	boot "Linux $series, memory plugged in" "$kernel" "psi=0 transparent_hugepage=never" \
		-m 2G,slots=2,maxmem=4G -object memory-backend-ram,id=h0,size=1G \
		-device pc-dimm,id=d0,memdev=h0,node=1
done
finish
