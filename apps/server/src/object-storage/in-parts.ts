/** Of at most 10,000 parts: a file of 320 GB. */
export const PART_BYTES = 32 << 20

/**
 * Gathers small pieces into parts of one size; the last one is smaller.
 *
 * @returns the first part, and all of them when there are several
 */
export async function inParts(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; all?: AsyncIterable<Uint8Array> }> {
  const parts = gathered(bytes)
  const [first, second] = [await parts.next(), await parts.next()]
  if (first.done) return { first: new Uint8Array() }
  if (second.done) return { first: first.value }
  return { first: first.value, all: chained([first.value, second.value], parts) }
}

async function* gathered(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    size += piece.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(pieces)
    pieces = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pieces)
}

async function* chained(begun: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* begun
  yield* rest
}
