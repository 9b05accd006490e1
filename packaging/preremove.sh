#!/bin/sh
# Stops the service before its last version goes; /var/lib/tabiya stays.
set -e
case "$1" in
  remove | 0)
    if [ -d /run/systemd/system ]; then
      systemctl disable --now tabiya
    fi
    ;;
esac
