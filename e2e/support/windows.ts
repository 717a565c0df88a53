import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { wineEnvironment } from '../../apps/device-manager/src/testing/wine.ts'

const PRELOAD = path.join(import.meta.dirname, 'wine-preload.cjs')

/** A Windows of its own under Wine, with its drive and registry in a folder. */
export interface Windows {
  /** The C: drive. */
  drive: string
  /** The local application data of its user. */
  appData: string
  /**
   * Runs a command line as a batch file has it, and waits for it. Its exit code says little.
   * @param env is added to the environment
   */
  run(line: string, env?: Record<string, string>): Promise<void>
  /** Starts a command line and does not wait. */
  start(line: string, env?: Record<string, string>): void
  /** The values of a registry key, by name; undefined if the key is not there. */
  registry(key: string): Record<string, string> | undefined
  /** Ends all its programs and deletes it. */
  stop(): void
}

/** @param env of its programs, besides what they need under Wine */
export function startWindows(env: Record<string, string>): Windows {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-windows-'))
  const prefix = path.join(folder, 'prefix')
  const options = { env: { ...wineEnvironment(prefix), NODE_OPTIONS: `--require Z:${PRELOAD}`, ...env } }
  // its programs cannot write to a pipe
  const quiet = { ...options, stdio: 'ignore' } as const
  execFileSync('wineboot', ['-i'], quiet)
  const drive = path.join(prefix, 'drive_c')
  let batches = 0
  const begin = (line: string, more: Record<string, string> = {}) => {
    const batch = path.join(folder, `${++batches}.bat`)
    fs.writeFileSync(batch, `${line}\r\n`)
    return spawn('wine', ['cmd', '/c', `Z:${batch}`], { ...quiet, env: { ...options.env, ...more } })
  }
  return {
    drive,
    appData: path.join(drive, 'users', os.userInfo().username, 'AppData/Local'),
    run: async (line, more) => void (await once(begin(line, more), 'exit')),
    start: (line, more) => void begin(line, more),
    registry: (key) => {
      const output = path.join(folder, 'registry')
      try {
        execFileSync('wine', ['reg', 'query', key], {
          ...options,
          stdio: ['ignore', fs.openSync(output, 'w'), 'ignore'],
        })
      } catch {
        return undefined
      }
      const rows = fs.readFileSync(output, 'latin1').matchAll(/^ {4}(.+?) {4}REG_\w+ {4}(.*?)\r?$/gm)
      return Object.fromEntries([...rows].map(([, name = '', value = '']) => [name, value]))
    },
    stop: () => {
      execFileSync('wineserver', ['-k'], quiet)
      execFileSync('wineserver', ['-w'], quiet)
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
