import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Purchase } from '../shipments/purchase/purchase.store.ts'
import { objectNameOf } from './moved-document.store.ts'
import { readMoved } from './read-moved.ts'

const RETRY_S = 30

/**
 * The bytes of a document that has moved.
 *
 * @throws AppError `document_unavailable`; the log has the cause, which the reader can do nothing about
 */
export async function fetchMoved(
  { documentBucket }: Pick<Context, 'documentBucket'>,
  { organisation_id }: Pick<Purchase, 'organisation_id'>,
  { id, sha256 }: { id: string; sha256: string },
): Promise<Uint8Array> {
  try {
    if (!documentBucket) throw new Error('STORAGE_URL is not set.')
    return await readMoved(documentBucket, { name: objectNameOf(organisation_id, id), sha256 })
  } catch (cause) {
    throw new AppError('document_unavailable', { retryAfterS: RETRY_S }, { cause })
  }
}
