import { createHash } from 'node:crypto'
import type { Bucket } from '../../object-storage/bucket.ts'
import type { MovedDocument } from './moved-document.store.ts'

/** The largest document that a device manager prints. */
const MOST_BYTES = 10 << 20

/** The object of a document is missing, or has other bytes than the document. */
export class DocumentDamaged extends Error {}

/**
 * The bytes of a document from its bucket, compared with its digest.
 *
 * @throws DocumentDamaged; StorageError when the storage does not answer
 */
export async function readMoved(
  bucket: Bucket,
  { name, sha256 }: Pick<MovedDocument, 'name' | 'sha256'>,
): Promise<Uint8Array> {
  const pdf = await bucket.get(name, MOST_BYTES)
  if (!pdf) throw new DocumentDamaged(`${bucket.place} has no ${name}, or one that is too large.`)
  if (createHash('sha256').update(pdf).digest('hex') !== sha256)
    throw new DocumentDamaged(`${name} in ${bucket.place} was changed.`)
  return pdf
}
