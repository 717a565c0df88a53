import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tryProgram } from './try-program.ts'

/** Node runs this code as the new version, and writes what it got into a file. */
async function tried(code: string, withinMs: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-trial-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'got')
  const write = `require('fs').writeFileSync(process.env.FILE, process.env.POSTROOM_UPDATE_TRIAL + process.argv[1] + process.pid)`
  const environment = { ...process.env, FILE: file }
  const result = await tryProgram(process.execPath, ['-e', `${write};${code}`, 'argument'], environment, withinMs)
  const [, trial, argument, pid] =
    /^(\d)(argument)(\d+)$/.exec(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '') ?? []
  return { result, trial, argument, pid: Number(pid) }
}

test.each([
  ['ends with 86, which says that it connected', 'process.exit(86)', 'passed'],
  ['ends well, without having connected', 'process.exit(0)', 'died'],
  ['ends with an error', 'process.exit(87)', 'died'],
])('a new version that %s', async (_how, code, result) => {
  expect(await tried(code, 20_000)).toMatchObject({ result, trial: '1', argument: 'argument' })
})

test('ends a new version that does not connect in time', async () => {
  const { result, pid } = await tried('setInterval(() => {}, 1000)', 2_000)
  expect(result).toBe('silent')
  if (pid) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a file that is no program has died', async () => {
  expect(await tryProgram('/nowhere/at/all', [], {}, 20_000)).toBe('died')
})

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('leaves no timer that would keep this program running', async () => {
  const before = timers()
  await tryProgram('/nowhere/at/all', [], {}, 20_000)
  expect(timers()).toBe(before)
})
