import { expect, it } from 'vitest'
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
