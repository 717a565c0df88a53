import { createHash } from 'node:crypto'
import type { AnswerOf, RequestOf } from '@postroom/contract/endpoint'
import { downloadRulerPage, type createRulerPage } from '@postroom/contract/ruler-page'
import { codesOn, renderTestPage, testPageOn } from '@postroom/documents/test-page/test-page'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { createRulerLink, findLink, spendLink } from './document-link.store.ts'

/** Draws the ruler page for a media size and a resolution, to know its digest, and makes a link to it. It belongs to no shipment and costs nothing. */
export async function makeRulerPage(
  context: Context,
  user: SignedInUser,
  { dpi, ...media }: RequestOf<typeof createRulerPage>['body'],
): Promise<AnswerOf<typeof createRulerPage>> {
  const { pdf, ...page } = await renderTestPage(testPageOn(media), dpi)
  const { now, settings } = context
  const access_token = await act(context, user, (tx, actor) =>
    createRulerLink(tx, { ...page, dpi: dpi ?? 300 }, actor, now()),
  )
  const query = new URLSearchParams({ access_token }).toString()
  return {
    type: 'ruler',
    ...page,
    ...(dpi && { drawn_for_dpi: dpi }),
    codes: codesOn(page, dpi),
    sha256: createHash('sha256').update(pdf).digest('hex'),
    url: `${settings.publicUrl}${settings.apiBase}${downloadRulerPage.path}?${query}`,
  }
}

/** @throws AppError `document_link_expired` for an expired link, `not_found` for a link to another document */
export async function fetchRulerPage({ db, now }: Context, token: string): Promise<Uint8Array> {
  const link = await findLink(db, token, now())
  if (link && !link.ruler) throw new AppError('not_found')
  if (!link || link.expired || !(await spendLink(db, link))) throw new AppError('document_link_expired')
  return (await renderTestPage(link.ruler, link.dpi)).pdf
}
