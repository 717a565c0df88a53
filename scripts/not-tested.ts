import fs from 'node:fs'
import { whyNoWindows } from '../apps/device-manager/src/testing/wine.ts'

/**
 * Prints what `npm test` could not test on this machine, and why. With `--none`, which continuous integration uses,
 * anything not tested fails the run.
 */
const noSystemd = fs.existsSync('/usr/bin/systemd-analyze') ? undefined : 'systemd is not installed'
const noLinux = process.platform === 'linux' ? undefined : 'this system is not Linux'
const noWindows = whyNoWindows()
const reasons = {
  'printing on Windows': noWindows,
  'the program and the installers for Windows': noWindows,
  'the systemd units of server and device manager': noSystemd,
  'on which addresses the device manager listens': noLinux,
}

const notTested = Object.entries(reasons).filter(([, reason]) => reason !== undefined)
for (const [what, reason] of notTested) process.stdout.write(`NOT TESTED: ${what} (${reason})\n`)
if (process.argv.includes('--none') && notTested.length > 0) process.exitCode = 1
