#!/bin/sh
# Installs Tabiya for one user, without root, on Linux:
#
#   curl -fsSL https://github.com/OWNER/REPOSITORY/releases/latest/download/install.sh | sh
#
# What may be set:
#   PREFIX            where to: ~/.local by default
#   TABIYA_RELEASE    where from: the address of a release, or a folder with its files
#   TABIYA_SYSTEM     which archive: that of this machine by default, e.g. x86_64-linux
# SHA256SUMS comes from where the archive comes from: it shows that a file is damaged, not that somebody has replaced both. Who
# has built a file of a release on GitHub is shown by: gh attestation verify FILE --repo OWNER/REPOSITORY
# To remove it: rm -r PREFIX/bin/tabiya PREFIX/share/tabiya, and the pages and completions named tabiya in PREFIX/share.
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

# A release has the address of its own here.
release=${TABIYA_RELEASE:-@RELEASE@}
prefix=${PREFIX:-${HOME:?}/.local}
case $release in
  @*) fail "no release is named: set TABIYA_RELEASE to the address of one, or to a folder with its files." ;;
esac

systems=${TABIYA_SYSTEM:-}
if [ -z "$systems" ]; then
  [ "$(uname -s)" = Linux ] || fail "this is for Linux; the releases have archives for other systems."
  case $(uname -m) in
    x86_64 | amd64) systems=x86_64-linux ;;
    aarch64 | arm64) systems=aarch64-linux ;;
    *) fail "there is no archive for $(uname -m); build it from the sources." ;;
  esac
  if [ "$systems" = x86_64-linux ] && [ -r /proc/cpuinfo ] && ! grep -qw sse4_2 /proc/cpuinfo; then
    fail "the archive is for x86-64-v2 processors (Intel since 2009, AMD since 2011); build it from the sources."
  fi
  # What https://gitlab.com/x86-psABIs/x86-64-ABI calls x86-64-v3.
  has_all=yes
  for flag in abm avx2 bmi1 bmi2 f16c fma movbe; do
    grep -qw "$flag" /proc/cpuinfo 2>/dev/null || has_all=no
  done
  [ "$systems$has_all" != x86_64-linuxyes ] || systems="x86_64-v3-linux x86_64-linux"
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Copies a file of the release into a folder.
get() {
  case $release in
    http://* | https://*)
      if command -v curl >/dev/null; then
        curl -fsSL --output "$2/$1" "$release/$1"
      elif command -v wget >/dev/null; then
        wget -q -O "$2/$1" "$release/$1"
      else
        fail "neither curl nor wget is installed."
      fi
      ;;
    *) cp "$release/$1" "$2/$1" ;;
  esac || fail "$release/$1 cannot be read."
}

get SHA256SUMS "$scratch"
archive=
for system in $systems; do
  [ -n "$archive" ] \
    || archive=$(sed -n "s/^[0-9a-f]*  \(tabiya-.*-$system\.tar\.gz\)\$/\1/p" "$scratch/SHA256SUMS")
done
[ -n "$archive" ] || fail "$release has no archive for $system."
get "$archive" "$scratch"
(cd "$scratch" && grep "  $archive\$" SHA256SUMS | sha256sum -c - >/dev/null 2>&1) \
  || fail "$archive is not what SHA256SUMS says: try again."
tar -xzf "$scratch/$archive" -C "$scratch"
files=$scratch/${archive%.tar.gz}
"$files/tabiya" --version >/dev/null || fail "what is in $archive does not run on this machine."

share=$prefix/share
mkdir -p "$prefix/bin" "$share/tabiya" "$share/man/man1" "$share/bash-completion/completions" \
  "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
cp "$files/games/carlsen.pgn" "$files"/*.md "$files/LICENSE" "$files/THIRD-PARTY.txt" "$share/tabiya"
cp -r "$files/docs" "$share/tabiya"
cp "$files"/man/*.1 "$share/man/man1"
cp "$files/completions/tabiya.bash" "$share/bash-completion/completions/tabiya"
cp "$files/completions/_tabiya" "$share/zsh/site-functions/_tabiya"
cp "$files/completions/tabiya.fish" "$share/fish/vendor_completions.d/tabiya.fish"
# In one step, and last: a server that runs keeps the file that it has.
cp "$files/tabiya" "$prefix/bin/.tabiya.new"
mv "$prefix/bin/.tabiya.new" "$prefix/bin/tabiya"

echo "$("$prefix/bin/tabiya" --version) is in $prefix/bin."
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) echo "It is not in the PATH yet: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
echo "To begin: tabiya ingest $share/tabiya/carlsen.pgn && tabiya serve"
