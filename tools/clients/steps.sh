# shellcheck shell=bash
# To be sourced after tools/serving.sh by what reads the OpenAPI document: installs the packages of this folder, and
# defines how steps are announced.

venv=$(tools/venv)
export PATH=$venv/bin:$PATH RUFF_NO_CACHE=true
install_packages tools/clients
# shellcheck disable=SC2034 # For the script that sources this.
bin=$PWD/tools/clients/node_modules/.bin

step() {
  echo "clients: $* ($SECONDS s)"
}

# Runs a command whose output is of interest if it fails.
quietly() {
  "$@" >"$scratch/said" 2>&1 || {
    cat "$scratch/said" >&2
    exit 1
  }
}
