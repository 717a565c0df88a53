/**
 * The body of an answer. Its bytes are counted as they arrive; Content-Length is not trusted.
 *
 * @returns nothing when there are more than `mostBytes`
 */
export async function readLimited(
  { body }: { body: AsyncIterable<Uint8Array> | null },
  mostBytes: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > mostBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
