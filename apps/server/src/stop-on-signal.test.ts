import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { STOP_SIGNALS } from './stop-on-signal.ts'

const MODULE = JSON.stringify(import.meta.resolve('./stop-on-signal.ts'))
const STOPS = "async (error) => console.log('stops', error?.message ?? '')"

/** A program that runs `stop` when it has to end, and does `statement` once it is ready. */
async function run(stop: string, { statement = '', withinMs = 20_000 } = {}) {
  const program = `import { stopOnSignal } from ${MODULE}
const giveUp = stopOnSignal(${stop}, ${withinMs})
setInterval(() => {}, 1000)
console.log('ready')
${statement}`
  const { npm_lifecycle_event: _npm, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  while (!output.includes('ready')) await Promise.race([once(child.stdout, 'data'), ended])
  return { child, ended }
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s stops once and ends with 0', async (signal) => {
  expect(STOP_SIGNALS).toContain(signal)
  const { child, ended } = await run(STOPS)
  child.kill(signal)
  expect(await ended).toEqual({ code: 0, output: 'ready\nstops \n' })
})

test('signals during the stop are ignored', async () => {
  const { child, ended } = await run(
    "async () => { console.log('stops'); await new Promise((r) => setTimeout(r, 300)) }",
  )
  child.kill('SIGINT')
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 0, output: 'ready\nstops\n' })
})

test.each([
  ['an exception', "throw new Error('a bug')", 'a bug'],
  ['a rejection', "Promise.reject(new Error('a bug'))", 'a bug'],
  ['a rejection without a reason', 'Promise.reject()', 'unhandledRejection'],
  ['an error that is given', "giveUp(new Error('no database'))", 'no database'],
])('%s stops and ends with 1', async (_case, statement, message) => {
  const { ended } = await run(STOPS, { statement })
  expect(await ended).toEqual({ code: 1, output: `ready\nstops ${message}\n` })
})

test('an error during the stop makes it end with 1', async () => {
  const { child, ended } = await run(
    "async () => { Promise.reject(new Error('a bug')); await new Promise(setImmediate) }",
  )
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 1 })
})

test('a stop that fails ends with 1 and says why', async () => {
  const { child, ended } = await run("async () => { throw new Error('no disk') }")
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 1, output: 'ready\nno disk\n' })
})

test('a stop that takes too long is given up', async () => {
  const { child, ended } = await run('() => new Promise(() => {})', { withinMs: 100 })
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 1 })
})

test('npm, which has started it, is killed: it stops', async () => {
  const program = `import { stopOnSignal } from ${MODULE}
stopOnSignal(${STOPS}, 20_000)
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 15_000)
console.log('ready')`
  const start = `require('node:child_process').spawn(process.execPath, ['--input-type=module', '-e', process.argv[1]],
    { stdio: ['ignore', 'inherit', 'ignore'] })`
  const npm = spawn(process.execPath, ['-e', start, program], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  npm.stdout.once('data', () => npm.kill('SIGKILL'))
  expect(await text(npm.stdout)).toBe('ready\nstops \n')
})

test('a program of npm that has nothing more to do ends by itself', () => {
  const program = `import { stopOnSignal } from ${MODULE}
stopOnSignal(${STOPS}, 20_000)`
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { env, timeout: 20_000 })
  expect(ran.status).toBe(0)
})
