import type { DocumentType } from '@postroom/contract/document'
import { getShipment } from '@postroom/contract/shipment'
import { call } from '../api/call.ts'

/** A drawn document: the file that is printed, and its page size. */
export interface DocumentFile {
  file: Blob
  width_mm: number
  height_mm: number
}

/**
 * Fetches a document of a shipment with a fresh link; null while it is not drawn yet. Each request makes the server try.
 * @throws ApiError, NetworkError, Error when the file cannot be fetched
 */
export async function readDocumentFile(
  shipmentId: string,
  type: DocumentType,
  signal?: AbortSignal,
): Promise<DocumentFile | null> {
  const { docs } = await call(getShipment, { params: { id: shipmentId } }, signal ? { signal } : {})
  const document = docs.find((row) => row.type === type)
  if (document?.status !== 'ready') return null
  const { width_mm, height_mm, url } = document
  const { pathname, search } = new URL(url, location.origin)
  // relative: the page may be open under another host name of the same server
  const answer = await fetch(pathname + search, signal ? { signal } : undefined)
  if (!answer.ok) throw new Error(`The document answered with ${answer.status}`)
  return { file: await answer.blob(), width_mm, height_mm }
}
