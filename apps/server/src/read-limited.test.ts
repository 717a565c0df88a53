import { expect, it } from 'vitest'
import { readLimited } from './read-limited.ts'

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text)
}

it.each([
  ['exactly the limit', parts('ab', 'cd', 'e'), 'abcde'],
  ['one byte more', parts('ab', 'cd', 'ef'), undefined],
  ['nothing', parts(), ''],
  ['no body', null, ''],
])('reads %s', async (_size, body, expected) => {
  expect((await readLimited({ body }, 5))?.toString()).toBe(expected)
})

it('stops reading once there is too much', async () => {
  const endless = (async function* () {
    for (;;) yield new Uint8Array(10)
  })()
  expect(await readLimited({ body: endless }, 25)).toBeUndefined()
  expect((await endless.next()).done).toBe(true)
})
