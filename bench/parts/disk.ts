import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Part } from '../figure.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** What running the product takes on the disk, and what npm warns of while it installs: a clone of the last commit. */
export const measureDisk: Part = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-bench-disk-'))
  try {
    const clone = path.join(folder, 'postroom')
    run('git', ['clone', '--quiet', ROOT, clone], folder)
    const said = run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], clone)
    const packages = path.join(clone, 'node_modules')
    const bytes = Number(/^\d+/.exec(run('du', ['-sB1', packages], folder))?.[0])
    const warnings = said.split('\n').filter((line) => /EBADENGINE.*package:|deprecated|install scripts/.test(line))
    return Promise.resolve([
      { row: 15, name: 'packages for running', value: bytes / 1e6, unit: 'MB', target: { atMost: 350 } },
      { row: 15, name: 'warnings of npm install', value: warnings.length, unit: 'warnings', target: { atMost: 0 } },
    ])
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout + stderr
}
