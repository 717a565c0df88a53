#!/usr/bin/env bash
# What the tests need beyond npm: a browser, a real IPP printer, and judges of barcodes and PDFs that we did not write.
# Found on the machine, or installed here. Does nothing when all is there.
set -euo pipefail

declare -A package_of=(
  [ippeveprinter]=cups-ipp-utils
  [dbus-run-session]=dbus-daemon
  [dmtxread]=dmtx-utils
  [zbarimg]=zbar-tools
  [qpdf]=qpdf
  [pdftotext]=poppler-utils
)

missing=()
for tool in "${!package_of[@]}"; do command -v "$tool" >/dev/null || missing+=("${package_of[$tool]}"); done
browser=yes
command -v chromium >/dev/null || [ -n "${CHROMIUM_PATH:-}" ] || browser=no

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  [ $browser = yes ] || missing+=(chromium)
  if [ ${#missing[@]} -gt 0 ]; then
    echo "Installing for the tests: ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
  exit 0
fi

[ $browser = yes ] || npx playwright install chromium
if [ ${#missing[@]} -gt 0 ]; then
  echo "The tests also need these packages, which only an administrator can install: ${missing[*]}" >&2
  echo "On Debian and Ubuntu: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi
