import type { DEVICE_OPERATIONS } from '@postroom/contract/device-messages'
import type * as z from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findLinks, pathOf, type DocumentLink } from '../documents/document-link.store.ts'
import { claimPrints, type PurchaseDocument } from './print-claim.store.ts'

type Print = z.output<(typeof DEVICE_OPERATIONS)['print']['args']>

/** Each of their sheets is one item: their documents have it once. */
const ONCE: ReadonlySet<string> = new Set(['label', 'return_label'])

/**
 * Claims the print of documents for one job of one device manager, and records who asked. Users may print documents whose
 * links were made for them.
 * @throws AppError `document_link_expired` for any other link, `print_claimed` when another job or device has the print,
 * `invalid_request` for a document that is listed twice or more than one copy of a label
 */
export async function allowPrint(
  { db, now, settings }: Context,
  user: SignedInUser,
  { hub, expires_at }: { hub: string; expires_at: Date },
  { job_id, copies, documents }: Print,
): Promise<void> {
  if (copies > 1 && documents.some(({ type }) => ONCE.has(type))) throw new AppError('invalid_request')
  const found = await findLinks(
    db,
    documents.map(({ url }) => tokenIn(url)),
    now(),
  )
  const { organisation_id, id: user_id } = user
  const links = documents.map(({ url, type, drawn_for_dpi }, index) => {
    const link = found[index]
    const path = link && `${settings.apiBase}${pathOf(link)}`
    const isTheirs = link?.user_id === user_id && link.type === type && !link.expired
    const isThatDrawing = link?.dpi === (drawn_for_dpi ?? 300)
    if (!isTheirs || !isThatDrawing || new URL(url).pathname !== path) throw new AppError('document_link_expired')
    return link
  })
  const purchased = links.flatMap(purchaseDocumentOf)
  // several links may open the same document
  if (new Set(purchased.map(({ purchase_id, type }) => `${purchase_id} ${type}`)).size < purchased.length)
    throw new AppError('invalid_request')
  const events = links.map(({ purchase_id, type, dpi }) => {
    const details = { hub, job_id, copies, document: type, ...(dpi !== 300 && { drawn_for_dpi: dpi }) }
    return { organisation_id, user_id, event: 'print_requested' as const, subject: purchase_id, details }
  })
  await inTransaction(db, async (tx) => {
    if (!(await claimPrints(tx, { hub, job_id, expires_at }, purchased))) throw new AppError('print_claimed')
    await recordAudit(tx, ...events)
  })
}

const tokenIn = (url: string): string =>
  URL.canParse(url) ? (new URL(url).searchParams.get('access_token') ?? '') : ''

/** Both drawings of a label are the same document, of which one is printed. A ruler page belongs to no purchase and may be printed at any time. */
const purchaseDocumentOf = ({ purchase_id, type }: DocumentLink): PurchaseDocument[] =>
  purchase_id === undefined || type === 'ruler' ? [] : [{ purchase_id, type }]
