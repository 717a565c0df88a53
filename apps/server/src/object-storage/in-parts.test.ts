import { expect, test } from 'vitest'
import { inParts } from './in-parts.ts'

const MIB = 1024 * 1024

async function* inTurn(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

test.each([
  ['nothing', [], [0]],
  ['empty pieces', [0, 0], [0]],
  ['less than a part', [MIB, 5], [MIB + 5]],
  ['a part, to the byte', [16 * MIB, 16 * MIB], [32 * MIB]],
  ['a byte more than a part', [32 * MIB, 1], [32 * MIB, 1]],
  ['three parts', [20 * MIB, 20 * MIB, 32 * MIB, 7], [40 * MIB, 32 * MIB, 7]],
])('%s', async (_case, sizes, expected) => {
  const pieces = sizes.map((size, n) => Buffer.alloc(size, n + 1))
  const { first, all } = await inParts(inTurn(pieces))
  const found: Uint8Array[] = []
  for await (const part of all ?? [first]) found.push(part)
  expect(all === undefined).toBe(expected.length === 1)
  expect(first).toBe(found[0])
  expect(found.map(({ length }) => length)).toEqual(expected)
  expect(Buffer.concat(found).equals(Buffer.concat(pieces))).toBe(true)
})
