import { createHash } from 'node:crypto'
import type { ArgsOf } from '@postroom/contract/device-messages'
import { DeviceRefusal } from '../device-refusal.ts'
import { measurePages } from './read-pdf.ts'

export type AnnouncedDocument = ArgsOf<'print'>['documents'][number]

/** The one server that documents come from: its configured origin, and its origin in document links once the grant names it. */
export interface PairedServer {
  origin: string
  namedOrigin: string | undefined
}

const DOCUMENTS = /^\/api\/(?:stamp\/v1\/shipment\/|iot\/v1\/ruler-page\.pdf$)/
const SIZE_LIMIT_BYTES = 10 * 1024 * 1024
const TIME_LIMIT_MS = 15_000
/** A difference of more than half a millimetre is another document. */
const SIZE_TOLERANCE_MM = 0.5

/** The server cannot be reached or fails: the same link may work in a moment. */
export class ServerAway extends DeviceRefusal {
  constructor(facts?: string) {
    super('document_unreachable', facts)
  }
}

/**
 * Downloads a document from the paired server and verifies that it is the announced one. Follows no redirect.
 * @throws DeviceRefusal
 */
export async function downloadDocument(server: PairedServer, announced: AnnouncedDocument): Promise<Uint8Array> {
  const pdf = await fetchLimited(checkedUrl(server, announced.url))
  if (createHash('sha256').update(pdf).digest('hex') !== announced.sha256.toLowerCase())
    throw new DeviceRefusal('document_changed')
  await refuseOtherPages(pdf, announced)
  return pdf
}

function checkedUrl({ origin, namedOrigin }: PairedServer, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isNamed = url !== undefined && (url.origin === origin || url.origin === namedOrigin)
  if (!isNamed || !DOCUMENTS.test(url.pathname) || url.username || url.password)
    throw new DeviceRefusal('document_foreign')
  return new URL(url.pathname + url.search, origin)
}

async function fetchLimited(url: URL): Promise<Uint8Array> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIME_LIMIT_MS) })
    if (answer.status >= 500) throw new ServerAway(`The server answered ${answer.status}.`)
    // a redirect stays one, so it is not retried
    if (!answer.ok) throw new DeviceRefusal('document_unreachable', refusalOf(answer.status))
    if (answer.headers.get('content-type')?.split(';')[0]?.trim() !== 'application/pdf')
      throw new DeviceRefusal('document_changed', 'It is no PDF.')
    return await readLimited(answer)
  } catch (error) {
    if (error instanceof DeviceRefusal) throw error
    throw new ServerAway()
  }
}

const refusalOf = (status: number): string =>
  status < 400 ? 'The server redirects to another address.' : `The server answered ${status}.`

/** Counts the bytes as they arrive: the announced length is not trusted. */
async function readLimited({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > SIZE_LIMIT_BYTES) throw new DeviceRefusal('document_too_large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function refuseOtherPages(pdf: Uint8Array, announced: AnnouncedDocument): Promise<void> {
  const pages = await measurePages(pdf)
  const same = pages.every(
    (page) => isNear(page.width_mm, announced.width_mm) && isNear(page.height_mm, announced.height_mm),
  )
  if (pages.length !== announced.pages || !same) throw new DeviceRefusal('document_changed', 'Its pages are not those.')
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= SIZE_TOLERANCE_MM
