import { spawnSync } from 'node:child_process'
import { afterEach, expect, it, vi } from 'vitest'
import { READY } from './answer-tasks.ts'
import { keptThread } from './kept-thread.ts'

/** A thread that runs these statements. It knows `port`, and `ready()` to call once it can take tasks. */
const threadOf = (program: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort as port, threadId } from 'node:worker_threads'
      const ready = () => port.postMessage('${READY}')
      ${program}
    `)}`,
  )
const ANSWERING = `port.on('message', (task) => { if (task !== 'hang') port.postMessage([task, threadId]) })`

it('a thread that starts for longer than an answer may take answers its first task', async () => {
  const ask = keptThread(threadOf(`${ANSWERING}; setTimeout(ready, 1_500)`), { withinMs: 1_000 })
  expect(await ask('a')).toEqual(['a', expect.any(Number)])
})

afterEach(() => void vi.useRealTimers())

it('a thread that does not start within a minute is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = vi.fn<(error: Error) => void>()
  const asked = keptThread(threadOf('setInterval(() => {}, 1_000)'), { withinMs: 1 })('a').catch(ended)
  await vi.advanceTimersByTimeAsync(59_999)
  await new Promise((resolve) => setImmediate(resolve))
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(ended).toHaveBeenCalledWith(new Error('The thread takes too long'))
})

it('stays for the next tasks, and is replaced by another after one that takes too long', async () => {
  const ask = keptThread<[string, number]>(threadOf(`${ANSWERING}; ready()`), { withinMs: 1_000 })
  const [first, hanging, next] = await Promise.allSettled([ask('a'), ask('hang'), ask('b')])
  expect(hanging).toMatchObject({ status: 'rejected', reason: { message: 'The thread takes too long' } })
  const [, before] = (first as PromiseFulfilledResult<[string, number]>).value
  const [, after] = (next as PromiseFulfilledResult<[string, number]>).value
  expect(after).not.toBe(before)
  expect(await ask('c')).toEqual(['c', after])
})

it.each([
  ['throws while it starts', `throw new Error('broken')`],
  ['ends while it starts', `process.exit()`],
  ['ends while it answers', `port.on('message', () => process.exit()); ready()`],
])('a thread that %s is no answer, and the next task gets a thread of its own', async (_when, program) => {
  const ask = keptThread(threadOf(program), { withinMs: 5_000 })
  await expect(ask('a')).rejects.toThrow('The thread ended')
  await expect(ask('b')).rejects.toThrow('The thread ended')
})

it('a thread that ended between two tasks is replaced', async () => {
  const ask = keptThread<[string, number]>(
    threadOf(
      `port.on('message', (task) => { port.postMessage([task, threadId]); setTimeout(() => process.exit()) }); ready()`,
    ),
    { withinMs: 5_000 },
  )
  const [, before] = await ask('a')
  await expect.poll(() => ask('b').then(([, after]) => after !== before)).toBe(true)
})

const GROWING = `port.on('message', (mb) => {
  port.postMessage(Array.from({ length: mb }, () => Array.from({ length: 131_072 }, Math.random)).length)
}); ready()`

it.each([
  ['ends with more on its heap than its limit', 16, /The thread ended/],
  ['has no limit without one', undefined, 64],
])('a thread %s', async (_what, heapMb, answer) => {
  const limits = { withinMs: 60_000, ...(heapMb !== undefined && { heapMb }) }
  const [outcome] = await Promise.allSettled([keptThread<number>(threadOf(GROWING), limits)(64)])
  if (answer instanceof RegExp)
    expect(outcome).toMatchObject({ reason: { message: expect.stringMatching(answer) as string } })
  else expect(outcome).toEqual({ status: 'fulfilled', value: answer })
})

it('a program ends by itself while its thread waits for tasks, and many tasks leave nothing behind', () => {
  const program = `import { keptThread } from ${JSON.stringify(import.meta.resolve('./kept-thread.ts'))}
    const ask = keptThread(new URL(${JSON.stringify(threadOf(`${ANSWERING}; ready()`).href)}), { withinMs: 3600_000 })
    for (let task = 0; task < 20; task++) console.log((await ask(task))[0])`
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 25_000 })
  expect(ran).toMatchObject({ status: 0, stderr: '', stdout: Array.from({ length: 20 }, (_, n) => `${n}\n`).join('') })
})
