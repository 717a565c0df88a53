import { execFileSync } from 'node:child_process'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const HOME = path.join(ROOT, 'apps/device-manager')
export const PACKAGING = path.join(HOME, 'packaging')
export const DIST = path.join(HOME, 'dist')
export const NAME = 'postroom-device-manager'

/** Runs a command; its output appears only in the error when it fails. @returns what it printed */
export function run(program: string, args: readonly string[], cwd = ROOT): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
