import type { CarrierManifests, ManifestOutcome } from '../carrier-port.ts'
import type { Manifest } from './answers.ts'
import type { Answered } from '../royal-mail/answered.ts'
import type { ClickAndDropApi } from './click-and-drop-api.ts'
import { apiFor, type ClickAndDrop } from './connected-api.ts'
import { connectionOf } from './connection.store.ts'

const NOT_CONNECTED = 'This account is not connected to Click & Drop.'
const NO_REASON = 'Royal Mail could not make the manifest and gave no reason.'
const PDF = Buffer.from('%PDF-')

/** Manifests of Click & Drop. One is often made a moment later, so an answer without a document is `pending`. */
export function clickAndDropManifests(installation: ClickAndDrop): CarrierManifests {
  const { db, seal } = installation
  const ask = async (
    accountId: string,
    call: (api: ClickAndDropApi) => Promise<Answered<Manifest>>,
    number?: string,
  ): Promise<ManifestOutcome> => {
    const connection = await connectionOf(db, seal, accountId)
    const known = number === undefined ? {} : { number }
    if (!connection) return { kind: 'failed', ...known, reason: NOT_CONNECTED }
    const answered = await call(apiFor(installation, connection))
    if (answered.kind === 'unknown') return { kind: 'unknown' }
    if (answered.kind === 'refused') return { kind: 'failed', ...known, reason: answered.reason }
    return outcomeOf(answered.value)
  }
  return {
    make: (accountId) => ask(accountId, (api) => api.makeManifest()),
    look: (accountId, number) => ask(accountId, (api) => api.manifest(number), number),
    retry: (accountId, number) => ask(accountId, (api) => api.retryManifest(number), number),
  }
}

function outcomeOf({ manifestNumber, status, documentPdf, errors }: Manifest): ManifestOutcome {
  const number = String(manifestNumber)
  if (status === 'Failed') return { kind: 'failed', number, reason: errors ?? NO_REASON }
  const pdf = Buffer.from(documentPdf ?? '', 'base64')
  return pdf.subarray(0, PDF.length).equals(PDF) ? { kind: 'made', number, pdf } : { kind: 'pending', number }
}
