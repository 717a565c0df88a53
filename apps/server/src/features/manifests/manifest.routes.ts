import { downloadManifest, listManifests, makeManifest, retryManifest } from '@postroom/contract/manifest'
import { act } from '../../access/act.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import { carrierOf } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import { documentHeaders } from '../../http/document-headers.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import type { CarrierAccount } from '../accounts/account.store.ts'
import { ownAccount } from '../accounts/own-account.rule.ts'
import { askAgain, askCarrier, manifestsOf, openFor, reopenFor } from './make-manifest.ts'
import { countWaiting, findManifest, newestManifest, pageManifests, type ShownManifest } from './manifest.store.ts'

/** Each attempt calls the carrier and stays as a row, so an account may be asked for this often per quarter of an hour. */
const ASKED_MAX = 30

/** The end of a day at a carrier that wants manifests. @see decision 030 */
export function manifestRoutes(api: Api, context: Context): void {
  const { db } = context
  const countAsked = (account: CarrierAccount) =>
    countAttempt(context, [{ counter: `manifest of\n${account.id}`, max: ASKED_MAX }])
  const manifestOf = async (
    user: SignedInUser,
    { accountId, manifestId }: { accountId: string; manifestId: string },
  ) => {
    const account = await ownAccount(db, user, accountId)
    const manifest = await findManifest(db, account.id, manifestId)
    if (!manifest) throw new AppError('not_found')
    return { account, manifest }
  }

  serve(api, listManifests, async ({ params, query: { start, length, orderAsc }, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const is_wanted = carrierOf(context, account.carrier_code).manifests !== undefined
    const direction = orderAsc === 'true' ? 'asc' : 'desc'
    const { rows, total } = await pageManifests(db, account.id, { direction, start, length })
    const waiting = is_wanted ? await countWaiting(db, account.id) : 0
    return { data: rows.map(presentManifest), total, start, length, is_wanted, waiting }
  })

  serve(api, makeManifest, async ({ params, user }) => {
    const account = await ownAccount(db, user, params.accountId)
    const manifests = manifestsOf(context, account.carrier_code)
    await countAsked(account)
    const opened = await act(context, user, (tx, actor) => openFor(tx, actor, account))
    if (opened) return presentManifest(await askCarrier(context, manifests, opened))
    return presentManifest((await newestManifest(db, account.id))!)
  })

  serve(api, retryManifest, async ({ params, user }) => {
    const { account, manifest } = await manifestOf(user, params)
    const manifests = manifestsOf(context, account.carrier_code)
    await countAsked(account)
    const isOpen = await act(context, user, (tx, actor) => reopenFor(tx, actor, manifest))
    return presentManifest(isOpen ? await askAgain(context, manifests, manifest) : manifest)
  })

  serve(api, downloadManifest, async ({ params, user }) => {
    const { manifest } = await manifestOf(user, params)
    if (!manifest.pdf) throw new AppError('not_found')
    return answer<typeof downloadManifest>(200, new Uint8Array(manifest.pdf), documentHeaders('manifest'))
  })
}

const presentManifest = ({ id, asked_at, state, number, reason }: ShownManifest) => ({
  id,
  asked_at: asked_at.toISOString(),
  state,
  ...(number !== null && { number }),
  ...(reason !== null && { reason }),
})
