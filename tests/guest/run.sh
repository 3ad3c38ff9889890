#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh FOLDER - boots other kernels in QEMU and runs fragscope and its live tests there.
# FOLDER is a build folder where the tests have been built.  Kernels are downloaded, never installed
# (kernel.sh).  BOOTS=filled boots only those with that word in their names, KERNELS="6.1 newest" only
# these kernels.  Software emulation is used on purpose: it works on each machine, and a kernel boots
# in seconds.  A kernel booted once is one result; the last line is "N passed, N failed, N skipped".
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
	for name in $(cat "$here/tests.list"); do
		case $name in
		live/*) copy_program "$build/tests/$name" "filled/$(dirname "$name")" ;;
		*) copy_program "$build/tests/$name" "tests/$(dirname "$name")" ;;
		esac
	done
	cp "$here"/../live/*.sh "$tree/filled/live/"
	! command -v script >/dev/null || copy_program "$(command -v script)" bin
	gcc -static -O2 -o "$tree/bin/hold" "$here/hold.c"
	gcc -static -O2 -D_GNU_SOURCE -o "$tree/bin/frag" "$here/../live/frag.c"
	terminfo=$(find /lib/terminfo /usr/share/terminfo -name xterm-256color 2>/dev/null | head -n 1)
	mkdir -p "$tree/usr/share/terminfo/x"
	[ -z "$terminfo" ] || cp -L "$terminfo" "$tree/usr/share/terminfo/x/"
	[ ! -d /usr/lib/locale/C.utf8 ] || cp -r /usr/lib/locale/C.utf8 "$tree/usr/lib/locale/"
	cp -r "$here/init" "$here/steps" "$tree/"
	chmod +x "$tree/init"
	(cd "$tree" && find . | cpio -o -H newc 2>/dev/null | gzip -1) >"$work/initramfs"
}

count() { # pattern
	grep "$1" "$log" | sort -u | wc -l # cmocka names a failed test twice
}

# A failed boot is shown: the results that are wrong, and how it ended.
boot() { # what, kernel, steps, kernel's arguments, QEMU's arguments
	case $1 in *"${BOOTS-}"*) ;; *) return 0 ;; esac
	what=$1 kernel=$2 append="steps=$3 $4"
	log="$work/$(echo "$what" | tr ' ,=' '---').log"
	shift 4
	emulate "$@"
	# The emulator may run a stale translation of code that the kernel has just patched, as it
	# does to attach a tracepoint: not the kernel's fault, nor ours.
	if grep -q 'Oops: int3' "$log"; then emulate "$@"; fi
	judge
}

emulate() { # QEMU's arguments
	timeout 240 qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 \
		-object memory-backend-ram,id=m0,size=1G -object memory-backend-ram,id=m1,size=1G \
		-numa node,memdev=m0,cpus=0 -numa node,memdev=m1,cpus=1 "$@" -kernel "$kernel" \
		-initrd "$work/initramfs" -append "console=ttyS0 panic=-1 quiet $append" \
		-display none -no-reboot -nodefaults -serial stdio </dev/null 2>&1 |
		tr -d '\r' >"$log" || true
}

judge() {
	good=$(($(count '^ok ') + $(count '^\[       OK')))
	bad=$(($(count '^not ok ') + $(count '^\[  FAILED  \] [a-z0-9_]*$')))
	none=$(count '^\[  SKIPPED \] [a-z0-9_]*$')
	if [ $bad = 0 ] && grep -q '^end of guest' "$log"; then
		passed=$((passed + 1))
		echo "passed: $what: $good checks, $none of them skipped"
	else
		failed=$((failed + 1))
		echo "FAILED: $what: $bad checks of $((good + bad)); all of it is in $log"
		grep -B 8 -e '^not ok ' -e '^\[  FAILED' "$log" || tail -n 40 "$log"
	fi
}

boot_all() { # name of the kernel, its image
	boot "$1, two nodes" "$2" tests,users "" -m 2G
	boot "$1, memory plugged in" "$2" tests,users "psi=0 transparent_hugepage=never" \
		-m 2G,slots=2,maxmem=4G -object memory-backend-ram,id=h0,size=1G \
		-device pc-dimm,id=d0,memdev=h0,node=1
	boot "$1, filled" "$2" filled "" -m 2G
	# one kernel will do: none of what is read is closed in this mode
	case $1 in
	*6.12) boot "$1, lockdown=integrity" "$2" missing "lockdown=integrity" -m 2G ;;
	esac
	boot "$1, lockdown=confidentiality" "$2" missing "lockdown=confidentiality" -m 2G
}

mkdir -p "$work"
make_initramfs
for series in ${KERNELS:-6.1 6.12 newest}; do
	if kernel=$(sh "$here/kernel.sh" "$work/kernels" $series 2>"$work/why"); then
		release=$(echo "$kernel" | sed 's/.*linux-\([0-9]*\.[0-9]*\).*/\1/')
		boot_all "Linux $release" "$kernel"
	else
		skip "Linux $series: $(tail -n 1 "$work/why")"
	fi
done
finish
