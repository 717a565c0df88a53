import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Bucket } from '../../object-storage/bucket.ts'
import { DocumentDamaged, readMoved } from './read-moved.ts'

/** A bucket with one object. */
const holding = (bytes: Uint8Array): Bucket =>
  ({
    place: 's3://post',
    get: async (name: string, most: number) => (name === 'label' && bytes.length <= most ? bytes : undefined),
  }) as Partial<Bucket> as Bucket
const read = (bytes: Uint8Array, of = bytes, name = 'label') =>
  readMoved(holding(bytes), { name, sha256: createHash('sha256').update(of).digest('hex') })

it('reads a document of 10 MiB, and no larger one', async () => {
  expect(await read(new Uint8Array(10 * 1024 * 1024))).toHaveLength(10 * 1024 * 1024)
  await expect(read(new Uint8Array(10 * 1024 * 1024 + 1))).rejects.toThrow(
    's3://post has no label, or one that is too large',
  )
})

it('reads no other bytes than those that were moved', async () => {
  await expect(read(Buffer.from('%PDF-2'), Buffer.from('%PDF-1'))).rejects.toThrow(DocumentDamaged)
  await expect(read(Buffer.from('%PDF-1'), Buffer.from('%PDF-1'), 'receipt')).rejects.toThrow('has no receipt')
})
