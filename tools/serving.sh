# shellcheck shell=bash
# To be sourced by what asks a server of its own. It makes the folder `$scratch`, which goes when the script ends, and
# so does the server. Needs `$tabiya`, the binary.

scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$scratch"' EXIT

# Indexes the games of a file in $scratch/index and serves them, with more options of `serve`; sets `url`. The server's
# log is $scratch/log.
#     serve FILE [OPTION...]
serve() {
  local games=$1
  shift
  mkdir "$scratch/index"
  "$tabiya" ingest --index "$scratch/index" "$games" >/dev/null 2>&1
  "$tabiya" serve --json --listen 127.0.0.1:0 --index "$scratch/index" "$@" >"$scratch/out" 2>"$scratch/log" &
  server=$!
  for _ in $(seq 200); do
    [ -s "$scratch/out" ] && break
    sleep 0.1
  done
  # shellcheck disable=SC2034 # For the script that sources this.
  url=$(sed -n 's/.*"url": *"\([^"]*\)".*/\1/p' "$scratch/out")
}

# Fails, and shows the log, if the server has died.
still_serving() {
  kill -0 "$server" 2>/dev/null && return
  echo "the server died:" >&2
  cat "$scratch/log" >&2
  return 1
}

# Installs the packages of a folder, unless they are there as its package-lock.json has them.
#     install_packages FOLDER
install_packages() {
  if ! cmp -s "$1/package-lock.json" "$1/node_modules/installed.json"; then
    (cd "$1" && npm ci --silent --ignore-scripts --no-audit --no-fund)
    cp "$1/package-lock.json" "$1/node_modules/installed.json"
  fi
}
