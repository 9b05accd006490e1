#!/bin/sh
# The user of the service, and the service itself, which listens on this machine only.
set -e
systemd-sysusers tabiya.conf
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable tabiya
  systemctl restart tabiya
fi
