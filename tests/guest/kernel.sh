#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# kernel.sh FOLDER SERIES - prints the path of the newest kernel image of a series ("6.12"), or of
# all ("newest"), that Debian has for x86-64 virtual machines.
#
# Packages come from the suites that this machine's apt is set up for, and from the newer
# ones of the same mirror that get new kernels.  apt's lists and what it downloads stand below FOLDER, and stay there
# for the next run; the machine's own lists are not touched, and nothing is installed.  Without a
# network, what an earlier run left is used.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd -P) # find looks for images below it, and follows no link
series=$2
lists=$folder/lists
sources=$folder/sources.list

own_apt() { # tool, arguments
	tool=$1
	shift
	"$tool" -o Dir::Etc::SourceList="$sources" -o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::Lists="$lists" -o Dir::Cache="$folder/cache" \
		-o Acquire::Languages=none -o Acquire::Retries=0 -o Acquire::http::Timeout=20 \
		-o APT::Sandbox::User=root "$@"
}

# Once a day, the indices of packages.
update() {
	[ -z "$(find "$folder/updated" -mmin -1440 2>/dev/null)" ] || return 0
	mkdir -p "$lists/partial" "$folder/cache/archives/partial"
	keyring=/usr/share/keyrings/debian-archive-keyring.gpg
	apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
		awk -v option="$([ ! -f $keyring ] || echo "[signed-by=$keyring] ")" '
		{ print "deb " option $1, $2, $3 }
		$3 == "main" && !mirror { mirror = $1 }
		END {
			if (mirror) print "deb " option mirror " trixie-backports main"
			if (mirror) print "deb " option mirror " sid main"
		}' >"$sources"
	! own_apt apt-get update -qq >"$folder/update.log" 2>&1 || touch "$folder/updated"
}

# Versions of the series, newest first: those in the lists, and those that are here already.
versions() {
	{
		own_apt apt-cache pkgnames linux-image-
		own_apt apt-cache pkgnames linux-binary-
		(cd "$folder" && find . -maxdepth 1 -name 'linux-*')
	} | sed -n 's/^.*linux-[a-z-]*\([0-9].*-cloud-amd64\)$/\1/p' | sort -u -V -r |
		grep "$([ "$series" = newest ] && echo . || echo "^$series\.")"
}

image_of() { # version
	find "$folder" -path "$folder/linux-$1/*" -name 'vmlinuz*' -type f | head -n 1
}

# Since 7.0 the image is in a package of its own, and below /usr.
download() { # version
	mkdir -p "$folder/linux-$1"
	for package in "linux-binary-$1" "linux-binary-unsigned-$1" "linux-image-$1"; do
		(cd "$folder/linux-$1" && own_apt apt-get download "$package" >/dev/null 2>&1) ||
			continue
		dpkg-deb --fsys-tarfile "$folder/linux-$1/$package"_*.deb |
			tar -xf - -C "$folder/linux-$1" --wildcards './*/vmlinuz*' 2>/dev/null || true
		rm -f "$folder/linux-$1"/*.deb
		[ -z "$(image_of "$1")" ] || return 0
	done
	return 1
}

update
for version in $(versions); do
	if [ -n "$(image_of "$version")" ] || download "$version"; then
		image_of "$version"
		exit
	fi
	rmdir "$folder/linux-$version" 2>/dev/null || true
done
if [ -s "$sources" ]; then
	echo "the package archive has no linux-image or linux-binary of it for x86-64 virtual machines," \
		"or it cannot be reached (see $folder/update.log)"
else
	echo "apt-get knows no package archive"
fi >&2
exit 1
