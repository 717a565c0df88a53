import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze'
const UNIT = path.resolve(import.meta.dirname, '../deploy/systemd/postroom.service')
const hasSystemd = fs.existsSync(SYSTEMD_ANALYZE)

test.runIf(hasSystemd)('systemd accepts the unit of the server, and rates what it may do at 2.5 of 10 at most', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-deploy-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const unit = path.join(folder, 'postroom.service')
  // systemd looks for the program
  fs.writeFileSync(unit, fs.readFileSync(UNIT, 'utf8').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  const verified = spawnSync(SYSTEMD_ANALYZE, ['verify', '--man=no', unit], { encoding: 'utf8' })
  expect([verified.status, verified.stderr]).toEqual([0, ''])
  const rated = spawnSync(SYSTEMD_ANALYZE, ['security', '--offline=true', '--no-pager', '--threshold=25', UNIT])
  expect(rated.status, rated.stdout.toString()).toBe(0)
})
