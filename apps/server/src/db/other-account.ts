import fs from 'node:fs'
import path from 'node:path'

/** How to start a program that refuses to run as root. */
export interface Command {
  /** The account's number, when it is not our own. */
  id?: number
  options: { uid?: number; gid?: number }
  wrap(program: string, args: string[]): [string, string[]]
}

/**
 * The database needs only a number, no entry in the list of accounts. Distributions leave 65,520 to 65,533 unused, so no
 * other program runs under this one and can read the data folder.
 */
const POSTGRES = 65_525
/** 'nobody' on Debian and most others: for programs that look their account up by its number. */
export const NOBODY = 65_534

/**
 * PostgreSQL refuses to run as root. As root it therefore runs as another account, which must be able to enter `folders`.
 * Where a parent is closed to it (a clone below /root, say), it keeps the one right that opens closed folders.
 */
export function otherAccount(folders: readonly string[], id = POSTGRES): Command {
  if (process.getuid?.() !== 0) return { options: {}, wrap: (program, args) => [program, args] }
  if (folders.every(isOpenToAll)) return { id, options: { uid: id, gid: id }, wrap: (program, args) => [program, args] }
  // PostgreSQL asks access() about its own files, which heeds a kept right only with no_setuid_fixup
  const keep = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  const change = [`--reuid=${id}`, `--regid=${id}`, '--clear-groups', ...keep]
  return { id, options: {}, wrap: (program, args) => ['setpriv', [...change, program, ...args]] }
}

/** Whether everybody may enter the folder and all above it. Folders that do not exist yet will be made open. */
function isOpenToAll(folder: string): boolean {
  const here = path.resolve(folder)
  const parent = path.dirname(here)
  const open = !fs.existsSync(here) || (fs.statSync(here).mode & 0o001) !== 0
  return open && (parent === here || isOpenToAll(parent))
}
