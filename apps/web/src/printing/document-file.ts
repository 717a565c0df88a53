import type { DocumentType } from '@postroom/contract/document'
import { getShipment } from '@postroom/contract/shipment'
import { call } from '../api/call.ts'

/**
 * Fetches a document of a shipment with a fresh link: the file that is printed. Null while it is not drawn yet; each
 * request makes the server try. A receipt is drawn when it is fetched.
 * @throws ApiError, NetworkError, Error when the file cannot be fetched
 */
export const readDocumentFile = (shipmentId: string, type: DocumentType, signal?: AbortSignal): Promise<Blob | null> =>
  read(shipmentId, type, (link) => link, signal)

/** Fetches a page of such a document as a picture, under the same link. @throws as `readDocumentFile` */
export const readPageImage = (
  shipmentId: string,
  type: DocumentType,
  page: number,
  signal?: AbortSignal,
): Promise<Blob | null> => read(shipmentId, type, (link) => imageOf(link, page), signal)

function imageOf(link: URL, page: number): URL {
  const image = new URL(link)
  image.pathname = image.pathname.replace(/pdf$/, 'png')
  image.searchParams.set('page', String(page))
  return image
}

async function read(
  shipmentId: string,
  type: DocumentType,
  addressed: (link: URL) => URL,
  signal: AbortSignal | undefined,
): Promise<Blob | null> {
  const { docs } = await call(getShipment, { params: { id: shipmentId } }, signal ? { signal } : {})
  const document = docs.find((row) => row.type === type)
  if (!document || (document.status === 'pending' && type !== 'receipt')) return null
  const { pathname, search } = addressed(new URL(document.url, location.origin))
  // relative: the page may be open under another host name of the same server
  const answer = await fetch(pathname + search, signal ? { signal } : undefined)
  if (!answer.ok) throw new Error(`The document answered with ${answer.status}`)
  return answer.blob()
}
