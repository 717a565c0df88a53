#!/usr/bin/env bash
# Installs the programs of `npm run cluster` and `npm run cluster-test`, from the packages of Debian or Ubuntu.
set -euo pipefail

packages=(patroni python3-etcd etcd-server etcd-client postgresql pgbouncer haproxy)
if [ "$(id -u)" != 0 ]; then
  echo "Only an administrator can install these: sudo apt-get install ${packages[*]}" >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
# the cluster starts them by itself, with a configuration of its own
if [ -d /run/systemd/system ]; then systemctl disable --now patroni etcd pgbouncer haproxy; fi
