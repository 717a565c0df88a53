import type { DEVICE_OPERATIONS } from '@postroom/contract/device-messages'
import type * as z from 'zod'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { findLinks, pathOf } from '../documents/document-link.store.ts'

type Print = z.output<(typeof DEVICE_OPERATIONS)['print']['args']>

/**
 * Lets a user have papers printed whose links were made for him, and keeps who asked for what.
 * @throws AppError `document_link_expired` for any other link, `invalid_request` for more than one copy of a label
 */
export async function allowPrint(
  { db, now, settings }: Context,
  user: SignedInUser,
  hub: string,
  { job_id, copies, documents }: Print,
): Promise<void> {
  // a label is postage: each sheet that was bought is in its document once
  if (copies > 1 && documents.some(({ type }) => type === 'label')) throw new AppError('invalid_request')
  const tokens = documents.map(({ url }) => tokenIn(url))
  const links = await findLinks(db, tokens, now())
  const { organisation_id, id: user_id } = user
  const events = documents.map(({ url, type: paper }, index) => {
    const link = links[index]
    const path = link && `${settings.apiBase}${pathOf(link)}`
    const isHis = link?.user_id === user_id && link.type === paper && !link.expired
    if (!isHis || new URL(url).pathname !== path) throw new AppError('document_link_expired')
    const details = { hub, job_id, copies, paper }
    return { organisation_id, user_id, event: 'print_requested', subject: link.purchase_id, details }
  })
  await recordAudit(db, ...events)
}

const tokenIn = (url: string): string =>
  URL.canParse(url) ? (new URL(url).searchParams.get('access_token') ?? '') : ''
