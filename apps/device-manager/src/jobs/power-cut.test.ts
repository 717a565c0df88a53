import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PROGRAM = path.join(import.meta.dirname, '../testing/print-until-killed.ts')
let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-cut-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const run = (place: string) => spawnSync(process.execPath, [PROGRAM, folder, place], { timeout: 10_000 })
const prints = () =>
  fs.existsSync(path.join(folder, 'paper')) ? fs.readFileSync(path.join(folder, 'paper'), 'utf8') : ''
const stateAfterwards = () => fs.readFileSync(path.join(folder, 'state'), 'utf8')

test.each([
  // the power goes                on paper   and then, asked for the same job again
  ['queued in the journal', 0, 'failed'],
  ['before sending', 0, 'failed'],
  ['sending in the journal', 0, 'unknown'],
  ['sending', 0, 'unknown'],
  ['printed but not said', 1, 'unknown'],
  ['spooled in the journal', 1, 'unknown'],
  ['spooled', 1, 'unknown'],
  ['printed in the journal', 1, 'printed'],
] as const)('power cut: %s: %i on paper, afterwards %s, and never printed again', (place, onPaper, state) => {
  expect(run(place).signal).toBe('SIGKILL')
  for (let again = 0; again < 2; again++) {
    expect(run('never').status).toBe(0)
    expect(prints()).toBe('printed\n'.repeat(onPaper))
    expect(stateAfterwards()).toBe(state)
  }
})

test('a line that was cut off in the middle is as if it had never been written', () => {
  run('queued in the journal')
  fs.appendFileSync(path.join(folder, 'jobs.jsonl'), '{"job_id":"shipment-1:first","sta')
  expect(run('never').status).toBe(0)
  expect(stateAfterwards()).toBe('failed')
})
